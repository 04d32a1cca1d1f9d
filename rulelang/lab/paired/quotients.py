"""Measures that divide one by another, on two sides.

By the delta method: in each game a side is off its quotient by what is divided less so many times the divisor, by the mean of the
divisor. That is a weighted sum of the game's numbers, and so is how far the difference of two sides is off in a pair of games, of four
numbers. Its standard deviation follows from the sums of their products, in which what the two games have in common is contained. All of
it is worked out in fractions: what is the same on both sides differs by nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from rulelang.lab.many.figures import Unit
from rulelang.lab.many.intervals import Estimate, within
from rulelang.lab.paired.pairing import Column, Key, Pairs


@dataclass(frozen=True, slots=True)
class Quotients:
    """One measure that divides, on both sides. `times`: the second by the first; None where that is 0."""

    key: Key
    column: Column
    first: Estimate
    second: Estimate
    difference: Estimate
    times: Estimate | None


def quotients(pairs: Pairs, side: int) -> Iterator[Quotients]:
    """All that the first side shares with another and that has something to divide by on both. At least two pairs have been played."""
    games, shared, apart = pairs.games, pairs.shared[side], pairs.squares_of[side]
    here, there = pairs.sums[0], pairs.sums[side + 1]
    for number, (key, one, other) in enumerate(shared.divided):
        parts = (here, one.divided), (here, one.divisor), (there, other.divided), (there, other.divisor)
        first_sum, first_by, second_sum, second_by = (sums.sums[place] for sums, place in parts)
        if not first_by or not second_by:
            continue
        squares = [sums.squares[place] for sums, place in parts]
        products = {(place, place): Fraction(square) for place, square in enumerate(squares)}
        for sums, row, column, both in ((here, 0, 1, one.both), (there, 2, 3, other.both)):
            products[row, column] = Fraction(sums.squares[both] - squares[row] - squares[column])
        differences = iter(apart[len(shared.keys) + 4 * number :])
        for row in (0, 1):
            for column in (2, 3):
                products[row, column] = Fraction(squares[row] + squares[column] - next(differences))
        first, second = Fraction(first_sum, first_by), Fraction(second_sum, second_by)
        one_game, other_game = Fraction(games, first_by), Fraction(games, second_by)
        off = one_game, -first * one_game, -other_game, second * other_game
        times = None
        if first:
            weights = *(weight * second / first / first for weight in off[:2]), *(weight / first for weight in off[2:])
            times = _estimate(games, second / first, weights, products)
        yield Quotients(
            key,
            Column(other.divided, Unit.ratio, 1, other.roles),
            _estimate(games, first, (*off[:2], 0, 0), products),
            _estimate(games, second, (0, 0, *off[2:]), products),
            _estimate(games, second - first, off, products),
            times,
        )


def _estimate(games: int, average: Fraction, weights: Sequence[Fraction | int], products: dict[tuple[int, int], Fraction]) -> Estimate:
    """Of what is off by so many times each of four numbers. `products`: the sums of their squares, and twice those of their products."""
    squares = sum(weights[row] * weights[column] * product for (row, column), product in products.items())
    return within(games, float(average), sqrt(squares / (games - 1)))
