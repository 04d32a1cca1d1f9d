"""Every row of the machine earns its place: a game outside the family uses it, or two editions or variants do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostics
from rulelang.lints.tree import nodes, words
from rulelang.lower.calls import plain_word
from rulelang.lower.headers import base_forms
from rulelang.lower.verbs import match
from rulelang.machine.vocabulary import EVENTS, FIELDS, VERBS, EventRow, FieldRow, Verb
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_file_cached

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "tests" / "games").glob("*.mono"))
BUNDLED = sorted(path for path in (ROOT / "editions").rglob("*.mono") if path.parent.name != "tests")
EVENT_VERBS = {"land": "lands", "reach": "reaches", "pay": "pays", "draw": "draws", "roll": "rolls", "leave": "leaves"}


@cache
def tree(path: Path) -> ast.File:
    return parse_file_cached(Source(str(path), path.read_text("utf-8")), Diagnostics())


@cache
def rules(path: Path) -> tuple[ast.Node, ...]:
    """All that stands in a file but its tests and positions: these use rows that the game itself does not."""
    file = tree(path)
    declared = [section.declarations for section in file.sections] + [section.strategies for section in file.sections]
    return tuple(nodes(*declared, *(one for one in file.loose if isinstance(one, ast.Strategy))))


def verbs_in(path: Path) -> Iterator[str]:
    for node in rules(path):
        if isinstance(node, ast.Statement):
            for at in range(min(2, len(node.items))):
                after = [plain_word(item) for item in node.items[at + 1 :]]
                for base in base_forms(plain_word(node.items[at]) or ""):
                    if base == "promise":
                        yield "promise"  # its places are those of the promise that it names
                    row = match(base, after, [prep.word for prep in node.preps])
                    if row is not None:
                        yield row.name


def events_in(path: Path) -> Iterator[str]:
    for node in rules(path):
        if not isinstance(node, ast.Event):
            continue
        if node.becomes is not None:
            yield "becomes"
        words = [option.words[0].text for item in node.items for option in item.options]
        if words[-1:] in (["begins"], ["ends"]):
            yield words[0] if words[0] in ("turn", "round") else "rule"
        for word in words:
            for base in base_forms(word):
                if base == "pass":
                    yield "changes_hands" if any(prep == "to" for prep, _ in node.preps) else "passes"
                yield EVENT_VERBS.get(base, "rule")


def fields_in(path: Path) -> Iterator[str]:
    file = tree(path)
    yield from words(*([*section.declarations, *section.strategies] for section in file.sections), *file.loose)


def earns_its_place(name: str, games: dict[Path, frozenset[str]], bundled: dict[Path, frozenset[str]]) -> bool:
    # What the library uses, three editions use.
    users = sum(3 if path.parent.name == "rules" else 1 for path, found in bundled.items() if name in found)
    return any(name in found for found in games.values()) or users >= 2


@pytest.mark.parametrize("row", [row for row in VERBS if row.name != "act"], ids=lambda row: row.name)
def test_verb(row: Verb) -> None:
    """All but `act`, which is a form after `may` and `must`."""
    games = {path: frozenset(verbs_in(path)) for path in GAMES}
    assert earns_its_place(row.name, games, {path: frozenset(verbs_in(path)) for path in BUNDLED})


@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row.name)
def test_event(row: EventRow) -> None:
    games = {path: frozenset(events_in(path)) for path in GAMES}
    assert earns_its_place(row.name, games, {path: frozenset(events_in(path)) for path in BUNDLED})


@pytest.mark.parametrize("row", [row for row in FIELDS if row.name.islower()], ids=lambda row: f"{row.owner}-{row.name}")
def test_field(row: FieldRow) -> None:
    """All but those that are named after the kinds and pieces of a game."""
    games = {path: frozenset(fields_in(path)) for path in GAMES}
    assert earns_its_place(row.name, games, {path: frozenset(fields_in(path)) for path in BUNDLED})
