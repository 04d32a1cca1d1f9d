"""A declaration as named parts, so that two of them can be compared part by part: `value`, `price`, `needs even`, `does` …"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from rulelang.account.lines import block, blocks, rest_of_line, together, whole_line
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy

LABELS = {
    "values": "value",
    "allowed": "moments",
    "most": "at most",
    "condition": "as soon as",
    "winners": "winners are",
    "cases": "is",
    "body": "does",
    "items": "says",
    "plays": "played",
    "limits": "limit",
    "by": "by step",
    "parent": "is",
    "owned": "can be owned",
    "aside": "used cards aside",
    "each": "for each",
    "event": "counts",
    "purpose": "sums",
}
"""What a field of a node is called, where it isn't its own name."""
UNSEEN = ("span", "name", "header", "target", "words", "removals", "low", "high", "cards", "owner", "deck")
"""What a declaration is found by, what is a declaration of its own, and what only a change says."""
BLOCKS = ("body", "items", "plays", "steps", "needs", "limits")
"""Fields whose nodes are lines."""


@dataclass(frozen=True, slots=True)
class Part:
    """`content` is what is compared: nodes or plain values; `lines` what is shown of it; `span` where it begins."""

    name: str
    content: object
    lines: tuple[str, ...]
    span: Span

    @property
    def text(self) -> str:
        return "; ".join(line.strip() for line in self.lines)


@dataclass(frozen=True, slots=True)
class Difference:
    """One part that is otherwise: new if there was none before, gone if there is none after."""

    part: str
    before: Part | None
    after: Part | None


def parts_of(node: ast.Node, title: str | None = None) -> dict[str, Part]:
    """The parts of a declaration, in the order in which they are read; `title` is one that a rename gave."""
    if isinstance(node, ast.Dice):
        return {"value": Part("value", (node.count, node.die), (f"{node.count} {node.die.text}",), node.span)}
    found: dict[str, Part] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "low":
            _range(node, found)
        elif field.name == "title" and (title is not None or value is not None):
            name = "text" if isinstance(node, ast.Card) else "title"
            span = value.span if isinstance(value, ast.Node) else node.span
            text = title if title is not None else value.value
            if text:
                found[name] = Part(name, text, (text,), span)
        elif field.name not in UNSEEN and value not in (None, (), False):
            for part in _parts(node, field.name, value):
                found[part.name] = part
    return found


def _parts(node: ast.Node, name: str, value: Any) -> Sequence[Part]:
    label = "is" if name == "cases" and not isinstance(node, ast.StartsWith) else "with" if name == "cases" else LABELS.get(name, name)
    match value:
        case (ast.Need(), *_):
            return [Part(f"needs {need.name.text}", need, (whole_line(need.span),), need.span) for need in value]
        case (ast.Column(), *_):
            return [Part(column.name.text, column.values, (together(column.values),), column.span) for column in value]
        case (ast.Node() as first, *_) if name in BLOCKS:
            return [Part(label, value, tuple(blocks(value)), first.span)]
        case (ast.Node() as first, *_):
            return [Part(label, value, (together(value),), first.span)]
        case (tuple(), *_):
            lines = [_case(case) for case in value]
            return [Part(label, value, tuple(text for text, _ in lines), lines[0][1])]
        case ast.TypeName():
            return [Part(label, value, (f"{value.name} list" if value.is_list else value.name,), node.span)]
        case ast.Text():
            return [Part(label, value.value, (value.value,), value.span)]
        case ast.Node():
            lines_ = tuple(block(value.span)) if isinstance(value, ast.Hook) else (tidy(value.span.text),)
            return [Part(label, value, lines_, value.span)]
        case True:
            return [Part(label, value, ("yes",), node.span)]
        case _:
            return [Part(label, value, (str(value),), node.span)]


def _case(case: tuple[object, ...]) -> tuple[str, Span]:
    """A line of a table of cases: `value if condition`, or `2 block if condition`."""
    first = next(part for part in case if isinstance(part, ast.Node))
    return (rest_of_line(first.span) if first is case[0] else whole_line(first.span)), first.span


def _range(node: ast.Node, found: dict[str, Part]) -> None:
    low, high = getattr(node, "low", None), getattr(node, "high", None)
    if low is not None or high is not None:
        found["range"] = Part("range", (low, high), (f"{low}..{high}",), node.span)


Same = Callable[[object, object], bool]
"""Do two contents mean the same?"""


def differences(before: Mapping[str, Part], after: Mapping[str, Part], same: Same) -> list[Difference]:
    """Parts that are not the same, those that are gone or changed first, in the order of reading."""
    found = []
    for name, part in before.items():
        other = after.get(name)
        if other is None or not same(part.content, other.content):
            found.append(Difference(name, part, other))
    found += [Difference(name, None, part) for name, part in after.items() if name not in before]
    return found
