"""Every form of the grammar is read, built, kept by the formatter and stored: one file has them all."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.bounded import BoundedDiagnostics
from rulelang.syntax.compare import same_tree
from rulelang.syntax.expectations import keywords
from rulelang.syntax.format import format_text
from rulelang.syntax.lalr import Fault, Tree, build_tables, parse_line
from rulelang.syntax.layout import lay_out
from rulelang.syntax.outline import OutlineLine, outline
from rulelang.syntax.parser import parse_file
from rulelang.syntax.pickled import dump_file, load_file
from rulelang.syntax.words import DECLARATION_WORDS, is_name, is_small_word

SAMPLE = Path(__file__).with_name("every_form.mono").read_text("utf-8")

# Parts of lines, reached only through `parse_facts` and its like.
_PARTS: set[str] = set()


def _lines(lines: tuple[OutlineLine, ...]) -> Iterator[OutlineLine]:
    for line in lines:
        yield line
        yield from _lines(line.children)


def _outlined(text: str) -> tuple[OutlineLine, ...]:
    said = BoundedDiagnostics()
    source = Source("every_form.mono", text)
    found = outline(source, lay_out(source, said).lines, "top", said)
    assert not said.found, said.found
    return found


def _file(text: str) -> ast.File:
    said = Diagnostics()
    found = parse_file(Source("every_form.mono", text), said)
    assert not said.found, said.found
    return found


def _forms(tree: Tree) -> Iterator[str]:
    yield str(tree.data)
    for child in tree.children:
        if child is not None and not isinstance(child, str):
            yield from _forms(child)


def test_the_sample_has_every_form_of_the_grammar() -> None:
    read = {form for line in _lines(_outlined(SAMPLE)) if line.tree is not None for form in _forms(line.tree)}
    named = {
        str(rule.alias or rule.origin.name)
        for rule in build_tables().rules
        if not rule.origin.name.startswith("_") and (rule.alias or not rule.options.expand1)
    }
    assert named - read - _PARTS == set()


def test_the_grammar_has_no_conflict_and_no_clash() -> None:
    build_tables(strict=True)


def test_every_node_is_built() -> None:
    nodes = {type(node).__name__ for node in walk(_file(SAMPLE))}
    every = {cls.__name__ for cls in vars(ast).values() if isinstance(cls, type) and issubclass(cls, ast.Node)}
    assert every - nodes == {"Node"}


def test_every_span_is_inside_its_line() -> None:
    file = _file(SAMPLE)
    for node in walk(file):
        if node is file:
            continue
        assert 0 <= node.span.start < node.span.end <= len(SAMPLE), node
        assert "\n" not in node.span.text, node
        assert node.span.text == node.span.text.strip(), node
        if isinstance(node, ast.Word):
            assert node.span.text == node.text
        elif isinstance(node, ast.Num) and node.span.text != "twice" and "faces" not in node.span.source.line_text(node.span.line):
            assert node.span.text == str(node.value)


def test_formatting_keeps_the_meaning_and_is_stable() -> None:
    formatted = format_text(SAMPLE)
    assert same_tree(_file(SAMPLE), _file(formatted))
    assert format_text(formatted) == formatted


def test_a_stored_tree_is_the_same_tree() -> None:
    file = _file(SAMPLE)
    other = Source("elsewhere.mono", SAMPLE)
    again = load_file(dump_file(file), other)
    assert again is not None and same_tree(file, again)
    assert all(node.span.source is other for node in walk(again))
    spans = zip((node.span for node in walk(file)), (node.span for node in walk(again)), strict=True)
    assert all((one.start, one.end) == (two.start, two.end) for one, two in spans)


def test_records_hold_nothing_but_trees() -> None:
    source = Source("x", "")
    assert load_file(b"", source) is None
    assert load_file(pickle.dumps(Path("x")), source) is None
    assert load_file(pickle.dumps([1, 2]), source) is None
    data = dump_file(_file(SAMPLE))
    for cut in range(0, len(data), 997):
        assert load_file(data[:cut], source) is None


def walk(node: object) -> Iterator[ast.Node]:
    """All nodes of a tree."""
    if isinstance(node, ast.Node):
        yield node
        for name in node.__dataclass_fields__:
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    else:
        assert node is None or isinstance(node, str | int | Span | Source) or type(node).__name__ == "Fraction", type(node)


def test_the_words_that_open_a_line_are_those_of_the_grammar() -> None:
    fault = parse_line("", "top")
    assert isinstance(fault, Fault)
    assert {word.split()[0] for word in keywords(fault.expected)} == set(DECLARATION_WORDS)


def test_names_may_begin_like_small_words() -> None:
    for name in (
        "total_x",
        "topple",
        "island",
        "another",
        "notary",
        "inn",
        "forest",
        "canteen",
        "besides",
        "doing",
        "hasty",
        "_x" * 3 + "é",
    ):
        assert is_name(name), name
        assert not isinstance(parse_line(f"pay {name} to {name}", "body"), Fault), name
    for word in ("to", "total", "in", "is", "otherwise", "becomes", "become", "a"):
        assert is_small_word(word) and not is_name(word)
    assert not is_small_word("3x") and not is_small_word("board")
