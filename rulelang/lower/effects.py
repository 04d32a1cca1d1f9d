"""Lasting effects: `until EVENT` with hooks that hold meanwhile.

An effect is a set of players: those for whom it is on. The line turns it on for who acts; its event turns it off, for everybody if
the event says `anyone`, else for the one it happens to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.check.model import HookEntry, Layer
from rulelang.lower.env import Env
from rulelang.lower.types import PLAYERS
from rulelang.machine.slots import EFFECT
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


def until(env: Env, line: ast.Until) -> None:
    """Turns the effect on. Its hooks were collected before any code was made (`collect_effects`)."""
    slot = env.compiler.effects.get(id(line))
    if slot is None or env.player is None:
        return
    code = env.code
    code.store_slot(slot, code.op("with", code.load(slot), env.player.operand))


def collect_effects(compiler: Compiler, lines: ast.Body, rule: str, layer: Layer, title: str = "") -> None:
    """Finds every `until` in a body and registers its hooks. `title` is what people read of it: the text of a card, or nothing."""
    for line in lines:
        if isinstance(line, ast.Until):
            name = f"{EFFECT}{len(compiler.effects)}"
            compiler.effects[id(line)] = name
            compiler.world.store.add_slot(name, PLAYERS.key, (), (0,), 0, 0, True, title)
            for hook in line.hooks:
                compiler.hooks.add(HookEntry(hook, layer, rule, "effect"), 1, hook.body, hook.condition, effect=name)
            ending = HookEntry(ast.Hook(line.span, "when", line.event, line.condition, ()), layer, rule, "effect")
            added = compiler.hooks.add(ending, 9, (), line.condition)
            if added is not None:
                added.clears = name
        for inner in blocks(line):
            collect_effects(compiler, inner, rule, layer, title)


def blocks(line: ast.Line) -> list[ast.Body]:
    """The blocks inside a line."""
    match line:
        case ast.If(branches=branches, otherwise=otherwise):
            return [*(b for _, b in branches), otherwise]
        case ast.May(body=first, otherwise=second):
            return [first, second]
        case ast.Either(options=options):
            return [way.body for way in options]
        case ast.Until(hooks=hooks):
            return [h.body for h in hooks]
        case ast.Repeat() | ast.Times() | ast.Each() | ast.TakeTurns() | ast.AllAtOnce():
            return [line.body]
    return []
