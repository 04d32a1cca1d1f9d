"""One line of text → one parse tree, by lark's LALR parser: the only module that imports lark.

Building the tables takes most of a second, so they are stored (rulelang/store.py) and loaded in a few milliseconds. What is wrong
with a line comes back as a `Fault`, never as an exception.
"""

from __future__ import annotations

import io
import pickle
from dataclasses import dataclass
from functools import cache

import lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternRE, PatternStr, TerminalDef

from rulelang import store
from rulelang.bundled import grammar_text
from rulelang.syntax.contexts import START_SYMBOLS
from rulelang.syntax.words import is_small_word

Token = lark.Token
Tree = lark.Tree[lark.Token]


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a line stops making sense. `start` to `end` is the offending word; both are the length of the text at its end."""

    start: int
    end: int
    terminal: str
    """Name of the grammar's terminal for the word; "" for a character that starts none, "$END" at the end of the line."""
    expected: frozenset[str]
    """Names of the terminals that would fit there."""


def parse_line(text: str, start: str) -> Tree | Fault:
    """The parse tree of a line by the start symbol that its place gives it."""
    parser = _parser()
    try:
        return parser.parse(text, start=start)
    except UnexpectedToken as error:
        token = error.token
        if token.type == "$END":
            return Fault(len(text), len(text), "$END", _accepted(parser, text, start))
        begin = token.start_pos or 0
        return Fault(begin, begin + len(token), token.type, _accepted(parser, text[:begin], start))
    except UnexpectedCharacters as error:
        place = error.pos_in_stream or 0
        return Fault(place, place + 1, "", _accepted(parser, text[:place], start))


@cache
def openings(start: str) -> frozenset[str]:
    """Names of the terminals that a line can begin with."""
    return _accepted(_parser(), "", start)


def terminal_patterns() -> dict[str, str]:
    """Name and regular expression of each terminal of the grammar."""
    return {terminal.name: terminal.pattern.value for terminal in _parser().terminals}


def _accepted(parser: lark.Lark, text: str, start: str) -> frozenset[str]:
    """What could follow a good beginning of a line."""
    interactive = parser.parse_interactive(text, start=start)
    try:
        interactive.exhaust_lexer()
    except UnexpectedInput:
        return frozenset()
    accepted: set[str] = interactive.accepts()  # type: ignore[no-untyped-call]
    return frozenset(accepted)


@cache
def _parser() -> lark.Lark:
    key = store.fingerprint(grammar_text(), " ".join(START_SYMBOLS), lark.__version__, store.python_tag())
    stored = store.fetch("tables", key)
    if stored is not None:
        try:
            return lark.Lark.load(io.BytesIO(stored))
        except (pickle.PickleError, AttributeError, ImportError, IndexError, KeyError, TypeError, ValueError, EOFError):
            pass  # written by another lark that calls itself the same: make it anew
    parser = build_tables()
    buffer = io.BytesIO()
    parser.save(buffer)
    store.keep("tables", key, buffer.getvalue())
    return parser


def build_tables(*, strict: bool = False) -> lark.Lark:
    """The parser from the grammar's text; `strict` refuses conflicts and clashing terminals."""
    return lark.Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=list(START_SYMBOLS),
        maybe_placeholders=True,
        propagate_positions=True,
        edit_terminals=_whole_word,
        strict=strict,
    )


def _whole_word(terminal: TerminalDef) -> None:
    """Keeps `to` from matching the beginning of `total`.

    A word that may be a name elsewhere is matched as a name first, whole; a small word never is, so it needs its end marked.
    """
    word = terminal.pattern.value
    if isinstance(terminal.pattern, PatternStr) and word.isalpha() and is_small_word(word):
        terminal.pattern = PatternRE(word + r"\b")
