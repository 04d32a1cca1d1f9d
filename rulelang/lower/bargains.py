"""Deals that a strategy proposes: the search for one, and the bundles that belong to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower import nouns
from rulelang.lower.action_parts import Act
from rulelang.lower.conditions import condition
from rulelang.lower.decisions import Asked
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.types import MONEY, PLAYER, UNKNOWN, Type
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.strategies import Resolved, Strategies


def deal_action(strategies: Strategies, moment: str | None, node: ast.Node) -> Act | None:
    """The action by which deals are made: it is about a player and chooses two bundles."""
    for act in strategies.compiler.actions.all:
        if act.node is None or not _makes_deals(act):
            continue
        if moment is not None and not any(strategies.compiler.world.model.canonical(w.text) in (moment, "always") for w in act.allowed):
            continue
        return act
    # A game without deals passes over what a strategy would ask: this one has some, in another moment.
    elsewhere = [act.name for act in strategies.compiler.actions.all if _makes_deals(act)]
    if elsewhere:
        strategies.compiler.diagnostics.error(
            "no-deals", "no action here makes deals", node.span, help=f"`{elsewhere[0]}` does: write the line under a moment that allows it"
        )
    return None


def _makes_deals(act: Act) -> bool:
    """It is about a player and chooses two bundles."""
    if act.node is None or [type_ for _, type_ in act.parameters] != [PLAYER]:
        return False
    return len([line for line in act.node.body if isinstance(line, ast.Choose) and line.high is None and not line.also]) >= 2


def deal_attempt(strategies: Strategies, strategy: Resolved, env: Env, attempt: ast.DealAttempt, moment: str, width: int) -> None:
    code = env.code
    act = deal_action(strategies, moment, attempt)
    if act is None:
        return
    function = search(strategies, strategy, attempt, act)
    assert env.player is not None
    found = code.call(function, env.player.operand, env.code.const(-1), results=4)
    with code.when(code.op("ge", found, code.const(0))):
        code.mark("attempt", attempt.span)
        code.op("return", code.const(act.index), found, *([code.const(-1)] * (width - 1)))


def search(strategies: Strategies, strategy: Resolved, attempt: ast.DealAttempt, act: Act) -> int:
    """A pure function of (player, partner or -1 for anybody): (partner or -1, asked thing, offered thing or -1, price).

    For each thing asked for and each one offered (or none), the price is what gives the partner his share of what the asked thing
    is worth to him; the deal with the highest gain for the player wins, if there is a gain.
    """
    for known, function in strategy.deals:
        if known is attempt:
            return function
    compiler = strategies.compiler
    store = compiler.world.store
    index = store.reserve_function()
    strategy.deals.append((attempt, index))
    env, code = strategies.env(strategy, "deal", attempt)
    only = code.parameter("only", PLAYER)
    code.results = 4
    const = code.const
    assert env.player is not None
    player = env.player
    allowed = next((c.allowed for c in compiler.deals.components if c.kind == "things"), None)
    money = any(c.kind == "money" for c in compiler.deals.components)
    if allowed is None:
        env.error("no-goods", "no things may be dealt in", attempt.span, help="declare `goods KIND`")
        return index
    best = [code.register() for _ in range(5)]
    for register in best:
        code.move(register, const(-1))
    code.move(best[4], const(0))
    partners = _partners(env, act, only)
    asked_set = _among(env, attempt.ask, _holdings(env, partners))
    with code.when(code.op("eq", asked_set.operand, const(0))):
        code.op("return", *(const(-1) for _ in range(4)))
    offered_set = _among(env, attempt.offer, code.call(allowed, player.operand, results=1))
    for value, node in ((asked_set, attempt.ask), (offered_set, attempt.offer)):
        if value.type != UNKNOWN and (value.type.base != "thing" or not value.type.many):
            env.error("wrong-type", f"`{node.span.text}` is no set of things", node.span)
            return index
    with code.members(asked_set.operand, bound=512) as asked:
        owner = code.load("owner", asked)
        code.op("if", code.op("has", code.call(allowed, owner, results=1), asked))
        asked_value = Value(asked_set.type.one(), asked)
        gain_asked = strategies.worth_of(env, asked_value, attempt).operand
        partner_env = env.child()
        partner_env.bind_player(owner)
        loss_asked = strategies.worth_of(partner_env, asked_value, attempt).operand
        # Nothing offered first, then each thing of one's own.
        _try_offer(strategies, env, partner_env, attempt, best, owner, asked_value, None, gain_asked, loss_asked, money)
        with code.members(offered_set.operand, bound=512) as offered:
            value = Value(offered_set.type.one(), offered)
            _try_offer(strategies, env, partner_env, attempt, best, owner, asked_value, value, gain_asked, loss_asked, money)
        code.op("end")
    code.op("return", *best[:4])
    compiler.finish(index, code)
    return index


def _partners(env: Env, act: Act, only: Value) -> int:
    """The players to whom a deal can be proposed now; the one who is known, if one is. Nobody: the function returns at once."""
    code = env.code
    assert env.player is not None
    found = code.register()
    code.op("with", code.const(0), only.operand, out=found)
    with code.when(code.op("lt", only.operand, code.const(0))):
        with code.members(code.call(act.candidates[0], env.player.operand, results=1), bound=64) as partner:
            with code.when(code.call(act.legal, env.player.operand, partner, results=1)):
                code.op("with", found, partner, out=found)
    with code.when(code.op("eq", found, code.const(0))):
        code.op("return", *(code.const(-1) for _ in range(4)))
    return found


def _holdings(env: Env, players: int) -> int:
    """All things of some players."""
    code = env.code
    things = code.register()
    code.move(things, code.const(0))
    with code.members(players, bound=64) as player:
        code.op("join", things, code.load("holdings", player), out=things)
    return things


def _among(env: Env, node: ast.Noun, things: int) -> Value:
    """What a noun means among these things: its filters look at nothing else."""
    base = nouns.base_set(env, node)
    if base is None or base.type.base != "thing" or not base.type.many:
        return nouns.noun(env, node)
    base = Value(base.type, env.code.op("meet", base.operand, things))
    return nouns.quantified(env, nouns.narrowed(env, base, node.filters), node)


def _try_offer(
    strategies: Strategies,
    env: Env,
    partner_env: Env,
    attempt: ast.DealAttempt,
    best: list[int],
    owner: int,
    asked: Value,
    offered: Value | None,
    gain_asked: int,
    loss_asked: int,
    money: bool,
) -> None:
    code = env.code
    const = code.const
    assert env.player is not None
    if offered is not None:
        loss = strategies.worth_of(env, offered, attempt).operand
        gain = strategies.worth_of(partner_env, offered, attempt).operand
    else:
        loss = gain = const(0)
    share = _share(env, attempt, loss_asked)
    price = code.register()
    code.op("sub", share, gain, out=price)
    # The partner cannot pay more than he has.
    code.op("max", price, code.op("sub", const(0), code.load("money", owner)), out=price)
    if not money:
        with code.when(code.op("le", price, const(0))):
            code.move(price, const(0))
    profit = code.op("sub", code.op("sub", gain_asked, loss), price)
    code.op("if", code.op("gt", profit, best[4]))
    code.op("if", code.op("le", price, code.load("money", env.player.operand) if money else const(0)))
    inner = env.child()
    inner.bind("asked", asked)
    if offered is None:
        # In a register: what is looked up for it stands behind `offered is nothing or`, and is no mistake.
        nothing = code.register()
        code.move(nothing, const(-1))
        offered = Value(Type("thing"), nothing)
    inner.bind("offered", offered)
    inner.bind("price", Value(MONEY, price))
    inner.bind("partner", Value(PLAYER, owner))
    inner.bind("money_after", Value(MONEY, code.op("sub", code.load("money", env.player.operand), price)))
    if attempt.condition is not None:
        code.op("if", condition(inner, attempt.condition))
    for register, operand in zip(best, (owner, asked.operand, offered.operand, price, profit), strict=True):
        code.move(register, operand)
    if attempt.condition is not None:
        code.op("end")
    code.op("end")
    code.op("end")


def _share(env: Env, attempt: ast.DealAttempt, worth: int) -> int:
    """What the partner is to get: `up to 110%` of what the thing is worth to him, rounded up, and at least one more than that."""
    code = env.code
    share = attempt.up_to
    numerator, denominator = 110, 100
    if isinstance(share, ast.Pct):
        numerator, denominator = share.value.numerator, share.value.denominator * 100
    elif share is not None:
        value = expression(env, share)
        product = code.op("mul", worth, value.operand)
        return code.op("add", code.op("div_up", product, code.const(100)), code.const(1))
    product = code.op("mul", worth, code.const(numerator))
    return code.op("max", code.op("div_up", product, code.const(denominator)), code.op("add", worth, code.const(1)))


def deal_answers(strategies: Strategies, strategy: Resolved, asked: Asked) -> int | None:
    """The bundle that belongs to a deal: found again with the same search, with the partner now known."""
    compiler = strategies.compiler
    act = next(
        (
            a
            for a in compiler.actions.all
            if a.node is not None and any(isinstance(line, ast.Choose) and line.name.text == asked.word for line in a.node.body)
        ),
        None,
    )
    if act is None or act.node is None:
        return None
    names = [line.name.text for line in act.node.body if isinstance(line, ast.Choose)]
    mine = names.index(asked.word) == 0
    partner = next((n for n, t in asked.context if n == act.parameters[0][0] and t == PLAYER), None)
    if partner is None:
        return None
    env, code = strategies.env(strategy, f"bundle {asked.name}", strategy.node, asked.context)
    width = compiler.deals.width
    code.results = width
    assert env.player is not None
    for _, function in strategy.deals:
        found = code.call(function, env.player.operand, env.names[partner].value.operand, results=4)
        with code.when(code.op("ge", found, code.const(0))):
            _return_bundle(strategies, env, found, mine)
    code.op("return", *([code.const(0)] * width))
    return compiler.add(code)


def _return_bundle(strategies: Strategies, env: Env, found: int, mine: bool) -> None:
    code = env.code
    values: list[int] = []
    for component in strategies.compiler.deals.components:
        match component.kind:
            case "money":
                price = found + 3
                values.append(code.op("max", price if mine else code.op("sub", code.const(0), price), code.const(0)))
            case "things" if not component.title:
                thing = found + 2 if mine else found + 1
                result = code.register()
                code.move(result, code.const(0))
                with code.when(code.op("ge", thing, code.const(0))):
                    code.op("with", result, thing, out=result)
                values.append(result)
            case _:
                values.append(code.const(0))
    code.op("return", *values)
