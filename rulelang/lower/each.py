"""`pay 5 to each other player`, `take 1 ticket from each player`: what is done for each of several, one by one from the left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.lower import nouns
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.types import PLAYER, UNKNOWN
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.calls import Call

_WHO, _MEMBER = "who acts", "each of them"
"""Names with blanks: no file can have one like them."""
_ONE_BY_ONE = ("give", "give_pieces", "take", "take_pieces", "promise")
"""Rows of the machine that pass something to or from somebody (`pay` and `collect` look at `each` themselves)."""


def one_by_one(env: Env, node: ast.Expr, who: Value, act: Callable[[Env, Value], None]) -> None:
    """Does something for each player of a set but who does it himself, and only as long as both are in the game."""
    code = env.code
    theirs = env.child()
    if who.type == PLAYER:
        theirs.bind_player(who.operand)
    assert isinstance(node, ast.Noun)
    members = nouns.several(theirs, node)
    if UNKNOWN in (members.type, who.type):
        return
    if members.type.base != "player":
        env.error(
            "wrong-type",
            f"`each {node.span.text}`: only players are gone through at the end of a line",
            node.span,
            help=f"write `each {node.span.text}` on a line of its own, and what is done for it below",
        )
        return
    operand = members.operand
    if who.type != PLAYER or node.quantifier != "other":  # `other` has left him out
        operand = code.op("without", operand, who.operand)
    start = code.op("add", who.operand, code.const(1))
    with code.members(operand, start=start, bound=256) as member:
        inner = env.child()
        inner.loop_depth += 1
        there = code.op("has", code.load("in_game"), who.operand)
        if who.type != PLAYER:  # the bank and pots do not leave
            there = code.op("max", there, code.op("ge", who.operand, code.const(env.compiler.world.bank)))
        # Who has meanwhile left the game neither pays nor gets.
        with code.when(code.op("mul", code.op("has", code.load("in_game"), member), there)):
            act(inner, Value(PLAYER, member))


def spread(env: Env, call: Call, row: str | None, do: Callable[[Env, Call], None]) -> bool:
    """Whether a statement with `each` was done here: `do` is given it for one. `row` is the machine's verb, None that of a rule."""
    from rulelang.lower.calls import actor  # calls are what is spread

    given = next((p for p in call.preps if p.each), None)
    if given is None or row in ("pay", "collect"):
        return False
    if row is not None and row not in _ONE_BY_ONE:
        env.error(
            "wrong-type",
            f"`{call.base}` is done once in a line, not for each",
            given.span,
            help=f"write `each {given.argument.span.text}` on a line of its own, and what is done below",
        )
        return True
    who = actor(env, call)
    shared = env.child()
    shared.bind(_WHO, who)
    preps = tuple(replace(p, argument=_named(p.argument, _MEMBER), each=False) if p is given else p for p in call.preps)
    one = replace(call, who=call.who and _named(call.who, _WHO), preps=preps)

    def act(inner: Env, member: Value) -> None:
        inner.bind(_MEMBER, member)
        do(inner, one)

    one_by_one(shared, given.argument, who, act)
    return True


def _named(node: ast.Expr, name: str) -> ast.Expr:
    """The name, in the place of what was written there."""
    return ast.Noun(node.span, None, ast.Path(node.span, (ast.Word(node.span, name),)))
