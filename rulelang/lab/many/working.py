"""The work of several hands: pieces of a plan's games, handed out in order and summed up in order.

Machine code is played by threads, since it runs without the interpreter's lock; the engine by processes, where there can be some.
Whatever goes wrong, the sums of all pieces before it are kept.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar, cast

Piece = TypeVar("Piece")
Piece_co = TypeVar("Piece_co", covariant=True)
Progress = Callable[[int], None]
"""Is told how many games are done so far."""


class Work(Protocol[Piece_co]):
    """Does a piece: the games with the numbers from `first` on. It is called from several threads, or in several processes."""

    at_once: int

    def __call__(self, first: int, count: int) -> Piece_co: ...


_ENDED = "a process was ended from outside"


class WorkerDied(Exception):
    """A worker came to an end that is none: a process that was killed, memory that ran out, a bug. `cause` says which."""


class Pieces(Generic[Piece]):
    """The pieces of `games` games, in order. `threads` work on them, in `processes` if that is said (the work must then be one that can be
    sent to a process). Ends early when `stop` is called; a KeyboardInterrupt while somebody waits for a piece is let through."""

    def __init__(self, work: Work[Piece], games: int, threads: int, *, processes: bool = False, first: int = 0) -> None:
        self._work = work
        self._threads = max(1, threads)
        self._processes = processes and self._threads > 1 and "fork" in multiprocessing.get_all_start_methods()
        self._chunks = self._divided(first, games)

    def _divided(self, first: int, games: int) -> Iterator[tuple[int, int]]:
        at_once = self._work.at_once
        for number in range(first, first + games, at_once):
            yield number, min(at_once, first + games - number)

    def __iter__(self) -> Iterator[tuple[int, Piece]]:
        """(how many games, what they came to). Raises WorkerDied."""
        if self._threads == 1 and not self._processes:
            yield from self._alone()
            return
        with self._pool() as pool:
            waiting: deque[tuple[int, Future[Piece]]] = deque()
            broken = False
            for first, count in self._chunks:
                work = cast("Callable[[int, int], Piece]", _do) if self._processes else self._work
                try:
                    waiting.append((count, pool.submit(work, first, count)))
                except BrokenProcessPool:  # found out before the piece that is missing was waited for
                    broken = True
                    break
                if len(waiting) >= 2 * self._threads:
                    yield self._next(waiting)
            while waiting:
                yield self._next(waiting)
            if broken:
                raise WorkerDied(_ENDED)

    def _alone(self) -> Iterator[tuple[int, Piece]]:
        for first, count in self._chunks:
            try:
                piece = self._work(first, count)
            except Exception as error:
                raise WorkerDied(str(error) or type(error).__name__) from error
            yield count, piece

    @staticmethod
    def _next(waiting: deque[tuple[int, Future[Piece]]]) -> tuple[int, Piece]:
        count, future = waiting.popleft()
        try:
            return count, future.result()
        except BrokenProcessPool as error:
            raise WorkerDied(_ENDED) from error
        except Exception as error:
            raise WorkerDied(str(error) or type(error).__name__) from error

    @contextmanager
    def _pool(self) -> Iterator[Executor]:
        pool: Executor
        if self._processes:
            context = multiprocessing.get_context("fork")
            pool = ProcessPoolExecutor(self._threads, mp_context=context, initializer=_begin, initargs=(self._work,))
        else:
            pool = ThreadPoolExecutor(self._threads)
        try:
            yield pool
        finally:
            # What has been begun is let end, which takes a moment; what has not is not begun.
            pool.shutdown(wait=True, cancel_futures=True)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_work: Work[Any] | None = None


def _begin(work: Work[Any]) -> None:
    """In a process that has just begun: Ctrl-C is for the one that asked for the work."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work = work


def _do(first: int, count: int) -> object:
    assert _work is not None
    return _work(first, count)
