"""The words of a line, and the line again with one space between them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(
    r"""
    "(?:\\.|[^"\\])*"          # a text
    | [0-9]+(?:\.[0-9]+)?%     # a percentage
    | yes/no\b
    | (?<=[\s=,.])-[0-9]+\b    # a number below 0
    | \w+
    | '(?:s(?!\w))?            # what belongs to somebody
    | \.\. | <= | >=
    | \S
    """,
    re.VERBOSE,
)
_TIGHT_BEFORE = frozenset((",", ")", "..", "'", "'s"))
_TIGHT_AFTER = frozenset(("(", ".."))


def words_of(text: str) -> list[str]:
    """The words and signs of a line, texts in quotes being one word each."""
    return _WORD.findall(text)


def spaced(words: Sequence[str], *, tight_colon: bool = True) -> str:
    """The words as a line. Before a colon stands a space only in tables of names and types."""
    pieces: list[str] = []
    previous = ""
    for word in words:
        tight = word in _TIGHT_BEFORE or previous in _TIGHT_AFTER or (word == ":" and tight_colon)
        if pieces and not tight:
            pieces.append(" ")
        pieces.append(word)
        previous = word
    return "".join(pieces)


def tidy(text: str) -> str:
    """Words of one line with single spaces between them, however an author set them."""
    return spaced(words_of(text))
