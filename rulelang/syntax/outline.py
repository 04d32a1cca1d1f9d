"""The outline of a file: its tree of lines, each with its parse tree.

Every line is parsed alone, by the start symbol that its parent gives it. A broken line has no tree and one diagnostic. Where its words
leave no doubt of what stands below it, its children are parsed for their own faults; they have no place in the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.source import Source, Span
from rulelang.syntax import faults
from rulelang.syntax.bounded import BoundedDiagnostics
from rulelang.syntax.build.origin import Origin
from rulelang.syntax.contexts import Block, block_of, guessed
from rulelang.syntax.lalr import Fault, Tree, parse_line
from rulelang.syntax.layout import LayoutLine

MOST_TREE_LEVELS = 64
"""How deep the parse tree of a line may be: later stages walk it by recursion."""


@dataclass(frozen=True, slots=True, eq=False)
class OutlineLine:
    """A line of the outline. `tree` is None if the line is broken."""

    line: LayoutLine
    start: str
    tree: Tree | None
    origin: Origin
    children: tuple[OutlineLine, ...]

    @property
    def form(self) -> str:
        """The name of the grammar's rule that the line is; empty if it is broken."""
        return "" if self.tree is None else str(self.tree.data)

    @property
    def span(self) -> Span:
        return self.line.span


class _Outliner:
    """Parses the lines of one source."""

    def __init__(self, source: Source, diagnostics: BoundedDiagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics

    def outline(self, lines: Sequence[LayoutLine], start: str) -> tuple[OutlineLine, ...]:
        """The outline of sibling lines."""
        return tuple(self._outline_line(line, start, index, lines) for index, line in enumerate(lines))

    def _outline_line(self, line: LayoutLine, start: str, index: int, siblings: Sequence[LayoutLine]) -> OutlineLine:
        origin = Origin(self.source, line.span.start, len(line.text), self.diagnostics)
        if line.skipped or self.diagnostics.full:
            return OutlineLine(line, start, None, origin, ())
        tree = parse_line(line.text, start)
        if isinstance(tree, Fault):
            faults.report(tree, line, start, siblings[index - 1] if index else None, self.diagnostics)
            below = guessed(line.text, start)
            if below is not None:
                self.outline(line.children, below)
            return OutlineLine(line, start, None, origin, ())
        if _depth(tree) > MOST_TREE_LEVELS:
            self.diagnostics.error("too-deep", "this line holds too much inside one another", line.span, help="name parts of it with `let`")
            return OutlineLine(line, start, None, origin, ())
        block = block_of(tree)
        if block is None and line.children:
            # What the line says is in doubt, too.
            faults.report_unexpected_block(line, tree, start, self.diagnostics)
            return OutlineLine(line, start, None, origin, ())
        children = () if block is None else self._children(line, tree, block, siblings[index - 1] if index else None)
        return OutlineLine(line, start, tree, origin, children)

    def _children(self, line: LayoutLine, tree: Tree, block: Block, previous: LayoutLine | None) -> tuple[OutlineLine, ...]:
        if block.required and not line.children:
            faults.report_missing_block(line, tree, block, previous, self.diagnostics)
        return self.outline(line.children, block.start)


def outline(source: Source, lines: Sequence[LayoutLine], start: str, diagnostics: BoundedDiagnostics) -> tuple[OutlineLine, ...]:
    """The outline of lines of a source that are siblings, and of all lines below them."""
    return _Outliner(source, diagnostics).outline(lines, start)


def _depth(tree: Tree) -> int:
    level = [tree]
    depth = 0
    while level and depth <= MOST_TREE_LEVELS:
        level = [child for parent in level for child in parent.children if child is not None and not isinstance(child, str)]
        depth += 1
    return depth
