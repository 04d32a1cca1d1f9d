"""What differs between two sides, and how sure it is.

A `Contrast` is one measure on both sides. Its difference is estimated from pairs; so is the relative one, by the delta method for a ratio
of two means. How large it is, apart from how sure, is told by the effect: the difference by the standard deviation of a single game.

Many measures are looked at at once, and some would stand out by chance. The length in rounds is the question that is always asked, and
stands by itself. Each family of the others is corrected after Holm: in all of it together, the chance that anything is called different
that is not is 5%.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt

from rulelang.lab.many.figures import Unit
from rulelang.lab.many.intervals import CONFIDENCE, Estimate, mean, quotient
from rulelang.lab.many.summing import Scalar
from rulelang.lab.paired.pairing import Column, Key, Pairs, places
from rulelang.lab.paired.quotients import quotients

LEVEL = 1 - CONFIDENCE
LENGTH: Key = ("rounds", ())
SPLIT = ("wins", "endings")
"""Measures that belong to the family of the whole ones though they are split: who wins and how it ends."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """`difference` is second less first, in the measure's unit; `change` the same relative to the first (None where that is 0), with its
    interval `change_low` to `change_high`. `chance` is the probability of a difference so large if there were none, `adjusted` that after
    correction."""

    key: Key
    column: Column
    unit: Unit
    first: Estimate
    second: Estimate
    difference: Estimate
    change: float | None
    change_low: float | None
    change_high: float | None
    effect: float
    chance: float
    adjusted: float = 1.0

    @property
    def decided(self) -> bool:
        return self.adjusted < LEVEL

    @property
    def measure(self) -> str:
        return self.key[0]

    @property
    def whole(self) -> bool:
        return not self.key[1]


def contrasts(pairs: Pairs, side: int = 0) -> list[Contrast]:
    """All that the first side shares with another (numbered from 0), corrected."""
    games = pairs.games
    if games < 2:
        return []
    first, other = pairs.sums[0], pairs.sums[side + 1]
    any_ended = bool(first.sums[Scalar.ENDED] or other.sums[Scalar.ENDED])
    found = []
    for number, key, here, there in places(pairs.shared[side]):
        a = (first.sums[here.place], first.squares[here.place])
        b = (other.sums[there.place], other.squares[there.place])
        # Who never wins is told beside those who do.
        if a[1] or b[1] or (key[0] == "wins" and any_ended):
            found.append(contrast_of(games, key, there, a, b, (pairs.sums_of[side][number], pairs.squares_of[side][number])))
    found += [weighed(one.key, one.column, one.first, one.second, one.difference, one.times) for one in quotients(pairs, side)]
    families: dict[int, list[Contrast]] = {0: [], 1: [], 2: []}
    for one in found:
        families[0 if one.key == LENGTH else 1 if one.whole or one.measure in SPLIT else 2].append(one)
    return [one for family in families.values() for one in holm(family)]


def contrast_of(games: int, key: Key, column: Column, a: tuple[int, int], b: tuple[int, int], d: tuple[int, int]) -> Contrast:
    size = column.size
    first, second, difference = (mean(games, total, squares, size) for total, squares in (a, b, d))
    times = quotient(games, b, a, (a[1] + b[1] - d[1]) / 2) if a[0] else None
    return weighed(key, column, first, second, difference, times)


def weighed(key: Key, column: Column, first: Estimate, second: Estimate, difference: Estimate, times: Estimate | None) -> Contrast:
    """With the change, where the second is so many `times` the first, the effect, and how probable it would be by chance."""
    change = low = high = None
    if times is not None:
        assert times.low is not None and times.high is not None, "there are at least two pairs"
        change, low, high = times.mean - 1, times.low - 1, times.high - 1
    error = difference.error
    spread = sqrt((first.deviation**2 + second.deviation**2) / 2)
    effect = difference.mean / spread if spread else (0.0 if not difference.mean else inf)
    if not difference.mean:
        chance = 1.0
    elif not error:
        chance = 0.0  # the same difference in every pair
    else:
        chance = two_sided(difference.mean / error, difference.games - 1)
    return Contrast(key, column, column.unit, first, second, difference, change, low, high, effect, chance)


def holm(family: Sequence[Contrast]) -> list[Contrast]:
    """The same with corrected probabilities, in the same order."""
    adjusted: dict[int, float] = {}
    largest = 0.0
    for place, index in enumerate(sorted(range(len(family)), key=lambda index: family[index].chance)):
        largest = max(largest, min(1.0, (len(family) - place) * family[index].chance))
        adjusted[index] = largest
    return [replace(one, adjusted=adjusted[index]) for index, one in enumerate(family)]


def two_sided(t: float, freedom: int) -> float:
    """The probability of a value of Student's t that far from 0, or farther."""
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -abs(t)))


def only(found: Iterable[Contrast], measure: str, **by: object) -> Contrast | None:
    """The contrast of that measure, split so; None if there is none."""
    return next((one for one in found if one.key == (measure, tuple(by.items()))), None)


def needed(contrast: Contrast, precision: float, games: int) -> int:
    """How many pairs it would take for the interval of the change to be `precision` wide to either side; 0: it is."""
    half = half_of(contrast)
    return 0 if half <= precision else int(games * (half / precision) ** 2 * 1.02) + 1


def half_of(contrast: Contrast) -> float:
    """Half the interval of the relative change; of shares, that of the difference."""
    if contrast.unit is Unit.share or contrast.change_high is None or contrast.change is None:
        high = contrast.difference.high
        return inf if high is None else high - contrast.difference.mean
    return contrast.change_high - contrast.change
