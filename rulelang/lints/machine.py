"""The machine's own functions in a Program, and what becomes of a token that is sent to a space that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulelang.ir.program import Function
from rulelang.lints.certain import Call, Value, Walk
from rulelang.lints.lookout import Lookout
from rulelang.lower.hooks import HookDef

_SIGNATURES = {
    "pay": ("payer", "it", "receiver", "purpose", "thing"),
    "pass": ("giver", "receiver", "things"),
    "advance": ("player", "steps"),
    "go back": ("player", "steps"),
    "advance to": ("player", "space"),
    "go back to": ("player", "space"),
    "land": ("player", "space"),
    "leave game": ("player",),
}
"""Names and first parameters of the functions that the machine itself contributes."""


def named(look: Lookout, *names: str) -> frozenset[int]:
    """Functions that the machine itself contributes, by name."""
    return frozenset(i for name in names for i in _machine(look).get(name, ()))


def walk(look: Lookout, certain: bool, **more: Any) -> Walk:
    """A walk through the program that knows which functions are the machine's, and which set covers the whole board."""
    machine = frozenset(i for found in _machine(look).values() for i in found)
    return Walk(look.program, certain, machine=machine, everywhere=look.world.mask("space"), **more)


def _machine(look: Lookout) -> dict[str, list[int]]:
    if look.machine is None:
        look.machine = {}
        for index, function in enumerate(look.program.functions):
            first = _SIGNATURES.get(function.name)
            if first is not None and tuple(name for name, _ in function.parameters[: len(first)]) == first:
                look.machine.setdefault(function.name, []).append(index)
            elif function.name.startswith("draw from ") and len(function.parameters) == 1:
                look.machine.setdefault("draw", []).append(index)
    return look.machine


def sent_to_known_space(look: Lookout) -> Callable[[Call], Iterable[Call] | None]:
    """Where a token is sent to a space by name, the way there is left out and the landing looked at with that space."""
    forwards, backwards = named(look, "advance to"), named(look, "go back to")
    landing = next(iter(named(look, "land")), None)
    reaching = look.compiler.hooks.of("reaches", "when")

    def instead(call: Call) -> Iterable[Call] | None:
        function, arguments = call
        if function not in forwards | backwards or landing is None or not isinstance(arguments[1], int):
            return None
        who, space = arguments[0], arguments[1]
        calls = [c for hook in reaching if _hears(hook, space) for c in _touched(look, hook, who, space)] if function in forwards else []
        return [*calls, (landing, (who, space))]

    return instead


def _hears(hook: HookDef, space: int) -> bool:
    return hook.mark is None and hook.condition is None and (hook.heard.kinds < 0 or bool(hook.heard.kinds >> space & 1))


def _touched(look: Lookout, hook: HookDef, who: Value, space: int) -> list[Call]:
    """The hook's functions with what is known: the player and the space."""
    known: dict[str, Value] = {"actor": who, "player": who, "space": space}
    return [(index, arguments(look.program.functions[index], known)) for index in hook.functions.values()]


def arguments(function: Function, known: dict[str, Value]) -> tuple[Value, ...]:
    """What is known of each parameter, by name."""
    return tuple(known.get(name) for name, _ in function.parameters)
