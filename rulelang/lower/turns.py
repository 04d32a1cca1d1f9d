"""`take turns among …`: bidding round a table, and with `round after round` the game itself."""

from __future__ import annotations

from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.types import COUNT, PLAYER, PLAYERS
from rulelang.syntax import ast

MOST_ROUNDS = 1000
"""How often a `take turns` without `up to N rounds` goes round at most."""


def take_turns(env: Env, line: ast.TakeTurns) -> None:
    if line.endless:
        _game(env, line)
    else:
        _round(env, line)


def _start(env: Env, line: ast.TakeTurns) -> int:
    code = env.code
    if line.starting is None:
        return env.player.operand if env.player is not None else code.const(0)
    who = expression(env, line.starting, PLAYER)
    return code.op("add", who.operand, code.const(1)) if line.left_of else who.operand


def _round(env: Env, line: ast.TakeTurns) -> None:
    code = env.code
    among = line.among
    rest: int | None = None
    if isinstance(among, ast.Noun) and not among.filters and len(among.path.words) == 1:
        variable = env.names.get(among.path.words[0].text)
        # `drop out` shrinks the author's own set, so that `until` can speak of it.
        if variable is not None and variable.mutable and variable.value.type.many:
            rest = variable.value.operand
    if rest is None:
        rest = code.register()
        code.move(rest, expression(env, among, PLAYERS).operand)
    position = code.register()
    code.move(position, _start(env, line))
    most = env.compiler.world.most_players
    turns_left = None
    bound = MOST_ROUNDS * most
    if line.rounds is not None:
        turns_left = code.register()
        rounds = expression(env, line.rounds, COUNT)
        code.move(turns_left, code.op("mul", rounds.operand, code.op("size", rest)))
        bound = line.rounds.value * most if isinstance(line.rounds, ast.Num) else 100_000 * most
    code.op("loop", bound + 1)
    if turns_left is not None:
        code.op("break_if", code.op("le", turns_left, code.const(0)))
        code.op("sub", turns_left, code.const(1), out=turns_left)
    code.op("meet", rest, code.load("in_game"), out=rest)
    who = code.op("first", rest, position)
    code.op("break_if", code.op("lt", who, code.const(0)))
    inner = env.child()
    inner.loop_depth += 1
    inner.repeat_depth = 0
    inner.bind(line.name.text, Value(PLAYER, who), span=line.name.span)
    if line.name.text == "player":
        inner.actor_loop = (who,)
        inner.watch = None
    inner.drop_out = lambda e: _drop(e, rest, who)
    env.compiler.body(inner, line.body)
    if line.until is not None:
        code.op("break_if", condition(inner, line.until))
    code.op("add", who, code.const(1), out=position)
    code.op("end")


def _drop(env: Env, rest: int, who: int) -> None:
    env.code.op("without", rest, who, out=rest)


def _new_round(env: Env) -> None:
    """At the first turn of a round: the last one ends, promises fall due, the new one begins."""
    compiler = env.compiler
    code = env.code
    due = any(p.ends_after is not None for p in compiler.promises.all.values())
    if not (due or compiler.hooks.of("round", "before") or compiler.hooks.of("round", "when")):
        return
    with code.when(code.op("ne", code.load("round"), code.load("round_seen"))):
        with code.when(code.op("gt", code.load("round_seen"), code.const(0))):
            compiler.hooks.fire(env, "round", "when", {})
        code.store_slot("round_seen", code.load("round"))
        compiler.promises.expire(env)
        compiler.hooks.fire(env, "round", "before", {})


def _game(env: Env, line: ast.TakeTurns) -> None:
    """Round after round until an ending: each go is a turn."""
    compiler = env.compiler
    code = env.code
    if env.in_turns:
        env.error("turns-in-turns", "a turn holds no turns that go round after round", line.span)
    captured = [(n, v) for n, v in env.visible() if n not in ("player", line.name.text) and v.value.type.base != "bundle"]
    index = code.store.reserve_function()
    turn = Code(code.store, f"{env.rule}: one turn", False, True)
    inner = Env(compiler, turn, env.rule, env.chain)
    inner.at(line.span)
    who = turn.parameter(line.name.text, PLAYER)
    inner.bind_player(who.operand)
    inner.bind(line.name.text, who)
    for name, variable in captured:
        inner.bind(name, turn.parameter(name, variable.value.type))
    inner.in_turns = True
    _new_round(inner)
    compiler.hooks.fire(inner, "turn", "before", {"player": who})
    env.compiler.body(inner, line.body)
    compiler.finish(index, turn)
    position = code.register()
    code.move(position, _start(env, line))
    code.op("loop", -1)
    player = code.op("first", code.load("in_game"), position)
    code.op("break_if", code.op("lt", player, code.const(0)))
    code.op("turn", player, index, player, *(v.value.operand for _, v in captured))
    # Also after a turn that was cut short: what waits for its end is not to be lost.
    compiler.hooks.fire(env, "turn", "when", {"player": Value(PLAYER, player)})
    compiler.endings.check(env, {"turns", "round"})
    code.op("add", player, code.const(1), out=position)
    code.op("end")
