"""Registers that are still read: what of a call that has not ended belongs to its state."""

from __future__ import annotations

from rulelang.engine.state import Frame
from rulelang.ir.program import Program
from rulelang.ir.shape import reads, results_of
from rulelang.lab.ways import EXIT, ways_of


class Registers:
    """For each op of a program's functions the registers that may be read after it, found when a function is first met."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._live: dict[int, list[int]] = {}
        self._moves: dict[int, frozenset[int]] = {}
        self._moves_slot = next(index for index, slot in enumerate(program.slots) if slot.name == "moves")

    def clean(self, frame: Frame, moves: int) -> None:
        """Sets to 0 what is not read any more, and makes counts of moves relative to the present one."""
        live = self._after(frame.function)[frame.pc]
        counts = self._moves[frame.function]
        own = self.program.functions[frame.function].registers
        for register in range(len(frame.registers)):
            # Behind the function's registers the rounds of its loops are counted, against loops that never end.
            if register >= own or not live >> register & 1:
                frame.registers[register] = 0
            elif register in counts:
                frame.registers[register] -= moves

    def _after(self, number: int) -> list[int]:
        found = self._live.get(number)
        if found is None:
            found = self._live[number] = self._worked_out(number)
            code = self.program.functions[number].code
            self._moves[number] = frozenset(op.out for op in code if op.code == "load" and op.args[0] == self._moves_slot)
        return found

    def _worked_out(self, number: int) -> list[int]:
        function = self.program.functions[number]
        code, ways = function.code, ways_of(function)
        actor = 1 if function.actor else 0
        before = [0] * (len(code) + 1)
        after = [0] * (len(code) + 1)
        changed = True
        while changed:
            changed = False
            for index in reversed(range(len(code))):
                op = code[index]
                left = actor
                for way in ways.after[index]:
                    left |= actor if way == EXIT else before[way]
                if op.out >= 0:
                    left &= ~(((1 << results_of(self.program, op)) - 1) << op.out)
                taken = left
                for register in reads(self.program, op):
                    taken |= 1 << register
                if taken != before[index] or left != after[index]:
                    before[index], after[index], changed = taken, left, True
        return after
