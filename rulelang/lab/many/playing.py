"""Two ways of playing a plan's games: `Compiled` (machine code) and `Interpreted` (the engine). Both give the same numbers.

A batch is two matrices with a row for each game: the `Result` words of machine code, and the cells of the tally. A game that a rule
stopped has its fault beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from rulelang import native
from rulelang.engine.actions import Answer
from rulelang.engine.drivers import Driver, RandomDriver, StrategyDriver, default, play_out
from rulelang.engine.faults import Fault
from rulelang.engine.game import Game
from rulelang.engine.machine import Machine as Running
from rulelang.engine.state import State
from rulelang.engine.tallies import Tally
from rulelang.lab.many.plan import RANDOM, Plan
from rulelang.native.play import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rulelang.native.machine import Machine  # needs llvmlite

    Matrix = NDArray[np.int64]
else:
    Matrix = Any


@dataclass(frozen=True, slots=True)
class Batch:
    """Games from number `first` on. `faults` are by game number."""

    first: int
    results: Matrix
    cells: Matrix
    faults: dict[int, Fault]


class Player(Protocol):
    """Plays a plan's games. `at_once`: how many are a sensible piece of work."""

    at_once: int

    def play(self, first: int, count: int) -> Batch:
        """The games with the numbers from `first` on."""
        ...


def needs_engine(plan: Plan) -> bool:
    """Whether machine code cannot play this, or cannot be made here."""
    return RANDOM in plan.strategies or not native.available()


def _matrices(plan: Plan, count: int) -> tuple[Matrix, Matrix]:
    return np.zeros((count, int(Result.COUNT)), dtype=np.int64), np.zeros((count, plan.tallies.size), dtype=np.int64)


# ---------------------------------------------------------------------------------------------------------- machine code
FEW = 3000
"""Games for which the best machine code is not worth while: to make it takes half a second longer."""


def level_for(games: int) -> int | None:
    """How hard LLVM works for so many games by one program; None: as usual."""
    return native.QUICK if games <= FEW else None


class Compiled:
    """Plays by machine code. Threads may share it."""

    at_once = 128

    def __init__(self, plan: Plan, level: int | None = None, other: Compiled | None = None) -> None:
        """`other` plays by the same program, with the same strategies, from the same function."""
        self.plan = plan
        entry = plan.beginning.entry if plan.beginning else None
        self.machine: Machine = (
            other.machine if other else native.compile_program(plan.program, plan.names, entry=entry, tallies=True, level=level)
        )

    def play(self, first: int, count: int) -> Batch:
        plan = self.plan
        results, cells = _matrices(plan, count)
        if plan.beginning is None and not plan.rotate:
            beginning = self.machine.beginning(self._words(first))
            self.machine.play_into(beginning, plan.seed, first, count, results.ctypes.data, cells.ctypes.data)
        else:
            turned = {} if plan.beginning else {g % plan.players: self.machine.beginning(self._words(g)) for g in range(plan.players)}
            for index in range(count):
                number = first + index
                beginning = turned[number % plan.players] if turned else self.machine.beginning(self._words(number))
                self.machine.play_into(beginning, plan.seed, number, 1, results[index].ctypes.data, cells[index].ctypes.data)
        results[:, Result.DECISIONS] = 0  # moments that machine code passes over asleep are its own affair
        faults = {first + int(index): self.machine.fault_of(results[index].tolist()) for index in np.flatnonzero(results[:, Result.FAULT])}
        return Batch(first, results, cells, faults)

    def _words(self, game: int) -> list[int]:
        plan = self.plan
        seats = plan.seats(game) if plan.names else None
        if plan.beginning is None:
            words = self.machine.first(plan.players, seats, plan.last_round)
            for place, value in plan.first_values.items():
                words[self.machine.block.places[place]] = value
            return words
        slots, counters = plan.beginning.state(game)
        words = self.machine.first(plan.players, seats, plan.last_round, slots=slots, arguments=plan.beginning.arguments)
        block = self.machine.block
        words[block.counters : block.counters + block.streams] = counters
        return words


# ---------------------------------------------------------------------------------------------------------------- engine
class Interpreted:
    """Plays by the engine."""

    at_once = 4

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def play(self, first: int, count: int) -> Batch:
        results, cells = _matrices(self.plan, count)
        faults: dict[int, Fault] = {}
        for index in range(count):
            number = first + index
            try:
                results[index], cells[index] = self._game(number)
            except Fault as fault:
                faults[number] = fault
        return Batch(first, results, cells, faults)

    def _game(self, number: int) -> tuple[list[int], list[int]]:
        plan = self.plan
        drivers: list[Driver] = [_driver(plan, name) for name in plan.seats(number)]
        game = self._ready(number)
        machine, state = game.machine, game.machine.state
        tally = Tally(plan.tallies, machine.s)
        machine.sink, machine.calls = tally, tally.calls
        game.stop_after(plan.last_round)
        if plan.beginning is None:
            game.run(plan.program.entry)
        else:
            game.run(plan.beginning.entry, *plan.beginning.arguments)
        play_out(game, drivers, plan.last_round)
        words = [0] * int(Result.COUNT)
        if state.result is not None:
            words[Result.OVER] = 1
            words[Result.WINNERS] = state.result.winners
            words[Result.ENDING] = state.result.ending
        layout = machine.layout
        words[Result.ROUNDS], words[Result.TURNS] = machine.s[layout.round], machine.s[layout.turns]
        words[Result.ROLLS] = tally.cells[plan.tallies.margin("throws").base]
        words[Result.ILLEGAL] = sum(getattr(driver, "illegal", 0) for driver in drivers)
        return words, tally.finished()

    def _ready(self, number: int) -> Game:
        """A game that has not begun."""
        plan = self.plan
        fresh = Game.new_game(plan.program, plan.players, seed=plan.seed, game_number=number, entry=-1)
        if plan.beginning is None:
            for place, value in plan.first_values.items():
                fresh.machine.s[place] = value
            return fresh
        slots, counters = plan.beginning.state(number)
        state = State(plan.seed % 2**64, number, plan.players, slots, counters, [])
        return Game(Running(fresh.machine.loaded, state), fresh.names)


class _Default:
    """Gives every default."""

    def answer(self, game: Game) -> Answer:
        assert game.waiting is not None
        with game.machine.loaded.faults():
            return default(game.machine, game.waiting)


def _driver(plan: Plan, name: str) -> Driver:
    match name:
        case "random":
            return RandomDriver()
        case "":
            return _Default()
        case _:
            return StrategyDriver(plan.program, name)
