"""A long simulation agrees with the odds: where tokens come, who is in jail, and how much is paid, a throw, lie in its intervals.

The odds are those of decks that are shuffled after each card. So decks hold each card eight times here, and none is kept: what came
before then says next to nothing of what comes. Everybody is rich and buys nothing, so that nobody leaves. Games are long, since it takes
each player a lap until he is anywhere with equal chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from rulelang.ir.program import Program
from rulelang.lab.many.intervals import Estimate, quotient
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Compiled
from rulelang.pipeline import load
from tests.lab.many.test_running import needs_llvm
from tests.lab.test_odds import AGAIN, HERE, worked_out
from tests.mono.scripts import ROOT

COPIES = 8
PLAYERS = 4
SURE = 0.999
"""That all figures of a comparison lie in intervals made wider for their number, if both are right."""


@cache
def rich(strategy: str, variant: str) -> Program:
    """The board with decks of many copies."""
    text = (ROOT / "editions" / "classic_us.mono").read_text("utf-8")
    text, cards = re.subn(r'^  (\d+ )?cards? (?=\w+ ")', lambda m: f"  {COPIES * int(m[1] or 1)} cards ", text, flags=re.MULTILINE)
    assert cards >= 30
    found = load(
        "classic_us.mono",
        strategies=[strategy],
        variants=[str(HERE / "nothing_kept.mono"), *([variant] if variant else [])],
        settings={"start_money": "1000000"},
        buffers={"classic_us.mono": text},
    )
    assert not found.diagnostics.has_errors, [one.message for one in found.diagnostics]
    return found.program


@dataclass(frozen=True, slots=True)
class Compared:
    """What something is a throw: worked out, and simulated."""

    what: str
    exact: float
    simulated: Estimate

    @property
    def errors(self) -> float:
        """By how many standard errors the simulation is off."""
        return abs(self.simulated.mean - self.exact) / max(self.simulated.error, 1e-12)


def compared(strategy: str, variant: str, games: int, rounds: int) -> Iterator[Compared]:
    rules = rich(strategy, variant)
    plan = Plan(rules, (strategy,) * PLAYERS, seed=3, last_round=rounds)
    player, tallies = Compiled(plan), plan.tallies
    cells = np.concatenate(
        [player.play(first, min(player.at_once, games - first)).cells for first in range(0, games, player.at_once)]
    )
    throws = cells[:, tallies.margin("throws").base]

    def a_throw(counted: NDArray[np.int64]) -> Estimate:
        def sums(row: NDArray[np.int64]) -> tuple[int, int]:
            return int(row.sum()), int((row * row).sum())

        return quotient(games, sums(counted), sums(throws), float((counted * throws).sum()))

    exact = worked_out("classic_us", strategy, variant)
    landings = tallies.counts["landings"]
    for space, name in enumerate(rules.domains["thing"].names[: rules.spaces]):
        yield Compared(name, exact.landings.get(space, 0.0), a_throw(cells[:, landings.base + space]))
    yield Compared("turns", exact.turns, a_throw(cells[:, tallies.margin("turns").base]))
    arrests = exact.marks[load("classic_us", strategies=[strategy]).program.marks.index("arrests")]
    yield Compared("arrests", arrests, a_throw(cells[:, tallies.margin("measure arrests").base]))
    salary = exact.gains[rules.domains["purpose"].names.index("salary")]
    yield Compared("salaries", salary, a_throw(cells[:, tallies.margin("measure salaries").base]))
    held = sum(rest.share for rest in exact.rests if rest.state)
    # Who leaves at once is not in jail any more when he throws: he has rested there as often as he was sent.
    waits = "measure arrests" if strategy == "leaves" else "measure waits"
    yield Compared("in jail", held, a_throw(cells[:, tallies.margin(waits).base]))


CASES = pytest.mark.parametrize(
    ("strategy", "variant"), [("leaves", ""), ("stays", ""), ("stays", AGAIN)], ids=["leaves at once", "stays", "stays and throws again"]
)


def agree(found: list[Compared], games: int) -> None:
    wide = float(stats.t.ppf(1 - (1 - SURE) / (2 * len(found)), games - 1))
    off = [(one.what, one.exact, one.simulated.mean, one.errors) for one in found if one.errors > wide]
    assert not off and all(one.simulated.error > 0 or one.exact == 0 for one in found)
    # And they are no wider than they have to be: of the plain 95% intervals, most hold the truth, and not all by far.
    missed = sum(one.errors > stats.t.ppf(0.975, games - 1) for one in found)
    assert missed <= 8
    assert float(np.sqrt(np.mean([one.errors**2 for one in found if one.exact]))) > 0.6


@needs_llvm
@pytest.mark.parametrize("strategy", ["leaves", "stays"])
def test_a_simulation_agrees_with_the_odds(strategy: str) -> None:
    """A million throws: each share is known to some fiftieth of a percentage point."""
    agree(list(compared(strategy, "", 24, 10_000)), 24)


@pytest.mark.long
@needs_llvm
@CASES
def test_a_long_simulation_agrees_with_the_odds(strategy: str, variant: str) -> None:
    """Thirty million throws: each share is known to some 0.005 percentage points."""
    games = 160
    found = list(compared(strategy, variant, games, 40_000))
    agree(found, games)
    for one in found:
        low, high = one.simulated.low, one.simulated.high
        print(f"{one.what}: {one.exact:.6f}, simulated {one.simulated.mean:.6f} ({low:.6f} to {high:.6f})")
    assert max(one.simulated.error for one in found if one.exact < 0.2) < 0.0001
