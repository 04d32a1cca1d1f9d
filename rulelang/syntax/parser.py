"""Text → syntax tree. Any text gives a tree; what is wrong with it goes to the diagnostics.

lark and the builders are imported when a text is parsed for the first time: a run whose files are all in the store never needs them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang import store
from rulelang.bundled import grammar_text
from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.bounded import BoundedDiagnostics
from rulelang.syntax.layout import MOST_CHARACTERS_A_LINE, LayoutLine, lay_out
from rulelang.syntax.pickled import collector_at_rest, dump_file, load_file

if TYPE_CHECKING:
    from rulelang.syntax.outline import OutlineLine


def parse_file(source: Source, diagnostics: Diagnostics) -> ast.File:
    """The syntax tree of a file. Never raises: a line that cannot be read gives one diagnostic and is left out."""
    from rulelang.syntax.build.file import build_file
    from rulelang.syntax.outline import outline

    said = BoundedDiagnostics()
    with collector_at_rest():
        file = build_file(source, outline(source, lay_out(source, said).lines, "top", said), said)
    said.hand_on(diagnostics)
    return file


def parse_file_cached(source: Source, diagnostics: Diagnostics) -> ast.File:
    """Like `parse_file`, by way of the store: for files that are read again and again, such as those that come with the program.

    Only trees of faultless files are stored, so nothing is lost that would have to be said again.
    """
    version = syntax_version()
    if version is None:
        return parse_file(source, diagnostics)
    key = store.fingerprint(version, source.text)
    stored = store.fetch("tree", key)
    if stored is not None:
        found = load_file(stored, source)
        if found is not None:
            return found
    said_before = len(diagnostics)
    file = parse_file(source, diagnostics)
    if len(diagnostics) == said_before:
        store.keep("tree", key, dump_file(file))
    return file


@cache
def syntax_version() -> str | None:
    """Changes with everything that a tree depends on besides its text: grammar, this package, the version of Python."""
    sources = store.sources_below(Path(__file__).parent)
    return None if sources is None else store.fingerprint(grammar_text(), store.python_tag(), *sources)


# --------------------------------------------------------------------------------------------------------- parts of lines
def parse_expression(source: Source, diagnostics: Diagnostics) -> ast.Expr | None:
    """A text that is one expression or condition; None if it is none, which is then said."""
    from rulelang.syntax.build.expressions import expression

    line = _single(source, "cond", diagnostics)
    return None if line is None or line.tree is None else expression(line.origin, line.tree)


def parse_header(source: Source, diagnostics: Diagnostics) -> ast.Header | None:
    """A text like what follows `rule`: `award deed to winner: player`."""
    from rulelang.syntax.build.expressions import header

    line = _single(source, "header", diagnostics)
    return None if line is None or line.tree is None else header(line.origin, line.tree)


def parse_event(source: Source, diagnostics: Diagnostics) -> ast.Event | None:
    """A text like what follows `when`: `player lands on site`."""
    from rulelang.syntax.build.expressions import event

    line = _single(source, "event", diagnostics)
    return None if line is None or line.tree is None else event(line.origin, line.tree)


def parse_facts(source: Source, diagnostics: Diagnostics) -> tuple[ast.Fact, ...]:
    """A text like what follows `given`, `when` or `then` in a test."""
    from rulelang.syntax.build.scenes import facts

    line = _single(source, "facts", diagnostics)
    return () if line is None or line.tree is None else facts(line.origin, line.tree)


def header_of(text: str) -> ast.Header:
    """The header that a text of the program's own stands for; a text that is none is a bug and raises ValueError."""
    diagnostics = Diagnostics()
    found = parse_header(Source("the vocabulary", text), diagnostics)
    if found is None:
        raise ValueError(f"{text!r} is no header: {', '.join(one.message for one in diagnostics)}")
    return found


def _single(source: Source, start: str, diagnostics: Diagnostics) -> OutlineLine | None:
    """The one line of a text, parsed by a start symbol; line ends count as spaces."""
    from rulelang.syntax.outline import outline

    text = re.sub(r"[\r\n]", " ", source.text)
    begin = len(text) - len(text.lstrip(" \t"))
    text = text.strip()
    span = Span(source, begin, begin + len(text))
    if not text:
        diagnostics.error("unfinished-line", "there is nothing here", span)
        return None
    if len(text) > MOST_CHARACTERS_A_LINE:
        diagnostics.error("line-too-long", "this text is too long", span)
        return None
    said = BoundedDiagnostics()
    line = outline(source, [LayoutLine(text, span, 0, None)], start, said)[0]
    said.hand_on(diagnostics)
    return None if line.tree is None else line
