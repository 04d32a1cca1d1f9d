"""The entities of one edition: domains, indexes, kinds, groups, pieces, ladders, decks, dice, settings, and what each name means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile

from rulelang.check.model import Change, Entry, Model
from rulelang.diagnostics import Diagnostics, Label, nearest
from rulelang.ir.program import Deck, Die, Ladder, Piece
from rulelang.lower.emit import Store
from rulelang.lower.types import (
    CARD,
    COUNT,
    DECK,
    FACE,
    GROUP,
    HOLDER,
    MOMENT,
    MONEY,
    PERCENT,
    PIECE,
    PLAYER,
    PURPOSE,
    STEP,
    TEXT,
    THING,
    YES_NO,
    Type,
)
from rulelang.source import Span
from rulelang.syntax import ast

BASE_TYPES: dict[str, Type] = {
    "money": MONEY,
    "count": COUNT,
    "number": COUNT,
    "percent": PERCENT,
    "yes/no": YES_NO,
    "player": PLAYER,
    "holder": HOLDER,
    "thing": THING,
    "group": GROUP,
    "piece": PIECE,
    "deck": DECK,
    "card": CARD,
    "purpose": PURPOSE,
    "face": FACE,
    "step": STEP,
    "text": TEXT,
    "space": Type("thing", "space"),
    "moment": MOMENT,
    "bundle": Type("bundle"),
}
"""Types that the language has without a declaration, by the word an author writes."""

_WRITTEN = {
    "yes/no": "write `yes` or `no`",
    "money": "write a plain number",
    "percent": "write a number with `%`",
    "text": "texts stand in a `say` and in titles; a setting or a field is a number, an amount, `yes/no` or a name",
}
"""How a constant of a type is written."""
_FEW = 10
NOT_ALONE = "replace or remove what speaks of it, too"
"""So many names are listed for one that is not among them."""


@dataclass(slots=True)
class SettingInfo:
    """A setting with its value: whole numbers; for a percent the numerator and denominator in `fraction`."""

    type: Type
    values: list[int]
    fraction: Fraction | None
    rounding: str | None
    entry: Entry


@dataclass(slots=True)
class CardInfo:
    """One physical card: its declaration, deck and index."""

    entry: Entry
    deck: str
    index: int


@dataclass
class World:
    """Everything that has an index. Built once from a Model; later stages only read it (but for `used`)."""

    model: Model
    diagnostics: Diagnostics
    store: Store = field(default_factory=Store)
    most_players: int = 8
    things: list[str] = field(default_factory=list)
    spaces: int = 0
    thing_index: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    """kind → set of the things that are of it, with its sub-kinds"""
    parents: dict[str, str | None] = field(default_factory=dict)
    kind_of: list[str] = field(default_factory=list)
    owned_kinds: int = 0
    groups: list[str] = field(default_factory=list)
    group_of: list[int] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    piece_names: list[str] = field(default_factory=list)
    ladders: list[Ladder] = field(default_factory=list)
    ladder_widths: list[list[int]] = field(default_factory=list)
    """for each ladder, which column of a table by step each step reads"""
    ladder_columns: list[int] = field(default_factory=list)
    pots: list[str] = field(default_factory=list)
    purposes: list[str] = field(default_factory=list)
    moments: list[str] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    cards: list[CardInfo] = field(default_factory=list)
    dies: list[Die] = field(default_factory=list)
    dice: list[tuple[int, int]] = field(default_factory=list)
    """sets of dice that are rolled together: (count, die)"""
    throws: list[int] = field(default_factory=list)
    """the sets that `dice` may be, by index: the common ones, and what `roll 3 DIE` rolls"""
    settings: dict[str, SettingInfo] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    """settings that are read from the state"""
    plurals: dict[str, Type] = field(default_factory=dict)
    """plural word → type of its members"""
    constants: dict[str, tuple[Type, int]] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)
    """(category, name) of what rules mention: what is never in here is reported as unused"""

    # ------------------------------------------------------------------------------------------------------ small facts
    @property
    def bank(self) -> int:
        return self.most_players

    def all_players(self) -> int:
        return (1 << self.most_players) - 1

    def sizes(self) -> dict[str, int]:
        """Sizes of the domains that slots are indexed by."""
        return {
            "player": self.most_players,
            "holder": self.most_players + 1 + len(self.pots),
            "thing": len(self.things),
            "group": len(self.groups),
            "card": len(self.cards),
            "deck": len(self.decks),
            "piece": len(self.pieces),
        }

    def ancestors(self, kind: str) -> list[str]:
        """The kind, then its parents, nearest first."""
        chain: list[str] = []
        current: str | None = kind
        while current is not None and current not in chain:
            chain.append(current)
            current = self.parents.get(current)
        return chain

    def is_orphan(self, kind: str) -> bool:
        """Whether it, or a kind above it, is said to be of a kind that there is not."""
        last = self.ancestors(kind)[-1]
        return self.parents.get(last) is None and self.model.of("kind")[last].value.parent is not None

    def is_kind_of(self, kind: str, ancestor: str) -> bool:
        return ancestor in self.ancestors(kind)

    def kind_common_to(self, things: int) -> Type | None:
        """The narrowest kind that all things of a set are of; None if there is none."""
        kinds = {self.kind_of[index] for index in range(len(self.things)) if (things >> index) & 1}
        shared = [kind for kind in self.ancestors(next(iter(kinds), "")) if all(self.is_kind_of(other, kind) for other in kinds)]
        return Type("thing", shared[0]) if kinds and shared and shared[0] else None

    def mask(self, kind: str | None) -> int:
        """The set of things of a kind; of all things for none; of the board's for space."""
        if kind is None:
            return (1 << len(self.things)) - 1
        if kind == "space":
            return (1 << self.spaces) - 1
        return self.kinds.get(kind, 0)

    def domain_size(self, type_: Type) -> int:
        match type_.base:
            case "player":
                return self.most_players
            case "thing":
                return len(self.things)
            case "group":
                return len(self.groups)
            case "card":
                return len(self.cards)
            case "piece":
                return len(self.pieces)
            case "deck":
                return len(self.decks)
            case "holder":
                return self.most_players + 1 + len(self.pots)
        return 64

    def type_named(self, word: str) -> Type | None:
        """The type that a singular word names."""
        word = self.model.canonical(word)
        if word in BASE_TYPES:
            return BASE_TYPES[word]
        if word in self.kinds:
            return Type("thing", word)
        return None

    def set_named(self, word: str) -> Type | None:
        """The type whose members a plural word names."""
        if word in self.plurals:
            return self.plurals[word]
        return None

    def all_of(self, type_: Type) -> int:
        """The set of all members of a type that doesn't change during a game (not players)."""
        match type_.base:
            case "thing":
                return self.mask(type_.kind)
            case "group" | "card" | "piece" | "deck":
                return (1 << self.domain_size(type_)) - 1
        return 0

    def ladder_of(self, kind: str | None) -> int | None:
        """The ladder that things of a kind climb."""
        if kind is None:
            return None
        mask = self.mask(kind)
        for index, ladder in enumerate(self.ladders):
            if mask and mask & ladder.members == mask:
                return index
        for index, entry in enumerate(self.model.of("ladder").values()):
            if self.is_kind_of(kind, self.model.canonical(entry.value.kind.text)):
                return index
        return None

    def copies_of(self, name: str, deck: str | None = None) -> list[int]:
        """All copies of the cards that are called so, in every deck or in one."""
        canonical = self.model.canonical(deck) if deck is not None else None
        return [card.index for card in self.cards if card.entry.value.name.text == name and canonical in (None, card.deck)]

    def unknown(self, slug: str, what: str, name: str, span: Span, known: list[str], otherwise: str | None = None) -> None:
        """The one diagnostic for a misspelt name. `otherwise` is the mend where nothing is near; a few known names are just listed."""
        if self.lost_with_its_line(name, span):
            return
        first = set(known)
        other = [one for one in known if one != name]  # of another type, if it is the same
        close = nearest(name, [*other, *(second for second, old in self.model.aliases.items() if old in first)])
        change = next((c for (_, key), c in self.model.removed.items() if key == name or key.endswith(f".{name}")), None)
        if change is not None:
            self.taken_away(slug, what, name, span, change)
            return
        gone = next((e.chain[-1] for (_, key), e in self.model.lost.items() if key == name or key.endswith(f".{name}")), None)
        if gone is not None and gone.span is not None:
            labels = [Label(gone.span, f"it went with what {gone.layer} replaces here")]
            self.diagnostics.error(slug, f"there is no {what} `{name}` any more", span, labels=labels, help=NOT_ALONE)
            return
        if otherwise is None and 0 < len(first) <= _FEW:
            named = ", ".join(f"`{self.model.latest(one)}`" for one in dict.fromkeys(known))
            otherwise = f"there {'is' if len(first) == 1 else 'are'}: {named}"
        self.diagnostics.error(slug, f"there is no {what} `{name}`", span, help=f"did you mean `{close[0]}`?" if close else otherwise)

    def taken_away(self, slug: str, what: str, name: str, span: Span, change: Change, help: str | None = None) -> None:
        """The diagnostic for what a layer removed."""
        message, labels = f"there is no {what} `{name}` any more: it is {change}", change.labels(f"{change.layer} removed it here")
        self.diagnostics.error(slug, message, span, labels=labels, help=help)

    def lost_with_its_line(self, name: str, span: Span) -> bool:
        """Does a line above give this name that could not be read, or one in the block of such a line? Then it is that which is wrong."""
        here = re.escape(name)
        giving = re.compile(rf"\b(?:let|choose|chooses|each|as)\s+{here}\b")
        declaring = re.compile(rf"\s+(?:\d+\s+)?\w+\s+{here}\b")
        source = span.source
        for wrong in (one.span for one in self.diagnostics if one.severity == "error" and one.span.source is source):
            if wrong.start < span.start and giving.search(source.line_text(wrong.line)):
                return True
            if not source.line_text(wrong.line)[:1].isspace():
                below = (source.line_text(line) for line in range(wrong.line + 1, span.line))
                if any(declaring.match(text) for text in takewhile(lambda text: not text[:1].strip(), below)):
                    return True
        return False

    def title(self, name: str, default: str) -> str:
        return self.model.titles.get(name, default)

    def can_be_open(self, setting: str) -> bool:
        """Whether it is one number, amount or yes/no; what the others are is worked out before the game."""
        info = self.settings.get(setting)
        return info is not None and not info.type.listed and info.type.base in ("money", "count", "number", "yes/no") and bool(info.values)

    def use(self, category: str, name: str) -> None:
        self.used.add((category, name))

    def constant(self, node: ast.Constant, type_: Type, scale: list[Fraction] | None = None) -> int | None:
        """The value of a constant as a member of `type_`; a diagnostic and None if it does not fit."""
        match node:
            case ast.Num(value=value) if type_.base == "money" and value < 0:
                self.diagnostics.error("negative-number", "an amount is not below 0", node.span, help="say who pays whom instead")
                return 0
            case ast.Num(value=value) if type_.base in ("money", "count", "number", "step", "face", "percent"):
                return value
            case ast.Pct(value=value) if type_.base == "percent":
                if scale is not None:
                    scale.append(value / 100)
                return int(value)
            case ast.Word(text=text) if type_.base == "yes/no":
                if text in ("yes", "no"):
                    return int(text == "yes")
            case ast.Word(text=text) if text in ("nobody", "nothing", "none") and type_.is_entity:
                return -1
            case ast.Word(text=text, span=span) if text not in ("yes", "no"):
                name = self.model.canonical(text)
                if name in self.settings and self.settings[name].type.base == type_.base and self.settings[name].values:
                    self.use("setting", name)
                    self.use("in a declaration", name)
                    return self.settings[name].values[0]
                found = self.constants.get(name)
                if found is not None and found[0].base == type_.base:
                    if type_.kind and type_.base == "thing" and not (self.mask(type_.kind) >> found[1]) & 1:
                        self.diagnostics.error("wrong-type", f"`{text}` is no {type_.kind}", span)
                        return None
                    return found[1]
                known = [n for n, (t, _) in self.constants.items() if t.base == type_.base]
                self.unknown("unknown-name", type_.kind or type_.base, text, span, known)
                return None
        if type_.base == "unknown":
            return None  # that there is no such type has been said
        shown = _WRITTEN.get(type_.base)
        self.diagnostics.error("wrong-type", f"a {type_} is wanted here, not `{node.span.text}`", node.span, help=shown)
        return None
