"""Layout: a text as a tree of lines, by indentation.

Comments and blank lines are split off but kept for the formatter. Hostile texts are bounded here: the length of a line, the number of
lines and the depth of nesting, so that no later stage needs to fear for its stack or its time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span

MOST_CHARACTERS_A_LINE = 2_000
MOST_LINES = 5_000
MOST_LEVELS = 40
TAB_WIDTH = 2


@dataclass(frozen=True, slots=True, eq=False)
class LayoutLine:
    """A line that says something: its meaningful text and where that stands, the comment after it and the lines below it."""

    text: str
    span: Span
    depth: int
    comment: str | None
    skipped: bool = False
    """Too long or too deep, which has been said: not to be read."""
    children: list[LayoutLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Remark:
    """A line that holds only a comment, at a column of the text."""

    comment: str
    column: int


Row = LayoutLine | Remark | None
"""One physical line: with meaning, with a comment only, or blank."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """`lines` is the tree; `rows` all physical lines in order, `complete` false if some were left out."""

    lines: list[LayoutLine]
    rows: list[Row]
    complete: bool


@dataclass(slots=True)
class _Level:
    column: int
    line: LayoutLine


def split_indent(line: str) -> tuple[str, str]:
    """What stands before the body of a line, and the body. Some editors open a file with a mark, which then stands in the middle of files
    that are joined; it has no width."""
    body = line.lstrip(" \t\ufeff")
    return line[: len(line) - len(body)].replace("\ufeff", ""), body


def width(indent: str) -> int:
    """Of what stands before the body of a line, in columns."""
    return len(indent) + indent.count("\t") * (TAB_WIDTH - 1)


def lay_out(source: Source, diagnostics: Diagnostics) -> Layout:
    """The tree of lines of a text. What is amiss with the indentation is reported and read as well as can be."""
    layout = Layout([], [], True)
    stack: list[_Level] = []
    complete = True
    tabs_before = False
    too_deep_before = False
    starts = source.line_starts
    for number, start in enumerate(starts):
        if number == MOST_LINES:
            diagnostics.error(
                "file-too-long", f"a file may have {MOST_LINES:,} lines; the rest is not read", Span(source, start, start),
                help="divide it into several files",
            )  # fmt: skip
            complete = False
            break
        end = starts[number + 1] - 1 if number + 1 < len(starts) else len(source.text)
        if end - start > MOST_CHARACTERS_A_LINE:
            diagnostics.error(
                "line-too-long", f"a line may have {MOST_CHARACTERS_A_LINE:,} characters; this one has {end - start:,}",
                Span(source, start, start + 40), help="say it in several lines",
            )  # fmt: skip
            complete = False
            (stack[-1].line.children if stack else layout.lines).append(LayoutLine("", Span(source, start, start), len(stack), None, True))
            continue
        raw = source.text[start:end]
        indent, body = split_indent(raw)
        column = width(indent)
        text, comment = split_comment(body)
        if not text:
            layout.rows.append(None if comment is None else Remark(comment, column))
            continue
        begin = end - len(body)
        span = Span(source, begin, begin + len(text))
        tabs = "\t" in indent
        if tabs and not tabs_before:
            diagnostics.error(
                "tab-indent", "this line is indented with a tab", Span(source, start, begin),
                help="indent with two spaces a level; `rulelang fmt` mends it",
            )  # fmt: skip
        tabs_before = tabs
        while stack and stack[-1].column > column:
            closed = stack.pop()
            if (stack[-1].column if stack else 0) < column < closed.column:
                diagnostics.error(
                    "bad-indent", "this line is indented less than the lines above it, but does not line up with any of them", span,
                    help=f"indent it by {stack[-1].column if stack else 0} or by {closed.column} spaces",
                )  # fmt: skip
        if stack and stack[-1].column == column:
            stack.pop()
        elif not stack and column > 0 and not layout.lines:
            diagnostics.error("bad-indent", "the first line of a file is not indented", span, help="begin it at the left margin")
        if len(stack) >= MOST_LEVELS:
            if not too_deep_before:
                diagnostics.error("too-deep", f"lines may be nested {MOST_LEVELS} deep", span, help="move the inner lines into a rule")
                stack[-1].line.children.append(LayoutLine(text, span, len(stack), None, True))
            too_deep_before = True
            complete = False
            continue
        too_deep_before = False
        line = LayoutLine(text, span, len(stack), comment)
        (stack[-1].line.children if stack else layout.lines).append(line)
        stack.append(_Level(column, line))
        layout.rows.append(line)
    return layout if complete else Layout(layout.lines, layout.rows, False)


def split_comment(body: str) -> tuple[str, str | None]:
    """A line without its indentation as its meaningful text and its comment, each without spaces around it."""
    mark = body.find("#")
    if mark >= 0 and '"' in body:
        mark = _comment_start(body)
    if mark < 0:
        return body.rstrip(), None
    return body[:mark].rstrip(), body[mark:].rstrip()


def _comment_start(body: str) -> int:
    in_string = escaped = False
    for index, character in enumerate(body):
        if escaped:
            escaped = False
        elif in_string and character == "\\":
            escaped = True
        elif character == '"':
            in_string = not in_string
        elif character == "#" and not in_string:
            return index
    return -1
