"""How calls end: by a return, with the turn, with their actor, with the game; and what turns and rounds are."""

from __future__ import annotations

import pytest

from rulelang.engine.actions import No, Yes
from rulelang.engine.events import Kind
from rulelang.engine.faults import Fault
from rulelang.engine.game import Game
from tests.engine.playing import begin, rows, run, value, values

SAY = """
players 2 4
message at "{0:count}"
decision go yes
slot out count #4
"""


def said(game: Game) -> list[int]:
    return [row[1] for row in rows(game, Kind.SAY)]


# ------------------------------------------------------------------------------------------------------ leaving the game
def test_leaving_ends_the_calls_of_who_leaves() -> None:
    # f (nobody's) > a (of 0) > b (of 0) > leave: a and b end, f goes on.
    text = SAY + """
function f()
  call a 0
  say at 1
function a(p) actor
  call b p
  say at 2
function b(p) actor
  out p
  say at 3
"""
    game = run(begin(text), "f")
    assert said(game) == [1]
    assert value(game, "in_game") == 0b110 and rows(game, Kind.OUT) == [(0,)]


def test_others_go_on_and_then_hand_back_to_nobody() -> None:
    # a (of 0) > b (of 1) > c (of 0) > leave of 0: c ends at once, b goes on to its end, then a ends.
    text = SAY + """
function f()
  call a 0
  say at 1
function a(p) actor
  call b 1 p
  say at 2
function b(q p) actor
  call c p
  say at 3
function c(p) actor
  out p
  say at 4
"""
    assert said(run(begin(text), "f")) == [3, 1]


def test_somebody_else_leaves() -> None:
    # a (of 0) makes 1 leave: a goes on; the call of 1 under it ends when control comes back.
    text = SAY + """
function f()
  call b 1
  say at 1
function b(q) actor
  call a 0 q
  say at 2
function a(p q) actor
  out q
  say at 3
  call late q
  say at 4
function late(q) actor
  say at 5
"""
    assert said(run(begin(text), "f")) == [3, 4, 1]


def test_results_of_a_call_that_ends_so_are_0() -> None:
    text = SAY + """
function f()
  x y = call a 0
  store out x 0
  store out y 1
  x y = call a 0
  store out x 2
  store out y 3
function a(p) -> 2 actor
  out p
  return 7 8
"""
    game = run(begin(text + "function g()\n  store out 5 0\n  store out 5 1\n  store out 5 2\n  store out 5 3\n"), "g")
    assert values(run(game, "f"), "out") == [0, 0, 0, 0]


def test_leaving_twice_is_one_event() -> None:
    game = run(begin(SAY + "function f()\n  out 1\n  out 1"), "f")
    assert len(rows(game, Kind.OUT)) == 1
    with pytest.raises(Fault):
        run(begin(SAY + "function f()\n  out -1"), "f")


def test_who_has_left_receives_nothing() -> None:
    text = """
players 2 4
purposes rent
thing t
piece house 3
deck chance c1
function f()
  own t 1
  pieces house -1 4 1 2
  c = draw chance 0
  out 0
  pay 4 0 10 rent -1
  own t 0
  pieces house -1 1 0 1
  card c 0
"""
    game = run(begin(text), "f")
    assert values(game, "money") == [0] * 5
    assert value(game, "owner") == -1
    assert values(game, "piece.house") == [0, 1, 0, 0, 2]
    assert value(game, "card_holder") == -1
    assert [row[1] for row in rows(game, Kind.PAY)] == [4]


def test_who_has_left_is_not_asked() -> None:
    text = SAY + """
decision way option a b c
decision who member player
decision much number money
decision deal goods
component money - most
moment main 3
function most(p) -> 1 pure
  return 9
function f()
  out 0
  x = ask_yes go 0
  store out x 0
  x = ask_option way 0 {0,1}
  store out x 1
  x = ask_member who 0 {1,2}
  store out x 2
  x = ask_number much 0 3 8
  store out x 3
  x = ask_goods deal 0 1
  say at x
  x = act main 0 0
  say at x
"""
    game = run(begin(text), "f")
    assert game.waiting is None
    assert values(game, "out") == [0, 1, 1, 3] and said(game) == [0, -1]


def test_an_all_at_once_ends_with_its_call() -> None:
    text = SAY + """
piece house 1
function f()
  call a 0
  say at 1
  pieces house -1 4 1 2
function a(p) actor
  atomic 1
  pieces house -1 4 1 1
  out p
  atomic 0
"""
    game = begin(text)
    with pytest.raises(Fault, match="not enough"):
        run(game, "f")
    assert said(game) == [1] and game.state.atomic == 0


def test_an_all_at_once_that_ends_short_with_its_call() -> None:
    text = SAY + "piece house 1\nfunction f()\n  call a 0\nfunction a(p) actor\n  atomic 1\n  pieces house -1 4 1 2\n  out p\n  atomic 0\n"
    with pytest.raises(Fault, match="not enough"):
        run(begin(text), "f")


# -------------------------------------------------------------------------------------------------------------- turns
TURNS = SAY + """
slot order player #12 -1
function turns(a b c d)
  turn a play a
  turn b play b
  turn c play c
  turn d play d
function play(p) actor
  r = load round
  say at r
"""


@pytest.mark.parametrize(
    ("order", "rounds"),
    [
        ((0, 1, 2, 0), [1, 1, 1, 2]),
        ((1, 2, 0, 1), [1, 1, 1, 2]),
        ((0, 0, 1, 0), [1, 1, 1, 2]),  # an extra turn is no round
        ((0, 1, 1, 2), [1, 1, 1, 1]),
        ((1, 0, 2, 0), [1, 1, 2, 2]),  # past who opened the first, once
    ],
)
def test_turns_and_rounds(order: tuple[int, ...], rounds: list[int]) -> None:
    game = run(begin(TURNS), "turns", *order)
    assert said(game) == rounds
    assert rows(game, Kind.TURN) == [(player, number) for number, player in enumerate(order, 1)]
    assert [row[0] for row in rows(game, Kind.ROUND)] == sorted(set(rounds))
    assert (value(game, "turns"), value(game, "turn_player")) == (4, order[-1])


def test_the_order_comes_round_without_who_began() -> None:
    text = TURNS + "function begin()\n  turn 0 play 0\n  out 0\n  turn 1 play 1\n  turn 2 play 2\n  turn 1 play 1"
    assert said(run(begin(text), "begin")) == [1, 1, 1, 2]


def test_alone_each_turn_is_a_round() -> None:
    game = run(begin(TURNS, 2), "turns", 0, 0, 0, 0)
    assert said(game) == [1, 1, 1, 1]
    alone = begin(TURNS.replace("function turns", "function alone()\n  out 1\n  out 2\n  call turns 0 0 0 0\nfunction turns"))
    assert said(run(alone, "alone")) == [1, 2, 3, 4]


def test_no_turn_for_who_has_left_or_nobody() -> None:
    game = run(begin(TURNS + "function g()\n  out 1\n  turn 1 play 1\n  say at 9"), "g")
    assert said(game) == [9] and rows(game, Kind.TURN) == []
    with pytest.raises(Fault):
        run(begin(TURNS), "turns", 0, -1, 0, 0)


def test_turns_without_end_in_which_nobody_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.engine.machine.MOST_TURNS_UNASKED", 50)
    text = TURNS + "decision stop yes\nfunction for_ever()\n  loop -1\n    turn 0 play 0\n    turn 1 ask 1\n  end\nfunction ask(p) actor\n"
    with pytest.raises(Fault, match="nobody has been asked"):
        run(begin(text), "for_ever")
    game = run(begin(text + "  x = ask_yes stop p\n"), "for_ever")
    for _ in range(60):
        game.apply(No())
    assert game.waiting is not None


def test_end_turn() -> None:
    text = SAY + """
function f()
  turn 0 play 0
  say at 1
function play(p) actor
  call deep p
  say at 2
function deep(p) actor
  turn 1 other 1
  say at 3
  end_turn
  say at 4
function other(p) actor
  call deeper p
  say at 5
function deeper(p) actor
  end_turn
"""
    assert said(run(begin(text), "f")) == [3, 1]


def test_end_turn_without_a_turn_ends_all() -> None:
    game = run(begin(SAY + "function f()\n  call g\n  say at 1\nfunction g()\n  end_turn"), "f")
    assert said(game) == [] and game.state.frames == [] and not game.is_terminal()


def test_a_turn_that_ends_within() -> None:
    text = SAY + """
function f()
  within g 7
  say at 1
function g(n)
  call h n
  say at 2
function h(n)
  say at n
  end_turn
"""
    assert said(run(begin(text), "f")) == [7, 1]


def test_what_nests_too_deep() -> None:
    text = SAY + """
slot depth count
function f()
  nest 5
  d = load depth
  d = add d 1
  store depth d
  call g
function g()
  call f
"""
    game = begin(text)
    with pytest.raises(Fault, match="deep"):
        run(game, "f")
    assert value(game, "depth") == 5


def test_the_call_of_who_left_goes_on_while_others_act() -> None:
    text = SAY + """
function f(p) actor
  a = move p
  p = move -1
  out a
  say at 1
  p = move a
  call g
  say at 2
function g()
  say at 3
"""
    assert said(run(begin(text), "f", 0)) == [1, 3]


def test_a_turn_ends_when_its_player_leaves() -> None:
    text = SAY + """
function f()
  turn 0 play 0
  say at 1
function play(p) actor
  out p
  say at 2
"""
    assert said(run(begin(text), "f")) == [1]


def test_limits_begin_again() -> None:
    text = TURNS + """
slot by_turn count player
slot by_round count player #2
slot by_game count player
function one() -> 1 pure
  return 1
function group(p) -> 1 pure
  return 1
function nothing(p)
action go limit turn one by_turn limit round one by_round per group limit game one by_game does nothing
function act3(p)
  a = move 0
  perform p a
function f()
  turn 0 play 0
  call act3 0
  turn 1 play 1
function g()
  turn 2 play 2
  turn 0 play 0
"""
    game = run(begin(text), "f")
    assert (values(game, "by_turn")[0], values(game, "by_round")[:2], values(game, "by_game")[0]) == (0, [0, 1], 1)
    run(game, "g")
    assert (values(game, "by_round")[:2], values(game, "by_game")[0]) == ([0, 0], 1)


# ------------------------------------------------------------------------------------------------------------ the end
def test_endings_cut_everything() -> None:
    text = SAY + """
ending never no some
ending two yes some
function no() -> 1 pure
  return 0
function yes() -> 1 pure
  t = load turns
  x = ge t 1
  return x
function some() -> 1 pure
  return {0,2}
function game()
  endings
  say at 1
  turn 0 play 0
  say at 2
function play(p) actor
  endings
  say at 3
"""
    game = run(begin(text), "game")
    assert said(game) == [1] and game.is_terminal() and game.state.frames == []
    assert rows(game, Kind.OVER) == [(1, 0b101)]
    assert [float(x) for x in game.returns()] == [0.5, 0, 0.5]
    with pytest.raises(ValueError):
        run(game, "game")


def test_a_game_whose_rules_run_out() -> None:
    from tests.engine.playing import sound

    game = Game.new_game(sound(SAY + "function game()\n  out 1"), 3, record=True)
    assert game.is_terminal() and rows(game, Kind.OVER) == [(-1, 0b101)]


def test_calls_inside_one_another_are_bounded() -> None:
    with pytest.raises(Fault, match="inside one another") as caught:
        run(begin(SAY + "function f()\n  call f"), "f")
    assert caught.value.rule == "f"


def test_waiting_in_a_deep_call() -> None:
    text = SAY + """
function f()
  call a 0
  say at 1
function a(p) actor
  loop 5
    x = ask_yes go p
    break_if x
    call b p
  end
  say at 2
function b(p) actor
  loop 3
    x = ask_yes go 1
    if x
      say at 3
    else
      say at 4
      break
    end
  end
"""
    game = run(begin(text), "f")
    for answer in (No(), Yes(), Yes(), No(), No(), No()):
        game.apply(answer)
    assert said(game) == [3, 3, 4, 4]
    game.apply(Yes())
    assert said(game) == [3, 3, 4, 4, 2, 1] and game.waiting is None
