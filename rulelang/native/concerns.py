"""On which elements of the state the value of a pure function can depend, when one of its parameters is a certain member.

`Concerns.of(f, values)` runs through the function with what is known of each value: the numbers that it may be (from tables and
constants), or the members that a set may have at most. Of a slot with elements it notes which are read; of a slot whose elements are sets,
which members are asked for, whichever the element. What is written more than once holds all that is ever written to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rulelang.ir.program import Op, Program
from rulelang.ir.results import CHANGED_SETS, TWO
from rulelang.ir.shape import blocks, rest, results_of
from rulelang.native.reading import Reads

ALL = -1
"""The mask of all elements."""
MOST = 64
"""Numbers that a value may be, and rounds over a function: more are not followed."""
LARGEST = 4096
"""A larger member of a set is not followed."""


class Beyond(Exception):
    """The function cannot be followed: it calls itself, or does not come to rest."""


@dataclass(frozen=True, slots=True)
class OneOf:
    numbers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Within:
    """A set of these members at most. `slot`: it was just loaded from there and nobody has asked yet for what is in it; -1: it was not."""

    members: int
    slot: int = -1


Value = OneOf | Within | None
"""None: anything."""
UNWRITTEN = OneOf(frozenset())
"""What a register holds to which nothing has been written yet."""
Found = tuple[dict[int, int], tuple[Value, ...]]
_EXACT = {**TWO, **CHANGED_SETS}


class Concerns:
    """What pure functions of a program depend on; `of` may raise `Beyond`."""

    def __init__(self, program: Program, reads: Reads) -> None:
        self.program = program
        self.reads = reads
        self.constants: tuple[Value, ...] = tuple(OneOf(frozenset((value,))) for value in program.constants)
        self._known: dict[tuple[int, tuple[Value, ...]], Found] = {}
        self._open: set[int] = set()

    def of(self, number: int, values: tuple[Value, ...]) -> Found:
        """For each slot the elements, as a mask, and what the results may be."""
        key = (number, values)
        if key not in self._known:
            if number in self._open:
                raise Beyond
            self._open.add(number)
            try:
                self._known[key] = _Run(self, number, values).found()
            finally:
                self._open.discard(number)
        return self._known[key]


class _Run:
    def __init__(self, concerns: Concerns, number: int, values: tuple[Value, ...]) -> None:
        self.concerns = concerns
        self.program = concerns.program
        self.constants = concerns.constants
        self.function = self.program.functions[number]
        self.ends, self.elses = blocks(self.function.code)
        self.writes = concerns.reads.writes(number)
        self.values: dict[int, Value] = dict(enumerate(values))
        self.slots: dict[int, int] = {}
        self.results: list[Value] | None = None
        self.changed = True

    def found(self) -> Found:
        if not any(op.code == "loop" for op in self.function.code):
            self._over()  # nothing is read before it is written for the last time on the way there
            self.changed = False
        for _ in range(MOST):
            if not self.changed:
                break
            self.changed = False
            self._over()
        else:
            raise Beyond
        zeros: list[Value] = [OneOf(frozenset((0,)))] * self.function.results
        if self.results is None:
            return self.slots, tuple(zeros)
        falls = self.function.code[-1].code != "return"
        return self.slots, tuple(_join(a, b) if falls else a for a, b in zip(self.results, zeros, strict=True))

    def _over(self) -> None:
        """Goes over the code once; branches that cannot be taken are left out."""
        code = self.function.code
        past: dict[int, int] = {}
        index = 0
        while index < len(code):
            op = code[index]
            if index in past:
                index = past[index]
                continue
            if op.code == "if":
                condition = self.get(op.args[0])
                end = self.ends[index]
                other = self.elses.get(index, end)
                if isinstance(condition, OneOf) and condition.numbers <= {0}:
                    index = other + 1
                    continue
                if isinstance(condition, OneOf) and 0 not in condition.numbers and other != end:
                    past[other] = end
            self._step(op)
            index += 1

    # ---------------------------------------------------------------------------------------------------------- values
    def get(self, operand: int) -> Value:
        if operand < 0:
            return self.constants[~operand]
        return self.values.get(operand, UNWRITTEN)

    def put(self, register: int, value: Value) -> None:
        if register < 0:
            return
        if register in self.values:
            old = self.values[register]
            new = _join(old, value) if self.writes[register] > 1 else value
            for value_ in (old, value):
                if not (isinstance(value_, Within) and isinstance(new, Within) and value_.slot == new.slot):
                    self.ask(value_, ALL)
            if new == old:
                return
            value = new
        self.values[register] = value
        self.changed = True

    def ask(self, value: Value, members: int) -> None:
        """Notes which members of a loaded set are asked for."""
        if isinstance(value, Within) and value.slot >= 0:
            self.note(value.slot, members)

    def note(self, slot: int, elements: int) -> None:
        old = self.slots.get(slot, 0)
        if old | elements != old or slot not in self.slots:
            self.slots[slot] = old | elements
            self.changed = True

    # ------------------------------------------------------------------------------------------------------------- ops
    def _step(self, op: Op) -> None:
        args = op.args
        match op.code:
            case "else" | "end" | "loop" | "break" | "reach":
                return
            case "if" | "break_if":
                self.ask(self.get(args[0]), ALL)
                return
            case "load" | "table":
                operands = args[1:]
            case "call":
                operands = rest(op)
            case "next":
                operands = args[:2]
            case _:
                operands = args
        values = [self.get(operand) for operand in operands]
        if UNWRITTEN not in values:
            self._result(op, values)

    def _result(self, op: Op, values: list[Value]) -> None:
        match op.code:
            case "move":
                self.put(op.out, values[0])
            case "load":
                self._load(op, values[0])
            case "table":
                self.put(op.out, self._table(op.args[0], values))
            case "call":
                for value in values:
                    self.ask(value, ALL)
                slots, results = self.concerns.of(op.args[0], tuple(_plain(value) for value in values))
                for slot, elements in slots.items():
                    self.note(slot, elements)
                for place, result in enumerate(results[: results_of(self.program, op)] if op.out >= 0 else ()):
                    self.put(op.out + place, result)
            case "next":
                self.ask(values[0], ALL)
                members = _most(values[0])
                self.put(op.args[0], Within(members))
                self.put(op.out, _members(members))
            case "return":
                for value in values:
                    self.ask(value, ALL)
                found = [_plain(value) for value in values]
                old = self.results
                self.results = found if old is None else [_join(a, b) for a, b in zip(old, found, strict=True)]
                self.changed |= self.results != old
            case "meet":
                self.ask(values[0], _most(values[1]))
                self.ask(values[1], _most(values[0]))
                self.put(op.out, _exact(op.code, values) or Within(_most(values[0]) & _most(values[1])))
            case "less":
                self.ask(values[0], ALL)
                self.ask(values[1], _most(values[0]))
                self.put(op.out, _exact(op.code, values) or Within(_most(values[0])))
            case "has":
                self.ask(values[0], _bits(values[1]))
                self.put(op.out, _exact(op.code, values))
            case _:
                for value in values:
                    self.ask(value, ALL)
                self.put(op.out, self._other(op.code, values))

    def _other(self, code: str, values: list[Value]) -> Value:
        if (found := _exact(code, values)) is not None:
            return found
        match code:
            case "join" | "with":
                more = _most(values[1]) if code == "join" else _bits(values[1])
                return Within(_most(values[0]) | more)
            case "without":
                return Within(_most(values[0]))
            case "first":
                return _members(_most(values[0]))
            case "not":
                if isinstance(values[0], OneOf):
                    return OneOf(frozenset(int(number == 0) for number in values[0].numbers))
        return None

    def _load(self, op: Op, index: Value) -> None:
        slot = self.program.slots[op.args[0]]
        if slot.type.startswith("set of "):
            self.put(op.out, Within(ALL, op.args[0]))
            return
        self.note(op.args[0], _bits(index) if slot.domains else ALL)
        self.put(op.out, None)

    def _table(self, number: int, values: list[Value]) -> Value:
        table = self.program.tables[number]
        column = table.sizes[1] if len(table.sizes) > 1 else 1
        found = set()
        rows, columns = values[0], values[1] if len(table.sizes) > 1 else OneOf(frozenset((0,)))
        if not isinstance(rows, OneOf) or not isinstance(columns, OneOf):
            return None
        for row in rows.numbers:
            for place in columns.numbers:
                if 0 <= row < table.sizes[0] and 0 <= place < column:
                    found.add(table.values[row * column + place])
        return OneOf(frozenset(found)) if found else None


def _plain(value: Value) -> Value:
    """A set of which it no longer matters where it was loaded."""
    return Within(value.members) if isinstance(value, Within) and value.slot >= 0 else value


@lru_cache(4096)
def _most(value: Value) -> int:
    """The members that a set may have."""
    match value:
        case OneOf(numbers):
            found = 0
            for number in numbers:
                found |= number
            return found
        case Within(members):
            return members
    return ALL


@lru_cache(4096)
def _bits(value: Value) -> int:
    """The members that a number may be."""
    if not isinstance(value, OneOf) or max(value.numbers) > LARGEST:
        return ALL
    return sum(1 << number for number in value.numbers if number >= 0)


@lru_cache(4096)
def _members(mask: int) -> Value:
    if mask < 0 or mask.bit_count() > MOST:
        return None
    return OneOf(frozenset(place for place in range(mask.bit_length()) if mask >> place & 1))


def _exact(code: str, values: list[Value]) -> Value:
    """What an op makes of numbers that are known."""
    if code not in _EXACT or not all(isinstance(value, OneOf) for value in values):
        return None
    a, b = (value.numbers for value in values if isinstance(value, OneOf))
    if len(a) * len(b) > MOST or (code in ("has", "with", "without") and max(b) > LARGEST):
        return None
    found = frozenset(_EXACT[code](one, other) for one in a for other in b)
    return OneOf(found) if len(found) <= MOST else None


def _join(a: Value, b: Value) -> Value:
    match a, b:
        case OneOf(one), OneOf(other):
            return OneOf(one | other) if len(one | other) <= MOST else None
        case (Within() as set_, OneOf(numbers)) | (OneOf(numbers), Within() as set_):
            if min(numbers) < 0:
                return None
            return Within(set_.members | _most(OneOf(numbers)), set_.slot)
        case Within(one_, slot), Within(other_, from_):
            return Within(one_ | other_, slot if slot == from_ else -1)
    return None
