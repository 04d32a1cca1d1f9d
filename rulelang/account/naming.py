"""What a word stands for in an edition, so that words of two editions can be compared: first names instead of second ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulelang.check.model import Model
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.compare import same_tree


@dataclass(slots=True)
class Naming:
    """Called with a word, gives the first name of what it stands for. `counterparts` lead to the names of another edition."""

    model: Model
    counterparts: Mapping[str, str] = field(default_factory=dict)
    _plurals: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._plurals = {second: _plural(self.model, first) for second, first in self.model.plurals.items()}

    def __call__(self, word: str) -> str:
        first = self._plurals.get(word) or self.model.canonical(word)
        return self.counterparts.get(first, first)


def _plural(model: Model, name: str) -> str:
    for category in ("kind", "piece"):
        entry = model.of(category).get(name)
        if entry is not None and entry.value.plural is not None:
            return str(entry.value.plural.text)
    return f"{name}s"


@dataclass(slots=True)
class Sameness:
    """Do two contents, the first of one edition and the second of the other, mean the same?"""

    left: Naming
    right: Naming

    def __call__(self, left: object, right: object) -> bool:
        return _same_text(left, right) or same_tree(left, right, self.left, self.right)


def _same_text(left: object, right: object) -> bool:
    """Do both stand at one place of one file? Then no name in it can mean two things."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) > 0 and all(_same_text(one, other) for one, other in zip(left, right, strict=True))
    return isinstance(left, ast.Node) and isinstance(right, ast.Node) and type(left) is type(right) and _same_place(left.span, right.span)


def _same_place(left: Span, right: Span) -> bool:
    here, there = left.source, right.source
    return (here.path, left.start, left.end) == (there.path, right.start, right.end) and here.text == there.text
