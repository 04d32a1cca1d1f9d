"""Two layers of one level that give one part different contents: a conflict that points at both places. One layer that does so twice.

Layers of one level (the variants chosen together) have no order, so neither wins. A higher layer that gives the part its own
contents settles it; so does one of the two that says `over` the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.check.model import Layer
from rulelang.diagnostics import Diagnostics, Label
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.compare import same_tree

Part = tuple[str, ...]
"""What was touched, from the whole to its parts: ("action `build on site`", "needs even"). Touching a whole touches its parts."""


@dataclass(frozen=True, slots=True)
class Touch:
    """Who touched what, and where. `adds`: it only added to the part, which two layers may both do."""

    layer: Layer
    part: Part
    content: ast.Node | tuple[ast.Node, ...]
    span: Span
    adds: bool = False


@dataclass(slots=True)
class Touches:
    """Everything that was touched, by the whole it belongs to, in the order of application."""

    by_whole: dict[str, list[Touch]] = field(default_factory=dict)

    def touch(self, layer: Layer, part: Part, content: ast.Node | tuple[ast.Node, ...], span: Span, *, adds: bool = False) -> None:
        self.by_whole.setdefault(part[0], []).append(Touch(layer, part, content, span, adds))

    def report(self, diagnostics: Diagnostics) -> None:
        for touches in self.by_whole.values():
            for index, second in enumerate(touches):
                for first in touches[:index]:
                    if _twice(first, second):
                        _report_twice(first, second, diagnostics)
                    elif _clash(first, second) and not _settled(first, second, touches):
                        _report(first, second, diagnostics)


def _twice(first: Touch, second: Touch) -> bool:
    """Does one layer give a part its contents a second time? The first would be lost."""
    given = not any(touch.adds or isinstance(touch.content, (ast.Rename, ast.Removal, ast.Target)) for touch in (first, second))
    return given and first.layer is second.layer and first.part == second.part and first.span != second.span


def _report_twice(first: Touch, second: Touch, diagnostics: Diagnostics) -> None:
    diagnostics.error(
        "said-twice",
        f"`{second.layer.name}` changes {_words(second.part)} twice",
        second.span,
        labels=[Label(first.span, "this would be lost")],
        help="leave one of the two out",
    )


def _words(part: Part) -> str:
    return " of ".join(reversed(part))


def _clash(first: Touch, second: Touch) -> bool:
    if first.layer is second.layer or first.layer.level != second.layer.level or (first.adds and second.adds):
        return False
    if first.part == second.part:
        return not same_tree(first.content, second.content)
    return _begins(first.part, second.part) or _begins(second.part, first.part)


def _settled(first: Touch, second: Touch, touches: list[Touch]) -> bool:
    if second.layer.name in first.layer.over or first.layer.name in second.layer.over:
        return True
    narrower = max(first.part, second.part, key=len)
    return any(t.layer.level > first.layer.level and _begins(narrower, t.part) for t in touches)


def _report(first: Touch, second: Touch, diagnostics: Diagnostics) -> None:
    one, other = first.layer.name, second.layer.name
    diagnostics.error(
        "conflict",
        f"the variants `{one}` and `{other}` both change {_words(max(first.part, second.part, key=len))}, "
        "and neither is above the other",
        second.span,
        labels=[Label(first.span, f"`{one}` changes it here")],
        help=f"leave one of them out, or say which one wins in its first line: variant {other} … over {one}",
    )


def _begins(part: Part, with_: Part) -> bool:
    return part[: len(with_)] == with_
