"""Which hooks hear of what a declaration stands for: a rule or an action that is done, a space on which somebody lands, a payment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.account.lines import Place, place_of
from rulelang.check.model import Entry
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.events import Heard
    from rulelang.lower.headers import Pattern
    from rulelang.lower.hooks import HookDef


@dataclass(frozen=True, slots=True)
class Listener:
    """`line` is the hook's first line."""

    layer: str
    place: Place
    line: str


def listeners(compiler: Compiler, category: str, entry: Entry) -> tuple[Listener, ...]:
    """In the order in which they run within `before`, `instead of` and `when`."""
    found: dict[Span, HookDef] = {}
    ranks = {"before": 0, "instead_of": 1, "when": 2}
    for hook in sorted(compiler.hooks.all, key=lambda h: (ranks[h.when], not h.early, h.order)):
        written = hook.mark is None and not hook.clears and not hook.ends_promise
        if written and _hears(compiler, hook, category, entry):
            found.setdefault(hook.entry.hook.span, hook)
    return tuple(Listener(hook.entry.layer.name, place_of(span), tidy(span.text.split("\n")[0])) for span, hook in found.items())


def _hears(compiler: Compiler, hook: HookDef, category: str, entry: Entry) -> bool:
    heard, world = hook.heard, compiler.world
    match category:
        case "rule" | "action":
            patterns = heard.family.patterns if heard.family is not None else []
            return any(pattern.entry is entry and _lets_through(compiler, heard, pattern) for pattern in patterns)
        case "row":
            thing = world.thing_index.get(entry.name, -1)
            return thing >= 0 and _on_things(heard) and bool(heard.kinds >> thing & 1)
        case "kind":
            mask = world.kinds.get(entry.name, 0)
            return mask != 0 and _on_things(heard) and heard.kinds & mask == mask
        case "purpose":
            return entry.name in world.purposes and world.purposes.index(entry.name) in heard.purposes
        case "field":
            return heard.field is not None and heard.field.entry is entry
        case "deck" | "card" | "piece" | "pot" | "die" | "dice" | "group" | "promise" | "moment":
            return any(world.model.canonical(word.text) == entry.name for word in _words(hook.entry.hook.event))
    return False


def _lets_through(compiler: Compiler, heard: Heard, pattern: Pattern) -> bool:
    """May the filter hold for what this rule of a family takes?"""
    for test in heard.tests:
        if not test.role.startswith("a") or not test.role[1:].isdecimal():
            continue
        place = pattern.open_places[int(test.role[1:])][1]
        if test.what == "equal" and place.what == "constant" and place.index not in test.values:
            return False
        if test.what == "equal" and place.type.base == "player" and min(test.values) >= compiler.world.most_players:
            return False
        kind = place.type.kind
        if test.what == "set" and kind is not None and not compiler.world.mask(kind) & test.values[0]:
            return False
    return True


def _on_things(heard: Heard) -> bool:
    return heard.kinds >= 0 or heard.event in ("lands", "passes", "reaches")


def _words(event: ast.Event) -> Iterator[ast.Word]:
    for item in (*event.items, *(item for _, item in event.preps)):
        for path in item.options:
            yield from path.words
