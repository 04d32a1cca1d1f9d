"""Turns, rounds, and the limits that are counted by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.engine.effects import Effects
from rulelang.engine.events import Kind
from rulelang.engine.faults import Stop
from rulelang.engine.loaded import Loaded
from rulelang.ir.program import Limit


def begin_turn(effects: Effects, limits: Mapping[str, Sequence[int]], player: int, origin: int) -> None:
    """The turn of a player who is in the game begins, and with it perhaps a round. `limits`: for each period, the slots counted in it."""
    layout, s = effects.layout, effects.s
    if opens_round(effects, player):
        if s[layout.turn_player] < 0 or s[layout.round_starter] < 0:
            s[layout.round_starter] = player
        s[layout.round] += 1
        _reset(effects, limits["round"])
        effects.event(Kind.ROUND, origin, s[layout.round])
    s[layout.turn_player] = player
    s[layout.turns] += 1
    _reset(effects, limits["turn"])
    effects.event(Kind.TURN, origin, player, s[layout.turns])


def opens_round(effects: Effects, player: int) -> bool:
    """Whether the order comes round: who opened the first round is this player, or sits between the last one and him."""
    layout, s = effects.layout, effects.s
    last, starter = s[layout.turn_player], s[layout.round_starter]
    if last < 0 or starter < 0:
        return True
    if player == last:
        return s[layout.in_game].bit_count() <= 1  # else it is an extra turn
    seats = s[layout.players_count]
    return (starter - last - 1) % seats <= (player - last - 1) % seats


def _reset(effects: Effects, slots: Sequence[int]) -> None:
    for number in slots:
        slot = effects.program.slots[number]
        effects.s[slot.base : slot.base + slot.size] = [0] * slot.size


def limit_place(loaded: Loaded, s: list[int], limit: Limit, player: int, params: Sequence[int]) -> int:
    """Where a limit counts what the player does, -1 if it does not hold for him and these parameters (no group to count by, say)."""
    slot = loaded.program.slots[limit.slot]
    if limit.per < 0:
        return slot.base + player
    per: int = loaded.call(limit.per, s, player, *params)
    columns = loaded.layout.sizes[limit.slot][1]
    if per >= columns:
        raise Stop(f"a limit counts by {per}, but there are only {columns}")
    return slot.base + player * columns + per if per >= 0 else -1
