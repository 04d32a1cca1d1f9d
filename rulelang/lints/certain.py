"""What a function of a Program certainly does, or may do: its ops gone through with what is known of their operands.

A value is a whole number that is known, a symbol (a string: the same symbol is the same value), or None: unknown. In a `certain` walk,
ways that depend on what is unknown are not gone; in the other one all of them are. Loops are gone through once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rulelang.ir.program import Function, Op, Program
from rulelang.ir.results import TWO
from rulelang.ir.shape import blocks, parts, results_of

Value = int | str | None
Call = tuple[int, tuple[Value, ...]]
"""A function and its arguments."""

Element = tuple[Value, Value, Value]
"""A slot and the indexes of its element."""

_RESULT = "?"
"""The symbol of what a call returned: never taken for granted."""
_MOST_OPS = 20_000
_DEEPEST = 40
_MOST_CALLS = 150
"""Calls in calls; what goes deeper is not looked at."""
_LEAVING = frozenset({"return", "end_turn", "fault", "break", "break_if", "next", "out"})

_Entered = tuple[Call, frozenset[tuple[Element, int]]]
"""A call, and what was known of the state then."""
_CHANGING = frozenset({"call", "turn", "perform", "within"})
_MOVING = frozenset({"place", "call", "turn", "perform", "within"})
_OF_THE_SAME = {"eq": 1, "le": 1, "ge": 1, "ne": 0, "lt": 0, "gt": 0}
"""Results for two operands that are one value, whatever it is."""

# How the end of a block was reached.
_ON, _LEFT, _OUT_OF_LOOP, _GONE = range(4)


@dataclass
class Walk:
    """`facts` are results that are known of ops on symbols. `seen` is told of each op that is reached, with its values."""

    program: Program
    certain: bool
    seen: Callable[[Op, tuple[Value, ...]], None] = lambda op, values: None
    facts: Mapping[tuple[str, Value, Value], int] = field(default_factory=dict)
    instead: Callable[[Call], Iterable[Call] | None] = lambda call: None
    """Calls that are to be gone through in the place of one, where its own code hides what is known."""
    machine: frozenset[int] = frozenset()
    """The machine's own functions: they leave early only where there is nothing to do."""
    memory: dict[Element, int] | None = None
    """What is known of state that is yes or no, as it is at the moment; None: the walk does not look at that."""
    everywhere: int = 0
    """The set of all spaces: wherever a token lands, it is in that."""
    circles: list[tuple[int, ...]] = field(default_factory=list)
    """Functions that call one another round and round, certainly."""
    _stack: list[_Entered] = field(default_factory=list)
    _done: dict[_Entered, int] = field(default_factory=dict)
    _ops: int = 0
    _moved: int = 0
    """How often a token was, or may have been, moved: what the machine counts as `moves` is the same as long as this is."""
    _blocks: dict[int, tuple[dict[int, int], dict[int, int]]] = field(default_factory=dict)

    def call(self, function: int, arguments: tuple[Value, ...]) -> int:
        """Goes through a call; how it ended: on its way back to the caller, or gone."""
        call = (function, arguments)
        entered = call, frozenset((self.memory or {}).items())
        functions = [f for (f, _), _ in self._stack]
        if entered in self._stack or functions.count(function) >= _DEEPEST:
            self.circles.append(tuple(dict.fromkeys(functions[functions.index(function) :])))
            return _GONE
        if entered in self._done:
            self._forget_all()
            return self._done[entered]
        if len(self._stack) >= _MOST_CALLS:
            return _GONE
        self._stack.append(entered)
        others = self.instead(call)
        if others is not None:
            status = _ON
            for one in others:
                if status == _ON:
                    status = self.call(*one)
        else:
            code = self.program.functions[function]
            registers: list[Value] = [None] * code.registers
            registers[: len(arguments)] = arguments[: code.registers]
            status = self._block(code, function, 0, len(code.code), registers)
        self._stack.pop()
        self._done[entered] = _GONE if status == _GONE else _ON
        return self._done[entered]

    # ------------------------------------------------------------------------------------------------------------ blocks
    def _block(self, function: Function, number: int, start: int, end: int, registers: list[Value]) -> int:
        index = start
        while index < end:
            op = function.code[index]
            self._ops += 1
            if self._ops > _MOST_OPS:
                return _GONE
            if op.code == "if":
                middle, close = self._end_of(function, number, index)
                status = self._if(function, number, (index, middle, close), registers)
                index = close + 1
            elif op.code == "loop":
                _, close = self._end_of(function, number, index)
                status = self._loop(function, number, index, close, registers)
                index = close + 1
            else:
                status = self._one(op, registers)
                index += 1
            if status != _ON:
                return status
        return _ON

    def _end_of(self, function: Function, number: int, index: int) -> tuple[int, int]:
        """(index of the `else`, or of the `end`; index of the `end`) of a block."""
        if number not in self._blocks:
            self._blocks[number] = blocks(function.code)
        ends, elses = self._blocks[number]
        return elses.get(index, ends[index]), ends[index]

    def _if(self, function: Function, number: int, places: tuple[int, int, int], registers: list[Value]) -> int:
        index, middle, close = places
        value = self._value(function.code[index].args[0], registers)
        if isinstance(value, int):
            start, end = (index + 1, middle) if value else (middle + 1, close)
            return self._block(function, number, start, end, registers) if start < end else _ON
        inside = function.code[index + 1 : close]
        if not self.certain:
            for start, end in ((index + 1, middle), (middle + 1, close)):
                if start < end:
                    self._block(function, number, start, end, list(registers))
        self._forget(inside, registers)
        self._forget_state(inside)
        self._moved += any(op.code in _MOVING for op in inside)
        if self.certain and any(op.code in _LEAVING for op in inside) and (number not in self.machine or value == _RESULT):
            # Whether the rest is reached is unknown. The caller goes on, unless the turn or the game may have ended.
            return _GONE if any(op.code in ("end_turn", "fault", "out") for op in inside) else _LEFT
        return _ON

    def _loop(self, function: Function, number: int, index: int, close: int, registers: list[Value]) -> int:
        inside = function.code[index + 1 : close]
        if not self.certain:
            self._forget(inside, registers)
        status = self._block(function, number, index + 1, close, registers)
        self._forget(inside, registers)
        self._forget_state(inside)
        if status == _OUT_OF_LOOP or (status == _ON and function.code[index].args[0] >= 0):
            return _ON
        return status if self.certain else _ON

    def _forget(self, ops: Iterable[Op], registers: list[Value]) -> None:
        for op in ops:
            if op.out >= 0:
                for register in range(op.out, min(op.out + max(1, results_of(self.program, op)), len(registers))):
                    registers[register] = None

    # ------------------------------------------------------------------------------------------------------------- state
    def _forget_state(self, ops: Iterable[Op]) -> None:
        """These may have been done, or done again."""
        for op in ops if self.memory else ():
            if op.code in _CHANGING:
                self._forget_all()
            elif op.code == "store":
                self._remember((op.args[0], None, None), None)

    def _forget_all(self) -> None:
        """After a call that is not gone through, or was before: what it does to the state is not known."""
        if self.memory is not None:
            self.memory.clear()

    def _remember(self, element: Element, value: Value) -> None:
        """An element changes: what was known of others of its slot may be of the same one."""
        if self.memory is not None:
            for other in [known for known in self.memory if known[0] == element[0]]:
                del self.memory[other]
            slot = element[0]
            if isinstance(slot, int) and isinstance(value, int) and self.program.slots[slot].type == "yes/no":
                self.memory[element] = value

    # --------------------------------------------------------------------------------------------------------------- ops
    def _value(self, operand: int, registers: list[Value]) -> Value:
        return registers[operand] if operand >= 0 else self.program.constants[~operand]

    def _one(self, op: Op, registers: list[Value]) -> int:
        if op.code in ("call", "turn", "perform"):
            return self._calls(op, registers)
        values = self._values(op, registers)
        self.seen(op, values)
        self._moved += op.code == "place"
        if op.code == "store":
            self._remember((values[0], values[2], values[3]), values[1])
        match op.code:
            case "return":
                return _LEFT if self.certain else _ON
            case "end_turn" | "fault" | "out":
                return _GONE if self.certain else _ON
            case "break":
                return _OUT_OF_LOOP if self.certain else _ON
            case "break_if" if self.certain and values[0] != 0:
                return _OUT_OF_LOOP
            case "next" if self.certain:
                members = registers[op.args[0]]
                if not isinstance(members, int) or not members:
                    return _OUT_OF_LOOP
                self._forget((op,), registers)
                registers[op.args[0]] = None
                return _ON
        if op.out >= 0:
            result = self._result(op, values)
            self._forget((op,), registers)
            registers[op.out] = result
        return _ON

    def _values(self, op: Op, registers: list[Value]) -> tuple[Value, ...]:
        """Operands with their values; other numbers as they are."""
        return tuple(self._value(arg, registers) if letter == "o" else arg for letter, arg in parts(op))

    def _result(self, op: Op, values: tuple[Value, ...]) -> Value:
        if op.code == "move":
            return values[0]
        if op.code == "not":
            known = values[0]
            return int(known == 0) if isinstance(known, int) else None
        if op.code == "table":
            return self._cell(values)
        if op.code == "load":
            slot = values[0]
            assert isinstance(slot, int)
            if self.memory and (values[0], values[1], values[2]) in self.memory:
                return self.memory[values[0], values[1], values[2]]
            return f"moves {self._moved}" if self.program.slots[slot].name == "moves" else None
        if len(values) == 2:
            a, b = values
            if isinstance(a, int) and isinstance(b, int):
                return TWO[op.code](a, b) if op.code in TWO else None
            if a == b and isinstance(a, str) and a != _RESULT and op.code in _OF_THE_SAME:
                return _OF_THE_SAME[op.code]
            if op.code == "has" and isinstance(a, int) and self.everywhere and a & self.everywhere == self.everywhere:
                return 1
            return self.facts.get((op.code, a, b))
        return None

    def _cell(self, values: tuple[Value, ...]) -> Value:
        table, a, b = values
        assert isinstance(table, int)
        data = self.program.tables[table]
        width = data.sizes[1] if len(data.sizes) > 1 else 1
        if isinstance(a, int) and isinstance(b, int) and 0 <= a < data.sizes[0] and 0 <= b < width:
            return data.values[a * width + b]
        return None

    def _calls(self, op: Op, registers: list[Value]) -> int:
        self._ops += 1
        if op.code == "perform":
            act = registers[op.args[1]] if op.args[1] < len(registers) else None
            if not isinstance(act, int) or not 0 <= act < len(self.program.actions):
                return _ON
            action = self.program.actions[act]
            first = op.args[1] + 1
            call = (action.function, (self._value(op.args[0], registers), *registers[first : first + len(action.parameters)]))
        elif op.code == "turn":
            call = (op.args[1], tuple(self._value(a, registers) for a in op.args[2:]))
        else:
            call = (op.args[0], tuple(self._value(a, registers) for a in op.args[1:]))
        self.seen(op, (call[0], *call[1]))
        status = self.call(*call)
        if op.out >= 0:
            self._forget((op,), registers)
            for register in range(op.out, min(op.out + results_of(self.program, op), len(registers))):
                registers[register] = _RESULT
        return _ON if not self.certain or op.code == "turn" else status
