"""The same game, event for event, on both backends: every bundled edition, tables of one strategy and of several."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import native
from rulelang.bundled import data_dir
from rulelang.ir.reaching import probed
from rulelang.lower.reachable import reachable
from rulelang.pipeline import load
from tests.native.both import QUICK, differences, machine, program

pytest.importorskip("llvmlite")

EDITIONS = sorted(path.stem for path in Path(data_dir("editions")).glob("*.mono"))
GAMES = 6
ROUNDS = 60


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition(edition: str) -> None:
    strategies = tuple(program(edition).strategies)
    code = machine(edition, strategies)
    least, most = program(edition).players
    for game in range(GAMES):
        players = least + game % (most - least + 1)
        seats = tuple(strategies[(seat + game) % len(strategies)] for seat in range(players))
        assert not differences(code, players, seats, seed=11, game=game, last_round=ROUNDS)


@pytest.mark.parametrize("edition", ["classic", "disney"])
def test_games_to_their_end(edition: str) -> None:
    code = machine(edition)
    ended = 0
    for game in range(4):
        assert not differences(code, 4, ("steady",) * 4, seed=12, game=game, last_round=200)
        ended += code.play(12, game, 4, last_round=200).over
    assert ended >= 3


def test_a_watched_program_is_the_same_game() -> None:
    compilation = load("kids")
    watched = probed(compilation.program, reachable(compilation.compiler, len(compilation.program.functions)).spots)
    code = native.compile_program(watched, ("steady",), events="rows", level=QUICK)
    assert not differences(code, 3, ("steady",) * 3, seed=11, game=0, last_round=ROUNDS)


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_games(edition: str) -> None:
    strategies = tuple(program(edition).strategies)
    code = machine(edition, strategies)
    least, most = program(edition).players
    for game in range(120):
        players = least + game % (most - least + 1)
        seats = tuple(strategies[(seat * (1 + game // 8) + game) % len(strategies)] for seat in range(players))
        assert not differences(code, players, seats, seed=13, game=game, last_round=100)
