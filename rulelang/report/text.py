"""A diagnostic as an author reads it: what is wrong, the place underlined, further places, the mend, the page.

error[unknown-name]: there is no space `old_knt_road`
  --> my.mono:12:14
   |
12 |   advance to old_knt_road
   |              ^^^^^^^^^^^^
   |
   = help: did you mean `old_kent_road`?
   = more: rulelang explain unknown-name
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rulelang.diagnostics import Diagnostic, Severity
from rulelang.report.excerpt import Mark, marks_of, show_line
from rulelang.report.style import Style, printable
from rulelang.source import Source, Span

_COLOUR: dict[Severity, str] = {"error": "red", "warning": "yellow"}


def render(diagnostic: Diagnostic, style: Style) -> str:
    """One diagnostic, without a line end behind it."""
    colour = _COLOUR[diagnostic.severity]
    head = style.paint(f"{diagnostic.severity}[{diagnostic.slug}]", colour)
    lines = [f"{head}: {style.paint(printable(diagnostic.message), 'bold')}"]
    places = _places(diagnostic)
    gutter = max((len(str(mark.line)) for _, marks in places for mark in marks), default=1)
    bar = style.paint(" " * gutter + " |", "blue")
    for index, (source, marks) in enumerate(places):
        first = diagnostic.span if index == 0 else _first_span(diagnostic, source)
        arrow = "-->" if index == 0 else ":::"
        lines.append(" " * gutter + style.paint(arrow, "blue") + f" {printable(str(first))}")
        if source.text:
            lines += [bar, *_excerpt(source, marks, gutter, colour, style)]
    lines += [bar] if lines[-1] != bar else []
    lead = " " * gutter + " " + style.paint("=", "blue")
    if diagnostic.help:
        lines.append(f"{lead} {style.paint('help:', 'green')} {_continued(diagnostic.help, gutter)}")
    lines.append(f"{lead} more: rulelang explain {diagnostic.slug}")
    return "\n".join(lines)


def render_all(diagnostics: Iterable[Diagnostic], style: Style) -> str:
    return "\n\n".join(render(diagnostic, style) for diagnostic in diagnostics)


def summary(diagnostics: Sequence[Diagnostic], files: Sequence[str], style: Style) -> str:
    """The closing line: `3 errors and 1 warning in 2 files`."""
    errors = sum(d.severity == "error" for d in diagnostics)
    warnings = len(diagnostics) - errors
    if not diagnostics:
        what = files[0] if len(files) == 1 else f"{len(files)} files"
        return style.paint(f"{printable(what)}: nothing to mend", "green")
    counts = [_count(errors, "error")] if errors else []
    counts += [_count(warnings, "warning")] if warnings else []
    where = _count(len({d.span.source.path for d in diagnostics}), "file")
    return style.paint(" and ".join(counts), "red" if errors else "yellow") + f" in {where}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _places(diagnostic: Diagnostic) -> list[tuple[Source, list[Mark]]]:
    """Marks by source: the diagnostic's own first, others in the order in which the labels name them."""
    by_source: dict[int, tuple[Source, list[Mark]]] = {}
    spans: list[tuple[Span, str, bool]] = [(diagnostic.span, "", True)]
    spans += [(label.span, printable(label.text), False) for label in diagnostic.labels]
    for span, text, main in spans:
        _, marks = by_source.setdefault(id(span.source), (span.source, []))
        marks += marks_of(span, text, main)
    return list(by_source.values())


def _first_span(diagnostic: Diagnostic, source: Source) -> Span:
    return next(label.span for label in diagnostic.labels if label.span.source is source)


def _excerpt(source: Source, marks: list[Mark], gutter: int, colour: str, style: Style) -> list[str]:
    lines: list[str] = []
    room = max(20, style.width - gutter - 3)
    bar = style.paint(" " * gutter + " |", "blue")
    previous: int | None = None
    in_order = sorted(marks, key=lambda mark: (mark.line, not mark.main, mark.start))
    for line, group in groupby(in_order, key=lambda mark: mark.line):
        here = list(group)
        if previous is not None and line > previous + 1:
            lines.append(style.paint("…".rjust(gutter), "blue"))
        previous = line
        shown = show_line(source, line, here, room)
        lines.append(style.paint(f"{line:>{gutter}} |", "blue") + (f" {shown.text}" if shown.text else ""))
        for mark in here:
            at, under = shown.underline(mark, "^" if mark.main else "-")
            tail = f" {mark.text}" if mark.text else ""
            lines.append(f"{bar} {' ' * at}{style.paint(under + tail, colour if mark.main else 'cyan')}")
    return lines


def _continued(text: str, gutter: int) -> str:
    """A mend of several lines (a replacement block) keeps its shape below the first."""
    return printable(text).replace("\n", "\n" + " " * (gutter + 9))
