"""Properties of parser and formatter for any text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.contexts import START_SYMBOLS
from rulelang.syntax.lalr import Fault, parse_line
from rulelang.syntax.parser import parse_event, parse_expression, parse_facts, parse_file, parse_header
from tests.syntax.fuzz import check_format, fuzz
from tests.syntax.generated import Deriver

# Parsing is fast, but the first one loads the tables.
calm = settings(deadline=None, max_examples=200)


@calm
@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    source = Source("x", text)
    for parse in (parse_file, parse_expression, parse_header, parse_event, parse_facts):
        said = Diagnostics()
        parse(source, said)
        assert all(0 <= one.span.start <= one.span.end <= len(text) for one in said)
    check_format(text)


@calm
@given(st.binary(max_size=300), st.sampled_from(("utf-8", "latin-1", "utf-16", "cp1251")))
def test_any_bytes_are_read(data: bytes, encoding: str) -> None:
    parse_file(Source("x", data.decode(encoding, "replace")), Diagnostics())


@calm
@given(st.integers(0, 2**32), st.sampled_from(START_SYMBOLS))
def test_what_the_grammar_derives_is_read(seed: int, start: str) -> None:
    text = Deriver(seed).line(start)
    tree = parse_line(text, start)
    assert not isinstance(tree, Fault), (text, tree)


@calm
@given(st.integers(0, 2**32))
def test_formatting_keeps_what_files_say(seed: int) -> None:
    deriver = Deriver(seed)
    text = deriver.file(4)
    check_format(text)
    check_format(deriver.mutated(text))


@calm
@given(st.integers(0, 2**32))
def test_a_broken_line_is_one_message_and_harms_no_neighbour(seed: int) -> None:
    deriver = Deriver(seed)
    lines = deriver.file(3).split("\n")
    whole = Diagnostics()
    parse_file(Source("x", "\n".join(lines)), whole)
    broken = Diagnostics()
    parse_file(Source("x", "\n".join([*lines, "to to to", "rule after\n  stop"])), broken)
    if len(whole) < 90:
        assert len(broken) == len(whole) + 1


def test_a_thousand_random_texts() -> None:
    assert fuzz(1000, seed=7).slowest < 2


@pytest.mark.long
def test_many_random_texts() -> None:
    assert fuzz(200_000, seed=1).slowest < 2


HOSTILE = {
    "brackets": "(" * 1900,
    "nested": "pay " + "(" * 900 + "1" + ")" * 900,
    "negations": "if " + "not " * 450 + "x",
    "fields": "pay " + "x of " * 370 + "y",
    "sums": "pay " + "1+" * 900 + "1",
    "quotes": '"' * 1999,
    "escapes": '"' + "\\" * 1990,
    "dots": "pay " + "." * 1900,
    "digits": "pay " + "9" * 1900,
    "apostrophes": "pay " + "x's " * 450,
    "words": "pay " + "x " * 900,
    "commas": "pay " + "1 per x," * 230,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_lines(name: str) -> None:
    said = Diagnostics()
    text = f'library x "X"\nrule foo\n  {HOSTILE[name]}\n  stop\n'
    parse_file(Source("x", text), said)
    check_format(text)
    assert len(said) <= 2
