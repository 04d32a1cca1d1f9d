"""Lines of plans sleep: what a player did not want is not looked at again until something that the line has read is written or, where money
was what it hung on, until he has more or less than the line has shown to come out the same for (`tracked`).

While a line is looked at it notes the classes of what it reads (the word READ). A class is a slot and how it is read: any element, that
of the player, or whether it holds the player (see `reading`). When it goes to sleep, it is entered under those classes; a write says
which class it concerns, and when somebody looks next, what stands under that class wakes.

Of a slot that is only asked whether it holds the player, each answer has a sleep of its own: what he does not want while it is his turn,
say, is not looked at when it is his turn once more. Such answers are a *row*, a player in a row is a *sleeper*: player + stride × row.

When a player is asked, one word tells which lines of the moment are awake: none, if all sleep, and then the rules need not even ask. For
that to hold his money must be within the *span*, the amounts that all his sleeping lines share; when it has left the span, he is roused:
the lines that do not sleep for this money wake, and the others share a new span.

Words of the block: the classes that were written since somebody last looked; for each sleeper the lines that sleep; for each player his
span; for each class and sleeper the lines that depend on it; for each sleeper the least and the most money for which each line sleeps, and
under what it is entered. Rows are as wide as a vector of the processor, so that a class wakes a whole row at once. The engine never
sleeps; that is how the differential runs prove this.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.machine.slots import HIGH, LOW
from rulelang.native.block import Block, Word, signed
from rulelang.native.calls import Table
from rulelang.native.emit import Body
from rulelang.native.ranges import never_wants
from rulelang.native.reading import ANY, IS, ONE, OWN, Read, Reads
from rulelang.native.sleepers import MOST_CLASSES, Shape

if TYPE_CHECKING:
    from rulelang.native.parts import Parts
    from rulelang.native.program import Native


@dataclass(frozen=True, slots=True)
class Asked:
    """A player in a moment: as whom he sleeps, and which lines are awake."""

    who: str
    sleeper: str
    awake: str


class Sleep:
    """What wakes which lines, and the code for both."""

    def __init__(self, parts: Parts, table: Table, block: Block, shape: Shape, reads: Reads) -> None:
        self.parts = parts
        self.block = block
        self.shape = shape
        self.lines = shape.lines
        self.bits = {line: bit for bit, line in enumerate(self.lines)}
        self.reads = reads
        self.classes = shape.classes
        self.held = shape.held
        self.needs_him: dict[int, int] = {}
        """Lines that want nothing unless a slot holds the player: which of those slots."""
        for line, found in shape.reads.items():
            for slot, how in found:
                if how == IS and slot in self.held and never_wants(table, block.width, line, slot, block.players):
                    self.needs_him[line] = slot
        self.asks = {line for line, found in shape.reads.items() if any(how == IS and slot in self.held for slot, how in found)}
        """Lines that have a sleep for each answer; the others have one, that of the player as such."""
        self.asleep = block.sleep
        self.span = self.asleep + shape.sleepers
        self.ranges = self.span + 2 * shape.stride
        self.entered = self.ranges + 2 * shape.sleepers * shape.lanes
        self.under = self.entered + shape.sleepers * len(self.lines)
        self.dirty = block.sleep + shape.words - 1

    def _mask(self, reads: Iterable[Read]) -> int:
        mask = 0
        for read in reads:
            if read in self.classes and not (read[1] == IS and read[0] in self.held):
                mask |= 1 << self.classes[read]
        return mask

    def reading(self, body: Body, reads: Iterable[Read], address: str, condition: str = "") -> None:
        """Emits that these are read by the line that is looked at, if a condition holds; a function gathers them at an address before it
        hands them on."""
        if mask := self._mask(reads):
            noted = body.choose(condition, signed(mask), 0) if condition else str(signed(mask))
            body.store(body.let(f"or i64 {body.load(address)}, {noted}"), address)

    def hand_on(self, body: Body, address: str) -> None:
        """Emits that what a function has gathered was read."""
        read = body.at(Word.READ)
        body.store(body.let(f"or i64 {body.load(read)}, {body.load(address)}"), read)

    # ---------------------------------------------------------------------------------------------------------- waking
    def wake(self, body: Body, slot: int, index: str | None) -> None:
        """Emits what follows a write to a slot; `index` is its first index, None: several or not known."""
        mask = self._mask(((slot, ANY),))
        own = self._mask(((slot, OWN),))
        mask |= self._mask(((slot, IS),))
        chosen: list[str] = []
        for read in self.classes:
            if read[0] == slot and read[1] >= ONE:
                if index is None or index == str(read[1] - ONE):
                    mask |= self._mask((read,))
                elif index.startswith("%"):
                    one = body.compare("eq", index, read[1] - ONE)
                    chosen.append(body.choose(one, signed(self._mask((read,))), 0))
        if own and (index is None or own == 1 << MOST_CLASSES - 1):
            mask, own = mask | own, 0
        if mask or chosen:
            address = body.at(self.dirty)
            dirty = body.let(f"or i64 {body.load(address)}, {signed(mask)}")
            for word in chosen:
                dirty = body.let(f"or i64 {dirty}, {word}")
            body.store(dirty, address)
        if own:
            place = index if index is not None and index.startswith("%") else int(index or 0)
            body.call("void", self._wake_one(), f"i64 {own.bit_length() - 1}", f"i64 {place}")

    def _rows(self, body: Body, base: str | int, sleeper: str = "0") -> list[str]:
        """The addresses of a player, or of the first, in each row."""
        return [body.at(body.add(body.add(base, sleeper), row * self.shape.stride)) for row in range(self.shape.rows)]

    def _wake_one(self) -> str:
        """(class, holder): wakes what stands under a class for one player; others who hold something do not sleep."""

        def make() -> None:
            body = Body(self.parts.module, "wake_one", "void", ["i64", "i64"])
            body.attributes = "nounwind noinline"
            class_, who = body.parameters
            sleeps, ends = body.label(), body.label()
            body.branch(body.compare("ult", who, self.block.players), sleeps, ends)
            body.place(sleeps)
            under = body.add(self.under, body.let(f"mul i64 {class_}, {self.shape.sleepers}"))
            for depends, asleep in zip(self._rows(body, under, who), self._rows(body, self.asleep, who), strict=True):
                others = body.let(f"xor i64 {body.load(depends)}, -1")
                body.store(body.let(f"and i64 {body.load(asleep)}, {others}"), asleep)
            body.jump(ends)
            body.place(ends)
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once("wake_one", make)

    def _wake_all(self) -> str:
        """Wakes what stands under the classes that were written."""

        def make() -> None:
            body = Body(self.parts.module, "wake_all", "void")
            body.attributes = "nounwind noinline"
            self.parts.module.declare("llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
            row = f"<{self.shape.stride} x i64>"
            ones = f"<{', '.join(['i64 -1'] * self.shape.stride)}>"
            start, again = body.block, body.label()
            dirty = body.load(body.at(self.dirty))
            done = body.label()
            rows = range(self.shape.rows)
            body.place(again)
            body.lines.append(f"  %rest = phi i64 [ {dirty}, %{start} ], [ %less, %{again} ]")
            for number in rows:  # what wakes is gathered: to read a row just after it was written takes the processor long
                body.lines.append(f"  %gathered{number} = phi {row} [ zeroinitializer, %{start} ], [ %woken{number}, %{again} ]")
            class_ = body.let("call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
            under = body.add(self.under, body.let(f"mul i64 {class_}, {self.shape.sleepers}"))
            for number, depends in zip(rows, self._rows(body, under), strict=True):
                body.do(f"%woken{number} = or {row} %gathered{number}, {body.load(depends, row)}")
            body.do("%under = add i64 %rest, -1")
            body.do("%less = and i64 %rest, %under")
            body.branch(body.compare("ne", "%less", 0), again, done)
            body.place(done)
            for number, asleep in zip(rows, self._rows(body, self.asleep), strict=True):
                others = body.let(f"xor {row} %woken{number}, {ones}")
                body.store(body.let(f"and {row} {body.load(asleep, row)}, {others}"), asleep, row)
            body.store("0", body.at(self.dirty))
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once("wake_all", make)

    def _depend(self) -> str:
        """(sleeper, a line's bit, classes): enters a line under classes where it was not, and strikes it out where it was."""

        def make() -> None:
            body = Body(self.parts.module, "depend", "void", ["i64", "i64", "i64"])
            body.attributes = "nounwind noinline"
            who, bit, changed = body.parameters
            with body.each_bit(changed) as class_:
                row = body.let(f"mul i64 {class_}, {self.shape.sleepers}")
                address = body.at(body.add(body.add(self.under, row), who))
                body.store(body.let(f"xor i64 {body.load(address)}, {bit}"), address)
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once("depend", make)

    # --------------------------------------------------------------------------------------------------------- looking
    def asked_in(self, moment: int) -> bool:
        """Whether any strategy at the table has lines for a moment."""
        return any(strategy.plans.get(moment) for strategy in self.parts.table.strategies)

    def asked(self, body: Body, moment: int, who: str) -> tuple[Asked, str]:
        """Emits the beginning of a moment for a player: what was written wakes lines, and so may his money. Also gives, as i1, whether
        anything is to be looked at."""
        strategies = self.parts.table.strategies
        if not self.lines:
            return Asked(who, who, "0"), "true"
        with body.when(body.compare("ne", body.load(body.at(self.dirty)), 0)):
            body.call("void", self._wake_all())
        money = body.load(self.parts.address(body, self.block.layout.money, who))
        least, most = self._span(body, who)
        fits = body.let(f"and i1 {body.compare('sge', money, body.load(least))}, {body.compare('sle', money, body.load(most))}")
        with body.when(body.let(f"xor i1 {fits}, true"), ", !prof !0"):
            body.call("void", self._rouse(), f"i64 {who}", f"i64 {money}")
        sleeper, awake = who, self._by_strategy(body, moment, who)
        for bit, slot in enumerate(self.held):
            held = body.compare("eq", body.load(self.parts.address(body, self.parts.program.slots[slot].base)), who)
            sleeper = body.add(sleeper, body.choose(held, self.shape.stride << bit, 0))
            if needs := sum(1 << self.bits[line] for line, needed in self.needs_him.items() if needed == slot):
                awake = body.let(f"and i64 {awake}, {body.choose(held, -1, signed(~needs))}")
        asleep = body.load(body.at(body.add(self.asleep, sleeper)))
        if self.held and len(self.asks) < len(self.lines):
            both = signed(sum(1 << self.bits[line] for line in self.lines if line not in self.asks))
            always = body.let(f"and i64 {body.load(body.at(body.add(self.asleep, who)))}, {both}")
            asleep = body.let(f"or i64 {always}, {body.let(f'and i64 {asleep}, {signed(~both)}')}")
        awake = body.let(f"and i64 {awake}, {body.let(f'xor i64 {asleep}, -1')}")
        if any(line not in self.bits for strategy in strategies for line in strategy.plans.get(moment, ())):
            return Asked(who, sleeper, awake), "true"
        return Asked(who, sleeper, awake), body.compare("ne", awake, 0)

    def _by_strategy(self, body: Body, moment: int, who: str) -> str:
        """The lines of a moment, as a mask."""
        masks = [
            signed(sum(1 << self.bits[line] for line in strategy.plans.get(moment, ()) if line in self.bits))
            for strategy in self.parts.table.strategies
        ]
        if len(set(masks)) == 1:
            return str(masks[0])
        table = self.parts.module.constant(f"lines{moment}", "i64", masks)
        return body.load(body.at(body.load(body.at(body.add(self.block.seats, who))), table))

    def _span(self, body: Body, who: str) -> tuple[str, str]:
        place = body.add(self.span, body.let(f"shl i64 {who}, 1"))
        return body.at(place), body.at(body.add(place, 1))

    def _rouse(self) -> str:
        """(player, his money): wakes the lines that do not sleep for it; the others share a new span."""

        def make() -> None:
            body = Body(self.parts.module, "rouse", "void", ["i64", "i64"])
            body.attributes = "nounwind noinline"
            who, money = body.parameters
            lanes = self.shape.lanes
            row, flags = f"<{lanes} x i64>", f"<{lanes} x i1>"
            for how in ("smax", "smin"):
                self.parts.module.declare(f"llvm.vector.reduce.{how}.v{lanes}i64", f"i64 @llvm.vector.reduce.{how}.v{lanes}i64({row})")
                self.parts.module.declare(f"llvm.{how}.v{lanes}i64", f"{row} @llvm.{how}.v{lanes}i64({row}, {row})")

            def all_of(value: str) -> str:
                one = body.let(f"insertelement {row} poison, i64 {value}, i64 0")
                return body.let(f"shufflevector {row} {one}, {row} poison, <{lanes} x i32> zeroinitializer")

            amount, low, high = all_of(money), all_of(str(LOW)), all_of(str(HIGH))
            shared = [low, high]
            for number in range(self.shape.rows):
                sleeper = body.add(who, number * self.shape.stride)
                address = body.at(body.add(self.asleep, sleeper))
                asleep = body.load(address)
                if lanes < 64:
                    asleep = body.let(f"trunc i64 {asleep} to i{lanes}")
                least, most = (body.load(body.at(self._line(body, sleeper, side * lanes)), row) for side in (0, 1))
                under, over = body.let(f"icmp sle {row} {least}, {amount}"), body.let(f"icmp sge {row} {most}, {amount}")
                sleeps = body.let(f"bitcast i{lanes} {asleep} to {flags}")
                fits = body.let(f"and {flags} {body.let(f'and {flags} {under}, {over}')}, {sleeps}")
                stay = body.let(f"bitcast {flags} {fits} to i{lanes}")
                body.store(stay if lanes == 64 else body.let(f"zext i{lanes} {stay} to i64"), address)
                for side, (value, none, how) in enumerate(((least, low, "smax"), (most, high, "smin"))):
                    mine = body.let(f"select {flags} {fits}, {row} {value}, {row} {none}")
                    shared[side] = body.let(f"call {row} @llvm.{how}.v{lanes}i64({row} {shared[side]}, {row} {mine})")
            for place, value, how in zip(self._span(body, who), shared, ("smax", "smin"), strict=True):
                body.store(body.let(f"call i64 @llvm.vector.reduce.{how}.v{lanes}i64({row} {value})"), place)
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once("rouse", make)

    def _line(self, body: Body, sleeper: str, lane: int) -> str:
        """Where the least money of a sleeper's line is; the most is a row further."""
        return body.add(self.ranges + lane, body.let(f"mul i64 {sleeper}, {2 * self.shape.lanes}"))

    def line(self, native: Native, body: Body, line: int, asked: Asked) -> tuple[list[str], str, str]:
        """Looks at a line if it is awake. Returns what it wants, and the labels for when it wants something and for the next line; the
        code at hand has ended."""
        wants, on = body.label(), body.label()
        who = f"i64 {asked.who}"
        if line not in self.bits:
            values = native.pure(body, line, [who])
            body.branch(body.compare("sge", values[0], 0), wants, on)
            return values, wants, on
        bit = signed(1 << self.bits[line])
        look, silent = body.label(), body.label()
        body.branch(body.compare("ne", body.let(f"and i64 {asked.awake}, {bit}"), 0), look, on)
        body.place(look)
        body.store(str(LOW), body.at(Word.LEAST))
        body.store(str(HIGH), body.at(Word.MOST))
        body.store("0", body.at(Word.READ))
        values = native.tracked(body, line, frozenset((0,)), (0,), [who], body.at(Word.READ))
        body.branch(body.compare("sge", values[0], 0), wants, silent)
        body.place(silent)
        sleeper = asked.sleeper if line in self.asks else asked.who
        body.call("void", self._settle(), who, f"i64 {sleeper}", f"i64 {self.bits[line]}")
        body.jump(on)
        return values, wants, on

    def _settle(self) -> str:
        """(player, sleeper, number of a line): a line that wanted nothing goes to sleep."""

        def make() -> None:
            body = Body(self.parts.module, "settle", "void", ["i64"] * 3)
            body.attributes = "nounwind noinline"
            who, sleeper, number = body.parameters
            least, most = body.load(body.at(Word.LEAST)), body.load(body.at(Word.MOST))
            sleeps, never = body.label(), body.label()
            body.branch(body.compare("sle", least, most), sleeps, never)
            body.place(never)  # no money is known for which it would come out the same
            body.give()
            body.place(sleeps)
            bit = body.let(f"shl i64 1, {number}")
            address = body.at(body.add(self.asleep, sleeper))
            body.store(body.let(f"or i64 {body.load(address)}, {bit}"), address)
            place = body.add(self._line(body, sleeper, 0), number)
            for lane, value, shared, how in zip((0, self.shape.lanes), (least, most), self._span(body, who), ("sgt", "slt"), strict=True):
                body.store(value, body.at(body.add(place, lane)))
                old = body.load(shared)
                body.store(body.choose(body.compare(how, value, old), value, old), shared)
            read = body.load(body.at(Word.READ))
            entered = body.at(body.add(body.add(self.entered, body.let(f"mul i64 {sleeper}, {len(self.lines)}")), number))
            changed = body.let(f"xor i64 {body.load(entered)}, {read}")
            with body.when(body.compare("ne", changed, 0)):
                body.store(read, entered)
                body.call("void", self._depend(), f"i64 {sleeper}", f"i64 {bit}", f"i64 {changed}")
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once("settle", make)
