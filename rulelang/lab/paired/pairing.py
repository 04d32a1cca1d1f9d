"""Pairs of games: each game number is played once for every side, and what is summed up is what differs from the first side.

Sides have different programs, so that their figures lie in different columns; a `Key` says what a column is about in words that all
sides share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rulelang.engine.tallies import Count
from rulelang.lab.many.figures import LENGTHS, Role, Unit
from rulelang.lab.many.naming import Names
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Compiled, Interpreted, needs_engine
from rulelang.lab.many.running import Stop, gather
from rulelang.lab.many.summing import SHARE, Columns, Folded, Folder, Scalar, Sums, exact
from rulelang.lab.many.working import Pieces, Progress
from rulelang.play.wording import wording

Key = tuple[str, tuple[tuple[str, object], ...]]
"""A measure, and by role the id of what it is split by."""

_TOLD_OF_ALL = {"rounds": Scalar.ROUNDS, "turns": Scalar.TURNS, "throws": Scalar.THROWS, "minutes": Scalar.SECONDS}
"""Lengths of all games, those included that were left unfinished: else those that are over would not be the same games on both sides."""
_SHARES = ("leavers",)
_TWICE = frozenset(
    [(measure, ()) for measure in ("turns", "throws", "decisions", "received", "money for", "buyers", "leavers")]
    + [("received", ("purpose",)), ("money for", ("purpose",))]
)
"""Sums that are the same as others by another name: every payment is paid, received, and for something."""


@dataclass(frozen=True, slots=True)
class Column:
    """`size`: what makes one of the unit (60 seconds a minute, so many points a game that is won)."""

    place: int
    unit: Unit
    size: int
    roles: tuple[Role, ...]


def keyed(plan: Plan, columns: Columns) -> dict[Key, Column]:
    """The columns of a side that can be compared: what is split by no more than one role."""
    names = Names(plan, wording())
    found: dict[Key, Column] = {}

    def put(measure: str, place: int, unit: Unit, size: int = 1, role: Role | None = None) -> None:
        roles = (role,) if role is not None else ()
        key = measure, tuple((one.name, names.plain(one)) for one in roles)
        found.setdefault(key, Column(place, unit, size, roles))

    for name in LENGTHS:
        unit, size = (Unit.minutes, 60) if name == "minutes" else (Unit.number, 1)
        put(name, _TOLD_OF_ALL[name], unit, size)
    put("decisions", Scalar.DECISIONS, Unit.number)
    put("ended", Scalar.ENDED, Unit.share)
    put("lead changes", columns.cells + plan.tallies.changes, Unit.number)
    for ending in range(len(plan.program.endings)):
        put("endings", columns.endings + ending, Unit.share, role=Role("ending", "ending", ending))
    for seat in range(plan.players):
        put("wins", columns.seats + seat, Unit.share, SHARE, Role("seat", "seat", seat))
    for player in range(plan.players):
        put("wins", columns.players + player, Unit.share, SHARE, Role("player", "player", player))
    for count in plan.tallies.counts.values():
        _count(count, columns, put)
    for number in plan.tallies.rules:
        if plan.program.functions[number].name.split(" ", 1)[0] in ("card", "action"):
            continue  # these are counted by themselves
        put("rules", columns.cells + plan.tallies.calls[number], Unit.number, role=Role("rule", "function", number))
    for part in columns.further.parts:
        put("settings", part.place, Unit.number, role=Role("setting", "setting", part.setting))
    for group in columns.further.groups:
        put(group.measure, group.place, Unit.money if group.money else Unit.number, role=Role("group", "group", group.group))
    return found


@dataclass(frozen=True, slots=True)
class Divided:
    """One number by another: the columns of both, and of their sum."""

    roles: tuple[Role, ...]
    divided: int
    divisor: int
    both: int


def divided(plan: Plan, columns: Columns) -> dict[Key, Divided]:
    """The measures of a side that divide."""
    names = Names(plan, wording())
    found: dict[Key, Divided] = {}
    for one in columns.further.quotients:
        roles = tuple(Role(*split) for split in one.by)
        key = one.measure, tuple((role.name, names.plain(role)) for role in roles)
        found[key] = Divided(roles, one.divided, one.divisor, one.both)
    return found


def _count(count: Count, columns: Columns, put: object) -> None:
    assert callable(put)
    measure = count.name.partition(" by ")[0]
    if len(count.axes) > 1 or (measure, tuple(axis.role for axis in count.axes)) in _TWICE:
        return
    unit = Unit.money if count.adds >= 0 else Unit.share if measure in _SHARES and count.axes else Unit.number
    for index in range(count.size):
        role = Role(count.axes[0].role, count.axes[0].type, index + count.axes[0].low) if count.axes else None
        put(measure, columns.cells + count.base + index, unit, role=role)


@dataclass(frozen=True, slots=True)
class Shared:
    """What the first side and another have in common: keys with their columns on either side, and what divides on both."""

    keys: tuple[Key, ...]
    first: tuple[Column, ...]
    other: tuple[Column, ...]
    divided: tuple[tuple[Key, Divided, Divided], ...]
    only_first: tuple[Key, ...]
    only_other: tuple[Key, ...]

    def subtracted(self) -> list[tuple[int, int]]:
        """The columns of which differences are summed up, first and other: those of each key, then four of each that divides. Squares of
        differences tell how two columns go together, as squares of sums do."""
        pairs = [(first.place, other.place) for first, other in zip(self.first, self.other, strict=True)]
        for _, first, other in self.divided:
            pairs += [(a, b) for a in (first.divided, first.divisor) for b in (other.divided, other.divisor)]
        return pairs


class _Side:
    """What of one side can be compared."""

    def __init__(self, plan: Plan, columns: Columns) -> None:
        self.keyed = keyed(plan, columns)
        self.divided = divided(plan, columns)
        self.all = (*self.keyed, *self.divided)

    def shared(self, other: _Side) -> Shared:
        keys = tuple(key for key, column in self.keyed.items() if key in other.keyed and column.size == other.keyed[key].size)
        return Shared(
            keys,
            tuple(self.keyed[key] for key in keys),
            tuple(other.keyed[key] for key in keys),
            tuple((key, one, other.divided[key]) for key, one in self.divided.items() if key in other.divided),
            tuple(key for key in self.all if key not in other.keyed and key not in other.divided),
            tuple(key for key in other.all if key not in self.keyed and key not in self.divided),
        )


@dataclass(frozen=True, slots=True)
class PairFolded:
    """A piece of work: the sums of each side, and for each but the first those of the differences (in the order of `Shared.subtracted`)."""

    sides: tuple[Folded, ...]
    differences: tuple[tuple[list[int], list[int]], ...]
    dropped: int


class _PairWork:
    """Plays the same games for all sides. A game that a rule stops on one side is left out on all."""

    def __init__(self, plans: Sequence[Plan], players: Sequence[Compiled | Interpreted]) -> None:
        self.players = players
        self.folders = [Folder(plan) for plan in plans]
        first, *others = (_Side(plan, folder.columns) for plan, folder in zip(plans, self.folders, strict=True))
        self.shared = [first.shared(other) for other in others]
        self._columns = [np.array(one.subtracted(), dtype=np.intp).T for one in self.shared]
        self.at_once = min(player.at_once for player in players)

    def __call__(self, first: int, count: int) -> PairFolded:
        batches = [player.play(first, count) for player in self.players]
        faulty = {number for batch in batches for number in batch.faults}
        sound = [row for row in range(count) if first + row not in faulty]
        rows, folded = [], []
        for batch, folder in zip(batches, self.folders, strict=True):
            heads, cells = folder.heads(batch), batch.cells
            if faulty:
                heads, cells = heads[sound], cells[sound]
            rows.append(np.concatenate([heads, cells, folder.columns.further.block(heads, cells)], axis=1))
            folded.append(folder.folded(heads, cells, batch.faults))
        differences = tuple(exact(other[:, there] - rows[0][:, here]) for other, (here, there) in zip(rows[1:], self._columns, strict=True))
        return PairFolded(tuple(folded), differences, len(faulty))


def _compiled(plans: Sequence[Plan], level: int | None) -> list[Compiled]:
    """Plans of the same program are played by the same machine code."""
    found: list[Compiled] = []
    for plan in plans:
        entry = plan.beginning.entry if plan.beginning else None
        same = (
            one
            for one in found
            if one.plan.program is plan.program
            and one.plan.names == plan.names
            and (one.plan.beginning.entry if one.plan.beginning else None) == entry
        )
        found.append(Compiled(plan, level, next(same, None)))
    return found


class Pairs:
    """Pairs of games that have been played, and more of them when asked. `sums` are those of each side; `sums_of` and `squares_of` those of
    the differences of a side from the first, in the order of `Shared.subtracted`."""

    def __init__(self, plans: Sequence[Plan], threads: int, *, engine: bool = False, level: int | None = None) -> None:
        self.plans = tuple(plans)
        self.engine = engine or any(needs_engine(plan) for plan in plans)
        players = [Interpreted(plan) for plan in plans] if self.engine else _compiled(plans, level)
        self._work = _PairWork(plans, players)
        self._threads = threads
        self.shared = self._work.shared
        self.sums = [Sums(folder.columns) for folder in self._work.folders]
        self.sums_of = [[0] * len(one.subtracted()) for one in self.shared]
        self.squares_of = [[0] * len(one.subtracted()) for one in self.shared]
        self.played = 0
        self.dropped = 0
        self.stop, self.why = Stop.none, ""

    @property
    def games(self) -> int:
        """Pairs that count."""
        return self.sums[0].games

    def play(self, games: int, progress: Progress | None = None) -> bool:
        """Plays so many more; False if something came between (`stop`)."""
        pieces: Pieces[PairFolded] = Pieces(self._work, games, self._threads, processes=self.engine, first=self.played)
        self.stop, self.why = gather(pieces, self._take, progress)
        return self.stop is Stop.none

    def _take(self, piece: PairFolded) -> None:
        for sums, folded in zip(self.sums, piece.sides, strict=True):
            sums.add(folded)
        for side, (totals, squares) in enumerate(piece.differences):
            self.sums_of[side] = [a + b for a, b in zip(self.sums_of[side], totals, strict=True)]
            self.squares_of[side] = [a + b for a, b in zip(self.squares_of[side], squares, strict=True)]
        self.played += piece.sides[0].games + piece.dropped
        self.dropped += piece.dropped


def places(shared_: Shared) -> Iterator[tuple[int, Key, Column, Column]]:
    """Each shared key with its number and its column on either side."""
    for number, (key, first, other) in enumerate(zip(shared_.keys, shared_.first, shared_.other, strict=True)):
        yield number, key, first, other
