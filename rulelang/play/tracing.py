"""Works a pure function out once more, slowly, and keeps what each number is made of: `2 × 35` beside 70.

The engine has no time for this; it is done for the one payment that a person asks about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulelang.engine.loaded import Loaded
from rulelang.ir.program import Case, Function, Op
from rulelang.ir.results import CHANGED_SETS, TWO
from rulelang.ir.shape import blocks

_SUM, _PRODUCT, _NUMBER = 0, 1, 2
DEEPEST = 40
MOST_STEPS = 200_000


class Lost(Exception):
    """It cannot be said what a number is made of."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number, what it is made of as text (`level`: how tightly that binds), and the case of a worked-out value that gave it."""

    value: int
    text: str
    level: int = _NUMBER
    case: Case | None = None

    @property
    def shown(self) -> str:
        """Within a larger sum, a worked-out value is just its number."""
        return self.text if self.case is None else str(self.value)

    @property
    def binds(self) -> int:
        return self.level if self.case is None else _NUMBER


def number(value: int) -> Part:
    return Part(value, str(value))


def combined(code: str, a: Part, b: Part, value: int) -> Part:
    """What an op makes of two parts; sums and products keep both, other ops are a number from then on."""
    match code:
        case "mul" if 1 in (a.value, b.value):
            other = b if a.value == 1 else a
            return other if other.value == value else number(value)
        case "mul":
            return Part(value, f"{_within(a, _PRODUCT)} × {_within(b, _PRODUCT)}", _PRODUCT)
        case "add" | "sub" if b.value == 0:
            return a
        case "add" if a.value == 0:
            return b
        case "add":
            return Part(value, f"{_within(a, _SUM)} + {_within(b, _SUM)}", _SUM)
        case "sub":
            return Part(value, f"{_within(a, _SUM)} - {_within(b, _PRODUCT)}", _SUM)
        case "div_down" | "div_up" | "div_near" if b.value == 1:
            return a
        case "div_down" | "div_up" | "div_near":
            return Part(value, f"{_within(a, _PRODUCT)} / {_within(b, _NUMBER)}", _PRODUCT)
        case "min" | "max" if a.value != b.value:
            return a if value == a.value else b
        case _:
            return number(value)


def _within(part: Part, level: int) -> str:
    return f"({part.shown})" if part.binds < level else part.shown


class Tracer:
    """Traces pure functions over one state's slots."""

    def __init__(self, loaded: Loaded, slots: list[int]) -> None:
        self.loaded = loaded
        self.program = loaded.program
        self.slots = slots
        self.steps = 0
        self._cases: dict[int, list[Case]] = {}
        for case in loaded.program.cases:
            self._cases.setdefault(case.function, []).append(case)

    def call(self, function: int, arguments: Sequence[Part], depth: int = 0) -> Part:
        """The one result of a pure function, with what it is made of. Lost if that takes too long."""
        declared = self.program.functions[function]
        if depth > DEEPEST or declared.results != 1:
            raise Lost
        registers = [*arguments, *[number(0)] * (declared.registers - len(arguments))]
        returned = _Body(self, declared, registers, depth).run()
        if returned is None:
            raise Lost
        part, origin = returned
        cases = self._cases.get(function)
        if not cases:
            return part
        case = next((case for case in cases if case.origin == origin), None)
        return Part(part.value, part.shown, part.binds, case)

    def plain(self, function: int, arguments: Sequence[Part]) -> Part:
        """The result by the engine itself, as a bare number."""
        result = self.loaded.call(function, self.slots, *(argument.value for argument in arguments))
        if isinstance(result, tuple):
            raise Lost
        return number(int(result))


class _Body:
    """One call."""

    def __init__(self, tracer: Tracer, function: Function, registers: list[Part], depth: int) -> None:
        self.tracer = tracer
        self.code = function.code
        self.registers = registers
        self.depth = depth
        self.ends, self.elses = blocks(function.code)

    def run(self) -> tuple[Part, int] | None:
        """The returned part and the origin of the return."""
        index = 0
        loops: list[int] = []
        while index < len(self.code):
            self.tracer.steps += 1
            if self.tracer.steps > MOST_STEPS:
                raise Lost
            op = self.code[index]
            match op.code:
                case "if":
                    if not self.value(op.args[0]).value:
                        index = self.elses.get(index, self.ends[index])
                case "else":
                    index = self.ends[index]
                case "loop":
                    loops.append(index)
                case "end" if loops and self.ends[loops[-1]] == index:
                    index = loops[-1]
                case "break":
                    index = self.ends[loops.pop()]
                case "break_if" if self.value(op.args[0]).value:
                    index = self.ends[loops.pop()]
                case "next" if not self.registers[op.args[0]].value:
                    index = self.ends[loops.pop()]
                case "end" | "break_if" | "reach":
                    pass
                case "next":
                    self._next(op)
                case "return":
                    return (self.value(op.args[0]), op.origin) if op.args else None
                case _:
                    self.registers[op.out] = worked_out(self.tracer, op, self.value, self.depth)
            index += 1
        return None

    def value(self, operand: int) -> Part:
        return self.registers[operand] if operand >= 0 else number(self.tracer.program.constants[~operand])

    def _next(self, op: Op) -> None:
        members, start = self.registers[op.args[0]].value, self.value(op.args[1]).value
        member = first(members, start)
        self.registers[op.args[0]] = number(members & ~(1 << member))
        self.registers[op.out] = number(member)


def worked_out(tracer: Tracer, op: Op, value: Callable[[int], Part], depth: int) -> Part:
    """What a pure op makes."""
    program = tracer.program
    match op.code:
        case "call":
            arguments = [value(operand) for operand in op.args[1:]]
            if program.functions[op.args[0]].results != 1 or not program.functions[op.args[0]].pure:
                raise Lost
            return tracer.call(op.args[0], arguments, depth + 1)
        case "move":
            return value(op.args[0])
        case "load":
            sizes = tracer.loaded.layout.sizes[op.args[0]]
            place = _place(sizes, [value(operand).value for operand in op.args[1:]])
            return number(tracer.slots[program.slots[op.args[0]].base + place])
        case "table":
            table = program.tables[op.args[0]]
            return number(table.values[_place(table.sizes, [value(operand).value for operand in op.args[1:]])])
        case "not":
            return number(int(not value(op.args[0]).value))
        case "size":
            return number(value(op.args[0]).value.bit_count())
        case code if code in _TWO:
            a, b = value(op.args[0]), value(op.args[1])
            if code.startswith("div") and b.value == 0:
                raise Lost
            return combined(code, a, b, _TWO[code](a.value, b.value))
        case _:
            raise Lost


def first(members: int, start: int) -> int:
    """The member that comes first from `start` on, round the end; -1 if there is none."""
    if members <= 0:
        return -1
    later = members >> start << start if start > 0 else members
    chosen = later or members
    return (chosen & -chosen).bit_length() - 1


def _place(sizes: Sequence[int], indexes: Sequence[int]) -> int:
    place = 0
    for size, index in zip(sizes, indexes, strict=False):
        if not 0 <= index < size:
            raise Lost
        place = place * size + index
    return place


_TWO: dict[str, Callable[[int, int], int]] = {
    **TWO,
    **CHANGED_SETS,
    "div_down": lambda a, b: a // b,
    "div_up": lambda a, b: -(-a // b),
    "div_near": lambda a, b: (2 * a + b) // (2 * b) if b > 0 else (-2 * a - b) // (-2 * b),
    "first": first,
}
