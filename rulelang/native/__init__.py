"""Machine code of a Program: the same games as the engine's, hundreds of times faster.

    machine = compile_program(program, ("steady",))
    machine.play(seed=1, game=0, players=4)                        one game, its `Outcome`
    machine.play_many(0, 10_000, 4, seed=1, threads=2)             many, in order

Where llvmlite cannot be imported, `available` is False and `compile_program` raises `Unavailable`: whoever wants games plays them on the
engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rulelang.ir.program import Program

if TYPE_CHECKING:
    from rulelang.native.machine import Machine
    from rulelang.native.parts import Events


QUICK = 0
"""The level at which LLVM makes objects in an eighth of the time; games take not quite three times as long."""


class Unavailable(RuntimeError):
    """There is no llvmlite here."""


def available() -> bool:
    """Whether machine code can be made here."""
    try:
        return find_spec("llvmlite") is not None
    except (ImportError, ValueError):  # something keeps it from being found
        return False


def llvm_text(program: Program, strategies: Sequence[str], events: Events = "none") -> str:
    """The program as LLVM text, for who looks. Needs no llvmlite. ValueError for a strategy that the program does not have."""
    from rulelang.native.program import Native

    return Native(program, _seated(program, strategies), events).text()


def object_file(program: Program, strategies: Sequence[str], events: Events = "none") -> bytes:
    """The program as one object file for this processor: `play` and `play_many`, and `links` for the block's own pointers."""
    _needs_llvm()
    from rulelang.native import code

    return code.compile_objects([llvm_text(program, strategies, events)])[0]


def _seated(program: Program, strategies: Sequence[str]) -> tuple[str, ...]:
    for name in strategies:
        if name not in program.strategies:
            raise ValueError(f"there is no strategy {name}; there are: {', '.join(program.strategies) or 'none'}")
    return tuple(dict.fromkeys(strategies))


def _needs_llvm() -> None:
    if not available():
        raise Unavailable("llvmlite is not installed: games are played by the engine, which is slower")


def compile_program(
    program: Program,
    strategies: Sequence[str],
    *,
    events: Events = "none",
    taped: bool = False,
    entry: int | None = None,
    level: int | None = None,
    tallies: bool = False,
) -> Machine:
    """Machine code for games in which these strategies play. `events`: "none", "digest" (each game's digest, as the engine's), or "rows".
    `taped`: games may be told their throws, cards and decisions (`Machine.tape`). `entry`: the function that a
    game is, if not the whole game: one that begins where a turn does. `level`: how hard LLVM works, 0 to 3; what was made harder and is
    kept is taken instead. Without strategies every answer is the default. `tallies`: games are counted (`Machine.play_into`).

    ValueError for a strategy that the program does not have; `Unavailable` where there is no llvmlite.
    """
    _needs_llvm()
    chosen = _seated(program, strategies)
    from rulelang.engine.tallies import Tallies
    from rulelang.native import code, kept
    from rulelang.native.machine import Machine
    from rulelang.native.program import Native, block_of

    counted = Tallies(program) if tallies else None
    how = (str(taped), str(entry), repr(counted.counts) if counted else "")
    name = kept.key(program, chosen, events, *how, code.processor())
    key, better = kept.at_level(name, level), kept.at_level(name, None)
    objects = kept.fetch(better) or kept.fetch(key)
    if objects is None:
        objects = code.compile_objects(Native(program, chosen, events, taped=taped, entry=entry, tallies=counted).texts(), level)
        kept.keep(key, objects)
    return Machine(program, chosen, events, block_of(program, chosen), objects)
