"""Who sits next to somebody: the nearest player on his left (next in turn) and on his right who is in the game."""

from __future__ import annotations

from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.types import PLAYER


def left(env: Env, who: int, among: int | None = None) -> Value:
    """On the left of a player (an operand), of a set of players (all if there is none); nobody if there is nobody else."""
    code = env.code
    others = code.op("without", code.load("in_game") if among is None else among, who)
    return Value(PLAYER, code.op("first", others, code.op("add", who, code.const(1))))


def right(env: Env, who: int) -> Value:
    """On the right: the last one round the table who comes before him."""
    code = env.code
    last = code.register()
    code.move(last, code.const(-1))
    others = code.op("without", code.load("in_game"), who)
    with code.members(others, start=code.op("add", who, code.const(1)), bound=64) as member:
        code.move(last, member)
    return Value(PLAYER, last)
