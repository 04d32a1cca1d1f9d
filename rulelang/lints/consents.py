"""Lines below `SOMEBODY may NAME` that do not say who does them: it is who acted before, not who said yes."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes, plain
from rulelang.syntax import ast

_DOING = frozenset(("pay", "collect", "take", "swap", "promise", "put", "advance", "go", "roll", "draw", "leave"))
"""Verbs of the machine for which it matters who does them."""


def nobody_named(look: Lookout) -> None:
    for layer, declared in look.bodies():
        if layer.section is None or layer.section.span.source not in look.checked:
            continue
        for node in nodes(declared):
            if isinstance(node, ast.May) and node.who is not None and plain(node.who) not in ("player", "holder"):
                asked = node.who.span.text
                for line in _without_subject(node.body):
                    look.warning(
                        "who-acts",
                        f"`player` does this, not {asked}, who says yes",
                        line.span,
                        help=f"say who: `player {_third(line.span.text)}`, or `{asked} …`",
                        labels=[Label(node.who.span, "who is asked")],
                    )


def _without_subject(lines: ast.Body) -> Iterator[ast.Line]:
    """Lines of a block, and of the cases in it, that name nobody who does them."""
    for line in lines:
        match line:
            case ast.Do(statement=statement):
                if plain(statement.items[0]) in _DOING:
                    yield line
            case ast.May(who=None) | ast.Either(who=None) | ast.Choose(who=None):
                yield line
            case ast.If(branches=branches, otherwise=otherwise):
                for _, inner in branches:
                    yield from _without_subject(inner)
                yield from _without_subject(otherwise)


def _third(text: str) -> str:
    """`pay 5 to bank` → `pays 5 to bank`"""
    verb, _, rest = text.split("\n")[0].partition(" ")
    ending = {"may": "", "go": "es"}.get(verb, "s")
    return f"{verb}{ending} {rest}".strip()
