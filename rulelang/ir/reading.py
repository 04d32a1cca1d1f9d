"""Where settings play a part: the rules, hooks, cards and actions that read one, themselves or in a value that is worked out for them, and
the endings whose condition does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulelang.ir.program import Action, Program
from rulelang.ir.shape import parts

WRITTEN = ("rule", "when", "before", "after", "instead", "card", "action", "play")
"""The first word of what an author wrote that does something; the machine's own functions have others."""


@dataclass(frozen=True, slots=True)
class Parts:
    """`functions` begin whenever the setting plays a part, `endings` end a game by it."""

    functions: tuple[int, ...]
    endings: tuple[int, ...]


def parts_of_settings(program: Program) -> dict[str, Parts]:
    """By name; a setting by which only boards, supplies and the like are laid out plays no part afterwards."""
    callers = _callers(program)
    performing = _performing(program)
    found: dict[str, Parts] = {}
    for setting in program.settings:
        reads = set(setting.readers)
        waiting = list(reads)
        while waiting:
            function = waiting.pop()
            if program.functions[function].pure:
                more = (callers.get(function, set()) | performing.get(function, set())) - reads
                reads |= more
                waiting += more
        functions = tuple(sorted(number for number in reads if _acts(program, number)))
        endings = tuple(number for number, ending in enumerate(program.endings) if reads & {ending.holds, ending.winners})
        if functions or endings:
            found[setting.name] = Parts(functions, endings)
    return found


def _acts(program: Program, number: int) -> bool:
    """Whether it is something that an author wrote and that does something."""
    function = program.functions[number]
    return not function.pure and function.origin >= 0 and program.origins[function.origin].rule.split(" ", 1)[0] in WRITTEN


def _callers(program: Program) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for number, function in enumerate(program.functions):
        for op in function.code:
            for letter, called in parts(op):
                if letter == "f":
                    found.setdefault(called, set()).add(number)
    return found


def _performing(program: Program) -> dict[int, set[int]]:
    """For each function by which it is decided whether an action may be done: the function that does it."""
    found: dict[int, set[int]] = {}
    for action in program.actions:
        for asked in _asked(action):
            found.setdefault(asked, set()).add(action.function)
    return found


def _asked(action: Action) -> Iterable[int]:
    yield from (need.function for need in action.needs)
    yield from (number for limit in action.limits for number in (limit.count, limit.per) if number >= 0)
    yield from (candidates for _, _, _, candidates in action.parameters)
    if action.cost >= 0:
        yield action.cost
