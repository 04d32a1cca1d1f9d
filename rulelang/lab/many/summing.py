"""`Sums`: what many games came to, without keeping them: sums, sums of squares and counts by value. Whole numbers only, so that the order
in which batches are added makes no difference.

A game is a row of numbers: its `Scalar`s and what follows from how it ended, the cells of its tally, then what is `Further` summed of
these. What a rule stopped is left out of all sums and counted apart.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from rulelang.engine.faults import Fault
from rulelang.engine.tallies import Tallies
from rulelang.lab.many.further import Further
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Batch
from rulelang.native.play import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.int64]
    Vector = NDArray[np.int64]
else:
    Matrix = Vector = Any

SHARE = lcm(*range(1, 13))
"""A game that is won is so many points, shared among the winners."""
EXACT = 1024
"""Numbers below are counted each by itself; larger ones with those that agree with them in their first ten binary digits."""
KEPT_FAULTS = 5


class Scalar(IntEnum):
    """The first numbers of a game's row."""

    ENDED = 0
    ROUNDS = 1
    TURNS = 2
    THROWS = 3
    DECISIONS = 4
    SECONDS = 5
    ROUNDS_ENDED = 6
    """… are counted only for games that ended, 0 for the others."""
    TURNS_ENDED = 7
    THROWS_ENDED = 8
    SECONDS_ENDED = 9
    ILLEGAL = 10
    COUNT = 11


SPREAD = (Scalar.ROUNDS_ENDED, Scalar.TURNS_ENDED, Scalar.THROWS_ENDED, Scalar.SECONDS_ENDED)
"""Of which counts by value are kept, over the games that ended."""

# assumed: what people at a table need, on the average. Nobody has published it; for four players a game of the best known rules comes
# out within the one to three hours that its box says.
SECONDS = {"turns": 6, "throws": 6, "payments": 4, "cards": 8, "actions": 10, "decisions": 5}
"""What each thing that is counted takes, in seconds."""


class Columns:
    """Where everything lies in a game's row: scalars, the points of each seat (the first has the first turn) and of each player, endings,
    cells, and sums over these."""

    def __init__(self, tallies: Tallies, players: int, endings: int) -> None:
        self.tallies = tallies
        self.seats = int(Scalar.COUNT)
        self.players = self.seats + players
        self.endings = self.players + players
        """Of each ending; the last: the rules ran out."""
        self.cells = self.endings + endings + 1
        self.derived = self.cells + tallies.size
        self.further = Further(tallies, self.cells, self.endings)
        self.size = self.derived + self.further.size


@dataclass(slots=True)
class Folded:
    """The sums of one batch, and counts by value."""

    games: int
    places: list[int]
    """The columns in which there is anything at all; `sums` and `squares` are theirs."""
    sums: list[int]
    squares: list[int]
    values: list[Counter[int]]
    faults: dict[int, Fault]


class Folder:
    """Makes sums of batches of a plan's games. Threads may share it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.columns = Columns(plan.tallies, plan.players, len(plan.program.endings))

    def heads(self, batch: Batch) -> Matrix:
        """What stands before the cells in each game's row."""
        plan, columns, results, cells = self.plan, self.columns, batch.results, batch.cells
        heads = np.zeros((len(results), columns.cells), dtype=np.int64)
        over = results[:, Result.OVER] == 1
        totals = {name: cells[:, plan.tallies.margin(name).base] for name in SECONDS}
        heads[:, Scalar.ENDED] = over
        heads[:, Scalar.ROUNDS] = results[:, Result.ROUNDS]
        heads[:, Scalar.TURNS] = totals["turns"]
        heads[:, Scalar.THROWS] = totals["throws"]
        heads[:, Scalar.DECISIONS] = totals["decisions"] + totals["actions"]
        for name, seconds in SECONDS.items():
            heads[:, Scalar.SECONDS] += seconds * totals[name]
        for ended in SPREAD:
            heads[:, ended] = heads[:, Scalar[ended.name.removesuffix("_ENDED")]] * over
        heads[:, Scalar.ILLEGAL] = results[:, Result.ILLEGAL]
        self._results(heads, results, cells[:, plan.tallies.first], over, batch.first)
        return heads

    def _results(self, heads: Matrix, results: Matrix, begins: Vector, over: NDArray[np.bool_], first: int) -> None:
        """Who won, and by which ending. `begins`: who had the first turn + 1, 0: nobody."""
        plan, columns = self.plan, self.columns
        players = plan.players
        winners = results[:, Result.WINNERS]
        wins = np.stack([winners >> place & 1 for place in range(players)], axis=1) * over[:, None]
        points = wins * (SHARE // np.maximum(1, wins.sum(axis=1)))[:, None]
        turned = np.array([plan.turned(first + game) for game in range(len(heads))], dtype=np.int64)
        games, before = np.arange(len(heads)), np.maximum(0, begins - 1)
        for place in range(players):
            heads[games, columns.seats + (place - before) % players] = points[:, place]
            heads[games, columns.players + (place + turned) % players] = points[:, place]
        ending = results[:, Result.ENDING]
        heads[np.flatnonzero(over), columns.endings + np.where(ending < 0, len(plan.program.endings), ending)[over]] = 1

    def fold(self, batch: Batch) -> Folded:
        heads, cells = self.heads(batch), batch.cells
        if batch.faults:
            sound = [row for row in range(len(heads)) if batch.first + row not in batch.faults]
            heads, cells = heads[sound], cells[sound]
        return self.folded(heads, cells, batch.faults)

    def folded(self, heads: Matrix, cells: Matrix, faults: dict[int, Fault]) -> Folded:
        """The sums of rows that are handed over in two parts. Most cells are 0 in all games of a batch, and passed over."""
        used = np.flatnonzero(cells.any(axis=0))
        columns = self.columns
        parts = exact(heads), exact(cells[:, used]), exact(columns.further.block(heads, cells))
        places = np.concatenate([np.arange(columns.cells), columns.cells + used, np.arange(columns.derived, columns.size)])
        sums, squares = ([number for part in parts for number in part[kind]] for kind in (0, 1))
        ended = heads[heads[:, Scalar.ENDED] == 1]
        values = [Counter(rounded(ended[:, scalar]).tolist()) for scalar in SPREAD]
        return Folded(len(heads), places.tolist(), sums, squares, values, faults)


def exact(rows: Matrix) -> tuple[list[int], list[int]]:
    """Sums and sums of squares of all columns, exactly."""
    if not rows.size:
        return [0] * rows.shape[1], [0] * rows.shape[1]
    largest = max(int(rows.max()), -int(rows.min()))
    if largest * largest * len(rows) < 2**63:
        return rows.sum(axis=0).tolist(), np.einsum("ij,ij->j", rows, rows).tolist()
    sums: list[int] = (rows if largest * len(rows) < 2**63 else rows.astype(object)).sum(axis=0).tolist()
    # Only few columns hold sums so large.
    large = np.flatnonzero(np.abs(rows).max(axis=0) >= int((2**63 // len(rows)) ** 0.5))
    small = rows.copy()
    small[:, large] = 0
    squares: list[int] = np.einsum("ij,ij->j", small, small).tolist()
    for column in large:
        squares[column] = sum(value * value for value in rows[:, column].tolist())
    return sums, squares


def rounded(values: Vector) -> Vector:
    """Values as they are counted: those of EXACT and more without the digits that are too many."""
    digits = np.frexp(values.astype(np.float64))[1]
    shift = np.maximum(0, digits - 10).astype(np.int64)
    found: Vector = values >> shift << shift
    return found


@dataclass(slots=True)
class Sums:
    """`sums` and `squares` by column. `values`: for each of SPREAD, how many games had which value. `faulty` games were stopped by a rule;
    `faults` are the first of them by number."""

    columns: Columns
    games: int = 0
    sums: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    values: list[Counter[int]] = field(default_factory=list)
    faulty: int = 0
    faults: dict[int, Fault] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sums = [0] * self.columns.size
        self.squares = [0] * self.columns.size
        self.values = [Counter() for _ in SPREAD]

    def add(self, folded: Folded) -> None:
        """Takes a batch in."""
        self.games += folded.games
        sums, squares = self.sums, self.squares
        for place, value, square in zip(folded.places, folded.sums, folded.squares, strict=True):
            sums[place] += value
            squares[place] += square
        for counter, more in zip(self.values, folded.values, strict=True):
            counter.update(more)
        self.faulty += len(folded.faults)
        for number in sorted(folded.faults):
            if len(self.faults) < KEPT_FAULTS:
                self.faults[number] = folded.faults[number]
