"""Trying many changes of the rules, alone and in pairs: what each does to the length of games, and what two do together that they do not do
alone.

Of each game only a few numbers are kept, so that any two changes can be compared game by game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rulelang.engine.faults import Fault
from rulelang.lab.many.figures import Unit
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Compiled, Interpreted, level_for, needs_engine
from rulelang.lab.many.running import Stop, gather
from rulelang.lab.many.summing import SHARE, Folder, Scalar, exact
from rulelang.lab.many.working import Pieces, WorkerDied
from rulelang.lab.paired.contrasts import Contrast, contrast_of, holm
from rulelang.lab.paired.pairing import Column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.int64]
else:
    Matrix = Any

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the games under some rules: a row for each with rounds, seconds, whether it ended, the points of each seat. `sound`:
    no rule stopped it."""

    rows: Matrix
    sound: NDArray[np.bool_]


class _Rows:
    """Plays, and keeps those numbers."""

    def __init__(self, plan: Plan, games: int) -> None:
        self.player = Interpreted(plan) if needs_engine(plan) else Compiled(plan, level_for(games))
        self.folder = Folder(plan)
        self.at_once = self.player.at_once

    def __call__(self, first: int, count: int) -> tuple[Matrix, dict[int, Fault]]:
        batch = self.player.play(first, count)
        heads = self.folder.heads(batch)
        seats = self.folder.columns.seats
        kept = [Scalar.ROUNDS, Scalar.SECONDS, Scalar.ENDED, *range(seats, seats + self.folder.plan.players)]
        return heads[:, kept], batch.faults


def outcome(plan: Plan, games: int, threads: int) -> Outcome:
    """Plays the games with the numbers 0 … games - 1. Raises: KeyboardInterrupt; WorkerDied."""
    rows: list[Matrix] = []
    faults: set[int] = set()

    def take(piece: tuple[Matrix, dict[int, Fault]]) -> None:
        rows.append(piece[0])
        faults.update(piece[1])

    stop, why = gather(Pieces(_Rows(plan, games), games, threads, processes=needs_engine(plan)), take, None)
    if stop is Stop.interrupted:
        raise KeyboardInterrupt
    if stop is Stop.worker:
        raise WorkerDied(why)
    sound = np.ones(games, dtype=bool)
    sound[list(faults)] = False
    return Outcome(np.concatenate(rows), sound)


@dataclass(frozen=True, slots=True)
class Tried:
    """One or two changes, and what they do: contrasts of rounds, minutes, games that ended and wins by seat, with the rules as they are.
    `interaction`, of two: what both do to rounds beyond the sum of what each does alone, by pairs of games."""

    names: Names
    contrasts: dict[str, Contrast]
    interaction: Contrast | None = None

    @property
    def length(self) -> Contrast:
        return self.contrasts["rounds"]

    @property
    def seats(self) -> dict[str, Contrast]:
        """Wins of each seat, the first first."""
        return {name: contrast for name, contrast in self.contrasts.items() if name.startswith("seat ")}

    @property
    def moved(self) -> tuple[int, Contrast]:
        """The seat (from 0 on) whose wins change most, and by how much."""
        return max(enumerate(self.seats.values()), key=lambda one: abs(one[1].difference.mean))


class Screening:
    """Outcomes so far, by the names of the changes; of none: the rules as they are."""

    def __init__(self, base: Plan, games: int, threads: int) -> None:
        self.games, self.threads, self.players = games, threads, base.players
        self._outcomes: dict[Names, Outcome] = {(): outcome(base, games, threads)}
        self.tried: list[Tried] = []

    def take(self, names: Names, plan: Plan) -> None:
        """Plays the games under these rules too."""
        self._outcomes[names] = outcome(plan, self.games, self.threads)
        self.tried.append(Tried(names, self._contrasts(names), self._interaction(names) if len(names) == 2 else None))

    def ranked(self) -> list[Tried]:
        """The strongest effects on the length of games first, corrected for how many were tried; so are the interactions, and the wins of
        all seats in all that was tried."""
        lengths = holm([one.length for one in self.tried])
        wins = iter(holm([contrast for one in self.tried for contrast in one.seats.values()]))
        joint = iter(holm([one.interaction for one in self.tried if one.interaction is not None]))
        found = [
            Tried(
                one.names,
                {**one.contrasts, "rounds": length, **{name: next(wins) for name in one.seats}},
                next(joint) if one.interaction is not None else None,
            )
            for one, length in zip(self.tried, lengths, strict=True)
        ]
        return sorted(found, key=lambda one: -abs(one.length.effect))

    def _contrasts(self, names: Names) -> dict[str, Contrast]:
        base, other = self._outcomes[()], self._outcomes[names]
        sound = base.sound & other.sound
        shapes = [("rounds", Unit.number, 1), ("minutes", Unit.minutes, 60), ("ended", Unit.share, 1)]
        shapes += [(f"seat {seat + 1}", Unit.share, SHARE) for seat in range(self.players)]
        return {
            name: _contrast(name, unit, size, base.rows[sound, place], other.rows[sound, place])
            for place, (name, unit, size) in enumerate(shapes)
        }

    def _interaction(self, names: Names) -> Contrast | None:
        alone = [self._outcomes.get((name,)) for name in names]
        first, second = alone
        if first is None or second is None:
            return None
        base, both = self._outcomes[()], self._outcomes[names]
        sound = base.sound & both.sound & first.sound & second.sound
        expected = first.rows[sound, 0] + second.rows[sound, 0] - base.rows[sound, 0]
        return _contrast("rounds", Unit.number, 1, expected, both.rows[sound, 0])


def _contrast(name: str, unit: Unit, size: int, first: Matrix, second: Matrix) -> Contrast:
    sums, squares = exact(np.stack([first, second, second - first], axis=1))
    a, b, d = zip(sums, squares, strict=True)
    return contrast_of(len(first), (name, ()), Column(-1, unit, size, ()), a, b, d)


Try = Callable[[Names], Plan]


def order(found: Sequence[Tried]) -> list[Names]:
    """Pairs of what was tried alone, those first of which both have strong effects."""
    alone = [one.names[0] for one in sorted((one for one in found if len(one.names) == 1), key=lambda one: -abs(one.length.effect))]
    return [(alone[first], alone[second]) for second in range(1, len(alone)) for first in range(second)]
