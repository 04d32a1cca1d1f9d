"""An event, or a name in one, that there is not: what may have been meant by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.diagnostics import nearest
from rulelang.lower.headers import base_forms
from rulelang.lower.taken_away import said_of_removed
from rulelang.lower.types import Type
from rulelang.machine.vocabulary import EVENT_BY_NAME, FIELDS, HINTS, SYNONYMS
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

VERBS = {"land": "lands", "pass": "passes", "reach": "reaches", "pay": "pays", "draw": "draws", "roll": "rolls", "leave": "leaves"}
"""The machine's events, by the verb without its ending."""
_SPANS = ("turn", "round")
_POINTED = ("it", "him", "her", "them", "himself", "who", "somebody", "someone")


def unknown_event(compiler: Compiler, event: ast.Event, words: list[str | None]) -> None:
    """Nothing that happens is called so."""
    if said_of_removed(compiler, "unknown-event", event.span):
        return
    compiler.diagnostics.error(
        "unknown-event", f"nothing that happens is called `{event.span.text}`", event.span, help=_meant(compiler, event, words)
    )


def _meant(compiler: Compiler, event: ast.Event, words: list[str | None]) -> str:
    verbs = [word for word in words[:2] if word is not None and not _somebody(compiler, word)]
    for word in verbs:
        forms = base_forms(word)
        if any(form in VERBS for form in forms) and word is words[0]:
            return f"say who: `player {event.span.text}`"
        family = next((one for form in forms for one in compiler.families.by_verb.get(form, [])), None)
        if family is not None:
            named = [f"`player {one.name}`" for one in compiler.families.by_verb[family.verb]]
            return f"{'its form' if len(named) == 1 else 'its forms'}: {', '.join(named)}"
        hint = next((HINTS[form] for form in forms if form in HINTS), None)
        if hint is not None:
            return hint
        other = next((VERBS[verb] for form in forms for verb in SYNONYMS.get(form, ()) if verb in VERBS), None)
        close = [other] if other else nearest(word, [*compiler.families.by_verb, *VERBS.values(), "begins", "ends"])
        if close:
            return f"did you mean `{close[0]}`?"
    return "events: " + "; ".join(row.header for row in EVENT_BY_NAME.values())


def _somebody(compiler: Compiler, word: str) -> bool:
    return word in ("player", "anyone", "anybody", "everyone") or word in compiler.world.kinds or word in compiler.world.constants


def unknown_span(compiler: Compiler, event: ast.Event) -> None:
    """No rule that begins or ends is called so; of turns and rounds it is not said whose."""
    name, ends = event.items[-2].options[-1].words[-1].text, event.items[-1].span.text
    if name in _SPANS:
        who = "; whose it is, is `player` in the lines below it" if name == "turn" else ""
        compiler.diagnostics.error("unknown-event", f"a {name} {ends} without saying whose", event.span, help=f"write `{name} {ends}`{who}")
        return
    forms = compiler.families.by_verb.get(name)
    if forms:
        compiler.diagnostics.error(
            "unknown-event",
            f"`{name}` does not {'end' if ends.startswith('end') else 'begin'} by this word alone",
            event.span,
            help=f"what comes after it stands below `when player {forms[0].name}`, what comes first below `before …`",
        )
        return
    known = [*_SPANS, *compiler.families.by_verb]
    compiler.world.unknown("unknown-event", "rule that begins or ends called", name, event.span, known)


def role_meant(compiler: Compiler, word: str, role: str, type_: Type) -> str | None:
    """The mend for a name in an event that is no name of who or what takes part, and yet is a name."""
    world = compiler.world
    found = world.constants.get(world.model.canonical(word))
    if found is not None and found[0].base == "group" and type_.base == "thing":
        kind = world.kind_common_to(sum(1 << thing for thing, group in enumerate(world.group_of) if group == found[1]))
        return f"it is a group: name the kind, and ask for the group: `{kind or role} if group is {word}`"
    fields = {row.name for row in FIELDS} | set(compiler.fields.names)
    if word in _POINTED or (word in fields and word not in world.constants):
        return f"who or what this is, is called `{role}` here"
    return None
