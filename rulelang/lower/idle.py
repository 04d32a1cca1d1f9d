"""Hooks that nothing sets off: their event never happens in this edition. They are compiled all the same: their mistakes are mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower.emit import Value
from rulelang.lower.hooks import HookDef
from rulelang.lower.payments import STAGES
from rulelang.lower.types import CARD, HOLDER, MONEY, PLAYER, PURPOSE, THING, Type

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

_SPACE = Type("thing", "space")
_VALUES: dict[str, tuple[tuple[str, Type], ...]] = {
    "lands": (("player", PLAYER), ("space", _SPACE)),
    "passes": (("player", PLAYER), ("space", _SPACE)),
    "reaches": (("player", PLAYER), ("space", _SPACE)),
    "pays": (("payer", HOLDER), ("it", MONEY), ("receiver", HOLDER), ("purpose", PURPOSE), ("thing", THING)),
    "changes_hands": (("thing", THING), ("receiver", HOLDER), ("giver", HOLDER)),
    "draws": (("player", PLAYER), ("card", CARD)),
    "rolls": (("player", PLAYER),),
    "leaves": (("player", PLAYER),),
    "turn": (("player", PLAYER),),
    "round": (),
}
"""The values of each event, as the places where it happens hand them on."""


def compile_idle(compiler: Compiler) -> list[HookDef]:
    """Makes the functions of hooks that no place of an event has called for; returns these hooks."""
    idle = [hook for hook in compiler.hooks.all if not hook.functions and not hook.clears and not hook.ends_promise]
    for hook in idle:
        results = {"before": STAGES if hook.heard.event == "pays" else 0, "instead_of": 1}.get(hook.when, 0)
        nothing = compiler.world.store.constant(-1)
        roles = {name: Value(type_, nothing) for name, type_ in _values(hook)}
        compiler.hooks.function(hook, roles, bool(hook.effect) or hook.card >= 0, results)
    compiler.drain()
    return idle


def _values(hook: HookDef) -> tuple[tuple[str, Type], ...]:
    if hook.heard.event == "becomes":
        owner = hook.heard.field.owner if hook.heard.field is not None else "game"
        return () if owner == "game" else (("player", PLAYER),) if owner in ("player", "holder") else (("thing", Type("thing", owner)),)
    if hook.heard.event == "rule":
        types = hook.heard.family.types if hook.heard.family is not None else []
        return (("player", PLAYER), *((f"a{i}", t) for i, t in enumerate(types)))
    return _VALUES[hook.heard.event]
