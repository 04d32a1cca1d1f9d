"""Headers of rules and actions: their shape, their parameters, and which of them a statement or an event means.

Rules with the same verb, the same literal words and the same prepositions form a family. A call goes to the family; where several
of its rules fit what is given, the narrower wins (`charge player for deed`, `charge player for machine`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.check.model import PREPOSITIONS, Entry
from rulelang.lower.types import HOLDER, PLAYER, UNKNOWN, Type
from rulelang.lower.world import World
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a header. literal: `word`; parameter: `word` is its name and `type` its type; constant: `index` of that type."""

    what: str
    word: str
    type: Type = UNKNOWN
    index: int = 0
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Pattern:
    """A header read: `places` maps ("item", n) or ("prep", word) to a Place, in the order of arguments."""

    verb: str
    places: dict[tuple[str, str], Place]
    entry: Entry
    is_action: bool
    title: str

    @property
    def shape(self) -> tuple[str, tuple[tuple[str, str, str], ...]]:
        return self.verb, tuple((kind, key, place.word if place.what == "literal" else "*") for (kind, key), place in self.places.items())

    @property
    def open_places(self) -> list[tuple[tuple[str, str], Place]]:
        """Parameters and constants, in the order of arguments."""
        return [(k, p) for k, p in self.places.items() if p.what != "literal"]


@dataclass(slots=True, eq=False)
class Family:
    """Rules or actions of one shape, narrowest first. `types` are the widest types of the arguments."""

    shape: tuple[str, tuple[tuple[str, str, str], ...]]
    patterns: list[Pattern] = field(default_factory=list)
    function: int = -1
    types: list[Type] = field(default_factory=list)

    @property
    def verb(self) -> str:
        return self.shape[0]

    @property
    def name(self) -> str:
        return self.patterns[0].title

    @property
    def open_keys(self) -> list[tuple[str, str]]:
        return [k for k, _ in self.patterns[0].open_places]

    @property
    def actor_place(self) -> int | None:
        """Which argument is who acts: a parameter called `player`."""
        for index, (_, place) in enumerate(self.patterns[0].open_places):
            if place.what == "parameter" and place.word == "player":
                return index
        return None

    def takes_words(self, world: World, given: dict[tuple[str, str], str | None]) -> bool:
        """A place that takes constants only is not filled by another name."""
        for index, key in enumerate(self.open_keys):
            places = [p.open_places[index][1] for p in self.patterns]
            word = given.get(key)
            if word is not None and all(p.what == "constant" for p in places):
                if not any(world.model.canonical(p.word) == world.model.canonical(word) for p in places):
                    return False
        return True


def read_header(world: World, header: ast.Header, entry: Entry, is_action: bool) -> Pattern:
    """Says of each word of a header whether it is literal, a parameter or a constant."""
    places: dict[tuple[str, str], Place] = {}
    first = header.items[0]
    for number, item in enumerate(header.items[1:]):
        places[("item", str(number))] = _place(world, item)
    for word, item in sorted(header.preps, key=lambda p: PREPOSITIONS.index(p[0])):
        if ("prep", word) in places:
            world.diagnostics.error("header-twice", f"`{word}` stands twice in this header", item.span, help="use another preposition")
        places[("prep", word)] = _place(world, item)
    return Pattern(first.word.text, places, entry, is_action, tidy(header.span.text))


def _place(world: World, item: ast.HeaderItem) -> Place:
    word = item.word.text
    if item.type is not None:
        type_ = world.type_named(item.type.name)
        if type_ is None:
            plural = world.set_named(item.type.name)
            type_ = plural.set() if plural is not None else None
        if type_ is None:
            world.unknown("unknown-type", "type", item.type.name, item.type.span, ["money", "count", "player", "group", *world.kinds])
            type_ = UNKNOWN
        return Place("parameter", word, type_, 0, item.span)
    type_ = world.type_named(word)
    if type_ is not None:
        return Place("parameter", word, type_, 0, item.span)
    constant = world.constants.get(world.model.canonical(word))
    if constant is not None and constant[0].base in ("thing", "holder", "group", "deck", "piece"):
        return Place("constant", word, constant[0], constant[1], item.span)
    return Place("literal", word, UNKNOWN, 0, item.span)


class Families:
    """All families of an edition, by verb."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.by_shape: dict[tuple[str, tuple[tuple[str, str, str], ...]], Family] = {}
        self.by_verb: dict[str, list[Family]] = {}
        for category in ("rule", "action"):
            for _, entry in world.model.values_of(category):
                pattern = read_header(world, entry.value.header, entry, category == "action")
                family = self.by_shape.get(pattern.shape)
                if family is None:
                    family = self.by_shape[pattern.shape] = Family(pattern.shape)
                    self.by_verb.setdefault(pattern.verb, []).append(family)
                elif family.patterns[0].is_action != pattern.is_action:
                    world.diagnostics.error(
                        "declared-twice", f"`{pattern.title}` is a rule and an action", entry.span, help="give one of them another verb"
                    )
                    continue
                family.patterns.append(pattern)
        for family in self.by_shape.values():
            self._order(family)

    def _order(self, family: Family) -> None:
        family.patterns.sort(key=lambda p: -sum(self._narrowness(place) for _, place in p.open_places))
        family.types = [self._widest([p.open_places[i][1] for p in family.patterns]) for i in range(len(family.open_keys))]

    def _narrowness(self, place: Place) -> int:
        if place.what == "constant":
            return 100
        if place.type.base == "thing" and place.type.kind is not None:
            return 1 + len(self.world.ancestors(place.type.kind))
        return 1 if place.type == PLAYER else 0

    def _widest(self, places: list[Place]) -> Type:
        result = places[0].type
        for place in places[1:]:
            type_ = place.type
            if type_ == result:
                continue
            if {type_.base, result.base} <= {"player", "holder"}:
                result = HOLDER
            elif type_.base == result.base == "thing":
                result = self._common_kind(result, type_)
            else:
                span = place.span
                if span is not None:
                    self.world.diagnostics.error(
                        "headers-clash",
                        f"`{place.word}` is a {type_} here and a {result} in another rule of the same form",
                        span,
                        help="rules with the same words differ by kinds of one type only; give one another verb",
                    )
        if result.base == "thing" and any(p.what == "constant" for p in places):
            return Type("thing")
        return result

    def _common_kind(self, a: Type, b: Type) -> Type:
        if a.kind is None or b.kind is None:
            return Type("thing")
        for ancestor in self.world.ancestors(a.kind):
            if self.world.is_kind_of(b.kind, ancestor):
                return Type("thing", ancestor)
        return Type("thing")

    def find(self, verb: str, word_items: list[str | None], preps: list[tuple[str, str | None]]) -> list[Family]:
        """Families that a statement with these items and prepositions fits: a word where the author wrote a bare name, else None."""
        found = [family for family in self.by_verb.get(verb, []) if self._fits(family, word_items, preps)]
        # More literal words are a closer fit.
        found.sort(key=lambda f: -sum(1 for _, _, w in f.shape[1] if w != "*"))
        return found

    def _fits(self, family: Family, items: list[str | None], preps: list[tuple[str, str | None]]) -> bool:
        places = family.shape[1]
        item_places = [w for kind, _, w in places if kind == "item"]
        prep_places = {key: w for kind, key, w in places if kind == "prep"}
        if len(item_places) != len(items) or set(prep_places) != {p for p, _ in preps}:
            return False
        for want, have in zip(item_places, items, strict=True):
            if want != "*" and want != have:
                return False
        if not family.takes_words(self.world, {("item", str(n)): w for n, w in enumerate(items)} | {("prep", p): w for p, w in preps}):
            return False
        return all(prep_places[p] == "*" or prep_places[p] == have for p, have in preps)


def base_forms(word: str) -> list[str]:
    """The forms that a verb may have been written from: pays → pay, carries → carry, reaches → reach."""
    forms = [word]
    if word.endswith("ies"):
        forms.append(word[:-3] + "y")
    if word.endswith("es"):
        forms.append(word[:-2])
    if word.endswith("s"):
        forms.append(word[:-1])
    return forms
