"""Lines of plans sleep: what a player did not want is not looked at again until something that the line has read is written or, where money
was what it hung on, until he has more or less than the line has shown to come out the same for (`tracked`).

While a line is looked at it notes the classes of what it reads (the word READ). A class is a slot and how it is read: any element, that
of the player, or whether it holds the player (see `reading`). When it goes to sleep, it is entered under those classes; a write says
which class it concerns, and when somebody looks next, what stands under that class wakes.

Of a slot that is only asked whether it holds the player, each answer has a sleep of its own: what he does not want while it is his turn,
say, is not looked at when it is his turn once more. Such answers are a *row*, a player in a row is a *sleeper*: player + stride × row.

A moment in which all lines sleep is *quiet* for a sleeper, until one of his lines wakes or his money leaves the span that all of them
share: then the rules need not even ask (`quiet`).

Words of the block: the classes that were written since somebody last looked; for each sleeper the lines that sleep, the moments that are
quiet, and the least and the most money for which they are; for each class and sleeper the lines that depend on it; for each sleeper and
line the least and the most money for which it sleeps, and under what it is entered. Rows are as wide as a vector of the processor, so
that a class wakes a whole row at once. The engine never sleeps; that is how the differential runs prove this.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.ir.program import Program, Strategy
from rulelang.machine.slots import HIGH, LOW
from rulelang.native.block import Block, Word
from rulelang.native.calls import Table
from rulelang.native.emit import Body
from rulelang.native.ranges import never_wants
from rulelang.native.reading import ANY, IS, ONE, OWN, Read, Reads

if TYPE_CHECKING:
    from rulelang.native.parts import Parts
    from rulelang.native.program import Native

MOST_LINES = 64
"""Bits of a word; further lines do not sleep."""
MOST_HELD = 2
"""Slots whose answers have a sleep each; more are as good as any other slot."""
MOST_CLASSES = 64
"""Bits of a word; further classes share the last one."""
MOST_MOMENTS = 64
"""Bits of a word; further moments are never quiet."""
VECTOR = 8
"""Words that a processor works on at once."""


def lines_of(program: Program, strategies: tuple[str, ...]) -> tuple[int, ...]:
    """The lines of all plans at the table, each once."""
    found = (line for name in strategies for lines in program.strategies[name].plans.values() for line in lines)
    return tuple(dict.fromkeys(found))[:MOST_LINES]


@dataclass(frozen=True, slots=True)
class Shape:
    """What sleeps in a program with some strategies at the table. `held`: the slots that are only asked whether they hold the player."""

    lines: tuple[int, ...]
    reads: dict[int, frozenset[Read]]
    classes: dict[Read, int]
    held: tuple[int, ...]
    stride: int

    @property
    def rows(self) -> int:
        return 1 << len(self.held)

    @property
    def sleepers(self) -> int:
        return self.stride * self.rows

    @property
    def words(self) -> int:
        """How many words sleeping takes."""
        if not self.lines:
            return 0
        width = max(self.classes.values(), default=-1) + 1
        return 1 + self.sleepers * (4 + width + 3 * len(self.lines))


def shape_of(program: Program, reads: Reads, strategies: tuple[str, ...]) -> Shape:
    lines = lines_of(program, strategies)
    found = {line: reads.of(line, frozenset((0,))) for line in lines}
    money = next(index for index, slot in enumerate(program.slots) if slot.name == "money")
    classes = sorted({read for line in lines for read in found[line]} - {(money, OWN)})
    asked = {slot for slot, how in classes if how == IS} - {slot for slot, how in classes if how == ANY}
    places = {read: min(place, MOST_CLASSES - 1) for place, read in enumerate(classes)}
    return Shape(lines, found, places, tuple(sorted(asked)[:MOST_HELD]), (program.players[1] + VECTOR - 1) // VECTOR * VECTOR)


@dataclass(frozen=True, slots=True)
class Look:
    """A player in a moment: as whom he sleeps, his money, and where the least and the most money are gathered for which all is quiet."""

    who: str
    sleeper: str
    money: str
    least: str
    most: str


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
        self.of_line = {line: self._mask(reads) for line, reads in shape.reads.items()}
        self.needs_him: dict[int, int] = {}
        """Lines that want nothing unless a slot holds the player: which of those slots."""
        for line, found in shape.reads.items():
            for slot, how in found:
                if how == IS and slot in self.held and never_wants(table, block.width, line, slot, block.players):
                    self.needs_him[line] = slot
        self.asks = {line for line, found in shape.reads.items() if any(how == IS and slot in self.held for slot, how in found)}
        """Lines that have a sleep for each answer; the others have one, that of the player as such."""
        self.dirty = block.sleep
        self.asleep = self.dirty + 1
        self.silent = self.asleep + shape.sleepers
        self.span = self.silent + shape.sleepers
        self.ranges = self.span + 2 * shape.sleepers
        self.entered = self.ranges + 2 * shape.sleepers * len(self.lines)
        self.under = self.entered + shape.sleepers * len(self.lines)

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
            noted = body.choose(condition, _word(mask), 0) if condition else str(_word(mask))
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
                    chosen.append(body.choose(one, _word(self._mask((read,))), 0))
        if own and (index is None or own == 1 << MOST_CLASSES - 1):
            mask, own = mask | own, 0
        if mask or chosen:
            address = body.at(self.dirty)
            dirty = body.let(f"or i64 {body.load(address)}, {_word(mask)}")
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
            woken = "0"
            for depends, asleep in zip(self._rows(body, under, who), self._rows(body, self.asleep, who), strict=True):
                old = body.load(asleep)
                hit = body.let(f"and i64 {old}, {body.load(depends)}")
                body.store(body.let(f"xor i64 {old}, {hit}"), asleep)
                woken = body.let(f"or i64 {woken}, {hit}")
            for silent in self._rows(body, self.silent, who):
                body.store(body.choose(body.compare("eq", woken, 0), body.load(silent), 0), silent)
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
            start, again = body.block, body.label()
            dirty = body.load(body.at(self.dirty))
            done = body.label()
            body.place(again)
            body.lines.append(f"  %rest = phi i64 [ {dirty}, %{start} ], [ %less, %{again} ]")
            class_ = body.let("call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
            under = body.add(self.under, body.let(f"mul i64 {class_}, {self.shape.sleepers}"))
            woken = "zeroinitializer"
            for depends, asleep in zip(self._rows(body, under), self._rows(body, self.asleep), strict=True):
                old = body.load(asleep, row)
                hit = body.let(f"and {row} {old}, {body.load(depends, row)}")
                body.store(body.let(f"xor {row} {old}, {hit}"), asleep, row)
                woken = body.let(f"or {row} {woken}, {hit}")
            none = body.let(f"icmp eq {row} {woken}, zeroinitializer")
            for silent in self._rows(body, self.silent):
                kept = body.let(f"select <{self.shape.stride} x i1> {none}, {row} {body.load(silent, row)}, {row} zeroinitializer")
                body.store(kept, silent, row)
            body.do("%under = add i64 %rest, -1")
            body.do("%less = and i64 %rest, %under")
            body.branch(body.compare("ne", "%less", 0), again, done)
            body.place(done)
            body.store("0", body.at(self.dirty))
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once("wake_all", make)

    def _depend(self) -> str:
        """(sleeper, the line's bit, all its classes, those that it has read): enters a line that goes to sleep."""

        def make() -> None:
            body = Body(self.parts.module, "depend", "void", ["i64", "i64", "i64", "i64"])
            body.attributes = "nounwind noinline"
            who, bit, all_, read = body.parameters
            self.parts.module.declare("llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
            start, again, inside, done = body.block, body.label(), body.label(), body.label()
            body.place(again)
            body.lines.append(f"  %rest = phi i64 [ {all_}, %{start} ], [ %less, %{inside} ]")
            body.branch(body.compare("ne", "%rest", 0), inside, done)
            body.place(inside)
            class_ = body.let("call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
            row = body.let(f"mul i64 {class_}, {self.shape.sleepers}")
            address = body.at(body.add(body.add(self.under, row), who))
            without = body.let(f"and i64 {body.load(address)}, {body.let(f'xor i64 {bit}, -1')}")
            was = body.let(f"and i64 {body.let(f'lshr i64 {read}, {class_}')}, 1")
            body.store(body.let(f"or i64 {without}, {body.choose(body.compare('ne', was, 0), bit, 0)}"), address)
            body.do("%under = add i64 %rest, -1")
            body.do("%less = and i64 %rest, %under")
            body.jump(again)
            body.place(done)
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once("depend", make)

    # --------------------------------------------------------------------------------------------------------- looking
    def _sleeper(self, body: Body, who: str) -> str:
        """The player with the answers that hold for him now."""
        found = who
        for bit, slot in enumerate(self.held):
            held = body.load(self.parts.address(body, self.parts.program.slots[slot].base))
            found = body.add(found, body.choose(body.compare("eq", held, who), self.shape.stride << bit, 0))
        return found

    def asked_in(self, moment: int) -> bool:
        """Whether any strategy at the table has lines for a moment."""
        return any(strategy.plans.get(moment) for strategy in self.parts.table.strategies)

    def quiet(self, body: Body, moment: int, who: str) -> str:
        """Emits the beginning of a moment for a player: what was written wakes lines; then, as i1, whether all his are known to sleep."""
        if not self.lines or moment >= MOST_MOMENTS:
            return "false"
        with body.when(body.compare("ne", body.load(body.at(self.dirty)), 0)):
            body.call("void", self._wake_all())
        sleeper = self._sleeper(body, who)
        quiet = body.compare("ne", body.let(f"and i64 {body.load(body.at(body.add(self.silent, sleeper)))}, {_word(1 << moment)}"), 0)
        return body.let(f"and i1 {quiet}, {self._fits(body, self._money(body, who), *self._span(body, sleeper))}")

    def _money(self, body: Body, who: str) -> str:
        return body.load(self.parts.address(body, self.block.layout.money, who))

    def _fits(self, body: Body, money: str, least: str, most: str) -> str:
        return body.let(f"and i1 {body.compare('sge', money, body.load(least))}, {body.compare('sle', money, body.load(most))}")

    def _span(self, body: Body, sleeper: str) -> tuple[str, str]:
        place = body.add(self.span, body.let(f"shl i64 {sleeper}, 1"))
        return body.at(place), body.at(body.add(place, 1))

    def look(self, body: Body, moment: int, who: str) -> Look:
        """Emits the beginning of a moment that is not quiet, or is not because of the player's money: then he knows of no quiet moment."""
        sleeper = self._sleeper(body, who)
        if moment < MOST_MOMENTS and self.lines:
            silent = body.at(body.add(self.silent, sleeper))
            old = body.load(silent)
            was = body.compare("ne", body.let(f"and i64 {old}, {_word(1 << moment)}"), 0)
            body.store(body.choose(was, 0, old), silent)
        least, most = body.local(), body.local()
        body.store(str(LOW), least)
        body.store(str(HIGH), most)
        return Look(who, sleeper, self._money(body, who), least, most)

    def settle(self, body: Body, strategy: Strategy, moment: int, look: Look) -> None:
        """Emits that no line wanted anything: the moment is quiet, for the money that all quiet moments of the sleeper have in common."""
        if moment >= MOST_MOMENTS or not all(line in self.bits for line in strategy.plans.get(moment, ())) or not self.lines:
            return
        silent = body.at(body.add(self.silent, look.sleeper))
        old = body.load(silent)
        alone = body.compare("eq", old, 0)
        for place, variable, how in zip(self._span(body, look.sleeper), (look.least, look.most), ("sgt", "slt"), strict=True):
            mine, shared = body.load(variable), body.load(place)
            narrower = body.choose(body.compare(how, mine, shared), mine, shared)
            body.store(body.choose(alone, mine, narrower), place)
        body.store(body.let(f"or i64 {old}, {_word(1 << moment)}"), silent)

    def line(self, native: Native, body: Body, line: int, look: Look) -> tuple[list[str], str, str]:
        """Looks at a line unless it sleeps. Returns what it wants, and the labels for when it wants something and for the next line; the
        code at hand has ended."""
        wants, on = body.label(), body.label()
        who = look.who
        sleeper = look.sleeper if line in self.asks else who
        if line in self.needs_him:
            held = body.load(self.parts.address(body, self.parts.program.slots[self.needs_him[line]].base))
            he = body.label()
            body.branch(body.compare("eq", held, who), he, on)
            body.place(he)
        if line not in self.bits:
            values = native.pure(body, line, [f"i64 {who}"])
            body.branch(body.compare("sge", values[0], 0), wants, on)
            return values, wants, on
        bit = 1 << self.bits[line]
        address = body.at(body.add(self.asleep, sleeper))
        least, most = self._line(body, line, sleeper)
        sleeps = body.compare("ne", body.let(f"and i64 {body.load(address)}, {_word(bit)}"), 0)
        awake, gather, silent, ask = (body.label() for _ in range(4))
        body.branch(sleeps, ask, awake)
        body.place(ask)
        body.branch(self._fits(body, look.money, least, most), gather, awake)
        body.place(awake)
        body.store(str(LOW), body.at(Word.LEAST))
        body.store(str(HIGH), body.at(Word.MOST))
        body.store("0", body.at(Word.READ))
        values = native.tracked(body, line, frozenset((0,)), (0,), [f"i64 {who}"], body.at(Word.READ))
        body.store(body.let(f"and i64 {body.load(address)}, {_word(~bit)}"), address)
        body.branch(body.compare("sge", values[0], 0), wants, silent)
        body.place(silent)
        body.store(body.let(f"or i64 {body.load(address)}, {_word(bit)}"), address)
        body.store(body.load(body.at(Word.LEAST)), least)
        body.store(body.load(body.at(Word.MOST)), most)
        read = body.load(body.at(Word.READ))
        entered = body.at(body.add(self.entered + self.bits[line], body.let(f"mul i64 {sleeper}, {len(self.lines)}")))
        with body.when(body.compare("ne", body.load(entered), read)):
            body.store(read, entered)
            body.call("void", self._depend(), f"i64 {sleeper}", f"i64 {bit}", f"i64 {_word(self.of_line[line])}", f"i64 {read}")
        body.jump(gather)
        body.place(gather)
        for place, how, variable in ((least, "sgt", look.least), (most, "slt", look.most)):
            value, old = body.load(place), body.load(variable)
            body.store(body.choose(body.compare(how, value, old), value, old), variable)
        body.jump(on)
        return values, wants, on

    def _line(self, body: Body, line: int, sleeper: str) -> tuple[str, str]:
        place = body.add(self.ranges + 2 * self.bits[line], body.let(f"mul i64 {sleeper}, {2 * len(self.lines)}"))
        return body.at(place), body.at(body.add(place, 1))


def _word(bits: int) -> int:
    bits &= 2**64 - 1
    return bits - 2**64 if bits >> 63 else bits
