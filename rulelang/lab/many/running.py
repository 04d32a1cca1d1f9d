"""`run`: plays a plan's games and sums them up. Results depend on the plan and the number of games, never on who worked on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Compiled, Interpreted, level_for, needs_engine
from rulelang.lab.many.summing import Folded, Folder, Sums
from rulelang.lab.many.working import Pieces, Progress, WorkerDied

Piece = TypeVar("Piece")


class Stop(StrEnum):
    """Why there are fewer games than were asked for."""

    none = ""
    interrupted = "interrupted"
    worker = "worker"


@dataclass(frozen=True, slots=True)
class Played:
    """`asked` games were wanted; `sums` has those that were played, the first ones by number. `engine`: they were played by the engine.
    `stop` and `why` say what came between."""

    plan: Plan
    sums: Sums
    asked: int
    engine: bool
    stop: Stop = Stop.none
    why: str = ""

    @property
    def games(self) -> int:
        return self.sums.games + self.sums.faulty


class _Games:
    """A piece of work: games, and their sums."""

    def __init__(self, plan: Plan, player: Compiled | Interpreted) -> None:
        self.folder = Folder(plan)
        self.player = player
        self.at_once = player.at_once

    def __call__(self, first: int, count: int) -> Folded:
        return self.folder.fold(self.player.play(first, count))


def run(plan: Plan, games: int, threads: int = 1, *, engine: bool = False, progress: Progress | None = None) -> Played:
    """Plays the games with the numbers 0 … games - 1. `engine`: by the engine, though machine code could."""
    by_engine = engine or needs_engine(plan)
    work = _Games(plan, Interpreted(plan) if by_engine else Compiled(plan, level_for(games)))
    sums = Sums(work.folder.columns)
    stop, why = gather(Pieces(work, games, threads, processes=by_engine), sums.add, progress)
    return Played(plan, sums, games, by_engine, stop, why)


def gather(pieces: Pieces[Piece], take: Callable[[Piece], None], progress: Progress | None) -> tuple[Stop, str]:
    """Takes pieces in, in order, as long as there are some; how it ended."""
    done = 0
    try:
        for count, piece in pieces:
            take(piece)
            done += count
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:
        return Stop.interrupted, ""
    except WorkerDied as died:
        return Stop.worker, str(died)
    return Stop.none, ""
