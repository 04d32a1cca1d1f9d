"""Promises as people read them: those that are in force, and those that a bundle would make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulelang.engine.events import Kind, Row
from rulelang.ir.program import Program, Promise, PromiseField
from rulelang.play.values import Values, members
from rulelang.play.wording import Wording

Slots = Callable[[], Sequence[int]]
"""The slots of the game as they are now."""


@dataclass(frozen=True, slots=True)
class Promised:
    """Texts of promises. What is in force is read from the slots of the game."""

    program: Program
    values: Values
    wording: Wording
    slots: Slots

    def filled(self, promise: Promise, known: Sequence[int | None]) -> str:
        """The title with these values of its fields; `…` for what is not known."""
        fields = [(known[number], type_) for number, type_ in promise.title.values]
        shown = ["…" if value is None else self.values.value(type_, value) for value, type_ in fields]
        return self.values.texts.message(promise.title, shown)

    def in_force(self, promise: Promise, row: int) -> str:
        """A promise of the table."""
        slots = self.slots()
        return self.filled(promise, [self._at(slots, field.slot, row) for field in promise.fields])

    def in_bundle(self, registers: Sequence[int], unfinished: bool = False) -> Iterator[str]:
        """Those that a bundle passes on, then the new ones it makes; one that does not say all yet only if `unfinished`, with `…`."""
        for component, value in zip(self.program.components, registers, strict=False):
            if component.kind == "promises":
                yield from (self.of_domain(component.domain, row) for row in members(value))
        for kind in self.program.promises:
            named = [registers[field.component] if field.component >= 0 else 0 for field in kind.fields]
            if all(named) or (unfinished and any(named)):
                yield from self._new(kind, named)

    def _new(self, kind: Promise, named: Sequence[int]) -> Iterator[str]:
        """One new promise, or one for each thing that is named."""
        things = next((n for n, field in enumerate(kind.fields) if self._is_set(field)), None)
        for thing in members(named[things]) if things is not None and named[things] else (None,):
            known = [
                thing if number == things else next(members(value), None) if self._is_set(field) else value or None
                for number, (field, value) in enumerate(zip(kind.fields, named, strict=True))
            ]
            yield self.filled(kind, known)

    def event(self, row: Row) -> str | None:
        """The sentence of an event that makes, passes on or ends a promise; "" for what is kept about one that is not in force yet."""
        if row[0] != Kind.SET:
            return None
        slot, first, before, after = row[2], row[3], row[5], row[6]
        for kind in self.program.promises:
            if slot == kind.in_force:
                return " ".join(self._changed(kind, member, after) for member in members(before ^ after))
            if slot == kind.holder:
                if not self.slots()[self.program.slots[kind.in_force].base] >> first & 1:
                    return ""
                holder = self.values.name("player", after)
                return self.wording.say("event.promise_passes", holder=holder, promise=self.in_force(kind, first))
        return None

    def _changed(self, kind: Promise, row: int, after: int) -> str:
        slots = self.slots()
        giver, holder = (self._at(slots, slot, row) for slot in (kind.giver, kind.holder))
        people = {"giver": self.values.name("player", giver), "holder": self.values.name("player", holder)}
        key = "event.promise_made" if after >> row & 1 else "event.promise_ends"
        return self.wording.say(key, promise=self.in_force(kind, row), **people)

    def _at(self, slots: Sequence[int], slot: int, row: int) -> int:
        return slots[self.program.slots[slot].base + row]

    def of_domain(self, domain: str, row: int) -> str:
        """A promise in force, by the domain of its rows (`promise.NAME`)."""
        return self.in_force(self._kind(domain), row)

    def _kind(self, domain: str) -> Promise:
        return next(kind for kind in self.program.promises if f"promise.{kind.name}" == domain)

    def _is_set(self, field: PromiseField) -> bool:
        return field.component >= 0 and self.program.components[field.component].kind == "things"
