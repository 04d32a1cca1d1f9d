"""What a declaration is called, and which ones a person means by a name: `start_money`, `build on site`, `deed's price`, `space go` …

A name is first all that a declaration is found by, with or without its category before it; then a title; then a part of a name (a verb,
the field of `owner's field`, a need of an action). What is found on a later way is only meant when nothing was found on the ones before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulelang.account.chains import FACTS, fact_chain, node_title
from rulelang.check.keys import category_word
from rulelang.check.model import Entry, Layer, Model
from rulelang.diagnostics import nearest
from rulelang.machine.vocabulary import EVENTS, FIELDS, VERBS
from rulelang.syntax import ast

_ARTICLE = re.compile(r"\b(?:the|an?) ")
_HEADERS = ("rule", "action")
_OWNED = ("value", "field")
_TITLED = ("row", "group", "piece", "deck", "kind", "moment", "ending", "pot", "purpose", "measure", "promise")
_MOST_CLOSE = 3


@dataclass(frozen=True, slots=True, eq=False)
class Meant:
    """What a name stands for: an entry of a category, or one column of it; a layer; one of `FACTS` (`said`); or what the machine knows
    (`said` with its `doc`)."""

    category: str
    entry: Entry | None = None
    column: str = ""
    layer: Layer | None = None
    said: str = ""
    doc: str = ""

    @property
    def name(self) -> str:
        """How it is said so that only this is meant."""
        if self.said:
            return self.said
        if self.layer is not None:
            return f"{self.layer.kind} {self.layer.name}"
        assert self.entry is not None
        if self.column:
            return f"{self.entry.name}'s {self.column}"
        return called(self.category, self.entry.name)


def called(category: str, key: str) -> str:
    """A declaration as a person says it, its category before it where the name alone does not tell."""
    match category:
        case "card":
            deck, _, card = key.partition(".")
            return f"card {card} of {deck}"
        case "value" | "field":
            return owned(key)
        case "starts":
            return f"each {key} starts with"
        case "shown":
            return f"{key}'s owner is shown by"
        case "dice":
            return "dice"
    return f"{category_word(category)} {key.replace(':', ': ')}"


def owned(key: str) -> str:
    """`deed.price` → deed's price; what belongs to the game has its bare name."""
    owner, _, name = key.rpartition(".")
    return name if owner in ("", "game") else f"{owner}'s {name}"


def normal(name: str) -> str:
    """As names are compared: small letters, no articles, `deed's price` as `deed.price`."""
    text = " ".join(name.casefold().replace("’", "'").split())
    text = _ARTICLE.sub("", text).replace("'s ", ".")
    return re.sub(r"\s*([:.])\s*", r"\1", text)


@dataclass(slots=True)
class Names:
    """Everything in an edition that has a name."""

    model: Model
    exact: dict[str, list[Meant]] = field(default_factory=dict)
    titled: dict[str, list[Meant]] = field(default_factory=dict)
    partly: dict[str, list[Meant]] = field(default_factory=dict)

    @classmethod
    def of(cls, model: Model) -> Names:
        names = cls(model)
        for category, entries in model.entries.items():
            if category != "place":
                for entry in entries.values():
                    names._add(category, entry)
        for (category, key), entry in model.lost.items():
            if key not in model.of(category):
                names._add(category, entry)
        if model.dice is not None:
            names._put(names.exact, "dice", Meant("dice", model.dice))
        for layer in model.layers:
            if layer.section is not None and layer.kind != "settings":
                meant = Meant("layer", layer=layer)
                names._put(names.exact, layer.name, meant)
                names._put(names.exact, f"{layer.kind} {layer.name}", meant)
        for strategy in model.strategies:
            names._add("strategy", Entry.declared(strategy.name.text, strategy, Layer(strategy.name.text, "strategy", 0, None)))
        for fact in FACTS:
            if not fact_chain(model, fact).steps:
                continue
            names._put(names.exact, fact, Meant("fact", said=fact))
        names._machine()
        for second, first in model.aliases.items():
            for meant in names.exact.get(normal(first), []):
                names._put(names.exact, second, meant)
                names._put(names.exact, f"{category_word(meant.category)} {second}", meant)
        return names

    def find(self, name: str) -> tuple[list[Meant], list[Meant]]:
        """(what is meant, what else has it in its name)."""
        wanted = normal(name)
        by_first = " ".join(self.model.canonical(word) for word in wanted.split(" "))
        owner, dot, last = by_first.rpartition(".")
        if dot:
            by_first = f"{self.model.canonical(owner)}.{last}"
        tiers = [tier.get(wanted) or tier.get(by_first) or [] for tier in (self.exact, self.titled, self.partly)]
        found = next((tier for tier in tiers if tier), [])
        return found, [one for tier in tiers for one in tier if one not in found]

    def close(self, name: str) -> list[str]:
        """Names that a misspelt one may have meant."""
        known = {found: meant for tier in (self.partly, self.titled, self.exact) for found, meant in tier.items()}
        meant = [one for found in nearest(normal(name), list(known), 2 * _MOST_CLOSE) for one in known[found]]
        return list(dict.fromkeys(one.name for one in meant))[:_MOST_CLOSE]

    # -------------------------------------------------------------------------------------------------------- collecting
    @staticmethod
    def _put(tier: dict[str, list[Meant]], name: str, meant: Meant) -> None:
        listed = tier.setdefault(normal(name), [])
        if not any(one is meant for one in listed):
            listed.append(meant)

    def _machine(self) -> None:
        """The lowest layer: what no file declares."""
        for row in FIELDS:
            if row.name.islower():
                said = f"{row.owner}'s {row.name}"
                meant = Meant("machine", said=said, doc=f"{row.type}: {row.doc}")
                self._put(self.exact, said, meant)
                self._put(self.partly, row.name, meant)
        for verb in VERBS:
            self._put(self.partly, verb.words[0], Meant("machine", said=verb.header, doc=verb.doc))
        for event in EVENTS:
            self._put(self.exact, event.header, Meant("machine", said=event.header, doc=event.doc))

    def _add(self, category: str, entry: Entry) -> None:
        meant = Meant(category, entry)
        word = category_word(category).strip("`")
        for tier, listed in ((self.exact, _names), (self.titled, self._titles), (self.partly, _parts)):
            for name in listed(category, entry):
                self._put(tier, name, meant)
                self._put(tier, f"{word} {name}", meant)
        if category in ("row", "group"):
            for column in entry.value.columns:
                self._put(self.exact, f"{entry.name}.{column.name.text}", Meant(category, entry, column.name.text))

    def _titles(self, category: str, entry: Entry) -> Iterator[str]:
        if category in _TITLED:
            yield from filter(None, (self.model.titles.get(entry.name), node_title(entry.value)))


def _names(category: str, entry: Entry) -> Iterator[str]:
    """All that the declaration is found by."""
    key = entry.name
    if category == "card":
        deck, _, card = key.partition(".")
        yield from (card, key, f"{card} of {deck}")
    elif category in _HEADERS:
        yield from (key, re.sub(r":[\w/]+", "", key))
    elif category in _OWNED:
        yield owned(key)
    elif category == "shown":
        yield called(category, key)
    elif category == "starts":
        yield from (called(category, key), f"{key} starts with")
    else:
        yield key


def _parts(category: str, entry: Entry) -> Iterator[str]:
    """What a person may remember of it."""
    if category in _HEADERS:
        words = entry.name.split()
        plain = [word for word in words if ":" not in word]
        yield from (" ".join(plain[: count + 1]) for count in range(len(plain)))
    elif category in _OWNED:
        yield entry.name.rpartition(".")[2]
    needs: tuple[ast.Need, ...] = getattr(entry.value, "needs", ())
    for need in needs:
        yield from (need.name.text, f"needs {need.name.text}")
