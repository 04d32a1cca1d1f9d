"""What players are asked, and what they may choose: a way of `either` by its name, a number, a member, a bundle of goods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.scenes import Choosing, Part
from rulelang.lower.calls import plain_word
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.scenes.holding import kept_card, promise_named
from rulelang.lower.scenes.scene import Scene
from rulelang.lower.types import CARD, PERCENT, Type
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

ASKED = ("roll", "draw", "choose", "act")
"""What the game may wait for besides questions by name: a throw, a card, a number, a member or a bundle, an action that must be."""


def answers(compiler: Compiler) -> set[str]:
    """The names of all questions, and of all ways of `either`."""
    asked = compiler.decisions.order
    named = {row.word for row in asked if row.kind != "option"}
    return named | {option for row in asked for option in row.options}


def choosing(scene: Scene, fact: ast.Fact, who: int, node: ast.Expr) -> Choosing:
    """What is chosen: `node`, by the player `who`."""
    word = plain_word(node) or ""
    if word in ("nothing", "nobody") or (word in answers(scene.compiler) and word not in scene.world.constants):
        return Choosing(word, ())
    return Choosing(word, tuple(part(scene, fact, who, one) for one in _summands(node)))


def part(scene: Scene, fact: ast.Fact, who: int, node: ast.Expr) -> Part:
    """A value that is chosen or put into a deal; a kept card is that copy of it which somebody holds."""
    copies = kept_card(scene, node, quietly=True)
    if isinstance(node, ast.Pct):
        share = int(node.value)
        return scene.value(fact.span, lambda env: Value(PERCENT, env.code.const(share)))
    kind = promise_named(scene, node)
    if kind is not None and kind not in scene.world.constants:
        # All that are in force: whose is meant is known when somebody chooses; one of them, or with the plural all of them.
        row = f"promise.{kind}"
        type_ = Type(row) if plain_word(node) == kind else Type(row, None, True)
        return scene.value(fact.span, lambda env: Value(type_, env.code.load(f"{row}.in force")), who)
    if not copies:
        return scene.value(fact.span, lambda env: expression(env, node), who)

    def held(env: Env) -> Value:
        code = env.code
        found = code.register()
        code.move(found, code.const(copies[0]))
        for card in copies:
            with code.when(code.op("ge", code.load("card_holder", code.const(card)), code.const(0))):
                code.move(found, code.const(card))
        return Value(CARD, found)

    return scene.value(fact.span, held, who)


def _summands(node: ast.Expr) -> list[ast.Expr]:
    """`a + b + c` as a list."""
    if isinstance(node, ast.Binary) and node.op == "+":
        return [*_summands(node.left), *_summands(node.right)]
    return [node]
