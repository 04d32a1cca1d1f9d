"""`Parts`: what all of the generated code shares: where things lie, which strategies play, what becomes of events, and the small pieces
of code (faults, members of
sets, who has left) that appear everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from rulelang.engine.events import Kind
from rulelang.engine.tallies import Tallies
from rulelang.ir.program import Program
from rulelang.native.block import Block, Word
from rulelang.native.calls import Table
from rulelang.native.chance import mix
from rulelang.native.effects import Effects
from rulelang.native.emit import Body, Module
from rulelang.native.faults import number_of
from rulelang.native.kinds import Kinds
from rulelang.native.ranges import Ranges
from rulelang.native.tallies import Tallying

Events = Literal["none", "digest", "rows"]

WENT_ON, TURN_OVER, GAME_OVER, FAULTY = 0, 1, 2, 3
"""How a call of a rule ended. That its actor has left is no outcome: whoever called looks for himself."""


class Parts:
    def __init__(self, table: Table, ranges: Ranges, block: Block, events: Events, taped: bool, tallies: Tallies | None = None) -> None:
        self.program: Program = table.program
        self.table = table
        self.ranges = ranges
        self.block = block
        self.events = events
        self.taped = taped
        self.tallying = Tallying(self, tallies) if tallies is not None else None
        self.module = Module(block.width)
        self.kinds = Kinds(table.program, block.width)
        self.effects = Effects(self)
        self.slots = {slot.name: index for index, slot in enumerate(self.program.slots)}
        self._slot_at = {slot.base: index for index, slot in enumerate(self.program.slots) if slot.size}
        self.links: dict[int, str] = {}
        """Functions that decide, by their place in the block."""
        self._made: set[str] = set()
        self.wakes: Callable[[Body, int, str | None], None] = lambda body, slot, index: None
        self.forget: Callable[[Body, int, str | None, str | None], None] = lambda body, slot, index, change: None

    def once(self, name: str, make: Callable[[], None]) -> str:
        """Makes a function the first time that it is named."""
        if name not in self._made:
            self._made.add(name)
            make()
        return name

    # ---------------------------------------------------------------------------------------------------------- faults
    def trap(self, body: Body, bad: str, origin: str | int, kind: str) -> None:
        """Goes to the function's end with a fault if the condition holds."""
        body.traps.append((body.block, str(origin), number_of(kind)))
        body.unless(bad, "trap")

    def always_trap(self, body: Body, origin: str | int, kind: str | int) -> None:
        body.traps.append((body.block, str(origin), kind if isinstance(kind, int) else number_of(kind)))
        body.jump("trap")

    def close_traps(self, body: Body, value: str | Callable[[], str]) -> None:
        """The end to which faults go: the first of the game is noted, and the function returns the value, which may first have to be
        made."""
        if not body.traps:
            return
        body.ended = True
        body.lines.append("trap:")
        body.lines.append(f"  %origin = phi i64 {', '.join(f'[ {origin}, %{block} ]' for block, origin, _ in body.traps)}")
        body.lines.append(f"  %kind = phi i64 {', '.join(f'[ {kind}, %{block} ]' for block, _, kind in body.traps)}")
        body.call("void", self.fault(), "i64 %origin", "i64 %kind")
        body.give(value if isinstance(value, str) else value())

    def fault(self) -> str:
        """(origin, kind): notes the first fault of the game."""

        def make() -> None:
            body = Body(self.module, "fault", "void", ["i64", "i64"])
            body.attributes = "nounwind noinline cold"
            address = body.at(Word.FAULT)
            with body.when(body.compare("eq", body.load(address), 0)):
                body.store(body.add("%p0", 2), address)
                body.store("%p1", body.at(Word.KIND))
            body.give()
            self.module.define(body, unique=True)

        return self.once("fault", make)

    # ----------------------------------------------------------------------------------------------------------- state
    def address(self, body: Body, base: int, index: str | int | None = None) -> str:
        """Of an element of the state, counted from a place in the engine's flat list; a set's stride is its words."""
        place = self.block.places[base]
        if index is None:
            return body.at(place)
        if isinstance(index, int):
            return body.at(self.block.places[base + index])
        if self.block.wide[base] and self.block.set_words > 1:
            index = body.let(f"mul i64 {index}, {self.block.set_words}")
        return body.at(body.add(place, index))

    def write(self, body: Body, base: int, value: str, index: str | None = None, *, low: bool = False) -> None:
        """Writes an element of a slot of the machine. `low`: of a set only the first word."""
        type_ = self.module.set if self.block.wide[base] and not low else "i64"
        body.store(value, self.address(body, base, index), type_)
        slot = self._slot_at.get(base)
        if slot is None:
            slot = next(i for i, s in enumerate(self.program.slots) if s.base <= base < s.base + s.size)
        self.wake(body, slot, index)

    def wake(self, body: Body, slot: int, index: str | None, change: str | None = None) -> None:
        """Emits what follows a write to a slot; `index` is its first index, `change` the members that a set has won or lost, None: any."""
        self.wakes(body, slot, index)
        self.forget(body, slot, index, change)

    def written(self, body: Body, name: str, index: str | None) -> None:
        """Says that a slot was written by other means."""
        self.wake(body, self.slots[name], index)

    def left(self, body: Body, who: str) -> str:
        """i1: that is a player, and one who has left."""
        layout = self.block.layout
        in_game = body.load(self.address(body, layout.in_game))
        inside = body.compare("ult", who, layout.players)
        bit = body.let(f"and i64 {body.let(f'lshr i64 {in_game}, {body.choose(inside, who, 0)}')}, 1")
        return body.let(f"and i1 {inside}, {body.compare('eq', bit, 0)}")

    def player_left(self, body: Body, who: str) -> str:
        """As `left` for who is a player for certain."""
        in_game = body.load(self.address(body, self.block.layout.in_game))
        return body.compare("eq", body.let(f"and i64 {body.let(f'lshr i64 {in_game}, {who}')}, 1"), 0)

    # ------------------------------------------------------------------------------------------------------------ sets
    def lowest(self, body: Body, set_: str, *, empty: bool = True) -> str:
        """The lowest member; -1 of an empty set, unless it is known not to be."""
        type_ = self.module.set
        self.module.declare(f"llvm.cttz.{type_}", f"{type_} @llvm.cttz.{type_}({type_}, i1)")
        found = body.let(f"call {type_} @llvm.cttz.{type_}({type_} {set_}, i1 {'true' if not empty else 'false'})")
        found = self.low(body, found)
        return body.choose(body.compare("eq", set_, 0, type_), -1, found) if empty else found

    def highest(self, body: Body, set_: str) -> str:
        """The highest member, -1 of an empty set."""
        type_ = self.module.set
        self.module.declare(f"llvm.ctlz.{type_}", f"{type_} @llvm.ctlz.{type_}({type_}, i1)")
        zeros = self.low(body, body.let(f"call {type_} @llvm.ctlz.{type_}({type_} {set_}, i1 false)"))
        return body.let(f"sub i64 {self.module.width - 1}, {zeros}")

    def size(self, body: Body, set_: str) -> str:
        type_ = self.module.set
        self.module.declare(f"llvm.ctpop.{type_}", f"{type_} @llvm.ctpop.{type_}({type_})")
        return self.low(body, body.let(f"call {type_} @llvm.ctpop.{type_}({type_} {set_})"))

    def low(self, body: Body, value: str) -> str:
        """The low word of a set."""
        return value if self.module.set == "i64" else body.let(f"trunc {self.module.set} {value} to i64")

    def bit(self, body: Body, member: str) -> str:
        """The set of one member, which must be one: 0 … width - 1."""
        type_ = self.module.set
        return body.let(f"shl {type_} 1, {member if type_ == 'i64' else body.let(f'zext i64 {member} to {type_}')}")

    def contains(self, body: Body, set_: str, member: str, *, inside: bool = False) -> str:
        """i1: whether the member is in the set. `inside`: it is known to be 0 … width - 1."""
        type_ = self.module.set
        fits = "" if inside else body.compare("ult", member, self.module.width)
        place = member if inside else body.choose(fits, member, 0)
        wide = place if type_ == "i64" else body.let(f"zext i64 {place} to {type_}")
        found = body.let(f"trunc {type_} {body.let(f'lshr {type_} {set_}, {wide}')} to i1")
        return found if inside else body.let(f"and i1 {fits}, {found}")

    def first(self, body: Body, set_: str, start: str, *, empty: bool = True) -> str:
        """The member that comes first from an index on, round the end."""
        if start == "0":
            return self.lowest(body, set_, empty=empty)
        type_ = self.module.set
        fits = body.compare("ult", start, self.module.width)
        place = body.choose(fits, start, 0)
        wide = place if type_ == "i64" else body.let(f"zext i64 {place} to {type_}")
        above = body.let(f"and {type_} {set_}, {body.let(f'shl {type_} -1, {wide}')}")
        there = body.compare("ne", above, 0, type_)
        return self.lowest(body, body.choose(body.let(f"and i1 {fits}, {there}"), above, set_, type_), empty=empty)

    # ---------------------------------------------------------------------------------------------------------- events
    def event(self, body: Body, kind: Kind, origin: str | int, values: Sequence[str], sets: Sequence[int] = ()) -> None:
        """An event; nothing if nobody listens. `sets` are the places of the values that are sets."""
        if self.tallying is not None:
            self.tallying.event(body, kind, values)
        if self.events == "none":
            return
        type_ = self.module.set
        address = body.local(f"[{max(1, len(values))} x {type_}]")
        for place, value in enumerate(values):
            if type_ != "i64" and place not in sets:
                value = body.let(f"sext i64 {value} to {type_}") if value.startswith("%") else value
            body.store(value, body.let(f"getelementptr inbounds {type_}, ptr {address}, i64 {place}"), type_)
        body.call("void", self._event(), f"i64 {int(kind)}", f"i64 {origin}", f"i64 {len(values)}", f"ptr {address}")

    def _event(self) -> str:
        """(kind, origin, how many values, where they are)."""

        def make() -> None:
            body = Body(self.module, "event", "void", ["i64", "i64", "i64", "ptr"])
            body.attributes = "nounwind noinline"
            kind, origin, count, values = body.parameters
            faulty = body.compare("ne", body.load(body.at(Word.FAULT)), 0)
            silent, loud = body.label(), body.label()
            body.branch(faulty, silent, loud)
            body.place(silent)
            body.give()
            body.place(loud)
            body.count_up(Word.ROWS)
            (self._digest if self.events == "digest" else self._row)(body, kind, origin, count, values)
            body.give()
            self.module.define(body, unique=True)

        return self.once("event", make)

    def _words(self, body: Body, count: str, values: str, each: Callable[[str], None]) -> None:
        """Runs `each` with every word that a digest takes in: of a set those up to the last that is not 0."""
        words = self.block.set_words
        index = body.local()
        body.store("0", index)
        again, inside, done = body.label(), body.label(), body.label()
        body.place(again)
        at = body.load(index)
        body.branch(body.compare("slt", at, count), inside, done)
        body.place(inside)
        here = body.let(f"getelementptr inbounds i64, ptr {values}, i64 {body.let(f'mul i64 {at}, {words}')}")
        parts = [body.load(body.at(word, here)) for word in range(words)]
        negative = body.compare("slt", parts[-1], 0) if words > 1 else "false"
        each(parts[0])
        for word in range(1, words):
            more = "false"
            for higher in parts[word:]:
                more = body.let(f"or i1 {more}, {body.compare('ne', higher, 0)}")
            with body.when(body.let(f"and i1 {more}, {body.let(f'xor i1 {negative}, true')}")):
                each(parts[word])
        body.store(body.add(at, 1), index)
        body.jump(again)
        body.place(done)

    def _digest(self, body: Body, kind: str, origin: str, count: str, values: str) -> None:
        hash_ = body.local()
        total = body.local()
        body.store("0", total)
        if self.block.set_words > 1:
            self._words(body, count, values, lambda word: body.store(body.add(body.load(total), 1), total))
        else:
            body.store(count, total)
        head = body.let(f"or i64 {body.let(f'shl i64 {kind}, 32')}, {body.load(total)}")

        def chain(old: str, word: str) -> str:
            mixed = body.let(f"add i64 {body.let(f'xor i64 {old}, {word}')}, {-0x61C8864680B583EB}")
            return body.call("i64", mix(self), f"i64 {mixed}")

        body.store(chain(body.load(body.at(Word.DIGEST)), head), hash_)
        self._words(body, count, values, lambda word: body.store(chain(body.load(hash_), word), hash_))
        body.store(body.load(hash_), body.at(Word.DIGEST))

    def _row(self, body: Body, kind: str, origin: str, count: str, values: str) -> None:
        """Length, kind, origin, values; what does not fit is left out, and the length of the buffer stays below what would be needed."""
        filled = body.load(body.at(Word.FILLED))
        words = body.let(f"mul i64 {count}, {self.block.set_words}")
        end = body.add(body.add(filled, words), 3)
        body.store(end, body.at(Word.FILLED))
        with body.when(body.compare("sle", end, body.load(body.at(Word.LENGTH)))):
            buffer = body.load(body.at(Word.BUFFER), "ptr")
            for place, value in enumerate((body.add(count, 2), kind, origin)):
                body.store(value, body.at(body.add(filled, place), buffer))
            self.module.declare("llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
            target = body.at(body.add(filled, 3), buffer)
            size = body.let(f"mul i64 {words}, 8")
            body.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {values}, i64 {size}, i1 false)")
