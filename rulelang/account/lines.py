"""What a node says, as lines for people: without comments, one space between words, indented from its own margin."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.layout import split_comment, split_indent, width
from rulelang.syntax.spacing import tidy

COMMAND_LINE = "command line"
"""The path of the text that `--set` makes."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, the path relative to where the command runs."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


def place_of(span: Span) -> Place:
    path = span.source.path
    if path == COMMAND_LINE:
        return Place("--set", 0)
    if os.path.isabs(path):  # noqa: PTH117
        near = os.path.relpath(path)
        path = path if near.startswith("..") else near
    return Place(path, span.line)


def block(span: Span) -> Iterator[str]:
    """The line that begins at a span, and the lines below it that belong to it."""
    source, first = span.source, span.line
    margin = _indent(source, first)
    code, _ = split_comment(source.text[span.start : _line_end(source, first)])
    yield tidy(code)
    for number in range(first + 1, len(source.line_starts) + 1):
        code, _ = split_comment(source.line_text(number).lstrip(" \t"))
        if not code:
            continue
        deeper = _indent(source, number) - margin
        if deeper <= 0:
            return
        yield " " * deeper + tidy(code)


def rest_of_line(span: Span) -> str:
    """From the beginning of a span to the end of its line."""
    code, _ = split_comment(span.source.text[span.start : _line_end(span.source, span.line)])
    return tidy(code)


def whole_line(span: Span) -> str:
    code, _ = split_comment(span.source.line_text(span.line).lstrip(" \t"))
    return tidy(code)


def blocks(nodes: Iterable[ast.Node]) -> Iterator[str]:
    """The blocks of several nodes; those that begin on one line are one block."""
    last: tuple[Source, int] | None = None
    for node in nodes:
        here = node.span.source, node.span.line
        if here != last:
            yield from block(node.span)
        last = here


def together(nodes: Sequence[ast.Node]) -> str:
    """Nodes that stand on one line, with what is between them."""
    return tidy(nodes[0].span.to(nodes[-1].span).text)


def inside(span: Span, around: Span) -> bool:
    """Does it stand in the block that begins at `around`?"""
    if span.source is not around.source or span.start < around.start:
        return False
    margin = _indent(around.source, around.line)
    lines = range(around.line + 1, span.line + 1)
    return all(not split_comment(around.source.line_text(n))[0].strip() or _indent(around.source, n) > margin for n in lines)


def _line_end(source: Source, line: int) -> int:
    return source.line_starts[line] - 1 if line < len(source.line_starts) else len(source.text)


def _indent(source: Source, line: int) -> int:
    indent, _ = split_indent(source.line_text(line))
    return width(indent)
