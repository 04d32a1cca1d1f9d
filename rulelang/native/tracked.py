"""Functions that note for which amounts of the player's money they would have gone the same way.

While such a function runs, the words LEAST and MOST enclose the money that its player may have without any condition's coming out
otherwise, all else being equal. Each number is known to grow with his money one for one (+1), to fall so (-1), or not to change (0). A
comparison narrows the two words to the amounts on its side. What is neither (a share of his money, say) narrows them to the very amount
that he has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import Op
from rulelang.ir.shape import rest, results_of
from rulelang.native import ops
from rulelang.native.block import Word
from rulelang.native.emit import Body
from rulelang.native.functions import Writer
from rulelang.native.reading import own_places, own_registers

if TYPE_CHECKING:
    from rulelang.native.parts import Parts
    from rulelang.native.program import Native

Slopes = tuple[int, ...]
SMALL = 2**60
"""Numbers up to here: sums of a few of them stay within 64 bits."""
_COMPARE = frozenset(("lt", "le", "gt", "ge", "eq", "ne"))


def slopes_of(native: Native, number: int, own: frozenset[int], given: Slopes) -> tuple[dict[int, int], Slopes]:
    """The slopes of a function's registers and results. A register that is written with several has 0: whatever else is written to it
    fixes the
    amount."""
    function = native.program.functions[number]
    mine = own_registers(function, native.table.writes[number], own)
    money = native.parts.slots["money"]
    slopes: dict[int, int] = dict(enumerate(given))
    fixed: set[int] = set()
    results: list[int | None] = [None] * function.results

    def of(operand: int) -> int:
        return slopes.get(operand, 0) if operand >= 0 else 0

    changed = True
    while changed:
        changed = False
        for op in function.code:
            if op.code == "return":
                for place, operand in enumerate(op.args):
                    slope = of(operand)
                    results[place] = slope if results[place] in (None, slope) else 0
                continue
            if op.out < 0:
                continue
            found = [0] * results_of(native.program, op)
            match op.code:
                case "load":
                    found = [int(op.args[0] == money and op.args[1] in mine)]
                case "move":
                    found = [of(op.args[0])]
                case "add" | "sub":
                    slope = of(op.args[0]) + (of(op.args[1]) if op.code == "add" else -of(op.args[1]))
                    found = [slope if -1 <= slope <= 1 else 0]
                case "min" | "max":
                    found = [of(op.args[0]) if of(op.args[0]) == of(op.args[1]) else 0]
                case "call":
                    passed = own_places(rest(op), mine)
                    found = list(native.tracked_results(op.args[0], passed, tuple(of(operand) for operand in rest(op))))
            for place, slope in enumerate(found):
                register = op.out + place
                if register in fixed:
                    continue
                if native.table.writes[number][register] > 1 and register in slopes and slopes[register] != slope:
                    fixed.add(register)
                    slope = 0
                if slopes.get(register) != slope:
                    changed = register in slopes or changed or slope != 0
                    slopes[register] = slope
    return slopes, tuple(slope or 0 for slope in results)


class TrackedWriter(Writer):
    """Writes a function of its own for the player in the parameters `own` and arguments with these slopes."""

    def __init__(self, native: Native, number: int, own: frozenset[int], given: Slopes, name: str) -> None:
        super().__init__(native, number)
        self.body.name = name
        self.mine = own_registers(self.function, self.writes, own)
        self.slopes, self.returned = slopes_of(native, number, own, given)
        self.read = self.body.local()
        self.body.store("0", self.read)
        self.player = min(self.mine) if self.mine else 0

    def slope(self, operand: int) -> int:
        return self.slopes.get(operand, 0) if operand >= 0 else 0

    def write_op(self, op: Op) -> None:
        args = op.args
        match op.code:
            case "lt" | "le" | "gt" | "ge" | "eq" | "ne":
                self._compared(op)
            case "add" | "sub":
                slope = self.slope(args[0]) + (self.slope(args[1]) if op.code == "add" else -self.slope(args[1]))
                if slope != self.slope(op.out):
                    self.fix()
            case "move":
                if self.slope(args[0]) != self.slope(op.out):
                    self.fix()
            case "min" | "max":
                if len({self.slope(args[0]), self.slope(args[1]), self.slope(op.out)}) > 1:
                    self.fix()
            case "return":
                if any(self.slope(operand) != slope for operand, slope in zip(args, self.returned, strict=True)):
                    self.fix()
            case "call":
                passed = own_places(rest(op), self.mine)
                given = tuple(self.slope(operand) for operand in rest(op))
                found = self.native.tracked_results(args[0], passed, given)
                if op.out >= 0 and any(self.slope(op.out + place) != slope for place, slope in enumerate(found)):
                    self.fix()
                if any(given) and not self.mine:
                    self.fix()
            case "load":
                self.native.sleep.reading(self.body, (self.native.sleep.reads.read(self.number, op, self.mine),), self.read)
                his_money = args[0] == self.parts.slots["money"] and args[1] in self.mine
                if self.slope(op.out) != int(his_money) or any(self.slope(operand) for operand in args[1:]):
                    self.fix()
            case "table":
                if any(self.slope(operand) for operand in args[1:]):
                    self.fix()
            case _:
                if any(self.slope(operand) for operand in ops.operands(op)):
                    self.fix()
        super().write_op(op)

    def call_pure(self, number: int, operands: tuple[int, ...], given: list[str]) -> list[str]:
        passed = own_places(operands, self.mine)
        slopes = tuple(self.slope(operand) for operand in operands)
        return self.native.tracked(self.body, number, passed, slopes, given, self.read, self.sure(number, operands))

    def noted(self, number: int, operands: tuple[int, ...], condition: str) -> None:
        reads = self.native.sleep.reads.of(number, own_places(operands, self.mine))
        self.native.sleep.reading(self.body, reads, self.read, condition)

    def leave(self, outcome: str, values: list[str]) -> None:
        self.native.sleep.hand_on(self.body, self.read)
        super().leave(outcome, values)

    # --------------------------------------------------------------------------------------------------------- narrowing
    def fix(self) -> None:
        """From here on all depends on the very amount that the player has."""
        self.body.call("void", fix(self.parts), f"i64 {self.get(self.player)}" if self.mine else "i64 -1")

    def _compared(self, op: Op) -> None:
        a, b = op.args
        slope = self.slope(a) - self.slope(b)
        if slope == 0:
            return
        if not self.mine or slope not in (-1, 1):
            self.fix()
            return
        # As though the money stood on the left: money < t, with t = money + (b - a).
        code = op.code if slope > 0 else {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}.get(op.code, op.code)
        left, right = (self.get(a), self.get(b)) if slope > 0 else (self.get(b), self.get(a))
        small = all(low >= -SMALL and high <= SMALL for low, high in (self.range(a), self.range(b)))
        self.body.call("void", narrow(self.parts, code, small), f"i64 {self.get(self.player)}", f"i64 {left}", f"i64 {right}")


def fix(parts: Parts) -> str:
    """(player): the amount that he has is the only one; -1: no amount is known to be alike."""

    def make() -> None:
        body = Body(parts.module, "fix_money", "void", ["i64"])
        nobody, player = body.label(), body.label()
        body.branch(body.compare("slt", "%p0", 0), nobody, player)
        body.place(nobody)
        body.store("1", body.at(Word.LEAST))
        body.store("0", body.at(Word.MOST))
        body.give()
        body.place(player)
        money = body.load(parts.address(body, parts.block.layout.money, "%p0"))
        _raise(body, money)
        _lower(body, money)
        body.give()
        parts.module.define(body, unique=True)

    return parts.once("fix_money", make)


def narrow(parts: Parts, code: str, small: bool) -> str:
    """(player, a, b): a number that grows with his money was compared with one that does not. `small`: neither is far from 0."""
    name = f"narrow_{code}" + "_small" * small

    def plus(body: Body, a: str, b: str | int, kind: str) -> str:
        if small:
            return body.let(f"{kind} i64 {a}, {b}")
        parts.module.declare(f"llvm.s{kind}.sat.i64", f"i64 @llvm.s{kind}.sat.i64(i64, i64)")
        return body.let(f"call i64 @llvm.s{kind}.sat.i64(i64 {a}, i64 {b})")

    def make() -> None:
        body = Body(parts.module, name, "void", ["i64", "i64", "i64"])
        who, a, b = body.parameters
        money = body.load(parts.address(body, parts.block.layout.money, who))
        # The amount at which both are alike.
        even = plus(body, money, plus(body, b, a, "sub"), "add")
        below = plus(body, even, 1, "sub")
        above = plus(body, even, 1, "add")
        less, same, more = body.label(), body.label(), body.label()
        # Where the money is: under, at, or over that amount; and what of that the comparison tells apart.
        match code:
            case "lt" | "ge":
                body.branch(body.compare("slt", a, b), less, more)
                body.place(less)
                _lower(body, below)
                body.give()
                body.place(more)
                _raise(body, even)
                body.give()
            case "le" | "gt":
                body.branch(body.compare("sle", a, b), less, more)
                body.place(less)
                _lower(body, even)
                body.give()
                body.place(more)
                _raise(body, above)
                body.give()
            case _:
                other = body.label()
                body.branch(body.compare("eq", a, b), same, other)
                body.place(same)
                _lower(body, even)
                _raise(body, even)
                body.give()
                body.place(other)
                body.branch(body.compare("slt", a, b), less, more)
                body.place(less)
                _lower(body, below)
                body.give()
                body.place(more)
                _raise(body, above)
                body.give()
        parts.module.define(body, unique=True)

    return parts.once(name, make)


def _lower(body: Body, value: str) -> None:
    address = body.at(Word.MOST)
    old = body.load(address)
    body.store(body.choose(body.compare("slt", value, old), value, old), address)


def _raise(body: Body, value: str) -> None:
    address = body.at(Word.LEAST)
    old = body.load(address)
    body.store(body.choose(body.compare("sgt", value, old), value, old), address)
