"""Positions that nobody would come to by playing: a state at the beginning of a turn, shaken."""

from __future__ import annotations

from random import Random

from rulelang.engine.layout import Layout
from rulelang.engine.state import State
from rulelang.ir.program import Program, Slot

_NUMBERS = ("money", "count")
WIDEST = 1000
"""So far from 0 a number of an author's state is set at most."""


def shake(program: Program, state: State, dice: Random) -> None:
    """Money, tokens, owners, steps and the author's own state are set anew, each within its range; money stays conserved."""
    layout = Layout(program)
    slots = state.slots
    for player in range(state.players):
        amount = dice.choice((0, 1, dice.randint(0, 60), dice.randint(0, 500), dice.randint(0, 3000)))
        slots[layout.bank + layout.money] += slots[layout.money + player] - amount
        slots[layout.money + player] = amount
        if slots[layout.position + player] >= 0:
            slots[layout.position + player] = dice.randrange(program.spaces)
    _owners(program, layout, state, dice)
    for slot in program.slots:
        if slot.public and dice.random() < 0.5:
            for place in range(slot.base, slot.base + slot.size):
                if dice.random() < 0.3:
                    slots[place] = _value(slot, slots[place], dice)


def _owners(program: Program, layout: Layout, state: State, dice: Random) -> None:
    slots = state.slots
    holdings = next(slot for slot in program.slots if slot.name == "holdings")
    for thing, owned in enumerate(_can_be_owned(program)):
        if not owned or program.shown_by[thing] >= 0 or dice.random() < 0.4:
            continue
        old, new = slots[layout.owner + thing], dice.choice((-1, *range(state.players), *range(state.players)))
        if old >= 0:
            slots[holdings.base + old] &= ~(1 << thing)
        slots[layout.owner + thing] = new
        if new >= 0:
            slots[holdings.base + new] |= 1 << thing
        ladder = layout.ladder_of[thing]
        if ladder >= 0 and dice.random() < 0.3:
            # As many pieces as the bank has not: what is short there is short on both sides.
            slots[layout.stepno + thing] = dice.randrange(len(program.ladders[ladder].steps))


def _can_be_owned(program: Program) -> list[bool]:
    """What has a price can be owned, in all editions that are played here."""
    prices = next((table for table in program.tables if table.name == "thing.price"), None)
    width = prices.sizes[1] if prices is not None and len(prices.sizes) > 1 else 1
    return [prices is not None and prices.values[thing * width] > 0 for thing in range(len(program.kind_of))]


def _value(slot: Slot, now: int, dice: Random) -> int:
    if slot.type == "yes/no":
        return dice.randint(0, 1)
    if slot.type in _NUMBERS:
        return dice.randint(max(slot.low, -WIDEST), min(slot.high, WIDEST))
    return now
