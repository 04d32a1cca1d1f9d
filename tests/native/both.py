"""One game on the engine and one as machine code, and what differs between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from rulelang import native
from rulelang.engine.actions import Answer
from rulelang.engine.drivers import Driver, StrategyDriver, default, play_out
from rulelang.engine.faults import Fault
from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.native import QUICK as QUICK
from rulelang.native.machine import Machine
from rulelang.pipeline import load


@cache
def program(edition: str, variants: tuple[str, ...] = ()) -> Program:
    found = load(edition, variants=variants).program
    assert found is not None, (edition, variants)
    return found


@cache
def machine(edition: str, strategies: tuple[str, ...] = ("steady",), variants: tuple[str, ...] = ()) -> Machine:
    """The edition as machine code that keeps rows."""
    return native.compile_program(program(edition, variants), strategies, events="rows", level=QUICK)


@dataclass(frozen=True, slots=True)
class Difference:
    what: str
    native: object
    engine: object


class _Default:
    """Who has no strategy: every answer is the default."""

    def answer(self, game: Game) -> Answer:
        assert game.waiting is not None
        with game.machine.loaded.faults():
            return default(game.machine, game.waiting)


def differences(code: Machine, players: int, seats: tuple[str, ...], *, seed: int, game: int, last_round: int | None) -> list[Difference]:
    """Plays the game on both, by strategies, and says in what they differ: rows with their origins, the state, the streams' counters,
    choices that
    were not legal, how it ended."""
    of = code.program

    def begin(rows: list[tuple[int, ...]]) -> Game:
        return Game.new_game(of, players, seed=seed, game_number=game, sink=rows, last_round=last_round)

    return compared(code, code.first(players, seats, last_round), begin, drivers(of, players, seats), seed, game, last_round)


def drivers(of: Program, players: int, seats: tuple[str, ...]) -> list[Driver]:
    return [StrategyDriver(of, seat) for seat in seats] or [_Default()] * players


def compared(
    code: Machine,
    first: Sequence[int],
    begin: Callable[[list[tuple[int, ...]]], Game],
    seated: Sequence[Driver],
    seed: int,
    game: int,
    last_round: int | None,
) -> list[Difference]:
    """In what a game differs that machine code plays from the words `first` and the engine as `begin` begins it, with its rows."""
    played, words = code.play_from(first, seed, game)
    rows: list[tuple[int, ...]] = []
    fault: Fault | None = None
    slow: Game | None = None
    try:
        slow = begin(rows)
        play_out(slow, seated, last_round)
    except Fault as found:
        fault = found
    found_differences = []

    def look(what: str, one: object, other: object) -> None:
        if one != other:
            found_differences.append(Difference(what, one, other))

    for place, (one, other) in enumerate(zip(played.events, rows, strict=False)):
        if one != other:
            return [Difference(f"row {place}", one, other)]
    look("rows", len(played.events), len(rows))
    look("fault", played.fault and played.fault.origin, fault and fault.origin)
    if fault is None:
        assert slow is not None
        state = slow.machine.state
        look("slots", code.block.slots(words), state.slots)
        look("counters", list(words[code.block.counters : code.block.counters + code.block.streams]), state.counters)
        look("illegal", played.illegal, sum(getattr(driver, "illegal", 0) for driver in seated))
        look("result", (played.ending, played.winners), (state.result.ending, state.result.winners) if state.result else (None, 0))
    return found_differences
