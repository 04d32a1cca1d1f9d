"""rulelang: a language for the rules of board games with money.

    import rulelang

    compilation = rulelang.load("disney", settings={"start_money": "2000"})
    game = rulelang.Game.new_game(compilation.program, players=["Ann", "Bob"], seed=7)
    driver = rulelang.StrategyDriver(compilation.program, "steady")
    while not game.is_terminal():
        game.apply(driver.answer(game))
    print(game.returns())

`load` gives a `Compilation`: files, diagnostics, the resolved edition, the compiled `Program`. `Game` plays a Program: the words are
those of OpenSpiel (`legal_actions`, `is_legal`, `chance_outcomes`, `apply`, `is_terminal`, `returns`). Names are loaded when first used, so
that the command line stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.engine.drivers import RandomDriver, StrategyDriver, play_out
    from rulelang.engine.faults import Fault
    from rulelang.engine.game import Game
    from rulelang.ir.codec import read_program, write_program
    from rulelang.ir.program import Program
    from rulelang.pipeline import Compilation, load
    from rulelang.refusal import Refusal

_HOMES = {
    "Compilation": "rulelang.pipeline",
    "Fault": "rulelang.engine.faults",
    "Game": "rulelang.engine.game",
    "Program": "rulelang.ir.program",
    "RandomDriver": "rulelang.engine.drivers",
    "Refusal": "rulelang.refusal",
    "StrategyDriver": "rulelang.engine.drivers",
    "load": "rulelang.pipeline",
    "play_out": "rulelang.engine.drivers",
    "read_program": "rulelang.ir.codec",
    "write_program": "rulelang.ir.codec",
}

__all__ = [
    "Compilation",
    "Fault",
    "Game",
    "Program",
    "RandomDriver",
    "Refusal",
    "StrategyDriver",
    "load",
    "play_out",
    "read_program",
    "write_program",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module rulelang has no {name}")
