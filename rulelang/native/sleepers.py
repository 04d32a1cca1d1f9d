"""What sleeps in a program with some strategies at the table: the lines of their plans, under which classes of reads, and for which players
(see `sleep`)."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.ir.program import Program
from rulelang.native.block import whole_lines
from rulelang.native.reading import ANY, IS, OWN, Read, Reads

MOST_LINES = 64
"""Bits of a word; further lines do not sleep."""
MOST_HELD = 2
"""Slots whose answers have a sleep each; more are as good as any other slot."""
MOST_CLASSES = 64
"""Bits of a word; further classes share the last one."""


def lines_of(program: Program, strategies: tuple[str, ...]) -> tuple[int, ...]:
    """The lines of all plans at the table, each once."""
    found = (line for name in strategies for lines in program.strategies[name].plans.values() for line in lines)
    return tuple(dict.fromkeys(found))[:MOST_LINES]


@dataclass(frozen=True, slots=True)
class Shape:
    """What sleeps in a program with some strategies at the table. `held`: the slots that are only asked whether they hold the player."""

    lines: tuple[int, ...]
    reads: dict[int, frozenset[Read]]
    classes: dict[Read, int]
    held: tuple[int, ...]
    stride: int

    @property
    def rows(self) -> int:
        return 1 << len(self.held)

    @property
    def sleepers(self) -> int:
        return self.stride * self.rows

    @property
    def words(self) -> int:
        """How many words sleeping takes."""
        if not self.lines:
            return 0
        width = max(self.classes.values(), default=-1) + 1
        return 1 + 2 * self.stride + self.sleepers * (1 + width + 2 * self.lanes + len(self.lines))

    @property
    def lanes(self) -> int:
        """Lines, in whole vectors."""
        return whole_lines(len(self.lines))


def shape_of(program: Program, reads: Reads, strategies: tuple[str, ...]) -> Shape:
    lines = lines_of(program, strategies)
    found = {line: reads.of(line, frozenset((0,))) for line in lines}
    money = next(index for index, slot in enumerate(program.slots) if slot.name == "money")
    classes = sorted({read for line in lines for read in found[line]} - {(money, OWN)})
    asked = {slot for slot, how in classes if how == IS} - {slot for slot, how in classes if how == ANY}
    places = {read: min(place, MOST_CLASSES - 1) for place, read in enumerate(classes)}
    return Shape(lines, found, places, tuple(sorted(asked)[:MOST_HELD]), whole_lines(program.players[1]))
