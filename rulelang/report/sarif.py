"""Diagnostics as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import quote

from rulelang.diagnostics import Diagnostic
from rulelang.refusal import Refusal
from rulelang.report.pages import title_of
from rulelang.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, object]


def sarif(diagnostics: Sequence[Diagnostic], version: str, refused: Sequence[tuple[str, Refusal]] = ()) -> Json:
    slugs = sorted({d.slug for d in diagnostics})
    number = {slug: index for index, slug in enumerate(slugs)}
    driver: Json = {"name": "rulelang", "version": version, "rules": [_rule(slug) for slug in slugs]}
    run: Json = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, number[d.slug]) for d in diagnostics],
        "invocations": [{"executionSuccessful": not refused, "toolExecutionNotifications": [_notification(*r) for r in refused]}],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(slug: str) -> Json:
    return {
        "id": slug,
        "shortDescription": {"text": title_of(slug) or slug},
        "help": {"text": f"rulelang explain {slug}"},
    }


def _result(diagnostic: Diagnostic, index: int) -> Json:
    text = diagnostic.message if diagnostic.help is None else f"{diagnostic.message}\nhelp: {diagnostic.help}"
    result: Json = {
        "ruleId": diagnostic.slug,
        "ruleIndex": index,
        "level": diagnostic.severity,
        "message": {"text": text},
        "locations": [_location(diagnostic.span)],
    }
    if diagnostic.labels:
        result["relatedLocations"] = [
            {"id": number, **_location(label.span), "message": {"text": label.text}} for number, label in enumerate(diagnostic.labels, 1)
        ]
    return result


def _location(span: Span) -> Json:
    source = span.source
    region = {
        "startLine": source.line_of(span.start),
        "startColumn": source.column_of(span.start),
        "endLine": source.line_of(span.end),
        "endColumn": source.column_of(span.end),
    }
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(source.path)}, "region": region}}


def _uri(path: str) -> str:
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix(), errors="replace")


def _notification(path: str, refusal: Refusal) -> Json:
    place = {"physicalLocation": {"artifactLocation": {"uri": _uri(path)}}}
    return {"level": "error", "message": {"text": refusal.message}, "locations": [place]}
