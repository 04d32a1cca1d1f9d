"""What must hold: money, pieces, things and cards are conserved, whatever happens, and what is kept twice agrees.

In all-at-once a supply may be short until it ends.
"""

from __future__ import annotations

from rulelang.engine.layout import Layout
from rulelang.engine.state import State
from rulelang.ir.program import Program
from rulelang.machine.slots import IN_DECK, ON_TABLE


def check_invariants(program: Program, state: State, layout: Layout | None = None) -> list[str]:
    """What does not hold where a game waits or is over, as text; empty if all does. `layout` if it is at hand already."""
    layout = layout or Layout(program)
    return [*check_conserved(program, state, layout), *_holdings(program, layout, state)]


def check_conserved(program: Program, state: State, layout: Layout | None = None) -> list[str]:
    """What is not conserved, as text. It is at every event."""
    layout = layout or Layout(program)
    return [
        *_money(program, layout, state),
        *_pieces(program, layout, state),
        *_cards(program, layout, state),
        *_things(program, layout, state),
    ]


def _money(program: Program, layout: Layout, state: State) -> list[str]:
    money = state.slots[layout.money : layout.money + layout.holders]
    problems = [f"the money of all holders adds up to {sum(money)} instead of 0"] if sum(money) else []
    return problems + [
        f"holder {holder} has {amount}, less than nothing" for holder, amount in enumerate(money) if amount < 0 and holder != layout.bank
    ]


def _pieces(program: Program, layout: Layout, state: State) -> list[str]:
    s = state.slots
    initial = {slot.name: slot.initial for slot in program.slots if slot.name.startswith("piece.")}
    problems = []
    for index, (piece, base) in enumerate(zip(program.pieces, layout.pieces, strict=True)):
        found = [0] * piece.subs
        for place in range(layout.holders * piece.subs):
            found[place % piece.subs] += s[base + place]
            if s[base + place] < 0 and not state.atomic:
                problems.append(f"holder {place // piece.subs} has {s[base + place]} {piece.plural}")
        for thing, group in enumerate(program.group_of):
            sub = max(group, 0) if piece.subs > 1 else 0
            if layout.ladder_of[thing] >= 0:
                found[sub] += program.ladders[layout.ladder_of[thing]].counts[s[layout.stepno + thing]][index]
            if program.shown_by[thing] == index and 0 <= s[layout.owner + thing] < layout.players:
                found[sub] += 1
        start = initial[f"piece.{piece.name}"]
        if len(start) == 1:
            start *= layout.holders * piece.subs
        for sub in range(piece.subs):
            wanted = sum(start[sub :: piece.subs])
            if found[sub] != wanted:
                problems.append(f"there are {found[sub]} {piece.plural} (supply {sub}) instead of {wanted}")
    return problems


def _cards(program: Program, layout: Layout, state: State) -> list[str]:
    s = state.slots
    problems = []
    for index, deck in enumerate(program.decks):
        length = s[layout.length[index]]
        queue = s[layout.queue[index] : layout.queue[index] + length]
        if any(card != -1 for card in s[layout.queue[index] + length : layout.queue[index] + len(deck.cards)]):
            problems.append(f"{deck.title}: there are cards behind the end of the deck")
        for card in deck.cards:
            places = (s[layout.unknown[index]] >> card & 1) + (s[layout.aside[index]] >> card & 1) + queue.count(card)
            holder = s[layout.card_holder + card]
            if holder != IN_DECK:
                places += 1
            if places != 1:
                problems.append(f"{deck.title}: card {card} is in {places} places")
            if not ON_TABLE <= holder < layout.holders:
                problems.append(f"{deck.title}: card {card} is held by {holder}")
        if (s[layout.unknown[index]] | s[layout.aside[index]]) & ~sum(1 << card for card in deck.cards):
            problems.append(f"{deck.title}: there are cards of other decks in it")
    return problems


def _things(program: Program, layout: Layout, state: State) -> list[str]:
    s = state.slots
    problems = []
    for thing in range(len(program.kind_of)):
        owner = s[layout.owner + thing]
        if not -1 <= owner < layout.holders:
            problems.append(f"thing {thing} is owned by {owner}")
        ladder = layout.ladder_of[thing]
        steps = len(program.ladders[ladder].steps) if ladder >= 0 else 1
        if not 0 <= s[layout.stepno + thing] < steps:
            problems.append(f"thing {thing} is at step {s[layout.stepno + thing]} of {steps}")
    return problems


def _holdings(program: Program, layout: Layout, state: State) -> list[str]:
    """Compiled rules keep the things of each holder as a set too, if the Program has a slot `holdings`."""
    slot = next((slot for slot in program.slots if slot.name == "holdings"), None)
    if slot is None:
        return []
    owned = [0] * layout.holders
    for thing in range(len(program.kind_of)):
        owner = state.slots[layout.owner + thing]
        if 0 <= owner < layout.holders:
            owned[owner] |= 1 << thing
    kept = state.slots[slot.base : slot.base + layout.holders]
    return [
        f"holder {holder} is said to hold {kept[holder]:#x} and owns {owned[holder]:#x}"
        for holder in range(layout.holders)
        if kept[holder] != owned[holder]
    ]
