"""The places of a statement with a machine verb: who acts, what for, about which thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import PLAYER, THING, Type
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.calls import Call


def prep(call: Call, word: str) -> ast.Prep | None:
    return next((p for p in call.preps if p.word == word), None)


def who(env: Env, call: Call, want: Type = PLAYER) -> Value:
    from rulelang.lower.calls import actor  # calls lower verbs, and verbs have actors

    return expect(env, actor(env, call), want, call.span)


def item(call: Call, index: int = 0) -> ast.Expr:
    item = call.items[index]
    return item.parts[0][0] if isinstance(item, ast.Per) else item


def purpose(env: Env, call: Call) -> int:
    """The purpose named after `as`, -1 if none."""
    given = prep(call, "as")
    world = env.compiler.world
    if given is None:
        # What a card says is paid for the purpose `card`, if the edition has one.
        if env.card is not None and "card" in world.purposes:
            world.use("purpose", "card")
            return world.purposes.index("card")
        return -1
    node = given.argument
    word = node.path.words[0] if isinstance(node, ast.Noun) and len(node.path.words) == 1 else None
    name = world.model.canonical(word.text) if word is not None else ""
    if name not in world.purposes:
        world.unknown("unknown-purpose", "purpose", node.span.text, node.span, world.purposes)
        return -1
    world.use("purpose", name)
    return world.purposes.index(name)


def about(env: Env, call: Call) -> int:
    """The thing named after `for`, or the one that the lines are about."""
    given = prep(call, "for")
    if given is not None:
        return expression(env, given.argument, THING).operand
    thing = next((s for s in env.subjects if s.type.base == "thing"), None)
    return thing.operand if thing is not None else env.code.const(-1)
