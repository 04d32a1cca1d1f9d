"""A line of source with marks under it, in terminal cells: wide characters, tabs, long lines and spans over several lines."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from rulelang.source import Source, Span

TAB = 4
CUT = "…"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is underlined on one line: characters `start` to `end` of that line, with a text behind it; `main` is the place itself."""

    line: int
    start: int
    end: int
    text: str
    main: bool


def marks_of(span: Span, text: str, main: bool) -> list[Mark]:
    """One mark a line; of a span over more than three lines only the first two and the last are shown."""
    source = span.source
    first, last = source.line_of(span.start), source.line_of(max(span.start, span.end - 1))
    lines = list(range(first, last + 1))
    if len(lines) > 3:
        lines = [first, first + 1, last]
    marks: list[Mark] = []
    for line in lines:
        content = source.line_text(line)
        indent = len(content) - len(content.lstrip())
        start = span.start - source.line_starts[line - 1] if line == first else indent
        end = span.end - source.line_starts[line - 1] if line == last else len(content.rstrip())
        end = min(end, len(content))
        if start >= end and line != first:
            continue
        marks.append(Mark(line, start, max(end, start + 1), text if line == lines[-1] else "", main))
    if marks and text and not any(mark.text for mark in marks):
        last_mark = marks[-1]
        marks[-1] = Mark(last_mark.line, last_mark.start, last_mark.end, text, main)
    return marks


def cells(character: str, at: int = 0) -> int:
    """How many cells a character takes on a terminal when it stands at cell `at`."""
    if character == "\t":
        return TAB - at % TAB
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def width_of(text: str) -> int:
    total = 0
    for character in text:
        total += cells(character, total)
    return total


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as shown, and for each of its characters (and one behind the last) the cell where it begins."""

    text: str
    starts: tuple[int, ...]

    def underline(self, mark: Mark, sign: str) -> tuple[int, str]:
        """Cell where the underline begins, and the underline; parts that are cut off are not drawn."""
        last = len(self.starts) - 1
        begin = self.starts[min(mark.start, last)]
        end = self.starts[min(mark.end, last)] if mark.end <= last else self.starts[last]
        return begin, sign * max(1, end - begin)


def show_line(source: Source, line: int, marks: list[Mark], room: int) -> Shown:
    """The line with tabs spread and control characters replaced, cut to `room` cells around its first mark."""
    content = source.line_text(line)
    glyphs: list[tuple[str, int]] = []
    at = 0
    for character in content:
        size = cells(character, at)
        if character == "\t":
            glyph = " " * size
        elif character.isprintable() or (size == 0 and unicodedata.category(character) != "Cf"):
            glyph = character
        else:
            glyph, size = "\ufffd", 1
        glyphs.append((glyph, size))
        at += size
    if at <= room:
        return _joined(glyphs, 0, len(glyphs))
    first = min((mark.start for mark in marks), default=0)
    low = high = min(first, max(0, len(glyphs) - 1))
    used, budget = 0, room - 2
    # Grow the window to the right first, as far as two thirds, so that what leads to the mark is seen too.
    while high < len(glyphs) and used + glyphs[high][1] <= budget * 2 // 3:
        used += glyphs[high][1]
        high += 1
    while low > 0 and used + glyphs[low - 1][1] <= budget:
        low -= 1
        used += glyphs[low][1]
    while high < len(glyphs) and used + glyphs[high][1] <= budget:
        used += glyphs[high][1]
        high += 1
    return _joined(glyphs, low, high)


def _joined(glyphs: list[tuple[str, int]], low: int, high: int) -> Shown:
    before, after = (CUT if low > 0 else ""), (CUT if high < len(glyphs) else "")
    starts: list[int] = []
    at = len(before)
    for index, (_, size) in enumerate(glyphs):
        starts.append(at)
        if low <= index < high:
            at += size
    starts.append(at)
    return Shown(before + "".join(glyph for glyph, _ in glyphs[low:high]) + after, tuple(starts))
