"""Slips of the pen in the words of the language: what a line that cannot be read would be with one of them put right.

A word, or two or three that belong together, is replaced by the nearest of the language; if the line can then be read, that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from itertools import islice

from rulelang.diagnostics import nearest
from rulelang.syntax.expectations import spellings
from rulelang.syntax.lalr import Fault, parse_line, terminal_patterns

_WORD = re.compile(r'"(?:\\.|[^"\\])*"|[^\W\d]\w*')
_LONGEST = 3
"""Words that belong together: `other than`, `but at most`."""
_LONGER = 3
_LOOKED_AT = 6
"""So many words before the fault, besides the first ones, may be the slip."""
_MOST_TRIED = 16
_ALIKE = 0.7
"""Short words resemble too many, so more likeness is asked for than for names."""


@dataclass(frozen=True, slots=True)
class Slip:
    """The words from `start` to `end` of a line, and what they were meant to be."""

    start: int
    end: int
    meant: str


def find_slip(text: str, start: str, fault: Fault) -> Slip | None:
    """The slip that makes a line unreadable, sought from its fault backwards."""
    for begin, end, meant in islice(_candidates(text, fault), _MOST_TRIED):
        if not isinstance(parse_line(text[:begin] + meant + text[end:], start), Fault):
            return Slip(begin, end, meant)
    return None


def _candidates(text: str, fault: Fault) -> Iterator[tuple[int, int, str]]:
    """Stretches of words with what they may have been meant for, the most alike first."""
    reached = [match for match in _WORD.finditer(text) if match.start() <= fault.end]
    near = [*reached[:_LONGEST], *reached[_LONGEST:][-_LOOKED_AT:], *islice(_WORD.finditer(text, fault.end), _LONGEST - 1)]
    words = [match for match in near if match[0][0] != '"']
    found: list[tuple[float, int, int, str]] = []
    for length in range(1, _LONGEST + 1):
        for first, last in zip(words, words[length - 1 :], strict=False):
            begin, end = first.start(), last.end()
            said = " ".join(text[begin:end].split())
            if said.count(" ") == length - 1:  # nothing was left out between them
                found += [(alike, begin, end, meant) for alike, meant in _meant(said, length)]
    for _, begin, end, meant in sorted(found, key=lambda one: (-one[0], -one[1])):
        yield begin, end, meant


@lru_cache(maxsize=4096)
def _meant(said: str, length: int) -> tuple[tuple[float, str], ...]:
    """What some words may have been meant for, each with how much alike it is. A slip spares the first letter or the last."""
    known = _phrases(length)
    if said in known:
        return ()
    near = [one for one in known if abs(len(one) - len(said)) <= _LONGER and (one[0] == said[0] or one[-1] == said[-1])]
    close = [(1.0 if sorted(said) == sorted(one) else SequenceMatcher(None, said, one).ratio(), one) for one in nearest(said, near, 2)]
    return tuple((alike, one) for alike, one in close if alike > _ALIKE)


@cache
def _phrases(length: int) -> tuple[str, ...]:
    """The words of the language, or those that stand together so many at a time."""
    known = {phrase for pattern in terminal_patterns().values() for phrase in spellings(pattern)}
    return tuple(sorted(phrase for phrase in known if phrase.count(" ") == length - 1 and len(phrase) > 1))
