"""Contrasts as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf

from rulelang.lab.many.figures import Unit
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.naming import Names
from rulelang.lab.many.shown import Shown, cut
from rulelang.lab.many.tables import FEW
from rulelang.lab.paired.contrasts import SPLIT, Contrast
from rulelang.lab.paired.verdict import Sides, title_of, wins_by


class ContrastTables:
    """All tables of two sides. `all_rows`: what is not decided as well, and long lists to their end."""

    def __init__(self, found: Sequence[Contrast], names: Names, sides: Sides, *, all_rows: bool) -> None:
        self.found = found
        self.names = names
        self.sides = sides
        self.all_rows = all_rows
        self.say: Callable[..., str] = names.wording.say

    def __iter__(self) -> Iterator[Shown]:
        first = [one for one in self.found if one.whole or one.measure in SPLIT]
        main = [one for one in first if one.measure not in ("wins",)]
        yield self._table("measures", self.say("compare.measures"), main)
        plan = self.names.plan
        by_seat, by_player = wins_by(first, "seat"), wins_by(first, "player")
        # Who sits where is no question at a position; who is who is none where all decide alike and keep their seats.
        if by_seat and plan.beginning is None:
            yield self._table("wins", self.say("simulate.who_wins"), by_seat)
        if by_player and (plan.beginning is not None or plan.rotate or len(set(plan.strategies)) > 1):
            yield self._table("players", self.say("simulate.by_player"), by_player)
        splits = [one for one in self.found if not one.whole and one.measure not in SPLIT and (one.decided or self.all_rows)]
        splits.sort(key=lambda one: -abs(one.effect))
        if splits:
            shown = self._table("splits", self.say("compare.splits"), splits)
            yield shown if self.all_rows else cut(shown, 2 * FEW, self.say)

    def _table(self, id_: str, title: str, rows: Sequence[Contrast]) -> Shown:
        headers = (
            *(
                self.say("simulate.measure"),
                self.sides.first,
                self.sides.second,
                self.say("compare.difference"),
                self.say("simulate.interval"),
            ),
            *(self.say("compare.change"), self.say("compare.effect"), self.say("compare.decided")),
        )
        return Shown(id_, title, headers, tuple(self._row(one) for one in rows), tuple(range(1, len(headers))))

    def _row(self, one: Contrast) -> tuple[str, ...]:
        names = self.names
        return (
            title_of(one, names),
            names.mean(one.unit, one.first),
            names.mean(one.unit, one.second),
            signed_difference(names, one),
            interval(names, one.unit, one.difference),
            "" if one.unit is Unit.share else change(names, one),
            "" if isinf(one.effect) else names.wording.decimal(one.effect, 2),
            decided(names, one),
        )


def change(names: Names, one: Contrast) -> str:
    """The relative change, with its sign."""
    if one.change is None or one.change_low is None or one.change_high is None:
        return ""
    return signed(names, Unit.share, one.change, (one.change_high - one.change_low) / 2)


def decided(names: Names, one: Contrast) -> str:
    return names.wording.say("compare.yes") if one.decided else names.wording.say("compare.no")


def signed(names: Names, unit: Unit, value: float, spread: float) -> str:
    """A number with its sign."""
    key = "compare.minus" if value < 0 else "compare.plus"
    return names.wording.say(key, number=names.number(unit, abs(value), spread))


def signed_difference(names: Names, one: Contrast) -> str:
    """`+1.2`; between two shares, `+1.2 points`."""
    if one.unit is Unit.share:
        return names.wording.say("compare.points", number=points(names, one))
    return signed(names, one.unit, one.difference.mean, _half(one.difference))


def interval(names: Names, unit: Unit, estimate: Estimate) -> str:
    """Of a difference: `-0.3 to +1.2`; between two shares, `-0.3 to +1.2 points`."""
    if unit is Unit.share:
        around = points_between(names, estimate)
        return names.wording.say("compare.points", number=around) if around else ""
    return _between(names, unit, estimate, 1)


def points(names: Names, one: Contrast) -> str:
    """How many points of a hundred two shares lie apart: "5% more" would be a twentieth more."""
    return signed(names, Unit.number, 100 * one.difference.mean, 100 * _half(one.difference))


def points_between(names: Names, estimate: Estimate) -> str:
    """The interval of that."""
    return _between(names, Unit.number, estimate, 100)


def _between(names: Names, unit: Unit, estimate: Estimate, size: int) -> str:
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return ""
    half = _half(estimate)
    low, high = (signed(names, unit, size * value, size * half) for value in (estimate.low, estimate.high))
    return names.wording.say("simulate.from_to", low=low, high=high)


def _half(estimate: Estimate) -> float:
    return 0.0 if estimate.high is None else estimate.high - estimate.mean
