"""What a slice leaves out of the money and the marks: which purposes, which way the money goes, and what it would take to tell.

All calls that the game can make are followed once. A payment that is done behind an op that the slice has not kept is not counted by the
chain; a figure with such a payment is too low by what that brings, and who shows it has to say so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.ir.program import Op, Origin
from rulelang.lab.needs import FIRST_ARGUMENT
from rulelang.lab.observing import started
from rulelang.lab.slicing import Place, Slice, Slicer

ANY = -2
"""A purpose that is only known once the game is played."""
_FOLLOWED = ("holder", "purpose")
_DEEPEST = 4
"""Calls in calls through which a result is followed."""
_Known = tuple[frozenset[int] | None, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a payment that is left out asks for ("": no slot by itself), and the line that asks or, if none does, that pays."""

    what: str
    origin: Origin


@dataclass(slots=True)
class Untold:
    """What is left out of the money that one player receives (`gains`) and pays (`costs`), by purpose, and of the `marks`, by mark."""

    gains: dict[int, list[Reading]] = field(default_factory=dict)
    costs: dict[int, list[Reading]] = field(default_factory=dict)
    marks: dict[int, list[Reading]] = field(default_factory=dict)


def untold(slicer: Slicer, base: Slice, kept: Slice) -> Untold:
    """What `kept`, the slice that is run, leaves out; `base` is the slice of the tokens alone."""
    return _Following(slicer, base, kept).follow()


class _Following:
    def __init__(self, slicer: Slicer, base: Slice, kept: Slice) -> None:
        self.slicer = slicer
        self.program = slicer.program
        self.base = base
        self.kept = kept
        self.bank = next(slot.size for slot in self.program.slots if slot.name == "position")
        self.seen: set[tuple[int, _Known, bool]] = set()
        self.asking: set[Place] = set()
        """The registers (function, register) of calls whose results are being looked for."""
        self.found = Untold()

    def follow(self) -> Untold:
        open_: list[tuple[int, _Known, tuple[Place, ...], bool]] = [(self.program.entry, (), (), True)]
        while open_:
            number, known, path, told = open_.pop()
            if (number, known, told) in self.seen:
                continue
            self.seen.add((number, known, told))
            for index in self.slicer.alive(number):
                op = self.slicer.code[number][index]
                here = told and index in self.kept.kept.get(number, ())
                match op.code:
                    case "pay" if not here:
                        self._pays(number, op, known, (*path, (number, index)))
                    case "mark" if not here:
                        _add(self.found.marks, op.args[0], self._readings((*path, (number, index))))
                open_.extend(
                    (called, self._handed(number, op, called, known, _FOLLOWED), (*path, (number, index)), here)
                    for called in self.slicer.called_by(number, index)
                    if not self.program.functions[called].pure
                )
        return self.found

    def _pays(self, number: int, op: Op, known: _Known, path: tuple[Place, ...]) -> None:
        payer, receiver, amount, purpose = (self._values(number, arg, known) for arg in op.args[:4])
        if amount == frozenset({0}):
            return
        readings = self._readings(path)
        for one in sorted(purpose or (ANY,)):
            if not receiver or min(receiver) < self.bank:
                _add(self.found.gains, one, readings)
            if not payer or min(payer) < self.bank:
                _add(self.found.costs, one, readings)

    # ------------------------------------------------------------------------------------------------- what values are known
    def _handed(self, number: int, op: Op, called: int, known: _Known, types: tuple[str, ...], depth: int = 0) -> _Known:
        """Of a call's arguments what those of some types may be (no types: all)."""
        first = FIRST_ARGUMENT.get(op.code)
        parameters = self.program.functions[called].parameters
        if first is None:
            return (None,) * len(parameters)
        return tuple(
            self._values(number, arg, known, depth) if not types or type_name in types else None
            for (_, type_name), arg in zip(parameters, op.args[first:], strict=True)
        )

    def _values(self, number: int, operand: int, known: _Known, depth: int = 0) -> frozenset[int] | None:
        """What an operand may be, if all that is ever written to it is known."""
        found, seen, open_ = set[int](), set[int](), [operand]
        while open_:
            operand = open_.pop()
            # What is handed to a call and comes back from it adds nothing to itself.
            if operand in seen or (number, operand) in self.asking:
                continue
            seen.add(operand)
            if operand < 0:
                found.add(self.program.constants[~operand])
                continue
            if operand < len(self.program.functions[number].parameters):
                given = known[operand]
                if given is None:
                    return None
                found |= given
            for writer in self.slicer.writers[number].get(operand, []):
                op = self.slicer.code[number][writer]
                if op.code == "move":
                    open_.append(op.args[0])
                    continue
                returned = self._returned(number, op, operand, known, depth + 1) if op.code == "call" and depth < _DEEPEST else None
                if returned is None:
                    return None
                found |= returned
        return frozenset(found)

    def _returned(self, number: int, op: Op, register: int, known: _Known, depth: int) -> frozenset[int] | None:
        """What a call may write to a register."""
        called, place = op.args[0], register - op.out
        self.asking.add((number, register))
        handed = self._handed(number, op, called, known, (), depth)
        found = set[int]()
        for inner in self.slicer.code[called]:
            if inner.code == "return":
                values = self._values(called, inner.args[place], handed, depth) if inner.args else frozenset({0})
                if values is None:
                    break
                found |= values
        else:
            self.asking.discard((number, register))
            return frozenset(found)
        self.asking.discard((number, register))
        return None

    # ------------------------------------------------------------------------------------------------- what would be needed
    def _readings(self, path: tuple[Place, ...]) -> list[Reading]:
        """The lines that read what the slice does not, of those that decide about the last op of a path of calls."""
        needed = started(self.slicer, self.base, frozenset(number for number, _ in path if number not in self.base.kept))
        for place in path:
            needed.op(*place)
        needed.close_without_slots()
        more = needed.slots() & ~self.base.slots
        loads = [self.slicer.code[number][index] for number, index in needed.found]
        found = [
            Reading(self.program.slots[op.args[0]].name, self.program.origins[op.origin])
            for op in loads
            if op.code == "load" and more >> op.args[0] & 1
        ]
        found = list(dict.fromkeys(reading for reading in found if reading.origin.line > 0))
        if found:
            return found
        places = [self.program.origins[self.slicer.code[number][index].origin] for number, index in reversed(path)]
        return [Reading("", next((place for place in places if place.line > 0), places[0]))]


def _add(table: dict[int, list[Reading]], key: int, readings: list[Reading]) -> None:
    old = table.setdefault(key, [])
    old.extend(reading for reading in readings if reading not in old)
