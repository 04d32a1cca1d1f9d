"""What each op becomes. The ops that call, ask or play are in `calling`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import Kind
from rulelang.engine.layout import slot_sizes
from rulelang.ir.program import Op
from rulelang.ir.shape import parts as parts_of
from rulelang.machine.slots import HIGH, LOW
from rulelang.native import calling, chance
from rulelang.native.block import Word
from rulelang.native.faults import MESSAGES
from rulelang.native.parts import TURN_OVER, WENT_ON

if TYPE_CHECKING:
    from rulelang.native.functions import Writer

_COMPARE = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}


def write(w: Writer, op: Op) -> None:
    """Writes one op where the writer stands."""
    args, out, body, parts = op.args, op.out, w.body, w.parts
    set_ = parts.module.set
    match op.code:
        case "move":
            w.put(out, w.get(args[0]))
        case "add" | "sub" | "mul":
            _arithmetic(w, op)
        case "div_down" | "div_up" | "div_near":
            _divide(w, op)
        case "min" | "max":
            a, b = w.get(args[0]), w.get(args[1])
            how = "slt" if op.code == "min" else "sgt"
            w.put(out, body.choose(body.compare(how, a, b), a, b))
        case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
            type_ = next((w.type(arg) for arg in args if arg >= 0), "i64")
            w.put_truth(out, body.compare(_COMPARE[op.code], w.get(args[0]), w.get(args[1]), type_))
        case "not":
            w.put_truth(out, body.let(f"xor i1 {w.truth(args[0])}, true"))
        case "load":
            address = _element(w, op, args[0], args[1:])
            slot = w.native.program.slots[args[0]]
            w.put(out, body.load(address, set_ if slot.type.startswith("set of ") else "i64"))
        case "table":
            w.put(out, _table(w, op))
        case "has":
            inside = w.within(args[1], parts.module.width)
            w.put_truth(out, parts.contains(body, w.get(args[0]), w.get(args[1]), inside=inside))
        case "with" | "without":
            w.put(out, _with(w, op))
        case "meet":
            w.put(out, body.let(f"and {set_} {w.get(args[0])}, {w.get(args[1])}"))
        case "join":
            w.put(out, body.let(f"or {set_} {w.get(args[0])}, {w.get(args[1])}"))
        case "less":
            w.put(out, body.let(f"and {set_} {w.get(args[0])}, {body.let(f'xor {set_} {w.get(args[1])}, -1')}"))
        case "size":
            w.put(out, parts.size(body, w.get(args[0])))
        case "first":
            w.put(out, parts.first(body, w.get(args[0]), w.get(args[1])))
        case "if":
            w.begin_if(args[0])
        case "else":
            w.part()
        case "loop":
            w.begin_loop(args[0])
        case "end":
            w.end()
        case "break":
            body.jump(w.loop().after)
        case "break_if":
            on = body.label()
            body.branch(w.truth(args[0]), w.loop().after, on)
            body.place(on)
        case "next":
            _next(w, op)
        case "return":
            if parts.tallying is not None:
                parts.tallying.returns(body, w.number, w.index)
            w.leave(str(WENT_ON), [w.get(arg) for arg in args])
        case "end_turn":
            w.leave(str(TURN_OVER), [])
        case "fault":
            w.stop_here(MESSAGES + args[0])
        case "store":
            _store(w, op)
        case "pay" | "own" | "step" | "pieces" | "card" | "place":
            _effect(w, op)
        case "out":
            _effect(w, op)
            w.actor_may_have_left()
        case "nest":
            w.stop(body.compare("sgt", body.load(body.at(Word.NESTED)), args[0]), "nested")
        case "atomic":
            _atomic(w, op)
        case "say" | "mark":
            kind = Kind.SAY if op.code == "say" else Kind.MARK
            sets = [1 + place for place, arg in enumerate(args[1:]) if arg >= 0 and parts.kinds.is_set(w.number, arg)]
            parts.event(body, kind, op.origin, [str(args[0]), *(w.get(arg) for arg in args[1:])], sets)
        case "roll":
            w.put(out, body.call("i64", chance.roll(parts, args[0]), f"i64 {w.get(args[1])}", f"i64 {op.origin}"))
            calling.look_for_fault(w)
        case "draw":
            _draw(w, op)
        case "pick":
            w.put(out, body.call("i64", chance.pick(parts), f"{set_} {w.get(args[0])}", f"i64 {w.get(args[1])}", f"i64 {op.origin}"))
            calling.look_for_fault(w)
        case _:
            calling.write(w, op)


def operands(op: Op) -> list[int]:
    """The operands of an op, registers that it changes included."""
    return [arg for letter, arg in parts_of(op) if letter in "or"]


# ------------------------------------------------------------------------------------------------------------- numbers
def _arithmetic(w: Writer, op: Op) -> None:
    body = w.body
    a, b = w.get(op.args[0]), w.get(op.args[1])
    low, high = w.walk.unbounded(op)
    if low >= LOW and high <= HIGH:
        w.put(op.out, body.let(f"{op.code} nsw i64 {a}, {b}"))
        return
    name = f"llvm.s{op.code}.with.overflow.i64"
    w.parts.module.declare(name, f"{{ i64, i1 }} @{name}(i64, i64)")
    pair = body.let(f"call {{ i64, i1 }} @{name}(i64 {a}, i64 {b})")
    w.stop(body.let(f"extractvalue {{ i64, i1 }} {pair}, 1"), "overflow")
    w.put(op.out, body.let(f"extractvalue {{ i64, i1 }} {pair}, 0"))


def _divide(w: Writer, op: Op) -> None:
    body = w.body
    a, b = w.get(op.args[0]), w.get(op.args[1])
    (al, _), (bl, bh) = w.range(op.args[0]), w.range(op.args[1])
    if bl <= 0 <= bh:
        w.stop(body.compare("eq", b, 0), "division")
    if al == LOW and bl <= -1 <= bh:
        beyond = body.let(f"and i1 {body.compare('eq', a, LOW)}, {body.compare('eq', b, -1)}")
        w.stop(beyond, "overflow")
    if op.code == "div_near":
        # What is left over the floor lies between 0 and b; it goes up if it is at least as far from 0 as from b.
        floor = _floor(w, a, b)
        left = body.let(f"sub i64 {a}, {body.let(f'mul i64 {floor}, {b}')}")
        to_go = body.let(f"sub i64 {b}, {left}")
        up = body.compare("sge", left, to_go)
        if bl < 0:
            up = body.choose(body.compare("sgt", b, 0), up, body.compare("sle", left, to_go), "i1")
        w.put(op.out, body.let(f"add i64 {floor}, {body.let(f'zext i1 {up} to i64')}"))
        return
    if op.code == "div_down":
        if al >= 0 and bl > 0:
            w.put(op.out, body.let(f"udiv i64 {a}, {b}"))
        else:
            w.put(op.out, _floor(w, a, b))
        return
    quotient = body.let(f"sdiv i64 {a}, {b}")
    rest = body.let(f"sub i64 {a}, {body.let(f'mul i64 {quotient}, {b}')}")
    alike = body.compare("sge", body.let(f"xor i64 {a}, {b}"), 0)
    more = body.let(f"and i1 {body.compare('ne', rest, 0)}, {alike}")
    w.put(op.out, body.let(f"add i64 {quotient}, {body.let(f'zext i1 {more} to i64')}"))


def _floor(w: Writer, a: str, b: str) -> str:
    """a / b towards minus infinity."""
    body = w.body
    quotient = body.let(f"sdiv i64 {a}, {b}")
    rest = body.let(f"sub i64 {a}, {body.let(f'mul i64 {quotient}, {b}')}")
    unlike = body.compare("slt", body.let(f"xor i64 {a}, {b}"), 0)
    less = body.let(f"and i1 {body.compare('ne', rest, 0)}, {unlike}")
    return body.let(f"sub i64 {quotient}, {body.let(f'zext i1 {less} to i64')}")


# --------------------------------------------------------------------------------------------------------------- state
def _index(w: Writer, sizes: tuple[int, ...], operands: tuple[int, ...]) -> str:
    """The place of an element in a row-by-row array, looked at where it might be outside."""
    body = w.body
    place: str = "0"
    for dimension, size in enumerate(sizes):
        value = w.get(operands[dimension])
        if not w.within(operands[dimension], size):
            w.stop(body.compare("uge", value, size), "no_element")
            if not value.startswith("%"):
                value = "0"  # control does not come this far
        if dimension == 0 and len(sizes) > 1:
            value = str(int(value) * sizes[1]) if not value.startswith("%") else body.let(f"mul nsw i64 {value}, {sizes[1]}")
        place = body.add(place if place.startswith("%") else int(place), value if value.startswith("%") else int(value))
    return place


def _element(w: Writer, op: Op, slot: int, operands: tuple[int, ...]) -> str:
    """The address of an element of a slot."""
    declared = w.native.program.slots[slot]
    place = _index(w, slot_sizes(w.native.program, declared), operands)
    return w.parts.address(w.body, declared.base, place if place.startswith("%") else int(place))


def _table(w: Writer, op: Op) -> str:
    table = w.native.program.tables[op.args[0]]
    body = w.body
    place = _index(w, table.sizes, op.args[1:])
    if not place.startswith("%"):
        return str(table.values[int(place)])
    type_ = w.parts.module.set if w.parts.kinds.table_is_set(op.args[0]) else "i64"
    values = w.parts.module.constant(f"t{op.args[0]}", type_, table.values)
    return body.load(body.let(f"getelementptr inbounds {type_}, ptr {values}, i64 {place}"), type_)


def _store(w: Writer, op: Op) -> None:
    body, parts, program = w.body, w.parts, w.native.program
    slot = program.slots[op.args[0]]
    is_set = slot.type.startswith("set of ")
    type_ = parts.module.set if is_set else "i64"
    value = w.get(op.args[1])
    low, high = w.range(op.args[1])
    sizes = slot_sizes(program, slot)
    least, most = parts.ranges.slots[op.args[0]]
    address = _element(w, op, op.args[0], op.args[2:])
    if is_set:
        if high > most:
            w.stop(body.compare("ugt", value, most, type_), "large_member")
    elif low < least or high > most:
        w.stop(body.compare("slt", value, least), "beyond")
        w.stop(body.compare("sgt", value, most), "beyond")
    index = w.get(op.args[2]) if sizes else None
    change = None
    if is_set and w.native.known.cares(op.args[0]):
        change = body.let(f"xor i64 {body.load(address)}, {value}")
    if slot.public and (parts.events != "none"):
        old = body.load(address, type_)
        with body.when(body.compare("ne", old, value, type_)):
            body.store(value, address, type_)
            parts.wake(body, op.args[0], index, change)
            row, column = (w.get(op.args[2]) if sizes else "0"), (w.get(op.args[3]) if len(sizes) > 1 else "0")
            parts.event(body, Kind.SET, op.origin, [str(op.args[0]), row, column, old, value], (3, 4) if is_set else ())
        return
    body.store(value, address, type_)
    parts.wake(body, op.args[0], index, change)


def _effect(w: Writer, op: Op) -> None:
    body = w.body
    arguments = [f"i64 {w.get(arg)}" for arg in op.args]
    bad = body.call("i32", w.parts.effects.of(op.code), *arguments, f"i64 {op.origin}")
    w.stop(body.compare("ne", bad, 0, "i32"), "beyond")


def _atomic(w: Writer, op: Op) -> None:
    body = w.body
    depth = body.at(Word.ATOMIC)
    if op.args[0]:
        body.store(body.add(body.load(depth), 1), depth)
        return
    less = body.add(body.load(depth), -1)
    body.store(body.choose(body.compare("sgt", less, 0), less, 0), depth)
    with body.when(body.compare("sle", less, 0)):
        short = body.call("i32", w.parts.effects.supplies(), f"i64 {op.origin}")
        w.stop(body.compare("ne", short, 0, "i32"), "no_pieces")


# ---------------------------------------------------------------------------------------------------------------- sets
def _with(w: Writer, op: Op) -> str:
    body, parts = w.body, w.parts
    type_ = parts.module.set
    set_, member = w.get(op.args[0]), w.get(op.args[1])
    low, high = w.range(op.args[1])
    if op.code == "with" and high >= parts.module.width:
        w.stop(body.compare("sge", member, parts.module.width), "large_member")
        high = parts.module.width - 1
    if low >= 0 and high < parts.module.width:
        bit = parts.bit(body, member)
    else:
        inside = body.compare("ult", member, parts.module.width)
        bit = body.choose(inside, parts.bit(body, body.choose(inside, member, 0)), 0, type_)
    if op.code == "with":
        return body.let(f"or {type_} {set_}, {bit}")
    return body.let(f"and {type_} {set_}, {body.let(f'xor {type_} {bit}, -1')}")


def _next(w: Writer, op: Op) -> None:
    body, parts = w.body, w.parts
    type_ = parts.module.set
    set_ = w.get(op.args[0])
    start = w.get(op.args[1])
    on = body.label()
    body.branch(body.compare("eq", set_, 0, type_), w.loop().after, on)
    body.place(on)
    member = parts.first(body, set_, start, empty=False)
    if start == "0":
        rest = body.let(f"and {type_} {set_}, {body.let(f'add {type_} {set_}, -1')}")
    else:
        rest = body.let(f"xor {type_} {set_}, {parts.bit(body, member)}")
    w.put(op.args[0], rest)
    w.put(op.out, member)


def _draw(w: Writer, op: Op) -> None:
    body, parts = w.body, w.parts
    deck, who = w.get(op.args[0]), w.get(op.args[1])
    decks = len(w.native.program.decks)
    arguments = (f"i64 {who}", f"i64 {op.origin}")
    if not deck.startswith("%"):
        if not 0 <= int(deck) < decks:
            w.stop_here("no_deck")
            return
        w.put(op.out, body.call("i64", chance.draw(parts, int(deck)), *arguments))
        calling.look_for_fault(w)
        return
    found = body.local()
    none, done = body.label(), body.label()
    cases = [body.label() for _ in range(decks)]
    listed = " ".join(f"i64 {index}, label %{label}" for index, label in enumerate(cases))
    body.lines.append(f"  switch i64 {deck}, label %{none} [ {listed} ]")
    body.ended = True
    for index, label in enumerate(cases):
        body.place(label)
        body.store(body.call("i64", chance.draw(parts, index), *arguments), found)
        body.jump(done)
    body.place(none)
    w.stop_here("no_deck")
    body.place(done)
    w.put(op.out, body.load(found))
    calling.look_for_fault(w)
