"""Whole games as machine code: `play` one that lies ready in the block, `play_many` one after the other.

`play_many(block, first, seed, number, count, results)`: copies the words of a game that begins, gives it its streams, plays it and writes
what became of it as a row of `Result` words, `count` times, with game numbers from `number` on. With tallies, that of each game goes
behind that of the one before it, from the address in the word OUTPUT on.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from rulelang.engine.chance import GAMMA, stream_ids
from rulelang.engine.events import Kind
from rulelang.native.block import Word, signed
from rulelang.native.chance import mix
from rulelang.native.emit import Body

if TYPE_CHECKING:
    from rulelang.native.program import Native


class Result(IntEnum):
    """The words of a game's result."""

    OVER = 0
    WINNERS = 1
    ENDING = 2
    FAULT = 3
    KIND = 4
    ROUNDS = 5
    TURNS = 6
    ROLLS = 7
    DECISIONS = 8
    ILLEGAL = 9
    ROWS = 10
    DIGEST = 11
    COUNT = 12


_FROM_WORDS = {
    Result.OVER: Word.OVER,
    Result.WINNERS: Word.WINNERS,
    Result.ENDING: Word.ENDING,
    Result.FAULT: Word.FAULT,
    Result.KIND: Word.KIND,
    Result.ROLLS: Word.ROLLS,
    Result.DECISIONS: Word.DECISIONS,
    Result.ILLEGAL: Word.ILLEGAL,
    Result.ROWS: Word.ROWS,
    Result.DIGEST: Word.DIGEST,
}


def write(native: Native) -> None:
    """Writes both, and names the functions that they begin with."""
    _play(native)
    _play_many(native)


def _play(native: Native) -> None:
    """Plays the game that lies in the block to its end."""
    parts, layout = native.parts, native.block.layout
    entry = native.entry
    body = Body(parts.module, "play", "void", linkage="")
    if entry == native.program.entry:
        players = body.load(parts.address(body, layout.players_count))
        parts.event(body, Kind.GAME_BEGIN, -1, [players])
    given = [f"i64 {body.load(body.at(Word.ARGUMENTS + place))}" for place in range(len(native.parameter_types(entry)))]
    native.outcome(body, entry, native.name(entry), given)
    over = body.load(body.at(Word.OVER))
    faulty = body.load(body.at(Word.FAULT))
    # Control came back and nobody said how it ended: the game's rules ran out.
    ran_out = body.let(f"and i1 {body.compare('eq', over, 0)}, {body.compare('eq', faulty, 0)}")
    with body.when(ran_out):
        in_game = body.load(parts.address(body, layout.in_game), parts.module.set)
        for word, value in ((Word.OVER, "1"), (Word.WINNERS, parts.low(body, in_game)), (Word.ENDING, "-1")):
            body.store(value, body.at(word))
        parts.event(body, Kind.OVER, -1, ["-1", in_game], (1,))
    with body.when(body.compare("ne", faulty, 0)):
        body.store("0", body.at(Word.OVER))
    body.give()
    parts.module.define(body, unique=True)


def _play_many(native: Native) -> None:
    parts, block = native.parts, native.block
    body = Body(parts.module, "play_many", "void", ["ptr", "i64", "i64", "i64", "ptr"], linkage="")
    first, seed, number, count, results = body.parameters
    parts.module.declare("llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    index = body.local()
    body.store("0", index)

    def chain(old: str, word: str) -> str:
        return body.call("i64", mix(parts), f"i64 {body.add(body.let(f'xor i64 {old}, {word}'), signed(GAMMA))}")

    seeded = chain("0", seed)
    again, inside, done = body.label(), body.label(), body.label()
    body.place(again)
    at = body.load(index)
    body.branch(body.compare("slt", at, count), inside, done)
    body.place(inside)
    body.do(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 %s, ptr align 8 {first}, i64 {8 * block.copied}, i1 false)")
    start = chain(seeded, body.add(number, at))
    ids = parts.module.constant("streams", "i64", stream_ids(block.players, len(native.program.decks)))
    stream = body.local()
    body.store("0", stream)
    key, made = body.label(), body.label()
    body.place(key)
    which = body.load(stream)
    body.store(chain(start, body.load(body.at(which, ids))), body.at(body.add(block.keys, which)))
    body.store(body.add(which, 1), stream)
    body.branch(body.compare("slt", body.load(stream), block.streams), key, made)
    body.place(made)
    if parts.tallying is not None:
        output = body.at(Word.OUTPUT)
        body.store(body.add(body.load(output), body.let(f"mul i64 {at}, {8 * parts.tallying.tallies.size}")), output)
    body.do("call void @play(ptr %s)")
    row = body.at(body.let(f"mul i64 {at}, {int(Result.COUNT)}"), results)
    for field, word in _FROM_WORDS.items():
        body.store(body.load(body.at(word)), body.at(int(field), row))
    for field, base in ((Result.ROUNDS, block.layout.round), (Result.TURNS, block.layout.turns)):
        body.store(body.load(parts.address(body, base)), body.at(int(field), row))
    body.store(body.add(at, 1), index)
    body.jump(again)
    body.place(done)
    body.give()
    parts.module.define(body, unique=True)
