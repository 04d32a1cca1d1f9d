"""Hooks that set themselves off, and rules that do themselves, without anything that ends it."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.lints.certain import Element, Value
from rulelang.lints.lookout import Lookout
from rulelang.lints.machine import arguments, sent_to_known_space, walk
from rulelang.lower.hooks import HookDef
from rulelang.source import Span


def feeds_itself(look: Lookout) -> None:
    """A hook whose lines certainly cause its own event, and a rule that certainly does itself."""
    places = _places(look)
    said: set[int] = set()
    for hook in look.compiler.hooks.all:
        if hook.mark is None and not hook.clears:
            for function in hook.functions.values():
                _hook(look, hook, function, places, said)
    for function, span in places.items():
        if function not in said:
            symbols = tuple(f"#{i}" for i in range(len(look.program.functions[function].parameters)))
            circle = _circle(look, function, symbols, {})
            if circle is not None and not said & set(circle):
                said.update(circle)
                look.error(
                    "rule-does-itself",
                    "this rule does itself again, every time: it never ends",
                    span,
                    help="do it only `if` something holds, or use `repeat up to N times`",
                    labels=_labels(circle, function, places),
                )


def _hook(look: Lookout, hook: HookDef, function: int, places: dict[int, Span], said: set[int]) -> None:
    for known, facts in _known(look, hook):
        circle = _circle(look, function, arguments(look.program.functions[function], known), facts, _became(look, hook))
        if circle is not None and function not in said:
            said.update(circle)
            event = hook.entry.hook.event.span.text
            look.error(
                "feeds-itself",
                f"what stands here causes `{event}` again, every time: it never ends",
                hook.entry.hook.span,
                help="add a condition that comes to an end: `if …` after the event, or `limit 1 per turn` below it",
                labels=_labels(circle, function, places),
            )
            return


def _became(look: Lookout, hook: HookDef) -> dict[Element, int]:
    """What a hook that waits for `… becomes yes` knows of that state."""
    field = hook.heard.field
    if hook.heard.event != "becomes" or field is None:
        return {}
    slot = next((index for index, slot in enumerate(look.program.slots) if slot.name == field.slot and slot.type == "yes/no"), None)
    owner: Value = next((role for role, _ in hook.heard.binds.values()), 0)
    return {} if slot is None else {(slot, owner, 0): hook.heard.value}


def _circle(
    look: Lookout,
    function: int,
    known: tuple[Value, ...],
    facts: dict[tuple[str, Value, Value], int],
    state: dict[Element, int] | None = None,
) -> tuple[int, ...] | None:
    way = walk(look, True, facts=facts, instead=sent_to_known_space(look), memory=state)
    way.call(function, known)
    return next((circle for circle in way.circles if function in circle), None)


def _known(look: Lookout, hook: HookDef) -> list[tuple[dict[str, Value], dict[tuple[str, Value, Value], int]]]:
    """What a hook may take for granted when it runs: its filter let the event through. One answer for each purpose it hears."""
    first: dict[str, Value] = {
        "actor": "player", "player": "player", "payer": "player", "it": "it", "thing": "thing", "receiver": "receiver", "giver": "giver",
        "space": "space", "holder": "holder", "card": "card",
    }  # fmt: skip
    facts: dict[tuple[str, Value, Value], int] = {("eq", "it", 0): 0, ("le", "it", 0): 0}
    answers = [first]
    for test in hook.heard.tests:
        if test.role not in first and not test.role.startswith("a"):
            continue
        symbol = first.get(test.role)
        match test.what:
            case "set" if test.values[0].bit_count() == 1:
                answers = [{**a, test.role: test.values[0].bit_length() - 1} for a in answers]
            case "set":
                facts["has", test.values[0], symbol] = 1
            case "equal":
                answers = [{**a, test.role: value} for a in answers for value in test.values]
            case "player":
                facts["lt", symbol, look.world.most_players] = 1
                facts["ge", symbol, 0] = 1
    return [(answer, facts) for answer in answers[:20]]


def _places(look: Lookout) -> dict[int, Span]:
    """Where the functions of rules, cards and hooks are written."""
    found: dict[int, Span] = {}
    for family in look.compiler.families.by_shape.values():
        for pattern in family.patterns:
            index = look.compiler.impls.get(id(pattern))
            if index is not None:
                found[index] = pattern.entry.value.header.span
    by_name = {f"card {key}": entry.span for key, entry in look.model.values_of("card")}
    for index, function in enumerate(look.program.functions):
        if function.name in by_name:
            found[index] = by_name[function.name]
    for hook in look.compiler.hooks.all:
        for index in hook.functions.values():
            found[index] = hook.entry.hook.span
    return found


def _labels(circle: tuple[int, ...], function: int, places: dict[int, Span]) -> list[Label]:
    spans = dict.fromkeys(places[f] for f in circle if f in places and f != function and places[f] != places.get(function))
    return [Label(span, "by way of this") for span in spans]
