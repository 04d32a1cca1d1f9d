"""What could have stood in a place, in the author's words instead of the grammar's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from rulelang.diagnostics import alternatives
from rulelang.syntax.lalr import openings, terminal_patterns


def _terminals(names: str) -> frozenset[str]:
    return frozenset(names.split())


VALUE_START = _terminals(
    "NAME NUMBER PERCENT STRING LPAR HALF TWICE ALL TOTAL HIGHEST LOWEST _NUMBER_OF NO ANY EVERY OTHER NEXT RANDOM FIRST"
)
"""What an expression can begin with."""

_CONSTANT = _terminals("NAME NUMBER PERCENT STRING NO")
_PREPOSITIONS = ("TO", "FROM", "ON", "FOR", "WITH", "BY", "AS", "INTO")
_CLAIMS = _terminals("_IS _HAS _OWNS CMP _DOES_NOT _HAS_SAME CAN")
# What could go on almost anywhere: worth a word only where nothing else fits.
_CONTINUATIONS = _terminals(
    "PLUS MINUS STAR SLASH OF AT _SEEN_BY _BUT_AT_MOST _BUT_AT_LEAST ROUNDED _POSS _IN _THAT WHOSE _OTHER_THAN WITH_HIGHEST WITH_LOWEST "
    "PER AND OR RPAR COMMA"
)
_SPELLINGS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "PERCENT": "a percentage",
    "STRING": 'a text in `"`',
    "CMP": "a comparison",
    "_POSS": "`'s`",
    "$END": "the end of the line",
    "YES_NO": "`yes/no`",
    "_IS": "`is`",
    "_HAS": "`has`",
    "_OWNS": "`owns`",
    "_THAT": "`that`",
    "_BECOMES": "`becomes`",
    "_CHOOSE": "`choose`",
    "_CARD": "`card`",
    "NEXT": "`next`",
    "_DOES_NOT": "`does not`",
    "_HAS_SAME": "`has the same`",
    "WITH_HIGHEST": "`with highest`",
    "WITH_LOWEST": "`with lowest`",
    "ROUNDED": "`rounded up`, `rounded down` or `rounded to nearest`",
    "ROUNDING": "`rounding up`, `rounding down` or `rounding to nearest`",
}
_MOST_ALTERNATIVES = 5


def spelling(terminal: str) -> str:
    """A terminal of the grammar as an author would write it."""
    known = _SPELLINGS.get(terminal)
    if known is not None:
        return known
    pattern = terminal_patterns().get(terminal, terminal)
    return f"`{plain_words(pattern)}`"


def plain_words(pattern: str) -> str:
    """The words that a simple pattern stands for: `up[ \\t]+to\\b` is `up to`."""
    return re.sub(r"\\(.)", r"\1", pattern.replace("[ \t]+", " ").removesuffix(r"\b"))


def keywords(expected: Iterable[str]) -> list[str]:
    """The expected terminals that are words of the language, spelt out."""
    return sorted({word for terminal in expected for word in spellings(terminal_patterns().get(terminal, ""))})


def spellings(pattern: str) -> list[str]:
    """What a pattern stands for, if it is words: `cards?` is `card` and `cards`, `(is|are)` is `is` and `are`."""
    choice = re.search(r"\(([^()]*)\)(\??)", pattern)
    if choice is not None:
        ways = [*choice[1].split("|"), *([""] if choice[2] else [])]
        return [word for way in ways for word in spellings(pattern[: choice.start()] + way + pattern[choice.end() :])]
    maybe = re.search(r"[a-z]\?", pattern)
    if maybe is not None:
        return [word for way in (maybe[0][0], "") for word in spellings(pattern[: maybe.start()] + way + pattern[maybe.end() :])]
    words = plain_words(pattern)
    return [words] if re.fullmatch(r"[a-z]+(?: [a-z]+)*", words) else []


@cache
def line_words(start: str) -> tuple[str, ...]:
    """The words of the language with which a line of that kind can begin, apart from those that begin a value."""
    return tuple(keywords(openings(start) - VALUE_START - {"NOT"}))


def in_words(expected: frozenset[str]) -> str:
    """`expected` as a phrase: "`to` or an amount"; empty if there is nothing helpful to say."""
    phrases: list[str] = []
    rest = set(expected)
    value = {"NAME", "NUMBER", "LPAR"} <= rest
    condition = value and "NOT" in rest
    if value:
        rest -= VALUE_START | {"NOT"}
    elif rest >= _CONSTANT:
        rest -= _CONSTANT
        phrases.append("a value")
    if len(rest & _CLAIMS) > 2:
        rest -= _CLAIMS
        phrases += ["`is`", "`has`", "a comparison"]
    prepositions = [name for name in _PREPOSITIONS if name in rest]
    if len(prepositions) > 2:
        rest -= set(prepositions)
        phrases.append("a small word such as " + ", ".join(map(spelling, prepositions[:2])) + f" or {spelling(prepositions[2])}")
    ends = "$END" in rest
    rest -= {"$END"}
    if value or phrases or ends or rest - _CONTINUATIONS:
        rest -= _CONTINUATIONS - ({"COMMA"} if len(rest) < 4 and not value else set())
    words = sorted((spelling(name) for name in rest), key=lambda word: (not word.startswith("a "), word))
    if condition:
        words.insert(0, "a condition")
    elif value:
        words.insert(0, "a name or an amount")
    phrases = words + phrases
    if len(phrases) > _MOST_ALTERNATIVES:
        # A long list helps nobody; what could begin a line is said by the lines around it.
        if len(phrases) > 2 * _MOST_ALTERNATIVES:
            return ""
        return alternatives([*phrases[: _MOST_ALTERNATIVES - 1], "another word of the language"])
    if ends:
        phrases.append(spelling("$END"))
    return alternatives(phrases)
