"""What follows a write: values that hang on it are no longer known (`known`).

Of a write to a set the members are told that came or went, of any other the element. For each there is a table of what stays known, for
each kept function; where a function reads only what is the player's own, that concerns the player whose element it is, else all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.native.block import signed
from rulelang.native.emit import Body
from rulelang.native.keeping import Kept

if TYPE_CHECKING:
    from rulelang.native.known import Known


def forget(known: Known, body: Body, slot: int, index: str | None, change: str | None) -> None:
    """Emits that a slot was written: `index` is the element, `change` the members of a set that came or went; None: any."""
    name = f"forget{slot}"
    known.parts.once(name, lambda: _Forget(known, slot, name).write())
    body.call("void", name, f"i64 {'-1' if index is None else index}", f"i64 {'-1' if change is None else change}")


class _Forget:
    """(element, changed members), -1 for any."""

    def __init__(self, known: Known, slot: int, name: str) -> None:
        self.known = known
        self.slot = slot
        self.is_set = known.native.program.slots[slot].type.startswith("set of ")
        self.row = f"<{known.stride} x i64>"
        self.body = Body(known.parts.module, name, "void", ["i64", "i64"])
        self.body.attributes = "nounwind noinline"

    def write(self) -> None:
        body = self.body
        index, change = body.parameters
        concerned = self.known.by_slot[self.slot]
        alone = [kept for kept in concerned if not kept.members]
        for kept in alone:
            if self.slot not in kept.own:
                self._all(kept)
        if mine := [kept for kept in alone if self.slot in kept.own]:
            with body.when(self._player()):
                for kept in mine:
                    body.store("0", body.at(body.add(self.known.place(kept), index)))
            with body.when(body.compare("slt", index, 0)):
                for kept in mine:
                    self._all(kept)
        some, all_ = body.label(), body.label()
        body.branch(body.compare("eq", change if self.is_set else index, -1), all_, some, ", !prof !0")
        body.place(all_)
        for kept in concerned:
            if kept.members:
                self._all(kept)
        body.give()
        body.place(some)
        self._members([kept for kept in concerned if kept.members])
        body.give()
        self.known.parts.module.define(body, unique=True)

    def _player(self) -> str:
        return self.body.compare("ult", self.body.parameters[0], self.known.native.block.players)

    def _all(self, kept: Kept) -> None:
        self.body.store("zeroinitializer", self.body.at(self.known.place(kept)), self.row)

    def _members(self, concerned: list[Kept]) -> None:
        """What hangs on the element, or on each changed member, is unknown."""
        body = self.body
        index, change = body.parameters
        if not self.is_set:
            self._hanging(concerned, index)
            return
        with body.each_bit(change) as member:
            self._hanging(concerned, member)

    def _hanging(self, concerned: list[Kept], element: str) -> None:
        body = self.body
        for kept in concerned:
            if self.slot not in kept.own:
                stays = body.let(f"insertelement {self.row} poison, i64 {self._stays(kept, element)}, i64 0")
                spread = body.let(f"shufflevector {self.row} {stays}, {self.row} poison, <{self.known.stride} x i32> zeroinitializer")
                address = body.at(self.known.place(kept))
                body.store(body.let(f"and {self.row} {body.load(address, self.row)}, {spread}"), address, self.row)
        if mine := [kept for kept in concerned if self.slot in kept.own]:
            with body.when(self._player()):
                for kept in mine:
                    address = body.at(body.add(self.known.place(kept), body.parameters[0]))
                    body.store(body.let(f"and i64 {body.load(address)}, {self._stays(kept, element)}"), address)

    def _stays(self, kept: Kept, element: str) -> str:
        """The members of which the value stays known."""
        stays = [signed(~members) for members in kept.forget[self.slot]]
        table = self.known.parts.module.constant(f"hangs{kept.number}_{self.slot}", "i64", stays)
        return self.body.load(self.body.at(element, table))
