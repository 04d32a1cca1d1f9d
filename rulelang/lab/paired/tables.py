"""Contrasts as tables, and a sweep as one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf

from rulelang.lab.many.figures import Unit
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.naming import Names
from rulelang.lab.many.shown import Shown
from rulelang.lab.many.tables import FEW
from rulelang.lab.paired.contrasts import SPLIT, Contrast, only
from rulelang.lab.paired.verdict import Sides, title_of


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
        seats = [one for one in first if one.measure == "wins"]
        if seats:
            yield self._table("wins", self.say("simulate.who_wins"), seats)
        splits = [one for one in self.found if not one.whole and one.measure not in SPLIT and (one.decided or self.all_rows)]
        splits.sort(key=lambda one: -abs(one.effect))
        if splits:
            yield self._cut(self._table("splits", self.say("compare.splits"), splits))

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
        change = ""
        if one.unit is not Unit.share and one.change is not None and one.change_low is not None and one.change_high is not None:
            change = signed(names, Unit.share, one.change, (one.change_high - one.change_low) / 2)
        return (
            title_of(one, names),
            names.mean(one.unit, one.first),
            names.mean(one.unit, one.second),
            signed_difference(names, one),
            interval(names, one.unit, one.difference),
            change,
            "" if isinf(one.effect) else names.wording.decimal(one.effect, 2),
            self.say("compare.yes") if one.decided else self.say("compare.no"),
        )

    def _cut(self, shown: Shown) -> Shown:
        left = len(shown.rows) - 2 * FEW
        if self.all_rows or left <= 2:
            return shown
        return Shown(shown.id, shown.title, shown.headers, shown.rows[: 2 * FEW], shown.numbers, self.say("simulate.more", rows=left))


def sweep_table(names: Names, setting: str, values: Sequence[str], sides: Sequence[Sequence[Contrast]]) -> Shown:
    """A row for each value of a setting, against the edition as it is."""
    say = names.wording.say
    rows = []
    for value, found in zip(values, sides, strict=True):
        length, ended, seat = only(found, "rounds"), only(found, "ended"), only(found, "wins", seat=1)
        minutes = only(found, "minutes")
        rows.append(
            (
                value,
                *(
                    ("", "", "")
                    if length is None
                    else (names.mean(Unit.number, length.second), signed_difference(names, length), _change(names, length))
                ),
                "" if length is None else say("compare.yes") if length.decided else say("compare.no"),
                "" if minutes is None else names.mean(Unit.minutes, minutes.second),
                names.number(Unit.share, 1 - ended.second.mean, 0.01) if ended is not None else names.number(Unit.share, 1.0, 0.01),
                "" if seat is None else names.about(Unit.share, seat.second),
            )
        )
    headers = (
        *(setting, say("simulate.rounds"), say("compare.difference"), say("compare.change"), say("compare.decided")),
        *(say("simulate.minutes"), say("simulate.unfinished"), say("compare.first_seat")),
    )
    return Shown("sweep", say("compare.sweep", setting=setting), headers, tuple(rows), tuple(range(len(headers))))


def _change(names: Names, one: Contrast) -> str:
    if one.change is None or one.change_low is None or one.change_high is None:
        return ""
    return signed(names, Unit.share, one.change, (one.change_high - one.change_low) / 2)


def signed(names: Names, unit: Unit, value: float, spread: float) -> str:
    """A number with its sign."""
    key = "compare.minus" if value < 0 else "compare.plus"
    return names.wording.say(key, number=names.number(unit, abs(value), spread))


def signed_difference(names: Names, one: Contrast) -> str:
    half = 0.0 if one.difference.high is None else one.difference.high - one.difference.mean
    return signed(names, one.unit, one.difference.mean, half)


def interval(names: Names, unit: Unit, estimate: Estimate) -> str:
    """`-0.3 to +1.2`."""
    if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
        return ""
    half = (estimate.high - estimate.low) / 2
    return names.wording.say("simulate.from_to", low=signed(names, unit, estimate.low, half), high=signed(names, unit, estimate.high, half))
