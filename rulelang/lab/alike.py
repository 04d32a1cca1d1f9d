"""Cards that are alike for a slice: it never tells them apart. Where decks are not replaced, states that differ only in which of them
lies where are one state."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod

from rulelang.engine.layout import Layout
from rulelang.engine.state import State
from rulelang.ir.program import Function, Program
from rulelang.ir.shape import constant


class Alike:
    """The classes of cards of a cut program: `classes[deck]` are tuples of cards, each in order."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        tests = [test for function in program.functions for test in _tests(program, function)]
        self.classes: list[list[tuple[int, ...]]] = []
        for deck in program.decks:
            groups: dict[tuple[int, ...], list[int]] = {}
            for card in sorted(deck.cards):
                groups.setdefault(tuple(test >> card & 1 for test in tests), []).append(card)
            self.classes.append([tuple(cards) for cards in groups.values()])

    def arrangements(self) -> int:
        """In how many ways the decks can lie, once all their cards have been seen."""
        ways = 1
        for deck, classes in zip(self.program.decks, self.classes, strict=True):
            if deck.aside:
                ways *= prod(len(cards) + 1 for cards in classes)
            else:
                ways *= factorial(len(deck.cards)) // prod(factorial(len(cards)) for cards in classes)
        return ways

    def settle(self, state: State) -> None:
        """Renames alike cards in the order in which they lie."""
        slots, layout = state.slots, self.layout
        new: dict[int, int] = {}
        for deck, classes in enumerate(self.classes):
            queue = slots[layout.queue[deck] : layout.queue[deck] + slots[layout.length[deck]]]
            unknown, aside = slots[layout.unknown[deck]], slots[layout.aside[deck]]

            def place(card: int, queue: list[int] = queue, aside: int = aside, unknown: int = unknown) -> tuple[int, int, int]:
                lies = queue.index(card) if card in queue else len(queue)
                return lies, 0 if aside >> card & 1 else 1 if unknown >> card & 1 else 2, slots[layout.card_holder + card]

            for cards in classes:
                new.update(zip(sorted(cards, key=place), cards, strict=True))
        if all(old == card for old, card in new.items()):
            return
        holders = {card: slots[layout.card_holder + old] for old, card in new.items()}
        for card, holder in holders.items():
            slots[layout.card_holder + card] = holder
        for deck in range(len(self.classes)):
            for base in (layout.unknown[deck], layout.aside[deck]):
                slots[base] = sum(1 << new[card] for card in self.program.decks[deck].cards if slots[base] >> card & 1)
            for place_ in range(layout.queue[deck], layout.queue[deck] + slots[layout.length[deck]]):
                slots[place_] = new[slots[place_]]


def _tests(program: Program, function: Function) -> Iterator[int]:
    """The sets by which a function tells cards apart: those in which it looks for what it drew, and each card that it names."""
    drawn = {op.out for op in function.code if op.code == "draw"}
    holder = next((index for index, slot in enumerate(program.slots) if slot.name == "card_holder"), -1)
    for op in function.code:
        named = None
        match op.code:
            case "has" if op.args[1] in drawn:
                found = constant(program, op.args[0])
                if found is not None:
                    yield found
            case "load" | "store" if op.args[0] == holder:
                named = constant(program, op.args[-2])
            case "card":
                named = constant(program, op.args[0])
        if named is not None and named >= 0:
            yield 1 << named
