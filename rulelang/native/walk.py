"""`Walk`: goes over the ops of one function in order and knows for each operand its range where it stands: from the slots and tables that
it came from, from the conditions under which control comes there, and from the parameters (see `ranges`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.engine.layout import slot_sizes
from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import reads, rest, results_of
from rulelang.machine.slots import HIGH, LOW
from rulelang.native.intervals import BIT, FULL, Range, combined, compared, join
from rulelang.native.reading import own_registers

if TYPE_CHECKING:
    from rulelang.native.ranges import Ranges

BLOCKS = frozenset(("if", "else", "end", "loop"))
"""Ops that a walk must see even where control does not come to them."""


@dataclass(slots=True)
class _Block:
    """`begun`: control comes to its beginning; `other`: and may go past its first branch. `left`: to the end of its first branch, or of a
    loop. `yes`, `no`: what holds in the
    branches."""

    code: str
    begun: bool
    other: bool
    yes: dict[int, Range]
    no: dict[int, Range]
    left: bool = False


class Walk:
    """One pass over a function. `live`: whether control comes to the next op. Call `step` with each op, in order; ops to which control
    does not come
    may be left out, but for those that begin, part and end blocks."""

    def __init__(self, ranges: Ranges, number: int, *, collecting: bool = False) -> None:
        self.all = ranges
        self.program: Program = ranges.program
        self.number = number
        self.function: Function = ranges.program.functions[number]
        self.writes = ranges.table.writes[number]
        self.variables = ranges.variables[number]
        self.collecting = collecting
        self.assumed, self._is_he = ranges.assumed or (-1, False)
        self.mine = own_registers(self.function, self.writes, ranges.own.get(number, frozenset())) if ranges.assumed else frozenset()
        self.live = True
        self.known: dict[int, Range] = {}
        self.made: dict[int, Op] = {}
        self.narrow: list[dict[int, Range]] = [{}]
        self.blocks: list[_Block] = []
        for register, range_ in enumerate(ranges.parameters[number]):
            self._write(register, range_ or (0, 0))

    # ------------------------------------------------------------------------------------------------------- operands
    def of(self, operand: int) -> Range:
        """The range of an operand where the walk stands."""
        if operand < 0:
            value = self.program.constants[~operand]
            return (value, value)
        for facts in reversed(self.narrow):
            if operand in facts:
                return facts[operand]
        if self.writes[operand] > 1:
            return self.variables.get(operand, (0, 0))
        return self.known.get(operand, (0, 0))

    def _write(self, register: int, range_: Range) -> None:
        if register < 0:
            return
        if self.writes[register] > 1:
            old = self.variables.get(register)
            joined = join(old, range_) or range_
            if joined != old:
                self.variables[register] = joined
        else:
            self.known[register] = range_

    # ---------------------------------------------------------------------------------------------------------- facts
    def _facts(self, operand: int, truth: bool) -> dict[int, Range]:
        """What follows from a condition's being met or not."""
        found: dict[int, Range] = {}
        if operand < 0 or operand not in self.made:
            return found
        op = self.made[operand]
        code = op.code
        if code == "not":
            return self._facts(op.args[0], not truth)
        if (code in ("mul", "min") and truth) or (code in ("add", "max", "join") and not truth):
            if all(self.of(arg)[0] >= 0 for arg in op.args):
                for arg in op.args:
                    for register, range_ in self._facts(arg, truth).items():
                        old = found.get(register, range_)
                        found[register] = (max(old[0], range_[0]), min(old[1], range_[1]))
            return found
        if code == "has" and truth:
            low, high = self.of(op.args[1])
            self._narrow(found, op.args[1], max(low, 0), min(high, max(0, self.of(op.args[0])[1].bit_length() - 1)))
            return found
        if code not in _NEGATED:
            return found
        if not truth:
            code = _NEGATED[code]
        a, b = op.args
        (al, ah), (bl, bh) = self.of(a), self.of(b)
        match code:
            case "lt":
                self._narrow(found, a, al, min(ah, bh - 1))
                self._narrow(found, b, max(bl, al + 1), bh)
            case "le":
                self._narrow(found, a, al, min(ah, bh))
                self._narrow(found, b, max(bl, al), bh)
            case "gt":
                self._narrow(found, a, max(al, bl + 1), ah)
                self._narrow(found, b, bl, min(bh, ah - 1))
            case "ge":
                self._narrow(found, a, max(al, bl), ah)
                self._narrow(found, b, bl, min(bh, ah))
            case "eq":
                self._narrow(found, a, max(al, bl), min(ah, bh))
                self._narrow(found, b, max(al, bl), min(ah, bh))
            case "ne":
                if bl == bh:
                    self._narrow(found, a, al + (al == bl), ah - (ah == bl))
                if al == ah:
                    self._narrow(found, b, bl + (bl == al), bh - (bh == al))
        return found

    def _narrow(self, found: dict[int, Range], operand: int, low: int, high: int) -> None:
        if operand >= 0 and self.writes[operand] == 1 and low <= high:
            found[operand] = (low, high)

    # ----------------------------------------------------------------------------------------------------------- steps
    def step(self, op: Op, index: int) -> None:
        match op.code:
            case "if":
                yes, no = (self._facts(op.args[0], True), self._facts(op.args[0], False)) if self.live else ({}, {})
                low, high = self.of(op.args[0]) if self.live else (0, 0)
                self.blocks.append(_Block("if", self.live, self.live and low <= 0 <= high, yes, no))
                self.narrow.append(yes)
                self.live = self.live and (low, high) != (0, 0)
            case "else":
                block = self.blocks[-1]
                block.code, block.left = "else", self.live
                self.live = block.other
                self.narrow[-1] = block.no
            case "end":
                self._end()
            case "loop":
                self.blocks.append(_Block(op.code, self.live, False, {}, {}))
                self.narrow.append({})
            case "break":
                self._leave()
                self.live = False
            case "break_if":
                low, high = self.of(op.args[0])
                if (low, high) != (0, 0):
                    self._leave()
                self.narrow[-1].update(self._facts(op.args[0], False))
                self.live = low <= 0 <= high
            case "return":
                if self.collecting and op.args:
                    self.all.result(self.number, [self.of(arg) for arg in op.args])
                self.live = False
            case "fault" | "end_turn":
                self.live = False
            case _:
                if op.code == "next":
                    self._leave()
                    self.live = self.of(op.args[0])[1] > 0
                values = self._values(op, index)
                self._looked_at(op)
                if op.out >= 0:
                    for place, value in enumerate(values):
                        self._write(op.out + place, value)
                        if self.writes[op.out + place] == 1 and all(self.writes[register] == 1 for register in reads(self.program, op)):
                            self.made[op.out + place] = op

    def _looked_at(self, op: Op) -> None:
        """What is an index was found to be one: else there was a fault."""
        match op.code:
            case "load" | "store":
                sizes: tuple[int, ...] = slot_sizes(self.program, self.program.slots[op.args[0]])
                operands = op.args[2:] if op.code == "store" else op.args[1:]
            case "table":
                sizes, operands = self.program.tables[op.args[0]].sizes, op.args[1:]
            case "turn":
                sizes, operands = (self.program.players[1],), op.args[:1]
            case _:
                return
        for size, operand in zip(sizes, operands, strict=False):
            low, high = self.of(operand)
            self._narrow(self.narrow[-1], operand, max(low, 0), min(high, size - 1))

    def _leave(self) -> None:
        next(block for block in reversed(self.blocks) if block.code == "loop").left = True

    def _end(self) -> None:
        block = self.blocks.pop()
        self.narrow.pop()
        match block.code:
            case "loop":
                self.live = block.left and block.begun
            case "if":
                if block.other and not self.live:
                    self.narrow[-1].update(block.no)
                self.live = self.live or block.other
            case "else":
                # Where only one branch comes to the end, what holds in it holds from there on.
                if self.live != block.left:
                    self.narrow[-1].update(block.no if self.live else block.yes)
                self.live = self.live or block.left

    # ---------------------------------------------------------------------------------------------------------- values
    def _values(self, op: Op, index: int) -> list[Range]:
        """The ranges of what an op writes; calls are handed on to the survey."""
        if op.code in _PURE:
            return [self.pure(op)]
        all_, program = self.all, self.program
        args = op.args
        match op.code:
            case "next":
                return [(0, max(0, self.of(args[0])[1].bit_length() - 1))]
            case "call":
                if self.collecting:
                    own = frozenset(place for place, operand in enumerate(rest(op)) if operand in self.mine)
                    all_.call(args[0], [self.of(arg) for arg in rest(op)], self.number, own)
                if None in all_.results[args[0]] and program.functions[args[0]].pure:
                    self.live = False  # it has not been seen to come back; when it has been, this function is looked at once more
                found = [value or (0, 0) for value in all_.results[args[0]]]
                # A call that ends before its return gives zeros.
                return found if program.functions[args[0]].pure else [join(value, (0, 0)) or (0, 0) for value in found]
            case "within":
                if self.collecting:
                    all_.call(args[0], [self.of(arg) for arg in rest(op)], self.number)
            case "turn":
                if self.collecting:
                    all_.call(args[1], [self.of(arg) for arg in rest(op)], self.number)
            case "perform":
                self._perform(op, index)
            case "act":
                return all_.act(args[0], self._player(args[1]), self.number)
            case "endings":
                for ending in program.endings if self.collecting else ():
                    all_.call(ending.holds, (), self.number)
                    all_.call(ending.winners, (), self.number)
            case "roll":
                times, die = program.dice[args[0]]
                numbers = [face for face, word in zip(program.dies[die].faces, program.dies[die].is_word, strict=True) if not word] or [0]
                return [(times * min(0, *numbers), times * max(0, *numbers))]
            case "draw":
                return [(-1, max((card for deck in program.decks for card in deck.cards), default=-1))]
            case "pick":
                return [(-1, max(-1, self.of(args[0])[1].bit_length() - 1))]
            case _ if op.code.startswith("ask_"):
                return self._ask(op)
        return [FULL] * results_of(program, op) if op.out >= 0 else []

    def _player(self, operand: int) -> Range:
        low, high = self.of(operand)
        return (max(low, 0), max(0, min(high, self.program.players[1] - 1)))

    def _perform(self, op: Op, index: int) -> None:
        if not self.collecting:
            return
        player = self._player(op.args[0]) if self.of(op.args[0])[0] >= 0 else self.of(op.args[0])
        actions = self.all.table.performed(self.function, index)
        for number in actions:
            declared = self.program.actions[number]
            given = [self.of(op.args[1] + 1 + place) for place in range(len(declared.parameters))]
            if self._chosen(op.args[1]):
                candidates = [candidates for _, _, _, candidates in declared.parameters]
                given = [self.all.members(found) if found >= 0 else given[place] for place, found in enumerate(candidates)]
            for limit in declared.limits:
                if limit.per >= 0:
                    self.all.call(limit.per, [player, *given], self.number)
            self.all.call(declared.function, [player, *given], self.number)

    def _chosen(self, register: int) -> bool:
        """Whether the registers from here on hold what `act` chose, and nothing else."""
        return register in self.made and self.made[register].code == "act" and self.made[register].out == register

    def _ask(self, op: Op) -> list[Range]:
        args = op.args
        lead = {"ask_yes": 2, "ask_option": 3, "ask_member": 3, "ask_number": 4, "ask_goods": 3}[op.code]
        if self.collecting:
            owner = self.of(args[2]) if op.code == "ask_goods" else FULL
            self.all.ask(args[0], self._player(args[1]), owner, [self.of(arg) for arg in args[lead:]], self.number)
        match op.code:
            case "ask_yes":
                return [BIT]
            case "ask_option" | "ask_member":
                return [(-1, max(-1, self.of(args[2])[1].bit_length() - 1))]
            case "ask_number":
                least, most = self.of(args[2]), self.of(args[3])
                return [(least[0], max(least[1], most[1]))]
        found: list[Range] = []
        for component in self.program.components:
            allowed = self.all.results[component.allowed][0]
            found.append((0, max(0, allowed[1]) if allowed is not None else 0))
        return found

    def pure(self, op: Op) -> Range:
        """The range of an op that works something out; outside 64 bits it is a fault, and the range ends there."""
        low, high = self.unbounded(op)
        if op.code in _ARITHMETIC:
            low, high = max(low, LOW), min(high, HIGH)
            return (low, high) if low <= high else FULL
        return low, high

    def _asks(self, op: Op) -> bool:
        """Whether a comparison asks if a slot that something is assumed of holds the player."""
        for one, other in (op.args, op.args[::-1]):
            load = self.made.get(one)
            if other in self.mine and load is not None and load.code == "load" and load.args[0] == self.assumed:
                return True
        return False

    def unbounded(self, op: Op) -> Range:
        """As `pure`, but for numbers of any size: outside 64 bits the op may be a fault."""
        args = op.args
        match op.code:
            case "load":
                return self.all.slots[args[0]]
            case "table":
                return self.all.tables[args[0]]
            case "eq" | "ne" if self.assumed >= 0 and self._asks(op):
                truth = int((op.code == "eq") == self._is_he)
                return (truth, truth)
            case "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "has":
                return compared(op.code, self.of(args[0]), self.of(args[1]))
            case "not":
                low, high = self.of(args[0])
                return (int((low, high) == (0, 0)), int(low <= 0 <= high))
        a = self.of(args[0])
        if op.code == "move":
            return a
        if op.code == "size":
            return (0, max(0, a[1].bit_length()))
        return combined(op.code, a, self.of(args[1]), self.all.width)


_ARITHMETIC = frozenset(("add", "sub", "mul", "div_down", "div_up", "div_near"))
_NEGATED = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_PURE = frozenset(
    (
        *_ARITHMETIC,
        *_NEGATED,
        *("move", "min", "max", "not", "load", "table", "has", "with", "without", "meet", "join", "less", "size", "first"),
    )
)
