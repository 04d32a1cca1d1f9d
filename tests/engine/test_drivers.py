"""Drivers: strategies of a program, their defaults, and random play."""

from __future__ import annotations

import pytest

from rulelang.engine.actions import Act, Bundle, ChanceOutcome, Done, Member, No, Number, Option, Pass, PutIn, Yes
from rulelang.engine.drivers import RandomDriver, StrategyDriver, play_out
from rulelang.engine.game import Game
from rulelang.engine.invariants import check_invariants
from tests.engine.classic import classic
from tests.engine.playing import begin, run

TEXT = """
players 2 4
space a
space b
decision buy yes +count
decision sell yes
decision way option l m r
decision who member player
decision much number money
decision deal goods
component money - most
component things thing deeds
slot level count 0
function most(p) -> 1 pure
  return 5
function deeds(p) -> 1 pure
  return {0,1}
function go(p)
  x = load level
  y = add x 1
  store level y
function jump(p x)
function low(p) -> 1 pure
  x = load level
  y = lt x 2
  return y
function ones(p) -> 1 pure
  return {1}
action go needs low 0 low "too high" does go
action jump to:thing:ones does jump
moment main 9 go
moment other 9 jump
function plan(p) -> 2 pure
  return 0 -1
function never(p) -> 2 pure
  return -1 0
function wrong(p) -> 2 pure
  return 1 0
function is_seven(p c) -> 1 pure
  x = eq c 7
  return x
function third(p) -> 1 pure
  return 2
function nine(p) -> 1 pure
  return 9
function bundle(p) -> 2 pure
  return 3 1
function too_much(p) -> 2 pure
  return 6 0
strategy keen main=never,plan,wrong other=wrong,plan buy=is_seven way=third who=nine much=nine deal=bundle
strategy greedy deal=too_much much=third
strategy idle
function f(n)
  x = ask_yes buy 0 n
function s()
  x = ask_yes sell 0
function w()
  x = ask_option way 0 {0,1,2}
function narrow()
  x = ask_option way 0 {0,1}
function who()
  x = ask_member who 0 {1,2}
function much(n)
  x = ask_number much 0 1 n
function d()
  a b = ask_goods deal 0 0
function m(may)
  a x = act main 0 may
  perform 0 a
function o(may)
  a x = act other 0 may
  perform 0 a
"""


def asked(strategy: str, function: str, *arguments: int) -> tuple[object, int]:
    game = run(begin(TEXT), function, *arguments)
    driver = StrategyDriver(game.program, strategy)
    answer = driver.answer(game)
    assert game.is_legal(answer).ok
    return answer, driver.illegal


@pytest.mark.parametrize(
    ("strategy", "question", "expected"),
    [
        ("keen", ("f", 7), (Yes(), 0)),
        ("keen", ("f", 8), (No(), 0)),
        ("keen", ("s",), (No(), 0)),
        ("keen", ("w",), (Option(2), 0)),
        ("keen", ("narrow",), (Option(1), 1)),
        ("keen", ("who",), (Member(1), 1)),
        ("keen", ("much", 9), (Number(9), 0)),
        ("keen", ("much", 8), (Number(8), 0)),
        ("keen", ("d",), (Bundle((3, 1)), 0)),
        ("greedy", ("d",), (Bundle((0, 0)), 1)),
        ("greedy", ("much", 8), (Number(2), 0)),
        ("idle", ("f", 7), (No(), 0)),
        ("idle", ("w",), (Option(2), 0)),
        ("idle", ("narrow",), (Option(1), 0)),
        ("idle", ("who",), (Member(1), 0)),
        ("idle", ("much", 8), (Number(1), 0)),
        ("idle", ("d",), (Bundle((0, 0)), 0)),
        ("keen", ("m", 1), (Act(0), 0)),
        ("idle", ("m", 1), (Pass(), 0)),
        ("idle", ("m", 0), (Act(0), 0)),
        ("keen", ("o", 1), (Pass(), 1)),
        ("keen", ("o", 0), (Act(1, (1,)), 1)),
        ("", ("f", 7), (Yes(), 0)),
    ],
)
def test_strategies(strategy: str, question: tuple[str, int], expected: tuple[object, int]) -> None:
    assert asked(strategy, *question) == expected


def test_no_such_strategy() -> None:
    with pytest.raises(ValueError, match="keen, greedy, idle"):
        StrategyDriver(begin(TEXT).program, "bold")


def test_random_answers_are_legal_and_various() -> None:
    driver = RandomDriver()
    seen: set[object] = set()
    for seed in range(60):
        for question in (("f", 7), ("w",), ("who",), ("much", 3), ("m", 1), ("m", 0), ("o", 1)):
            game = run(begin(TEXT, seed=seed), *question)
            answer = driver.answer(game)
            assert game.is_legal(answer).ok
            seen.add(answer)
    assert seen == {
        *(Yes(), No(), Option(0), Option(1), Option(2), Member(1), Member(2), Number(1), Number(2), Number(3)),
        *(Act(0), Act(1, (1,)), Pass()),
    }


def test_random_bundles_end() -> None:
    driver = RandomDriver()
    steps: set[type] = set()
    for seed in range(40):
        game = run(begin(TEXT, seed=seed), "d")
        while game.waiting is not None:
            answer = driver.answer(game)
            steps.add(type(answer))
            game.apply(answer)
    assert {PutIn, Done} <= steps


def test_random_play_is_part_of_the_game() -> None:
    program = classic()
    games = [Game.new_game(program, 3, seed=5, record=True) for _ in range(2)]
    for game in games:
        play_out(game, [RandomDriver()] * 3, 20)
    assert games[0].events == games[1].events
    assert games[0].state == games[1].state


def test_long_games_keep_what_must_hold() -> None:
    program = classic()
    for number in range(3):
        strategy = StrategyDriver(program)
        game = Game.new_game(program, 4, seed=11, game_number=number)
        drivers = [strategy, RandomDriver(), strategy, RandomDriver()]
        while game.waiting is not None and game.state.slots[game.machine.layout.round] < 40:
            answer = drivers[game.waiting.who].answer(game)
            assert game.is_legal(answer).ok
            assert isinstance(answer, Pass) or answer in game.legal_actions() or isinstance(answer, Number)
            game.apply(answer)
            assert check_invariants(program, game.state) == []
        assert strategy.illegal == 0


def test_chance_is_no_players() -> None:
    game = Game.new_game(classic(), 4, explicit_chance=True)
    while game.waiting is not None and not game.waiting.is_chance:
        game.apply(Pass())
    with pytest.raises(ValueError):
        StrategyDriver(classic()).answer(game)
    assert isinstance(game.chance_outcomes()[0][0], ChanceOutcome)
