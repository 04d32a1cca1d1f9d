"""The slots that the machine itself reads and writes, as rows: front end and engine both lay out a state from these.

A Program declares all of them (`machine_slots` makes the declarations); the engine finds them by name. A row whose `domains` or
name holds `{…}` stands for one slot for each piece, deck or set of dice of the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulelang.ir.program import Deck, Die, Piece, Slot

LOW, HIGH = -(2**63), 2**63 - 1
"""The range of a whole number in a game."""

MOST = 2**53 - 1
"""The most money that a holder has, and the most that the bank owes; what the machine counts stays under it too. Sums and products of
such numbers stay far from the ends of 64 bits, and every reader of JSON keeps them."""

UNLIMITED = 10**12
"""What the bank has at first of a piece without limit, so that "the bank has one" needs no special case."""

EFFECT = "effect "
"""How the names of slots begin that hold the players for whom a lasting effect is on."""

IN_DECK = -1
"""`card_holder` of a card that lies in its deck (unknown, known below or aside)."""
ON_TABLE = -2
"""`card_holder` of a card that has been drawn and neither been put back nor been given to anybody."""
OFF_BOARD = -1
"""`position` of a token that was never placed."""


@dataclass(frozen=True, slots=True)
class SlotRow:
    """`each`: "" for one slot, or piece, deck, dice: one for each of the program's, `{name}` being its name or index."""

    name: str
    each: str
    type: str
    domains: tuple[str, ...]
    initial: int
    low: int
    high: int
    doc: str


_ROWS = (
    SlotRow("money", "", "money", ("holder",), 0, -MOST, MOST, "what a holder has; only the bank's may be negative; the sum is always 0"),
    SlotRow("in_game", "", "set of player", (), 0, 0, 0, "the players who have not left; set when the game begins"),
    SlotRow("players_count", "", "count", (), 0, 0, 64, "how many players began the game; set when the game begins"),
    SlotRow("turn_player", "", "player", (), -1, -1, 63, "whose turn it is or, between turns, was; nobody before the first"),
    SlotRow("turns", "", "count", (), 0, 0, MOST, "turns begun, extra turns included"),
    SlotRow("round", "", "count", (), 0, 0, MOST, "the round: 1 from the first turn on"),
    SlotRow("round_starter", "", "player", (), -1, -1, 63, "whose turn began the first round; who comes to or past him begins the next"),
    SlotRow("position", "", "space", ("player",), OFF_BOARD, -1, HIGH, "the space on which a token stands, -1 before it is placed"),
    SlotRow("moves", "", "count", ("player",), 0, 0, MOST, "how often a token was placed: a landing is over when this has changed"),
    SlotRow("owner", "", "holder", ("thing",), -1, -1, HIGH, "who owns a thing: a holder, or -1"),
    SlotRow("stepno", "", "step", ("thing",), 0, 0, HIGH, "the step of its ladder at which a thing is"),
    SlotRow("card_holder", "", "holder", ("card",), IN_DECK, ON_TABLE, HIGH, "who keeps a card; -1: in its deck; -2: drawn, on the table"),
    SlotRow("rolled", "", "count", ("player",), 0, -MOST, MOST, "the total of a player's last roll"),
    SlotRow("last_dice", "", "count", (), -1, -1, HIGH, "the set of dice that was rolled last, -1 before the first roll"),
    SlotRow("dice.{name}", "dice", "count", ("#count",), 0, LOW, HIGH, "the faces last rolled: a number n as n, word w as -1 - w"),
    SlotRow("piece.{name}", "piece", "count", ("holder", "#subs"), 0, -MOST, MOST, "how many a holder has, of each supply"),
    SlotRow("deck.{name}.unknown", "deck", "set of card", (), 0, 0, 0, "cards in the deck whose place nobody knows: on top, in any order"),
    SlotRow("deck.{name}.queue", "deck", "card", ("#cards",), -1, -1, HIGH, "known cards under them, the next to come first; then -1"),
    SlotRow("deck.{name}.length", "deck", "count", (), 0, 0, MOST, "how many cards are in the queue"),
    SlotRow("deck.{name}.aside", "deck", "set of card", (), 0, 0, 0, "used cards that lie aside until the deck is empty"),
)

MACHINE_SLOTS: dict[str, SlotRow] = {row.name: row for row in _ROWS}


_INDEXES = ("player", "holder", "thing", "space", "group", "card", "deck", "piece", "purpose", "moment", "step")


def within(slot: Slot, sizes: Mapping[str, int]) -> Slot:
    """The slot with no wider a range than its type has members; `sizes` are those of the domains, of the board (`space`) and of the longest
    ladder (`step`). Nobody is -1, and nothing that an index stands for is below -2."""
    if slot.type not in _INDEXES or slot.type not in sizes:
        return slot
    return replace(slot, low=max(slot.low, ON_TABLE), high=max(-1, slot.low, *slot.initial, min(slot.high, sizes[slot.type] - 1)))


def machine_slots(
    sizes: dict[str, int], dice: Sequence[tuple[int, int]], dies: Sequence[Die], decks: Sequence[Deck], pieces: Sequence[Piece]
) -> list[Slot]:
    """The declarations of all machine slots, laid out from base 0 without gaps.

    `sizes` are the sizes of the domains player, holder, thing and card (a missing one is empty). The author's own slots follow at
    the sum of the sizes.
    """
    laid: list[Slot] = []
    base = 0

    def lay(row: SlotRow, name: str, domains: tuple[str, ...], initial: tuple[int, ...]) -> None:
        nonlocal base
        size = 1
        for domain in domains:
            size *= int(domain[1:]) if domain.startswith("#") else sizes.get(domain, 0)
        values = initial if size else (row.initial,)
        laid.append(Slot(name, row.type, domains, base, size, values, row.low, row.high, False, ""))
        base += size

    for row in _ROWS:
        match row.each:
            case "dice":
                for index, (count, _) in enumerate(dice):
                    lay(row, row.name.format(name=index), (f"#{count}",), (row.initial,))
            case "piece":
                for piece in pieces:
                    stock = [0] * (sizes["holder"] * piece.subs)
                    bank = sizes["player"] * piece.subs
                    stock[bank : bank + piece.subs] = [UNLIMITED if piece.supply < 0 else piece.supply] * piece.subs
                    lay(row, row.name.format(name=piece.name), ("holder", f"#{piece.subs}"), tuple(stock))
            case "deck":
                for deck in decks:
                    domains = tuple(f"#{len(deck.cards)}" if domain == "#cards" else domain for domain in row.domains)
                    cards = sum(1 << card for card in deck.cards)
                    lay(row, row.name.format(name=deck.name), domains, (cards if row.name.endswith("unknown") else row.initial,))
            case _:
                lay(row, row.name, row.domains, (row.initial,))
    return laid
