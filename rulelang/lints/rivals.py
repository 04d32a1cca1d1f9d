"""Handlers of two variants for one event, where the order in which they run would decide what happens.

Variants have no order. So if a handler moves a token, draws, asks or ends something, another variant's handler of the same event must
say `after` which it comes. Changes to an amount pass fixed stages (becomes, times, plus, limits, rounding, where to, waived): two at
one stage must come to the same in either order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rulelang.check.model import Layer
from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lints.machine import named
from rulelang.lints.tree import nodes, plain, said
from rulelang.lower.hooks import HookDef
from rulelang.syntax import ast

_DECIDES = {
    "place": "moves a token",
    "draw": "draws a card",
    "roll": "throws dice",
    "ask_yes": "asks somebody",
    "ask_option": "asks somebody",
    "ask_member": "asks somebody",
    "ask_number": "asks somebody",
    "ask_goods": "asks somebody",
    "act": "lets somebody act",
    "out": "has somebody leave the game",
    "end_turn": "ends the turn",
}
"""What an op does to a game that another handler could miss or double."""
_WHEN = {"before": "before", "when": "when", "instead_of": "instead of"}


def order_decides(look: Lookout) -> None:
    """Handlers of rival variants for one event."""
    theirs = [h for h in look.compiler.hooks.all if h.entry.layer.kind == "variant" and h.mark is None and not h.clears]
    if len({h.entry.layer for h in theirs}) < 2:
        return
    machine = named(look, "pay", "pass")
    for first, second in combinations(theirs, 2):
        if not rivals(first.entry.layer, second.entry.layer) or not _meet(first, second):
            continue
        if first.when == "before" and first.heard.event == "pays":
            _amounts(look, first, second)
        effect = next((e for h in (first, second) if (e := _effect(look, h, machine)) is not None), None)
        if first.when == "instead_of" or effect is not None:
            _report(look, first, second, effect)


def rivals(first: Layer, second: Layer) -> bool:
    """Is neither layer above or behind the other?"""
    return (
        first is not second
        and first.level == second.level
        and first.kind == second.kind == "variant"
        and first.name not in second.behind
        and second.name not in first.behind
    )


def _meet(first: HookDef, second: HookDef) -> bool:
    """Can one thing that happens set off both?"""
    one, other = first.heard, second.heard
    if one.event != other.event or first.when != second.when or one.family is not other.family:
        return False
    if one.event == "becomes":
        return one.field is other.field and one.value == other.value
    if one.purposes and other.purposes and not set(one.purposes) & set(other.purposes):
        return False
    if one.kinds >= 0 and other.kinds >= 0 and not one.kinds & other.kinds:
        return False
    for a in one.tests:
        for b in other.tests:
            if a.role == b.role and a.what == b.what == "equal" and not set(a.values) & set(b.values):
                return False
            if a.role == b.role and a.what == b.what == "set" and not a.values[0] & b.values[0]:
                return False
    return True


def _effect(look: Lookout, hook: HookDef, machine: frozenset[int]) -> str | None:
    """What the handler does that makes an order matter; None if it only counts, pays or changes state."""
    seen: set[int] = set(machine)
    stack = list(hook.functions.values())
    while stack:
        function = stack.pop()
        if function in seen:
            continue
        seen.add(function)
        for op in look.program.functions[function].code:
            if op.code in _DECIDES:
                return _DECIDES[op.code]
            if op.code == "call":
                stack.append(op.args[0])
    return None


def _report(look: Lookout, first: HookDef, second: HookDef, effect: str | None) -> None:
    one, other = first.entry.layer.name, second.entry.layer.name
    event = f"{_WHEN[second.when]} {second.entry.hook.event.span.text}"
    why = "each takes the place of what would happen" if first.when == "instead_of" else f"one of them {effect}"
    look.error(
        "hook-conflict",
        f"the variants `{one}` and `{other}` both act {event}, and {why}: which comes first?",
        second.entry.hook.event.span,
        help=f"say it in the first line of one of them: variant {other} … after {one}",
        labels=[Label(first.entry.hook.event.span, f"`{one}` acts here")],
    )


# ---------------------------------------------------------------------------------------------------------------- amounts
def _amounts(look: Lookout, first: HookDef, second: HookDef) -> None:
    for stage, what, place in _changes(first):
        for stage_, what_, place_ in _changes(second):
            if stage == stage_ and what != what_:
                one, other = first.entry.layer.name, second.entry.layer.name
                look.error(
                    "amount-conflict",
                    f"the variants `{one}` and `{other}` change the same payment in ways that depend on their order",
                    place_.span,
                    help=f"say which comes later, in its first line: variant {other} … after {one}",
                    labels=[Label(place.span, f"`{one}` changes it here")],
                )
                return


def _changes(hook: HookDef) -> Iterator[tuple[str, str, ast.Node]]:
    """(stage, what it does there, where) of changes that do not commute: a new amount, another receiver, a unit to round by."""
    for node in nodes(hook.body):
        match node:
            case ast.Becomes(target=target, value=value) if plain(target) == "it":
                if not (isinstance(value, ast.Limited) and plain(value.operand) == "it"):
                    yield "becomes", said(value), node
            case ast.Do(statement=ast.Statement(items=items, preps=preps)):
                verbs = [plain(item) for item in items]
                if "it" not in verbs:
                    continue
                if verbs[0] in ("send", "sends"):
                    yield "where to", " ".join(said(p) for p in preps), node
                elif verbs[0] in ("round", "rounds"):
                    yield "rounding", said(node), node
