"""How an amount came about: `70 u. = 2 × 35: owner owns all of group`.

Looks from a payment that happens at this moment back through the calls that led to it. Code that the lowering makes for payments
takes (payer, it, receiver, purpose, thing); whoever called it worked `it` out. Where the amount cannot be followed, or does not
come out the same again, nothing is said: better no reason than a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulelang.engine.events import Row
from rulelang.engine.loaded import Loaded
from rulelang.engine.machine import Machine
from rulelang.engine.state import Frame
from rulelang.ir.ops import OPS
from rulelang.ir.program import Op
from rulelang.play.tracing import Lost, Part, Tracer, number, worked_out
from rulelang.play.values import Values

_PAYMENT = ("payer", "it", "receiver", "purpose", "thing")
_IT = 1


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an amount is what it is: its arithmetic, and who had a hand in it (overrides of worked-out values, hooks)."""

    arithmetic: str = ""
    overrides: tuple[str, ...] = ()


class Amounts:
    """Looks at a game in the moment of a payment."""

    def __init__(self, loaded: Loaded, values: Values) -> None:
        self.loaded = loaded
        self.program = loaded.program
        self.values = values

    def of(self, machine: Machine, row: Row) -> Reason:
        """Empty where nothing is to be said: the amount stands in the rule as it is, or is no more what was worked out."""
        frames = machine.state.frames
        paid = row[4]
        at = next((index for index in range(len(frames) - 1, 0, -1) if self._is_payment(frames[index])), 0)
        if not at:
            return Reason()
        asked = frames[at].registers[_IT]
        try:
            part = self._handed(frames, at, _IT, Tracer(self.loaded, self._before(machine, row)))
        except (Lost, IndexError, KeyError, ZeroDivisionError, RecursionError):
            part = number(asked)
        lines = [self._sentence(part)] if part.value == asked else []
        if paid != asked:
            words = self.values.wording
            lines.append(words.say("why.changed", before=self.values.money(asked), after=self.values.money(paid)))
        told = "; ".join(line for line in lines if line)
        return Reason(told, (*(self._overridden(part) if part.value == asked else ()), *self._hooks(frames[at])))

    def _overridden(self, part: Part) -> Iterator[str]:
        """Who changed the worked-out value from which the amount comes."""
        if part.case is not None and 0 <= part.case.origin < len(self.program.origins):
            place = self.program.origins[part.case.origin]
            yield from (f"{place.rule}: {step}" for step in place.chain)

    def _hooks(self, frame: Frame) -> Iterator[str]:
        """The hooks that changed the payment. Each is given what the payment is so far in registers of its own, and leaves it there."""
        code = self.program.functions[frame.function].code
        for index, op in enumerate(code):
            if op.code != "call" or (width := self._stages(op.args[0])) == 0:
                continue
            given = op.args[-width:]
            moved = {other.out: other.args[0] for other in code[:index] if other.code == "move"}
            before = [self._value(frame, moved.get(register, register)) for register in given]
            if before != [self._value(frame, register) for register in given]:
                place = self.program.origins[self.program.functions[op.args[0]].origin]
                yield f"{place.rule}  {place.file}:{place.line}"

    def _stages(self, function: int) -> int:
        """How many numbers a hook before a payment is given, and gives back, of what the payment is so far; 0: it is none."""
        declared = self.program.functions[function]
        stages = sum(name.startswith("stage") for name, _ in declared.parameters)
        return stages if stages == declared.results else 0

    def _value(self, frame: Frame, operand: int) -> int:
        return frame.registers[operand] if operand >= 0 else self.program.constants[~operand]

    def _before(self, machine: Machine, row: Row) -> list[int]:
        """The state with the money back where it came from: the amount was worked out then."""
        slots, money = machine.s[:], self.loaded.layout.money
        _, _, payer, receiver, amount, *_ = row
        slots[money + payer] += amount
        slots[money + receiver] -= amount
        return slots

    def _is_payment(self, frame: Frame) -> bool:
        parameters = self.program.functions[frame.function].parameters
        return tuple(name for name, _ in parameters[: len(_PAYMENT)]) == _PAYMENT

    def _sentence(self, part: Part) -> str:
        say = self.values.wording.say
        amount = self.values.money(part.value)
        case = part.case
        is_sum = part.text != str(part.value)
        if case is None:
            return say("why.sum", amount=amount, sum=part.text) if is_sum else ""
        told = part.text if is_sum else " ".join(case.expression.split())
        condition = " ".join(case.condition.split())
        if not condition:
            return say("why.sum" if is_sum else "why.value", amount=amount, sum=told)
        return say("why.sum_if" if is_sum else "why.value_if", amount=amount, sum=told, condition=condition)

    # -------------------------------------------------------------------------------------------------- through the calls
    def _handed(self, frames: list[Frame], at: int, parameter: int, tracer: Tracer) -> Part:
        """What the call of frame `at` was given for a parameter."""
        if at == 0:
            raise Lost
        below = frames[at - 1]
        op = self.program.functions[below.function].code[below.pc]
        if op.code != "call" or op.args[0] != frames[at].function:
            return number(frames[at].registers[parameter])
        return self._operand(frames, at - 1, below.pc, op.args[1 + parameter], tracer)

    def _operand(self, frames: list[Frame], at: int, before: int, operand: int, tracer: Tracer) -> Part:
        """What an operand of the op at `before` is made of, in frame `at`."""
        if operand < 0:
            return number(self.program.constants[~operand])
        frame = frames[at]
        function = self.program.functions[frame.function]
        made = self._made(function.code, before, operand)
        if made is None:
            if operand < len(function.parameters):
                return self._handed(frames, at, operand, tracer)
            return number(frame.registers[operand])
        op = function.code[made]
        if not OPS[op.code].pure or (op.code == "call" and not self.program.functions[op.args[0]].pure) or op.code == "next":
            return number(frame.registers[operand])
        return worked_out(tracer, op, lambda inner: self._operand(frames, at, made, inner, tracer), 0)

    def _made(self, code: tuple[Op, ...], before: int, register: int) -> int | None:
        """The op that last wrote a register, on every way to `before`; Lost if that depends on the way."""
        skipped = 0
        for index in range(before - 1, -1, -1):
            op = code[index]
            match op.code:
                case "end":
                    skipped += 1
                case "else" if skipped == 0:
                    skipped = 1  # from the other branch nobody comes here
                    for other in range(index - 1, -1, -1):
                        inner = code[other].code
                        if inner == "end":
                            skipped += 1
                        elif inner in ("if", "loop"):
                            skipped -= 1
                            if skipped == 0:
                                return self._made(code, other, register)
                    raise Lost
                case "if" | "loop":
                    skipped = max(0, skipped - 1)
                case _ if op.out >= 0 and op.out <= register < op.out + self._width(op):
                    if skipped:
                        raise Lost
                    return index
        return None

    def _width(self, op: Op) -> int:
        return max(1, self.program.functions[op.args[0]].results) if op.code == "call" else 1
