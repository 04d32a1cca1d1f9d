"""What an op reads, writes and names: the one place that takes the rows' `shape` apart.

Printer, verifier and digest see an op through these functions, so that a new row is understood by all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.ir.ops import OPS
from rulelang.ir.program import Op, Program


def fits(op: Op) -> bool:
    """Whether the code is known and has as many args as its shape says."""
    row = OPS.get(op.code)
    if row is None:
        return False
    fixed = row.shape.rstrip("*")
    return len(op.args) >= len(fixed) if row.shape.endswith("*") else len(op.args) == len(fixed)


def parts(op: Op) -> Iterator[tuple[str, int]]:
    """Each arg with its letter of the shape; the args of a `*` are operands. The op must fit."""
    shape = OPS[op.code].shape
    fixed = shape.rstrip("*")
    for position, arg in enumerate(op.args):
        yield (fixed[position] if position < len(fixed) else "o"), arg


def rest(op: Op) -> tuple[int, ...]:
    """The operands that stand for the `*` of the shape."""
    return op.args[len(OPS[op.code].shape.rstrip("*")) :]


def most_parameters(program: Program) -> int:
    """The most parameters that any action has: so many registers follow an action wherever one is chosen, padded with -1."""
    return max((len(action.parameters) for action in program.actions), default=0)


def results_of(program: Program, op: Op) -> int:
    """How many registers the op writes from `out` on. The op must fit and, for a call, name a function."""
    match op.code:
        case "call":
            return program.functions[op.args[0]].results
        case "ask_goods":
            return len(program.components)
        case "act":
            return 1 + most_parameters(program)
        case _:
            return 1 if OPS[op.code].out else 0


def reads(program: Program, op: Op) -> Iterator[int]:
    """The registers that must hold a value when the op begins. The op must fit."""
    for letter, arg in parts(op):
        if letter == "o" and arg >= 0:
            yield arg
        elif letter == "r":
            # `perform` takes the parameters from the registers after the action's.
            yield from range(arg, arg + (1 + most_parameters(program) if op.code == "perform" else 1))


def blocks(code: Sequence[Op]) -> tuple[dict[int, int], dict[int, int]]:
    """For each `if`, `else` and `loop` its `end`; for each `if` that has one its `else`."""
    ends: dict[int, int] = {}
    elses: dict[int, int] = {}
    open_: list[int] = []
    for index, op in enumerate(code):
        match op.code:
            case "if" | "loop":
                open_.append(index)
            case "else":
                elses[open_[-1]] = index
            case "end":
                begun = open_.pop()
                ends[begun] = index
                if begun in elses:
                    ends[elses[begun]] = index
    return ends, elses


def entries(program: Program, code: str) -> tuple[str, int] | None:
    """For an op whose plain number is an entry of a table of the program: what the entries are called and how many there are."""
    match code:
        case "ask_yes" | "ask_option" | "ask_member" | "ask_number" | "ask_goods":
            return "decision", len(program.decisions)
        case "say" | "fault":
            return "message", len(program.messages)
        case "mark":
            return "mark", len(program.marks)
        case "roll":
            return "set of dice", len(program.dice)
        case "act":
            return "moment", len(program.moments)
    return None


def constant(program: Program, operand: int) -> int | None:
    """The value of an operand that is a constant of the program, else None."""
    if operand < 0 and ~operand < len(program.constants):
        return program.constants[~operand]
    return None


def text_width(program: Program, type_name: str) -> int:
    """How many numbers a value of a text is made of."""
    return len(program.components) if type_name == "bundle" else 1
