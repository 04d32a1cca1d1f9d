"""Intervals: what a mean or a share of many games may really be, with 95% confidence.

Shares by Wilson's interval, means by Student's t; both from whole sums, so that nothing is lost before the last step.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `games` games with its interval (None for fewer than two games) and the standard deviation of a single game."""

    games: int
    mean: float
    deviation: float
    low: float | None
    high: float | None

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.games) if self.games else 0.0


def mean(games: int, total: int, squares: int, unit: int = 1, confidence: float = CONFIDENCE) -> Estimate:
    """Of numbers with that sum and sum of squares, in units of `unit`."""
    if games == 0:
        return Estimate(0, 0.0, 0.0, None, None)
    average = total / (games * unit)
    if games == 1:
        return Estimate(1, average, 0.0, None, None)
    # In whole numbers: the difference of two sums that may be nearly alike.
    deviation = sqrt(max(0, games * squares - total * total) / (games * (games - 1))) / unit
    return within(games, average, deviation, confidence)


def share(games: int, total: int, unit: int = 1, confidence: float = CONFIDENCE) -> Estimate:
    """Of games that count `unit` points or, shared, a part of them, with that sum of points: Wilson's interval."""
    if games == 0:
        return Estimate(0, 0.0, 0.0, None, None)
    part = total / (games * unit)
    z = standard_errors(confidence)
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(max(0.0, part * (1 - part)) / games + z * z / (4 * games * games))
    return Estimate(games, part, sqrt(max(0.0, part * (1 - part))), max(0.0, min(part, middle - half)), min(1.0, max(part, middle + half)))


def within(games: int, average: float, deviation: float, confidence: float = CONFIDENCE) -> Estimate:
    """Of at least two games with that mean and standard deviation."""
    half = quantile(games - 1, confidence) * deviation / sqrt(games)
    return Estimate(games, average, deviation, average - half, average + half)


def quotient(games: int, divided: tuple[int, int], divisor: tuple[int, int], together: float) -> Estimate:
    """One mean by another, which is not 0, by the delta method: `divided` is so many times `divisor` and a rest, and what is uncertain is
    the mean of the rest. Both are a sum and a sum of squares over the games, `together` is the sum of their products."""
    ratio = divided[0] / divisor[0]
    if games == 1:
        return Estimate(1, ratio, 0.0, None, None)
    rest = divided[1] - 2 * ratio * together + ratio * ratio * divisor[1]
    return within(games, ratio, sqrt(max(0.0, rest) / (games - 1)) / abs(divisor[0] / games))


def quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval of Student's t reaches to either side."""
    # scipy.stats would take longer to import than thousands of games take to play; a single game does without scipy.
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + confidence) / 2))


def standard_errors(confidence: float) -> float:
    """How many an interval of a normal distribution reaches to either side."""
    return NormalDist().inv_cdf((1 + confidence) / 2)
