"""Values that are kept (`keeping` says which) are looked up while they are known.

For each kept function and player a word says for which members the value is known. For yes and no another word holds the values, so that
all members of a set are answered at once (`among`); numbers lie in a table. Writes make values unknown (`forgetting`). Nothing is kept for
players that do not exist, nor where sets are wider than a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.native.block import whole_lines
from rulelang.native.emit import Body
from rulelang.native.forgetting import forget
from rulelang.native.keeping import MOST, Keeping, Kept

if TYPE_CHECKING:
    from rulelang.native.program import Native

WORTH = 14
"""Ops of a function of a member that are worth a look-up."""
WORTH_ALONE = 56
"""Ops of a function of a player alone that are worth one: more of what it hangs on is written."""
WORTH_AMONG = 6
"""Ops that are worth it where all members of a set are asked about."""


class Known:
    """What is kept of a program, and the code for it."""

    def __init__(self, native: Native, keeping: Keeping, halves: frozenset[int]) -> None:
        self.native = native
        self.parts = native.parts
        self.stride = whole_lines(native.block.players)
        self.kept: dict[int, Kept] = {}
        called, asked = self._calls(halves)
        halves = frozenset(half.first for whole, half in native.halves.items() if keeping.by_member(whole) is None)
        self.by_slot: dict[int, list[Kept]] = {}
        for number in sorted(native.parts.ranges.reached if native.block.width == MOST else ()):
            weight = keeping.weight(number)
            if number in halves or (number in called and weight >= (WORTH_AMONG if number in asked else WORTH)):
                if (hanging := keeping.by_member(number)) is not None:
                    self._keep(number, keeping.members(number), hanging, keeping.own(number))
                elif weight >= WORTH_ALONE and (reads := keeping.by_player(number)) is not None:
                    self._keep(number, 0, dict.fromkeys(reads, ()), keeping.own(number))
        self.base = native.block.keep(2 * self.stride * len(self.kept), self._table_words(len(self.kept)))
        native.parts.forget = self._forget

    def _keep(self, number: int, members: int, forget: dict[int, tuple[int, ...]], own: frozenset[int]) -> None:
        result = self.parts.ranges.results[number][0]
        if result is None:
            return
        kept = Kept(number, len(self.kept), members, members > 0 and result[0] >= 0 and result[1] <= 1, forget, own)
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

    def _table_words(self, first: int) -> int:
        """How many words the tables of the first so many functions take."""
        return sum(self.stride * max(1, kept.members) for kept in self.kept.values() if not kept.truth and kept.place < first)

    def place(self, kept: Kept) -> int:
        """Where the words are, one a player, that say for which members of a function the value is known; the values of yes and no are a
        row further."""
        return self.base + 2 * self.stride * kept.place

    def _values(self, kept: Kept) -> int:
        return self.native.block.copied + self._table_words(kept.place)

    def _inside(self, number: int, parameter: int, size: int) -> bool:
        """Whether an argument is from 0 to size - 1 wherever the function is called."""
        range_ = self.parts.ranges.parameters[number][parameter]
        return range_ is not None and range_[0] >= 0 and range_[1] < size

    def _outside(self, number: int, sure: bool) -> list[int]:
        """The parameters that might not be inside. `sure`: where it is called they are."""
        sizes = (self.native.block.players, self.kept[number].members)[: len(self.native.program.functions[number].parameters)]
        return [place for place, size in enumerate(sizes) if not sure and not self._inside(number, place, size)]

    # --------------------------------------------------------------------------------------------------------- looking up
    def look_up(self, number: int, raw: str, sure: bool) -> str:
        """The name of a function that gives the same values as another (`raw`), which it calls where none is known. `sure`: what it is
        given is inside for certain."""
        kept = self.kept[number]
        outside = self._outside(number, sure)
        name = f"known{number}" if outside else f"known{number}_sure"

        def make() -> None:
            alone = kept.members == 0
            body = Body(self.parts.module, name, "i64", ["i64"] if alone else ["i64", "i64"])
            given = [f"i64 {parameter}" for parameter in body.parameters]
            who = body.parameters[0]
            bit = "1"
            look, ask = body.label(), body.label()
            for place in outside:
                fits, beyond = body.label(), body.label()
                size = (self.native.block.players, kept.members)[place]
                body.branch(body.compare("ult", body.parameters[place], size), fits, beyond)
                body.place(beyond)
                body.give(body.call("i64", raw, *given))
                body.place(fits)
            if not alone:
                bit = body.let(f"shl i64 1, {body.parameters[1]}")
            address = body.at(body.add(self.place(kept), who))
            known = body.load(address)
            if kept.truth:
                value = body.at(body.add(self.place(kept) + self.stride, who))
            else:
                inside = who if alone else body.add(body.let(f"mul i64 {who}, {kept.members}"), body.parameters[1])
                value = body.at(body.add(self._values(kept), inside))
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

    def among(self, body: Body, number: int, who: str, members: str, sure: bool) -> str:
        """Those of some members for which a kept function says yes. `sure`: both are inside for certain."""
        return body.call("i64", self._among(number, sure), f"i64 {who}", f"i64 {members}")

    def _among(self, number: int, sure: bool) -> str:
        kept = self.kept[number]
        name = f"among{number}" if self._outside(number, sure) else f"among{number}_sure"

        def make() -> None:
            body = Body(self.parts.module, name, "i64", ["i64", "i64"])
            body.attributes = "nounwind alwaysinline"
            who, members = body.parameters
            place, known = who, ""
            if 0 not in self._outside(number, sure):
                known = body.load(body.at(body.add(self.place(kept), who)))
            else:
                fits = body.compare("ult", who, self.native.block.players)
                place = body.choose(fits, who, 0)
                known = body.choose(fits, body.load(body.at(body.add(self.place(kept), place))), 0)
            truth = body.load(body.at(body.add(self.place(kept) + self.stride, place)))
            found = body.let(f"and i64 {body.let(f'and i64 {known}, {truth}')}, {members}")
            missing = body.let(f"and i64 {members}, {body.let(f'xor i64 {known}, -1')}")
            start, look, done = body.block, body.label(), body.label()
            body.branch(body.compare("eq", missing, 0), done, look)
            body.place(look)
            more = body.call("i64", self._missing(number, sure), f"i64 {who}", f"i64 {missing}")
            body.jump(done)
            body.place(done)
            more = body.let(f"phi i64 [ 0, %{start} ], [ {more}, %{look} ]")
            body.give(body.let(f"or i64 {found}, {more}"))
            self.parts.module.define(body, unique=True)

        return self.parts.once(name, make)

    def _missing(self, number: int, sure: bool) -> str:
        """(player, members of which no value is known): those for which a kept function says yes. What is inside is known from then on."""
        kept = self.kept[number]
        outside = self._outside(number, sure)
        name = f"missing{number}" if outside else f"missing{number}_sure"

        def make() -> None:
            body = Body(self.parts.module, name, "i64", ["i64", "i64"])
            body.attributes = "nounwind noinline"
            who, missing = body.parameters
            found = body.local()
            body.store("0", found)
            with body.each_bit(missing) as member:
                given = [f"i64 {who}", f"i64 {member}"]
                value = self.native.pure(body, number, given)[0] if outside else body.call("i64", self.native.raw(number), *given)
                bit = body.choose(body.compare("ne", value, 0), body.let(f"shl i64 1, {member}"), 0)
                body.store(body.let(f"or i64 {body.load(found)}, {bit}"), found)
            passed = body.load(found)
            if not outside:
                address = body.at(body.add(self.place(kept), who))
                truth = body.at(body.add(self.place(kept) + self.stride, who))
                body.store(body.let(f"or i64 {body.load(address)}, {missing}"), address)
                others = body.let(f"and i64 {body.load(truth)}, {body.let(f'xor i64 {missing}, -1')}")
                body.store(body.let(f"or i64 {others}, {passed}"), truth)
            body.give(passed)
            self.parts.module.define(body, unique=True)

        return self.parts.once(name, make)

    # --------------------------------------------------------------------------------------------------------- forgetting
    def cares(self, slot: int) -> bool:
        return slot in self.by_slot

    def _forget(self, body: Body, slot: int, index: str | None, change: str | None) -> None:
        """Emits what follows a write to a slot; `index` is the element, `change` the members of a set that came or went; None: any."""
        if self.cares(slot):
            forget(self, body, slot, index, change)
