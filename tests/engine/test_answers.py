"""What can be answered: actions with needs at each depth, limits, costs, bundles; and the reasons why something cannot."""

from __future__ import annotations

import pytest

from rulelang.engine.actions import (
    Act,
    Bundle,
    ChanceOutcome,
    Done,
    Member,
    No,
    Number,
    NumberRange,
    Option,
    Pass,
    PutIn,
    TakeOut,
    Yes,
    answer_from_json,
    answer_to_json,
)
from rulelang.engine.game import Game, IllegalAnswer
from rulelang.engine.phrases import Words
from tests.engine.playing import begin, number, run, value, values

# A player may put a piece of an even number on an odd place, one for each place and turn.
TEXT = """
players 2 4
space a
space b
space c
thing t0
thing t1
slot asked count #8
slot counted count player #6
slot must count
function all(p) -> 1 pure
  return {0,1,2}
function above(p x) -> 1 pure
  y = add x 1
  z = with {} y
  w = with z 2
  return w
function mine(p) -> 1 pure
  x = eq p 0
  return x
function no_zero(p x) -> 1 pure
  y = ne x 0
  return y
function odd_sum(p x y) -> 1 pure
  z = add x y
  a = div_down z 2
  b = mul a 2
  c = sub z b
  return c
function price(p x y) -> 1 pure
  z = mul y 10
  return z
function once() -> 1 pure
  return 1
function place_of(p x y) -> 1 pure
  none = eq y 4
  if none
    return -1
  end
  return y
function title(p x) -> 1 pure
  return x
function put(p x y)
  store asked x 0
  store asked y 1
function nothing(p)
action put from:thing:all to:thing:above \\
  needs turn 0 mine "only your own turn" \\
  needs some 1 no_zero "not {title:thing}" \\
  needs odd 2 odd_sum "no way" \\
  limit turn once counted per place_of cost price does put
action shout does nothing
action secret offered does nothing
moment main 5 put shout
moment strict 5 put
moment calm 5 shout
decision buy yes
function f(p may)
  loop 9
    a x y = act main p may
    no = lt a 0
    break_if no
    perform p a
  end
function g(p may)
  a x y = act strict p may
  store asked a 7
function give(p m)
  pay 4 p m none -1
function up_to(p most)
  x = ask_number much p 0 most
decision much number money
"""


def test_needs_are_tested_at_their_depth() -> None:
    game = run(begin(TEXT), "give", 0, 25)
    run(game, "f", 0, 1)
    # from 0 fails `some`; 1 to 2 costs 20; 2 to 3 costs 30 (too dear).
    assert game.legal_actions() == [Pass(), Act(0, (1, 2)), Act(1)]


@pytest.mark.parametrize(
    ("player", "action", "need", "reason"),
    [
        (0, Act(0, (1, 2)), "", ""),
        (0, Act(1), "", ""),
        (1, Act(0, (1, 2)), "turn", "only your own turn"),
        (0, Act(0, (0, 1)), "some", "not A"),
        (0, Act(0, (2, 2)), "odd", "no way"),
        (0, Act(0, (2, 3)), "money", "there is not enough money for that"),
        (0, Act(0, (1, 0)), "choice", "that cannot be chosen here"),
        (0, Act(0, (4, 0)), "choice", "that cannot be chosen here"),
        (0, Act(0, (0, 0)), "some", "not A"),
        (0, Act(0, (1,)), "choice", "that cannot be chosen here"),
        (0, Act(2), "moment", "that cannot be done in this moment"),
        (0, Act(99), "moment", "that cannot be done in this moment"),
        (0, Yes(), "kind", "that is no answer to what the game waits for"),
    ],
)
def test_the_first_failed_need_and_its_reason(player: int, action: Act, need: str, reason: str) -> None:
    game = run(begin(TEXT), "give", 0, 25)
    run(game, "f", player, 1)
    verdict = game.is_legal(action)
    assert (verdict.ok, verdict.need, verdict.reason) == (need == "", need, reason)
    if not verdict.ok:
        before = game.to_json()
        with pytest.raises(IllegalAnswer, match=reason):
            game.apply(action)
        assert game.to_json() == before


def test_limits() -> None:
    game = run(begin(TEXT), "give", 0, 1000)
    run(game, "f", 0, 1)
    game.apply(Act(0, (1, 2)))
    assert value(game, "counted", 0, 2) == 1
    assert game.is_legal(Act(0, (1, 2))).need == "limit"
    assert game.legal_actions() == [Pass(), Act(0, (2, 3)), Act(1)]


def test_who_must_act() -> None:
    game = run(run(begin(TEXT), "give", 0, 1000), "g", 0, 0)
    assert game.legal_actions() == [Act(0, (1, 2)), Act(0, (2, 3))]
    assert game.is_legal(Pass()).need == "pass"
    stuck = run(begin(TEXT), "g", 0, 0)  # no money
    assert stuck.legal_actions() == [Pass()] and stuck.is_legal(Pass()).ok
    stuck.apply(Pass())
    assert value(stuck, "asked", 7) == -1


def test_nothing_is_waited_for() -> None:
    game = begin(TEXT)
    assert game.legal_actions() == [] and game.is_legal(Pass()).need == "waiting"


def test_a_number_is_one_entry() -> None:
    game = run(begin(TEXT), "up_to", 0, 10**9)
    assert game.legal_actions() == [NumberRange(0, 10**9)]
    verdict = game.is_legal(Number(-1))
    assert (verdict.need, verdict.reason) == ("range", "it must be from 0 to 1000000000")


# ------------------------------------------------------------------------------------------------------------- bundles
GOODS = """
players 2 4
space a
space b
piece house 9
component money - most
component things thing deeds
component pieces house houses
decision deal goods +count
slot got count #3
function most(p) -> 1 pure
  m = load money p
  return m
function deeds(p) -> 1 pure
  found = move {}
  rest = move {0,1}
  loop 2
    d = next rest 0
    o = load owner d
    is = eq o p
    if is
      found = with found d
    end
  end
  return found
function houses(p) -> 1 pure
  n = load piece.house p 0
  return n
function f(p q)
  m t h = ask_goods deal p q 5
  store got m 0
  store got t 1
  store got h 2
function give(p)
  pay 4 p 100 none -1
  own b p
  pieces house -1 4 p 3
"""


def bundle_game(owner: int = 1) -> Game:
    return run(run(begin(GOODS), "give", 1), "f", 0, owner)


def test_bundles_by_small_steps() -> None:
    game = bundle_game()
    assert game.legal_actions() == [Done(), NumberRange(0, 100, 1, 0), PutIn(1, 1), NumberRange(0, 3, 1, 2)]
    game.apply(PutIn(1, 1))
    game.apply(PutIn(0, 40))
    assert game.legal_actions() == [Done(), NumberRange(0, 100, 1, 0), TakeOut(1, 1), NumberRange(0, 3, 1, 2)]
    assert game.state.draft == (40, 0b10, 0)
    other = Game.from_json(game.program, game.to_json())
    for either in (game, other):
        either.apply(TakeOut(1, 1))
        either.apply(PutIn(2, 2))
        either.apply(Done())
        assert values(either, "got") == [40, 0, 2] and either.state.draft == ()


@pytest.mark.parametrize(
    "answer",
    [
        *(PutIn(0, 101), PutIn(0, -1), PutIn(1, 0), PutIn(1, 9), PutIn(1, -1), PutIn(2, 4), PutIn(3, 0), PutIn(-1, 0)),
        *(TakeOut(1, 1), TakeOut(0, 5), TakeOut(1, -1)),
        *(Bundle((101, 0, 0)), Bundle((0, 1, 0)), Bundle((0, 0, 4)), Bundle((-1, 0, 0)), Bundle((0, -1, 0)), Bundle((0, 0))),
        *(Number(3), Pass()),
    ],
)
def test_bundles_that_may_not_be(answer: PutIn) -> None:
    game = bundle_game()
    assert not game.is_legal(answer).ok
    with pytest.raises(IllegalAnswer):
        game.apply(answer)


def test_a_bundle_at_once() -> None:
    game = bundle_game()
    game.apply(Bundle((100, 0b10, 3)))
    assert values(game, "got") == [100, 2, 3]


def test_an_empty_purse() -> None:
    assert bundle_game(owner=2).legal_actions() == [Done()]


# ---------------------------------------------------------------------------------------------------------------- JSON
@pytest.mark.parametrize(
    "answer",
    [
        *(Pass(), Act(3, (1, 2)), Act(0), Yes(), No(), Option(1), Member(4), Number(-7), NumberRange(1, 2, 1, 0)),
        *(PutIn(0, 5), TakeOut(1, 2), Done(), Bundle((1, 2**80, 3)), ChanceOutcome((5, -1))),
    ],
)
def test_answers_as_json(answer: Act) -> None:
    assert answer_from_json(answer_to_json(answer)) == answer


@pytest.mark.parametrize("data", [[], ["fly"], ["act"], ["act", "x"], ["number", None], ["yes", 1]])
def test_no_answer(data: list[object]) -> None:
    with pytest.raises(ValueError):
        answer_from_json(data)


class Other(Words):
    def __call__(self, type_: str, value: int) -> str:
        return f"<{type_} {value}>"


def test_reasons_in_other_words() -> None:
    game = run(begin(TEXT), "f", 0, 1)
    game.words = Other(game.program)
    assert game.is_legal(Act(0, (0, 1))).reason == "not <thing 0>"
    assert number(game.program, "f") >= 0
