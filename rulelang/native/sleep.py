"""Lines of plans sleep: what a player did not want is not looked at again until something that the line has read is written or, where
money was
what it hung on, until he has more or less than the line has shown to come out the same for (`tracked`).

While a line is looked at it notes the classes of what it reads (the word READ). A class is a slot and how it is read: any element, that
of the player, or whether it holds the player (see `reading`). When it goes to sleep, it is entered under those classes; a write says
which class it concerns, and when somebody looks next, what stands under that class wakes.

Of a slot that is only asked whether it holds the player, each answer has a sleep of its own: what he does not want while it is his turn,
say, is not looked at when it is his turn once more. A player and such answers are a *sleeper*: player + holders × answers.

Words of the block: the classes that were written since somebody last looked; for each sleeper the lines that sleep; for each class and
sleeper the lines that depend on it; for each sleeper and moment, and for each sleeper and line, the least and the most money for which
they sleep. The engine never sleeps; that is how the differential runs prove this.
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
from rulelang.native.reading import ANY, IS, OWN, Read, Reads

if TYPE_CHECKING:
    from rulelang.native.parts import Parts
    from rulelang.native.program import Native

MOST_LINES = 64
"""Bits of a word; further lines do not sleep."""
MOST_HELD = 2
"""Slots whose answers have a sleep each; more are as good as any other slot."""
MOST_CLASSES = 64
"""Bits of a word; further classes share the last one."""


def lines_of(program: Program, strategies: tuple[str, ...]) -> tuple[int, ...]:
    """The lines of all plans at the table, each once."""
    found = (line for name in strategies for lines in program.strategies[name].plans.values() for line in lines)
    return tuple(dict.fromkeys(found))[:MOST_LINES]


def words(program: Program, holders: int, strategies: tuple[str, ...]) -> int:
    """How many words sleeping takes."""
    sleepers = holders << MOST_HELD
    return 1 + sleepers * (1 + MOST_CLASSES + 4 * len(program.moments) + 3 * len(lines_of(program, strategies)))


@dataclass(frozen=True, slots=True)
class Sleepers:
    """Lines of a moment that sleep for the same sleeper: where the least and the most money for which they all sleep lie, whether the
    player's is between
    them, and the variables in which they are gathered anew (the same if there are no such lines)."""

    sleeper: str
    ends: tuple[str, str]
    fits: str
    gathered: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Look:
    """A player in a moment: whether all lines sleep, and those that sleep for him as such and for the answers that hold now."""

    who: str
    silent: str
    plain: Sleepers
    asking: Sleepers


class Sleep:
    """What wakes which lines, and the code for both."""

    def __init__(self, parts: Parts, table: Table, block: Block, strategies: tuple[str, ...]) -> None:
        self.parts = parts
        self.block = block
        self.lines = lines_of(table.program, strategies)
        self.bits = {line: bit for bit, line in enumerate(self.lines)}
        self.reads = Reads(table.program, table.writes)
        self.money = parts.slots["money"]
        found = {line: self.reads.of(line, frozenset((0,))) for line in self.lines}
        classes = sorted({read for reads in found.values() for read in reads} - {(self.money, OWN)})
        self.classes = {read: min(place, MOST_CLASSES - 1) for place, read in enumerate(classes)}
        is_he = {slot for slot, how in classes if how == IS} - {slot for slot, how in classes if how == ANY}
        self.held = sorted(is_he)[:MOST_HELD]
        """Slots that are only asked whether they hold the player."""
        self.of_line = {line: self._mask(reads) for line, reads in found.items()}
        self.holders = block.layout.holders
        self.sleepers = self.holders << len(self.held)
        self.needs_him: dict[int, int] = {}
        """Lines that want nothing unless a slot holds the player: which of those slots."""
        for line, reads in found.items():
            for slot, how in reads:
                if how == IS and slot in self.held and never_wants(table, block.width, line, slot, block.players):
                    self.needs_him[line] = slot
        self.asks = {line for line, reads in found.items() if any(how == IS and slot in self.held for slot, how in reads)}
        """Lines that have a sleep for each answer; the others have one, that of the player as such."""
        self.dirty = block.sleep
        self.asleep = self.dirty + 1
        self.under = self.asleep + self.sleepers
        self.moments = self.under + MOST_CLASSES * self.sleepers
        self.ranges = self.moments + 4 * self.sleepers * len(table.program.moments)
        self.entered = self.ranges + 2 * self.sleepers * len(self.lines)

    def _mask(self, reads: Iterable[Read]) -> int:
        mask = 0
        for read in reads:
            if read in self.classes and not (read[1] == IS and read[0] in self.held):
                mask |= 1 << self.classes[read]
        return mask

    def reading(self, body: Body, reads: Iterable[Read], address: str) -> None:
        """Emits that these are read by the line that is looked at; a function gathers them at an address before it hands them on."""
        if mask := self._mask(reads):
            body.store(body.let(f"or i64 {body.load(address)}, {_word(mask)}"), address)

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
        if own and (index is None or own == 1 << MOST_CLASSES - 1):
            mask, own = mask | own, 0
        if mask:
            address = body.at(self.dirty)
            body.store(body.let(f"or i64 {body.load(address)}, {_word(mask)}"), address)
        if own:
            place = index if index is not None and index.startswith("%") else int(index or 0)
            row = self.under + (own.bit_length() - 1) * self.sleepers
            for first in range(0, self.sleepers, self.holders):
                depends = body.load(body.at(body.add(row + first, place)))
                address = body.at(body.add(self.asleep + first, place))
                keep = body.let(f"xor i64 {depends}, -1")
                body.store(body.let(f"and i64 {body.load(address)}, {keep}"), address)

    def _wake_all(self) -> str:
        """Wakes what stands under the classes that were written."""

        def make() -> None:
            body = Body(self.parts.module, "wake_all", "void")
            body.attributes = "nounwind noinline"
            self.parts.module.declare("llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
            start, again = body.block, body.label()
            dirty = body.load(body.at(self.dirty))
            done = body.label()
            body.place(again)
            body.lines.append(f"  %rest = phi i64 [ {dirty}, %{start} ], [ %less, %{again} ]")
            class_ = body.let("call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
            row = body.add(self.under, body.let(f"mul i64 {class_}, {self.sleepers}"))
            for sleeper in range(self.sleepers):
                keep = body.let(f"xor i64 {body.load(body.at(body.add(row, sleeper)))}, -1")
                address = body.at(self.asleep + sleeper)
                body.store(body.let(f"and i64 {body.load(address)}, {keep}"), address)
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
            row = body.let(f"mul i64 {class_}, {self.sleepers}")
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
    def _refresh(self, body: Body) -> None:
        """Emits the beginning of a moment: what was written wakes lines."""
        with body.when(body.compare("ne", body.load(body.at(self.dirty)), 0)):
            body.call("void", self._wake_all())

    def _sleeper(self, body: Body, who: str) -> str:
        """The player with the answers that hold for him now."""
        found = who
        for bit, slot in enumerate(self.held):
            held = body.load(self.parts.address(body, self.parts.program.slots[slot].base))
            found = body.add(found, body.choose(body.compare("eq", held, who), self.holders << bit, 0))
        return found

    def look(self, body: Body, strategy: Strategy, moment: int, who: str) -> Look:
        """Emits the beginning of a moment for a player: what was written wakes lines; then whether they all sleep."""
        self._refresh(body)
        sleeper = self._sleeper(body, who)
        lines = strategy.plans.get(moment, ())
        money = body.load(self.parts.address(body, self.block.layout.money, who))
        silent = "true" if all(line in self.bits for line in lines) else "false"
        kinds = []
        for asking, place in ((False, who), (True, sleeper)):
            mine = [line for line in lines if line in self.bits and (line in self.asks) == asking]
            ends = self._pair(body, self.moments, 2 * len(self.parts.program.moments), 2 * moment + asking, place)
            if not mine:
                kinds.append(Sleepers(place, ends, "true", ends))
                continue
            wanted = self._wanted(body, mine, who)
            asleep = body.load(body.at(body.add(self.asleep, place)))
            quiet = body.compare("eq", body.let(f"and i64 {asleep}, {wanted}"), wanted)
            fits = body.let(f"and i1 {body.compare('sge', money, body.load(ends[0]))}, {body.compare('sle', money, body.load(ends[1]))}")
            silent = body.let(f"and i1 {silent}, {body.let(f'and i1 {quiet}, {fits}')}")
            kinds.append(Sleepers(place, ends, fits, (body.local(), body.local())))
        return Look(who, silent, kinds[0], kinds[1])

    def _wanted(self, body: Body, lines: list[int], who: str) -> str:
        """The lines, as bits, that may want something now."""
        wanted = _word(sum(1 << self.bits[line] for line in lines))
        found = str(wanted)
        for slot in self.held:
            mask = sum(1 << self.bits[line] for line in lines if self.needs_him.get(line) == slot)
            if mask:
                held = body.load(self.parts.address(body, self.parts.program.slots[slot].base))
                he = body.compare("eq", held, who)
                found = body.let(f"and i64 {found}, {body.choose(he, -1, _word(~mask))}")
        return found

    def begin(self, body: Body, look: Look) -> None:
        """Somebody is awake: the money for which the whole moment sleeps is gathered, from what it was if the player has it, else anew."""
        for kind in (look.plain, look.asking):
            if kind.gathered is not kind.ends:
                for address, end, variable in zip(kind.ends, (LOW, HIGH), kind.gathered, strict=True):
                    body.store(body.choose(kind.fits, body.load(address), end), variable)

    def end(self, body: Body, look: Look, *, wanted: bool) -> None:
        """The moment is over. Where a line wanted something, those after it were not looked at: if their money was in question, it still
        is."""
        for kind in (look.plain, look.asking):
            if kind.gathered is not kind.ends:
                for address, variable, none in zip(kind.ends, kind.gathered, (1, 0), strict=True):
                    value = body.load(variable)
                    body.store(body.choose(kind.fits, value, none) if wanted else value, address)

    def line(self, native: Native, body: Body, line: int, look: Look) -> tuple[list[str], str, str]:
        """Looks at a line unless it sleeps. Returns what it wants, and the labels for when it wants something and for the next line; the
        code
        at hand has ended."""
        wants, on = body.label(), body.label()
        who = look.who
        kind = look.asking if line in self.asks else look.plain
        sleeper, fits_all, gathered = kind.sleeper, kind.fits, kind.gathered
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
        asleep = body.load(address)
        least, most = self._line(body, line, sleeper)
        sleeps = body.compare("ne", body.let(f"and i64 {asleep}, {_word(bit)}"), 0)
        awake, gather, silent, ask, money_ = (body.label() for _ in range(5))
        body.branch(sleeps, ask, awake)
        body.place(ask)
        body.branch(fits_all, on, money_)
        body.place(money_)
        money = body.load(self.parts.address(body, self.block.layout.money, who))
        fits = body.let(f"and i1 {body.compare('sge', money, body.load(least))}, {body.compare('sle', money, body.load(most))}")
        body.branch(fits, gather, awake)
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
        for place, how, variable in ((least, "sgt", gathered[0]), (most, "slt", gathered[1])):
            value, old = body.load(place), body.load(variable)
            body.store(body.choose(body.compare(how, value, old), value, old), variable)
        body.jump(on)
        return values, wants, on

    def _line(self, body: Body, line: int, sleeper: str) -> tuple[str, str]:
        return self._pair(body, self.ranges, len(self.lines), self.bits[line], sleeper)

    def _pair(self, body: Body, base: int, columns: int, column: int, sleeper: str) -> tuple[str, str]:
        place = body.add(base + 2 * column, body.let(f"mul i64 {sleeper}, {2 * columns}"))
        return body.at(place), body.at(body.add(place, 1))


def _word(bits: int) -> int:
    bits &= 2**64 - 1
    return bits - 2**64 if bits >> 63 else bits
