"""Going through syntax trees: all nodes below one, and the names that are mentioned in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulelang.syntax import ast

_HOLE = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[^\W\d]\w*")
_LEAVES = (ast.Word, ast.Num, ast.Text, ast.Pct)

_NAMED = (
    ast.Setting, ast.Measure, ast.Ladder, ast.FieldDef, ast.Need, ast.Promise, ast.Ending, ast.Group, ast.Card, ast.Deck, ast.Let,
    ast.Choose, ast.Column, ast.Strategy, ast.Each, ast.TakeTurns,
)  # fmt: skip
_DECLARING: dict[type[Any], tuple[str, ...]] = {
    **dict.fromkeys(_NAMED, ("name",)),
    ast.Piece: ("name", "plural"),
    ast.Kind: ("name", "plural"),
    ast.Row: ("name", "kind"),
    ast.ShownBy: ("target",),
}
"""Fields of nodes that hold the name of what is declared there, which is no mention of it."""


_CHILDREN: dict[tuple[type[Any], bool], tuple[str, ...]] = {}


def _children(kind: type[Any], mentions: bool) -> tuple[str, ...]:
    key = kind, mentions
    if key not in _CHILDREN:
        left_out = ("span", *(_DECLARING.get(kind, ()) if mentions else ()))
        _CHILDREN[key] = tuple(field.name for field in reversed(fields(kind)) if field.name not in left_out)
    return _CHILDREN[key]


def nodes(*roots: object, mentions: bool = False) -> Iterator[ast.Node]:
    """Every node below these (and they themselves), in the order of the text; with `mentions`, without names being declared."""
    stack: list[object] = list(reversed(roots))
    while stack:
        one = stack.pop()
        if isinstance(one, ast.Node):
            yield one
            if isinstance(one, _LEAVES):
                continue
            stack.extend([getattr(one, name) for name in _children(type(one), mentions)])
            if mentions and isinstance(one, ast.ValueDef):
                stack.remove(one.target)
                stack.append(one.target.words[:-1])
            elif mentions and isinstance(one, ast.Header):
                stack.remove(one.items)
                stack.append(one.items[1:])
        elif isinstance(one, tuple | list):
            stack.extend(reversed(one))


def words(*roots: object) -> Iterator[str]:
    """Every name that is mentioned below these, also in the `{…}` of texts."""
    for node in nodes(*roots, mentions=True):
        if isinstance(node, ast.Word):
            yield node.text
        elif isinstance(node, ast.TypeName):
            yield node.name
        elif isinstance(node, ast.Text) and "{" in node.value:
            for hole in _HOLE.findall(node.value):
                yield from _NAME.findall(hole)


def plain(node: object) -> str | None:
    """The word, if an expression is just one."""
    if isinstance(node, ast.Noun) and node.quantifier is None and not node.filters and len(node.path.words) == 1:
        return node.path.words[0].text
    return None


def said(node: ast.Node) -> str:
    """The text of a node with single spaces, without articles: what two nodes that say the same have in common."""
    return re.sub(r"\b(?:an?|the) ", "", " ".join(node.span.text.split()))
