"""`limit N per turn` among the lines of a hook, rule or card: what follows it is done at most so often, for one player."""

from __future__ import annotations

from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.types import COUNT, UNKNOWN
from rulelang.source import Span
from rulelang.syntax import ast

PERIODS = {"turn": "turns", "round": "round", "game": ""}
"""What says which turn or round it is."""


def at_most(env: Env, line: ast.AtMost) -> None:
    """Counts, by who acts (and what is named besides), how often this line was passed in the period, and stops when it is enough."""
    world, code = env.compiler.world, env.code
    period = line.period.text
    if period not in PERIODS:
        world.unknown("unknown-name", "period", period, line.period.span, list(PERIODS))
        return
    name = f"limit {sum(slot.name.startswith('limit ') for slot in world.store.slots)} of {env.rule}"
    domains: tuple[tuple[str, int], ...] = (("player", world.most_players),)
    by = None
    if line.per is not None:
        by = expression(env, ast.Noun(line.per.span, None, ast.Path(line.per.span, (line.per,))))
        if by.type == UNKNOWN:
            return
        if not by.type.is_entity or by.type.many:
            env.error("wrong-type", f"`{line.per.text}` is a {by.type}: a limit is per person, thing or group", line.per.span)
            return
        domains = (*domains, (by.type.base, world.domain_size(by.type)))
    world.store.add_slot(name, COUNT.key, domains, (0,), 0)
    world.store.add_slot(f"{name}, when", COUNT.key, domains, (0,), 0)
    # Lines that nobody does, and what has no group, count for the first.
    who = code.op("max", env.player.operand, code.const(0)) if env.player is not None else code.const(0)
    place = (who, code.op("max", by.operand, code.const(0))) if by is not None else (who,)
    _count(env, name, PERIODS[period], place, expression(env, line.count, COUNT), line.span)


def _count(env: Env, name: str, clock: str, place: tuple[int, ...], most: Value, span: Span) -> None:
    code = env.code
    if clock:
        now = code.load(clock)
        with code.when(code.op("ne", code.load(f"{name}, when", *place), now)):
            code.store_slot(f"{name}, when", now, *place)
            code.store_slot(name, code.const(0), *place)
    done = code.load(name, *place)
    enough = code.op("ge", done, most.operand)
    code.mark("limit", span, "reached", "then")
    with code.when(enough):
        if env.stop is not None:
            env.stop(env)
        else:
            code.op("return")
    code.store_slot(name, code.op("add", done, code.const(1)), *place)
