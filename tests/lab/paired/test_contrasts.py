"""Differences between two sides: against scipy, against known truths, and what correction does."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy import stats

from rulelang import native
from rulelang.ir.program import Program
from rulelang.lab.many.figures import Figures, Unit
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.running import run
from rulelang.lab.paired.contrasts import Contrast, contrast_of, contrasts, half_of, holm, needed, only
from rulelang.lab.paired.pairing import Column, Pairs
from rulelang.lab.paired.screening import Screening, order
from rulelang.pipeline import load

COLUMN = Column(0, Unit.number, 1, ())
TOLLS = """
edition tolls "Tolls"
  players 2 to 2
setting stakes : money = 2 in 0..9 "What a miss costs"
setting gift : money = 0 in 0..9 "What the bank gives to who misses"
die coin faces 1, 2
dice are 1 coin
purpose toll "Tolls"
measure tolls "Tolls" sums toll by payer
each player has
  home : yes/no = no  "at home"
kind spot
board
  spot start "Start"
  spot bridge "The bridge"
rule game
  each player
    bank pays 1000 to player
    put token on start
  take turns among players as player, round after round
    roll dice
    if total of dice is 1
      home becomes yes
    else
      pay stakes to bank as toll
      if gift > 0
        bank pays gift to player
ending there "Somebody is at home"
  as soon as number of players that are home > 0
  winners are players that are home
"""


@cache
def tolls(**settings: str) -> Program:
    found = load("tolls.mono", buffers={"tolls.mono": TOLLS}, settings=settings)
    assert not found.diagnostics.has_errors, [one.message for one in found.diagnostics]
    return found.program


def made(a: list[int], b: list[int]) -> Contrast:
    d = [y - x for x, y in zip(a, b, strict=True)]
    sums = [(sum(x), sum(v * v for v in x)) for x in (a, b, d)]
    return contrast_of(len(a), ("rounds", ()), COLUMN, *sums)


def test_differences_are_those_of_a_paired_test() -> None:
    chance = np.random.default_rng(2)
    a = chance.integers(5, 60, 400)
    b = a + chance.integers(-3, 6, 400)
    found = made(a.tolist(), b.tolist())
    expected = stats.ttest_rel(b, a)
    interval = expected.confidence_interval()
    assert found.difference.mean == pytest.approx((b - a).mean())
    assert (found.difference.low, found.difference.high) == pytest.approx((interval.low, interval.high))
    assert found.chance == pytest.approx(expected.pvalue)
    assert found.effect == pytest.approx((b - a).mean() / np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 2))


def test_intervals_of_changes_hold_the_truth() -> None:
    """800 times 150 pairs whose second is on the average a tenth larger; the truth is in the interval as often as it says."""
    chance = np.random.default_rng(3)
    held = 0
    for _ in range(800):
        a = chance.poisson(30, 150)
        b = chance.poisson(a * 1.1)
        found = made(a.tolist(), b.tolist())
        assert found.change is not None and found.change_low is not None and found.change_high is not None
        held += found.change_low <= 0.1 <= found.change_high
    assert 0.92 <= held / 800 <= 0.975


def test_the_same_on_both_sides_is_no_difference() -> None:
    found = made([3, 4, 5], [3, 4, 5])
    assert (found.difference.mean, found.change, found.effect, found.chance) == (0, 0, 0, 1) and not holm([found])[0].decided
    always = made([3, 4, 5], [4, 5, 6])
    assert always.chance == 0 and holm([always])[0].decided
    assert made([0, 0, 0], [1, 0, 1]).change is None


def test_holm() -> None:
    """The example of the article's table: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02."""
    from dataclasses import replace

    some = made([1, 2, 3, 4], [2, 2, 4, 4])
    family = [replace(some, chance=chance) for chance in (0.01, 0.04, 0.03, 0.005)]
    assert [one.adjusted for one in holm(family)] == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_of_many_equal_measures_hardly_any_is_called_different() -> None:
    chance = np.random.default_rng(4)
    wrong = 0
    for _ in range(100):
        family = [made(chance.integers(0, 9, 60).tolist(), chance.integers(0, 9, 60).tolist()) for _ in range(20)]
        wrong += any(one.decided for one in holm(family))
    assert wrong <= 12, "5% of the families, four standard errors more at the most"


def test_how_many_games_a_precision_takes() -> None:
    chance = np.random.default_rng(5)
    a = chance.integers(20, 60, 500)
    found = made(a.tolist(), (a + chance.integers(-9, 12, 500)).tolist())
    half = half_of(found)
    assert needed(found, half * 1.01, 500) == 0
    assert 1900 < needed(found, half / 2, 500) < 2200


# ------------------------------------------------------------------------------------------------------------------ games
@pytest.mark.parametrize("engine", [True, pytest.param(False, marks=pytest.mark.skipif(not native.available(), reason="no llvmlite"))])
def test_pairs_are_the_same_games(engine: bool) -> None:
    """Stakes change no throw: what does not depend on them is the same in each game."""
    pairs = Pairs([Plan(tolls(), ("",) * 2), Plan(tolls(stakes="5"), ("",) * 2)], 2, engine=engine)
    assert pairs.play(40) and pairs.play(60) and pairs.games == 100 == pairs.played
    found = contrasts(pairs)
    for name in ("rounds", "throws", "ended"):
        one = only(found, name)
        assert one is not None and (one.difference.mean, one.difference.deviation) == (0.0, 0.0)
    paid = only(found, "measure tolls")
    assert paid is not None and paid.change == pytest.approx(1.5) and paid.decided
    assert paid.change_low == pytest.approx(1.5) == paid.change_high, "known exactly: each is two and a half times the other"


def test_each_side_has_the_figures_it_has_alone() -> None:
    plans = [Plan(tolls(), ("",) * 2, seed=8), Plan(tolls(stakes="3"), ("",) * 2, seed=8)]
    pairs = Pairs(plans, 1, engine=True)
    pairs.play(50)
    for plan, sums in zip(plans, pairs.sums, strict=True):
        alone = run(plan, 50, engine=True).sums
        assert (alone.sums, alone.squares, alone.values) == (sums.sums, sums.squares, sums.values)
    figures = Figures(run(plans[1], 50, engine=True))
    one = only(contrasts(pairs), "measure tolls", payer=2)
    assert one is not None
    assert one.second.mean == next(figure.estimate.mean for figure in figures.of("measure tolls", "payer") if figure.by[0].value == 1)


def test_sides_of_other_rules_share_what_both_have() -> None:
    kids, small = load("kids").program, tolls()
    pairs = Pairs([Plan(small, ("",) * 2), Plan(kids, ("steady",) * 2)], 1, engine=True)
    pairs.play(6)
    shared = pairs.shared[0]
    measures = {key[0] for key in shared.keys}
    assert {"rounds", "wins", "minutes", "payments"} <= measures and "measure tolls" not in measures
    assert ("measure tolls", ()) in shared.only_first and ("measure fees_earned", ()) in shared.only_other


@pytest.mark.skipif(not native.available(), reason="no llvmlite")
@pytest.mark.parametrize(
    ("setting", "values", "engine"), [("salary", (0, 300), False), ("start_money", (600,), False), ("salary", (50,), True)]
)
def test_one_program_for_all_values_of_a_setting(setting: str, values: tuple[int, ...], engine: bool) -> None:
    """What reads a setting from the state plays the same games as what has it compiled in, to the last figure."""
    found = load("classic", open_settings=(setting,))
    assert found.is_open(setting) and found.program.rules_hash != load("classic").program.rules_hash
    seats, games = ("steady",) * 3, 3 if engine else 150
    for value in values:
        fixed = load("classic", settings={setting: str(value)}).program
        plans = [Plan(fixed, seats, last_round=60), Plan(found.program, seats, last_round=60, values=((setting, value),))]
        pairs = Pairs(plans, 1, engine=engine, level=1)
        assert pairs.play(games)
        assert all((one.difference.mean, one.difference.deviation) == (0, 0) for one in contrasts(pairs))
        assert plans[1].settings[setting] == str(value) == plans[0].settings[setting]


def test_not_every_setting_can_be_open() -> None:
    """What things are laid out by, or what is a list, is worked out before."""
    assert not load("classic", open_settings=("nothing_like_it",)).is_open("nothing_like_it")
    listed = next(one.name for one in load("classic").program.settings if len(one.value) > 1 or one.type == "percent")
    assert not load("classic", open_settings=(listed,)).is_open(listed)


def test_interactions_are_of_single_games() -> None:
    """Two settings that change nothing of the length, and one that ends games after the first throw of both."""
    screening = Screening(Plan(tolls(), ("",) * 2), 200, 1)
    screening.take(("five",), Plan(tolls(stakes="5"), ("",) * 2))
    screening.take(("gift",), Plan(tolls(gift="4"), ("",) * 2))
    screening.take(("five", "gift"), Plan(tolls(stakes="5", gift="4"), ("",) * 2))
    alone, other, both = screening.tried
    assert both.interaction is not None and both.interaction.difference.mean == 0 and not both.interaction.difference.deviation
    assert alone.length.difference.mean == 0
    # A gift is a payment more: by the clock both take longer, whatever the stakes.
    assert other.contrasts["minutes"].difference.mean == pytest.approx(both.contrasts["minutes"].difference.mean)
    assert other.contrasts["minutes"].difference.mean > 0 == alone.contrasts["minutes"].difference.mean
    assert order(screening.tried) == [("five", "gift")]
    assert Fraction(len(screening.ranked()), 3) == 1
