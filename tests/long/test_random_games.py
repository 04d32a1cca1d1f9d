"""Players who do anything that is legal: no rule breaks, nothing is made or lost, and every save goes on as the game would have.

A few games of each edition in every run; hundreds of each with `make test-long`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.engine.drivers import Driver, RandomDriver, StrategyDriver
from rulelang.ir.program import Program
from rulelang.pipeline import bundled_names
from tests.long.checked import play_broken, play_checked
from tests.long.farm import compiled

GAMES = Path(__file__).parent.parent / "games"
EDITIONS = (*bundled_names(), *(f"tests/games/{path.name}" for path in sorted(GAMES.glob("*.mono"))))
BOUND = ("classic+loans_between_players+immunity_deals+rent_share", "classic+stock_exchange", "disney+speed_die+cash_advance")
"""Games with promises, loans and shares, which have a life of their own."""
ROUNDS = 200
MOMENTS = 20
SHARE = 25
"""Games in one test, so that several cores share the work."""


def _drivers(program: Program, number: int, cast: str) -> list[Driver]:
    """For 2 players up to the most that can play, turn about: all of them play well (`steady`), some (`mixed`), or none."""
    fewest, most = program.players
    players = fewest + number % (most - fewest + 1)
    steady = StrategyDriver(program)
    return [steady if cast == "steady" or (cast == "mixed" and (number + seat) % 2) else RandomDriver() for seat in range(players)]


def play(edition: str, first: int, games: int, cast: str) -> None:
    program = compiled(edition)
    for number in range(first, first + games):
        drivers = _drivers(program, number, cast)
        where = f"{edition}, seed 2, game {number}, {len(drivers)} players"
        try:
            record = play_checked(program, drivers, 2, number, ROUNDS)
            moments = play_broken(program, drivers, 2, number, record, MOMENTS)
        except Exception as error:
            raise AssertionError(f"{where}: {error!r}") from error
        assert moments >= min(MOMENTS // 2, len(record.digests) - 1), where
        assert all(one.illegal == 0 for one in drivers if isinstance(one, StrategyDriver)), where


@pytest.mark.parametrize("cast", ["random", "mixed"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_few_games(edition: str, cast: str) -> None:
    play(edition, 0, 2, cast)


@pytest.mark.parametrize("game", BOUND)
def test_a_few_bound_games(game: str) -> None:
    play(game, 0, 1, "mixed")


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 300, SHARE))
@pytest.mark.parametrize("edition", (*EDITIONS, *BOUND))
def test_random_games(edition: str, first: int) -> None:
    play(edition, first, SHARE, "random")


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 100, SHARE))
@pytest.mark.parametrize("edition", (*EDITIONS, *BOUND))
def test_mixed_games(edition: str, first: int) -> None:
    play(edition, 1000 + first, SHARE, "mixed")


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 200, SHARE))
@pytest.mark.parametrize("edition", (*EDITIONS, *BOUND))
def test_games_of_steady_players(edition: str, first: int) -> None:
    play(edition, 2000 + first, SHARE, "steady")
