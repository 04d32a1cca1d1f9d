"""The beginning of a test or of a game from a position: the table is made ready, then the facts are set up."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.chance import Streams
from rulelang.engine.effects import Sink
from rulelang.engine.faults import Fault
from rulelang.engine.game import Game
from rulelang.engine.machine import Machine
from rulelang.engine.state import State
from rulelang.ir.program import Program
from rulelang.ir.scenes import Given, Opening, Place, Stage
from rulelang.trial.failure import Failed


def begin(
    stage: Stage, names: Sequence[str], *, seed: int = 0, game_number: int = 0, explicit: bool = True, sink: Sink | None = None
) -> Game:
    """A game in which nothing has happened yet."""
    return Game.new_game(stage.program, names, seed=seed, game_number=game_number, explicit_chance=explicit, sink=sink, entry=-1)


def set_up(game: Game, place: Place, prepare: int, given: Sequence[Given]) -> None:
    """Makes the table ready (unless `prepare` is -1) and sets up the facts. Raises: Failed if that cannot be."""
    if prepare >= 0:
        _do(game, place, prepare)
    for fact in given:
        amounts: tuple[int, ...] = ()
        if fact.within is not None:
            low, high = fact.within
            amounts = (low + _streams(game).below(_streams(game).set_up, high - low + 1),)
        _do(game, fact.place, fact.function, *amounts)


def _streams(game: Game) -> Streams:
    return game.machine.streams


def _do(game: Game, place: Place, function: int, *arguments: int) -> None:
    try:
        game.run(function, *arguments)
    except Fault as fault:
        raise Failed(place, "this to be set up", fault.message) from fault
    if game.waiting is not None:
        raise Failed(place, "this to be set up", "something is asked here, which nobody can answer")


def begun(stage: Stage, opening: Opening, program: Program, names: Sequence[str], seed: int, game_number: int = 0) -> Game:
    """A game by the plain program that is set up as the position says; nothing has been played yet: see `play_on`.

    ValueError if fewer players sit there than the position names.
    """
    if len(names) < opening.players:
        raise ValueError(f"{opening.name} is for {opening.players} players")
    made = begin(stage, names, seed=seed, game_number=game_number, explicit=False)
    set_up(made, opening.place, opening.prepare, opening.given)
    state = made.state
    fresh = State(state.seed, state.game_number, state.players, state.slots, state.counters, [], rows=state.rows)
    plain = Game.new_game(program, names, seed=seed, game_number=game_number, entry=-1)
    return Game(Machine(plain.machine.loaded, fresh), names)


def play_on(stage: Stage, opening: Opening, game: Game) -> None:
    """Begins the turn of the player who is to begin, and goes on until the game waits."""
    taken = len(game.program.functions[stage.turns].parameters)
    game.run(stage.turns, opening.first, *([0] * (taken - 1)))
