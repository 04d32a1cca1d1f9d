"""Values that are kept until something that they were worked out from is written.

Kept are values of pure functions of a player and a member of a domain, and of a player alone, where all that they read is elements of
slots over things, cards and the like, or what is in sets. For each such function and player a word says for which members the value is
known. For yes and no another word holds the values, so that all members of a set are answered at once (`among`); numbers lie in a table.

A write says which element it was, or which members of a set changed; `concerns` has told for which members of each function that matters,
and these become unknown. Nothing is kept for players that do not exist, of functions that are worked out faster than looked up, nor where
sets are wider than a word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.ir.layout import domain_size
from rulelang.ir.program import Program, Slot
from rulelang.native.block import signed
from rulelang.native.concerns import Beyond, Concerns, OneOf
from rulelang.native.emit import Body
from rulelang.native.reading import ANY, OWN, Reads

if TYPE_CHECKING:
    from rulelang.native.program import Native

VECTOR = 8
MOST = 64
"""Members of a domain, bits of a word."""
WORTH = 14
"""Ops of a function of a member that are worth a look-up."""
WORTH_ALONE = 56
"""Ops of a function of a player alone that are worth one: more of what it hangs on is written."""
WORTH_AMONG = 6
"""Ops that are worth it where all members of a set are asked about."""
LOOPS = 4
"""Rounds that a loop is taken to make."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A function whose values are kept. `members`: how many values a player has, 0: one, of the player alone. `truth`: they are yes or no.
    `forget`: for each slot that it reads, for each element the members whose values hang on it, or, of a function of a player alone,
    whether only his own element matters."""

    number: int
    place: int
    members: int
    truth: bool
    forget: dict[int, tuple[int, ...] | bool]


class Keeping:
    """Which functions of a program can be kept, and on what they hang."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reads = Reads(program)
        self.concerns = Concerns(program, self.reads)
        self._found: dict[int, dict[int, tuple[int, ...]] | None] = {}
        self._weights: dict[int, int] = {}

    def now(self, program: Program) -> None:
        """From here on of a program with the same functions, of which some have been cut in two, and more."""
        self.program = self.concerns.program = program
        self.reads.now(program)

    def members(self, number: int) -> int:
        """How many members the second parameter has; 0 if the function is not one of a player and a member."""
        parameters = self.program.functions[number].parameters
        if len(parameters) != 2 or parameters[0][1] != "player" or parameters[1][1] not in self.program.domains:
            return 0
        size = domain_size(self.program, parameters[1][1]) or 0
        return size if size <= MOST else 0

    def by_member(self, number: int) -> dict[int, tuple[int, ...]] | None:
        """For each slot and element of it the members that hang on it; None if not all elements are known that a value can hang on."""
        if number not in self._found:
            self._found[number] = self._by_member(number)
        return self._found[number]

    def _by_member(self, number: int) -> dict[int, tuple[int, ...]] | None:
        members = self.members(number)
        function = self.program.functions[number]
        if not members or not function.pure or function.results != 1:
            return None
        if any(self._elements(slot) == 0 for slot, _ in self.reads.of(number, frozenset())):
            return None
        found: dict[int, list[int]] = {}
        try:
            for member in range(members):
                slots, _ = self.concerns.of(number, (None, OneOf(frozenset((member,)))))
                for slot, elements in slots.items():
                    table = found.setdefault(slot, [0] * self._elements(slot))
                    for element in range(len(table)):
                        table[element] |= (elements >> element & 1) << member
        except Beyond:
            return None
        return {slot: tuple(table) for slot, table in found.items()}

    def by_player(self, number: int) -> dict[int, int] | None:
        """For each slot how a function of a player alone reads it; None if it cannot be kept."""
        function = self.program.functions[number]
        if [type_ for _, type_ in function.parameters] != ["player"] or not function.pure or function.results != 1:
            return None
        reads = self.reads.of(number, frozenset((0,)))
        if any(self._elements(slot) == 0 for slot, _ in reads):
            return None
        return {slot: OWN if {how for other, how in reads if other == slot} == {OWN} else ANY for slot, _ in reads}

    def _elements(self, number: int) -> int:
        """How many elements of a slot, or members of its sets, are told apart; 0 for slots that change all the time, or unseen."""
        slot: Slot = self.program.slots[number]
        if slot.name.startswith("deck."):
            return 0
        name = slot.type.removeprefix("set of ") if slot.type.startswith("set of ") else slot.domains[0] if slot.domains else ""
        if name not in self.program.domains or name == "player":
            return 0
        size = domain_size(self.program, name) or 0
        return size if size <= MOST else 0

    def weight(self, number: int) -> int:
        """About how many ops a call takes."""
        if number not in self._weights:
            self._weights[number] = 0
            times, total, open_ = 1, 0, []
            for op in self.program.functions[number].code:
                match op.code:
                    case "loop":
                        open_.append(LOOPS)
                        times *= LOOPS
                    case "if":
                        open_.append(1)
                    case "end":
                        times //= open_.pop()
                    case "call":
                        total += times * (2 + self.weight(op.args[0]))
                    case "else" | "break" | "return" | "move":
                        pass
                    case _:
                        total += times
            self._weights[number] = total
        return self._weights[number]


class Known:
    """What is kept of a program, and the code for it."""

    def __init__(self, native: Native, keeping: Keeping, halves: frozenset[int]) -> None:
        self.native = native
        self.parts = native.parts
        self.stride = (native.block.players + VECTOR - 1) // VECTOR * VECTOR
        self.kept: dict[int, Kept] = {}
        called, asked = self._calls(halves)
        halves = frozenset(half.first for whole, half in native.halves.items() if keeping.by_member(whole) is None)
        self.by_slot: dict[int, list[Kept]] = {}
        for number in sorted(native.parts.ranges.reached if native.block.width == MOST else ()):
            weight = keeping.weight(number)
            if number in halves or (number in called and weight >= (WORTH_AMONG if number in asked else WORTH)):
                if (forget := keeping.by_member(number)) is not None:
                    self._keep(number, keeping.members(number), dict(forget))
                elif weight >= WORTH_ALONE and (reads := keeping.by_player(number)) is not None:
                    self._keep(number, 0, {slot: how == OWN for slot, how in reads.items()})
        self.base = native.block.keep(2 * self.stride * len(self.kept), self._table_words())
        native.parts.forget = self.forget

    def _keep(self, number: int, members: int, forget: dict[int, tuple[int, ...] | bool]) -> None:
        result = self.parts.ranges.results[number][0]
        if result is None:
            return
        kept = Kept(number, len(self.kept), members, members > 0 and result[0] >= 0 and result[1] <= 1, forget)
        self.kept[number] = kept
        for slot in forget:
            self.by_slot.setdefault(slot, []).append(kept)

    def _calls(self, halves: frozenset[int]) -> tuple[set[int], set[int]]:
        """The functions that others than first halves call, and those that loops ask about each of their members."""
        called, asked = set(), set()
        for number in self.parts.ranges.reached - halves:
            code = self.native.program.functions[number].code
            for place, op in enumerate(code):
                if op.code == "call":
                    called.add(op.args[0])
                    if place >= 2 and code[place - 2].code == "loop":
                        asked.add(op.args[0])
        return called, asked

    def _table_words(self) -> int:
        return sum(self.stride * max(1, kept.members) for kept in self.kept.values() if not kept.truth)

    def _known(self, kept: Kept) -> int:
        return self.base + 2 * self.stride * kept.place

    def _values(self, kept: Kept) -> int:
        before = sum(self.stride * max(1, other.members) for other in self.kept.values() if not other.truth and other.place < kept.place)
        return self.native.block.copied + before

    def _inside(self, number: int, parameter: int, size: int) -> bool:
        """Whether an argument is from 0 to size - 1 wherever the function is called."""
        range_ = self.parts.ranges.parameters[number][parameter]
        return range_ is not None and range_[0] >= 0 and range_[1] < size

    # --------------------------------------------------------------------------------------------------------- looking up
    def look_up(self, number: int, raw: str) -> str:
        """The name of a function that gives the same values as another (`raw`), which it calls where none is known."""
        kept = self.kept[number]
        name = f"known{number}"

        def make() -> None:
            alone = kept.members == 0
            body = Body(self.parts.module, name, "i64", ["i64"] if alone else ["i64", "i64"])
            given = [f"i64 {parameter}" for parameter in body.parameters]
            who = body.parameters[0]
            bit = "1"
            look, ask = body.label(), body.label()
            for parameter, size in zip(body.parameters, (self.native.block.players, kept.members), strict=False):
                if not self._inside(number, body.parameters.index(parameter), size):
                    inside, outside = body.label(), body.label()
                    body.branch(body.compare("ult", parameter, size), inside, outside)
                    body.place(outside)
                    body.give(body.call("i64", raw, *given))
                    body.place(inside)
            if not alone:
                bit = body.let(f"shl i64 1, {body.parameters[1]}")
            address = body.at(body.add(self._known(kept), who))
            known = body.load(address)
            if kept.truth:
                value = body.at(body.add(self._known(kept) + self.stride, who))
            else:
                place = body.add(who if alone else body.let(f"mul i64 {who}, {kept.members}"), "0" if alone else body.parameters[1])
                value = body.at(body.add(self._values(kept), place))
            body.branch(body.compare("ne", body.let(f"and i64 {known}, {bit}"), 0), look, ask)
            body.place(look)
            found = body.load(value)
            body.give(body.let(f"and i64 {body.let(f'lshr i64 {found}, {body.parameters[1]}')}, 1") if kept.truth else found)
            body.place(ask)
            result = body.call("i64", raw, *given)
            body.store(body.let(f"or i64 {body.load(address)}, {bit}"), address)
            if kept.truth:
                without = body.let(f"and i64 {body.load(value)}, {body.let(f'xor i64 {bit}, -1')}")
                body.store(body.let(f"or i64 {without}, {body.choose(body.compare('ne', result, 0), bit, 0)}"), value)
            else:
                body.store(result, value)
            body.give(result)
            self.parts.module.define(body, unique=True)

        return self.parts.once(name, make)

    def among(self, body: Body, number: int, who: str, members: str) -> str:
        """Those of some members for which a kept function says yes."""
        return body.call("i64", self._among(number), f"i64 {who}", f"i64 {members}")

    def _among(self, number: int) -> str:
        kept = self.kept[number]
        name = f"among{number}"

        def make() -> None:
            body = Body(self.parts.module, name, "i64", ["i64", "i64"])
            body.attributes = "nounwind alwaysinline"
            who, members = body.parameters
            place, known = who, ""
            if self._inside(number, 0, self.native.block.players):
                known = body.load(body.at(body.add(self._known(kept), who)))
            else:
                fits = body.compare("ult", who, self.native.block.players)
                place = body.choose(fits, who, 0)
                known = body.choose(fits, body.load(body.at(body.add(self._known(kept), place))), 0)
            truth = body.load(body.at(body.add(self._known(kept) + self.stride, place)))
            found = body.let(f"and i64 {body.let(f'and i64 {known}, {truth}')}, {members}")
            missing = body.let(f"and i64 {members}, {body.let(f'xor i64 {known}, -1')}")
            start, look, done = body.block, body.label(), body.label()
            body.branch(body.compare("eq", missing, 0), done, look)
            body.place(look)
            more = body.call("i64", self._missing(number), f"i64 {who}", f"i64 {missing}")
            body.jump(done)
            body.place(done)
            more = body.let(f"phi i64 [ 0, %{start} ], [ {more}, %{look} ]")
            body.give(body.let(f"or i64 {found}, {more}"))
            self.parts.module.define(body, unique=True)

        return self.parts.once(name, make)

    def _missing(self, number: int) -> str:
        """(player, members of which no value is known): those for which a kept function says yes."""
        name = f"missing{number}"

        def make() -> None:
            body = Body(self.parts.module, name, "i64", ["i64", "i64"])
            body.attributes = "nounwind noinline"
            who, missing = body.parameters
            self.parts.module.declare("llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
            start, again, inside, done = body.block, body.label(), body.label(), body.label()
            body.place(again)
            body.lines.append(f"  %rest = phi i64 [ {missing}, %{start} ], [ %less, %{inside} ]")
            body.lines.append(f"  %found = phi i64 [ 0, %{start} ], [ %more, %{inside} ]")
            body.branch(body.compare("ne", "%rest", 0), inside, done)
            body.place(inside)
            member = body.let("call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
            value = self.native.pure(body, number, [f"i64 {who}", f"i64 {member}"])[0]
            body.do("%under = add i64 %rest, -1")
            body.do("%less = and i64 %rest, %under")
            bit = body.choose(body.compare("ne", value, 0), body.let(f"shl i64 1, {member}"), 0)
            body.do(f"%more = or i64 %found, {bit}")
            body.jump(again)
            body.place(done)
            body.give("%found")
            self.parts.module.define(body, unique=True)

        return self.parts.once(name, make)

    # --------------------------------------------------------------------------------------------------------- forgetting
    def cares(self, slot: int) -> bool:
        return slot in self.by_slot

    def forget(self, body: Body, slot: int, index: str | None, change: str | None) -> None:
        """Emits what follows a write to a slot: `index` is the element, `change` the members of a set that came or went; None: any."""
        if self.cares(slot):
            body.call("void", self._forget(slot), f"i64 {'-1' if index is None else index}", f"i64 {'-1' if change is None else change}")

    def _forget(self, slot: int) -> str:
        """(element, changed members), -1 for any: what hangs on them is no longer known."""
        name = f"forget{slot}"

        def make() -> None:
            body = Body(self.parts.module, name, "void", ["i64", "i64"])
            body.attributes = "nounwind noinline"
            self.parts.module.declare("llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
            index, change = body.parameters
            is_set = self.native.program.slots[slot].type.startswith("set of ")
            which = change if is_set else index
            row = f"<{self.stride} x i64>"
            some, all_, after = body.label(), body.label(), body.label()
            tabled = [kept for kept in self.by_slot[slot] if kept.members]
            for kept in self.by_slot[slot]:
                known = self._known(kept)
                if kept.forget[slot] is False:
                    body.store("zeroinitializer", body.at(known), row)
                elif kept.forget[slot] is True:
                    player, nobody = body.label(), body.label()
                    body.branch(body.compare("ult", index, self.native.block.players), player, nobody)
                    body.place(player)
                    body.store("0", body.at(body.add(known, index)))
                    body.place(nobody)
                    with body.when(body.compare("slt", index, 0)):
                        body.store("zeroinitializer", body.at(known), row)
            body.branch(body.compare("eq", which, -1), all_, some)
            body.place(all_)
            for kept in tabled:
                body.store("zeroinitializer", body.at(self._known(kept)), row)
            body.give()
            body.place(some)
            if not is_set:
                for kept in tabled:
                    self._less(body, kept, slot, index)
                body.give()
                self.parts.module.define(body, unique=True)
                return
            again, inside = body.label(), body.label()
            start = body.block
            body.place(again)
            body.lines.append(f"  %rest = phi i64 [ {change}, %{start} ], [ %less, %{inside} ]")
            body.branch(body.compare("ne", "%rest", 0), inside, after)
            body.place(inside)
            member = body.let("call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
            for kept in tabled:
                self._less(body, kept, slot, member)
            body.do("%under = add i64 %rest, -1")
            body.do("%less = and i64 %rest, %under")
            body.jump(again)
            body.place(after)
            body.give()
            self.parts.module.define(body, unique=True)

        return self.parts.once(name, make)

    def _less(self, body: Body, kept: Kept, slot: int, element: str) -> None:
        """Emits that what hangs on an element is unknown for all players."""
        row = f"<{self.stride} x i64>"
        hanging = kept.forget[slot]
        assert isinstance(hanging, tuple)
        keep = [signed(~members) for members in hanging]
        table = self.parts.module.constant(f"hangs{kept.number}_{slot}", "i64", keep)
        one = body.load(body.at(element, table))
        wide = body.let(f"insertelement {row} poison, i64 {one}, i64 0")
        indexes = f"<{self.stride} x i32> zeroinitializer"
        spread = body.let(f"shufflevector {row} {wide}, {row} poison, {indexes}")
        address = body.at(self._known(kept))
        body.store(body.let(f"and {row} {body.load(address, row)}, {spread}"), address, row)
