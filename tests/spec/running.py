"""Compiling and playing what the reference shows."""

from __future__ import annotations

from functools import lru_cache

from rulelang.diagnostics import Diagnostic
from rulelang.engine.drivers import RandomDriver
from rulelang.engine.game import Game
from rulelang.engine.invariants import check_invariants
from rulelang.ir.program import Program
from rulelang.pipeline import Compilation, load
from tests.spec.pages import Block

MOST_ROUNDS = 150
GAMES = 4


@lru_cache(maxsize=64)
def compilation(text: str) -> Compilation:
    return load("block.mono", buffers={"block.mono": text})


def found(block: Block) -> list[Diagnostic]:
    """What is said of a block: every error, and the warnings about the lines that the page shows."""
    return [
        one
        for one in compilation(block.text).diagnostics
        if one.severity == "error" or (one.span.source.path == "block.mono" and block.first <= one.span.line <= block.last)
    ]


def compiled(block: Block) -> Program:
    return compilation(block.text).program


def play(program: Program, games: int = GAMES, rounds: int = MOST_ROUNDS) -> None:
    """Some games by players who decide at random; what must be conserved is, wherever somebody is asked."""
    for number in range(games):
        low, high = program.players
        game = Game.new_game(program, low + number % (high - low + 1), seed=number)
        driver = RandomDriver()
        asked = 0
        while (waiting := game.waiting) is not None and game.state.slots[game.machine.layout.round] <= rounds:
            assert not waiting.is_chance
            if asked % 7 == 0:
                assert check_invariants(program, game.state) == []
            asked += 1
            game.apply_legal(driver.answer(game))
        assert check_invariants(program, game.state) == []


def failures(block: Block) -> list[str]:
    """What the tests in a block found wrong."""
    try:
        from rulelang import trial  # noqa: F401
    except ImportError:
        return []
    raise NotImplementedError
