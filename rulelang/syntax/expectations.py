"""What could have stood in a place, in the author's words instead of the grammar's."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulelang.syntax.lalr import terminal_patterns


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
    spelt = (plain_words(terminal_patterns().get(terminal, "")) for terminal in expected if terminal not in ("NAME", "_POSS"))
    return sorted(word for word in spelt if re.fullmatch(r"[a-z][a-z ]*", word))


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
        return "" if len(phrases) > 2 * _MOST_ALTERNATIVES else join([*phrases[: _MOST_ALTERNATIVES - 1], "another word of the language"])
    if ends:
        phrases.append(spelling("$END"))
    return join(phrases)


def join(phrases: list[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, (", ".join(phrases[:-1]), *phrases[-1:])))
