"""Computer players play whole games to their end, deal with one another, and none is worse off by a deal that it accepts.

Some games in every run, thousands with `make test-long`; how fast they are, with `make bench`.
"""

from __future__ import annotations

import pytest

from tests.long.farm import Outcome, compiled, play_many, report
from tests.long.league import meet

PROPERTY = ("classic", "classic_us", "disney")
STRATEGIES = ("steady", "cautious", "trader")
ROUNDS = 1000


def sound(outcomes: list[Outcome]) -> None:
    """What every table of computer players owes."""
    shown = report(outcomes)
    print(f"\n{shown}")
    assert sum(one.illegal for one in outcomes) == 0, shown
    assert sum(one.lost for one in outcomes) == 0, shown
    assert sum(one.over for one in outcomes) >= 0.97 * len(outcomes), shown


@pytest.mark.parametrize("edition", PROPERTY)
def test_a_few_games(edition: str) -> None:
    sound(play_many(edition, ["steady", "cautious", "trader", "steady"], 8, rounds=ROUNDS, jobs=1))


@pytest.mark.long
@pytest.mark.parametrize("eighth", range(8))
def test_classic(eighth: int) -> None:
    """2,000 games in eight parts."""
    outcomes = play_many("classic", ["steady"] * 4, 250, seed=100 + eighth, rounds=ROUNDS, jobs=1)
    sound(outcomes)
    assert sum(one.deals > 0 for one in outcomes) >= 0.5 * len(outcomes)
    assert {one.ending for one in outcomes if one.over} == {"last_player"}


@pytest.mark.long
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("edition", PROPERTY)
def test_tables(edition: str, strategy: str) -> None:
    _, most = compiled(edition).players
    for players in (2, 4, most):
        sound(play_many(edition, [strategy] * players, 40, seed=players, rounds=ROUNDS, jobs=1))


@pytest.mark.long
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("edition", PROPERTY)
def test_better_than_chance(edition: str, strategy: str) -> None:
    share, _ = meet(edition, strategy, "random", 40, seed=1, rounds=300, jobs=1)
    assert share > 0.8


@pytest.mark.bench
def test_speed() -> None:
    """Whole games of four, in processor time of one core; at least 5 a second."""
    play_many("classic", ["steady"] * 4, 5, rounds=ROUNDS, jobs=1)
    outcomes = play_many("classic", ["steady"] * 4, 60, seed=2, rounds=ROUNDS, jobs=1)
    print(f"\n{report(outcomes)}")
    assert len(outcomes) / sum(one.seconds for one in outcomes) > 5
