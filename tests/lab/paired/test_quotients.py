"""Measures that divide, on two sides: against the same worked out from each game, and against known truths."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Compiled
from rulelang.lab.paired.contrasts import Contrast, contrasts, only
from rulelang.lab.paired.pairing import Pairs
from rulelang.pipeline import load
from tests.lab.many.test_running import needs_llvm

GAMES = 120


@cache
def plans() -> tuple[Plan, Plan]:
    return tuple(Plan(load("kids", settings=settings).program, ("steady",) * 3, seed=5) for settings in ({}, {"must_buy": "no"}))  # type: ignore[return-value]


@cache
def found() -> list[Contrast]:
    pairs = Pairs(plans(), 1)
    assert pairs.play(GAMES)
    return contrasts(pairs)


@cache
def column(side: int, measure: str, things: tuple[int, ...] = ()) -> NDArray[np.float64]:
    """What a measure came to in each game, on those things or as a whole."""
    plan = plans()[side]
    cells = Compiled(plan).play(0, GAMES).cells
    whole = plan.tallies.margin(measure)
    if not things:
        return cells[:, whole.base].astype(float)
    split = plan.tallies.margin(measure, "thing")
    return np.sum([cells[:, split.base + thing - split.axes[0].low] for thing in things], axis=0).astype(float)


def off(side: int, things: tuple[int, ...] = ()) -> tuple[float, NDArray[np.float64]]:
    """The quotient, and how far each game is off."""
    divided, divisor = (column(side, f"measure {name}", things) for name in ("fees_earned", "purchases"))
    ratio = divided.sum() / divisor.sum()
    return ratio, (divided - ratio * divisor) / divisor.mean()


@needs_llvm
@pytest.mark.parametrize("group", ["", "pink", "blue"])
def test_differences_and_changes_are_those_of_the_games(group: str) -> None:
    program = plans()[0].program
    number = program.domains["group"].names.index(group) if group else -1
    things = tuple(thing for thing, of in enumerate(program.group_of) if of == number) if group else ()
    one = only(found(), "measure fee_return", **({"group": group} if group else {}))
    assert one is not None and one.unit == "ratio"
    (first, first_off), (second, second_off) = off(0, things), off(1, things)
    assert first != second and (one.first.mean, one.second.mean) == pytest.approx((first, second))
    assert one.first.deviation == pytest.approx(first_off.std(ddof=1))
    apart = second_off - first_off
    assert one.difference.mean == pytest.approx(second - first)
    assert one.difference.deviation == pytest.approx(apart.std(ddof=1))
    reach = stats.t.ppf(0.975, GAMES - 1) / np.sqrt(GAMES)
    assert one.difference.low == pytest.approx(second - first - reach * apart.std(ddof=1))
    change = (second_off - second / first * first_off) / first
    assert one.change == pytest.approx(second / first - 1)
    assert one.change_high == pytest.approx(second / first - 1 + reach * change.std(ddof=1))


@needs_llvm
def test_a_side_against_itself_has_no_difference() -> None:
    plan = plans()[0]
    pairs = Pairs([plan, plan], 1)
    assert pairs.play(30)
    one = only(contrasts(pairs), "measure fee_return")
    assert one is not None and one.first.mean > 0
    assert (one.difference.mean, one.change, one.effect, one.chance) == (0, 0, 0, 1)
    assert one.difference.deviation == pytest.approx(0, abs=1e-6), "both are off by the same in each game"


@needs_llvm
def test_settings_and_groups_are_compared() -> None:
    """What is summed within a game, as its cells are: here the money that was paid on all things of a group."""
    program = plans()[0].program
    pink = program.domains["group"].names.index("pink")
    things = tuple(thing for thing, of in enumerate(program.group_of) if of == pink)
    one = only(found(), "measure fees_earned", group="pink")
    assert one is not None
    here, there = (column(side, "measure fees_earned", things) for side in (0, 1))
    expected = stats.ttest_rel(there, here)
    assert one.difference.mean == pytest.approx((there - here).mean()) and one.chance == pytest.approx(expected.pvalue)
    assert any(one.measure == "settings" and one.column.roles[0].name == "setting" for one in found())
