"""Code that can wait, translated in blocks.

A *hard* op is one at which the game can wait or calls begin and end; the interpreter carries it out. Everything between is translated
to Python functions `(m, s, r) -> index`: from an entry to the hard op that comes next, whose index they return. `m` is the
machine, `s` its slots, `r` the frame's registers, so that all that lives from one hard op to the next lies in the state.

Entries are index 0, what follows a hard op, and what follows an `if` or a round of a loop in which one stands. An index that is an
entry of a loop's `end` means: a round is over. The rounds of such a loop are counted in a register of their own behind the function's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.engine.expressions import Inliner
from rulelang.engine.translate import Namespace, Text, assign, structure, take_next
from rulelang.ir.program import Op
from rulelang.ir.shape import rest

HARD = frozenset(
    (
        *("return", "out", "end_turn", "within", "nest", "turn", "endings", "fault", "roll", "draw", "pick", "perform", "act"),
        *("ask_yes", "ask_option", "ask_member", "ask_number", "ask_goods"),
    )
)
"""The codes of hard ops; calls of functions that are not pure are hard too."""

_PLAIN = frozenset(("pay", "own", "step", "pieces", "card", "place"))
"""Ops whose method on the machine takes their operands, then the origin."""

Block = Callable[[Any, list[int], list[int]], int]


class Blocks:
    """One function, translated. `entries[i]` is the block that begins at op i, or None (a hard op stands there, or nothing begins);
    `after[i]` where control goes on once hard op i is done. Both are as long as the code and one more: its end, a return."""

    def __init__(self, namespace: Namespace, number: int) -> None:
        self._namespace = namespace
        self._program = namespace.program
        self._number = number
        self._function = namespace.program.functions[number]
        self._code = self._function.code
        self._elses, self._ends, self._inside = structure(self._function)
        hard = {index for index, op in enumerate(self._code) if self._is_hard(op)}
        self._hard = hard
        around = {outer for index in hard for outer in self._around(index)}
        waiting = [index for index in sorted(around) if self._code[index].code == "loop"]
        self._counter = {index: self._function.registers + place for place, index in enumerate(waiting)}
        self.registers = self._function.registers + len(waiting)
        self.after = [self._resolve(index + 1) if index in hard else index for index in range(len(self._code))] + [len(self._code)]
        self.start = self._resolve(0)
        self.entries: list[Block | None] = [None] * (len(self._code) + 1)
        self._translate()

    # ------------------------------------------------------------------------------------------------------- structure
    def _is_hard(self, op: Op) -> bool:
        return op.code in HARD or (op.code == "call" and not self._program.functions[op.args[0]].pure)

    def _around(self, index: int) -> list[int]:
        around = []
        while (index := self._inside[index]) >= 0:
            around.append(index)
        return around

    def _resolve(self, index: int) -> int:
        """Where control really is when it comes to an index: behind an `if` whose branch is over."""
        while index < len(self._code):
            match self._code[index].code:
                case "else":
                    index = self._ends[index] + 1
                case "end" if self._code[self._inside[index]].code == "if":
                    index += 1
                case _:
                    break
        return index

    def _loop_of(self, index: int) -> int:
        return next(outer for outer in self._around(index) if self._code[outer].code == "loop")

    # ----------------------------------------------------------------------------------------------------- translation
    def _translate(self) -> None:
        self._text = Text()
        self._text.origin = self._function.origin
        wanted = {self.start, *(self.after[index] for index in self._hard)}
        done: set[int] = set()
        self._open: set[int] = set()
        """The loops that are Python loops in the block at hand, from the outside in."""
        self._wanted = wanted
        while wanted:
            entry = wanted.pop()
            if entry in done or entry in self._hard or entry == len(self._code):
                continue
            done.add(entry)
            self._block(entry)
        self._namespace.load(f"b{self._number}", self._text)
        for entry in done:
            self.entries[entry] = self._namespace.names.pop(f"b{self._number}_{entry}")

    def _block(self, entry: int) -> None:
        text = self._text
        text.depth = 0
        text.emit(f"def b{self._number}_{entry}(m, s, r):")
        text.depth = 1
        self._inliner = Inliner(
            self._program,
            self._namespace.layout,
            self._function,
            lambda register: f"r[{register}]" if register >= 0 else "_",
            text.emit,
        )
        if self._code[entry].code == "end":  # of a loop: `_resolve` passes those of ifs
            loop = self._inside[entry]
            self._round_over(loop)
            if self._loop(loop):
                self._goto(entry + 1)
        else:
            self._rest(entry)

    def _rest(self, index: int) -> None:
        """From an op to the end of the `if` or loop that it stands in, or of the code, and from there to wherever control goes."""
        outer = self._inside[index]
        if outer < 0:
            end = len(self._code)
        elif index < self._elses.get(outer, -1):
            end = self._elses[outer]
        else:
            end = self._ends[outer]
        if self._range(index, end):
            self._goto(end if outer < 0 or self._code[outer].code == "loop" else self._ends[outer] + 1)

    def _goto(self, index: int) -> None:
        index = self._resolve(index)
        self._inliner.flush()
        self._text.emit(f"return {index}")
        self._wanted.add(index)

    def _range(self, index: int, end: int) -> bool:
        """Ops from `index` to before `end`, all in one block of the structure. False if control never comes to `end`."""
        text, inliner = self._text, self._inliner
        while index < end:
            op = self._code[index]
            text.origin = op.origin
            if index in self._hard:
                inliner.flush()
                text.emit(f"return {index}")
                return False
            match op.code:
                case "if":
                    condition = inliner.use(op.args[0]).condition
                    inliner.flush()
                    text.emit(f"if {condition}:")
                    close = self._ends[index]
                    middle = self._elses.get(index, close)
                    falls = self._indented(index + 1, middle)
                    if middle != close:
                        text.emit("else:")
                        falls = self._indented(middle + 1, close) or falls
                    else:
                        falls = True
                    if not falls:
                        return False
                    index = close
                case "loop":
                    inliner.flush()
                    if index in self._counter:
                        text.emit(f"r[{self._counter[index]}] = 0")
                    if not self._loop(index):
                        return False
                    index = self._ends[index]
                case "break":
                    inliner.flush()
                    self._leave(index)
                    return False
                case "break_if":
                    condition = inliner.use(op.args[0]).condition
                    inliner.flush()
                    text.emit(f"if {condition}:")
                    self._indent_leave(index)
                case "next":
                    take_next(inliner, op, lambda at=index: self._indent_leave(at))  # type: ignore[misc]
                case _:
                    if not assign(inliner, self._program, op):
                        self._effect(op)
            index += 1
        return True

    def _indented(self, index: int, end: int) -> bool:
        self._text.depth += 1
        falls = self._range(index, end)
        self._inliner.flush()
        self._text.emit("pass")
        self._text.depth -= 1
        return falls

    def _loop(self, loop: int) -> bool:
        """The rounds of a loop as a Python loop, from the beginning of one. False if nothing leaves it for what follows."""
        text = self._text
        bound = self._code[loop].args[0]
        counted = loop not in self._counter and bound >= 0
        text.emit(f"for _ in range({bound + 1}):" if counted else "while True:")
        self._open.add(loop)
        text.depth += 1
        if self._range(loop + 1, self._ends[loop]):
            self._inliner.flush()
            if not counted:
                self._round_over(loop)
        text.emit("pass")
        text.depth -= 1
        self._open.discard(loop)
        if counted:
            text.emit("else:")
            text.emit(f"    too_often({bound})")
        return any(
            self._code[index].code in ("break", "break_if", "next") and self._loop_of(index) == loop
            for index in range(loop + 1, self._ends[loop])
        )

    def _round_over(self, loop: int) -> None:
        bound = self._code[loop].args[0]
        if bound >= 0:
            counter = f"r[{self._counter[loop]}]"
            self._text.emit(f"{counter} += 1")
            self._text.emit(f"if {counter} > {bound}:")
            self._text.emit(f"    too_often({bound})")

    def _leave(self, index: int) -> None:
        loop = self._loop_of(index)
        if loop in self._open:
            self._text.emit("break")
        else:
            self._goto(self._ends[loop] + 1)

    def _indent_leave(self, index: int) -> None:
        self._text.depth += 1
        self._leave(index)
        self._text.depth -= 1

    def _effect(self, op: Op) -> None:
        """An op that changes the state, as a call of the machine."""
        inliner, emit = self._inliner, self._text.emit
        if op.code == "store":
            self._store(op)
            return
        operands = rest(op) if op.code in ("say", "mark") else op.args if op.code in _PLAIN else ()
        values = [inliner.use(operand).text for operand in operands]
        inliner.flush()
        match op.code:
            case "say" | "mark":
                emit(f"m.{op.code}({op.args[0]}, ({''.join(f'{value}, ' for value in values)}), {op.origin})")
            case "atomic":
                emit(f"m.all_at_once({op.args[0]})")
            case _:
                emit(f"m.{op.code}({', '.join([*values, str(op.origin)])})")

    def _store(self, op: Op) -> None:
        inliner, emit = self._inliner, self._text.emit
        slot = self._program.slots[op.args[0]]
        value, row, column = (inliner.use(operand) for operand in op.args[1:])
        if slot.public:
            sizes = self._namespace.layout.sizes[op.args[0]]
            indexes = f"{row.text if sizes else 0}, {column.text if len(sizes) > 1 else 0}"
            inliner.flush()
            emit(f"m.set({op.args[0]}, {value.text}, {indexes}, {op.origin})")
            return
        place = inliner.place(op.args[0], row, column)
        inliner.flush()
        low, high = value.range
        if slot.type.startswith("set of ") or (slot.low <= low and high <= slot.high):
            emit(f"s[{place.text}] = {value.text}")
        else:
            name = inliner.temporary()
            emit(
                f"s[{place.text}] = {name} if {slot.low} <= ({name} := {value.text}) <= {slot.high} "
                f"else beyond({name}, {slot.low}, {slot.high})"
            )
