"""Types of values in `.mono`, and which of them fit where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """`base` is the class of value; `kind` narrows things to a kind of space; `many` is a set, `listed` a constant list.

    Bases: number (a literal that fits money and counts), money, count, percent, yes/no, player, holder, thing, group, piece, deck,
    card, purpose, face, step, text, bundle, goods, dice, moment, nobody, promise (kind = its name).
    """

    base: str
    kind: str | None = None
    many: bool = False
    listed: bool = False

    def set(self) -> Type:
        return Type(self.base, self.kind, True)

    def one(self) -> Type:
        return Type(self.base, self.kind)

    @property
    def is_number(self) -> bool:
        return not self.many and self.base in ("number", "money", "count", "step", "percent")

    @property
    def is_entity(self) -> bool:
        return self.base in ("player", "holder", "thing", "group", "piece", "deck", "card", "purpose", "face", "nobody", "moment")

    @property
    def key(self) -> str:
        """The name in a Program: domain or type word, `set of …` for sets."""
        name = {"number": "count", "nobody": "holder"}.get(self.base, self.base)
        return f"set of {name}" if self.many else name

    def __str__(self) -> str:
        word = self.kind or {"number": "number", "nobody": "nobody"}.get(self.base, self.base)
        if self.listed:
            return f"{word} list"
        return f"set of {word}s" if self.many else word


NUMBER = Type("number")
MONEY = Type("money")
COUNT = Type("count")
PERCENT = Type("percent")
YES_NO = Type("yes/no")
PLAYER = Type("player")
PLAYERS = Type("player", None, True)
HOLDER = Type("holder")
THING = Type("thing")
THINGS = Type("thing", None, True)
GROUP = Type("group")
PIECE = Type("piece")
DECK = Type("deck")
CARD = Type("card")
CARDS = Type("card", None, True)
PURPOSE = Type("purpose")
FACE = Type("face")
STEP = Type("step")
TEXT = Type("text")
BUNDLE = Type("bundle")
GOODS = Type("goods")
DICE = Type("dice")
MOMENT = Type("moment")
NOBODY_TYPE = Type("nobody")
UNKNOWN = Type("unknown")
"""The type of what already has a diagnostic: fits everywhere, says nothing more."""


_NUMBERS = {"money": ("number", "money"), "count": ("number", "count", "step"), "number": ("number", "money", "count", "step")}
"""Which numbers fit where one is wanted: a literal fits money and counts."""


def fits(have: Type, want: Type) -> bool:
    """Can a value of type `have` stand where `want` is expected? Kinds are not looked at: the checker of kinds does that."""
    if have == UNKNOWN or want == UNKNOWN:
        return True
    if have.many != want.many:
        return False
    if have.base == want.base:
        return True
    if want.base in _NUMBERS:
        return have.base in _NUMBERS[want.base]
    if want.base == "step":
        return have.base in ("number", "count")
    if want.base == "holder":
        return have.base in ("player", "nobody")
    if have.base == "nobody":
        return want.is_entity
    if have.base == "holder":
        return want.base == "player"
    if want.base == "face":
        return have.base in ("number", "count")
    return False


def comparable(a: Type, b: Type) -> bool:
    """May two values be compared with `is`, `<` …?"""
    if UNKNOWN in (a, b) or "unknown" in (a.base, b.base):
        return True
    return fits(a, b) or fits(b, a) or (a.base == "face" and b.is_number) or (b.base == "face" and a.is_number)
