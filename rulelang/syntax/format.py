"""The one layout of `.mono` files: what `rulelang fmt` makes of a text.

Two spaces a level, one space between words, tables aligned, single blank lines; comments are kept. Only lines that can be read are
set anew, and only if they then say the same: the meaning of a file never changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.bounded import BoundedDiagnostics
from rulelang.syntax.columns import Cells, aligned, cells_of
from rulelang.syntax.lalr import Fault, Tree, parse_line
from rulelang.syntax.layout import MOST_CHARACTERS_A_LINE, Layout, LayoutLine, Remark, Row, lay_out, split_indent, width
from rulelang.syntax.outline import OutlineLine, outline
from rulelang.syntax.spacing import spaced, words_of

INDENT = "  "
_GAP_BEFORE_COMMENT = 2
_FARTHEST_COMMENT = 100
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"')
_ONE_OR_TWO_NUMBERS = re.compile(r"(?<![\w,])[0-9]+,[0-9]{3}(?![\w,])")


def format_text(text: str) -> str:
    """The text in the one layout. Where the indentation itself is in doubt, the text stays as it is."""
    new = laid_out(Source("", text.replace("\r\n", "\n")), Diagnostics())
    return text if new is None else new


def laid_out(source: Source, said: Diagnostics) -> str | None:
    """The text of a source in the one layout; None where the indentation itself is in doubt, which is then said."""
    diagnostics = BoundedDiagnostics()
    layout = lay_out(source, diagnostics)
    doubts = [one for one in diagnostics if one.slug != "tab-indent"]
    if not layout.complete or doubts:
        for one in doubts:
            said.error(one.slug, one.message, one.span, help=one.help, labels=one.labels)
        return None
    lines = _Setter(layout).set(outline(source, layout.lines, "top", diagnostics))
    return _joined(layout, lines)


# ------------------------------------------------------------------------------------------------------------ each line
@dataclass(frozen=True, slots=True)
class _Set:
    """The new text of a line, and the table that it is a row of; 0 for none."""

    text: str
    table: int


class _Setter:
    """Finds the text of each line."""

    def __init__(self, layout: Layout) -> None:
        self._texts: dict[int, _Set] = {}
        self._count = 0
        self._next: dict[int, object] = {id(row): after for row, after in zip(layout.rows, [*layout.rows[1:], None], strict=False) if row}

    def set(self, lines: Sequence[OutlineLine]) -> dict[int, _Set]:
        """The new text of each line that can be read, by the identity of its layout line."""
        self._block(lines)
        return self._texts

    def _block(self, lines: Sequence[OutlineLine]) -> None:
        for table in self._tables(lines):
            plain = [_plain(line) for line, _ in table]
            cells = [cut for _, cut in table if cut is not None]
            proposals = aligned(cells) if len(cells) == len(table) else plain
            self._count += 1
            number = self._count if cells else 0
            for (line, _), proposal, simple in zip(table, proposals, plain, strict=True):
                text = next((new for new in (proposal, simple) if _says_the_same(line, new)), line.line.text)
                self._texts[id(line.line)] = _Set(text, number)
        for line in lines:
            self._block(line.children)

    def _tables(self, lines: Sequence[OutlineLine]) -> Iterator[list[tuple[OutlineLine, Cells | None]]]:
        """The lines that can be read, in tables: runs of one family. Other lines are tables of their own."""
        blocks: dict[str, list[tuple[OutlineLine, Cells | None]]] = {}
        run: list[tuple[OutlineLine, Cells | None]] = []
        for line in lines:
            if line.tree is None:
                continue
            cells = cells_of(line.form, line.line.text, _declared(line))
            if cells is not None and cells.whole_block:
                blocks.setdefault(cells.family, []).append((line, cells))
                continue
            if run and not self._continues(run[-1], line, cells):
                yield run
                run = []
            run.append((line, cells))
        if run:
            yield run
        yield from blocks.values()

    def _continues(self, last: tuple[OutlineLine, Cells | None], line: OutlineLine, cells: Cells | None) -> bool:
        above, above_cells = last
        same = cells is not None and above_cells is not None and cells.family == above_cells.family
        return same and self._next.get(id(above.line)) is line.line


def _declared(line: OutlineLine) -> str | None:
    """The form of what a line replaces."""
    inner = line.tree.children[-1] if line.tree is not None and line.form == "replace" else None
    return None if inner is None or isinstance(inner, str) else str(inner.data)


def _plain(line: OutlineLine) -> str:
    tight = (_declared(line) or line.form) not in ("setting", "column_def", "state_def", "promise_field")
    return spaced(words_of(line.line.text), tight_colon=tight)


def _says_the_same(line: OutlineLine, text: str) -> bool:
    if text == line.line.text:
        return True
    if _ONE_OR_TWO_NUMBERS.search(_TEXT.sub("", line.line.text)):
        return False  # a space after the comma would settle what the author has been asked
    if len(text) > MOST_CHARACTERS_A_LINE // 2 or line.tree is None:
        return False
    tree = parse_line(text, line.start)
    return not isinstance(tree, Fault) and _same_parse(line.tree, tree)


def _same_parse(left: Tree, right: Tree) -> bool:
    return left.data == right.data and len(left.children) == len(right.children) and all(map(_same_branch, left.children, right.children))


def _same_branch(left: Any, right: Any) -> bool:
    if left is None or right is None:
        return left is right
    if isinstance(left, str) or isinstance(right, str):
        return isinstance(left, str) and isinstance(right, str) and _same_word(left, right)
    return _same_parse(left, right)


def _same_word(left: str, right: str) -> bool:
    # Small words that belong together may have had more spaces between them.
    return left == right or (not left.startswith('"') and left.split() == right.split())


# ------------------------------------------------------------------------------------------------------- the whole text
@dataclass(slots=True)
class _Written:
    """One line of the new text: `code` with its indentation, and the comment after it."""

    code: str
    comment: str | None = None
    table: int = 0


def _joined(layout: Layout, texts: dict[int, _Set]) -> str:
    written: list[_Written] = []
    ancestors: list[LayoutLine] = []
    for row, least in zip(layout.rows, _depths_ahead(layout.rows), strict=True):
        if row is None:
            if written and written[-1].code:
                written.append(_Written(""))
        elif isinstance(row, Remark):
            depth = _depth_of_remark(row, ancestors, least)
            written.append(_Written(INDENT * depth + row.comment))
        else:
            del ancestors[row.depth :]
            ancestors.append(row)
            new = texts.get(id(row), _Set(row.text, 0))
            written.append(_Written(INDENT * row.depth + new.text, row.comment, new.table))
    while written and not written[-1].code:
        written.pop()
    _align_comments(written)
    return "".join(line.code + "\n" for line in written)


def _depths_ahead(rows: Sequence[Row]) -> list[int]:
    """For each row the depth of the next line with meaning, at or after it."""
    depths: list[int] = []
    depth = 0
    for row in reversed(rows):
        if isinstance(row, LayoutLine):
            depth = row.depth
        depths.append(depth)
    return depths[::-1]


def _depth_of_remark(remark: Remark, ancestors: Sequence[LayoutLine], least: int) -> int:
    """As deep as it was meant: between the line after it and what may stand below the line before it."""
    meant = sum(1 for line in ancestors if _column(line) < remark.column)
    return min(max(meant, least), max(least, len(ancestors)))


def _column(line: LayoutLine) -> int:
    start = line.span.source.line_starts[line.span.line - 1]
    indent, _ = split_indent(line.span.source.text[start : line.span.start])
    return width(indent)


def _align_comments(written: Sequence[_Written]) -> None:
    """Comments after neighbouring lines, or after rows of one table, begin at one column."""
    run: list[_Written] = []
    for line in [*written, _Written("")]:
        if line.comment is not None:
            run.append(line)
        elif not (run and line.table and line.table == run[-1].table):
            _align_run(run)
            run = []


def _align_run(run: Sequence[_Written]) -> None:
    column = max((len(one.code) for one in run if len(one.code) <= _FARTHEST_COMMENT), default=0) + _GAP_BEFORE_COMMENT
    for one in run:
        one.code = one.code.ljust(max(len(one.code) + _GAP_BEFORE_COMMENT, column)) + (one.comment or "")
