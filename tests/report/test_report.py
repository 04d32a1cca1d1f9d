"""Diagnostics as people and programs read them."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from rulelang.bundled import data_dir
from rulelang.diagnostics import Diagnostic, Label
from rulelang.refusal import Refusal
from rulelang.report.document import document
from rulelang.report.excerpt import width_of
from rulelang.report.sarif import sarif
from rulelang.report.style import Style
from rulelang.report.text import render, summary
from rulelang.source import Source, Span

MINE = Source(
    "my.mono",
    'edition mine "Ж漢字" extends clasic\n'
    'rule walk\n\tpay 40 to bank\n    draw\n\n  last  \n  say "' + "x" * 300 + " here " + "y" * 200 + '"\n',
)
OTHER = Source("lib/other.mono", 'a\nb\nsite lane "Lane"\n')


def at(source: Source, text: str, end: str = "") -> Span:
    start = source.text.index(text)
    return Span(source, start, source.text.index(end) + len(end) if end else start + len(text))


CASES = {
    "places in two files, wide letters": Diagnostic(
        "unknown-name", "there is no `clasic`", at(MINE, "clasic"), "error",
        (Label(at(OTHER, "lane"), "declared here"), Label(at(MINE, "漢字"), "its title"), Label(at(MINE, "last"), "used here")),
        "did you mean `classic`?",
    ),
    "a tab": Diagnostic("tab", "a tab", at(MINE, "\t"), "error"),
    "behind a tab": Diagnostic("bad-line", "no such verb", at(MINE, "pay"), "error"),
    "several lines": Diagnostic("block", "a whole block", at(MINE, "rule", "draw"), "warning"),
    "many lines": Diagnostic("block", "a whole block", at(MINE, "edition", "last"), "warning"),
    "a long line": Diagnostic("long", "far to the right", at(MINE, "here"), "error", (), "line one\nline two"),
    "at the end": Diagnostic("end", "something is missing", Span(MINE, len(MINE.text), len(MINE.text)), "error"),
    "an empty file": Diagnostic("empty", "nothing here", Span(Source("empty.mono", ""), 0, 0), "error"),
    "an escape sequence": Diagnostic("escape", "\x1b[31mred\x1b[0m", Span(Source("bad\x07.mono", "a \x1b[31m b"), 2, 5), "error"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_text(name: str, snapshot: SnapshotAssertion) -> None:
    shown = render(CASES[name], Style(False, 80))
    assert shown == snapshot
    assert "\x1b" not in shown
    assert all(width_of(line) <= 80 for line in shown.split("\n"))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("width", [40, 60, 200])
def test_colours_change_nothing_else(name: str, width: int) -> None:
    plain, coloured = (render(CASES[name], Style(colour, width)) for colour in (False, True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_every_place_can_be_shown() -> None:
    """No span of an awkward text breaks the rendering, and each is underlined."""
    source = Source("x.mono", "a\tb漢\n\n  e\u0301 \u200d\n\x00ende")
    for start in range(len(source.text) + 1):
        for end in range(start, len(source.text) + 1):
            assert "^" in render(Diagnostic("x", "m", Span(source, start, end)), Style(False, 40))


def test_summary() -> None:
    warning, error = CASES["several lines"], CASES["a tab"]
    style = Style()
    assert summary([], ["a.mono"], style) == "a.mono: nothing to mend"
    assert summary([], ["a.mono", "b.mono"], style) == "2 files: nothing to mend"
    assert summary([error, error, warning], ["a.mono"], style) == "2 errors and 1 warning in 1 file"
    assert summary([warning, CASES["an empty file"]], ["a.mono"], style) == "1 error and 1 warning in 2 files"


def test_json_fits_its_schema() -> None:
    shown = document(list(CASES.values()), ["my.mono"], [("gone.mono", Refusal("no such file", "check the path"))])
    schema = json.loads((data_dir("spec") / "diagnostics.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(json.dumps(shown)))
    first = shown["diagnostics"][0]  # type: ignore[index]
    assert first["place"]["start"] == {"line": 1, "column": 28, "offset": 27}
    assert [label["message"] for label in first["labels"]] == ["declared here", "its title", "used here"]


def test_sarif() -> None:
    shown = sarif(list(CASES.values()), "1.2.3", [("a b\u00e4.mono", Refusal("no such file"))])
    [run] = json.loads(json.dumps(shown))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    for result, diagnostic in zip(run["results"], CASES.values(), strict=True):
        assert rules[result["ruleIndex"]] == result["ruleId"] == diagnostic.slug
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] == diagnostic.span.line
        assert (region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"])
        assert len(result.get("relatedLocations", ())) == len(diagnostic.labels)
    [told] = run["invocations"][0]["toolExecutionNotifications"]
    assert told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b%C3%A4.mono"
    assert not run["invocations"][0]["executionSuccessful"]
