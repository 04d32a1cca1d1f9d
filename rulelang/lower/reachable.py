"""What a test can reach in a compiled edition, and which op tells of it: the marks that lowering left, as a `Map`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.digest import in_use
from rulelang.ir.reaching import Map, Point, Spot
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.lower.compiler import Compiler


def point(kind: str, span: Span, way: str = "") -> Point:
    return Point(kind, span.source.path, span.line, way, span.source.line_text(span.line).strip())


def reachable(compiler: Compiler, rules: int) -> Map:
    """Of the compiler's edition. Functions from number `rules` on are those of tests: what these do themselves does not count."""
    points: dict[Point, int] = {}

    def number(kind: str, span: Span, way: str = "") -> int:
        return points.setdefault(point(kind, span, way), len(points))

    spots = [
        Spot(function, mark.index, mark.when, number(mark.kind, mark.span, mark.way), mark.operand)
        for function, marks in sorted(compiler.world.store.marks.items())
        for mark in marks
        if function < rules
    ]
    cards = {card.index: number("card", card.entry.value.span) for card in compiler.world.cards}
    limits = {
        (act.index, place): number("limit", limit.span, "reached")
        for act in compiler.actions.all
        if act.node is not None
        for place, limit in enumerate(act.node.limits)
    }
    # What a declaration reads is in the game from its beginning.
    fixed = [name for category, name in compiler.world.used if category == "in a declaration"]
    always = frozenset(number("setting", compiler.world.settings[name].entry.first_span) for name in sorted(fixed))
    return Map(tuple(points), tuple(spots), cards, limits, always)


def idle_settings(compiler: Compiler, program: Program) -> frozenset[str]:
    """Settings that nothing reads which a game can come to: whatever read them was replaced, or is about what this edition has not."""
    marks = compiler.world.store.marks
    read = {mark.span for function in in_use(program) for mark in marks.get(function, ()) if mark.kind == "setting"}
    fixed = {name for category, name in compiler.world.used if category == "in a declaration"}
    return frozenset(name for name, known in compiler.world.settings.items() if name not in fixed and known.entry.first_span not in read)
