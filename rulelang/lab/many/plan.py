"""`Plan`: what is to be played, many times: rules, who sits where, from where on, how long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rulelang.engine.tallies import Tallies
from rulelang.ir.program import Program
from rulelang.lab.many.beginning import Beginning

RANDOM = "random"
"""Who decides by chance; only the engine plays so."""
DEFAULTS = ""
"""Who gives every default."""


@dataclass(frozen=True)
class Plan:
    """`strategies` are those of the players, in order. `rotate`: in game number g player g mod n sits in the first seat, the others
    after him. A game that is not over after `last_round` rounds is left there, unfinished. `beginning`: where games begin, if not at the
    start. `values`: those of settings that the program reads from its state."""

    program: Program
    strategies: tuple[str, ...]
    seed: int = 1
    last_round: int | None = 500
    rotate: bool = False
    beginning: Beginning | None = None
    values: tuple[tuple[str, int], ...] = ()

    @property
    def players(self) -> int:
        return len(self.strategies)

    @cached_property
    def tallies(self) -> Tallies:
        return Tallies(self.program)

    def turned(self, game: int) -> int:
        """Which player sits in the first seat."""
        return game % self.players if self.rotate else 0

    def seats(self, game: int) -> tuple[str, ...]:
        """The strategies in the order of the seats."""
        first = self.turned(game)
        return self.strategies[first:] + self.strategies[:first]

    @cached_property
    def first_values(self) -> dict[int, int]:
        """The values of such settings, by their places among the slots."""
        places = {slot.name: slot.base for slot in self.program.slots}
        return {places[f"setting {name}"]: value for name, value in self.values}

    @cached_property
    def settings(self) -> dict[str, str]:
        """All settings of the program, as they are in these games."""
        return {setting.name: setting.text for setting in self.program.settings} | {name: str(value) for name, value in self.values}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Strategies of the program that take part, each once."""
        return tuple(dict.fromkeys(name for name in self.strategies if name not in (RANDOM, DEFAULTS)))
