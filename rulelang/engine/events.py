"""Events: what happened, as rows. Sentences, JSON lines, measures and the digest are all made from them.

A row is a tuple of whole numbers: kind, origin (index into `program.origins`, -1: none), then the fields of the kind; the last field
may stand for any number of values (`*`). Types of fields are those of slots; `deck`, `dice`, `decision`, `message` … are indexes
of the program's tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from rulelang.engine.chance import chain
from rulelang.engine.exact import written

Row = tuple[int, ...]


class Kind(IntEnum):
    """The kinds of events, by number."""

    GAME_BEGIN = 0
    TURN = 1
    ROUND = 2
    ROLL = 3
    DRAW = 4
    PICK = 5
    MOVE = 6
    PAY = 7
    OWN = 8
    STEP = 9
    PIECES = 10
    CARD = 11
    SET = 12
    OUT = 13
    ACT = 14
    DECIDE = 15
    SAY = 16
    MARK = 17
    OVER = 18


@dataclass(frozen=True, slots=True)
class EventRow:
    """`fields` are (name, type); `rest` is the (name, type) of the values after them, if any number may follow."""

    kind: Kind
    fields: tuple[tuple[str, str], ...]
    rest: tuple[str, str] | None
    doc: str


_ROWS = (
    EventRow(Kind.GAME_BEGIN, (("players", "count"),), None, "the game begins"),
    EventRow(Kind.TURN, (("player", "player"), ("number", "count")), None, "a turn begins, the number-th of the game"),
    EventRow(Kind.ROUND, (("number", "count"),), None, "a round begins, before the turn that opens it"),
    EventRow(
        Kind.ROLL, (("player", "player"), ("dice", "dice"), ("total", "count")), ("face", "face"), "faces: number n as n, word w as -1 - w"
    ),
    EventRow(Kind.DRAW, (("player", "player"), ("deck", "deck"), ("card", "card")), None, "a card is drawn; -1: the deck is empty"),
    EventRow(Kind.PICK, (("domain", "domain"), ("member", "member")), None, "chance picks a member of the domain with that number"),
    EventRow(
        Kind.MOVE,
        (("player", "player"), ("from", "space"), ("to", "space"), ("way", "count")),
        None,
        "a token goes to a space; way 0 put there, 1 forwards, 2 backwards",
    ),
    EventRow(
        Kind.PAY,
        (("payer", "holder"), ("receiver", "holder"), ("amount", "money"), ("purpose", "purpose"), ("thing", "thing")),
        None,
        "money passes, perhaps 0",
    ),
    EventRow(Kind.OWN, (("thing", "thing"), ("from", "holder"), ("to", "holder")), None, "a thing passes to another owner; -1: nobody"),
    EventRow(Kind.STEP, (("thing", "thing"), ("from", "step"), ("to", "step")), None, "what stands on a thing changes"),
    EventRow(
        Kind.PIECES,
        (("piece", "piece"), ("group", "count"), ("from", "holder"), ("to", "holder"), ("count", "count")),
        None,
        "pieces pass; group is the supply, 0 if there is only one",
    ),
    EventRow(Kind.CARD, (("card", "card"), ("from", "holder"), ("to", "holder")), None, "a card passes; -1: its deck, -2: the table"),
    EventRow(
        Kind.SET,
        (("slot", "slot"), ("row", "count"), ("column", "count"), ("from", "value"), ("to", "value")),
        None,
        "a value that the author declared changes",
    ),
    EventRow(Kind.OUT, (("player", "player"),), None, "a player leaves the game"),
    EventRow(Kind.ACT, (("player", "player"), ("action", "action")), ("parameter", "value"), "a player performs an action"),
    EventRow(
        Kind.DECIDE,
        (("player", "player"), ("decision", "decision")),
        ("value", "value"),
        "yes 1, no 0; an option's index; a member; a number; a bundle's registers",
    ),
    EventRow(Kind.SAY, (("message", "message"),), ("value", "value"), "a line of text, with its values"),
    EventRow(Kind.MARK, (("mark", "mark"),), ("role", "value"), "something a measure counts, with the values of its roles"),
    EventRow(Kind.OVER, (("ending", "ending"), ("winners", "set of player")), None, "the game is over; ending -1: its rules ran out"),
)

EVENTS: dict[Kind, EventRow] = {row.kind: row for row in _ROWS}


def named(row: Row) -> dict[str, Any]:
    """A row as a JSON object: `event`, `origin` and the fields by name, large numbers as strings; those of `rest` in one array."""
    declared = EVENTS[Kind(row[0])]
    fixed = len(declared.fields)
    found: dict[str, Any] = {"event": declared.kind.name.lower(), "origin": row[1]}
    found |= {name: written(value) for (name, _), value in zip(declared.fields, row[2:], strict=False)}
    if declared.rest is not None:
        found[f"{declared.rest[0]}s"] = [written(value) for value in row[2 + fixed :]]
    return found


def words_of(value: int) -> tuple[int, ...]:
    """A value as words of 64 bits: a negative one as two's complement in one word, others low word first without zeros at the end."""
    if value < 2**64:
        return (value & 2**64 - 1,)
    words = []
    while value:
        words.append(value & 2**64 - 1)
        value >>= 64
    return tuple(words)


class Digest:
    """A running hash of 64 bits over rows: kind and values, not origins, so that a comment in a rule file changes nothing.

    Each row adds kind << 32 | number of words, then the words of its values (`chain` of `chance`).
    """

    __slots__ = ("value",)

    def __init__(self, value: int = 0) -> None:
        self.value = value

    def append(self, row: Row) -> None:
        """Takes a row in; named so that a Digest can stand where a list of rows can."""
        words = [word for value in row[2:] for word in words_of(value)]
        hash_ = chain(self.value, row[0] << 32 | len(words))
        for word in words:
            hash_ = chain(hash_, word)
        self.value = hash_
