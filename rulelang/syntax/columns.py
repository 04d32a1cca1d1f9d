"""Tables in a text: lines of one form below each other, with their parts aligned.

`cells_of` cuts a line into the parts that are aligned with those of its neighbours; `aligned` sets such lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulelang.syntax.spacing import spaced, words_of

WIDEST_CELL = 64
"""A longer part stands out of its column instead of pushing all others to the right."""

_NAMED_NUMBER = re.compile(r"(\w+) ([0-9]+)")
_MOST_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Cells:
    """A line cut into parts. Lines of one family are aligned; `gaps` are the least spaces before each part.

    Parts from `shaped` on are aligned only with lines whose parts have the same `shape`.
    """

    family: str
    parts: tuple[str, ...]
    gaps: tuple[int, ...]
    whole_block: bool = False
    """Whether blank lines, remarks and deeper lines in between do not end the table."""
    shaped: int = 99
    shape: tuple[str, ...] = ()


def cells_of(form: str, text: str, declared: str | None = None) -> Cells | None:
    """The parts of a line of the grammar's rule `form`, or None if such lines are not aligned. `declared` is the rule of what a
    line replaces."""
    words = words_of(text)
    if form == "replace":
        return None if declared is None else _replaced(cells_of(declared, spaced(words[1:], tight_colon=False)))
    match form:
        case "setting" | "column_def" | "state_def" | "promise_field":
            return _typed(form, words)
        case "needs":
            return _cut("needs", words, [_after(words, ":"), _index(words, "else")], (0, 1, 2))
        case "row":
            return _row(words)
        case "group":
            title = _first_text(words)
            return _cut("group", words, [title, title + 1, *_columns(words, title + 1)], (0, 1, 2))
        case "card":
            name = 2 if words[0].isdigit() else 1
            return _cut("card", words, [name, name + 1], (0, 1, 1))
        case "case_if" | "start_if":
            return _cut("case", words, [_index(words, "if")], (0, 2), whole_block=True)
        case "case_otherwise" | "start_otherwise":
            return _cut("case", words, [_index(words, "otherwise")], (0, 2), whole_block=True)
        case "attempt":
            return _cut(form, words, [_index(words, "if")], (0, 2))
        case "purpose" | "pot" | "moment" | "piece" | "measure_count" | "measure_sum" | "measure_share":
            title = _first_text(words)
            return _cut(form.partition("_")[0], words, [title, title + 1], (0, 1, 2))
        case "rename":
            return _cut(form, words, [_index(words, "to"), _first_text(words)], (0, 1, 2))
        case _:
            return None


def _replaced(cells: Cells | None) -> Cells | None:
    if cells is None:
        return None
    return replace(cells, family=f"replace {cells.family}", parts=(f"replace {cells.parts[0]}", *cells.parts[1:]))


def aligned(lines: Sequence[Cells]) -> list[str]:
    """The lines of one family, set one below the other."""
    lines = _numbers_to_the_right(lines)
    widths: dict[tuple[int, tuple[str, ...]], int] = {}
    for line in lines:
        for index, part in enumerate(line.parts):
            if len(part) <= WIDEST_CELL and any(line.parts[index + 1 :]):  # what ends its line needs no room
                key = _column_key(line, index)
                widths[key] = max(widths.get(key, 0), len(part))
    return [_set(line, widths) for line in lines]


def _numbers_to_the_right(lines: Sequence[Cells]) -> list[Cells]:
    """In columns `name number` of rows, numbers end below each other."""
    digits: dict[str, int] = {}
    for line in lines:
        for part in line.parts[line.shaped :]:
            number = _NAMED_NUMBER.fullmatch(part)
            if number:
                digits[number[1]] = max(digits.get(number[1], 0), len(number[2]))
    return [
        replace(line, parts=(*line.parts[: line.shaped], *(_right(part, digits) for part in line.parts[line.shaped :]))) for line in lines
    ]


def _right(part: str, digits: dict[str, int]) -> str:
    number = _NAMED_NUMBER.fullmatch(part)
    return f"{number[1]} {number[2].rjust(min(digits[number[1]], _MOST_DIGITS))}" if number else part


def _column_key(line: Cells, index: int) -> tuple[int, tuple[str, ...]]:
    return index, line.shape if index >= line.shaped else ()


def _set(line: Cells, widths: dict[tuple[int, tuple[str, ...]], int]) -> str:
    text = ""
    column = 0
    for index, part in enumerate(line.parts):
        width = widths.get(_column_key(line, index), 0)
        if width == 0 and not part:
            continue  # no line of the table has this part
        gap = line.gaps[min(index, len(line.gaps) - 1)]
        column += gap if column else 0
        if part:
            text = (text.ljust(column) if len(text.rstrip()) + gap <= column or not text else text + " " * gap) + part
        column += width
    return text


def _cut(family: str, words: list[str], places: Sequence[int], gaps: tuple[int, ...], *, whole_block: bool = False) -> Cells:
    bounds = [0, *(min(place, len(words)) for place in places), len(words)]
    parts = tuple(spaced(words[begin:end]) for begin, end in pairwise(bounds))
    return Cells(family, parts, gaps, whole_block)


def _typed(form: str, words: list[str]) -> Cells:
    """`name | : type | = value | "help"`"""
    colon = words.index(":")
    equals = _index(words, "=")
    last = len(words) - (words[-1].startswith('"') and equals < len(words) - 2)
    if equals == len(words):  # a column without a value may have its help directly after the type
        last = len(words) - words[-1].startswith('"')
        equals = last
    bounds = ((0, colon), (colon, equals), (equals, last), (last, len(words)))
    parts = tuple(spaced(words[begin:end], tight_colon=False) for begin, end in bounds)
    return Cells("setting" if form == "setting" else "field", parts, (0, 1, 1, 2))


def _row(words: list[str]) -> Cells:
    """`kind | name | "title" | in group | column | column …`; where a row is in no group, that part stays empty."""
    group = 5 if words[3:4] == ["in"] else 3
    bounds = [0, 1, 2, 3, group, *_columns(words, group), len(words)]
    parts = tuple(spaced(words[begin:end]) for begin, end in pairwise(bounds))
    return Cells("row", parts, (0, 2, 2, 2), True, 4, tuple(part.split(" ", 1)[0] for part in parts[4:]))


def _columns(words: list[str], begin: int) -> list[int]:
    """Where columns begin: at a word that follows neither a comma nor the name of a column."""
    places: list[int] = []
    index = begin
    while index < len(words):
        places.append(index)
        index += 2  # a name and its first value
        while index < len(words) and words[index] == ",":
            index += 2
    return places[1:]


def _first_text(words: list[str]) -> int:
    return next((index for index, word in enumerate(words) if word.startswith('"')), len(words))


def _index(words: list[str], word: str) -> int:
    return words.index(word) if word in words else len(words)


def _after(words: list[str], word: str) -> int:
    return _index(words, word) + 1
