"""Sums, spreads and intervals, against what is known."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rulelang.lab.many.intervals import mean, share
from rulelang.lab.many.summing import EXACT, exact, rounded

NUMBERS = st.integers(-(2**54), 2**54) | st.integers(-50, 50)


@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), max_size=40))
def test_sums_are_exact(rows: list[list[int]]) -> None:
    matrix = np.array(rows, dtype=np.int64).reshape(len(rows), 3)
    sums, squares = exact(matrix)
    assert sums == [sum(row[column] for row in rows) for column in range(3)]
    assert squares == [sum(row[column] ** 2 for row in rows) for column in range(3)]


@given(st.lists(st.integers(0, 2**50), min_size=1))
def test_values_are_counted_in_few_classes(values: list[int]) -> None:
    for value, kept in zip(values, rounded(np.array(values, dtype=np.int64)).tolist(), strict=True):
        assert kept == value if value < EXACT else value * (1 - 1 / 512) < kept <= value
        assert kept.bit_length() <= 10 or kept % 2 ** (kept.bit_length() - 10) == 0


def test_intervals_are_those_of_scipy() -> None:
    assert mean(5, 25, 165).low == pytest.approx(stats.t.interval(0.95, 4, 5.0, np.std([1, 3, 5, 7, 9], ddof=1) / 5**0.5)[0])
    for won, games in ((0, 10), (3, 10), (10, 10), (217, 1000)):
        found = share(games, won)
        wilson = stats.binomtest(won, games).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high))


def test_of_few_games_little_is_known() -> None:
    assert mean(0, 0, 0).low is None and share(0, 0).high is None
    one = mean(1, 7, 49)
    assert (one.mean, one.low, one.high) == (7.0, None, None)
    assert mean(3, 12, 48) == mean(3, 12, 48).__class__(3, 4.0, 0.0, 4.0, 4.0)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """2000 times: 60 throws of a die, and how many of them are a six. 95% within four standard errors of a count of 2000."""
    chance = np.random.default_rng(1)
    throws = chance.integers(1, 7, size=(2000, 60))
    held = Counter[str]()
    for row in throws:
        average = mean(60, int(row.sum()), int((row * row).sum()))
        sixes = share(60, int((row == 6).sum()))
        assert average.low is not None and average.high is not None and sixes.low is not None and sixes.high is not None
        held["mean"] += average.low <= 3.5 <= average.high
        held["share"] += sixes.low <= 1 / 6 <= sixes.high
    assert 0.93 <= held["mean"] / 2000 <= 0.97 and 0.93 <= held["share"] / 2000 <= 0.97
