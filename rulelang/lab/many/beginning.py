"""`Beginning`: games that begin at a position, or after something has been done there. Amounts that nobody counted are drawn anew for each
game, as the engine draws them.

Setting a position up takes the engine longer than machine code takes for the whole game. But amounts nearly always go into the state by
simple addition; then one position that was set up, and what each amount changes, give all the others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulelang.engine.chance import Streams
from rulelang.ir.program import Program
from rulelang.ir.scenes import Opening, Stage
from rulelang.trial.run import after
from rulelang.trial.setting import begun

_TRIED = 6
"""Games for which what was worked out is compared with what the engine sets up."""


@dataclass(frozen=True, slots=True)
class _Simple:
    """A state, the counters of its streams, and for each amount its range and what it adds to: (place, how much for one)."""

    slots: tuple[int, ...]
    counters: tuple[int, ...]
    amounts: tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]


class Beginning:
    """`state` gives a game's first state; then the function `entry` is called with `arguments`.

    ValueError for fewer players than the position names; Failed if it cannot be set up.
    """

    def __init__(self, stage: Stage, opening: Opening, program: Program, players: int, seed: int) -> None:
        self.name = opening.name
        self.entry = stage.turns
        self.arguments = (opening.first, *([0] * (len(program.functions[stage.turns].parameters) - 1)))
        self._stage, self._opening, self._program, self._seed = stage, opening, program, seed
        self._names = program.domains["player"].titles[:players]
        self._simple = self._worked_out()

    @property
    def drawn(self) -> int:
        """How many amounts are drawn."""
        return sum(fact.within is not None for fact in self._opening.given)

    def state(self, game: int) -> tuple[list[int], list[int]]:
        """The slots of a game's first state, and the counters of its streams."""
        simple = self._simple
        return self._set_up(game) if simple is None else self._added(simple, game)

    def _set_up(self, game: int, opening: Opening | None = None) -> tuple[list[int], list[int]]:
        state = begun(self._stage, opening or self._opening, self._program, self._names, self._seed, game).state
        if not self._stage.trials:
            return state.slots, state.counters
        return after(self._stage, opening or self._opening, len(self._names), self._seed, game), state.counters

    def _added(self, simple: _Simple, game: int) -> tuple[list[int], list[int]]:
        slots, counters = list(simple.slots), list(simple.counters)
        if simple.amounts:
            streams = Streams(self._seed % 2**64, game, self._program.players[1], len(self._program.decks), [0] * len(counters))
            for least, most, changed in simple.amounts:
                more = streams.below(streams.set_up, most - least + 1)
                for place, each in changed:
                    slots[place] += more * each
        return slots, counters

    def _worked_out(self) -> _Simple | None:
        """None if games are not set up by simple addition: the engine then sets up each."""
        given = self._opening.given
        open_ = [(place, fact.within) for place, fact in enumerate(given) if fact.within is not None]
        lowest = [fact if fact.within is None else replace(fact, within=(fact.within[0],) * 2) for fact in given]
        slots, counters = self._set_up(0, replace(self._opening, given=tuple(lowest)))
        if sum(counters) != len(open_):
            return None  # chance decides more than these amounts
        amounts = []
        for place, (least, most) in open_:
            changed: tuple[tuple[int, int], ...] = ()
            if most > least:
                one_more = list(lowest)
                one_more[place] = replace(given[place], within=(least + 1,) * 2)
                other, _ = self._set_up(0, replace(self._opening, given=tuple(one_more)))
                changed = tuple((at, b - a) for at, (a, b) in enumerate(zip(slots, other, strict=True)) if a != b)
            amounts.append((least, most, changed))
        simple = _Simple(tuple(slots), tuple(counters), tuple(amounts))
        return simple if all(self._added(simple, game) == self._set_up(game) for game in range(_TRIED)) else None
