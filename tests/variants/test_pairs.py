"""Every two bundled variants on every edition that they fit: they work together, or the compiler says in what they contradict one another.

Order never decides: both orders give the same Program, or the same contradiction. On the classic game all pairs are compiled whenever the
tests run; on every edition, and with a game of each, in the long run.
"""

from __future__ import annotations

import pytest

from rulelang.pipeline import bundled_names, load
from tests.variants.together import (
    arrangement,
    collector_at_rest,
    compiled,
    fitting,
    outcome,
    pairs,
    play,
    without_strategies,
    without_words,
    wrong,
)

CONTRADICT = {
    frozenset(pair)
    for pair in (
        ("newer_sheets", "us_2009"),  # the first bid is 10, or 1
        # the sheets of one country and year, or those of another
        ("uk_sheets", "us_2005"),
        ("us_2005", "us_2009"),
        ("income_tax_flat", "uk_sheets"),
        ("income_tax_flat", "us_2009"),
        ("short_game_2005", "uk_sheets"),
        ("short_game_2005", "us_2009"),
    )
}
"""Pairs that cannot both hold. Another pair must work: mend one of the two (`over`, `after`, `uses`), or say here why not."""

PARTS = 8
SAMPLE = 40
"""Of so many pairs one is compiled in both orders whenever the tests run."""


@pytest.mark.parametrize("part", range(PARTS))
def test_pairs_on_the_classic_game(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at("classic", part, monkeypatch)


def look_at(edition: str, part: int, monkeypatch: pytest.MonkeyPatch, rounds: int = 0) -> None:
    """Every so many of the edition's pairs: each is compiled, and played for so many rounds."""
    buffers = without_strategies(edition)
    mine = pairs(edition)[part::PARTS]
    problems: list[str] = []
    contradicting: set[frozenset[str]] = set()
    with collector_at_rest(), without_words(monkeypatch):
        for number, pair in enumerate(mine):
            compilation, reversed_ = compiled(edition, pair, buffers), load(edition, variants=pair[::-1], buffers=buffers)
            assert arrangement(compilation) == arrangement(reversed_), pair
            problems += wrong(compilation, pair)
            if compilation.found.has_errors:
                contradicting.add(frozenset(pair))
            elif rounds:
                play(compilation.program, number, rounds)
    for pair in (*mine[::SAMPLE], *(pair for pair in mine if frozenset(pair) in contradicting)):
        assert outcome(compiled(edition, pair, buffers)) == outcome(compiled(edition, pair[::-1], buffers)), pair
    assert not problems, "\n".join(problems)
    expected = CONTRADICT & {frozenset(pair) for pair in mine}
    assert sorted(map(sorted, contradicting)) == sorted(map(sorted, expected))


@pytest.mark.parametrize("variant", fitting("classic"))
def test_each_plays(variant: str) -> None:
    compilation = compiled("classic", (variant,))
    play(compilation.program, 1, 60)


def test_all_is_there() -> None:
    """What the other tests stand on: variants are found, and most fit the classic game."""
    assert len(fitting("classic")) >= 40
    assert set(fitting("disney")) == set(fitting("classic"))
    assert len({name for edition in bundled_names() for name in fitting(edition)}) == len(bundled_names("variants"))
    assert "steady" not in next(iter(without_strategies("classic").values())).split("\n", 10)[3]


LONG = [(edition, part) for edition in bundled_names() if fitting(edition) for part in range(PARTS)]


@pytest.mark.long
@pytest.mark.parametrize(("edition", "part"), LONG)
def test_pairs_everywhere(edition: str, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a game of each pair that works."""
    look_at(edition, part, monkeypatch, rounds=12)
