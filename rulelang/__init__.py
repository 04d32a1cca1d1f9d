"""rulelang: a language for the rules of board games with money.

    import rulelang

    program = rulelang.load("disney", settings={"start_money": "2000"}).program
    game = rulelang.Game.new_game(program, players=["Ann", "Bob"], seed=7)
    driver = rulelang.StrategyDriver(program, "steady")
    while not game.is_terminal():
        if game.waiting.who == 0:
            answer = game.legal_actions()[0]     # Ann takes whatever is listed first
            if isinstance(answer, rulelang.NumberRange):
                answer = rulelang.Number(answer.least)
        else:
            answer = driver.answer(game)
        game.apply(answer)
    print(game.returns())

`load` gives a `Compilation`: files, diagnostics, the resolved edition, the compiled `Program`. Nothing is read before it is asked for;
a `Refusal` says what cannot be read or has errors, and how to mend it.

`Game` plays a Program, in the words of OpenSpiel: `legal_actions`, `is_legal` (a `Verdict`: which need failed, and why),
`chance_outcomes` (of a game begun with `explicit_chance`), `apply`, `is_terminal`, `returns`; `copy`, `to_json` and `from_json` work
at any moment, also in the middle of a rule. Answers are values: `Act`, `Pass`, `Yes`, `No`, `Option`, `Member`, `Number` (offered as a
`NumberRange`), `Bundle` or step by step `PutIn`, `TakeOut`, `Done`; and `ChanceOutcome`.

Raised: `IllegalAnswer` by `apply`, `Fault` where a rule cannot go on, `SaveError` and `OtherRules` by `from_json`, `ProgramFormatError` by
`read_program`, ValueError for what no game can be asked. Names are loaded when first used, so that the command line stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.engine.actions import (
        Act,
        Answer,
        Bundle,
        ChanceOutcome,
        Done,
        Member,
        No,
        Number,
        NumberRange,
        Option,
        Pass,
        PutIn,
        TakeOut,
        Yes,
    )
    from rulelang.engine.drivers import RandomDriver, StrategyDriver, play_out
    from rulelang.engine.faults import Fault
    from rulelang.engine.game import Game, IllegalAnswer, OtherRules, SaveError
    from rulelang.engine.legality import Verdict
    from rulelang.ir.codec import ProgramFormatError, read_program, write_program
    from rulelang.ir.program import Program
    from rulelang.pipeline import Compilation, load
    from rulelang.refusal import Refusal

_HOMES = {
    "rulelang.engine.actions": (
        *("Act", "Answer", "Bundle", "ChanceOutcome", "Done", "Member", "No"),
        *("Number", "NumberRange", "Option", "Pass", "PutIn", "TakeOut", "Yes"),
    ),
    "rulelang.engine.drivers": ("RandomDriver", "StrategyDriver", "play_out"),
    "rulelang.engine.faults": ("Fault",),
    "rulelang.engine.game": ("Game", "IllegalAnswer", "OtherRules", "SaveError"),
    "rulelang.engine.legality": ("Verdict",),
    "rulelang.ir.codec": ("ProgramFormatError", "read_program", "write_program"),
    "rulelang.ir.program": ("Program",),
    "rulelang.pipeline": ("Compilation", "load"),
    "rulelang.refusal": ("Refusal",),
}
"""Where each name is at home."""

__all__ = [
    "Act",
    "Answer",
    "Bundle",
    "ChanceOutcome",
    "Compilation",
    "Done",
    "Fault",
    "Game",
    "IllegalAnswer",
    "Member",
    "No",
    "Number",
    "NumberRange",
    "Option",
    "OtherRules",
    "Pass",
    "Program",
    "ProgramFormatError",
    "PutIn",
    "RandomDriver",
    "Refusal",
    "SaveError",
    "StrategyDriver",
    "TakeOut",
    "Verdict",
    "Yes",
    "load",
    "play_out",
    "read_program",
    "write_program",
]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module rulelang has no {name}")


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__name__"]
