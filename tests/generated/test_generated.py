"""Editions that nobody wrote, the same on both backends, event for event: whole games, and stretches of 40 turns from shaken positions.

200 games and 2,000 stretches whenever the tests run; 10,000 and 100,000 with `make test-long`. What once differed is kept, made small, in
`tests/corpus/` (`python -m tests.generated.shrinking SEED`) and is played first.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.pipeline import Compilation
from tests.generated.making import own, themed
from tests.generated.playing import Both, of_bundled, of_text
from tests.generated.shrinking import CORPUS, shrunk

pytest.importorskip("llvmlite")

GAMES, STRETCHES = 10, 100
"""Of one edition."""
OWN, THEMED = 16, 4
MANY_OWN, MANY_THEMED = 800, 200
BROKEN = 0.05
"""So many of the texts may be wrong: what feeds itself cannot be seen while a text is being made."""


def same(compilation: Compilation, games: int, stretches: int) -> None:
    both = Both(compilation)
    for number in range(games):
        assert not both.game(number), f"game {number}"
    for number in range(stretches):
        assert not both.stretch(number), f"stretch {number}"


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.mono")), ids=lambda path: path.stem)
def test_what_once_differed(path: Path) -> None:
    same(of_text(path.read_text("utf-8")), GAMES, STRETCHES)


def test_texts_are_right() -> None:
    wrong = {}
    for seed in range(40):
        found = of_text(own(seed))
        if found.diagnostics.has_errors:
            wrong[seed] = [one.message for one in found.found if one.severity == "error"]
    assert len(wrong) <= BROKEN * 40, wrong


def _own(seed: int, games: int, stretches: int) -> None:
    compilation = of_text(own(seed))
    if compilation.diagnostics.has_errors:
        pytest.skip("the text that was made is wrong")
    same(compilation, games, stretches)


def _themed(seed: int, games: int, stretches: int) -> None:
    edition, variants, settings = themed(seed)
    compilation = of_bundled(edition, variants, settings)
    if compilation.diagnostics.has_errors:
        pytest.skip("these variants contradict one another")
    same(compilation, games, stretches)


@pytest.mark.parametrize("seed", range(OWN))
def test_own_editions(seed: int) -> None:
    _own(seed, GAMES, STRETCHES)


@pytest.mark.parametrize("seed", range(THEMED))
def test_bundled_editions_with_anything(seed: int) -> None:
    _themed(seed, GAMES, STRETCHES)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(OWN, MANY_OWN))
def test_many_own_editions(seed: int) -> None:
    _own(seed, GAMES, STRETCHES)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(THEMED, MANY_THEMED))
def test_many_bundled_editions(seed: int) -> None:
    _themed(seed, GAMES, STRETCHES)


def test_texts_are_made_small() -> None:
    """Of a game in which somebody may ever be asked `ask_1`, what that takes."""
    text = next(text for seed in range(99) if "may ask_" in (text := own(seed)))

    def asks(shorter: str) -> bool:
        found = of_text(shorter)
        return "may ask_" in shorter and not found.diagnostics.has_errors

    small = shrunk(text, asks)
    assert asks(small)
    assert len(small.splitlines()) < len(text.splitlines()) / 3
