"""Games of small programs, for tests: begin one, look into its slots and rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.engine.actions import Answer
from rulelang.engine.events import Kind
from rulelang.engine.game import Game
from rulelang.engine.loaded import load
from rulelang.engine.tape import Tape
from rulelang.ir.program import Program
from rulelang.ir.verifier import verify
from tests.engine.assembler import assemble


def sound(text: str, entry: str = "game") -> Program:
    """The program of a text, with nothing that the verifier has to say about it."""
    program = assemble(text if "function game(" in text else f"{text}\nfunction game()\n", entry)
    problems = verify(program)
    assert not problems, problems
    return program


def begin(program: Program | str, players: int = 3, *, seed: int = 0, tape: Tape | None = None, explicit: bool = False) -> Game:
    """A game of a program that has begun; of a text: nothing runs yet."""
    if isinstance(program, str):
        return Game.new_game(sound(program), players, seed=seed, tape=tape, explicit_chance=explicit, record=True, entry=-1)
    return Game.new_game(program, players, seed=seed, tape=tape, explicit_chance=explicit, record=True)


def number(program: Program, function: str) -> int:
    return [f.name for f in program.functions].index(function)


def run(game: Game, function: str, *arguments: int) -> Game:
    """Calls a function by name."""
    game.run(number(game.program, function), *arguments)
    return game


def call(text: str, function: str, *arguments: int) -> Any:
    """What a pure function of a text returns in a game that has just begun."""
    game = begin(text)
    with game.machine.loaded.faults():
        return load(game.program).call(number(game.program, function), game.state.slots, *arguments)


def value(game: Game, slot: str, row: int = 0, column: int = 0) -> int:
    index = [s.name for s in game.program.slots].index(slot)
    sizes = game.machine.layout.sizes[index]
    return game.state.slots[game.program.slots[index].base + (row * sizes[1] + column if len(sizes) > 1 else row)]


def values(game: Game, slot: str) -> list[int]:
    declared = next(s for s in game.program.slots if s.name == slot)
    return game.state.slots[declared.base : declared.base + declared.size]


def rows(game: Game, kind: Kind) -> list[tuple[int, ...]]:
    """The fields of the events of a kind."""
    return [row[2:] for row in game.events if row[0] == kind]


def answer_all(game: Game, answers: Sequence[Answer]) -> Game:
    for answer in answers:
        game.apply(answer)
    return game
