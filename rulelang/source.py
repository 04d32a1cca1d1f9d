"""Texts and places in them.

A `Source` is one `.mono` text with the path it was read from; a `Span` is a half-open range of characters in it. Every node
of a syntax tree, every diagnostic and every op of a compiled program can be traced to a span.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """One text. `path` is what a person sees in messages; `text` uses `\\n` line ends. `within` is where it stands, if it was cut
    out of another text."""

    path: str
    text: str = field(repr=False)
    within: Span | None = field(default=None, repr=False)

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line, lines counted from 0."""
        starts = [0]
        for index, character in enumerate(self.text):
            if character == "\n":
                starts.append(index + 1)
        return starts

    def line_of(self, offset: int) -> int:
        """Line number, counted from 1, of a character offset."""
        return bisect_right(self.line_starts, offset)

    def column_of(self, offset: int) -> int:
        """Column, counted from 1 in characters, of a character offset."""
        return offset - self.line_starts[self.line_of(offset) - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1) without its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.text)
        return self.text[start:end]


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` (inclusive) to `end` (exclusive) of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        return self.source.column_of(self.start)

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def placed(self) -> Span:
        """The same characters in the file where a person finds them."""
        outer = self.source.within
        if outer is None:
            return self
        if outer.text != self.source.text:  # what stands there is written otherwise, so that characters cannot be counted
            return outer.placed
        return Span(outer.source, outer.start + self.start, outer.start + self.end).placed

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"
