"""`Figures`: what the sums of many games say, as a flat list with intervals. Tables, charts, JSON and Parquet are all made from it.

A `Figure` is one number: a measure by name, what it is split by, its unit, and the estimate. The machine's own measures are named here;
those that the edition declares are called `measure NAME`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rulelang.engine.tallies import ROUNDS, Count
from rulelang.lab.many.intervals import Estimate, mean, quotient, share
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.running import Played
from rulelang.lab.many.summing import SHARE, SPREAD, Scalar, Sums


class Unit(StrEnum):
    share = "share"
    """of games, 0 to 1"""
    number = "number"
    """times a game, or a plain number"""
    money = "money"
    """the edition's currency, a game"""
    minutes = "minutes"
    ratio = "ratio"
    """one measure by another: so much for each 1"""


@dataclass(frozen=True, slots=True)
class Role:
    """One thing that a measure is split by: `type` and `value` as in the Program."""

    name: str
    type: str
    value: int


@dataclass(frozen=True, slots=True)
class Figure:
    measure: str
    by: tuple[Role, ...]
    unit: Unit
    estimate: Estimate
    column: int
    """In the sums; what differs from game to game can be looked up there."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How the games that ended are spread: (least value of a class, games), and the values below which 5, 50 and 95% of them are."""

    classes: tuple[tuple[int, int], ...]
    low: int
    median: int
    high: int


LENGTHS = {"rounds": Scalar.ROUNDS_ENDED, "turns": Scalar.TURNS_ENDED, "throws": Scalar.THROWS_ENDED, "minutes": Scalar.SECONDS_ENDED}

_UNITS = {"paid": Unit.money, "received": Unit.money, "money for": Unit.money}
_SHARES = {"leavers"}
"""Counts that are 0 or 1 in a game."""


class Figures:
    """All figures of what was played."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.plan: Plan = played.plan
        self.sums: Sums = played.sums
        self.rows = tuple(self._all())
        self._by_measure: dict[str, list[Figure]] = {}
        for figure in self.rows:
            self._by_measure.setdefault(figure.measure, []).append(figure)

    def of(self, measure: str, *roles: str) -> list[Figure]:
        """The figures of a measure that are split by just these roles."""
        return [figure for figure in self._by_measure.get(measure, ()) if tuple(role.name for role in figure.by) == roles]

    def one(self, measure: str) -> Estimate:
        """The whole of a measure."""
        [figure] = self.of(measure)
        return figure.estimate

    @property
    def ended(self) -> int:
        """Games that came to their end."""
        return self.sums.sums[Scalar.ENDED]

    def spread(self, length: str) -> Spread:
        """Of one of LENGTHS, in its own unit (minutes: seconds)."""
        values: Counter[int] = self.sums.values[SPREAD.index(LENGTHS[length])]
        classes = tuple(sorted(values.items()))
        return Spread(classes, *(_quantile(classes, share) for share in (0.05, 0.5, 0.95)))

    # ------------------------------------------------------------------------------------------------------------ all
    def _all(self) -> Iterator[Figure]:
        sums, columns, plan, games = self.sums.sums, self.sums.columns, self.plan, self.sums.games
        program, tallies = plan.program, plan.tallies
        for name, scalar in LENGTHS.items():
            unit, size = (Unit.minutes, 60) if name == "minutes" else (Unit.number, 1)
            yield Figure(name, (), unit, mean(self.ended, sums[scalar], self.sums.squares[scalar], size), scalar)
        yield Figure("decisions", (), Unit.number, self._mean(Scalar.DECISIONS), Scalar.DECISIONS)
        yield Figure("ended", (), Unit.share, share(games, self.ended), Scalar.ENDED)
        for ending in range(len(program.endings) + 1):
            column = columns.endings + ending
            if ending < len(program.endings) or sums[column]:
                role = Role("ending", "ending", ending if ending < len(program.endings) else -1)
                yield Figure("endings", (role,), Unit.share, share(games, sums[column]), column)
        for seat in range(plan.players):
            column = columns.seats + seat
            yield Figure("wins", (Role("seat", "seat", seat),), Unit.share, share(games, sums[column], SHARE), column)
        for player in range(plan.players):
            column = columns.players + player
            yield Figure("wins", (Role("player", "player", player),), Unit.share, share(games, sums[column], SHARE), column)
        yield from self._strategies()
        yield self._figure("lead changes", (), Unit.number, columns.cells + tallies.changes)
        yield from self._money()
        for count in tallies.counts.values():
            # How long games are is told of those that ended.
            if count.axes or count.name.partition(" by ")[0] not in ("turns", "throws", "decisions"):
                yield from self._count(count)
        for number in tallies.rules:
            yield self._figure("rules", (Role("rule", "function", number),), Unit.number, columns.cells + tallies.calls[number])
        for part in columns.further.parts:
            yield self._figure("settings", (Role("setting", "setting", part.setting),), Unit.number, part.place)
        for group in columns.further.groups:
            if not self.sums.squares[group.place] and group.measure != "landings":
                continue
            unit = Unit.money if group.money else Unit.number
            yield self._figure(group.measure, (Role("group", "group", group.group),), unit, group.place)
        yield from self._quotients()

    def _figure(self, measure: str, by: tuple[Role, ...], unit: Unit, column: int) -> Figure:
        estimate = self._mean(column)
        if unit is Unit.number and estimate.low is not None:
            estimate = replace(estimate, low=max(0.0, estimate.low))  # nothing happens less than never
        return Figure(measure, by, unit, estimate, column)

    def _mean(self, column: int) -> Estimate:
        return mean(self.sums.games, self.sums.sums[column], self.sums.squares[column])

    def _strategies(self) -> Iterator[Figure]:
        """How often each strategy wins, and what a player by it wins on the average. With one strategy there is nothing to tell."""
        plan, columns = self.plan, self.sums.columns
        names = list(dict.fromkeys(plan.strategies))
        if len(names) < 2:
            return
        for index, name in enumerate(names):
            players = [player for player, strategy in enumerate(plan.strategies) if strategy == name]
            points = sum(self.sums.sums[columns.players + player] for player in players)
            yield Figure("wins", (Role("strategy", "strategy", index),), Unit.share, share(self.sums.games, points, SHARE), -1)

    def _money(self) -> Iterator[Figure]:
        """What each seat, and each pot, has at the beginning of some rounds, in the games that came so far."""
        columns, tallies = self.sums.columns, self.plan.tallies
        holders = tallies.layout.holders
        for index, round_ in enumerate(ROUNDS):
            games = self.sums.sums[columns.cells + tallies.reached + index]
            if not games:
                continue
            yield Figure(
                "reached",
                (Role("round", "count", round_),),
                Unit.share,
                share(self.sums.games, games),
                columns.cells + tallies.reached + index,
            )
            for holder in range(holders):
                if self.plan.players <= holder <= tallies.layout.bank:
                    continue
                column = columns.cells + tallies.money + index * holders + holder
                roles = (Role("round", "count", round_), Role("holder", "holder", holder))
                yield Figure("money", roles, Unit.money, mean(games, self.sums.sums[column], self.sums.squares[column]), column)

    def _quotients(self) -> Iterator[Figure]:
        """One measure by another, wherever there is something to divide by."""
        sums, squares = self.sums.sums, self.sums.squares
        for found in self.sums.columns.further.quotients:
            first, second, both = found.divided, found.divisor, found.both
            if sums[second]:
                together = (squares[both] - squares[first] - squares[second]) / 2
                estimate = quotient(self.sums.games, (sums[first], squares[first]), (sums[second], squares[second]), together)
                yield Figure(found.measure, tuple(Role(*split) for split in found.by), Unit.ratio, estimate, -1)

    def _count(self, count: Count) -> Iterator[Figure]:
        """Cells in which there is nothing are left out, but for whole counts."""
        measure = count.name.partition(" by ")[0]
        unit = Unit.money if count.adds >= 0 else Unit.number
        for index in range(count.size):
            column = self.sums.columns.cells + count.base + index
            if count.axes and not self.sums.squares[column] and not self._kept(count, index):
                continue
            roles = tuple(
                Role(axis.role, axis.type, value + axis.low) for axis, value in zip(count.axes, _places(count.shape, index), strict=True)
            )
            if measure in _SHARES and count.axes:
                yield Figure(measure, roles, Unit.share, share(self.sums.games, self.sums.sums[column]), column)
            else:
                yield self._figure(measure, roles, unit, column)

    def _kept(self, count: Count, index: int) -> bool:
        """What one wants to know to be 0: a space on which nobody lands, a card that never comes, a player at the table."""
        if len(count.axes) != 1:
            return False
        [axis] = count.axes
        value = index + axis.low
        if axis.type in ("player", "holder"):
            return 0 <= value < self.plan.players
        return count.name in ("landings", "cards") and value >= 0


def _places(shape: Sequence[int], index: int) -> list[int]:
    places: list[int] = []
    for size in reversed(shape):
        index, place = divmod(index, size)
        places.append(place)
    return places[::-1]


def _quantile(classes: Sequence[tuple[int, int]], part: float) -> int:
    """The least value that so large a part of the games does not exceed."""
    games = sum(count for _, count in classes)
    below = 0
    for value, count in classes:
        below += count
        if below >= part * games:
            return value
    return 0
