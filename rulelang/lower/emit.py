"""Building blocks of a Program: functions under construction, constants, slots, tables, origins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulelang.ir.ops import OPS
from rulelang.ir.program import Function, Op, Origin, Slot, Table
from rulelang.ir.results import TWO
from rulelang.lower.types import Type
from rulelang.source import Span


@dataclass(frozen=True, slots=True)
class Value:
    """A typed operand: a register if >= 0, else a constant."""

    type: Type
    operand: int


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in a file, and the op that tells whether a game has come to it: `when` and `operand` as in a `Spot` of `ir.reaching`."""

    index: int
    when: str
    kind: str
    way: str
    span: Span
    operand: int = -1


class Store:
    """What all functions of a Program share: pools and tables, filled while code is emitted."""

    def __init__(self) -> None:
        self.constants: list[int] = []
        self._constant_index: dict[int, int] = {}
        self.origins: list[Origin] = []
        self._origin_index: dict[Origin, int] = {}
        self.slots: list[Slot] = []
        self.slot_index: dict[str, int] = {}
        self.slot_size = 0
        self.tables: list[Table] = []
        self._table_index: dict[str, int] = {}
        self.functions: list[Function | None] = []
        self.marks: dict[int, list[Mark]] = {}
        """By function: what a test can reach in it."""

    def constant(self, value: int) -> int:
        """The operand of a constant."""
        if value not in self._constant_index:
            self._constant_index[value] = len(self.constants)
            self.constants.append(value)
        return ~self._constant_index[value]

    def constant_of(self, operand: int) -> int | None:
        """The value of a constant operand; None for a register."""
        return self.constants[~operand] if operand < 0 else None

    def origin(self, rule: str, span: Span | None, chain: tuple[str, ...] = ()) -> int:
        span = span.placed if span else None
        where = Origin(rule, span.source.path if span else "", span.line if span else 0, chain)
        if where not in self._origin_index:
            self._origin_index[where] = len(self.origins)
            self.origins.append(where)
        return self._origin_index[where]

    def add_slot(
        self,
        name: str,
        type_name: str,
        domains: tuple[tuple[str, int], ...] = (),
        initial: tuple[int, ...] = (0,),
        low: int = -(2**63),
        high: int = 2**63 - 1,
        public: bool = False,
        title: str = "",
    ) -> int:
        """A new region of the state; `domains` are (name, size)."""
        size = 1
        for _, length in domains:
            size *= length
        slot = Slot(name, type_name, tuple(d for d, _ in domains), self.slot_size, size, initial, low, high, public, title)
        self.slot_size += size
        self.slot_index[name] = len(self.slots)
        self.slots.append(slot)
        return len(self.slots) - 1

    def add_table(self, name: str, sizes: tuple[int, ...], values: tuple[int, ...]) -> int:
        if name not in self._table_index:
            self._table_index[name] = len(self.tables)
            self.tables.append(Table(name, sizes, values))
        return self._table_index[name]

    def reserve_function(self) -> int:
        self.functions.append(None)
        return len(self.functions) - 1


@dataclass
class Code:
    """A function under construction."""

    store: Store
    name: str
    pure: bool
    actor: bool
    parameters: list[tuple[str, str]] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)
    registers: int = 0
    results: int = 0
    origin: int = 0
    finishers: list[Callable[[], None]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)

    def parameter(self, name: str, type_: Type) -> Value:
        self.parameters.append((name, type_.key))
        self.registers += 1
        return Value(type_, self.registers - 1)

    def register(self, width: int = 1) -> int:
        self.registers += width
        return self.registers - width

    def mark(self, kind: str, span: Span, way: str = "", when: str = "at", operand: int = -1) -> None:
        """What stands at `span` is reached with the op that is emitted next."""
        self.marks.append(Mark(len(self.ops), when, kind, way, span, operand))

    def branch(self, span: Span, yes: str = "then") -> None:
        """The `if` or `break_if` that is emitted next is one of the author's: his condition holds when it goes the way `yes`."""
        self.mark("branch", span, "yes", yes)
        self.mark("branch", span, "no", "else" if yes == "then" else "then")

    def take_back(self, start: int) -> None:
        """Ops from `start` on are not kept."""
        del self.ops[start:]
        self.marks = [mark for mark in self.marks if mark.index < start]

    # -- emitting
    def op(self, code: str, *args: int, out: int | None = None) -> int:
        """Emits an op; returns the register of its result (allocated unless `out` is given), -1 if it has none."""
        row = OPS[code]
        target = -1
        if row.out:
            target = self.register() if out is None else out
        if row.out and out is None:
            folded = self._fold(code, args)
            if folded is not None:
                self.registers -= 1
                return folded
        self.ops.append(Op(code, target, args, self.origin))
        return target

    def _fold(self, code: str, args: tuple[int, ...]) -> int | None:
        """Constants are folded as they are emitted; the results stay within 64 bits or are left to run time."""
        fold = _FOLDS.get(code)
        if fold is None:
            return None
        values = [self.store.constant_of(a) for a in args]
        known = [v for v in values if v is not None]
        if len(known) < len(values):
            return None
        result = fold(*known)
        return self.store.constant(result) if -(2**63) <= result < 2**63 or code in ("join", "meet", "less", "with") else None

    def const(self, value: int) -> int:
        return self.store.constant(value)

    def move(self, register: int, operand: int) -> None:
        self.ops.append(Op("move", register, (operand,), self.origin))

    def call(self, function: int, *args: int, results: int = 0) -> int:
        """Calls; returns the first of `results` consecutive registers, -1 if none."""
        out = self.register(results) if results else -1
        self.ops.append(Op("call", out, (function, *args), self.origin))
        return out

    def load(self, slot: str, a: int | None = None, b: int | None = None) -> int:
        zero = self.const(0)
        return self.op("load", self.store.slot_index[slot], zero if a is None else a, zero if b is None else b)

    def store_slot(self, slot: str, value: int, a: int | None = None, b: int | None = None) -> None:
        zero = self.const(0)
        self.op("store", self.store.slot_index[slot], value, zero if a is None else a, zero if b is None else b)

    def table(self, table: int, a: int, b: int | None = None) -> int:
        data = self.store.tables[table]
        index = self.store.constant_of(a)
        second = 0 if b is None else self.store.constant_of(b)
        if index is not None and second is not None and 0 <= index < data.sizes[0]:
            width = data.sizes[1] if len(data.sizes) > 1 else 1
            if 0 <= second < width:
                return self.const(data.values[index * width + second])
        return self.op("table", table, a, self.const(0) if b is None else b)

    @contextmanager
    def when(self, condition: int) -> Iterator[None]:
        """Ops inside run if the operand is not 0."""
        self.op("if", condition)
        yield
        self.op("end")

    def otherwise(self) -> None:
        self.op("else")

    @contextmanager
    def loop(self, bound: int) -> Iterator[None]:
        self.op("loop", bound)
        yield
        self.op("end")

    @contextmanager
    def members(self, set_operand: int, start: int | None = None, bound: int = 1 << 20) -> Iterator[int]:
        """Loops over the members of a set, from index `start` on round the end; yields the register of the member."""
        rest = self.register()
        self.move(rest, set_operand)
        self.op("loop", bound)
        member = self.op("next", rest, self.const(0) if start is None else start)
        yield member
        self.op("end")

    @contextmanager
    def for_others(self, acts: bool) -> Iterator[None]:
        """A stretch of lines that others act in, one after another: it goes on though the actor leaves in it; his call ends after it."""
        if not (acts and self.actor):
            yield
            return
        actor = self.register()
        self.move(actor, 0)
        self.move(0, self.const(-1))
        yield
        self.move(0, actor)
        left = self.op("not", self.op("has", self.load("in_game"), actor))
        with self.when(self.op("mul", left, self.op("ge", actor, self.const(0)))):
            self.op("return")

    def finish(self) -> Function:
        for finisher in self.finishers:
            finisher()
        return Function(
            self.name, tuple(self.parameters), self.registers, self.results, self.pure, self.actor, tuple(self.ops), self.origin
        )


_FOLDS: dict[str, Callable[..., int]] = {
    **TWO,
    "move": lambda a: a,
    "not": lambda a: int(a == 0),
    "size": lambda a: a.bit_count(),
}
