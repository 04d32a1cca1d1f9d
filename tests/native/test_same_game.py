"""The same game, event for event, on both backends: every bundled edition, tables of one strategy and of several."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.bundled import data_dir
from tests.native.both import differences, machine, program
from tests.project.sources import ROOT

pytest.importorskip("llvmlite")

GAMES_OF_OTHER_KINDS = sorted(str(path) for path in (ROOT / "tests" / "games").glob("*.mono"))
EDITIONS = [*sorted(path.stem for path in Path(data_dir("editions")).glob("*.mono")), *GAMES_OF_OTHER_KINDS]
GAMES = 6
ROUNDS = 60


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: Path(path).stem)
def test_every_edition(edition: str) -> None:
    strategies = tuple(program(edition).strategies)
    code = machine(edition, strategies)
    least, most = program(edition).players
    for game in range(GAMES):
        players = least + game % (most - least + 1)
        seats = tuple(strategies[(seat + game) % len(strategies)] for seat in range(players) if strategies)
        assert not differences(code, players, seats, seed=11, game=game, last_round=ROUNDS)


@pytest.mark.parametrize("edition", ["classic", "disney"])
def test_games_to_their_end(edition: str) -> None:
    code = machine(edition)
    ended = 0
    for game in range(4):
        assert not differences(code, 4, ("steady",) * 4, seed=12, game=game, last_round=200)
        ended += code.play(12, game, 4, last_round=200).over
    assert ended >= 3


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: Path(path).stem)
def test_many_games(edition: str) -> None:
    strategies = tuple(program(edition).strategies)
    code = machine(edition, strategies)
    least, most = program(edition).players
    for game in range(120):
        players = least + game % (most - least + 1)
        seats = tuple(strategies[(seat * (1 + game // 8) + game) % len(strategies)] for seat in range(players) if strategies)
        assert not differences(code, players, seats, seed=13, game=game, last_round=100)
