"""YAML as values with places: leaves, branches (mappings) and series (lists), each with the span that it was read from.

Scalars are read as YAML 1.2 has it: whole numbers, `true`, `false`, nothing, and texts. So `yes`, `no` and `on` are texts, and so are
all keys.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

from rulelang.diagnostics import Diagnostics, Label
from rulelang.source import Source, Span

_WHOLE = re.compile(r"-?[0-9]+")
_DEEPEST = 40
_LONGEST_NUMBER = 18
"""Digits. The numbers of the language have 64 bits."""

Plain = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Leaf:
    span: Span
    value: Plain

    @property
    def text(self) -> str:
        """The value as it is written in a sentence."""
        match self.value:
            case bool():
                return "yes" if self.value else "no"
            case None:
                return ""
            case _:
                return str(self.value)


@dataclass(frozen=True, slots=True)
class Branch:
    span: Span
    entries: tuple[tuple[Leaf, Tree], ...]

    def get(self, key: str) -> Tree | None:
        return next((value for leaf, value in self.entries if leaf.value == key), None)

    def key(self, key: str) -> Leaf | None:
        return next((leaf for leaf, _ in self.entries if leaf.value == key), None)


@dataclass(frozen=True, slots=True)
class Series:
    span: Span
    items: tuple[Tree, ...]


Tree = Leaf | Branch | Series


def read(source: Source, diagnostics: Diagnostics) -> Tree | None:
    """None, and a diagnostic, if the text is no YAML."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(source.text, loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        at = min(mark.index, len(source.text)) if mark is not None else 0
        problem = getattr(error, "problem", None) or str(error)
        help_ = "indent with spaces; put what holds a colon and a space into quotes"
        diagnostics.error("bad-ruling", f"this is no YAML: {problem}", Span(source, at, at), help=help_)
        return None
    if root is None:
        diagnostics.error("bad-ruling", "there is nothing in this file", Span(source, 0, 0), help="begin with `title:` and `rulings:`")
        return None
    return _Reader(source, diagnostics).tree(root, 0)


class _Reader:
    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics

    def tree(self, node: yaml.Node, depth: int) -> Tree:
        span = self._span(node)
        if depth > _DEEPEST:
            # An alias may hold itself.
            self.diagnostics.error("bad-ruling", "this goes too deep", span, help=f"write it with less than {_DEEPEST} levels")
            return Leaf(span, None)
        match node:
            case yaml.MappingNode():
                return Branch(span, self._entries(node, depth))
            case yaml.SequenceNode():
                return Series(span, tuple(self.tree(item, depth + 1) for item in node.value))
            case _:
                return Leaf(span, _plain(node))

    def _entries(self, node: yaml.MappingNode, depth: int) -> tuple[tuple[Leaf, Tree], ...]:
        found: dict[str, tuple[Leaf, Tree]] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.diagnostics.error("bad-ruling", "a key is a word", self._span(key), help="write `word: …`")
                continue
            leaf = Leaf(self._span(key), str(key.value))
            if key.value in found:
                first = [Label(found[key.value][0].span, "it is here, too")]
                self.diagnostics.error("bad-ruling", f"`{key.value}` stands twice", leaf.span, help="leave one out", labels=first)
                continue
            found[key.value] = (leaf, self.tree(value, depth + 1))
        return tuple(found.values())

    def _span(self, node: yaml.Node) -> Span:
        start, end = node.start_mark.index, node.end_mark.index
        # A block ends where the next begins; what is shown ends with its own last character.
        text = self.source.text[start:end].rstrip()
        return Span(self.source, start, start + len(text))


def _plain(node: yaml.Node) -> Plain:
    text = str(node.value)
    if getattr(node, "style", None) not in (None, ""):  # quoted
        return text
    if _WHOLE.fullmatch(text) and len(text) <= _LONGEST_NUMBER:
        return int(text)
    return {"true": True, "false": False, "null": None, "~": None, "": None}.get(text, text)


def data(tree: Tree) -> object:
    """The values alone, as a schema is compared with them."""
    match tree:
        case Leaf(value=value):
            return value
        case Branch(entries=entries):
            return {leaf.text: data(value) for leaf, value in entries}
        case Series(items=items):
            return [data(item) for item in items]


def at(tree: Tree, path: Sequence[str | int]) -> Tree:
    """The value at a path of keys and places; KeyError if there is none."""
    for step in path:
        found: Tree | None = None
        match tree, step:
            case Branch(), str():
                found = tree.get(step)
            case Series(), int():
                found = tree.items[step]
        if found is None:
            raise KeyError(step)
        tree = found
    return tree
