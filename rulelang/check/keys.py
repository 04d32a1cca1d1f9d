"""Which category and key a declaration has: what makes two declarations the same one."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.check.model import header_key
from rulelang.syntax import ast

CATEGORY: dict[type[ast.Node], str] = {
    ast.Setting: "setting",
    ast.Purpose: "purpose",
    ast.Measure: "measure",
    ast.Die: "die",
    ast.Piece: "piece",
    ast.Ladder: "ladder",
    ast.Pot: "pot",
    ast.Moment: "moment",
    ast.Kind: "kind",
    ast.Goods: "goods",
    ast.Promise: "promise",
    ast.Ending: "ending",
    ast.Group: "group",
    ast.Deck: "deck",
    ast.Row: "row",
    ast.FieldDef: "field",
    ast.StartsWith: "starts",
}

WORD: dict[str, str] = {"row": "space", "field": "field", "starts": "`each player starts with`", "value": "worked-out value"}
"""What a category is called in messages, where it isn't its own name."""


def category_word(category: str) -> str:
    return WORD.get(category, category)


def path_key(path: ast.Path, owner: str = "") -> str:
    """`owner.name` of a worked-out value: `deed's worth` → deed.worth; in the block of a kind the kind is the owner."""
    words = [w.text for w in path.words]
    if owner and len(words) == 1:
        return f"{owner}.{words[0]}"
    if len(words) == 1:
        return f".{words[0]}"
    return ".".join(words)


def key_of(declaration: ast.Node, owner: str = "", canonical: Callable[[str], str] = str) -> tuple[str, str]:
    """(category, key) of a declaration; `canonical` leads from second names to first ones."""
    match declaration:
        case ast.Rule(header=header):
            return "rule", header_key(header, canonical)
        case ast.Action(header=header):
            return "action", header_key(header, canonical)
        case ast.ValueDef(target=target):
            return "value", path_key(target, owner)
        case ast.FieldDef(name=name):
            return "field", f"{owner}.{name.text}"
        case ast.Goods(words=words):
            return "goods", " ".join(w.text for w in words)
        case ast.StartsWith(owner=who):
            return "starts", who.text
        case ast.Ladder(name=name):
            return "ladder", name.text
        case ast.Row(name=name):
            return "row", name.text
        case ast.Hook(name=name) if name is not None:
            return "hook", name.text
    category = CATEGORY[type(declaration)]
    name = declaration.name  # type: ignore[attr-defined]
    return category, name.text
