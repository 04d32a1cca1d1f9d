"""Made-up games on both backends: whole games, and stretches of some turns from shaken positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from rulelang import native
from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.ir.scenes import PEOPLE, Stage
from rulelang.native.machine import Machine
from rulelang.pipeline import Compilation, load
from rulelang.staging import opening
from rulelang.trial.setting import begun
from tests.generated.shaking import shake
from tests.ir.samples import reseal
from tests.native.both import QUICK, Difference, compared, differences, drivers

ANYWHERE = '\nposition anywhere "Anywhere"\n  ann begins\n'
TURNS = 40
ROUNDS = 60


@dataclass
class Both:
    """An edition on both backends, with a position from which anything can be begun."""

    compilation: Compilation

    @cached_property
    def program(self) -> Program:
        return self.compilation.program

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.program.strategies)

    @cached_property
    def whole(self) -> Machine:
        return native.compile_program(self.program, self.seats, events="rows", level=QUICK)

    @cached_property
    def stage(self) -> Stage:
        return opening(self.compilation, "anywhere")

    @cached_property
    def turns(self) -> Machine:
        """Begins with a turn, not with the game."""
        return native.compile_program(reseal(replace(self.program, entry=self.stage.turns)), self.seats, events="rows", level=QUICK)

    def seated(self, number: int) -> tuple[str, ...]:
        least, most = self.program.players
        players = least + number % (most - least + 1)
        return tuple(self.seats[(seat + number) % len(self.seats)] for seat in range(players)) if self.seats else ()

    def game(self, number: int) -> list[Difference]:
        """One whole game."""
        seats = self.seated(number)
        players = len(seats) or self.program.players[0]
        return differences(self.whole, players, seats, seed=17, game=number, last_round=ROUNDS)

    def stretch(self, number: int) -> list[Difference]:
        """Some turns from a shaken position."""
        seats, program = self.seated(number), self.program
        players = len(seats) or program.players[0]
        [where] = self.stage.openings
        state = begun(self.stage, where, program, PEOPLE[:players], number).state
        shake(program, state, Random(f"stretch {number}"))
        slots, counters = list(state.slots), list(state.counters)
        taken = len(program.functions[self.stage.turns].parameters)
        arguments = (Random(number).randrange(players), *([0] * (taken - 1)))
        last = TURNS // players

        def begin(rows: list[tuple[int, ...]]) -> Game:
            game = Game.new_game(program, players, seed=17, game_number=number, sink=rows, entry=-1, last_round=last)
            game.state.slots[:] = slots
            game.state.counters[:] = counters
            game.run(self.stage.turns, *arguments)
            return game

        code = self.turns
        first = code.first(players, seats, last, slots=slots, arguments=arguments)
        first[code.block.counters : code.block.counters + code.block.streams] = counters
        return compared(code, first, begin, drivers(program, players, seats), 17, number, last)


def of_text(text: str) -> Compilation:
    """A text that is nowhere in a file, with a position in it."""
    return load("made.mono", buffers={"made.mono": text + ANYWHERE})


def of_bundled(edition: str, variants: Sequence[str], settings: Mapping[str, str]) -> Compilation:
    """A bundled edition with variants and settings, and a position in it."""
    text = f'edition made "Made" extends {edition}\n{ANYWHERE}'
    return load("made.mono", variants=tuple(variants), settings=dict(settings), buffers={"made.mono": text})

