"""Which payments and marks a slice can answer for: those that need no more of the game than where tokens go.

A payment of a fixed amount is one; a payment that asks who owns something is none. A payment stands behind a call of a function that
settles it, and that function serves many payments, so each call is looked at by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.engine.loaded import load
from rulelang.lab.needs import Need
from rulelang.lab.slicing import Place, Slice, Slicer

_SEEN = frozenset(("pay", "mark"))


@dataclass(frozen=True, slots=True)
class Observed:
    """Ops to keep, and the functions that run for their sake alone."""

    ops: tuple[Place, ...] = ()
    among: frozenset[int] = frozenset()


def observable(slicer: Slicer, base: Slice) -> Observed:
    """All that can be kept beside `base` without any slot that it does not read."""
    found: list[tuple[Place, ...]] = []
    among: set[int] = set()
    for number in base.kept:
        if slicer.program.functions[number].pure:
            continue
        for index in slicer.alive(number):
            if index in base.kept[number]:
                continue
            inside = _inside(slicer, base, number, index)
            if inside is None:
                continue
            places, functions = inside
            need = started(slicer, base, frozenset(functions))
            for place in places:
                need.op(*place)
            need.close_without_slots()
            if not need.slots() & ~base.slots:
                found.append(places)
                among |= functions
    while found:
        ops = tuple(place for places in found for place in places)
        sliced = slicer.slice(ops, frozenset(among))
        if not sliced.slots & ~base.slots:
            return Observed(ops, frozenset(among))
        # A slot that the base reads elsewhere is here read where it is not kept up to date: leave one out after the other.
        found = [places for places in found if not slicer.slice(places, frozenset(among)).slots & ~base.slots][: len(found) - 1]
    return Observed()


def answerable_endings(slicer: Slicer, base: Slice, start: list[int]) -> tuple[int, ...]:
    """The endings that ask only where tokens are. One that holds for one player alone at the very beginning (`start`: the slots) asks
    how many players there are, and never comes here."""
    loaded = load(slicer.program)
    found = []
    for number, ending in enumerate(slicer.program.endings):
        need = started(slicer, base, frozenset())
        need.result_of(ending.holds)
        need.close_without_slots()
        if not need.slots() & ~base.slots and not loaded.call(ending.holds, start):
            found.append(number)
    return tuple(found)


def _inside(slicer: Slicer, base: Slice, number: int, index: int) -> tuple[tuple[Place, ...], set[int]] | None:
    """What is to be seen at an op or in what it calls, and the functions outside the base that run for it."""
    op = slicer.code[number][index]
    if op.code in _SEEN:
        return ((number, index),), set()
    if op.code not in ("call", "within"):
        return None
    functions: set[int] = set()
    open_ = [op.args[0]]
    seen: list[Place] = []
    while open_:
        function = open_.pop()
        if function in functions or function in base.kept:
            continue
        functions.add(function)
        for inner in slicer.alive(function):
            if slicer.code[function][inner].code in _SEEN:
                seen.append((function, inner))
            open_.extend(slicer.called_by(function, inner))
    return ((*seen, (number, index)), functions) if seen else None


def started(slicer: Slicer, base: Slice, among: frozenset[int]) -> Need:
    need = Need(slicer, among)
    for number, indexes in base.kept.items():
        need.needed[number] = set(indexes)
    need.registers = {(number, register) for number, registers in base.registers.items() for register in registers}
    need.results = set(base.results)
    return need
