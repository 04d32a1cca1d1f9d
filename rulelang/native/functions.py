"""A function of the Program as a function of machine code: registers, blocks, ends. What single ops do is in `ops` and `calling`.

A register that is written once is a value by itself; the others are variables. Pure functions return their results (several as a struct),
others how they ended, then the results. In a pure function a fault is noted and the function returns zeros; who called it goes on, and
sees it at the next event, turn or decision. In any other it ends the game at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.ir.circles import MOST_ROUNDS
from rulelang.ir.program import Function, Op
from rulelang.ir.shape import results_of
from rulelang.native import calling
from rulelang.native.block import Word
from rulelang.native.emit import Body
from rulelang.native.intervals import Range
from rulelang.native.parts import FAULTY, TURN_OVER, WENT_ON
from rulelang.native.sieve import Sieve, begin, sieve
from rulelang.native.walk import BLOCKS, Walk

if TYPE_CHECKING:
    from rulelang.native.program import Native


class Open:
    """An open `if` or `loop`: where control goes from its parts."""

    def __init__(self, code: str, other: str, after: str, counter: str = "", bound: int = -1) -> None:
        self.code = code
        self.other = other
        """Of an `if` where `else` begins, of a loop its beginning."""
        self.after = after
        self.counter = counter
        self.bound = bound
        self.parted = False


class Writer:
    """Writes one function. `walk` knows the ranges where the writing stands."""

    def __init__(self, native: Native, number: int) -> None:
        self.native = native
        self.parts = native.parts
        self.number = number
        self.function: Function = native.program.functions[number]
        self.walk = Walk(native.parts.ranges, number)
        self.writes = native.table.writes[number]
        self.results = native.result_types(number)
        parameters = native.parameter_types(number)
        self.by_memory = native.by_memory(number)
        self.body = Body(self.parts.module, f"f{number}", native.return_type(number), [*parameters, *["ptr"] * self.by_memory])
        if any(action.function == number for action in native.program.actions):
            self.body.attributes = "nounwind noinline"
        elif any(op.code == "act" for op in self.function.code):
            self.body.attributes = "nounwind inlinehint"
        self.values: dict[int, str] = {}
        self.variables: dict[int, str] = {}
        self.truths: dict[str, str] = {}
        """For a number that is 1 or 0, the condition that it was made of."""
        self.open: list[Open] = []
        self.op = Op("return", -1, (), self.function.origin)
        self.index = 0
        self.pure = self.function.pure
        self.nests = bool(self.function.code) and self.function.code[0].code == "nest"
        self.deep = number in native.table.depth_checked
        self.atomic = any(op.code == "atomic" for op in self.function.code)
        self.atomic_before = ""
        self.tested: dict[int, Sieve] = {}
        """Calls of tests that all members of a loop have passed before it."""

    # -------------------------------------------------------------------------------------------------------- writing
    def write(self) -> Body:
        body, function = self.body, self.function
        for register, count in enumerate(self.writes):
            if count > 1:
                self.variables[register] = body.local(self.type(register))
        for register in range(len(function.parameters)):
            self.put(register, body.parameters[register])
        if self.parts.tallying is not None:
            self.parts.tallying.call(body, self.number)
        if self.atomic:
            self.atomic_before = body.load(body.at(Word.ATOMIC))
        if self.deep:
            depth = body.count_up(Word.DEPTH)
            self.parts.trap(body, body.compare("sgt", depth, MOST_ROUNDS), function.origin, "too_deep")
        if self.nests:
            body.count_up(Word.NESTED)
        for index, op in enumerate(function.code):
            self.op, self.index = op, index
            if self.walk.live or op.code in BLOCKS:
                if body.ended and self.walk.live:
                    body.place(body.label())  # control does not come here, though the walk cannot know
                if (passed := self.tested.get(index)) is None:
                    self.write_op(op)
                elif passed.second < 0:
                    self.put(op.out, str(int(passed.wanted)))
                else:
                    self.write_op(replace(op, args=(passed.second, *op.args[1:])))
                self.walk.step(op, index)
        if not body.ended:
            self.leave(str(WENT_ON), [])
        if body.traps:
            self.parts.close_traps(body, self.packed_zeros)
        return body

    def write_op(self, op: Op) -> None:
        from rulelang.native import ops

        ops.write(self, op)

    def noted(self, number: int, operands: tuple[int, ...], condition: str) -> None:
        """Emits that the values of a pure function are looked at, if the condition holds."""

    def call_pure(self, number: int, operands: tuple[int, ...], given: list[str]) -> list[str]:
        """Calls a pure function; its results."""
        return self.native.pure(self.body, number, given, self.sure(number, operands))

    # --------------------------------------------------------------------------------------------------------- values
    def type(self, register: int) -> str:
        return self.parts.module.set if self.parts.kinds.is_set(self.number, register) else "i64"

    def get(self, operand: int) -> str:
        """The value of an operand."""
        if operand < 0:
            return str(self.native.program.constants[~operand])
        if operand in self.variables:
            return self.body.load(self.variables[operand], self.type(operand))
        return self.values.get(operand, "0")

    def put(self, register: int, value: str) -> None:
        """Writes a register; to -1 goes nothing."""
        if register < 0:
            return
        if register in self.variables:
            self.body.store(value, self.variables[register], self.type(register))
        else:
            self.values[register] = value

    def put_truth(self, register: int, condition: str) -> None:
        """Writes 1 or 0."""
        if register < 0:
            return
        number = self.body.let(f"zext i1 {condition} to i64")
        self.truths[number] = condition
        self.put(register, number)

    def truth(self, operand: int) -> str:
        """Whether an operand is not 0, as i1."""
        value = self.get(operand)
        if value in self.truths:
            return self.truths[value]
        if not value.startswith("%"):
            return "true" if int(value) else "false"
        return self.body.compare("ne", value, 0, self.type(operand) if operand >= 0 else "i64")

    def range(self, operand: int) -> Range:
        return self.walk.of(operand)

    def sure(self, number: int, operands: tuple[int, ...]) -> bool:
        """Whether what a kept function is given is inside for certain (see `known`)."""
        kept = self.native.known.kept.get(number)
        sizes = (self.parts.block.players, kept.members) if kept is not None else ()
        return kept is not None and all(self.within(operand, size) for operand, size in zip(operands, sizes, strict=False))

    def within(self, operand: int, size: int) -> bool:
        """Whether an operand is for certain from 0 to size - 1."""
        low, high = self.range(operand)
        return low >= 0 and high < size

    # --------------------------------------------------------------------------------------------------------- faults
    def stop(self, bad: str, kind: str) -> None:
        self.parts.trap(self.body, bad, self.op.origin, kind)

    def stop_here(self, kind: str | int) -> None:
        self.parts.always_trap(self.body, self.op.origin, kind)

    # -------------------------------------------------------------------------------------------------------- leaving
    def packed(self, outcome: str, values: list[str], *, constant: bool = False) -> str:
        """What the function returns: results, or how it ended and results."""
        types = self.results if self.pure else ["i32", *self.results]
        fields = values if self.pure else [outcome, *values]
        if self.by_memory:
            set_ = self.parts.module.set
            for place, (type_, value) in enumerate(zip(self.results, values, strict=True)):
                address = self.body.let(f"getelementptr inbounds {set_}, ptr {self.body.parameters[-1]}, i64 {place}")
                self.body.store(value, address, type_)
            return "" if self.pure else outcome
        if not fields:
            return ""
        if len(fields) == 1:
            return fields[0]
        if constant or not any(field.startswith("%") for field in fields):
            return "{ " + ", ".join(f"{type_} {field}" for type_, field in zip(types, fields, strict=True)) + " }"
        struct = "undef"
        for place, (type_, field) in enumerate(zip(types, fields, strict=True)):
            struct = self.body.let(f"insertvalue {self.body.result} {struct}, {type_} {field}, {place}")
        return struct

    def packed_zeros(self) -> str:
        """What the function returns after a fault."""
        return self.packed(str(FAULTY), ["0"] * len(self.results), constant=True)

    def leave(self, outcome: str, values: list[str]) -> None:
        """Returns; without values the results are 0."""
        body = self.body
        values = values or ["0"] * len(self.results)
        if self.atomic:
            with body.when(body.compare("ne", body.load(body.at(Word.ATOMIC)), self.atomic_before)):
                body.store(self.atomic_before, body.at(Word.ATOMIC))
                with body.when(body.compare("eq", self.atomic_before, 0)):
                    short = body.call("i32", self.parts.effects.supplies(), f"i64 {self.op.origin}")
                    bad = body.compare("ne", short, 0, "i32")
                    body.traps.append((body.block, str(self.op.origin), 0))
                    body.unless(bad, "trap")
                    with body.when(body.compare("ule", outcome, TURN_OVER, "i32")):
                        calling.look_at_endings(self)
        if self.nests:
            body.count_up(Word.NESTED, -1)
        if self.deep:
            body.count_up(Word.DEPTH, -1)
        body.give(self.packed(outcome, values))

    def pass_on(self, outcome: str) -> None:
        """Ends this call too, if one that it made did not simply go on."""
        body = self.body
        ends, on = body.label(), body.label()
        body.branch(body.compare("ne", outcome, WENT_ON, "i32"), ends, on, ", !prof !0")
        body.place(ends)
        self.leave(outcome, [])
        body.place(on)

    def left(self, operand: int) -> str:
        """i1: that is a player, and one who has left."""
        who = self.get(operand)
        return self.parts.player_left(self.body, who) if self.within(operand, self.parts.block.players) else self.parts.left(self.body, who)

    def actor_may_have_left(self) -> None:
        """Ends the call if its actor has left the game."""
        if not self.function.actor:
            return
        body = self.body
        gone, on = body.label(), body.label()
        body.branch(self.left(0), gone, on, ", !prof !0")
        body.place(gone)
        self.leave(str(WENT_ON), [])
        body.place(on)

    # --------------------------------------------------------------------------------------------------------- blocks
    def begin_if(self, operand: int) -> None:
        body = self.body
        if not self.walk.live:
            self.open.append(Open("if", "", ""))
            return
        yes, no, after = body.label(), body.label(), body.label()
        body.branch(self.truth(operand), yes, no)
        body.place(yes)
        self.open.append(Open("if", no, after))

    def part(self) -> None:
        block = self.open[-1]
        if not block.other:
            return
        if not self.body.ended:
            self.body.jump(block.after)
        self.body.place(block.other)
        block.parted = True

    def begin_loop(self, bound: int) -> None:
        body = self.body
        if not self.walk.live:
            self.open.append(Open("loop", "", ""))
            return
        if (found := sieve(self)) is not None:
            begin(self, found)
        counter = ""
        if bound >= 0 and not self._ends_by_itself(bound):
            counter = body.local()
            body.store("0", counter)
        top, after = body.label(), body.label()
        body.place(top)
        self.open.append(Open("loop", top, after, counter, bound))

    def _ends_by_itself(self, bound: int) -> bool:
        """Whether the loop takes a member out of a set at the beginning of each round, and nothing adds to the set meanwhile."""
        code = self.function.code
        if self.index + 1 >= len(code) or code[self.index + 1].code != "next" or bound < self.parts.block.width:
            return False
        register = code[self.index + 1].args[0]
        depth = 0
        for op in code[self.index + 2 :]:
            if op.code in ("if", "loop"):
                depth += 1
            elif op.code == "end":
                depth -= 1
                if depth < 0:
                    return True
            if op.code == "next" and op.args[0] == register:
                return False
            if op.out >= 0 and op.out <= register < op.out + max(1, results_of(self.native.program, op)):
                return False
        return False

    def end(self) -> None:
        body = self.body
        block = self.open.pop()
        if not block.other:
            return
        if block.code == "if":
            if not body.ended:
                body.jump(block.after)
            if not block.parted:
                body.place(block.other)
            body.place(block.after)
            return
        if not body.ended:
            if block.counter:
                rounds = body.add(body.load(block.counter), 1)
                body.store(rounds, block.counter)
                self.stop(body.compare("sgt", rounds, block.bound), "too_often")
            if not self.pure:
                # What a pure function noted must not go round for ever.
                faulty = body.compare("ne", body.load(body.at(Word.FAULT)), 0)
                ends, on = body.label(), body.label()
                body.branch(faulty, ends, on, ", !prof !0")
                body.place(ends)
                body.give(self.packed(str(FAULTY), ["0"] * len(self.results), constant=True))
                body.place(on)
            body.jump(block.other)
        body.place(block.after)

    def loop(self) -> Open:
        return next(block for block in reversed(self.open) if block.code == "loop")
