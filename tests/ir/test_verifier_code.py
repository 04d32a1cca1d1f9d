"""The verifier on functions: each class of fault is caught, named with function and op."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulelang.ir.program import Program
from rulelang.ir.verifier import verify
from tests.ir.samples import Assembler, K, sample


def with_function(*code: tuple[Any, ...], registers: int = 8, results: int = 0, pure: bool = False, **fields: Any) -> Program:
    """The sample with one more function, of a player and a thing."""
    program = sample()
    a = Assembler(list(program.constants))
    parameters = fields.pop("parameters", "player: player, lot: thing")
    a.fn("tried", parameters, registers, results, *code, pure=pure, **fields)
    return replace(program, constants=tuple(a.constants), functions=(*program.functions, *a.functions))


def number(name: str) -> int:
    return next(number for number, function in enumerate(sample().functions) if function.name == name)


OWNER = next(number for number, slot in enumerate(sample().slots) if slot.name == "owner")


def test_sample_is_sound() -> None:
    assert verify(sample()) == []


SOUND = {
    "nothing": [],
    "both branches write": [("if", -1, 0), ("move", 2, 0), ("else", -1), ("move", 2, 1), ("end", -1), ("out", -1, 2)],
    "the other branch leaves": [("if", -1, 0), ("move", 2, 0), ("else", -1), ("return", -1), ("end", -1), ("out", -1, 2)],
    "faults count as leaving": [("if", -1, 0), ("move", 2, 0), ("else", -1), ("end_turn", -1), ("end", -1), ("out", -1, 2)],
    "written before every break": [("loop", -1, 9), ("move", 2, 0), ("break_if", -1, 1), ("end", -1), ("out", -1, 2)],
    "a break out of an if": [("loop", -1, 9), ("if", -1, 0), ("break", -1), ("end", -1), ("end", -1)],
    "nested loops": [("loop", -1, 9), ("loop", -1, 9), ("break", -1), ("end", -1), ("break", -1), ("end", -1)],
    "a loop in an all-at-once": [("atomic", -1, 1), ("loop", -1, 9), ("break", -1), ("end", -1), ("atomic", -1, 0)],
    "an all-at-once in a loop": [("loop", -1, 9), ("atomic", -1, 1), ("atomic", -1, 0), ("break", -1), ("end", -1)],
    "after a return anything is written": [("return", -1), ("out", -1, 7)],
    "a return out of an all-at-once": [("atomic", -1, 1), ("if", -1, 0), ("return", -1), ("end", -1), ("atomic", -1, 0)],
    "results that nobody wants": [("roll", -1, 0, 0), ("call", -1, number("price"), 0, 1), ("draw", -1, K(0), 0)],
    "an impure function may call itself": [("call", -1, len(sample().functions), 0, 1)],
}


@pytest.mark.parametrize("code", SOUND.values(), ids=SOUND)
def test_sound_code(code: list[tuple[Any, ...]]) -> None:
    assert verify(with_function(*code)) == []


CODE: dict[str, tuple[list[tuple[Any, ...]], str]] = {
    "unknown op": ([("jump", -1, 3)], "op 0 jump: there is no such op"),
    "too few args": ([("add", 2, 0)], "op 0 add: 1 args do not fit the shape `oo`"),
    "too many args": ([("end", -1, 0)], "op 0 end: 1 args do not fit the shape ``"),
    "too few before the rest": ([("call", -1)], "op 0 call: 0 args do not fit the shape `f*`"),
    "origin": ([("move", 2, 0, {"origin": 99})], "op 0 move: origin 99 is not there"),
    "register": ([("move", 2, 8)], "op 0 move: register r8 is not among the 8"),
    "constant": ([("move", 2, -99)], "op 0 move: constant 98 is not there"),
    "slot": ([("load", 2, 99, 0, 0)], "op 0 load: slot 99 is not there"),
    "table": ([("table", 2, -1, 0, 0)], "op 0 table: table -1 is not there"),
    "function": ([("call", -1, 99)], "op 0 call: function 99 is not there"),
    "message": ([("say", -1, 5)], "op 0 say: message 5 is not there"),
    "message of a fault": ([("fault", -1, -1)], "op 0 fault: message -1 is not there"),
    "mark": ([("mark", -1, 1)], "op 0 mark: mark 1 is not there"),
    "dice": ([("roll", 2, 1, 0)], "op 0 roll: set of dice 1 is not there"),
    "moment": ([("act", 2, 1, 0, 1)], "op 0 act: moment 1 is not there"),
    "decision": ([("ask_yes", 2, 9, 0)], "op 0 ask_yes: decision 9 is not there"),
    "kind of decision": ([("ask_member", 2, 0, 0, 1, 1)], "op 0 ask_member: decision clear is of the kind yes"),
    "context of a decision": ([("ask_yes", 2, 0, 0)], "op 0 ask_yes: hands 0 values to decision clear, which takes 1"),
    "values of a message": ([("say", -1, 0, 0)], "op 0 say: message 0 has more values than the 1 it is given"),
    "out for no result": ([("out", 2, 0)], "op 0 out: has no result for r2"),
    "out for no result of a call": ([("call", 2, number("buy"), 0, 1)], "op 0 call: has no result for r2"),
    "result to no register": ([("move", -1, 0)], "op 0 move: its result goes to no register"),
    "out beyond the registers": ([("move", 8, 0)], "op 0 move: its results, r8 to r8, are not among the 8 registers"),
    "results of a call beyond": ([("call", 7, number("plan"), 0)], "op 0 call: its results, r7 to r8, are not among the 8 registers"),
    "results of act beyond": ([("act", 7, 0, 0, 1)], "op 0 act: its results, r7 to r8, are not among the 8 registers"),
    "args of a call": ([("call", 2, number("price"), 0)], "op 0 call: hands 1 values to price, which takes 2"),
    "args of a turn": ([("turn", -1, 0, number("turn"))], "op 0 turn: hands 0 values to turn, which takes 1"),
    "results of a turn": ([("turn", -1, 0, number("plan"), 0)], "op 0 turn: plan returns 2 results to nobody"),
    "return count": ([("return", -1, 0)], "op 0 return: returns 1 of 0 results"),
    "loop bound": ([("loop", -1, -2), ("break", -1), ("end", -1)], "op 0 loop: a loop with the bound -2"),
    "index of a slot": ([("load", 2, OWNER, K(5), K(0))], "op 0 load: index 5 is outside slot owner"),
    "index below": ([("store", -1, OWNER, 0, K(-1), K(0))], "op 0 store: index -1 is outside slot owner"),
    "unused index": ([("load", 2, OWNER, 1, K(1))], "op 0 load: index 1 is outside slot owner"),
    "register as unused index": ([("load", 2, OWNER, 1, 1)], "op 0 load: slot owner has no dimension 2 for r1"),
    "index of a table": ([("table", 2, 1, 0, K(3))], "op 0 table: index 3 is outside table yield"),
    "atomic": ([("atomic", -1, 2)], "op 0 atomic: `atomic` takes 1 or 0, not 2"),
    "atomic not ended": ([("atomic", -1, 1)], "op 0 atomic: `atomic` is never ended"),
    "atomic not begun": ([("atomic", -1, 0)], "op 0 atomic: all-at-once ends where none was begun in the same block"),
    "break out of atomic": (
        [("loop", -1, 9), ("atomic", -1, 1), ("break", -1), ("atomic", -1, 0), ("end", -1)],
        "op 2 break: leaves a loop from inside an all-at-once that began in it",
    ),
    "if not ended": ([("if", -1, 0)], "op 0 if: `if` is never ended"),
    "loop not ended": ([("loop", -1, 3), ("break", -1)], "op 0 loop: `loop` is never ended"),
    "end alone": ([("end", -1)], "op 0 end: `end` without an `if` or `loop` to end"),
    "else alone": ([("else", -1)], "op 0 else: `else` without an `if` that waits for it"),
    "else in a loop": ([("loop", -1, 3), ("else", -1), ("break", -1), ("end", -1)], "op 1 else: `else` without an `if` that waits for it"),
    "else twice": (
        [("if", -1, 0), ("else", -1), ("else", -1), ("end", -1)],
        "op 2 else: `else` without an `if` that waits for it",
    ),
    "break alone": ([("break", -1)], "op 0 break: `break` stands in no loop"),
    "break_if in an if": ([("if", -1, 0), ("break_if", -1, 1), ("end", -1)], "op 1 break_if: `break_if` stands in no loop"),
    "next alone": ([("next", 2, 1, 0)], "op 0 next: `next` stands in no loop"),
    "unwritten": ([("out", -1, 2)], "op 0 out: r2 may be read before it is written"),
    "written in one branch": (
        [("if", -1, 0), ("move", 2, 0), ("end", -1), ("out", -1, 2)],
        "op 3 out: r2 may be read before it is written",
    ),
    "written in the other": (
        [("if", -1, 0), ("else", -1), ("move", 2, 0), ("end", -1), ("out", -1, 2)],
        "op 4 out: r2 may be read before it is written",
    ),
    "written after a break": (
        [("loop", -1, 9), ("break_if", -1, 1), ("move", 2, 0), ("end", -1), ("out", -1, 2)],
        "op 4 out: r2 may be read before it is written",
    ),
    "the member of an empty set": (
        [("move", 2, 0), ("loop", -1, 9), ("next", 3, 2, 1), ("end", -1), ("out", -1, 3)],
        "op 4 out: r3 may be read before it is written",
    ),
    "set of next": (
        [("loop", -1, 9), ("next", 3, 2, 1), ("break", -1), ("end", -1)],
        "op 1 next: r2 may be read before it is written",
    ),
    "parameters of perform": ([("move", 2, 0), ("perform", -1, 0, 2)], "op 1 perform: r3 may be read before it is written"),
    "perform beyond": ([("move", 7, 0), ("perform", -1, 0, 7)], "op 1 perform: register r8 is not among the 8"),
}


@pytest.mark.parametrize(("code", "problem"), CODE.values(), ids=CODE)
def test_code(code: list[tuple[Any, ...]], problem: str) -> None:
    found = verify(with_function(*code))
    assert found == [f"function {len(sample().functions)} tried, {problem}"]


def test_all_at_once_keeps_to_its_block() -> None:
    found = verify(with_function(("atomic", -1, 1), ("if", -1, 0), ("atomic", -1, 0), ("end", -1)))
    assert found == [
        "function 13 tried, op 2 atomic: all-at-once ends where none was begun in the same block",
        "function 13 tried, op 0 atomic: `atomic` is never ended",
    ]


def test_registers_of_parameters() -> None:
    assert verify(with_function(registers=1)) == ["function 13 tried: 2 parameters do not fit in 1 registers"]


def test_most_registers() -> None:
    assert verify(with_function(registers=2**16)) == []
    assert verify(with_function(registers=2**31)) == ["function 13 tried: 2147483648 registers; the most is 65536"]


def test_actor_is_a_player() -> None:
    problem = "function 13 tried: has an actor, but its first parameter is not a player or holder"
    assert verify(with_function(actor=True, parameters="lot: thing")) == [problem]
    assert verify(with_function(actor=True, parameters="")) == [problem]


def test_origin_of_a_function() -> None:
    assert verify(with_function(origin=50)) == ["function 13 tried: origin 50 is not there"]


def test_results_are_counted() -> None:
    assert verify(with_function(("return", -1, 0), results=-1))[0] == "function 13 tried: -1 results"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ([("store", -1, 1, 0, 1, K(0))], "op 0 store: is not allowed in a pure function"),
        ([("roll", 2, 0, 0)], "op 0 roll: is not allowed in a pure function"),
        ([("ask_yes", 2, 0, 0, 0)], "op 0 ask_yes: is not allowed in a pure function"),
        ([("call", -1, number("buy"), 0, 1)], "op 0 call: calls buy, which is not pure, from a pure function"),
        ([("loop", -1, -1), ("break", -1), ("end", -1)], "op 0 loop: a loop with the bound -1 in a pure function"),
    ],
    ids=["state", "chance", "decision", "call", "loop"],
)
def test_pure_code(code: list[tuple[Any, ...]], problem: str) -> None:
    assert f"function 13 tried, {problem}" in verify(with_function(*code, pure=True))


def test_the_end_of_the_code_returns_zeros() -> None:
    assert verify(with_function(("if", -1, 0), ("return", -1, 0), ("end", -1), results=1, pure=True)) == []


def test_pure_recursion() -> None:
    program = with_function(("call", 2, 14, 0, 1), ("return", -1, 2), results=1, pure=True)
    tried = program.functions[13]
    back = replace(tried, name="back", code=(replace(tried.code[0], args=(13, 0, 1)), tried.code[1]))
    program = replace(program, functions=(*program.functions, back))
    assert verify(program) == ["function 14 back, op 0 call: the pure function tried calls itself"]


def test_long_chains_of_pure_calls() -> None:
    program = with_function(("call", 2, 14, 0, 1), ("return", -1, 2), results=1, pure=True)
    link = program.functions[13]
    chain = [replace(link, code=(replace(link.code[0], args=(number_, 0, 1)), link.code[1])) for number_ in range(14, 3014)]
    last = replace(link, code=(replace(link.code[1], args=(0,)),))
    assert verify(replace(program, functions=(*program.functions[:13], *chain, last))) == []


def test_values_that_a_text_works_out() -> None:
    program = with_function(("say", -1, 0, 0))
    message = replace(program.messages[0], values=((number("price"), "money"), (number("limit of buy"), "count")))
    assert verify(replace(program, messages=(message,))) == ["function 13 tried, op 0 say: message 0 works out price from 1 values"]


def test_one_loop_is_the_game() -> None:
    found = verify(with_function(("loop", -1, -1), ("break", -1), ("end", -1)))
    assert found == ["function 13 tried, op 0 loop: only one loop may be the game itself; function 9 game, op 1 loop is one already"]
