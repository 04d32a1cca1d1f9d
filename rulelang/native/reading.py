"""What a pure function reads of the state: which slots, and how much of them as seen by the player on whose behalf it is called.

A read is (slot, how): ANY element; of an array only his OWN, which his index names, or a certain one (ONE + its index, a constant); or of
a slot that holds a player only whether it IS him. Which parameters hold him is said by the caller, for the same function may be called for
others too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import reads, rest
from rulelang.native.calls import writes_of

Read = tuple[int, int]
ANY, OWN, IS, ONE = 0, 1, 2, 3


def own_registers(function: Function, writes: list[int], own: frozenset[int]) -> frozenset[int]:
    """The registers that hold the player for certain: parameters of which it is said, and what is moved from them."""
    found = {register for register in own if writes[register] == 1}
    for op in function.code:
        if op.code == "move" and op.args[0] in found and writes[op.out] == 1:
            found.add(op.out)
    return frozenset(found)


def own_places(operands: Sequence[int], mine: Collection[int]) -> frozenset[int]:
    """Which of the operands of a call are the player: the parameters that are his in what is called."""
    return frozenset(place for place, operand in enumerate(operands) if operand in mine)


class Reads:
    """Reads of all pure functions of a program, worked out when they are asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._writes: dict[int, list[int]] = {}
        self._known: dict[tuple[int, frozenset[int]], frozenset[Read]] = {}

    def now(self, program: Program) -> None:
        """From here on of a program whose functions read the same, and more functions."""
        self.program = program
        self._writes.clear()

    def writes(self, number: int) -> list[int]:
        """How often each register of a function is written."""
        if number not in self._writes:
            self._writes[number] = writes_of(self.program, self.program.functions[number])
        return self._writes[number]

    def read(self, number: int, op: Op, mine: frozenset[int]) -> Read:
        """What a `load` in a function reads, the registers `mine` being the player."""
        slot = op.args[0]
        if self.program.slots[slot].domains:
            if op.args[1] < 0:
                return (slot, ONE + max(0, self.program.constants[~op.args[1]]))
            return (slot, OWN if op.args[1] in mine else ANY)
        if self.program.slots[slot].type != "player" or self.writes(number)[op.out] != 1:
            return (slot, ANY)
        for other in self.program.functions[number].code:
            if op.out in reads(self.program, other) and not (other.code in ("eq", "ne") and any(arg in mine for arg in other.args)):
                return (slot, ANY)
        return (slot, IS)

    def of(self, number: int, own: frozenset[int]) -> frozenset[Read]:
        """What function `number` reads, itself and through what it calls, if the parameters `own` are the player."""
        key = (number, own)
        if key not in self._known:
            function = self.program.functions[number]
            mine = own_registers(function, self.writes(number), own)
            found: set[Read] = set()
            for op in function.code:
                if op.code == "load":
                    found.add(self.read(number, op, mine))
                elif op.code == "call":
                    found |= self.of(op.args[0], own_places(rest(op), mine))
            self._known[key] = frozenset(found)
        return self._known[key]
