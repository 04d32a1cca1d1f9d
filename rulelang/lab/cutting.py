"""A slice as a Program of its own, which the engine runs: what is not needed is gone."""

from __future__ import annotations

from dataclasses import replace

from rulelang.ir.program import Function, Op, Program, Strategy
from rulelang.ir.shape import parts
from rulelang.lab.slicing import Slice


def cut(slice_: Slice, strategy: Strategy, endings: tuple[int, ...]) -> Program:
    """The program with only the ops of the slice, for one player or more, with one strategy.

    Operands that nobody needs become 0, so that no register is read that nothing has written. Pure functions stay as they are. A
    call that the slice does not hold is gone with its results; nothing reads them.
    """
    program = slice_.program
    constants = program.constants if 0 in program.constants else (*program.constants, 0)
    zero = ~constants.index(0)
    functions = tuple(
        function if function.pure else _cut(function, slice_.kept.get(number, frozenset()), slice_.registers.get(number, frozenset()), zero)
        for number, function in enumerate(program.functions)
    )
    kept = replace(strategy, plans=slice_.lines)
    return replace(
        program,
        players=(1, program.players[1]),
        constants=constants,
        functions=functions,
        strategies={strategy.name: kept},
        default_strategy=strategy.name,
        endings=tuple(program.endings[ending] for ending in endings),
    )


def _cut(function: Function, kept: frozenset[int], registers: frozenset[int], zero: int) -> Function:
    return replace(function, code=tuple(_cleared(function.code[index], registers, zero) for index in sorted(kept)))


def _cleared(op: Op, registers: frozenset[int], zero: int) -> Op:
    args = tuple(zero if letter == "o" and arg >= 0 and arg not in registers else arg for letter, arg in parts(op))
    return op if args == op.args else replace(op, args=args)
