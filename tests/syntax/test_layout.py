"""Indentation, comments and the bounds that keep hostile texts harmless."""

from __future__ import annotations

import pytest

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.layout import MOST_CHARACTERS_A_LINE, MOST_LEVELS, MOST_LINES, Layout, LayoutLine, Remark, lay_out, split_comment


def laid_out(text: str) -> tuple[Layout, list[str]]:
    said = Diagnostics()
    return lay_out(Source("test.mono", text), said), [one.slug for one in said]


def shape(lines: list[LayoutLine]) -> list[object]:
    """Nested lists of texts: a line, then the list of its children if it has any."""
    found: list[object] = []
    for line in lines:
        found.append(line.text)
        if line.children:
            found.append(shape(line.children))
    return found


def test_indentation_makes_a_tree() -> None:
    layout, said = laid_out("a\n  b\n    c\n  d\ne\n")
    assert not said
    assert shape(layout.lines) == ["a", ["b", ["c"], "d"], "e"]
    assert [line.depth for line in layout.lines[0].children] == [1, 1]


def test_any_width_is_a_level() -> None:
    layout, said = laid_out("a\n b\n      c\n d")
    assert not said
    assert shape(layout.lines) == ["a", ["b", ["c"], "d"]]


def test_spans_are_those_of_the_meaning() -> None:
    layout, _ = laid_out("a\n   b c   # note\n")
    child = layout.lines[0].children[0]
    assert (child.text, child.span.text, child.comment, child.span.line, child.span.column) == ("b c", "b c", "# note", 2, 4)


def test_blank_lines_and_remarks_are_kept() -> None:
    layout, _ = laid_out("a\n\n  # remark\n   \nb")
    kinds = [type(row).__name__ for row in layout.rows]
    assert kinds == ["LayoutLine", "NoneType", "Remark", "NoneType", "LayoutLine"]
    remark = layout.rows[2]
    assert isinstance(remark, Remark) and (remark.comment, remark.column) == ("# remark", 2)


@pytest.mark.parametrize(
    ("body", "text", "comment"),
    [
        ('say "# no" # yes', 'say "# no"', "# yes"),
        ('say "\\"#" # yes', 'say "\\"#"', "# yes"),
        ("x#y", "x", "#y"),
        ('say "open # not', 'say "open # not', None),
        ("# only  ", "", "# only"),
    ],
)
def test_comments(body: str, text: str, comment: str | None) -> None:
    assert split_comment(body) == (text, comment)


def test_a_dedent_to_nowhere_is_said_once_and_read() -> None:
    layout, said = laid_out("a\n    b\n  c\n  d\ne\n")
    assert said == ["bad-indent"]
    assert shape(layout.lines) == ["a", ["b", "c", "d"], "e"]


def test_the_first_line_is_not_indented() -> None:
    layout, said = laid_out("  a\nb\n")
    assert said == ["bad-indent"]
    assert shape(layout.lines) == ["a", "b"]


def test_tabs_are_said_once_a_region() -> None:
    layout, said = laid_out("a\n\tb\n\t\tc\nd\n\te\n")
    assert said == ["tab-indent", "tab-indent"]
    assert shape(layout.lines) == ["a", ["b", ["c"]], "d", ["e"]]


def test_a_tab_is_two_spaces() -> None:
    layout, _ = laid_out("a\n\tb\n  c\n")
    assert shape(layout.lines) == ["a", ["b", "c"]]


def test_a_byte_order_mark_is_passed_over() -> None:
    layout, said = laid_out("\ufeffa\n  b")
    assert not said and shape(layout.lines) == ["a", ["b"]]
    assert layout.lines[0].span.start == 1


def test_line_ends_of_other_systems() -> None:
    layout, said = laid_out("a\r\n  b\r\n")
    assert not said and shape(layout.lines) == ["a", ["b"]]


def test_depth_is_bounded() -> None:
    layout, said = laid_out("".join("  " * level + "a\n" for level in range(200)))
    assert said == ["too-deep"] and not layout.complete
    depth, lines = 0, layout.lines
    while lines and not lines[0].skipped:
        depth, lines = depth + 1, lines[0].children
    assert depth == MOST_LEVELS


def test_length_is_bounded() -> None:
    layout, said = laid_out("a\n" + "b" * (MOST_CHARACTERS_A_LINE + 1) + "\nc")
    assert said == ["line-too-long"] and not layout.complete
    assert [line.text for line in layout.lines if not line.skipped] == ["a", "c"]


def test_the_number_of_lines_is_bounded() -> None:
    layout, said = laid_out("a\n" * (MOST_LINES + 5))
    assert said == ["file-too-long"] and len(layout.lines) == MOST_LINES


@pytest.mark.parametrize("text", ["", "\n", "   \n\t\n", "# only a remark", "\ufeff"])
def test_texts_that_say_nothing(text: str) -> None:
    layout, said = laid_out(text)
    assert not said and not layout.lines
