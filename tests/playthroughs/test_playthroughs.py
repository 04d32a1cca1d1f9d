"""Recorded games play again as they were: the same events, the same sentences, the same end.

If one does not, rules or sentences have changed. Is that meant: `make playthroughs`, and look at the difference.
"""

from __future__ import annotations

import pytest

from rulelang.pipeline import bundled_names
from tests.playthroughs.playthrough import FOLDER, read, replay
from tests.playthroughs.record import PLAYED

NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("by_seed", [False, True], ids=["recorded chance", "same seed"])
@pytest.mark.parametrize("name", NAMES)
def test_replays(name: str, by_seed: bool) -> None:
    cast, lines, end = read(FOLDER / f"{name}.jsonl")
    played = replay(cast, lines, by_seed=by_seed)
    assert played.lines == lines
    assert played.end() == end
    if not by_seed:
        assert played.tape is not None and not played.tape.left()


def test_every_edition_has_one() -> None:
    played = {cast.edition for cast in PLAYED.values()}
    games = {f"tests/games/{path.name}" for path in (FOLDER.parent / "games").glob("*.mono")}
    assert played >= {*bundled_names(), *games}
    assert set(NAMES) == set(PLAYED)
