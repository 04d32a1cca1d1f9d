"""Turns and rounds as machine code, as `rulelang.engine.turns` has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import Kind
from rulelang.engine.machine import MOST_TURNS_UNASKED
from rulelang.native.block import Word
from rulelang.native.emit import Body
from rulelang.native.parts import FAULTY, GAME_OVER, WENT_ON

if TYPE_CHECKING:
    from rulelang.native.parts import Parts

STOPPED = 2
"""Word OVER of a game that has stopped after its last round."""


def begin_turn(parts: Parts) -> str:
    """(player, origin) → how it went on: the turn of a player who is in the game begins, and with it perhaps a round; or the game stops."""

    def make() -> None:
        layout = parts.block.layout
        body = Body(parts.module, "begin_turn", "i32", ["i64", "i64"])
        player, origin = body.parameters
        faulty, sound = body.label(), body.label()
        body.branch(body.compare("ne", body.load(body.at(Word.FAULT)), 0), faulty, sound, ", !prof !0")
        body.place(faulty)
        body.give(str(FAULTY))
        body.place(sound)
        opens = _opens_round(parts, body, player)
        round_ = body.load(parts.address(body, layout.round))
        last = body.load(body.at(Word.LAST_ROUND))
        beyond = body.let(f"and i1 {opens}, {body.compare('sge', round_, last)}")
        stops = body.let(f"and i1 {beyond}, {body.compare('sge', last, 0)}")
        stop, on = body.label(), body.label()
        body.branch(stops, stop, on, ", !prof !0")
        body.place(stop)
        body.store(str(STOPPED), body.at(Word.OVER))
        body.give(str(GAME_OVER))
        body.place(on)
        unasked = body.count_up(Word.UNASKED)
        parts.trap(body, body.compare("sgt", unasked, MOST_TURNS_UNASKED), origin, "unasked")
        with body.when(opens):
            number = body.add(round_, 1)
            parts.write(body, layout.round, number)
            _reset(parts, body, "round")
            parts.event(body, Kind.ROUND, origin, [number])
        parts.write(body, layout.turn_player, player)
        turn = body.add(body.load(parts.address(body, layout.turns)), 1)
        parts.write(body, layout.turns, turn)
        _reset(parts, body, "turn")
        parts.event(body, Kind.TURN, origin, [player, turn])
        body.give(str(WENT_ON))
        parts.close_traps(body, str(FAULTY))
        parts.module.define(body, unique=True)

    return parts.once("begin_turn", make)


def _opens_round(parts: Parts, body: Body, player: str) -> str:
    """i1; who opens the first round is noted."""
    layout = parts.block.layout
    last = body.load(parts.address(body, layout.turn_player))
    starter = body.load(parts.address(body, layout.round_starter))
    seats = body.load(parts.address(body, layout.players_count))
    begins = body.let(f"or i1 {body.compare('slt', last, 0)}, {body.compare('slt', starter, 0)}")
    with body.when(begins):
        parts.write(body, layout.round_starter, player)
    alone = body.compare("ule", parts.size(body, body.load(parts.address(body, layout.in_game), parts.module.set)), 1)

    def way(to: str) -> str:
        """How many seats it is from the last one to another, less one: (to - last - 1) mod seats."""
        far = body.let(f"srem i64 {body.let(f'sub i64 {body.add(to, -1)}, {last}')}, {seats}")
        return body.choose(body.compare("slt", far, 0), body.add(far, seats), far)

    past = body.compare("sle", way(starter), way(player))
    again = body.choose(body.compare("eq", player, last), alone, past, "i1")
    return body.choose(begins, "true", again, "i1")


PERIODS = {"turn": 1, "round": 2}
"""Bits of the word FRESH."""


def counted(body: Body, period: str) -> None:
    """Emits that something has been counted in a period, so that it must be taken back."""
    if period in PERIODS:
        fresh = body.at(Word.FRESH)
        body.store(body.let(f"and i64 {body.load(fresh)}, {~PERIODS[period]}"), fresh)


def _reset(parts: Parts, body: Body, period: str) -> None:
    slots = sorted({limit.slot for action in parts.program.actions for limit in action.limits if limit.period == period})
    if not slots:
        return
    fresh = body.at(Word.FRESH)
    state = body.load(fresh)
    with body.when(body.compare("eq", body.let(f"and i64 {state}, {PERIODS[period]}"), 0)):
        body.store(body.let(f"or i64 {state}, {PERIODS[period]}"), fresh)
        for slot in slots:
            declared = parts.program.slots[slot]
            parts.module.declare("llvm.memset.p0.i64", "void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
            address = parts.address(body, declared.base)
            body.do(f"call void @llvm.memset.p0.i64(ptr {address}, i8 0, i64 {8 * declared.size}, i1 false)")
            parts.wake(body, slot, None)
