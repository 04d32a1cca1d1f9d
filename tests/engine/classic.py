"""A made-up game of the size of the classic, in IR: forty spaces, twenty-eight things to own, eight groups to build on, four strategies'
worth of guards in every moment. For measuring, and for properties that need a long game."""

from __future__ import annotations

from functools import cache

from rulelang.ir.program import Program
from tests.engine.assembler import assemble

_GROUPS = ("brown", "blue", "pink", "orange", "red", "yellow", "green", "dark")


def _board() -> str:
    lines, prices, rents = [], [], []
    site = 0
    for space in range(40):
        if (space % 10 in (1, 3, 6, 8, 9) and site < 22) or space in (12, 28, 5, 15, 25, 35):
            group = _GROUPS[min(site // 3, 7)]
            lines.append(f"space s{space} group {group}")
            price = 60 + 10 * site
            prices.append(price)
            rents += [price // 10, price // 2, price, 2 * price, 3 * price, 4 * price]
            site += 1
        else:
            lines.append(f"space s{space}")
            prices.append(0)
            rents += [0] * 6
    names = [f"s{index}" for index, price in enumerate(prices) if price]
    members = [sum(1 << i for i, line in enumerate(lines) if line.endswith(f" {group}")) for group in _GROUPS]
    lines.append(f"table price 40 {' '.join(map(str, prices))}")
    lines.append(f"table rents 40x6 {' '.join(map(str, rents))}")
    lines.append(f"table members 8 {' '.join(map(str, members))}")
    group_of = [next((g for g, name in enumerate(_GROUPS) if line.endswith(f" {name}")), -1) for line in lines[:40]]
    lines.append(f"table group_of 40 {' '.join(map(str, group_of))}")
    lines.append(f"ladder building {' '.join(names)} : bare house=1 house=2 house=3 house=4 hotel=1")
    lines.append(f"table deeds 1 {sum(1 << i for i, price in enumerate(prices) if price)}")
    return "\n".join(lines)


_RULES = r"""
players 2 4
purposes purchase rent building sale tax
die d6 1 2 3 4 5 6
dice d6 2
piece house 32
piece hotel 12
deck chance c1 c2 c3 c4 c5 c6 c7 c8
decision buy yes +thing
decision bid number money +thing +player
slot mortgaged yes/no thing 0 in 0..1 public
slot doubles count player 0 in 0..3 public
moment before 20 build lift
moment in_debt 40 sell pawn
action build site:thing:own_sites needs whole 1 whole "you need the group" needs clear 1 clear "something is mortgaged" \
  needs even 1 even "build evenly" needs room 1 room "nothing is built above" needs supply 1 supply "the bank has none" \
  cost build_cost does do_build
action lift deed:thing:own_pawned cost lift_cost does do_lift
action sell site:thing:own_built needs evenly 1 top "sell evenly" does do_sell
action pawn deed:thing:own_clear needs bare 1 group_bare "sell the buildings first" does do_pawn
ending last one_left who_left
strategy steady before=plan_before in_debt=plan_debt buy=plan_buy bid=plan_bid

function one_left() -> 1 pure
  g = load in_game
  n = size g
  x = le n 1
  return x
function who_left() -> 1 pure
  g = load in_game
  return g
function owned(p) -> 1 pure
  found = move {}
  rest = table deeds 0
  loop 40
    d = next rest 0
    o = load owner d
    x = eq o p
    if x
      found = with found d
    end
  end
  return found
function own_sites(p) -> 1 pure
  found = call owned p
  return found
function own_pawned(p) -> 1 pure
  all = call owned p
  found = move {}
  loop 40
    d = next all 0
    m = load mortgaged d
    if m
      found = with found d
    end
  end
  return found
function own_clear(p) -> 1 pure
  all = call owned p
  pawned = call own_pawned p
  x = less all pawned
  return x
function own_built(p) -> 1 pure
  all = call owned p
  found = move {}
  loop 40
    d = next all 0
    m = load stepno d
    if m
      found = with found d
    end
  end
  return found
function whole(p d) -> 1 pure
  g = table group_of d
  m = table members g
  loop 40
    e = next m 0
    o = load owner e
    x = ne o p
    if x
      return 0
    end
  end
  return 1
function clear(p d) -> 1 pure
  g = table group_of d
  m = table members g
  loop 40
    e = next m 0
    o = load mortgaged e
    if o
      return 0
    end
  end
  return 1
function even(p d) -> 1 pure
  g = table group_of d
  m = table members g
  mine = load stepno d
  loop 40
    e = next m 0
    o = load stepno e
    x = lt o mine
    if x
      return 0
    end
  end
  return 1
function top(p d) -> 1 pure
  g = table group_of d
  m = table members g
  mine = load stepno d
  loop 40
    e = next m 0
    o = load stepno e
    x = gt o mine
    if x
      return 0
    end
  end
  return 1
function group_bare(p d) -> 1 pure
  g = table group_of d
  m = table members g
  loop 40
    e = next m 0
    o = load stepno e
    if o
      return 0
    end
  end
  return 1
function room(p d) -> 1 pure
  mine = load stepno d
  x = lt mine 5
  return x
function supply(p d) -> 1 pure
  mine = load stepno d
  top = eq mine 4
  if top
    n = load piece.hotel 4 0
    x = gt n 0
    return x
  end
  n = load piece.house 4 0
  x = gt n 0
  return x
function build_cost(p d) -> 1 pure
  x = table price d
  y = div_near x 2
  return y
function lift_cost(p d) -> 1 pure
  x = table price d
  y = mul x 55
  z = div_up y 100
  return z
function rent(d p) -> 1 pure
  st = load stepno d
  base = table rents d st
  if st
    return base
  end
  all = call whole p d
  if all
    x = mul base 2
    return x
  end
  return base
function do_build(p d) actor
  c = call build_cost p d
  pay p 4 c building d
  st = load stepno d
  st2 = add st 1
  step d st2
function do_sell(p d) actor
  st = load stepno d
  st2 = sub st 1
  atomic 1
  four = eq st 5
  if four
    n = load piece.house 4 0
    x = lt n 4
    if x
      st2 = move 0
    end
  end
  step d st2
  atomic 0
  c = call build_cost p d
  h = div_down c 2
  gone = sub st st2
  sum = mul h gone
  pay 4 p sum sale d
function do_pawn(p d) actor
  store mortgaged 1 d
  x = table price d
  h = div_down x 2
  pay 4 p h sale d
function do_lift(p d) actor
  c = call lift_cost p d
  pay p 4 c sale d
  store mortgaged 0 d
function plan_before(p) -> 2 pure
  rest = call owned p
  cash = load money p
  best = move -1
  gain = move 0
  loop 40
    d = next rest 0
    x = call whole p d
    if x
      x = call clear p d
      if x
        x = call even p d
        if x
          x = call room p d
          if x
            x = call supply p d
            if x
              c = call build_cost p d
              left = sub cash c
              ok = ge left 150
              if ok
                st = load stepno d
                st2 = add st 1
                now = table rents d st
                then = table rents d st2
                g = sub then now
                better = gt g gain
                if better
                  gain = move g
                  best = move d
                end
              end
            end
          end
        end
      end
    end
  end
  some = ge best 0
  if some
    return 0 best
  end
  rest2 = call own_pawned p
  loop 40
    d = next rest2 0
    c = call lift_cost p d
    left = sub cash c
    ok = ge left 300
    if ok
      return 1 d
    end
  end
  return -1 -1
function plan_debt(p) -> 2 pure
  rest = call own_clear p
  loop 40
    d = next rest 0
    x = call group_bare p d
    if x
      return 3 d
    end
  end
  rest2 = call own_built p
  loop 40
    d = next rest2 0
    x = call top p d
    if x
      return 2 d
    end
  end
  return -1 -1
function plan_buy(p d) -> 1 pure
  m = load money p
  c = table price d
  l = sub m c
  x = ge l 150
  return x
function plan_bid(p d q) -> 1 pure
  m = load money p
  c = table price d
  half = div_down c 2
  x = min half m
  return x
function game()
  i = load in_game
  loop 10
    p = next i 0
    pay 4 p 1500 purchase -1
    place p 0 0
  end
  loop -1
    i = load in_game
    loop 10
      p = next i 0
      g = load in_game
      x = has g p
      if x
        turn p play p
      end
    end
  end
function everyone(first)
  seat = load in_game
  loop 10
    p = first seat first
    none = lt p 0
    break_if none
    seat = without seat p
    loop 200
      a b = act before p 1
      none = lt a 0
      break_if none
      perform p a
    end
  end
function play(p) actor
  store doubles 0 p
  loop 3
    call everyone p
    t = roll d6 p
    q = load position p
    r = add q t
    d = div_down r 40
    passed = mul d 40
    m = sub r passed
    if d
      pay 4 p 200 tax -1
    end
    place p m 1
    call land p m
    one = load dice.0 0
    two = load dice.0 1
    same = ne one two
    break_if same
    n = load doubles p
    n = add n 1
    store doubles n p
    third = eq n 3
    break_if third
  end
function land(p d) actor
  deeds = table deeds 0
  x = has deeds d
  if x
    o = load owner d
    none = lt o 0
    if none
      c = table price d
      m = load money p
      can = ge m c
      yes = move 0
      if can
        yes = ask_yes buy p d
      end
      if yes
        pay p 4 c purchase d
        own d p
      else
        call auction p d
      end
    else
      other = ne o p
      pawned = load mortgaged d
      clean = not pawned
      both = meet other clean
      if both
        c = call rent d o
        call owe p o c d
      end
    end
  else
    k = div_down d 4
    t = mul k 4
    tax = eq t d
    if tax
      call owe p 4 90 -1
    else
      c = draw chance p
      z = ge c 0
      if z
        card c -1
        y = div_down c 2
        w = mul y 40
        pay 4 p w tax -1
      end
    end
  end
function auction(p d)
  seat = load in_game
  best = move 0
  leader = move -1
  loop 10
    q = next seat 0
    m = load money q
    least = add best 1
    can = ge m least
    if can
      b = ask_number bid q 0 m d leader
      more = gt b best
      if more
        best = move b
        leader = move q
      end
    end
  end
  some = ge leader 0
  if some
    pay leader 4 best purchase d
    own d leader
  end
function owe(p to amount d) actor
  loop 60
    m = load money p
    enough = ge m amount
    break_if enough
    a b = act in_debt p 0
    none = lt a 0
    if none
      call broke p to
    end
    perform p a
  end
  pay p to amount rent d
function broke(p to)
  all = call owned p
  loop 40
    d = next all 0
    st = load stepno d
    if st
      atomic 1
      step d 0
      atomic 0
    end
    store mortgaged 0 d
    bank = eq to 4
    if bank
      own d -1
    else
      own d to
    end
  end
  m = load money p
  pay p to m rent -1
  out p
  endings
"""


@cache
def classic() -> Program:
    return assemble(_board() + _RULES)
