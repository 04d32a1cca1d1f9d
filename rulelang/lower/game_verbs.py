"""Machine verbs for tokens, decks, ladders and state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower import places
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import COUNT, DECK, THING, UNKNOWN, Type

if TYPE_CHECKING:
    from rulelang.lower.calls import Call


# ---------------------------------------------------------------------------------------------------------------- moves
def put(env: Env, call: Call) -> None:
    prep = places.prep(call, "on")
    assert prep is not None
    who = places.who(env, call)
    space = expression(env, prep.argument, Type("thing", "space"))
    env.compiler.moves.place(env, who, space.operand, 0)


def advance(env: Env, call: Call) -> None:
    who = places.who(env, call)
    steps = expression(env, places.item(call), COUNT)
    env.compiler.moves.advance(env, who, steps.operand)


def advance_to(env: Env, call: Call) -> None:
    prep = places.prep(call, "to")
    assert prep is not None
    who = places.who(env, call)
    space = expression(env, prep.argument, Type("thing", "space"))
    env.compiler.moves.advance_to(env, who, space.operand)


def back(env: Env, call: Call) -> None:
    who = places.who(env, call)
    steps = expression(env, places.item(call, 1), COUNT)
    env.compiler.moves.back(env, who, steps.operand)


def back_to(env: Env, call: Call) -> None:
    prep = places.prep(call, "to")
    assert prep is not None
    who = places.who(env, call)
    space = expression(env, prep.argument, Type("thing", "space"))
    env.compiler.moves.back_to(env, who, space.operand)


# --------------------------------------------------------------------------------------------------------------- chance
def draw(env: Env, call: Call) -> None:
    prep = places.prep(call, "from")
    assert prep is not None
    who = places.who(env, call)
    deck = expression(env, prep.argument, DECK)
    env.compiler.cards.draw(env, who, deck, prep.argument.span)


# ----------------------------------------------------------------------------------------------------------- things, state
def raise_step(env: Env, call: Call) -> None:
    _by_steps(env, call, 1)


def lower_step(env: Env, call: Call) -> None:
    _by_steps(env, call, -1)


def _by_steps(env: Env, call: Call, delta: int) -> None:
    thing = expression(env, places.item(call), THING)
    code = env.code
    step = code.op("add", code.load("stepno", thing.operand), code.const(delta))
    env.compiler.things.set_step(env, thing, step, call.span)


def clear(env: Env, call: Call) -> None:
    thing = expression(env, places.item(call), THING)
    env.compiler.things.set_step(env, thing, env.code.const(0), call.span)


def add(env: Env, call: Call) -> None:
    _add_sign(env, call, "to", 1)


def subtract(env: Env, call: Call) -> None:
    _add_sign(env, call, "from", -1)


def _add_sign(env: Env, call: Call, word: str, sign: int) -> None:
    from rulelang.lower.statements import assign, target_path  # state is a statement's

    prep = places.prep(call, word)
    assert prep is not None
    target = prep.argument
    amount = expression(env, places.item(call))
    if not amount.type.is_number and amount.type != UNKNOWN:
        amount = expect(env, amount, COUNT, call.span)
    signed = amount if sign > 0 else Value(amount.type, env.code.op("sub", env.code.const(0), amount.operand))
    path = target_path(target)
    if path is None:
        env.error("no-state", f"nothing can be added to `{target.span.text}`", target.span, help="only state and local names change")
        return
    assign(env, path, places.item(call), add=signed)


def leave(env: Env, call: Call) -> None:
    who = places.who(env, call)
    env.compiler.things.leave(env, who)


def again(env: Env, call: Call) -> None:
    """The game's own loop looks there for whose turn comes next."""
    env.code.store_slot("next_turn", places.who(env, call).operand)


def act(env: Env, call: Call) -> None:
    env.error("act-needs-may", "`act` comes after `may` or `must`", call.span, help=f"write `player may {call.span.text}`")
