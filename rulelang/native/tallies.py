"""Tallies as machine code: the rows of `rulelang.engine.tallies` as additions to the cells at the address in the word OUTPUT.

Each kind of event has a function that is called with the event's values; what of it is decided by a value that is known when the code is
written (which mark, say) has a function of its own. Tallies of a game that ends by a fault mean nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.engine.events import Kind
from rulelang.engine.tallies import ROUNDS, Axis, Bound, Count, Tallies
from rulelang.native.block import Word
from rulelang.native.emit import Body

if TYPE_CHECKING:
    from rulelang.native.parts import Parts


class Tallying:
    """Emits what is counted."""

    def __init__(self, parts: Parts, tallies: Tallies) -> None:
        self.parts = parts
        self.tallies = tallies

    def call(self, body: Body, function: int) -> None:
        """A call of a function begins."""
        cell = self.tallies.calls.get(function)
        if cell is not None:
            self._add(body, str(cell), "1")

    def returns(self, body: Body, function: int, place: int) -> None:
        """Control comes to a `return`: perhaps because the condition of the function was not met."""
        if place in self.tallies.guards.get(function, ()):
            self._add(body, str(self.tallies.calls[function]), "-1")

    def event(self, body: Body, kind: Kind, values: Sequence[str]) -> None:
        """An event happens; `values` are numbers of 64 bits wherever something is counted by them."""
        counts = [count for count in self.tallies.of_kind(kind) if not _never(count, values)]
        begins = kind in (Kind.ROUND, Kind.TURN)
        used = sorted({place for count in counts for place in _places(count)} | ({0} if begins else set()))
        if not counts and not begins:
            return
        known = "_".join(str(place) + values[place].replace("-", "m") for place in used if not values[place].startswith("%"))
        name = f"tally_{kind.name.lower()}" + (f"_{known}" if known else "")
        given = [place for place in used if values[place].startswith("%")]

        def make() -> None:
            inner = Body(self.parts.module, name, "void", ["i64"] * len(given))
            inside = dict(zip(given, inner.parameters, strict=True))
            seen = {place: inside.get(place, values[place]) for place in used}
            self._counts(inner, counts, seen)
            if kind == Kind.ROUND:
                self._round(inner, seen[0])
            elif kind == Kind.TURN:
                self._turn(inner, seen[0])
            inner.give()
            self.parts.module.define(inner, unique=True)

        body.call("void", self.parts.once(name, make), *(f"i64 {values[place]}" for place in given))

    # ---------------------------------------------------------------------------------------------------------- counts
    def _counts(self, body: Body, counts: Sequence[Count], values: dict[int, str]) -> None:
        """Counts that ask one value to be one number stand under a switch, the others are tried one after the other."""
        switched: dict[int, dict[int, list[tuple[Count, list[Bound]]]]] = {}
        for count in counts:
            asked = [bound for bound in count.only if values[bound.place].startswith("%")]
            exact = next((bound for bound in asked if bound.low == bound.high and not bound.outside), None)
            if exact is None:
                self._count(body, count, asked, values)
            else:
                asked.remove(exact)
                switched.setdefault(exact.place, {}).setdefault(exact.low, []).append((count, asked))
        for place, cases in switched.items():
            labels = {number: body.label() for number in cases}
            done = body.label()
            listed = " ".join(f"i64 {number}, label %{label}" for number, label in labels.items())
            body.lines.append(f"  switch i64 {values[place]}, label %{done} [ {listed} ]")
            body.ended = True
            for number, some in cases.items():
                body.place(labels[number])
                for count, asked in some:
                    self._count(body, count, asked, values)
                body.jump(done)
            body.place(done)

    def _count(self, body: Body, count: Count, asked: Sequence[Bound], values: dict[int, str]) -> None:
        conditions = [self._holds(body, bound, values[bound.place]) for bound in asked]
        index = "0"
        for axis in count.axes:
            at, inside = self._place(body, axis, values)
            if inside:
                conditions.append(inside)
            index = body.add(index if index == "0" else body.let(f"mul i64 {index}, {axis.size}"), at)
        amount = "1" if count.adds < 0 else values[count.adds]
        if not conditions:
            self._add(body, body.add(index, count.base), amount)
            return
        all_ = conditions[0]
        for condition in conditions[1:]:
            all_ = body.let(f"and i1 {all_}, {condition}")
        with body.when(all_):
            self._add(body, body.add(index, count.base), amount)

    def _holds(self, body: Body, bound: Bound, value: str) -> str:
        shifted = body.let(f"sub i64 {value}, {bound.low}")
        return body.compare("ugt" if bound.outside else "ule", shifted, bound.high - bound.low)

    def _place(self, body: Body, axis: Axis, values: dict[int, str]) -> tuple[str, str]:
        """The place on an axis, and the condition under which there is one ("": always)."""
        at = body.add(values[axis.place], -axis.low)
        if axis.clipped:
            at = body.choose(body.compare("slt", at, 0), 0, at)
            return body.choose(body.compare("sge", at, axis.size), axis.size - 1, at), ""
        if axis.otherwise >= 0:
            other = body.add(values[axis.otherwise], -axis.low)
            at = body.choose(body.compare("ult", at, axis.size), at, other)
        return at, body.compare("ult", at, axis.size)

    def _add(self, body: Body, cell: str, amount: str) -> None:
        address = body.at(cell, body.load(body.at(Word.OUTPUT), "ptr"))
        body.store(body.add(body.load(address), amount), address)

    # ---------------------------------------------------------------------------------------------------------- turns, rounds
    def _turn(self, body: Body, player: str) -> None:
        """Who has the first."""
        address = body.at(str(self.tallies.first), body.load(body.at(Word.OUTPUT), "ptr"))
        with body.when(body.compare("eq", body.load(address), 0)):
            body.store(body.add(player, 1), address)

    def _round(self, body: Body, number: str) -> None:
        """What everybody has, in some rounds; who is ahead, in all."""
        parts, tallies = self.parts, self.tallies
        layout = tallies.layout
        output = body.load(body.at(Word.OUTPUT), "ptr")
        noted = [ROUNDS.index(round_) if round_ in ROUNDS else -1 for round_ in range(ROUNDS[-1] + 1)]
        with body.when(body.compare("ule", number, ROUNDS[-1])):
            index = body.load(body.at(number, parts.module.constant("noted_rounds", "i64", noted)))
            with body.when(body.compare("sge", index, 0)):
                body.store("1", body.at(body.add(index, tallies.reached), output))
                first = body.add(body.let(f"mul i64 {index}, {layout.holders}"), tallies.money)
                parts.module.declare("llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
                money = parts.address(body, layout.money)
                target = body.at(first, output)
                body.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {money}, i64 {8 * layout.holders}, i1 false)")
        in_game = body.load(parts.address(body, layout.in_game))
        most, ahead = str(-(2**63)), "-1"
        for player in range(layout.players):
            inside = body.let(f"trunc i64 {body.let(f'lshr i64 {in_game}, {player}')} to i1")
            has = body.load(parts.address(body, layout.money + player))
            more = body.let(f"and i1 {inside}, {body.compare('sgt', has, most)}")
            even = body.let(f"and i1 {inside}, {body.compare('eq', has, most)}")
            ahead = body.choose(more, player, body.choose(even, -1, ahead))
            most = body.choose(more, has, most)
        address = body.at(tallies.leading, output)
        before = body.load(address)
        now = body.add(ahead, 1)
        other = body.let(f"and i1 {body.compare('sge', ahead, 0)}, {body.compare('ne', now, before)}")
        with body.when(other):
            body.store(now, address)
            with body.when(body.compare("ne", before, 0)):
                self._add(body, str(tallies.changes), "1")


def _never(count: Count, values: Sequence[str]) -> bool:
    """Whether what is known of the values rules the count out."""
    for bound in count.only:  # the mark by its number comes before what only it has
        value = values[bound.place]
        if not value.startswith("%") and (bound.low <= int(value) <= bound.high) == bound.outside:
            return True
    return count.size == 0


def _places(count: Count) -> set[int]:
    """The places of the values by which it counts."""
    places = {bound.place for bound in count.only} | {axis.place for axis in count.axes}
    return places | {axis.otherwise for axis in count.axes if axis.otherwise >= 0} | ({count.adds} if count.adds >= 0 else set())
