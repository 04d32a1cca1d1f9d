"""`Further`: what is summed up within a game, over cells of its tally: things by group, the rules in which a setting plays a part, and what
it takes to divide one measure by another.

Means of sums follow from the means of what is summed; how they differ from game to game does not, so that each game is summed by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rulelang.engine.tallies import Axis, Count, Tallies
from rulelang.ir.program import Measure, Program

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.int64]
else:
    Matrix = Any

Split = tuple[str, str, int]
"""What a number is split by: a role, its type, the value."""


@dataclass(frozen=True, slots=True)
class Group:
    """What a measure came to on all things of a group."""

    measure: str
    money: bool
    group: int
    place: int


@dataclass(frozen=True, slots=True)
class Part:
    """How often a setting played a part."""

    setting: int
    place: int


@dataclass(frozen=True, slots=True)
class Quotient:
    """One number by another: the places of both, and of their sum, whose squares tell how they go together."""

    measure: str
    by: tuple[Split, ...]
    divided: int
    divisor: int
    both: int


def is_thing(program: Program, type_: str) -> bool:
    """Whether values of a type are things, those of some kind perhaps."""
    return type_ in program.kinds or type_ in ("thing", "space")


class Further:
    """Places are columns of a game's row: the columns of its own follow the cells, which begin at `cells`; those of endings, at
    `endings`."""

    def __init__(self, tallies: Tallies, cells: int, endings: int) -> None:
        self._tallies = tallies
        self._program = tallies.program
        self._cells = cells
        self._first = cells + tallies.size
        self._sums: list[tuple[int, ...]] = []
        self.groups = tuple(self._groups())
        self.parts = tuple(self._parts(endings))
        self._pairs: list[tuple[int, int]] = []
        self.quotients = tuple(self._quotients())
        self.size = len(self._sums) + len(self._pairs)
        inside = [[place - cells for place in places if place >= cells] for places in self._sums]
        self._members = np.array([place for places in inside for place in places], dtype=np.intp)
        self._filled = np.array([number for number, places in enumerate(inside) if places], dtype=np.intp)
        self._starts = np.cumsum([0, *(len(places) for places in inside if places)], dtype=np.intp)[:-1]
        self._heads = [(number, place) for number, places in enumerate(self._sums) for place in places if place < cells]
        self._divided, self._divisors = (np.array([pair[side] for pair in self._pairs], dtype=np.intp) for side in (0, 1))

    def block(self, heads: Matrix, cells: Matrix) -> Matrix:
        """The columns for games of which the columns before the cells and the cells are given, a row for each game."""
        sums = np.zeros((len(cells), len(self._sums)), dtype=np.int64)
        if self._filled.size:
            sums[:, self._filled] = np.add.reduceat(cells[:, self._members], self._starts, axis=1)
        for number, place in self._heads:
            sums[:, number] += heads[:, place]
        return np.concatenate([sums, self._taken(cells, sums, self._divided) + self._taken(cells, sums, self._divisors)], axis=1)

    def _taken(self, cells: Matrix, sums: Matrix, places: NDArray[np.intp]) -> Matrix:
        summed = places >= self._first
        found = np.empty((len(cells), len(places)), dtype=np.int64)
        found[:, ~summed] = cells[:, places[~summed] - self._cells]
        found[:, summed] = sums[:, places[summed] - self._first]
        return found

    # ---------------------------------------------------------------------------------------------------------- what there is
    def _sum(self, places: tuple[int, ...]) -> int:
        self._sums.append(places)
        return self._first + len(self._sums) - 1

    def _groups(self) -> Iterator[Group]:
        members: dict[int, list[int]] = {}
        for thing, group in enumerate(self._program.group_of):
            if group >= 0:
                members.setdefault(group, []).append(thing)
        for name, roles in self._by_name().items():
            things = [axis for axis in roles if is_thing(self._program, axis.type)]
            if not things or any(axis.role == "group" for axis in roles):
                continue
            count = self._tallies.split(name, things[0].role)
            if count is None:
                continue
            for group in sorted(members):
                places = (self._cells + count.base + thing - count.axes[0].low for thing in members[group])
                yield Group(name, count.adds >= 0, group, self._sum(tuple(places)))

    def _by_name(self) -> dict[str, tuple[Axis, ...]]:
        """The counts that are not parts of others, with all that they are split by."""
        return {name: count.axes for name, count in self._tallies.counts.items() if " by " not in name}

    def _parts(self, endings: int) -> Iterator[Part]:
        calls = self._tallies.calls
        for number, setting in enumerate(self._program.settings):
            found = self._tallies.settings.get(setting.name)
            if found is not None:
                begun = (self._cells + calls[function] for function in found.functions)
                yield Part(number, self._sum((*begun, *(endings + ending for ending in found.endings))))

    def _quotients(self) -> Iterator[Quotient]:
        for measure in self._program.measures:
            if measure.kind == "divides":
                names = [f"measure {self._program.measures[part].name}" for part in measure.parts]
                yield self._quotient(measure, (), *(self._place(self._tallies.margin(name)) for name in names))
                for role in measure.by:
                    counts = [self._tallies.split(name, role) for name in names]
                    if counts[0] is not None and counts[1] is not None:
                        yield from self._split(measure, counts[0], counts[1])
                groups = [{group.group: group.place for group in self.groups if group.measure == name} for name in names]
                for group, place in groups[0].items():
                    if group in groups[1] and len(measure.by) > 0:
                        yield self._quotient(measure, (("group", "group", group),), place, groups[1][group])

    def _split(self, measure: Measure, divided: Count, divisor: Count) -> Iterator[Quotient]:
        [one], [other] = divided.axes, divisor.axes
        for value in range(max(one.low, other.low), min(one.low + one.size, other.low + other.size)):
            split = (one.role, one.type, value)
            yield self._quotient(measure, (split,), self._place(divided, value - one.low), self._place(divisor, value - other.low))

    def _place(self, count: Count, index: int = 0) -> int:
        return self._cells + count.base + index

    def _quotient(self, measure: Measure, by: tuple[Split, ...], divided: int, divisor: int) -> Quotient:
        self._pairs.append((divided, divisor))
        return Quotient(f"measure {measure.name}", by, divided, divisor, self._first + len(self._sums) + len(self._pairs) - 1)
