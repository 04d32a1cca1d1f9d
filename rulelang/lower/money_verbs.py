"""Machine verbs that move money, and those by which a hook changes a payment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower import nouns, pieces, places
from rulelang.lower.each import one_by_one
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import COUNT, HOLDER, UNKNOWN, Type
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.calls import Call


def pay(env: Env, call: Call) -> None:
    prep = places.prep(call, "to")
    payer = places.who(env, call, HOLDER)
    purpose, thing = places.purpose(env, call), places.about(env, call)
    if prep is not None and prep.each:
        one_by_one(
            env,
            prep.argument,
            payer,
            lambda e, other: e.compiler.payments.pay(e, payer, other, _amount(e, call, payer).operand, purpose, thing, call.span),
        )
        return
    receiver = expression(env, prep.argument, HOLDER) if prep is not None else _bank(env)
    _two_holders(env, call, payer, receiver)
    env.compiler.payments.pay(env, payer, receiver, _amount(env, call, payer).operand, purpose, thing, call.span)


def _bank(env: Env) -> Value:
    return env.number(env.compiler.world.bank, HOLDER)


def collect(env: Env, call: Call) -> None:
    prep = places.prep(call, "from")
    receiver = places.who(env, call, HOLDER)
    purpose, thing = places.purpose(env, call), places.about(env, call)
    if prep is not None and prep.each:
        one_by_one(
            env,
            prep.argument,
            receiver,
            lambda e, other: e.compiler.payments.pay(e, other, receiver, _amount(e, call, other).operand, purpose, thing, call.span),
        )
        return
    item = call.items[0]
    if prep is not None:
        payer = expression(env, prep.argument, HOLDER)
    elif isinstance(item, ast.AllOf):
        payer = expression(env, item.operand, HOLDER)
    else:
        payer = _bank(env)
    _two_holders(env, call, payer, receiver)
    env.compiler.payments.pay(env, payer, receiver, _amount(env, call, receiver).operand, purpose, thing, call.span)


def _two_holders(env: Env, call: Call, payer: Value, receiver: Value) -> None:
    """Says so if both are the same, under whatever names: mostly below `each other player`, where `player` is each of them in turn."""
    if payer.operand != receiver.operand or UNKNOWN in (payer.type, receiver.type):
        return
    amount = call.items[0].span.text
    one, other = f"collect {amount} from", f"guest pays {amount} to"
    if call.base == "collect":
        one, other = f"pay {amount} to", f"guest collects {amount} from"
    env.error(
        "pays-himself",
        f"who pays here is who is paid: `{call.span.text}`",
        call.span,
        help=f"below `each other player`, `player` is each of them: write `{one} each other player` without that line, "
        f"or `each other player as guest` and below it `{other} player`",
    )


def _amount(env: Env, call: Call, who: Value) -> Value:
    """An amount: a number, `40 per hut, 115 per tower`, `all of POT`."""
    item = call.items[0]
    if isinstance(item, ast.Per):
        return _per(env, item, who)
    if isinstance(item, ast.AllOf):
        value = expression(env, item.operand)
        if value.type.base in ("holder", "player") and not value.type.many:
            return Value(Type("money"), env.code.load("money", value.operand))
        return expect(env, value, Type("money"), item.span)
    return expect(env, expression(env, item), Type("money"), item.span)


def _per(env: Env, node: ast.Per, who: Value) -> Value:
    """So much for each piece that the player has, for each thing of a kind that he owns, for each whole group."""
    from rulelang.lower.survey import piece_named  # survey knows pieces by word

    code = env.code
    world = env.compiler.world
    total = code.const(0)
    for amount_node, path in node.parts:
        amount = expression(env, amount_node, Type("money"))
        word = path.words[-1]
        piece = piece_named(world, word.text) if len(path.words) == 1 else None
        kind = world.type_named(word.text) if len(path.words) == 1 else None
        if piece is not None:
            count = pieces.of_player(env, who.operand, piece).operand
        elif kind is not None and kind.base == "thing":
            count = code.op("size", code.op("meet", code.load("holdings", who.operand), code.const(world.mask(kind.kind))))
        elif kind is not None and kind.base == "group":
            count = env.compiler.things.whole_groups(env, who)
        elif kind is not None and kind.base == "player":
            count = code.op("sub", code.op("size", code.load("in_game")), code.const(1))
        else:
            value = nouns.path(env, path)
            if value.type.many:
                value = Value(COUNT, code.op("size", value.operand))
            count = expect(env, value, COUNT, path.span).operand
        total = code.op("add", total, code.op("mul", amount.operand, count))
    return Value(Type("money"), total)


# ------------------------------------------------------------------------------------------------- changes to a payment
def waive(env: Env, call: Call) -> None:
    _change_payment(env, call, "waive", None)


def double(env: Env, call: Call) -> None:
    _change_payment(env, call, "times", (2, 1))


def halve(env: Env, call: Call) -> None:
    _change_payment(env, call, "times", (1, 2))


def round_up(env: Env, call: Call) -> None:
    _round(env, call, 1)


def round_down(env: Env, call: Call) -> None:
    _round(env, call, 0)


def _round(env: Env, call: Call, up: int) -> None:
    prep = places.prep(call, "by")
    assert prep is not None
    _change_payment(env, call, "round", (up, expression(env, prep.argument, Type("money"))))


def send(env: Env, call: Call) -> None:
    prep = places.prep(call, "to")
    assert prep is not None
    _change_payment(env, call, "send", expression(env, prep.argument, HOLDER))


def _change_payment(env: Env, call: Call, what: str, value: object) -> None:
    from rulelang.lower.payments import Pending  # payments call rules, and rules change payments

    if not isinstance(env.payment, Pending):
        env.error(
            "no-payment",
            f"`{call.span.text}` changes a payment, and there is none here",
            call.span,
            help="it belongs in a hook `before player pays …`",
        )
        return
    env.payment.change(env, what, value)
