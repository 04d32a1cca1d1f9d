"""Diagnostics as one JSON document for editors and scripts; its schema is `spec/diagnostics.schema.json`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.diagnostics import Diagnostic
from rulelang.refusal import Refusal
from rulelang.source import Source, Span

VERSION = 1

Json = dict[str, object]


def document(diagnostics: Sequence[Diagnostic], files: Sequence[str], refused: Sequence[tuple[str, Refusal]] = ()) -> Json:
    """`refused` are files that could not be read at all."""
    errors = sum(d.severity == "error" for d in diagnostics)
    return {
        "version": VERSION,
        "files": list(files),
        "errors": errors,
        "warnings": len(diagnostics) - errors,
        "unreadable": unreadable(refused),
        "diagnostics": listed(diagnostics),
    }


def unreadable(refused: Iterable[tuple[str, Refusal]]) -> list[Json]:
    """What was asked for and could not be read."""
    return [{"file": path, "message": refusal.message, "help": refusal.help} for path, refusal in refused]


def listed(diagnostics: Iterable[Diagnostic]) -> list[Json]:
    return [_diagnostic(diagnostic) for diagnostic in diagnostics]


def _diagnostic(diagnostic: Diagnostic) -> Json:
    return {
        "slug": diagnostic.slug,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "page": f"spec/errors/{diagnostic.slug}.md",
        "place": _place(diagnostic.span),
        "labels": [{"message": label.text, "place": _place(label.span)} for label in diagnostic.labels],
    }


def _place(span: Span) -> Json:
    return {"file": span.source.path, "start": _position(span.source, span.start), "end": _position(span.source, span.end)}


def _position(source: Source, offset: int) -> Json:
    return {"line": source.line_of(offset), "column": source.column_of(offset), "offset": offset}
