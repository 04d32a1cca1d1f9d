"""Short ways to read a text in tests."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic, Diagnostics
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_file


def read(text: str) -> tuple[ast.File, list[Diagnostic]]:
    said = Diagnostics()
    return parse_file(Source("test.mono", text), said), said.sorted()


def good(text: str) -> ast.File:
    file, said = read(text)
    assert not said, said
    return file


def section(text: str) -> ast.Section:
    """The section of a library with these lines, which must be faultless."""
    return good('library test "Test"\n' + text).sections[0]


def said_of(text: str) -> list[Diagnostic]:
    """What is said of these lines in a library."""
    return read('library test "Test"\n' + text)[1]


def slugs(text: str) -> list[str]:
    return [one.slug for one in said_of(text)]


def body(text: str) -> ast.Body:
    """A body of statements, given without indentation."""
    rule = section("rule foo\n" + "".join(f"  {line}\n" for line in text.split("\n"))).declarations[0]
    assert isinstance(rule, ast.Rule)
    return rule.body
