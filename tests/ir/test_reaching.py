"""Programs with probes: what each kind of spot notes, and that nothing else of the game is any different."""

from __future__ import annotations

from functools import cache

import pytest

from rulelang.engine.drivers import RandomDriver, play_out
from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.ir.reaching import Spot, probed
from rulelang.ir.verifier import verify
from rulelang.lower.reachable import reachable
from rulelang.pipeline import load
from tests.engine.playing import number, run, sound

CODE = """
slot got count #4
function f(a b)
  if a
  store got 1 0
  else
  store got 2 0
  end
  if b
  endings
  end
  x = move 0
  loop 9
  y = ge x b
  break_if y
  x = add x 1
  end
  s = move {}
  loop 4
  m = next s 0
  store got m 1
  end
"""


@cache
def _plain(members: str) -> Program:
    return sound(CODE.replace("{}", members))


def _reached(arguments: tuple[int, int], *spots: tuple[int, str, int], members: str = "{1,2}") -> list[int]:
    plain = _plain(members)
    function = number(plain, "f")
    program = probed(plain, [Spot(function, index, when, place, operand) for place, (index, when, operand) in enumerate(spots)])
    assert verify(program) == []
    game = run(Game.new_game(program, 3, record=True, entry=-1), "f", *arguments)
    return [place for place, reached in enumerate(game.machine.loaded.reached) if reached]


def _at(code: str, nth: int = 0, members: str = "{1,2}") -> int:
    plain = _plain(members)
    ops = plain.functions[number(plain, "f")].code
    return [index for index, op in enumerate(ops) if op.code == code][nth]


@pytest.mark.parametrize(("arguments", "expected"), [((5, 0), [0]), ((0, 0), [1])])
def test_both_ways_of_an_if(arguments: tuple[int, int], expected: list[int]) -> None:
    assert _reached(arguments, (_at("if"), "then", -1), (_at("if"), "else", -1)) == expected


@pytest.mark.parametrize(("arguments", "expected"), [((0, 1), [0]), ((0, 0), [1])])
def test_an_if_without_an_else(arguments: tuple[int, int], expected: list[int]) -> None:
    assert _reached(arguments, (_at("if", 1), "then", -1), (_at("if", 1), "else", -1)) == expected


@pytest.mark.parametrize(("arguments", "expected"), [((0, 2), [0, 1]), ((0, 0), [0])])
def test_leaving_a_loop_and_going_on(arguments: tuple[int, int], expected: list[int]) -> None:
    assert _reached(arguments, (_at("break_if"), "then", -1), (_at("break_if"), "else", -1)) == expected


def test_only_one_of_both() -> None:
    assert _reached((0, 2), (_at("break_if"), "else", -1)) == [0]
    assert _reached((0, 0), (_at("break_if"), "else", -1)) == []


@pytest.mark.parametrize(("arguments", "expected"), [((5, 0), [0, 3]), ((0, 5), [1, 2])])
def test_what_an_operand_is(arguments: tuple[int, int], expected: list[int]) -> None:
    here = _at("loop")
    assert _reached(arguments, *((here, when, operand) for operand in (0, 1) for when in ("nonzero", "zero"))) == expected


def test_an_op_where_the_game_can_wait_and_the_end() -> None:
    end = len(_plain("{1,2}").functions[number(_plain("{1,2}"), "f")].code)
    spots = ((_at("endings"), "at", -1), (_at("store", 2), "at", -1), (end, "at", -1))
    assert _reached((0, 1), *spots) == [0, 1, 2]
    assert _reached((0, 0), *spots) == [1, 2]


def test_a_function_may_begin_with_nest() -> None:
    plain = sound("function f()\n  nest 3\n  endings")
    program = probed(plain, [Spot(0, 0, "at", 0)])
    assert [op.code for op in program.functions[0].code] == ["nest", "reach", "endings"]


# ------------------------------------------------------------------------------------------------------- bundled editions
@pytest.mark.parametrize("name", ["classic", "kids"])
def test_a_watched_game_is_the_same_game(name: str) -> None:
    compilation = load(name)
    plain = compilation.program
    found = reachable(compilation.compiler, len(plain.functions))
    watched = probed(plain, found.spots)
    assert verify(watched) == verify(plain) == []
    games = [Game.new_game(program, 3, seed=11, record=True) for program in (plain, watched)]
    for game in games:
        play_out(game, [RandomDriver() for _ in range(3)], 25)
    assert games[0].events == games[1].events
    assert games[0].state.slots == games[1].state.slots
    assert not games[0].machine.loaded.reached
    assert sum(games[1].machine.loaded.reached) > 80
