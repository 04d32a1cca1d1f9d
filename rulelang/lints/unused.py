"""What is declared and never used: names of all sorts, settings, purposes of payments."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.keys import category_word
from rulelang.check.model import Entry
from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes, words
from rulelang.lower.names import picked_at
from rulelang.syntax import ast

_MACHINE_CALLS = ("game", "cannot_pay")
"""Rules that the machine calls by name."""


def settings(look: Lookout) -> None:
    for name, entry in look.own("setting"):
        if not look.mentions.has(name):
            look.warning(
                "unused-setting",
                f"nothing reads the setting `{name}`: changing it changes nothing",
                entry.span,
                help="use its name where the number stands now, or leave it out",
            )
    _set_in_vain(look)
    for strategy in look.model.strategies:
        if look.is_checked(strategy.span):
            for item in strategy.items:
                if isinstance(item, ast.Setting) and item.name.text not in look.mentions.by_strategies:
                    look.warning(
                        "unused-setting",
                        f"no line of a strategy reads `{item.name.text}`",
                        item.span,
                        help="use it in a line, or leave it out",
                    )


def _set_in_vain(look: Lookout) -> None:
    """What is set here though nothing that the edition still has reads it."""
    turned = {
        change.span: name
        for name, entry in look.model.values_of("setting")
        for change in entry.chain[1:]
        if change.span is not None and look.is_checked(change.span)
    }
    if not turned:
        return
    from rulelang.lower.reachable import idle_settings

    idle = idle_settings(look.compiler, look.program)
    for span, name in turned.items():
        if name in idle:
            look.warning(
                "unused-setting",
                f"nothing in this game reads `{name}`: setting it changes nothing",
                span,
                help="leave the line out; what read it was replaced, or is about things that this edition has not",
            )


def purposes(look: Lookout) -> None:
    """What is paid for and never counted, and what is counted and never paid for."""
    world = look.world
    for name, entry in look.own("purpose"):
        paid, heard = ("purpose", name) in world.used, ("purpose_heard", name) in world.used
        counted = next((e for _, e in look.model.values_of("measure") if _purpose(look, e) == name), None)
        if not paid:
            labels = [Label(counted.span, "it is counted here")] if counted is not None else []
            look.warning(
                "unpaid-purpose",
                f"nothing is ever paid as `{name}`",
                entry.span,
                help=f"write `pay … as {name}`, or leave the purpose out",
                labels=labels,
            )
        elif counted is None and not heard:
            look.warning(
                "uncounted-purpose",
                f"what is paid as `{name}` is counted nowhere",
                entry.span,
                help=f'add `measure paid_as_{name} "…" sums {name} by payer`, or pay it for another purpose',
            )


def _purpose(look: Lookout, measure: Entry) -> str:
    word: ast.Word | None = measure.value.purpose
    return look.model.canonical(word.text) if word is not None else ""


def names(look: Lookout) -> None:
    """Names that nothing mentions."""
    for category, entry, also in _nameable(look):
        name = entry.name.split(".")[-1]
        if not look.mentions.has(name, *also):
            look.warning(
                "unused-name",
                f"nothing mentions the {category_word(category)} `{entry.name.lstrip('.').replace('.', chr(39) + 's ')}`",
                entry.span,
                help="leave it out, or use it",
            )
    for key, entry in look.own("rule", libraries=False):
        verb = key.split()[0].split(":")[0]
        if verb not in look.mentions.verbs and verb not in _MACHINE_CALLS:
            look.warning(
                "unused-name",
                f"nothing does `{entry.value.header.span.text}`",
                entry.value.header.span,
                help=f"write `{verb} …` in a rule, or leave it out",
            )
    _locals(look)


def _nameable(look: Lookout) -> Iterator[tuple[str, Entry, tuple[str, ...]]]:
    for category in ("piece", "pot", "die", "deck", "kind", "field", "value"):
        for name, entry in look.own(category, libraries=False):
            node = entry.value
            if category == "kind" and look.world.kinds.get(name):
                continue
            plural = getattr(node, "plural", None)
            shown = look.model.shown_names.get(name, name)
            yield category, entry, (plural.text if plural else f"{name}s", f"{shown}s", shown)


def _locals(look: Lookout) -> None:
    """`let NAME be …` and `choose NAME from …` whose name nobody reads; loops `as NAME` whose lines do without it."""
    for layer, body in look.bodies():
        if layer.section is None or not look.is_checked(layer.section.span):
            continue
        for node in nodes(body):
            if isinstance(node, ast.TakeTurns | ast.Each) and node.name is not None and node.name.text != "player":
                read = set(words(*node.body, *((node.until,) if isinstance(node, ast.TakeTurns) else ())))
                if node.name.text not in read:
                    look.warning(
                        "unused-name",
                        f"`{node.name.text}` is at turn here, and no line below says so",
                        node.name.span,
                        help=f"use the name below it; `as player` lets each of them act (`{node.name.text}` is a mere name)",
                    )
        made = [node for node in nodes(body) if isinstance(node, ast.Let | ast.Choose)]
        if not made:
            continue
        read = set(words(body)) | look.mentions.by_strategies
        # Who is asked something reads all names that are in sight there.
        asked = max((node.span.start for node in nodes(body) if isinstance(node, ast.May | ast.Either | ast.Choose)), default=-1)
        for node in made:
            if isinstance(node, ast.Let) and node.span.start < asked:
                continue
            meant = ("meant", picked_at(node.name.span)) in look.world.used  # its fields are spoken of without it
            if node.name.text not in read and not meant:
                look.warning(
                    "unused-name",
                    f"`{node.name.text}` is made here and never used",
                    node.name.span,
                    help="leave the line out, or use the name below it",
                )
