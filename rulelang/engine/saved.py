"""Whether a state that was read from somewhere can be one of these rules, so that a damaged save is refused and not stumbled over."""

from __future__ import annotations

from typing import get_args

from rulelang.engine.loaded import Loaded
from rulelang.engine.state import State, Waiting, WaitingKind

_LARGEST = 2**63


def fits(loaded: Loaded, state: State) -> bool:
    """Sizes, indexes, and what it waits for. What the numbers mean is not looked at: any of them may be so in some game."""
    program, layout = loaded.program, loaded.layout
    least, most = program.players
    return (
        least <= state.players <= most
        and len(state.slots) == program.slot_count
        and len(state.counters) == layout.players + 2 + len(program.decks)
        and all(-_LARGEST <= value < _LARGEST for value in state.slots)
        and all(0 <= frame.function < len(program.functions) for frame in state.frames)
        and all(0 <= frame.pc <= len(program.functions[frame.function].code) for frame in state.frames)
        and all(len(frame.registers) == loaded.function(frame.function).registers for frame in state.frames)
        and (state.waiting is None or (bool(state.frames) and _can_wait(loaded, state, state.waiting)))
    )


def _can_wait(loaded: Loaded, state: State, waiting: Waiting) -> bool:
    program = loaded.program
    match waiting.kind:
        case "act":
            known = len(program.moments)
        case "roll":
            known = len(program.dice)
        case "draw":
            known = len(program.decks)
        case "pick":
            known = len(program.domains)
        case _:
            known = len(program.decisions) if waiting.kind in get_args(WaitingKind) else 0
    asked = waiting.is_chance or 0 <= waiting.who < state.players
    return asked and 0 <= waiting.index < known and -1 <= waiting.owner < loaded.layout.holders
