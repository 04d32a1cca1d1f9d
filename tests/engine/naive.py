"""The slowest interpreter: one op after the other, as the rows of `ops.py` say. What the engine translates must come to the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.engine.faults import Stop
from rulelang.engine.translate import structure
from rulelang.ir.layout import domain_size
from rulelang.ir.program import Function, Op, Program

LOW, HIGH = -(2**63), 2**63 - 1


class _Returned(Exception):
    def __init__(self, values: list[int]) -> None:
        self.values = values


def interpret(program: Program, function: Function, slots: list[int], arguments: Sequence[int], answers: Iterator[int]) -> list[int]:
    """Runs a function: pure ops, `store`, and `ask_number`, which takes the next answer. Returns its results; Stop for a fault."""
    registers = [*arguments, *[0] * (function.registers - len(arguments))]
    elses, ends, _ = structure(function)

    def value(operand: int) -> int:
        return registers[operand] if operand >= 0 else program.constants[~operand]

    def block(index: int, end: int) -> bool:
        """Runs ops up to `end`; True if the innermost loop is left."""
        while index < end:
            op = function.code[index]
            match op.code:
                case "if":
                    middle = elses.get(index, ends[index])
                    if value(op.args[0]):
                        left = block(index + 1, middle)
                    else:
                        left = block(middle + 1, ends[index])
                    if left:
                        return True
                    index = ends[index]
                case "loop":
                    over = 0
                    while not block(index + 1, ends[index]):
                        over += 1
                        if 0 <= op.args[0] < over:
                            raise Stop("loop")
                    index = ends[index]
                case "break":
                    return True
                case "break_if":
                    if value(op.args[0]):
                        return True
                case "next":
                    members = registers[op.args[0]]
                    if not members:
                        return True
                    member = _first(members, value(op.args[1]))
                    registers[op.args[0]] = members & ~(1 << member)
                    registers[op.out] = member
                case "return":
                    raise _Returned([value(operand) for operand in op.args])
                case "call":
                    called = program.functions[op.args[0]]
                    results = interpret(program, called, slots, [value(operand) for operand in op.args[1:]], answers)
                    registers[op.out : op.out + len(results)] = results
                case "ask_number":
                    least, most = value(op.args[2]), value(op.args[3])
                    registers[op.out] = least if least >= most else least + next(answers) % (most - least + 1)
                case "store":
                    slot = program.slots[op.args[0]]
                    if not slot.low <= value(op.args[1]) <= slot.high:
                        raise Stop("range")
                    slots[_place(program, op, op.args[0], op.args[2:], value)] = value(op.args[1])
                case "load":
                    registers[op.out] = slots[_place(program, op, op.args[0], op.args[1:], value)]
                case "table":
                    table = program.tables[op.args[0]]
                    registers[op.out] = table.values[_index(table.sizes, [value(operand) for operand in op.args[1:]])]
                case _:
                    registers[op.out] = work_out(op.code, *(value(operand) for operand in op.args))
            index += 1
        return False

    try:
        block(0, len(function.code))
    except _Returned as returned:
        return returned.values
    return [0] * function.results


def _place(program: Program, op: Op, slot: int, operands: Sequence[int], value) -> int:  # type: ignore[no-untyped-def]
    declared = program.slots[slot]
    sizes = tuple(domain_size(program, domain) or 0 for domain in declared.domains)
    return declared.base + _index(sizes, [value(operand) for operand in operands])


def _index(sizes: tuple[int, ...], indexes: Sequence[int]) -> int:
    place = 0
    for size, index in zip(sizes, indexes, strict=False):
        if not 0 <= index < size:
            raise Stop("outside")
        place = place * size + index
    return place


def _first(members: int, start: int) -> int:
    listed = [index for index in range(members.bit_length()) if members >> index & 1]
    return next((index for index in listed if index >= start), listed[0] if listed else -1)


def work_out(code: str, a: int, b: int = 0) -> int:
    """One op without state; Stop if it leaves the 64 bits or divides by 0."""
    if code.startswith("div") and b == 0:
        raise Stop("zero")
    match code:
        case "move":
            return a
        case "add" | "sub" | "mul":
            return _checked({"add": a + b, "sub": a - b, "mul": a * b}[code])
        case "div_down":
            return _checked(a // b)
        case "div_up":
            return _checked(a // b + (a % b != 0))
        case "div_near":
            down = a // b
            # a - down * b and the distance to the next multiple, as parts of |b|; halves up.
            over = abs(a - down * b)
            return _checked(down + (2 * over >= abs(b)))
        case "min" | "max":
            return min(a, b) if code == "min" else max(a, b)
        case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
            return int({"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[code])
        case "not":
            return int(a == 0)
    set_ = {index for index in range(a.bit_length()) if a >> index & 1}
    match code:
        case "has":
            return int(b in set_)
        case "with":
            return sum(1 << member for member in set_ | ({b} if b >= 0 else set()))
        case "without":
            return sum(1 << member for member in set_ - {b})
        case "size":
            return len(set_)
        case "first":
            return _first(a, b)
    other = {index for index in range(b.bit_length()) if b >> index & 1}
    match code:
        case "meet":
            return sum(1 << member for member in set_ & other)
        case "join":
            return sum(1 << member for member in set_ | other)
        case "less":
            return sum(1 << member for member in set_ - other)
    raise AssertionError(code)


def _checked(value: int) -> int:
    if not LOW <= value <= HIGH:
        raise Stop("overflow")
    return value
