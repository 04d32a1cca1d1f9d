"""Wins by seat stand beside the published ones, and are what is simulated."""

from __future__ import annotations

import re

import pytest

from tests.lab.many.test_running import needs_llvm
from tests.lab.seats import GAMES, PUBLISHED, row, shares
from tests.mono.scripts import ROOT

SPREAD = 4.5
"""Standard errors, for some thirty numbers."""


def table() -> dict[int, list[float]]:
    """The simulated shares of spec/23-simulate.md by the number of players, in percent."""
    text = (ROOT / "spec" / "23-simulate.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([\d., ]+) \| ([\d., ]+) \|$", text, re.MULTILINE)
    assert {int(players): tuple(map(float, published.split(", "))) for players, published, _ in rows} == PUBLISHED
    return {int(players): [float(share) for share in simulated.split(", ")] for players, _, simulated in rows}


def test_the_table_is_whole() -> None:
    for players, found in table().items():
        assert len(found) == players and sum(found) == pytest.approx(100, abs=0.3)
        assert found == sorted(found, reverse=True), "who plays later wins less often"
        # Of the same order as the published ones: a sixth of a fair share apart at most for the first, a quarter for all.
        fair = 100 / players
        assert all(abs(one - other) < fair / 4 for one, other in zip(found, PUBLISHED[players], strict=True))


def agrees(players: int, games: int) -> None:
    told = table()[players]
    found = shares(players, games)
    print(row(players, found))
    for one, share in zip(found, told, strict=True):
        error = (one.error**2 * (1 + games / GAMES)) ** 0.5
        assert abs(one.mean - share / 100) < SPREAD * error + 0.0006, "python -m tests.lab.seats makes the table anew"


@needs_llvm
def test_seats_of_four() -> None:
    agrees(4, 2000)


@pytest.mark.long
@needs_llvm
@pytest.mark.parametrize("players", PUBLISHED)
def test_seats(players: int) -> None:
    """As many games as the table is made of; prints its row."""
    agrees(players, GAMES)
