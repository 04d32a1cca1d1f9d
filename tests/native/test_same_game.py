"""The same game, event for event, on both backends: every bundled edition, tables of one strategy and of several."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import native
from rulelang.bundled import data_dir
from rulelang.pipeline import load
from tests.native.both import QUICK, differences, machine, program
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


AT_ONCE = """edition hops "Hops"
  players 2 to 3

each player has
  score : count = 0  "score"

die coin faces 1 to 6
dice are 1 coin

rule game
  take turns among players as player, round after round
    hop

rule hop
  roll dice
  all at once
    add 10 to player's score
    if total of dice is 1
      add 1 to player's score
      stop
    if total of dice is 2
      say "{player} leaves."
      leave game
    if total of dice is 3
      end turn
    subtract 10 from player's score
  say "{player} stays."

ending high "As high as that"
  as soon as any player's score >= HIGH
  winners are players with highest score

ending last_player "The last one"
  as soon as number of players is 1
  winners are players
"""


@pytest.mark.parametrize("high", [5, 15, 25, 1000])
def test_endings_wait_for_the_end_of_all_at_once(high: int, tmp_path: Path) -> None:
    """Taken back inside; cut short by `stop`, by the end of the turn, by leaving."""
    file = tmp_path / "hops.mono"
    file.write_text(AT_ONCE.replace("HIGH", str(high)), "utf-8")
    of = load(str(file)).program
    assert of is not None
    code = native.compile_program(of, (), events="rows", level=QUICK)
    endings = set()
    for game in range(30):
        assert not differences(code, 3, (), seed=14, game=game, last_round=40)
        endings.add(code.play(14, game, 3, last_round=40).ending)
    assert 1 in endings and (0 in endings) == (high < 100), endings
