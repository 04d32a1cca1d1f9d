"""`take turns among …`: bidding round a table, and with `round after round` the game itself."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.types import COUNT, PLAYER, PLAYERS, Type
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
    with code.for_others(line.name.text == "player"):
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


@dataclass(frozen=True, slots=True)
class Rounds:
    """The functions of `round after round`: `go` is one turn with what follows it, `loop` all turns from one player's on. Both take
    that player, then what the lines before them have in scope (`captured` values)."""

    go: int
    loop: int
    captured: int


def _turn_ends(env: Env) -> int:
    """What waits for the end of a turn, as a function: there is no turn any more that `end turn` could end."""
    compiler = env.compiler
    index = env.code.store.reserve_function()
    code = Code(env.code.store, f"{env.rule}: after a turn", False, False)
    inner = Env(compiler, code, env.rule, env.chain)
    who = code.parameter("player", PLAYER)
    inner.bind_player(who.operand)
    compiler.hooks.fire(inner, "turn", "when", {"player": who})
    compiler.finish(index, code)
    return index


def _game(env: Env, line: ast.TakeTurns) -> None:
    """Round after round until an ending: each go is a turn. Functions of their own, so that a game can begin where a turn begins."""
    compiler = env.compiler
    code = env.code
    if env.in_turns or compiler.rounds is not None:
        env.error("turns-in-turns", "only one `take turns` goes round after round: the game itself", line.span, help="use `up to N rounds`")
        return
    captured = [(n, v) for n, v in env.visible() if n not in ("player", line.name.text) and v.value.type.base != "bundle"]
    scope = [(n, v.value.type) for n, v in captured]
    go = _go(env, line, _turn(env, line, scope), scope)
    index, loop, _, operands = _function(env, line, "round after round", False, scope)
    position = loop.register()
    loop.move(position, operands[0])
    loop.op("loop", -1)
    player = loop.register()
    loop.op("first", loop.load("in_game"), position, out=player)
    loop.op("break_if", loop.op("lt", player, loop.const(0)))
    wanted = loop.load("next_turn")
    with loop.when(loop.op("has", loop.load("in_game"), wanted)):
        loop.move(player, wanted)
    loop.store_slot("next_turn", loop.const(-1))
    loop.call(go, player, *operands[1:])
    loop.op("add", player, loop.const(1), out=position)
    loop.op("end")
    compiler.finish(index, loop)
    compiler.rounds = Rounds(go, index, len(captured))
    code.call(index, _start(env, line), *(v.value.operand for _, v in captured))


def _function(env: Env, line: ast.TakeTurns, name: str, actor: bool, scope: list[tuple[str, Type]]) -> tuple[int, Code, Env, list[int]]:
    """A function of a player and what is in scope: (its index, its code, an Env in it, its parameters as operands)."""
    index = env.code.store.reserve_function()
    code = Code(env.code.store, f"{env.rule}: {name}", False, actor)
    inner = Env(env.compiler, code, env.rule, env.chain)
    inner.at(line.span)
    who = code.parameter(line.name.text, PLAYER)
    inner.bind_player(who.operand)
    inner.bind(line.name.text, who)
    for word, type_ in scope:
        inner.bind(word, code.parameter(word, type_))
    return index, code, inner, list(range(1 + len(scope)))


def _turn(env: Env, line: ast.TakeTurns, scope: list[tuple[str, Type]]) -> int:
    """The lines of one turn."""
    index, code, inner, operands = _function(env, line, "one turn", True, scope)
    inner.in_turns = True
    _new_round(inner)
    env.compiler.hooks.fire(inner, "turn", "before", {"player": Value(PLAYER, operands[0])})
    env.compiler.body(inner, line.body)
    env.compiler.finish(index, code)
    return index


def _go(env: Env, line: ast.TakeTurns, turn: int, scope: list[tuple[str, Type]]) -> int:
    """A turn and what follows it, also when it was cut short: what waits for its end is not to be lost."""
    index, code, inner, operands = _function(env, line, "one go", False, scope)
    code.op("turn", operands[0], turn, *operands)
    if env.compiler.hooks.of("turn", "when"):
        code.op("within", _turn_ends(env), operands[0])
    env.compiler.endings.check(inner, {"turns", "round"})
    env.compiler.finish(index, code)
    return index
