"""Each op by itself. `test_every_op_is_tested` holds this file against the rows of `ops.py`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rulelang.engine.actions import Act, Done, Member, No, Number, Option, Pass, PutIn, TakeOut, Yes
from rulelang.engine.events import Kind
from rulelang.engine.faults import Fault
from rulelang.engine.invariants import check_invariants
from rulelang.engine.tape import Roll, Tape
from rulelang.ir.ops import OPS
from rulelang.machine.slots import MOST
from tests.engine.playing import answer_all, begin, call, rows, run, value, values

HIGH, LOW = 2**63 - 1, -(2**63)

# ------------------------------------------------------------------------------------------------- numbers and sets
FAULT = "fault"
NUMBERS: list[tuple[str, int | str]] = [
    ("move 7", 7),
    ("add 2 3", 5),
    (f"add {HIGH} 1", FAULT),
    (f"add {LOW} -1", FAULT),
    (f"add {HIGH} 0", HIGH),
    ("sub 2 3", -1),
    (f"sub {LOW} 1", FAULT),
    ("mul -4 3", -12),
    (f"mul {HIGH} 2", FAULT),
    ("div_down 7 2", 3),
    ("div_down -7 2", -4),
    ("div_down 7 -2", -4),
    ("div_down 1 0", FAULT),
    (f"div_down {LOW} -1", FAULT),
    ("div_up 7 2", 4),
    ("div_up -7 2", -3),
    ("div_up 7 -2", -3),
    ("div_up 0 0", FAULT),
    (f"div_up {LOW} -1", FAULT),
    ("div_near 7 2", 4),
    ("div_near -7 2", -3),
    ("div_near 5 3", 2),
    ("div_near 4 3", 1),
    ("div_near 7 -2", -3),
    ("div_near 1 0", FAULT),
    (f"div_near {LOW} -1", FAULT),
    ("min 2 -3", -3),
    ("max 2 -3", 2),
    ("eq 2 2", 1),
    ("eq 2 3", 0),
    ("ne 2 3", 1),
    ("lt 2 3", 1),
    ("le 3 3", 1),
    ("gt 2 3", 0),
    ("ge 2 3", 0),
    ("not 0", 1),
    ("not 5", 0),
    ("has {1,70} 70", 1),
    ("has {1,70} 2", 0),
    ("has {0} -1", 0),
    ("with {1} 3", 0b1010),
    ("with {1} -1", 0b10),
    ("without {1,3} 3", 0b10),
    ("without {1,3} -1", 0b1010),
    ("meet {0,1} {1,2}", 0b10),
    ("join {0,1} {1,2}", 0b111),
    ("less {0,1} {1,2}", 0b1),
    ("size {0,5,99}", 3),
    ("first {1,4} 0", 1),
    ("first {1,4} 2", 4),
    ("first {1,4} 5", 1),
    ("first {1,4} -1", 1),
    ("first {} 3", -1),
]


def outcome(text: str, function: str, *arguments: int) -> Any:
    try:
        return call(text, function, *arguments)
    except Fault:
        return FAULT


@pytest.mark.parametrize(("op", "expected"), NUMBERS)
def test_numbers_and_sets(op: str, expected: int | str) -> None:
    assert outcome(f"function f() -> 1 pure\n  x = {op}\n  return x", "f") == expected


@pytest.mark.parametrize(("op", "expected"), [case for case in NUMBERS if len(case[0].split()) == 3])
def test_the_same_with_values_that_nobody_knows_before(op: str, expected: int | str) -> None:
    code, a, b = op.split()
    text = f"function f(a b) -> 1 pure\n  x = {code} a b\n  return x"
    arguments = [sum(1 << int(m) for m in w.strip("{}").split(",") if m) if w.startswith("{") else int(w) for w in (a, b)]
    assert outcome(text, "f", *arguments) == expected


# ------------------------------------------------------------------------------------------------- slots and tables
SLOTS = """
players 2 4
slot single count 5
slot row count #3 1 2 3
slot grid count #2 #3 1 2 3 4 5 6
slot small count player 0 in 0..9
slot seen count player 0 in 0..9 public
slot deeds set_of_player 0 public
table line 3 7 8 9
table plane 2x2 1 2 3 4
"""


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("load single", 5),
        ("load row i", 3),
        ("load grid 1 i", 6),
        ("load grid j i", 6),
        ("load grid j 0", 4),
        ("load row k", FAULT),
        ("load row m", FAULT),
        ("load grid i 0", FAULT),
        ("load grid 0 m", FAULT),
        ("table line i", 9),
        ("table line m", FAULT),
        ("table line k", FAULT),
        ("table plane j j", 4),
        ("table plane j 0", 3),
        ("table plane i 0", FAULT),
        ("table plane 0 m", FAULT),
    ],
)
def test_load_and_table(op: str, expected: int | str) -> None:
    text = f"{SLOTS}function f(i j k m) -> 1 pure\n  x = {op}\n  return x"
    assert outcome(text, "f", 2, 1, 3, -1) == expected


def test_store() -> None:
    game = begin(f"{SLOTS}function f(i v)\n  store row v i\n  store grid v 1 i\n  store single v\n  store small v i\n  store seen v i")
    run(game, "f", 2, 9)
    assert (value(game, "row", 2), value(game, "grid", 1, 2), value(game, "single"), value(game, "small", 2)) == (9, 9, 9, 9)
    number = [slot.name for slot in game.program.slots].index("seen")
    run(game, "f", 2, 9)  # the same once more is no change
    assert rows(game, Kind.SET) == [(number, 2, 0, 0, 9)]


@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("store row v i", (3, 1)),
        ("store row v i", (-1, 1)),
        ("store seen v i", (4, 1)),
        ("store seen v i", (-1, 1)),
        ("store seen v i", (0, 10)),
        ("store small v i", (0, 10)),
        ("store small v i", (0, -1)),
        ("store grid v i i", (2, 0)),
    ],
)
def test_store_outside(line: str, arguments: tuple[int, ...]) -> None:
    game = begin(f"{SLOTS}function f(i v)\n  {line}")
    before = game.state.slots[:]
    with pytest.raises(Fault) as caught:
        run(game, "f", *arguments)
    assert caught.value.line > 0
    assert game.state.slots == before


def test_store_of_a_public_set() -> None:
    game = run(begin(f"{SLOTS}function f()\n  store deeds {{0,2}}"), "f")
    assert rows(game, Kind.SET)[0][-1] == 0b101


# -------------------------------------------------------------------------------------------------------- control
def test_if_else_end() -> None:
    text = "function f(a) -> 1 pure\n  if a\n  x = move 1\n  else\n  x = move 2\n  end\n  return x"
    assert (call(text, "f", 5), call(text, "f", 0)) == (1, 2)


@pytest.mark.parametrize("pure", ["pure", ""])
@pytest.mark.parametrize(("bound", "expected"), [(3, FAULT), (4, 5), (9, 5)])
def test_loop_break_if(pure: str, bound: int, expected: int | str) -> None:
    # Five rounds begin; the fifth is left before its end, so four end.
    code = f"  x = move 0\n  loop {bound}\n  x = add x 1\n  y = eq x 5\n  break_if y\n  end"
    assert waited(pure, code) == expected


@pytest.mark.parametrize("pure", ["pure", ""])
def test_break(pure: str) -> None:
    assert waited(pure, "  x = move 0\n  loop 9\n  x = add x 1\n  y = eq x 5\n  if y\n  break\n  end\n  end") == 5


@pytest.mark.parametrize("pure", ["pure", ""])
@pytest.mark.parametrize(("bound", "start", "expected"), [(3, 0, 246), (3, 3, 462), (2, 0, FAULT)])
def test_next(pure: str, bound: int, start: int, expected: int | str) -> None:
    code = f"  s = move {{2,4,6}}\n  x = move 0\n  loop {bound}\n  m = next s {start}\n  x = mul x 10\n  x = add x m\n  end"
    assert waited(pure, code) == expected


def waited(pure: str, code: str) -> Any:
    """What x is after the code, whole and pure or with a question in each round."""
    if pure:
        return outcome(f"function f() -> 1 pure\n{code}\n  return x", "f")
    asked = code.replace("x = add", "q = ask_yes go 0\n  x = add")
    game = begin(f"decision go yes\nslot result count\nfunction f()\n{asked}\n  store result x")
    try:
        run(game, "f")
        while game.waiting is not None:
            game.apply(No())
    except Fault:
        return FAULT
    return value(game, "result")


@pytest.mark.parametrize("pure", ["pure", ""])
def test_reach(pure: str) -> None:
    text = f"function f(a){' -> 1 pure' if pure else ''}\n  reach 1\n  if a\n  reach 2\n  else\n  reach 4\n  end\n"
    game = begin(text + ("  return a" if pure else "  endings\n  reach 3"))
    loaded = game.machine.loaded
    assert list(loaded.reached) == [0] * 5
    if pure:
        loaded.call(0, game.state.slots, 7)
    else:
        run(game, "f", 7)
    assert [place for place, reached in enumerate(loaded.reached) if reached] == ([1, 2] if pure else [1, 2, 3])


def test_call_and_return() -> None:
    text = """
slot out count #5
function two(a b) -> 2 pure
  return b a
function pick(a) -> 1
  if a
    return 8
  end
  return 9
function none()
  store out 1 4
function silent() -> 2
  x = move 5
  return x x
function f()
  a b = call two 1 2
  store out a 0
  store out b 1
  c = call pick 1
  store out c 2
  c = call pick 0
  store out c 3
  call none
"""
    game = run(begin(text), "f")
    assert values(game, "out") == [2, 1, 8, 9, 1]


# ------------------------------------------------------------------------------------------------------------ changes
WORLD = """
players 2 4
pots jackpot
purposes rent
space go
space a group g
space b group g
thing t
die d6 1 2 3 4 5 6
die word 1 bus 3 bus
dice d6 2
dice word 1
piece house 3
piece hotel 1
piece booth 2
piece flag 2 per_group
piece coin -1
shown t booth
ladder building a b : bare house=1 house=2 hotel=1
deck chance c1 c2 c3
deck chest k1 aside
message hi "hello {1:player} {0:count}"
message stuck "no way on"
marks seen
decision yes yes +count
decision way option left right middle
decision who member player
decision much number money
decision deal goods
component money - most_money
component things thing most_things
slot got count #4
function most_money(p) -> 1 pure
  m = load money p
  return m
function most_things(p) -> 1 pure
  return {0,2}
function all(p) -> 1 pure
  return {0,1}
function odd(p x) -> 1 pure
  x = eq x 1
  return x
function do_it(p x)
  store got x 3
action choose x:thing:all needs odd 1 odd "it is even" does do_it
moment main 5 choose
"""


def world(code: str, *arguments: int, explicit: bool = False, tape: Tape | None = None) -> Any:
    names = "abcdefgh"[: len(arguments)]
    game = begin(f"{WORLD}\nfunction f({' '.join(names)})\n{code}", explicit=explicit, tape=tape)
    run(game, "f", *arguments)
    if game.waiting is None:
        assert check_invariants(game.program, game.state) == []
    return game


def test_pay() -> None:
    game = world("  pay 4 0 100 rent -1\n  pay 0 5 30 rent 2\n  pay 0 1 0 rent -1\n  pay 0 0 70 rent -1")
    assert values(game, "money") == [70, 0, 0, 0, -100, 30]
    assert rows(game, Kind.PAY) == [(4, 0, 100, 0, -1), (0, 5, 30, 0, 2), (0, 1, 0, 0, -1), (0, 0, 70, 0, -1)]


@pytest.mark.parametrize("operands", ["4 0 -1", "0 4 1", "5 4 1", "6 0 1", "4 -1 1"])
def test_pay_that_cannot_be(operands: str) -> None:
    with pytest.raises(Fault):
        world(f"  pay {operands} rent -1")


def test_pay_more_than_anybody_can_have() -> None:
    assert value(world(f"  pay 4 0 {MOST} rent -1"), "money", 0) == MOST
    with pytest.raises(Fault, match=f"more money than {MOST} in one place"):
        world(f"  pay 4 0 {MOST} rent -1\n  pay 4 0 1 rent -1")
    with pytest.raises(Fault, match=f"more money than {MOST} in one place"):
        world(f"  pay 4 0 {HIGH} rent -1")


def test_own() -> None:
    game = world("  own a 1\n  own a -1\n  own a 4")
    assert value(game, "owner", 1) == 4
    assert rows(game, Kind.OWN) == [(1, -1, 1), (1, 1, -1), (1, -1, 4)]


def test_own_with_a_piece_that_shows_the_owner() -> None:
    booths = "  pieces booth -1 4 0 1\n  pieces booth -1 4 1 1\n"
    game = world(f"{booths}  own t 0\n  own t 1\n  own t 1")
    assert [value(game, "piece.booth", holder) for holder in range(2)] == [1, 0]
    game = world(f"{booths}  own t 0\n  own t 4")
    assert [value(game, "piece.booth", holder) for holder in range(2)] == [1, 1]
    with pytest.raises(Fault, match="not enough booths"):
        world("  own t 0")


def test_step() -> None:
    game = world("  step a 2\n  step a 3\n  step b 2\n  step a 0")
    assert [value(game, f"piece.{piece}", 4) for piece in ("house", "hotel")] == [1, 1]
    assert rows(game, Kind.STEP) == [(1, 0, 2), (1, 2, 3), (2, 0, 2), (1, 3, 0)]
    for bad in ("step a 2\n  step b 2", "step a 4", "step a -1", "step t 1", "step go 0"):
        with pytest.raises(Fault):
            world(f"  {bad}")


def test_pieces() -> None:
    game = world("  pieces house -1 4 0 2\n  pieces house -1 0 1 1\n  pieces flag 0 4 1 2\n  pieces coin -1 4 2 1000")
    assert values(game, "piece.house") == [1, 1, 0, 0, 1, 0]
    assert rows(game, Kind.PIECES)[:2] == [(0, 0, 4, 0, 2), (0, 0, 0, 1, 1)]
    for bad in ("pieces house -1 4 0 4", "pieces house -1 4 0 -1", "pieces flag 1 4 0 1", "pieces house -1 9 0 1"):
        with pytest.raises(Fault):
            world(f"  {bad}")


def test_card() -> None:
    game = world("  c = draw chance 0\n  card c 0\n  d = draw chance 1\n  card d -1\n  card k1 2")
    drawn = [row[2] for row in rows(game, Kind.DRAW)]
    assert value(game, "card_holder", drawn[0]) == 0
    assert value(game, "card_holder", drawn[1]) == -1
    assert values(game, "deck.chance.queue") == [drawn[1], -1, -1]
    assert value(game, "card_holder", 3) == 2 and value(game, "deck.chest.unknown") == 0
    assert rows(game, Kind.CARD) == [(drawn[0], -2, 0), (drawn[1], -2, -1), (3, -1, 2)]
    with pytest.raises(Fault):
        world("  card -1 0")


def test_place() -> None:
    game = world("  place 1 2 0\n  place 1 1 2")
    assert (value(game, "position", 1), value(game, "moves", 1)) == (1, 2)
    assert rows(game, Kind.MOVE) == [(1, -1, 2, 0), (1, 2, 1, 2)]
    for bad in ("place 1 3 0", "place 1 -1 0", "place 9 0 0"):
        with pytest.raises(Fault):
            world(f"  {bad}")


def test_atomic() -> None:
    # Three houses for four at first, but only two are missing at the end.
    game = world("  atomic 1\n  step a 2\n  step b 2\n  step a 0\n  atomic 0")
    assert value(game, "piece.house", 4) == 1
    with pytest.raises(Fault, match="not enough houses"):
        world("  atomic 1\n  step a 2\n  step b 2\n  atomic 0")


def test_say_and_mark() -> None:
    game = world("  say hi a 1\n  mark seen 2 b", 5, 6)
    assert (rows(game, Kind.SAY), rows(game, Kind.MARK)) == ([(0, 5, 1)], [(0, 2, 6)])


def test_fault() -> None:
    with pytest.raises(Fault, match="no way on") as caught:
        world("  say hi 1 2\n  fault stuck")
    assert (caught.value.rule, caught.value.file, caught.value.line) == ("f", "test.mono", len(WORLD.splitlines()) + 4)


# ------------------------------------------------------------------------------------------------------------- chance
def test_roll() -> None:
    game = world("  x = roll d6 1\n  store got x 0\n  y = roll word 1\n  store got y 1", tape=Tape([Roll((2, 5)), Roll((-1,), 1)]))
    assert (values(game, "dice.0"), values(game, "dice.1"), value(game, "rolled", 1), value(game, "last_dice")) == ([2, 5], [-1], 0, 1)
    assert values(game, "got")[:2] == [7, 0]
    assert rows(game, Kind.ROLL) == [(1, 0, 7, 2, 5), (1, 1, 0, -1)]
    assert rows(world("  x = roll d6 -1"), Kind.ROLL)[0][0] == -1


def test_draw() -> None:
    code = "  x = draw chest 0\n  y = draw chest 1\n  card x -1\n  z = draw chest 1\n"
    game = world(f"{code}  store got x 0\n  store got y 1\n  store got z 2")
    assert values(game, "got")[:3] == [3, -1, 3]
    assert rows(game, Kind.DRAW) == [(0, 1, 3), (1, 1, -1), (1, 1, 3)]


def test_pick() -> None:
    game = world("  x = pick {1,3} 0\n  store got x 0\n  y = pick {} 0\n  store got y 1")
    assert value(game, "got", 0) in (1, 3) and value(game, "got", 1) == -1
    assert len(rows(game, Kind.PICK)) == 1


# ---------------------------------------------------------------------------------------------------------- decisions
def test_ask_yes() -> None:
    code = "  x = ask_yes yes 1 77\n  store got x 0\n  x = ask_yes yes 1 78\n  store got x 1"
    game = world(code)
    assert (game.waiting.kind, game.waiting.who, game.waiting.index, game.waiting.context) == ("yes", 1, 0, (77,))
    answer_all(game, [Yes(), No()])
    assert values(game, "got")[:2] == [1, 0] and rows(game, Kind.DECIDE) == [(1, 0, 1), (1, 0, 0)]


def test_ask_option() -> None:
    game = world("  x = ask_option way 0 {0,2}\n  store got x 0\n  x = ask_option way 0 {}\n  store got x 1")
    assert game.legal_actions() == [Option(0), Option(2)] and not game.is_legal(Option(1)).ok
    answer_all(game, [Option(2)])
    assert values(game, "got")[:2] == [2, -1]


def test_ask_member() -> None:
    game = world("  x = ask_member who 0 {1,2}\n  store got x 0\n  x = ask_member who 0 {}\n  store got x 1")
    assert game.legal_actions() == [Member(1), Member(2)]
    answer_all(game, [Member(1)])
    assert values(game, "got")[:2] == [1, -1]


def test_ask_number() -> None:
    bounds = ("5 90", "5 5", "5 4")
    game = world("".join(f"  x = ask_number much 0 {bound}\n  store got x {place}\n" for place, bound in enumerate(bounds)))
    assert [game.is_legal(Number(n)).ok for n in (4, 5, 90, 91)] == [False, True, True, False]
    answer_all(game, [Number(33)])
    assert values(game, "got")[:3] == [33, 5, 5]


def test_ask_goods() -> None:
    game = world("  pay 4 1 50 rent -1\n  m t = ask_goods deal 0 1\n  store got m 0\n  store got t 1")
    answer_all(game, [PutIn(0, 20), PutIn(1, 0), PutIn(1, 2), TakeOut(1, 0), PutIn(0, 10), Done()])
    assert values(game, "got")[:2] == [10, 0b100]
    assert rows(game, Kind.DECIDE) == [(0, 4, 10, 0b100)]


def test_act_and_perform() -> None:
    once = "  a x = act main 0 1\n  store got a 0\n  store got x 1\n"
    game = world(f"{once}  perform 0 a\n{once}")
    assert game.legal_actions() == [Pass(), Act(0, (1,))]
    game.apply(Act(0, (1,)))
    assert values(game, "got") == [0, 1, 0, 1] and rows(game, Kind.ACT) == [(0, 0, 1)]
    game.apply(Pass())
    assert values(game, "got")[:2] == [-1, -1]


def test_perform_of_nothing() -> None:
    with pytest.raises(Fault, match="no action"):
        world("  a = move -1\n  b = move -1\n  perform 0 a")


TESTED_ELSEWHERE = {"out", "end_turn", "turn", "endings"}  # test_calls


def test_every_op_is_tested() -> None:
    here = Path(__file__)
    text = here.read_text() + (here.parent / "test_calls.py").read_text()
    used = {code for code in OPS if re.search(rf"(^|[\s\"=n]){code}(\s|\\n|\"|$)", text)}
    assert set(OPS) - used == set()
