"""What the language has to be able to say, in examples: each compiles, its tests pass, and games of it are played.

The items of the charter stand as headings, `# == ITEM`, in the files; what stands below one, up to its test, is all that it takes: a few
readable lines, counted without comments and the lines that only give a title. Whole games of other families take a page.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulelang.pipeline import Compilation, load
from tests.spec.pages import ROOT
from tests.spec.running import play, wrong

ITEMS = (
    "an amount per building, per deed, per group",
    "a percentage of cash or worth, rounded",
    '"the amount you were just asked for", doubled or waived',
    "pay or else",
    "every player rolls and the lowest pays",
    "the nearest space of a kind ahead, with its own rent rule",
    "an effect that lasts until something happens",
    "swapping deeds",
    "choosing a player, a deed or a space",
    "a card kept and played when something happens",
    "extra turns",
    "lost turns",
    "extra-long turns",
    "dice with other faces, and three of them",
    "boards of any length",
    "pieces above the hotel",
    "shares with dividends",
    "insurance",
    "a bet on dice",
    "a timed end",
    "a round-limited end",
    "free landings, promised in a trade",
    "a share of rent, promised in a trade",
    "a loan, promised in a trade",
    "games that are not of this family: snakes and ladders",
    "games that are not of this family: sealed bids without a board",
    "games that are not of this family: barter",
)
FEW = 6
GAME = 45
TITLES = re.compile(r"\s*(#|$|add to deck |card |\d+ cards |edition |group |things|  (lot|square|slide|booth|ware) )")
"""Lines that only give a title, or a row of a table."""

CASES = sorted((ROOT / "tests" / "cases").glob("power-*.mono"))


@cache
def compilation(path: Path) -> Compilation:
    return load(str(path))


def sections() -> dict[str, tuple[list[str], bool]]:
    """By item: the lines that it takes, and whether a test stands below them."""
    found: dict[str, tuple[list[str], bool]] = {}
    for path in CASES:
        items: list[str] = []
        lines: list[str] = []
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("# == "):
                items, lines = [*(items if not lines else []), line.removeprefix("# == ")], []
            elif line.startswith("# ---"):
                items = []
            elif line.startswith("test ") and items:
                found |= dict.fromkeys(items, (lines, True))
                items = []
            elif not TITLES.match(line) and items:
                lines.append(line)
    return found


@pytest.mark.parametrize("item", ITEMS)
def test_a_few_lines_say_it(item: str) -> None:
    lines, tested = sections().get(item, ([], False))
    assert lines and tested, f"no power-*.mono shows and tests “{item}”"
    most = GAME if item.startswith("games ") else FEW
    assert len(lines) <= most, f"{item}: {len(lines)} lines\n" + "\n".join(lines)


def test_nothing_else_is_called_an_item() -> None:
    assert set(sections()) == set(ITEMS)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_clean(path: Path) -> None:
    assert [f"{one.span.line}: {one.slug}: {one.message}" for one in compilation(path).diagnostics] == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_rulings(path: Path) -> None:
    assert wrong(str(path)) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_plays(path: Path) -> None:
    play(compilation(path).program, games=2, rounds=25)
