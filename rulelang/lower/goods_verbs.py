"""Machine verbs by which things, cards, pieces and bundles pass from holder to holder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower import nouns, pieces, places
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.types import COUNT, HOLDER, PIECE, PLAYER, UNKNOWN, Type
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy

if TYPE_CHECKING:
    from rulelang.lower.calls import Call


def give(env: Env, call: Call) -> None:
    prep = places.prep(call, "to")
    assert prep is not None
    giver = _giver(env, call)
    receiver = expression(env, prep.argument, HOLDER)
    _pass(env, call, giver, receiver)


def _giver(env: Env, call: Call) -> Value | None:
    return places.who(env, call, HOLDER) if call.who is not None else None


def take(env: Env, call: Call) -> None:
    prep = places.prep(call, "from")
    assert prep is not None
    receiver = places.who(env, call, HOLDER)
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
            env, holder, receiver, env.code.load("money", holder.operand), places.purpose(env, call), env.code.const(-1), call.span
        )
        return
    giver = giver or env.player
    if pieces.of_group(env, node) is not None:
        _pass_pieces(env, node, env.code.const(1), giver, receiver)
        return
    value = expression(env, node)
    match value.type.base:
        case "thing":
            env.compiler.passing.give(env, value, receiver)
        case "card":
            things.give_cards(env, value, receiver)
        case "piece":
            _pass_pieces(env, node, env.code.const(1), giver, receiver)
        case "bundle":
            assert giver is not None
            env.compiler.deals.give(env, giver, receiver, value, places.purpose(env, call))
        case "goods":
            if not whole:
                env.error("wrong-type", "goods are chosen, or given as a whole", item.span, help="write `all of player's goods`")
                return
            env.compiler.deals.give_all(env, Value(HOLDER, value.operand), receiver, places.purpose(env, call))
        case "unknown":
            return
        case _:
            if value.type.is_number:
                mend = "write `collect … from …`" if call.base == "take" else "write `pay … to …`"
                env.error("money-is-paid", "money is paid, not given or taken", call.span, help=mend)
                return
            env.error("wrong-type", f"a {value.type} cannot be given", item.span)


def give_pieces(env: Env, call: Call) -> None:
    """`give 2 tickets to player`: so many of a piece."""
    given = places.prep(call, "to")
    assert given is not None
    receiver = expression(env, given.argument, HOLDER)
    number = expression(env, places.item(call), COUNT)
    _pass_pieces(env, places.item(call, 1), number.operand, _giver(env, call) or env.player, receiver)


def take_pieces(env: Env, call: Call) -> None:
    given = places.prep(call, "from")
    assert given is not None
    giver = expression(env, given.argument, HOLDER)
    number = expression(env, places.item(call), COUNT)
    _pass_pieces(env, places.item(call, 1), number.operand, giver, places.who(env, call, HOLDER))


def _pass_pieces(env: Env, node: ast.Expr, number: int, giver: Value | None, receiver: Value) -> None:
    if giver is None:
        env.error("nobody-acts", "nobody acts here: say who gives", node.span, help="write `bank gives …`, or name a player")
        return
    shared = pieces.of_group(env, node)
    if shared is not None:
        _must_be(env, shared[1], node)
        env.compiler.things.give_pieces(env, giver, receiver, Value(PIECE, env.code.const(shared[0])), number, shared[1])
        return
    piece = nouns.one(env, expression(env, node))
    if piece.type.base != "piece":
        if piece.type != UNKNOWN:
            env.error("wrong-type", f"`{node.span.text}` is a {piece.type}, and only pieces are counted out", node.span)
        return
    index = env.compiler.world.store.constant_of(piece.operand)
    if index is not None and pieces.in_groups(env, index):
        name = node.span.text
        env.error("wrong-type", f"there is a supply of {name} for each group", node.span, help=f"say of which: `{name} in GROUP`")
        return
    _must_be(env, piece.operand, node)
    env.compiler.things.give_pieces(env, giver, receiver, piece, number)


def _must_be(env: Env, operand: int, node: ast.Expr) -> None:
    """A choice that found nothing to choose from leaves no piece that could pass."""
    if env.code.store.constant_of(operand) is None:
        with env.code.when(env.code.op("lt", operand, env.code.const(0))):
            env.code.op("fault", env.compiler.messages.plain(f"`{tidy(node.span.text)}`: there is nothing to give or take"))


def promise(env: Env, call: Call) -> None:
    """`giver promises loan 100 to holder`"""
    giver, word = places.who(env, call), call.words[0]
    given = places.prep(call, "to")
    assert given is not None
    holder = expression(env, given.argument, PLAYER)
    known = env.compiler.promises.all
    info = known.get(env.compiler.world.model.canonical(word)) if word is not None else None
    if info is None:
        env.compiler.world.unknown("unknown-name", "promise", word or call.items[0].span.text, call.items[0].span, list(known))
        return
    nodes = [node for node in call.items[1:] if not isinstance(node, ast.Per)]
    if len(nodes) != len(info.fields):
        names = " ".join(name.upper() for name in info.fields)
        env.error(
            "no-such-form",
            f"{info.name} has {len(info.fields)} fields, not {len(nodes)}",
            call.span,
            help=f"promise {info.name} {names} to PLAYER",
        )
        return
    values: dict[str, int] = {}
    for (name, (type_, _)), node in zip(info.fields.items(), nodes, strict=True):
        values[name] = promise_field(env, node, type_)
    env.compiler.world.use("promised", info.name)
    env.compiler.promises.make(env, info, giver.operand, holder.operand, values)


def promise_field(env: Env, node: ast.Expr, type_: Type) -> int:
    """What a field of a promise is to be; a share may stand as `25%`."""
    if isinstance(node, ast.Pct) and type_.base == "percent":
        return env.code.const(int(node.value))
    return expression(env, node, type_).operand


def swap(env: Env, call: Call) -> None:
    who = places.who(env, call)
    partner_prep, for_prep = places.prep(call, "with"), places.prep(call, "for")
    assert partner_prep is not None and for_prep is not None
    partner = expression(env, partner_prep.argument, PLAYER)
    given, asked = expression(env, places.item(call)), expression(env, for_prep.argument)
    if UNKNOWN in (given.type, asked.type):
        return
    if given.type.base == asked.type.base == "bundle":
        env.compiler.deals.swap(env, who, partner, given, asked, places.purpose(env, call))
        return
    for value, node in ((given, places.item(call)), (asked, for_prep.argument)):
        if value.type.base not in ("thing", "card"):
            mend = "money is paid: `pay … to …`" if value.type.is_number else "make a bundle with `choose NAME from player's goods`"
            env.error("wrong-type", f"`{node.span.text}` is a {value.type}: things, cards or two bundles are swapped", node.span, help=mend)
            return
    if given.type.base == asked.type.base == "thing":
        env.compiler.passing.swap(env, who, partner, given, asked)
        return
    # A card first: nothing listens to it, and what listens to the thing finds the swap made.
    for value, receiver in sorted(((given, partner), (asked, who)), key=lambda pair: pair[0].type.base):
        pass_on = env.compiler.passing.give if value.type.base == "thing" else env.compiler.things.give_cards
        pass_on(env, value, receiver)
