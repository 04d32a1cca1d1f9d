"""Decks that can run out, and decks that are drawn from for ever."""

from __future__ import annotations

from rulelang.ir.program import Op
from rulelang.lints.certain import Value
from rulelang.lints.lookout import Lookout
from rulelang.lints.machine import sent_to_known_space, walk


def running_out(look: Lookout) -> None:
    """All cards are kept: one after the other leaves the deck."""
    for deck in look.world.decks:
        entry = look.model.of("deck")[deck.name]
        cards = [look.world.cards[index].entry for index in deck.cards]
        if cards and all(card.value.keep for card in cards) and look.mentions.has(deck.name):
            place = entry.span if look.is_checked(entry.span) else cards[0].span
            look.warning(
                "deck-runs-out",
                f"all cards of `{deck.name}` are kept: once they are, drawing from it does nothing",
                place,
                help="add a card that is not kept, or more copies than can be kept at a time",
            )


def drawn_for_ever(look: Lookout) -> None:
    """Every card of a deck leads, without any condition, to another card: drawing never comes to an end."""
    ways: dict[int, list[frozenset[int]]] = {}
    functions = {f.name: i for i, f in enumerate(look.program.functions) if f.name.startswith("card ")}
    for number, deck in enumerate(look.world.decks):
        ways[number] = []
        for key in dict.fromkeys(look.world.cards[index].entry.name for index in deck.cards):
            function = functions.get(f"card {key}")
            kept = look.model.of("card")[key].value.keep
            ways[number].append(_draws(look, function) if function is not None and not kept else frozenset())
    endless = {number for number, cards in ways.items() if cards}
    while True:
        ended = {number for number in endless if not all(draws & endless for draws in ways[number])}
        if not ended:
            break
        endless -= ended
    for number in sorted(endless):
        name = look.world.decks[number].name
        look.error(
            "draws-for-ever",
            f"every card of `{name}` has another one drawn: that never ends",
            look.model.of("deck")[name].span,
            help="add a card that draws none, or draw only `if` something holds",
        )


def _draws(look: Lookout, function: int) -> frozenset[int]:
    """Decks from which a card certainly draws."""
    found: set[int] = set()

    def seen(op: Op, values: tuple[Value, ...]) -> None:
        if op.code == "draw" and isinstance(values[0], int):
            found.add(values[0])

    walk(look, True, seen=seen, instead=sent_to_known_space(look)).call(function, ("who",))
    return frozenset(found)
