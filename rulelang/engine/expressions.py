"""Ops as Python expressions: the text that translated functions are made of.

A register that is written once and read once, further down in the same straight line, needs no variable: its expression stands where it
is read (`Inliner`). What a number can be is followed as a range, so that only sums that can leave the 64 bits and indexes that can
lie outside are checked. In the texts, `s` is the flat list of slots and `T<n>` the values of table n.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from rulelang.engine.layout import Layout
from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import reads, results_of
from rulelang.machine.slots import HIGH, LOW

Range = tuple[int, int]
ANY: Range = (LOW, HIGH)
BIT: Range = (0, 1)
_DEEPEST = 8
"""Expressions are nested no deeper, so that Python's parser can follow."""


@dataclass(frozen=True, slots=True)
class Expression:
    """`text` is safe to put anywhere; `truth` what to write where only zero or not counts. `uses` are the registers in it."""

    text: str
    range: Range
    uses: frozenset[int] = frozenset()
    truth: str = ""
    depth: int = 0
    simple: bool = False
    """A name or a number, that costs nothing to write twice."""

    @property
    def condition(self) -> str:
        return self.truth or self.text


def written_by(program: Program, op: Op) -> list[int]:
    """The registers that an op writes."""
    written = list(range(op.out, op.out + results_of(program, op))) if op.out >= 0 else []
    if op.code == "next":
        written.append(op.args[0])
    return written


def written_once(program: Program, function: Function) -> frozenset[int]:
    """The registers that exactly one op writes; parameters are written by the call."""
    writes = Counter(range(len(function.parameters)))
    for op in function.code:
        writes.update(written_by(program, op))
    return frozenset(register for register, times in writes.items() if times == 1 and register >= len(function.parameters))


def read_once(program: Program, function: Function) -> frozenset[int]:
    """The registers that exactly one op reads, once."""
    counts = Counter(register for op in function.code for register in reads(program, op))
    return frozenset(register for register, times in counts.items() if times == 1)


class Inliner:
    """Turns ops, one after the other, into assignments, and puts what is used once where it is used.

    `name` is how a register is written; `emit` takes a line. `flush` must be called where the straight line ends, and before
    anything that changes the state.
    """

    def __init__(
        self, program: Program, layout: Layout, function: Function, name: Callable[[int], str], emit: Callable[[str], None]
    ) -> None:
        self.program = program
        self.layout = layout
        self.name = name
        self.emit = emit
        self._single = written_once(program, function)
        self._inlined = self._single & read_once(program, function)
        self._pending: dict[int, Expression] = {}
        self._ranges: dict[int, Range] = {}
        self._temporaries = 0

    def use(self, operand: int) -> Expression:
        """An operand, for the one place in which it is read."""
        if operand < 0:
            value = self.program.constants[~operand]
            return Expression(f"({value})" if value < 0 else str(value), (value, value), simple=True)
        if operand in self._pending:
            return self._pending.pop(operand)
        return Expression(self.name(operand), self._ranges.get(operand, ANY), frozenset((operand,)), simple=True)

    def define(self, register: int, value: Expression) -> None:
        """`register` becomes the value, now or where it is read."""
        self.overwrite(register)
        if register in self._single:
            self._ranges[register] = value.range
        if register in self._inlined and value.depth < _DEEPEST:
            self._pending[register] = value
        elif register >= 0:
            self.emit(f"{self.name(register)} = {value.text}")
        else:
            self.emit(value.text)

    def overwrite(self, register: int) -> None:
        """To be called before a register is written: whatever is pending and needs its old value is worked out."""
        for other in [other for other, value in self._pending.items() if register in value.uses]:
            self.emit(f"{self.name(other)} = {self._pending.pop(other).text}")

    def note(self, register: int, range_: Range) -> None:
        """Registers that a statement writes: what they can be."""
        if register in self._single:
            self._ranges[register] = range_

    def flush(self) -> None:
        """Works out whatever is pending."""
        for register, value in self._pending.items():
            self.emit(f"{self.name(register)} = {value.text}")
        self._pending.clear()

    def temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    # ------------------------------------------------------------------------------------------------------------ ops
    def expression(self, op: Op) -> Expression | None:
        """What an op without effect works out, or None if it is no such op."""
        match op.code:
            case "move":
                return self.use(op.args[0])
            case "add" | "sub" | "mul" | "div_down" | "div_up" | "div_near" | "min" | "max":
                return self._arithmetic(op.code, self.use(op.args[0]), self.use(op.args[1]))
            case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
                a, b = self.use(op.args[0]), self.use(op.args[1])
                sign = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}[op.code]
                return joined(f"(1 if {a.text} {sign} {b.text} else 0)", BIT, a, b, truth=f"({a.text} {sign} {b.text})")
            case "not":
                a = self.use(op.args[0])
                return joined(f"(0 if {a.condition} else 1)", BIT, a, truth=f"(not {a.condition})")
            case "load":
                slot = self.program.slots[op.args[0]]
                range_ = (0, HIGH) if slot.type.startswith("set of ") else (slot.low, slot.high)
                place = self.place(op.args[0], self.use(op.args[1]), self.use(op.args[2]))
                return joined(f"s[{place.text}]", range_, place)
            case "table":
                return self._table(op.args[0], self.use(op.args[1]), self.use(op.args[2]))
            case "has" | "with" | "without" | "meet" | "join" | "less" | "size" | "first":
                return self._set(op)
            case _:
                return None

    def place(self, slot: int, row: Expression, column: Expression) -> Expression:
        """Where an element of a slot lies in the flat list, checked."""
        return self._index(self.layout.sizes[slot], self.program.slots[slot].base, (row, column))

    def _table(self, number: int, row: Expression, column: Expression) -> Expression:
        table = self.program.tables[number]
        range_ = (min(table.values, default=0), max(table.values, default=0))
        if len(table.sizes) == 1 and row.range[0] >= 0:
            return joined(f"T{number}[{row.text}]", range_, row)  # Python looks at the upper end itself
        place = self._index(table.sizes, 0, (row, column))
        return joined(f"T{number}[{place.text}]", range_, place)

    def _index(self, sizes: tuple[int, ...], base: int, indexes: tuple[Expression, ...]) -> Expression:
        """`base` and what the indexes add, row by row; where an index can lie outside, a condition before it."""
        used = indexes[: len(sizes)]
        checks: list[str] = []
        terms: list[str] = []
        for position, index in enumerate(used):
            size, stride = sizes[position], sizes[1] if len(sizes) > position + 1 else 1
            low, high = index.range
            if low == high and 0 <= low < size and index.simple:
                base += low * stride
                continue
            text = shown = index.text
            if low < 0 or high >= size:
                if not index.simple:
                    text = self.temporary()
                    shown = f"({text} := {index.text})"
                checks.append(f"{shown} < {size}" if low >= 0 else f"0 <= {shown}" if high < size else f"0 <= {shown} < {size}")
            terms.append(text if stride == 1 else f"{text} * {stride}")
        if base or not terms:
            terms.append(str(base))
        sum_ = " + ".join(terms)
        return joined(f"({sum_} if {' and '.join(checks)} else outside())" if checks else sum_, ANY, *used)

    def _arithmetic(self, code: str, a: Expression, b: Expression) -> Expression:
        (al, ah), (bl, bh) = a.range, b.range
        match code:
            case "add":
                text, low, high = f"{a.text} + {b.text}", al + bl, ah + bh
            case "sub":
                text, low, high = f"{a.text} - {b.text}", al - bh, ah - bl
            case "mul":
                products = (al * bl, al * bh, ah * bl, ah * bh)
                text, low, high = f"{a.text} * {b.text}", min(products), max(products)
            case "min" | "max":
                choose = min if code == "min" else max
                range_ = (choose(al, bl), choose(ah, bh))
                if a.simple and b.simple:
                    return joined(f"({a.text} if {a.text} {'<' if code == 'min' else '>'} {b.text} else {b.text})", range_, a, b)
                return joined(f"{code}({a.text}, {b.text})", range_, a, b)
            case "div_down":
                text = f"{a.text} // {b.text}"
            case "div_up":
                text = f"-(-{a.text} // {b.text})"
            case _:
                return self._nearest(a, b)
        if code.startswith("div"):
            low, high = _quotient(a.range, b.range)
        return self._checked(text, low, high, a, b)

    def _nearest(self, a: Expression, b: Expression) -> Expression:
        """The floor of a / b + 1/2, for a negative b too."""
        return self._checked(f"nearest({a.text}, {b.text})", *_quotient(a.range, b.range), a, b)

    def _checked(self, text: str, low: int, high: int, *parts: Expression) -> Expression:
        if low >= LOW and high <= HIGH:
            return joined(f"({text})", (low, high), *parts)
        name = self.temporary()
        return joined(f"({name} if {LOW} <= ({name} := {text}) <= {HIGH} else overflow())", (max(low, LOW), min(high, HIGH)), *parts)

    def _set(self, op: Op) -> Expression:
        a = self.use(op.args[0])
        if op.code == "size":
            return joined(f"({a.text}).bit_count()", (0, HIGH), a)
        b = self.use(op.args[1])
        member = b.range[0] >= 0
        sets = (0, HIGH)
        match op.code:
            case "meet":
                return joined(f"({a.text} & {b.text})", sets, a, b)
            case "join":
                return joined(f"({a.text} | {b.text})", sets, a, b)
            case "less":
                return joined(f"({a.text} & ~{b.text})", sets, a, b)
            case "first":
                if b.range == (0, 0):
                    if a.simple:
                        return joined(f"(({a.text} & -{a.text}).bit_length() - 1)", (-1, HIGH), a)
                    return joined(f"lowest({a.text})", (-1, HIGH), a)
                return joined(f"first({a.text}, {b.text})", (-1, HIGH), a, b)
            case "has" if member:
                return joined(f"({a.text} >> {b.text} & 1)", BIT, a, b)
            case "with" if member:
                return joined(f"({a.text} | 1 << {b.text})", sets, a, b)
            case "without" if member:
                return joined(f"({a.text} & ~(1 << {b.text}))", sets, a, b)
            case _:
                name = {"has": "has", "with": "with_", "without": "without"}[op.code]
                if op.code == "has" and b.simple:
                    return joined(f"({a.text} >> {b.text} & 1 if {b.text} >= 0 else 0)", BIT, a, b)
                return joined(f"{name}({a.text}, {b.text})", BIT if op.code == "has" else sets, a, b)


def joined(text: str, range_: Range, *parts: Expression, truth: str = "") -> Expression:
    """An expression made of parts."""
    uses = frozenset().union(*(part.uses for part in parts))
    return Expression(text, range_, uses, truth, 1 + max((part.depth for part in parts), default=0))


def _quotient(a: Range, b: Range) -> Range:
    """What a quotient can be: no further from 0 than what is divided, but the lowest number by -1 leaves the 64 bits."""
    if b[0] >= 0:
        return min(a[0], 0), max(a[1], 0)
    bound = max(-a[0], a[1])
    return -bound, bound


# ------------------------------------------------------------------------------------------- what the texts call by name
def nearest(a: int, b: int) -> int:
    """a / b to the nearest whole number, halves up."""
    return (2 * a + b) // (2 * b)


def lowest(a: int) -> int:
    return (a & -a).bit_length() - 1


def first(a: int, b: int) -> int:
    """The member of set a that comes first from b on, round the end; -1 if it is empty."""
    if b > 0:
        above = a >> b
        if above:
            return b + (above & -above).bit_length() - 1
    return (a & -a).bit_length() - 1


def has(a: int, b: int) -> int:
    return a >> b & 1 if b >= 0 else 0


def with_(a: int, b: int) -> int:
    return a | 1 << b if b >= 0 else a


def without(a: int, b: int) -> int:
    return a & ~(1 << b) if b >= 0 else a
