"""Translated code against the slowest interpreter, on made-up functions: whole pure functions, and code that waits in the middle."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulelang.engine.actions import Number
from rulelang.engine.faults import Fault, Stop
from rulelang.engine.game import Game
from rulelang.engine.loaded import Loaded
from rulelang.ir.program import Function, Op, Program
from tests.engine.assembler import assemble
from tests.engine.naive import HIGH, LOW, interpret

REGISTERS, SETS = 5, 2
"""Registers 0…4 hold numbers, 5 and 6 sets; the rest are used once each."""

BASE = assemble("""
players 2 4
slot cells count #4 0 in -5..1000
slot grid count #2 #3 0
slot found count #8 0
table line 4 3 1 -4 5
table plane 2x2 9 8 7 -6
decision pick number count
function doubled(a) -> 1 pure
  b = add a a
  return b
function both(a b) -> 2 pure
  c = max a b
  return b c
function subject(a b c d e s t) -> 7
function finish(a b c d e s t)
  store found a 0
  store found b 1
  store found c 2
  store found d 3
  store found e 4
  store found s 5
  store found t 6
  store found 1 7
function game()
""")
CONSTANTS = (*range(-2, 8), *range(8), 100, HIGH, 2**40)
PROGRAM = replace(BASE, constants=(*BASE.constants, *CONSTANTS))
NUMBERS = ("move", "not", "add", "sub", "mul", "div_down", "div_up", "div_near", "min", "max", "eq", "ne", "lt", "le", "gt", "ge")
OUT_OF_SETS = ("size", "first", "has")
INTO_SETS = ("with", "without", "meet", "join", "less")
SLOT = {slot.name: index for index, slot in enumerate(PROGRAM.slots)}
FUNCTION = {function.name: index for index, function in enumerate(PROGRAM.functions)}


def constant(value: int) -> int:
    return ~PROGRAM.constants.index(value)


@st.composite
def code(draw: st.DrawFn, *, pure: bool) -> tuple[Op, ...]:
    """Structured code. A fresh register is written by one op and read by the next few: what the translation puts in line."""
    ops: list[Op] = []
    fresh = [REGISTERS + SETS]
    usable: list[int] = []
    a_constant = st.sampled_from(CONSTANTS).map(constant)
    a_register = st.integers(0, REGISTERS - 1)
    a_set = st.integers(REGISTERS, REGISTERS + SETS - 1)

    def emit(code: str, out: int, *args: int) -> None:
        ops.append(Op(code, out, args, 0))

    def operand() -> int:
        if usable and draw(st.booleans()):
            return usable.pop()
        return draw(st.one_of(a_register, a_register, a_constant))

    def target() -> int:
        if draw(st.booleans()):
            fresh[0] += 1
            usable.append(fresh[0] - 1)
            return fresh[0] - 1
        return draw(a_register)

    def numbers(many: int) -> list[int]:
        return [operand() for _ in range(many)]

    def indexes(many: int) -> list[int]:
        # Mostly inside: a fault ends the function, and with it what there is to compare.
        return [operand() if draw(st.integers(0, 6)) == 0 else constant(draw(st.integers(0, 1))) for _ in range(many)]

    def counted() -> tuple[int, int]:
        fresh[0] += 2
        return fresh[0] - 2, fresh[0] - 1

    def statement(depth: int, looping: bool) -> None:
        kinds = ["number"] * 5 + ["load", "table", "set", "from_set", "call"]
        kinds += ["if", "loop", "each"] if depth < 3 else []
        kinds += ["leave"] if looping else []
        kinds += ["return"] if depth and draw(st.integers(0, 5)) == 0 else []
        kinds += [] if pure else ["ask"] * 4 + ["store"] * 2
        match draw(st.sampled_from(kinds)):
            case "number":
                op = draw(st.sampled_from(NUMBERS))
                args = numbers(1 if op in ("move", "not") else 2)
                emit(op, target(), *args)
            case "load":
                if draw(st.booleans()):
                    args = [SLOT["cells"], *indexes(1), constant(0)]
                else:
                    args = [SLOT["grid"], *indexes(2)]
                emit("load", target(), *args)
            case "table":
                args = [0, *indexes(1), constant(0)] if draw(st.booleans()) else [1, *indexes(2)]
                emit("table", target(), *args)
            case "set":
                op = draw(st.sampled_from(INTO_SETS))
                into, one = draw(a_set), draw(a_set)
                member = draw(st.integers(-1, 7)) if op.startswith("with") else -2
                emit(op, into, one, constant(member) if member >= -1 else draw(a_set))
            case "from_set":
                op = draw(st.sampled_from(OUT_OF_SETS))
                args = [draw(a_set)] + ([constant(draw(st.integers(-1, 7)))] if op != "size" else [])
                emit(op, target(), *args)
            case "call":
                if draw(st.booleans()):
                    args = numbers(1)
                    emit("call", target(), FUNCTION["doubled"], *args)
                else:
                    args = numbers(2)
                    emit("call", draw(st.integers(0, REGISTERS - 2)), FUNCTION["both"], *args)
            case "ask":
                args = numbers(2)
                emit("ask_number", target(), 0, constant(0), *args)
            case "store":
                args = [*indexes(1), *indexes(2)]
                if draw(st.booleans()):
                    emit("store", -1, SLOT["cells"], args[0], args[1], constant(0))
                else:
                    emit("store", -1, SLOT["grid"], *args)
            case "if":
                emit("if", -1, operand())
                block(depth + 1, looping)
                if draw(st.booleans()):
                    emit("else", -1)
                    block(depth + 1, looping)
                emit("end", -1)
            case "loop":
                counter, enough = counted()
                emit("move", counter, constant(0))
                emit("loop", -1, draw(st.sampled_from((0, 1, 4, 4, 4, 4))))
                block(depth + 1, True)
                emit("add", counter, counter, constant(1))
                emit("ge", enough, counter, constant(draw(st.integers(1, 4))))
                emit("break_if", -1, enough)
                block(depth + 1, True)
                emit("end", -1)
            case "each":
                emit("loop", -1, draw(st.sampled_from((2, 8, 8, 8, 8))))
                emit("next", draw(a_register), draw(a_set), constant(draw(st.integers(0, 3))))
                block(depth + 1, True)
                emit("end", -1)
            case "leave":
                if draw(st.booleans()):
                    emit("break_if", -1, operand())
                else:
                    emit("if", -1, operand())
                    emit("break", -1)
                    emit("end", -1)
            case _:
                emit("return", -1, *range(REGISTERS + SETS))

    def block(depth: int, looping: bool) -> None:
        for _ in range(draw(st.integers(0, 5))):
            statement(depth, looping)
        # What was written here need not have been written elsewhere.
        usable.clear()

    for _ in range(draw(st.integers(3, 12))):
        statement(0, False)
    emit("return", -1, *range(REGISTERS + SETS))
    return tuple(ops)


def with_subject(ops: tuple[Op, ...], *, pure: bool) -> Program:
    functions = list(PROGRAM.functions)
    subject = functions[FUNCTION["subject"]]
    registers = max((op.out for op in ops), default=0) + 2
    functions[FUNCTION["subject"]] = replace(subject, code=ops, registers=max(registers, REGISTERS + SETS), pure=pure)
    call = Op("call", 0, (FUNCTION["subject"], *range(REGISTERS + SETS)), 0)
    finish = Op("call", -1, (FUNCTION["finish"], *range(REGISTERS + SETS)), 0)
    parameters = subject.parameters
    whole = Function("whole", parameters, REGISTERS + SETS, 0, False, False, (call, finish), 0)
    return replace(PROGRAM, functions=(*functions, whole))


SMALL = st.integers(-3, 6)
NUMBER = st.one_of(SMALL, SMALL, SMALL, st.sampled_from((HIGH, LOW, 2**33)))
ARGUMENTS = st.tuples(*[NUMBER] * REGISTERS, *[st.integers(0, 255)] * SETS)
QUICK = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@QUICK
@given(code(pure=True), ARGUMENTS)
def test_pure_functions(ops: tuple[Op, ...], arguments: tuple[int, ...]) -> None:
    program = with_subject(ops, pure=True)
    loaded = Loaded(program)
    slots = [index % 7 for index in range(program.slot_count)]
    function = program.functions[FUNCTION["subject"]]
    expected: Sequence[int] | None
    try:
        expected = interpret(program, function, slots[:], arguments, iter(()))
    except Stop:
        expected = None
    try:
        with loaded.faults():
            found = loaded.call(FUNCTION["subject"], slots, *arguments)
    except Fault as fault:
        assert expected is None, fault
    else:
        assert list(found) == expected
        assert all(type(value) is int for value in found)


@QUICK
@given(code(pure=False), ARGUMENTS, st.lists(st.integers(0, 1000), min_size=1, max_size=20), st.data())
def test_code_that_waits(ops: tuple[Op, ...], arguments: tuple[int, ...], answers: list[int], data: st.DataObject) -> None:
    program = with_subject(ops, pure=False)
    game = Game.new_game(program, 4, entry=-1)
    slots = game.state.slots[:]
    supply = iter(answers * 40)
    expected: list[int] | None
    try:
        expected = interpret(program, program.functions[FUNCTION["subject"]], slots, arguments, iter(answers * 40))
    except Stop:
        expected = None
    except StopIteration:
        return
    try:
        game.run(len(program.functions) - 1, *arguments)
        while game.waiting is not None:
            if data.draw(st.integers(0, 3)) == 0:
                game = Game.from_json(program, json.loads(json.dumps(game.to_json())))
            least, most = game.waiting.least, game.waiting.most
            game.apply(Number(least + next(supply) % (most - least + 1)))
    except Fault as fault:
        assert expected is None, fault
        return
    assert expected is not None
    found = game.state.slots
    base = PROGRAM.slots[SLOT["found"]].base
    assert found[base : base + 8] == [*expected, 1]
    cells = PROGRAM.slots[SLOT["cells"]].base
    assert found[cells:base] == slots[cells:base]
