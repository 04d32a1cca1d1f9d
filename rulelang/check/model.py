"""The resolved edition: every declaration that is in force, where it came from and what changed it on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rulelang.diagnostics import Label
from rulelang.source import Span
from rulelang.syntax import ast


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One section of a file as it takes part in an edition. Layers of the same `level` have no order among them."""

    name: str
    kind: str
    """library, edition, variant or settings"""
    level: int
    section: ast.Section | None
    over: frozenset[str] = frozenset()
    """Names of the layers of its level that it lies above: it says `over` them, or uses them."""
    behind: frozenset[str] = frozenset()
    """Names of the layers of its level after which its handlers come: those it says `after`, and those below it."""


@dataclass(frozen=True, slots=True)
class Change:
    """One override on the way of a declaration: which layer, where, and what it did (`set`, `replace`, `change` …)."""

    layer: str
    span: Span | None
    what: str
    value: Any = None
    """The declaration's node as this left it."""

    def __str__(self) -> str:
        place = f"{self.span.source.path}:{self.span.line}" if self.span else "command line"
        return f"{self.what} by {self.layer} ({place})"

    def labels(self, text: str) -> list[Label]:
        """A label where this was done; none if that was on the command line."""
        return [Label(self.span, text)] if self.span is not None else []


@dataclass(slots=True, eq=False)
class Entry:
    """A declaration in force. `chain` starts with the declaration itself; each override adds to it."""

    name: str
    value: Any
    """The declaration's node."""
    layer: Layer
    span: Span
    chain: list[Change] = field(default_factory=list)

    @classmethod
    def declared(cls, name: str, value: Any, layer: Layer) -> Entry:
        """As its layer declares it."""
        return cls(name, value, layer, value.span, [Change(layer.name, value.span, "declared", value)])

    def note(self, layer: Layer, span: Span, what: str) -> None:
        """Remembers what a layer has just done to it."""
        self.chain.append(Change(layer.name, span, what, self.value))

    @property
    def first_span(self) -> Span:
        """Where it was first declared."""
        first = self.chain[0].span if self.chain else None
        return first if first is not None else self.span

    @property
    def chain_text(self) -> tuple[str, ...]:
        return tuple(str(c) for c in self.chain[1:])


@dataclass(frozen=True, slots=True, eq=False)
class HookEntry:
    """A hook with the thing it belongs to: the kind, card or promise in whose block it stands (or none)."""

    hook: ast.Hook
    layer: Layer
    owner: str = ""
    owner_kind: str = ""
    """kind, card, promise or nothing"""


@dataclass(slots=True, eq=False)
class Model:
    """Entries by category and key. Categories: the lower-case names of declarations (setting, kind, rule, action, value, …).

    Keys: names, except rule and action (the header as text, see `header_key`), value and field (`owner.name`), card (`deck.name`).
    Of hooks only those that have a name are entries; `hooks` has them all.
    """

    edition: str
    title: str
    head: ast.Head | None
    layers: list[Layer] = field(default_factory=list)
    players: tuple[int, int] = (2, 8)
    currency: ast.Currency | None = None
    locale: str = "en"
    """The language of the edition: the first that it declares, or its nearest ancestor that declares any."""
    locales: list[str] = field(default_factory=list)
    """All that the edition and its ancestors declare."""
    entries: dict[str, dict[str, Entry]] = field(default_factory=dict)
    hooks: list[HookEntry] = field(default_factory=list)
    defaults: list[tuple[ast.ByDefault, Layer]] = field(default_factory=list)
    """what is done where a strategy says nothing, the lowest layer first"""
    aliases: dict[str, str] = field(default_factory=dict)
    """second name → first name"""
    plurals: dict[str, str] = field(default_factory=dict)
    """second plural → first name"""
    titles: dict[str, str] = field(default_factory=dict)
    """first name → title given by a rename"""
    shown_names: dict[str, str] = field(default_factory=dict)
    """first name → newest second name"""
    removed: dict[tuple[str, str], Change] = field(default_factory=dict)
    lost: dict[tuple[str, str], Entry] = field(default_factory=dict)
    """what a layer declared and a higher one took away, alone or with the whole that it was part of; the chain ends with that"""
    strategies: list[ast.Strategy] = field(default_factory=list)
    tests: list[tuple[ast.Test, Layer]] = field(default_factory=list)
    positions: list[tuple[ast.Position, Layer]] = field(default_factory=list)
    board_loops: bool = True
    dice: Entry | None = None

    def of(self, category: str) -> dict[str, Entry]:
        return self.entries.setdefault(category, {})

    def canonical(self, name: str) -> str:
        """The first name of a thing, through all renames."""
        seen = set()
        while name in self.aliases and name not in seen:
            seen.add(name)
            name = self.aliases[name]
        return name

    def latest(self, name: str) -> str:
        """The name that the highest layer has given a thing, by its first name: the one that an author of an edition knows."""
        return next((second for second, first in reversed(self.aliases.items()) if first == name), name)

    def find(self, category: str, name: str) -> Entry | None:
        return self.of(category).get(self.canonical(name))

    def lose(self, category: str, key: str, layer: Layer, span: Span, what: str) -> Entry:
        """Takes an entry out, and remembers who did."""
        entry = self.of(category).pop(key)
        entry.note(layer, span, what)
        self.lost[(category, key)] = entry
        return entry

    def values_of(self, category: str) -> Iterator[tuple[str, Entry]]:
        yield from self.of(category).items()


PREPOSITIONS = ("to", "from", "on", "for", "with", "by", "as", "into")


def header_key(header: ast.Header, canonical: Callable[[str], str] = str) -> str:
    """The header as text: literal words and typed parameters, prepositions in fixed order: the identity of a rule or action."""

    def item(part: ast.HeaderItem) -> str:
        return f"{part.word.text}:{canonical(part.type.name)}" if part.type else canonical(part.word.text)

    words = " ".join(item(i) for i in header.items)
    preps = sorted(header.preps, key=lambda p: PREPOSITIONS.index(p[0]))
    return " ".join([words, *(f"{word} {item(i)}" for word, i in preps)])
