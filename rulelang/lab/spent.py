"""Calls that have nothing left to do: what of a stack of calls is no part of a chain's state.

A card that says "draw another" leaves a call behind that only ends once the other is done. With decks that forget, such a stack can grow
for ever while nothing in it matters; without these calls there are as many states as there are cards.
"""

from __future__ import annotations

from rulelang.engine.state import Frame
from rulelang.ir.ops import OPS
from rulelang.ir.program import Op, Program
from rulelang.lab.folding import Flow, Known
from rulelang.lab.ways import EXIT


class Spent:
    """Tells for calls of one cut program whether what is left of them only works something out that nobody hears of."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._flows: dict[int, Flow] = {}
        self._known: dict[tuple[int, int, tuple[int, ...]], bool] = {}

    def clear(self, frames: list[Frame]) -> None:
        """Takes the spent calls out of a stack but for the top one, which waits. A call that a turn ends with, and one whose results are
        wanted, stay."""
        for place in reversed(range(1, len(frames) - 1)):
            frame = frames[place]
            if not frame.turn and frame.atomic == frames[place + 1].atomic and self._is_spent(frame):
                del frames[place]

    def _is_spent(self, frame: Frame) -> bool:
        key = frame.function, frame.pc, tuple(frame.registers)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._look(frame)
        return found

    def _look(self, frame: Frame) -> bool:
        function = self.program.functions[frame.function]
        if function.results:
            return False
        flow = self._flows.get(frame.function)
        if flow is None:
            flow = self._flows[frame.function] = Flow(self.program, function)
        waiting = function.code[frame.pc]
        known = dict(enumerate(frame.registers[: function.registers]))
        if waiting.out >= 0:
            # What it waits for is not known yet.
            known = {register: value for register, value in known.items() if register < waiting.out}
        return all(start == EXIT or self._only_works_out(flow, flow.follow(known, start)) for start in flow.ways.after[frame.pc])

    def _only_works_out(self, flow: Flow, states: list[Known | None]) -> bool:
        return all(self._quiet(op) for op, came in zip(flow.function.code, states, strict=False) if came is not None)

    def _quiet(self, op: Op) -> bool:
        return OPS[op.code].pure and (op.code != "call" or self.program.functions[op.args[0]].pure)
