"""Which lines may stand below a line: the start symbol by which its children are parsed.

The parse of the parent decides. `block_of` answers for a parse tree; a form that is not in the table takes no lines below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree

START_SYMBOLS = (
    "top", "section_item", "body", "field", "case", "start_case", "row", "deck_item", "card_item", "action_item", "promise_item",
    "ending_item", "ladder_item", "change_item", "add_item", "value_part", "strategy_item", "plan_item", "test_item", "position_item",
    "cond", "event", "header", "facts",
)  # fmt: skip
"""All symbols by which a text may be parsed; the last four are for parts of lines."""


@dataclass(frozen=True, slots=True)
class Block:
    """What stands below a line: its children's start symbol, whether there must be any, and what they say, for messages."""

    start: str
    required: bool
    says: str


_BODY = Block("body", True, "what is done")
_FIELDS = Block("field", True, "its values, one a line: `name : type`")
_CASES = Block("case", True, "its cases, one a line: `value if condition`, the last `value otherwise`")
_SECTION = Block("section_item", False, "its declarations")

_BLOCKS: dict[str, Block] = {
    "edition": _SECTION,
    "library": _SECTION,
    "variant": _SECTION,
    "strategy": Block("strategy_item", False, "its answers"),
    "by_default": Block("strategy_item", True, "answers, and what is tried in moments"),
    "moment": Block("action_item", False, "what it needs"),
    "test": Block("test_item", True, "lines that begin with `given`, `when` and `then`"),
    "position": Block("position_item", True, "what everybody has"),
    "ladder": Block("ladder_item", True, "its steps, one a line"),
    "each_has": _FIELDS,
    "game_has": _FIELDS,
    "kind": Block("field", False, "its columns, values and hooks"),
    "starts_with": Block("start_case", True, "how many of which piece, one case a line"),
    "rule": _BODY,
    "hook": _BODY,
    "named_hook": _BODY,
    "play_hook": _BODY,
    "play_in": _BODY,
    "ends_after": _BODY,
    "action": Block("action_item", True, "when it is allowed, what it needs and what it does"),
    "goods": Block("action_item", False, "its needs"),
    "promise": Block("promise_item", False, "its values, its hooks and when it ends"),
    "ending": Block("ending_item", True, "`as soon as …` and `winner is …`"),
    "board": Block("row", True, "its spaces, one a line: kind, name, title and columns"),
    "things": Block("row", True, "one thing a line: kind, name, title and columns"),
    "deck": Block("deck_item", False, "its cards"),
    "cards": Block("deck_item", True, "the cards"),
    "card": Block("card_item", False, "what the card does"),
    "change_columns": Block("change_item", False, "more columns to change"),
    "card_of": Block("card_item", False, "what the card does"),
    "plan": Block("plan_item", True, "what to try, from the top"),
    "add_plan": Block("plan_item", True, "what to try besides"),
    "if_": _BODY,
    "else_if": _BODY,
    "else_": _BODY,
    "otherwise": _BODY,
    "repeat": _BODY,
    "times": _BODY,
    "each": _BODY,
    "take_turns": _BODY,
    "all_at_once": _BODY,
    "either": _BODY,
    "or_option": _BODY,
    "may": Block("body", False, "what is done after a yes"),
    "until": Block("body", True, "the `before`, `when` and `instead of` lines that last until then"),
}


def block_of(tree: Tree) -> Block | None:
    """The block that a parsed line takes, or None if nothing may stand below it."""
    match str(tree.data):
        case "value_def" | "worth" | "replace_worth":
            return _CASES if tree.children[-1] is None else None
        case "replace":
            return block_of(_subtree(tree))
        case "space":
            return Block("row", len(tree.children) == 1, "the row that takes its place: kind, name, title and columns")
        case "change":
            named = _subtree(tree)
            if named.data == "target_value":
                return Block("value_part", True, "`only …`: what is left of it")
            start = "change_item" if part_of_change(named) is None else "action_item"
            return Block(start, True, "the parts to change")
        case "add_to":
            if _subtree(tree).data == "target_value":
                return Block("value_part", True, "what is added")
            return Block("deck_item", True, "the cards") if adds_cards(tree) else Block("add_item", True, "the names to add")
        case form:
            return _BLOCKS.get(form)


_OPENS_A_BODY = frozenset(
    ("if", "else", "each", "repeat", "take", "all", "either", "or", "otherwise", "until", "when", "before", "instead", "rule")
)
_OPENS = {
    "kind": "field", "action": "action_item", "goods": "action_item", "deck": "deck_item", "cards": "deck_item", "card": "card_item",
    "board": "row", "things": "row", "ending": "ending_item", "ladder": "ladder_item", "promise": "promise_item",
    "strategy": "strategy_item", "test": "test_item", "position": "position_item",
}  # fmt: skip


def guessed(text: str, start: str) -> str | None:
    """By which symbol the lines below a line that cannot be read are to be parsed, if its words leave no doubt of that."""
    words = text.split()
    first = words[0] if words else ""
    if first in _OPENS_A_BODY or "may" in words or words[-1:] == ["times"]:
        return "body" if start not in ("row", "case", "start_case", "test_item", "position_item", "strategy_item", "plan_item") else None
    if start in ("top", "section_item"):
        return _OPENS.get(first)
    return "card_item" if start == "deck_item" and "card" in words[:2] + [word.removesuffix("s") for word in words[:2]] else None


def part_of_change(target: Tree) -> str | None:
    """`action`, `goods` or `moment` if the target of a `change` is one: then the lines below are like those of its declaration."""
    if target.data == "target_action":
        return "action"
    return "goods" if _names_a(target, "GOODS") else "moment" if _names_a(target, "MOMENT") else None


def adds_cards(tree: Tree) -> bool:
    """Whether an `add to` names a deck."""
    return _names_a(_subtree(tree), "DECK")


def _names_a(target: Tree, terminal: str) -> bool:
    return target.data == "target_named" and getattr(target.children[0], "type", None) == terminal


def _subtree(tree: Tree) -> Tree:
    found = tree.children[-1]
    assert not isinstance(found, str), "an override holds what it names as a tree"
    return found
