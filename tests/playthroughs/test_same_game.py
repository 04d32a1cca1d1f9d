"""Same edition, variants, seed and decisions: the same game, in any process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rulelang.engine.drivers import RandomDriver, StrategyDriver, play_out
from rulelang.engine.events import Digest
from rulelang.engine.game import Game
from tests.playthroughs.playthrough import compiled

IN_ANOTHER_PROCESS = """
import sys
from tests.playthroughs.test_same_game import digest
from tests.playthroughs.playthrough import compiled
print(compiled(sys.argv[1], ()).rules_hash, digest(sys.argv[1], 3, 7))
"""


def digest(edition: str, seed: int, number: int) -> int:
    """Of a game of strategies and random players together."""
    program = compiled(edition, ())
    found = Digest()
    game = Game.new_game(program, 4, seed=seed, game_number=number, sink=found)
    strategy = StrategyDriver(program)
    play_out(game, [strategy, RandomDriver(), strategy, RandomDriver()], 60)
    return found.value


@pytest.mark.parametrize("edition", ["classic", "kids"])
def test_in_any_process(edition: str) -> None:
    """The order of Python's sets, which differs from process to process, decides nothing."""
    here = f"{compiled(edition, ()).rules_hash} {digest(edition, 3, 7)}"
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", IN_ANOTHER_PROCESS, edition],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here


def test_another_seed_or_number_is_another_game() -> None:
    assert len({digest("classic", seed, number) for seed in (1, 2) for number in (0, 1)}) == 4
