"""The machine's verbs: one function for each row of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.lower import nouns
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import COUNT, DECK, HOLDER, PLAYER, PURPOSE, THING, UNKNOWN, Type
from rulelang.machine.vocabulary import VERBS, Verb
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.calls import Call


def match(verb: str, items: list[str | None], preps: list[str]) -> Verb | None:
    """The row whose form a statement has."""
    for row in VERBS:
        if row.words[0] == verb and _fits(row, items, preps):
            return row
    return None


def _fits(row: Verb, items: list[str | None], preps: list[str]) -> bool:
    required, optional = row.header.split("[")[0].split(), row.words[len(row.header.split("[")[0].split()) :]
    words = required[1:]
    places: list[str] = []
    needed: dict[str, str] = {}
    index = 0
    while index < len(words):
        if words[index] in _PREPS:
            needed[words[index]] = words[index + 1]
            index += 2
        else:
            places.append(words[index])
            index += 1
    allowed = {w for w in optional if w in _PREPS}
    if len(places) != len(items) or not set(needed) <= set(preps) or not set(preps) <= set(needed) | allowed:
        return False
    return all(place.isupper() or place == item for place, item in zip(places, items, strict=True))


_PREPS = ("to", "from", "on", "for", "with", "by", "as", "into")


def lower(env: Env, row: Verb, call: Call) -> None:
    """Emits the ops of a machine verb."""
    LOWERINGS[row.name](env, call)


def _prep(call: Call, word: str) -> ast.Prep | None:
    return next((p for p in call.preps if p.word == word), None)


def _who(env: Env, call: Call, want: Type = PLAYER) -> Value:
    from rulelang.lower.calls import actor  # calls lower verbs, and verbs have actors

    who = actor(env, call)
    return expect(env, who, want, call.span)


def _item(call: Call, index: int = 0) -> ast.Expr:
    item = call.items[index]
    return item.parts[0][0] if isinstance(item, ast.Per) else item


def _purpose(env: Env, call: Call) -> int:
    """The purpose named after `as`, -1 if none."""
    prep = _prep(call, "as")
    world = env.compiler.world
    if prep is None:
        # What a card says is paid for the purpose `card`, if the edition has one.
        if env.card is not None and "card" in world.purposes:
            world.use("purpose", "card")
            return world.purposes.index("card")
        return -1
    node = prep.argument
    word = node.path.words[0] if isinstance(node, ast.Noun) and len(node.path.words) == 1 else None
    name = world.model.canonical(word.text) if word is not None else ""
    if name not in world.purposes:
        world.unknown("unknown-purpose", "purpose", node.span.text, node.span, world.purposes)
        return -1
    world.use("purpose", name)
    return world.purposes.index(name)


def _about(env: Env, call: Call) -> int:
    """The thing named after `for`, or the one that the lines are about."""
    prep = _prep(call, "for")
    if prep is not None:
        return expression(env, prep.argument, THING).operand
    thing = next((s for s in env.subjects if s.type.base == "thing"), None)
    return thing.operand if thing is not None else env.code.const(-1)


# ---------------------------------------------------------------------------------------------------------------- money
def _pay(env: Env, call: Call) -> None:
    prep = _prep(call, "to")
    payer = _who(env, call, HOLDER)
    purpose, thing = _purpose(env, call), _about(env, call)
    if prep is not None and prep.each:
        _each(env, prep.argument, payer, lambda e, other: e.compiler.payments.pay(
            e, payer, other, _amount(e, call, payer).operand, purpose, thing, call.span))
        return
    receiver = expression(env, prep.argument, HOLDER) if prep is not None else _bank(env)
    env.compiler.payments.pay(env, payer, receiver, _amount(env, call, payer).operand, purpose, thing, call.span)


def _bank(env: Env) -> Value:
    return env.number(env.compiler.world.bank, HOLDER)


def _collect(env: Env, call: Call) -> None:
    prep = _prep(call, "from")
    receiver = _who(env, call, HOLDER)
    purpose, thing = _purpose(env, call), _about(env, call)
    if prep is not None and prep.each:
        _each(env, prep.argument, receiver, lambda e, other: e.compiler.payments.pay(
            e, other, receiver, _amount(e, call, other).operand, purpose, thing, call.span))
        return
    item = call.items[0]
    if prep is not None:
        payer = expression(env, prep.argument, HOLDER)
    elif isinstance(item, ast.AllOf):
        payer = expression(env, item.operand, HOLDER)
    else:
        payer = _bank(env)
    env.compiler.payments.pay(env, payer, receiver, _amount(env, call, receiver).operand, purpose, thing, call.span)


def _each(env: Env, node: ast.Expr, who: Value, act: Callable[[Env, Value], None]) -> None:
    """`to each other player`: one by one from the left of who acts."""
    code = env.code
    base = expression(env, node)
    if base.type == UNKNOWN:
        return
    start = code.op("add", who.operand, code.const(1))
    with code.members(base.operand, start=start, bound=256) as member:
        inner = env.child()
        inner.loop_depth += 1
        # Who has meanwhile left the game neither pays nor gets.
        both = code.op("mul", code.op("has", code.load("in_game"), member), code.op("has", code.load("in_game"), who.operand))
        with code.when(both):
            act(inner, Value(PLAYER, member))


def _amount(env: Env, call: Call, who: Value) -> Value:
    """An amount: a number, `40 per cottage, 115 per castle`, `all of POT`."""
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
    """So much for each piece that stands on the player's things, for each thing of a kind that he owns, for each whole group."""
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
            count = env.compiler.things.pieces_on(env, who, piece)
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


# ---------------------------------------------------------------------------------------------------------------- goods
def _give(env: Env, call: Call) -> None:
    prep = _prep(call, "to")
    assert prep is not None
    giver = _giver(env, call)
    receiver = expression(env, prep.argument, HOLDER)
    _pass(env, call, giver, receiver)


def _giver(env: Env, call: Call) -> Value | None:
    return _who(env, call, HOLDER) if call.who is not None else None


def _take(env: Env, call: Call) -> None:
    prep = _prep(call, "from")
    assert prep is not None
    receiver = _who(env, call, HOLDER)
    giver = expression(env, prep.argument, HOLDER)
    _pass(env, call, giver, receiver)


def _pass(env: Env, call: Call, giver: Value | None, receiver: Value) -> None:
    """Whatever it is passes to the receiver."""
    item = call.items[0]
    if isinstance(item, ast.Per):
        env.error("per-amount", "`… per …` is an amount of `pay` and `collect`", item.span)
        return
    things = env.compiler.things
    whole = isinstance(item, ast.AllOf)
    node = item.operand if isinstance(item, ast.AllOf) else item
    if len(call.items) == 1 and isinstance(node, ast.Noun) and node.path.words[-1].text == "money" and len(node.path.words) > 1:
        holder = nouns.path(env, ast.Path(node.span, node.path.words[:-1]))
        env.compiler.payments.pay(
            env, holder, receiver, env.code.load("money", holder.operand), _purpose(env, call), env.code.const(-1), call.span
        )
        return
    value = expression(env, node)
    giver = giver or env.player
    match value.type.base:
        case "thing":
            things.give(env, value, receiver)
        case "card":
            things.give_cards(env, value, receiver)
        case "piece":
            assert giver is not None
            things.give_pieces(env, giver, receiver, nouns.one(env, value), env.code.const(1))
        case "bundle":
            assert giver is not None
            env.compiler.deals.give(env, giver, receiver, value, _purpose(env, call))
        case "goods":
            if not whole:
                env.error("wrong-type", "goods are chosen, or given as a whole", item.span, help="write `all of player's goods`")
                return
            env.compiler.deals.give_all(env, Value(HOLDER, value.operand), receiver, _purpose(env, call))
        case "unknown":
            return
        case _:
            if value.type.is_number:
                env.error("money-is-paid", "money is paid, not given", call.span, help="write `pay … to …`")
                return
            env.error("wrong-type", f"a {value.type} cannot be given", item.span)


def _swap(env: Env, call: Call) -> None:
    who = _who(env, call)
    partner_prep, for_prep = _prep(call, "with"), _prep(call, "for")
    assert partner_prep is not None and for_prep is not None
    partner = expression(env, partner_prep.argument, PLAYER)
    given, asked = expression(env, _item(call)), expression(env, for_prep.argument)
    for value, node in ((given, _item(call)), (asked, for_prep.argument)):
        if value.type.base != "bundle":
            env.error("wrong-type", f"`{node.span.text}` is a {value.type}, and two bundles are swapped", node.span,
                      help="make one with `choose NAME from player's goods`")
            return
    env.compiler.deals.swap(env, who, partner, given, asked, _purpose(env, call))


# ---------------------------------------------------------------------------------------------------------------- moves
def _put(env: Env, call: Call) -> None:
    prep = _prep(call, "on")
    assert prep is not None
    who = _who(env, call)
    space = expression(env, prep.argument, Type("thing", "space"))
    env.code.op("place", who.operand, space.operand, env.code.const(0))


def _advance(env: Env, call: Call) -> None:
    who = _who(env, call)
    steps = expression(env, _item(call), COUNT)
    env.compiler.moves.advance(env, who, steps.operand)


def _advance_to(env: Env, call: Call) -> None:
    prep = _prep(call, "to")
    assert prep is not None
    who = _who(env, call)
    space = expression(env, prep.argument, Type("thing", "space"))
    env.compiler.moves.advance_to(env, who, space.operand)


def _back(env: Env, call: Call) -> None:
    who = _who(env, call)
    steps = expression(env, _item(call, 1), COUNT)
    env.compiler.moves.back(env, who, steps.operand)


def _back_to(env: Env, call: Call) -> None:
    prep = _prep(call, "to")
    assert prep is not None
    who = _who(env, call)
    space = expression(env, prep.argument, Type("thing", "space"))
    env.compiler.moves.back_to(env, who, space.operand)


# --------------------------------------------------------------------------------------------------------------- chance
def _roll(env: Env, call: Call) -> None:
    who = _who(env, call)
    node = _item(call)
    world = env.compiler.world
    word = node.path.words[0].text if isinstance(node, ast.Noun) else ""
    if word == "dice":
        if not world.dice or world.model.dice is None:
            env.error("no-dice", "there are no common dice", node.span, help="declare them: `dice are 2 white`")
            return
        index = 0
    else:
        names = [d.name for d in world.dies]
        name = world.model.canonical(word)
        if name not in names:
            world.unknown("unknown-name", "die", word or node.span.text, node.span, ["dice", *names])
            return
        world.use("die", name)
        index = world.dice.index((1, names.index(name)))
    env.code.op("roll", index, who.operand)
    env.compiler.hooks.fire(env, "rolls", "when", {"player": who})


def _draw(env: Env, call: Call) -> None:
    prep = _prep(call, "from")
    assert prep is not None
    who = _who(env, call)
    deck = expression(env, prep.argument, DECK)
    env.compiler.cards.draw(env, who, deck, prep.argument.span)


# ----------------------------------------------------------------------------------------------------------- things, state
def _raise(env: Env, call: Call) -> None:
    _by_steps(env, call, 1)


def _lower(env: Env, call: Call) -> None:
    _by_steps(env, call, -1)


def _by_steps(env: Env, call: Call, delta: int) -> None:
    thing = expression(env, _item(call), THING)
    code = env.code
    step = code.op("add", code.load("stepno", thing.operand), code.const(delta))
    env.compiler.things.set_step(env, thing, step, call.span)


def _clear(env: Env, call: Call) -> None:
    thing = expression(env, _item(call), THING)
    env.compiler.things.set_step(env, thing, env.code.const(0), call.span)


def _add(env: Env, call: Call) -> None:
    _add_sign(env, call, "to", 1)


def _subtract(env: Env, call: Call) -> None:
    _add_sign(env, call, "from", -1)


def _add_sign(env: Env, call: Call, word: str, sign: int) -> None:
    from rulelang.lower.statements import assign  # state is a statement's

    prep = _prep(call, word)
    assert prep is not None
    target = prep.argument
    amount = expression(env, _item(call))
    if not amount.type.is_number and amount.type != UNKNOWN:
        amount = expect(env, amount, COUNT, call.span)
    operand = amount.operand if sign > 0 else env.code.op("sub", env.code.const(0), amount.operand)
    if not isinstance(target, ast.Noun) or target.filters or target.quantifier:
        env.error("no-state", f"nothing can be added to `{target.span.text}`", target.span, help="only state and local names change")
        return
    assign(env, target.path, _item(call), add=operand)


def _leave(env: Env, call: Call) -> None:
    who = _who(env, call)
    env.compiler.things.leave(env, who)


def _act(env: Env, call: Call) -> None:
    env.error("act-needs-may", "`act` comes after `may` or `must`", call.span, help=f"write `player may {call.span.text}`")


# ------------------------------------------------------------------------------------------------- changes to a payment
def _waive(env: Env, call: Call) -> None:
    _change_payment(env, call, "waive", None)


def _double(env: Env, call: Call) -> None:
    _change_payment(env, call, "times", (2, 1))


def _halve(env: Env, call: Call) -> None:
    _change_payment(env, call, "times", (1, 2))


def _send(env: Env, call: Call) -> None:
    prep = _prep(call, "to")
    assert prep is not None
    _change_payment(env, call, "send", expression(env, prep.argument, HOLDER))


def _change_payment(env: Env, call: Call, what: str, value: object) -> None:
    from rulelang.lower.payments import Pending  # payments call rules, and rules change payments

    if not isinstance(env.payment, Pending):
        env.error("no-payment", f"`{call.span.text}` changes a payment, and there is none here", call.span,
                  help="it belongs in a hook `before player pays …`")
        return
    env.payment.change(env, what, value)


LOWERINGS: dict[str, Callable[[Env, Call], None]] = {
    "pay": _pay, "collect": _collect, "give": _give, "take": _take, "swap": _swap, "put": _put, "advance": _advance,
    "advance_to": _advance_to, "back": _back, "back_to": _back_to, "roll": _roll, "draw": _draw, "raise": _raise, "lower": _lower,
    "clear": _clear, "add": _add, "subtract": _subtract, "leave": _leave, "act": _act, "waive": _waive, "double": _double,
    "halve": _halve, "send": _send,
}

__all__ = ["LOWERINGS", "Span", "lower", "match"]
