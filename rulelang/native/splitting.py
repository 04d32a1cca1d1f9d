"""Tests that are all needs are cut in two: what hangs on slowly changing state alone, and the rest.

A pure function of a player and a member that only asks other functions one after the other, and gives 0 as soon as one of them does, is
such a test: whether an action may be performed, say. Its first part can be kept for all members at once (see `known`), so that a loop
over members begins with those that pass it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import rest

GUARD = ("call", "not", "if", "return", "end")


@dataclass(frozen=True, slots=True)
class Halves:
    first: int
    second: int


def split(program: Program, keeps: Callable[[int], bool]) -> tuple[Program, dict[int, Halves]]:
    """The program with such functions cut in two, and their halves, which stand at the end of its functions. `keeps`: whether a function
    of a player and a member can be kept."""
    functions = list(program.functions)
    zero, one = (_constant(program, value) for value in (0, 1))
    if zero is None or one is None:
        return program, {}
    halves: dict[int, Halves] = {}
    for number, function in enumerate(program.functions):
        if not function.pure or function.results != 1 or len(function.parameters) != 2 or function.actor:
            continue
        guards = _guards(program, function, zero)
        kept = 0
        while kept < guards and keeps(function.code[5 * kept].args[0]):
            kept += 1
        if kept == 0 or 5 * kept == len(function.code):
            continue
        first = (*function.code[: 5 * kept], Op("return", -1, (one,), function.origin))
        halves[number] = Halves(len(functions), len(functions) + 1)
        functions.append(replace(function, name=f"{function.name}, first half", code=first))
        functions.append(replace(function, name=f"{function.name}, second half", code=function.code[5 * kept :]))
        functions[number] = replace(function, registers=max(4, function.registers), code=_joined(function, halves[number], zero))
    return replace(program, functions=tuple(functions)), halves


def _guards(program: Program, function: Function, zero: int) -> int:
    """How many of the first tests are `call, and 0 if that gives 0`."""
    code = function.code
    found = 0
    while tuple(op.code for op in code[5 * found : 5 * found + 5]) == GUARD:
        call, negation, branch, leaves, _ = code[5 * found : 5 * found + 5]
        alike = negation.args == (call.out,) and branch.args == (negation.out,) and leaves.args == (zero,)
        if not alike or rest(call) != (0, 1) or call.out < 2 or negation.out < 2 or program.functions[call.args[0]].results != 1:
            break
        found += 1
    return found


def _joined(function: Function, halves: Halves, zero: int) -> tuple[Op, ...]:
    origin = function.origin
    return (
        Op("call", 2, (halves.first, 0, 1), origin),
        Op("not", 3, (2,), origin),
        Op("if", -1, (3,), origin),
        Op("return", -1, (zero,), origin),
        Op("end", -1, (), origin),
        Op("call", 2, (halves.second, 0, 1), origin),
        Op("return", -1, (2,), origin),
    )


def _constant(program: Program, value: int) -> int | None:
    """The operand of a constant, if the program has it."""
    return ~program.constants.index(value) if value in program.constants else None
