"""The verbs and events that the machine knows, as rows: header, what it means, an example. No behaviour.

A header's capital words are places for what the author writes; `[…]` may be left out. The lowering has one function for each row
(a test holds the two together); documentation and completion read the rows.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """`name` identifies the row; `header` as an author would write it."""

    name: str
    header: str
    doc: str
    example: str

    @property
    def words(self) -> list[str]:
        return self.header.replace("[", "").replace("]", "").split()


@dataclass(frozen=True, slots=True)
class EventRow:
    """`roles` are the names that a hook may use for who and what takes part, `hooks` the words that may stand before the event."""

    name: str
    header: str
    roles: tuple[str, ...]
    hooks: tuple[str, ...]
    doc: str
    example: str


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field that the machine knows. `name` in capitals stands for the plural of a kind or piece."""

    owner: str
    name: str
    type: str
    doc: str


_ALL = ("before", "when", "instead of")
_AROUND = ("before", "when")
_AFTER = ("when",)


VERBS: tuple[Verb, ...] = (
    Verb(
        "pay",
        "pay AMOUNT [to HOLDER] [as PURPOSE] [for THING]",
        "Money passes from who acts to a holder (the bank, if none is named). Not done until met: who is short runs `cannot_pay`.",
        "pay 50 to bank as fee",
    ),
    Verb(
        "collect",
        "collect AMOUNT [from HOLDER] [as PURPOSE] [for THING]",
        "The holder (the bank, if none is named; the pot, for `all of POT`) pays who acts.",
        "collect 200 from bank",
    ),
    Verb(
        "give",
        "give WHAT to HOLDER [as PURPOSE]",
        "A thing, a card, a set of them, pieces or all of somebody's goods pass to a holder.",
        "give deed to winner",
    ),
    Verb("take", "take WHAT from HOLDER [as PURPOSE]", "The same, the other way.", "take deed from bank"),
    Verb(
        "give_pieces",
        "give COUNT PIECES to HOLDER",
        "So many pieces pass to a holder; of a piece with a supply for each group one says of which.",
        "give 2 tickets to player",
    ),
    Verb("take_pieces", "take COUNT PIECES from HOLDER", "The same, the other way.", "take 2 shares in group from bank"),
    Verb(
        "swap",
        "swap GIVEN with PLAYER for ASKED [as PURPOSE]",
        "Who acts gives the first and gets the second: two bundles of a deal, or things and cards.",
        "swap given with partner for asked",
    ),
    Verb(
        "promise",
        "promise PROMISE FIELD… to PLAYER",
        "Who acts promises something: the kind of promise, then its fields in the order in which they are declared.",
        "borrower promises loan 100 to lender",
    ),
    Verb("put", "put token on SPACE", "Moves the token there; nothing is passed and nothing happens there.", "put token on start"),
    Verb("advance", "advance COUNT", "Moves forwards, passing what lies between, and lands.", "advance total of dice"),
    Verb(
        "advance_to",
        "advance to SPACE",
        "Moves forwards to a space (a whole round if one stands on it), and lands.",
        "advance to next shop",
    ),
    Verb("back", "go back COUNT", "Moves backwards, passes nothing, and lands.", "go back 3"),
    Verb("back_to", "go back to SPACE", "Moves backwards to a space, passes nothing, and lands.", "go back to meadow"),
    Verb("roll", "roll DICE", "Rolls the common dice, or a die by name.", "roll dice"),
    Verb("roll_many", "roll COUNT DIE", "Rolls so many dice of one sort together; `dice` are then these.", "roll 3 white"),
    Verb("draw", "draw from DECK", "Draws a card and does what it says.", "draw from luck"),
    Verb("raise", "raise THING", "One step up its ladder: pieces come from the bank.", "raise site"),
    Verb("lower", "lower THING", "One step down its ladder: pieces go back to the bank.", "lower site"),
    Verb("clear", "clear THING", "Down to the bare step.", "clear site"),
    Verb("add", "add NUMBER to STATE", "Adds to a number: state, a local name, or `it`.", "add 1 to player's tries"),
    Verb("subtract", "subtract NUMBER from STATE", "Takes from a number.", "subtract value from player's debt"),
    Verb("leave", "leave game", "The player is out; his pending lines end here.", "leave game"),
    Verb("again", "take another turn", "The next turn is his once more; after it the order goes on from him.", "take another turn"),
    Verb("act", "act MOMENT", "After `may` or `must`: actions of that moment, until he passes.", "everyone may act before_dice"),
    Verb("waive", "waive it", "In a hook before a payment: nothing is paid.", "waive it"),
    Verb("double", "double it", "In a hook before a payment: twice as much.", "double it"),
    Verb("halve", "halve it", "In a hook before a payment: half as much, rounded down.", "halve it"),
    Verb("round_up", "round it up by MONEY", "In a hook before a payment: up to a multiple of that.", "round it up by 10"),
    Verb("round_down", "round it down by MONEY", "In a hook before a payment: down to a multiple of that.", "round it down by 10"),
    Verb("send", "send it to HOLDER", "In a hook before a payment: somebody else gets it.", "send it to pot"),
)

EVENTS: tuple[EventRow, ...] = (
    EventRow(
        "lands",
        "PLAYER lands on SPACE",
        ("player", "space"),
        _ALL,
        "A token has come to rest on a space, by dice or card.",
        "when player lands on shop",
    ),
    EventRow(
        "passes",
        "PLAYER passes SPACE",
        ("player", "space"),
        _AFTER,
        "A token goes over a space, forwards.",
        "when player passes start",
    ),
    EventRow(
        "reaches",
        "PLAYER reaches SPACE",
        ("player", "space"),
        _AFTER,
        "Passes it or lands on it, forwards.",
        "when player reaches start",
    ),
    EventRow(
        "pays",
        "PLAYER pays PURPOSE [to HOLDER] [for THING]",
        ("payer", "receiver", "thing", "it"),
        _ALL,
        "A payment; `it` is the amount.",
        "before player pays fee to receiver",
    ),
    EventRow(
        "changes_hands",
        "THING passes to HOLDER",
        ("thing", "receiver", "giver"),
        _AROUND,
        "A thing changes its owner.",
        "when deed passes to receiver",
    ),
    EventRow("draws", "PLAYER draws CARD", ("player", "card"), _AFTER, "A card has been drawn and done.", "when player draws card"),
    EventRow("rolls", "PLAYER rolls DICE", ("player",), _AROUND, "The common dice, or any die, are rolled.", "when player rolls dice"),
    EventRow(
        "leaves",
        "PLAYER leaves game",
        ("player",),
        _AROUND,
        "Somebody is about to be out, and still has what is his.",
        "when player leaves game",
    ),
    EventRow("turn", "turn begins", ("player",), _AFTER, "A turn begins or ends (also when it was cut short).", "when turn ends"),
    EventRow("round", "round begins", (), _AFTER, "A round begins or ends.", "when round ends"),
    EventRow(
        "becomes",
        "PLAYER's FIELD becomes VALUE",
        ("player", "thing"),
        _AFTER,
        "State has taken a value that it did not have.",
        "when player's asleep becomes yes",
    ),
    EventRow("rule", "HEADER", (), _ALL, "Any rule or action, by its header.", "before greet player"),
)

FIELDS: tuple[FieldRow, ...] = (
    FieldRow("holder", "money", "money", "what he has"),
    FieldRow("holder", "KINDs", "set of things", "the things of that kind that he owns"),
    FieldRow("holder", "PIECEs", "count", "how many of that piece he has"),
    FieldRow("player", "space", "space", "where his token stands"),
    FieldRow("player", "seat", "count", "his seat at the table, from 1"),
    FieldRow("player", "left_neighbour", "player", "who sits next to his left and is in the game; nobody if he is alone"),
    FieldRow("player", "right_neighbour", "player", "the same to his right"),
    FieldRow("player", "roll", "count", "the total of his last roll"),
    FieldRow("player", "hand", "set of cards", "the cards that he keeps"),
    FieldRow("player", "goods", "goods", "what he may deal in"),
    FieldRow("player", "debt", "money", "what he owes while a payment is not met"),
    FieldRow("player", "creditor", "holder", "to whom"),
    FieldRow("thing", "owner", "holder", "who owns it; nobody at first"),
    FieldRow("thing", "group", "group", "the group that its row names"),
    FieldRow("thing", "number", "count", "its place on the board, from 0; behind the board that of other things"),
    FieldRow("thing", "step", "step", "its place on its ladder; 0 is bare"),
    FieldRow("thing", "steps_left", "count", "how many steps are above it"),
    FieldRow("thing", "next_piece", "piece", "the piece that the next step takes"),
    FieldRow("thing", "PIECEs", "count", "how many of that piece stand on it"),
    FieldRow("group", "KINDs", "set of things", "its things of that kind"),
    FieldRow("piece", "stock", "count", "how many the bank has"),
    FieldRow("card", "holder", "holder", "who keeps it"),
    FieldRow("deck", "size", "count", "how many cards belong to it"),
)

_TRIED = {
    "advance": "move step walk go jump travel",
    "go": "move step walk return",
    "put": "place",
    "collect": "receive get earn gain",
    "pay": "spend",
    "roll": "throw",
    "give": "hand pass",
    "raise": "build",
    "add": "increase",
    "subtract": "decrease",
    "waive": "cancel",
    "leave": "quit",
    "swap": "exchange trade",
}
_WORDS_TRIED = {verb: words.split() for verb, words in _TRIED.items()}
SYNONYMS: dict[str, tuple[str, ...]] = {
    word: tuple(verb for verb, words in _WORDS_TRIED.items() if word in words) for tried in _WORDS_TRIED.values() for word in tried
}
"""Verbs that authors try, and those that the language has for it, the likeliest first."""
_EXTREME = "write `player with highest money`, `player with lowest money`"
_WHOSE = "whose something is, is said by `'s`: `player's money`"
HINTS: dict[str, str] = {
    "set": "a change is written `NAME becomes VALUE`",
    "pick": "write `choose NAME from SET`",
    "select": "write `choose NAME from SET`",
    "ask": "write `PLAYER may NAME`, or `PLAYER choose NAME from SET`",
    "lose": "money is paid, a thing given; a turn that is lost: `instead of turn if …`",
    "miss": "a turn that is lost: `instead of turn if …`",
    "skip": "a turn that is lost: `instead of turn if …`",
    "end": "a rule ends by `stop`, a turn by `end turn`; `ending NAME` says when the game is over",
    "win": "`ending NAME` says when the game is over, and who has won",
    "finish": "`ending NAME` says when the game is over, and who has won",
    "return": "a rule ends by `stop`",
    "shuffle": "decks are shuffled by the machine",
    "print": 'write `say "…"`',
    "show": 'write `say "…"`',
    **dict.fromkeys(("uses", "extends"), "it belongs in the head line: `edition … uses NAME`, `variant … uses NAME`"),
    **dict.fromkeys(("richest", "poorest"), _EXTREME),
}
"""What to write instead of other verbs that authors try."""
_UNOWNED = "write `has no owner`: `if shop has no owner`, `deeds that have no owner`"
_OWNED = "write `has an owner`, or `owner is somebody` if the bank is not meant"
NAMES: dict[str, str] = {
    **dict.fromkeys(("free", "unowned", "unsold", "ownerless", "available"), _UNOWNED),
    **dict.fromkeys(("owned", "sold", "bought"), _OWNED),
    **dict.fromkeys(("eliminated", "gone"), "who has left the game `is out`"),
    **dict.fromkeys(("neighbour", "neighbor"), "write `next player` for who sits on the left, or `player's right_neighbour`"),
    **dict.fromkeys(("even", "odd"), "it is even if `(X / 2 rounded down) * 2 is X`"),
    "empty": "write `has no …`, or compare with 0",
    "none": "write `no …`, `nobody` or `nothing`",
    "me": "who acts is `player`",
    "you": "who acts is `player`",
    **dict.fromkeys(("your", "my", "his", "her", "their", "its"), _WHOSE),
    **dict.fromkeys(("richest", "poorest"), _EXTREME),
    "true": "write `yes`",
    "false": "write `no`",
}
"""What to write instead of names that authors try, where nothing is called so."""

VERB_BY_NAME: dict[str, Verb] = {row.name: row for row in VERBS}
EVENT_BY_NAME: dict[str, EventRow] = {row.name: row for row in EVENTS}
