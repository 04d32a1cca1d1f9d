"""Chance as machine code: the same streams as the engine's (`rulelang.engine.chance` has the definition), from the keys and counters in
the block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.chance import GAMMA
from rulelang.engine.events import Kind
from rulelang.machine.slots import ON_TABLE
from rulelang.native.block import Word, signed
from rulelang.native.emit import Body
from rulelang.native.tape import Entry, take, take_known

if TYPE_CHECKING:
    from rulelang.native.parts import Parts


def mix(parts: Parts) -> str:
    """u64 → u64: the finalizer of splitmix64."""

    def make() -> None:
        body = Body(parts.module, "mix", "i64", ["i64"])
        body.attributes = "nounwind willreturn memory(none) alwaysinline"
        z = body.parameters[0]
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            shifted = body.let(f"lshr i64 {z}, {shift}")
            z = body.let(f"mul i64 {body.let(f'xor i64 {z}, {shifted}')}, {signed(factor)}")
        body.give(body.let(f"xor i64 {z}, {body.let(f'lshr i64 {z}, 31')}"))
        parts.module.define(body, unique=True)

    return parts.once("mix", make)


def below(parts: Parts) -> str:
    """(stream, bound) → the next draw of the stream, from 0 to bound - 1."""

    def make() -> None:
        body = Body(parts.module, "below", "i64", ["i64", "i64"])
        stream, bound = body.parameters
        counter = body.at(body.add(parts.block.counters, stream))
        n = body.load(counter)
        body.store(body.add(n, 1), counter)
        key = body.load(body.at(body.add(parts.block.keys, stream)))
        first = body.let(f"or i64 {body.let(f'shl i64 {n}, 16')}, 1")
        over = body.let(f"urem i64 {body.let(f'sub i64 0, {bound}')}, {bound}")  # 2^64 mod bound
        top = body.let(f"sub i64 0, {over}")
        start, again, done = body.block, body.label(), body.label()
        body.place(again)
        place = f"%place_{again}"
        body.lines.append(f"  {place} = phi i64 [ {first}, %{start} ], [ {place}n, %{again} ]")
        word = body.call("i64", mix(parts), f"i64 {body.add(key, body.let(f'mul i64 {place}, {signed(GAMMA)}'))}")
        body.lines.append(f"  {place}n = add i64 {place}, 1")
        refused = body.let(f"and i1 {body.compare('ne', over, 0)}, {body.compare('uge', word, top)}")
        body.branch(refused, again, done, ", !prof !0")
        body.place(done)
        body.give(body.let(f"urem i64 {word}, {bound}"))
        parts.module.define(body, unique=True)

    return parts.once("below", make)


def member_at(parts: Parts) -> str:
    """(set, place) → the member at that place, the lowest being at 0."""
    width = parts.module.set

    def make() -> None:
        body = Body(parts.module, "member_at", "i64", [width, "i64"])
        start, again, take, done = body.block, body.label(), body.label(), body.label()
        body.place(again)
        body.lines.append(f"  %rest = phi {width} [ %p0, %{start} ], [ %less, %{take} ]")
        body.lines.append(f"  %left = phi i64 [ %p1, %{start} ], [ %fewer, %{take} ]")
        body.branch(body.compare("eq", "%left", 0), done, take)
        body.place(take)
        body.do(f"%under = sub {width} %rest, 1")
        body.do(f"%less = and {width} %rest, %under")
        body.do("%fewer = sub i64 %left, 1")
        body.jump(again)
        body.place(done)
        body.give(parts.lowest(body, "%rest", empty=False))
        parts.module.define(body, unique=True)

    return parts.once("member_at", make)


def roll(parts: Parts, dice: int) -> str:
    """(player, origin) → the total: rolls a set of dice, whose number is part of the function's name."""
    name = f"roll{dice}"

    def make() -> None:
        layout, block = parts.block.layout, parts.block
        body = Body(parts.module, name, "i64", ["i64", "i64"])
        who, origin = body.parameters
        count, faces = parts.program.dice[dice][0], layout.faces[dice]
        body.count_up(Word.ROLLS)
        shown = [body.local() for _ in range(count)]
        drawn, thrown = body.label(), body.label()
        if parts.taped:
            take(parts, body, Entry.ROLL, dice, shown, drawn, thrown)
        body.place(drawn)
        nobody = body.compare("slt", who, 0)
        stream = body.choose(nobody, block.players, who)
        for variable in shown:
            place = body.call("i64", below(parts), f"i64 {stream}", f"i64 {len(faces)}")
            step = faces[0] if list(faces) == list(range(faces[0], faces[0] + len(faces))) else None
            if step is not None:
                body.store(body.add(place, step), variable)
            else:
                table = parts.module.constant(f"faces{dice}", "i64", faces)
                body.store(body.load(body.at(place, table)), variable)
        body.jump(thrown)
        body.place(thrown)
        total = "0"
        values = [body.load(variable) for variable in shown]
        for index, value in enumerate(values):
            parts.write(body, layout.dice[dice] + index, value)
            number = value if min(faces) >= 0 else body.choose(body.compare("sge", value, 0), value, 0)
            total = body.add(total, number)
        parts.write(body, layout.last_dice, str(dice))
        with body.when(body.compare("sge", who, 0)):
            parts.write(body, layout.rolled, total, who)
        parts.event(body, Kind.ROLL, origin, [who, str(dice), total, *values])
        body.give(total)
        parts.close_traps(body, "0")
        parts.module.define(body, unique=True)

    return parts.once(name, make)


def draw(parts: Parts, deck: int) -> str:
    """(player, origin) → the card, which lies on the table then, or -1: draws from one deck."""
    name = f"draw{deck}"

    def make() -> None:
        layout = parts.block.layout
        body = Body(parts.module, name, "i64", ["i64", "i64"])
        who, origin = body.parameters
        width = parts.module.set
        card = body.local()
        unknown = parts.address(body, layout.unknown[deck])
        queue, turned, picked, drawn, out = (body.label() for _ in range(5))
        body.branch(body.compare("ne", body.load(unknown, width), 0, width), picked, queue)
        body.place(queue)
        length = body.load(parts.address(body, layout.length[deck]))
        known = body.label()
        body.branch(body.compare("ne", length, 0), known, turned)
        body.place(known)
        top = body.load(parts.address(body, layout.queue[deck]))
        body.store(top, card)
        if parts.taped:
            take_known(parts, body, deck, top)
        body.jump(drawn)
        body.place(turned)
        aside = parts.address(body, layout.aside[deck])
        again = body.load(aside, width)
        body.store("-1", card)
        some = body.label()
        body.branch(body.compare("ne", again, 0, width), some, out)
        body.place(some)
        parts.write(body, layout.unknown[deck], again)
        parts.write(body, layout.aside[deck], "0")
        body.jump(picked)
        body.place(picked)
        choices = body.load(unknown, width)
        by_chance = body.label()
        if parts.taped:
            take(parts, body, Entry.DRAW, deck, [card], by_chance, drawn, among=choices)
        body.place(by_chance)
        place = body.call("i64", below(parts), f"i64 {parts.block.players + 2 + deck}", f"i64 {parts.size(body, choices)}")
        body.store(body.call("i64", member_at(parts), f"{width} {choices}", f"i64 {place}"), card)
        body.jump(drawn)
        body.place(drawn)
        body.call("void", parts.effects.out_of_deck(), f"i64 {body.load(card)}")
        parts.write(body, layout.card_holder, str(ON_TABLE), body.load(card))
        body.jump(out)
        body.place(out)
        parts.event(body, Kind.DRAW, origin, [who, str(deck), body.load(card)])
        body.give(body.load(card))
        parts.close_traps(body, "-1")
        parts.module.define(body, unique=True)

    return parts.once(name, make)


def pick(parts: Parts) -> str:
    """(set, domain, origin) → a random member, or -1."""
    width = parts.module.set

    def make() -> None:
        body = Body(parts.module, "pick", "i64", [width, "i64", "i64"])
        members, domain, origin = body.parameters
        none, some = body.label(), body.label()
        body.branch(body.compare("eq", members, 0, width), none, some)
        body.place(none)
        body.give("-1")
        body.place(some)
        found = body.local()
        drawn, done = body.label(), body.label()
        if parts.taped:
            take(parts, body, Entry.PICK, 0, [found], drawn, done, among=members)
        body.place(drawn)
        place = body.call("i64", below(parts), f"i64 {parts.block.players}", f"i64 {parts.size(body, members)}")
        body.store(body.call("i64", member_at(parts), f"{width} {members}", f"i64 {place}"), found)
        body.jump(done)
        body.place(done)
        parts.event(body, Kind.PICK, origin, [domain, body.load(found)])
        body.give(body.load(found))
        parts.close_traps(body, "-1")
        parts.module.define(body, unique=True)

    return parts.once("pick", make)
