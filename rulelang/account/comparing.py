"""In what two editions differ by meaning: what is renamed, changed, or only in one of them, whatever the files look like.

A thing is the same in both if its first name is; a space also if it stands at the same place of the board and is of the same kind,
a card if it does the same in the same deck. Names within rules are compared by what they stand for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.account.chains import UNTITLED, marked_lines, node_title
from rulelang.account.lines import Place, place_of
from rulelang.account.names import called
from rulelang.account.naming import Naming, Sameness
from rulelang.account.parts import Difference, Part, differences, parts_of
from rulelang.check.keys import category_word
from rulelang.check.model import Entry, HookEntry, Layer, Model
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy

ORDER = (
    *("setting", "players", "currency", "locales", "board", "row", "group", "kind", "field", "value", "shown", "piece", "ladder"),
    *("die", "dice", "deck", "card", "rule", "hook", "action", "moment", "goods", "promise", "ending", "starts", "pot"),
    *("purpose", "measure", "strategy"),
)
"""Categories in the order in which differences are told."""


@dataclass(frozen=True, slots=True)
class Differing:
    """One difference. what: changed (a `part`), renamed, moved, left (only there), right."""

    category: str
    what: str
    name: str
    """by which a person finds it, on the left if it is there"""
    part: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    """the two together, each line with its mark: those that are gone (`- `), new (`+ `), or in both"""
    left: Place | None = None
    right: Place | None = None


def compare(left: Model, right: Model) -> list[Differing]:
    """All differences, by category; none if both say the same."""
    found = [*_heads(left, right)]
    spaces = _counterparts(left, right)
    same = Sameness(Naming(left), Naming(right, spaces))
    cards = _same_cards(left, right, same)
    paired = {("row", there): here for there, here in spaces.items()} | {("card", there): here for there, here in cards.items()}
    for category in dict.fromkeys((*left.entries, *right.entries)):
        if category != "place":
            found += _category(category, _entries(left, category), _entries(right, category), (left, right), paired, same)
    found += _category("strategy", _strategies(left), _strategies(right), (left, right), paired, same)
    found += _category("dice", _dice(left), _dice(right), (left, right), paired, same)
    found += _board(left, right, spaces)
    found += _decks(left, right)
    found += _default(left, right)
    found += _hooks(left, right, same)
    ranks = {category: rank for rank, category in enumerate(ORDER)}
    return sorted(found, key=lambda one: ranks.get(one.category, len(ORDER)))


# ------------------------------------------------------------------------------------------------------- what is the same
def _counterparts(left: Model, right: Model) -> dict[str, str]:
    """Rows of the right that have other names than the rows of the left at their places."""
    here, there = _boards(left), _boards(right)
    if len(here) != len(there):
        return {}
    kinds = Sameness(Naming(left), Naming(right))
    found = {}
    for mine, other in zip(here, there, strict=True):
        free = other not in left.of("row") and mine not in right.of("row")
        if free and kinds(left.of("row")[mine].value.kind, right.of("row")[other].value.kind):
            found[other] = mine
    return found


def _boards(model: Model) -> list[str]:
    return [key for key, place in model.of("place").items() if place.name == "board"]


def _same_cards(left: Model, right: Model, same: Sameness) -> dict[str, str]:
    """Cards of the right that do, in the same deck, what a card of another name does on the left."""
    free = [key for key in left.of("card") if key not in right.of("card")]
    found = {}
    for key, entry in right.values_of("card"):
        if key in left.of("card"):
            continue
        deck, mine = key.partition(".")[0], _deeds(entry)
        for other in free:
            if other.partition(".")[0] == deck and not differences(_deeds(left.of("card")[other]), mine, same):
                found[key] = other
                free.remove(other)
                break
    return found


def _deeds(entry: Entry) -> dict[str, Part]:
    return {name: part for name, part in parts_of(entry.value).items() if name != "text"}


def _entries(model: Model, category: str) -> dict[str, Entry]:
    return model.of(category)


def _strategies(model: Model) -> dict[str, Entry]:
    layer = Layer("", "strategy", 0, None)
    return {strategy.name.text: Entry.declared(strategy.name.text, strategy, layer) for strategy in model.strategies}


def _dice(model: Model) -> dict[str, Entry]:
    return {} if model.dice is None else {"dice": model.dice}


# ------------------------------------------------------------------------------------------------------------ differences
def _heads(left: Model, right: Model) -> Iterator[Differing]:
    if left.players != right.players:
        before, after = (f"{model.players[0]} to {model.players[1]}" for model in (left, right))
        yield Differing("players", "changed", "players", "", (before,), (after,))
    before, after = (tidy(model.currency.span.text.removeprefix("currency")) if model.currency else "" for model in (left, right))
    if before != after:
        yield Differing("currency", "changed", "currency", "", (before,), (after,))
    if set(left.locales) != set(right.locales):
        yield Differing("locales", "changed", "locales", "", (", ".join(left.locales),), (", ".join(right.locales),))


def _category(
    category: str,
    here: dict[str, Entry],
    there: dict[str, Entry],
    models: tuple[Model, Model],
    paired: dict[tuple[str, str], str],
    same: Sameness,
) -> Iterator[Differing]:
    left, right = models
    found = {paired.get((category, key), key): entry for key, entry in there.items()}
    for key, entry in here.items():
        if key in found:
            yield from _pair(category, entry, found[key], models, same)
        else:
            yield Differing(category, "left", _name(category, entry, left), left=place_of(entry.span))
    for key, entry in found.items():
        if key not in here:
            yield Differing(category, "right", _name(category, entry, right), right=place_of(entry.span))


def _name(category: str, entry: Entry, model: Model) -> str:
    """Its title, if it has one that is a name and nothing else has."""
    if category in ("row", "group", "piece", "kind", "deck"):
        title = _title(category, entry, model)
        alike = [other for other in model.of(category).values() if title and _title(category, other, model) == title]
        if title:
            return title if len(alike) == 1 else f"{title} ({entry.name})"
    return called(category, entry.name).removeprefix(f"{category_word(category)} ")


def _title(category: str, entry: Entry, model: Model) -> str:
    return (model.titles.get(entry.name) if category not in UNTITLED else None) or node_title(entry.value)


def _pair(category: str, mine: Entry, other: Entry, models: tuple[Model, Model], same: Sameness) -> Iterator[Differing]:
    left, right = models
    places = place_of(mine.span), place_of(other.span)
    before, after = (
        parts_of(entry.value, model.titles.get(entry.name) if category not in UNTITLED else None)
        for entry, model in ((mine, left), (other, right))
    )
    name = _name(category, mine, left)
    for one in differences(before, after, same):
        if one.part == "says" and category == "kind":
            continue  # what stands in the block of a kind is compared by itself
        if one.part == "title" and category not in _SPOKEN:
            yield Differing(category, "renamed", *_renamed(category, mine, other, models), left=places[0], right=places[1])
            continue
        here, there = (
            place_of(part.span) if part is not None else place for part, place in zip((one.before, one.after), places, strict=True)
        )
        yield Differing(category, "changed", name, one.part, *_shown(one), tuple(marked_lines([one])), here, there)
    order = [[key for key in parts if key.startswith("needs ") and key in before and key in after] for parts in (before, after)]
    if order[0] != order[1]:
        yield Differing(category, "changed", name, "order of needs", tuple(order[0]), tuple(order[1]), (), *places)


_SPOKEN = ("action", "promise", "strategy", "measure", "purpose")
"""Categories whose titles are sentences or headings, not names."""


def _renamed(category: str, mine: Entry, other: Entry, models: tuple[Model, Model]) -> tuple[str, str, tuple[str], tuple[str]]:
    before, after = _title(category, mine, models[0]), _title(category, other, models[1])
    return before or mine.name, "", (before or mine.name,), (after or other.name,)


def _shown(one: Difference) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What it was and what it is; of a mark that one of them bears, yes and no."""
    before, after = one.before, one.after
    if before is None and after is not None and after.content is True:
        return ("no",), ("yes",)
    if after is None and before is not None and before.content is True:
        return ("yes",), ("no",)
    return before.lines if before is not None else (), after.lines if after is not None else ()


def _board(left: Model, right: Model, paired: dict[str, str]) -> Iterator[Differing]:
    """How long the boards are, and what stands elsewhere among what both have."""
    here, there = _boards(left), [paired.get(key, key) for key in _boards(right)]
    if len(here) != len(there):
        yield Differing("board", "changed", "board", "spaces", (str(len(here)),), (str(len(there)),))
    if left.board_loops != right.board_loops:
        ways = {True: "goes round", False: "a line"}
        yield Differing("board", "changed", "board", "shape", (ways[left.board_loops],), (ways[right.board_loops],))
    both = [key for key in here if key in there]
    moved = _moved(both, [key for key in there if key in here])
    for key in moved:
        entry = left.of("row")[key]
        yield Differing("row", "moved", _name("row", entry, left), "place", (str(here.index(key)),), (str(there.index(key)),))


def _moved(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The fewest that must be moved to make one order of the other: all but a longest rising row."""
    places = [after.index(key) for key in before]
    lengths: list[int] = []  # of the longest rising row that ends at each
    for index, place in enumerate(places):
        lengths.append(1 + max((lengths[i] for i in range(index) if places[i] < place), default=0))
    kept: set[int] = set()
    wanted, bound = max(lengths, default=0), len(places)
    for index in reversed(range(len(places))):
        if lengths[index] == wanted and places[index] < bound:
            kept.add(index)
            wanted, bound = wanted - 1, places[index]
    return [key for index, key in enumerate(before) if index not in kept]


def _decks(left: Model, right: Model) -> Iterator[Differing]:
    """How many cards are in the decks that both have."""
    for key, entry in left.values_of("deck"):
        other = right.of("deck").get(key)
        before, after = (sum(e.value.copies for k, e in m.values_of("card") if k.startswith(f"{key}.")) for m in (left, right))
        if other is not None and before != after:
            places = place_of(entry.span), place_of(other.span)
            yield Differing("deck", "changed", _name("deck", entry, left), "cards", (str(before),), (str(after),), (), *places)


def _default(left: Model, right: Model) -> Iterator[Differing]:
    """The strategy of computer players for whom none is named: the first."""
    before, after = (model.strategies[0].name.text if model.strategies else "" for model in (left, right))
    if before != after:
        yield Differing("strategy", "changed", "default", "", (before,) if before else (), (after,) if after else ())


# ------------------------------------------------------------------------------------------------------------------ hooks
def _hooks(left: Model, right: Model, same: Sameness) -> Iterator[Differing]:
    """Hooks have no names: they are the same if all of them is, and one has changed if only its condition or its lines have."""
    mine, others = list(left.hooks), list(right.hooks)
    kept: list[tuple[HookEntry, HookEntry]] = []
    for alike in (_equal, _alike):
        for one in list(mine):
            other = next((h for h in others if alike(one, h, same)), None)
            if other is None:
                continue
            mine.remove(one)
            others.remove(other)
            if alike is _equal:
                kept.append((one, other))
            else:
                places = place_of(one.hook.span), place_of(other.hook.span)
                for each in differences(_hook_parts(one.hook), _hook_parts(other.hook), same):
                    yield Differing("hook", "changed", _line(one), each.part, *_shown(each), tuple(marked_lines([each])), *places)
    for one in mine:
        yield Differing("hook", "left", _line(one), left=place_of(one.hook.span))
    for other in others:
        yield Differing("hook", "right", _line(other), right=place_of(other.hook.span))
    yield from _hook_order(kept, right, same)


def _line(entry: HookEntry) -> str:
    return tidy(entry.hook.span.text.split("\n")[0])


def _hook_parts(hook: ast.Hook) -> dict[str, Part]:
    parts = {name: part for name, part in parts_of(hook).items() if name == "does"}
    if hook.condition is not None:
        parts["if"] = Part("if", hook.condition, (tidy(hook.condition.span.text),), hook.condition.span)
    return parts


def _alike(one: HookEntry, other: HookEntry, same: Sameness) -> bool:
    owners = same.left(one.owner) == same.right(other.owner) and one.owner_kind == other.owner_kind
    return owners and one.hook.when == other.hook.when and same(one.hook.event, other.hook.event)


def _equal(one: HookEntry, other: HookEntry, same: Sameness) -> bool:
    return _alike(one, other, same) and same(one.hook.condition, other.hook.condition) and same(one.hook.body, other.hook.body)


def _hook_order(kept: Sequence[tuple[HookEntry, HookEntry]], right: Model, same: Sameness) -> Iterator[Differing]:
    """Of hooks on one event, which comes first has a meaning."""
    ranks = {id(hook): rank for rank, hook in enumerate(right.hooks)}
    for index, (one, other) in enumerate(kept):
        for later, later_other in kept[index + 1 :]:
            if (
                ranks[id(later_other)] < ranks[id(other)]
                and one.hook.when == later.hook.when
                and same(one.hook.event, later_other.hook.event)
            ):
                places = place_of(one.hook.span), place_of(other.hook.span)
                yield Differing("hook", "moved", _line(one), "order", (), (f"comes after `{_line(later)}`",), (), *places)
                break
