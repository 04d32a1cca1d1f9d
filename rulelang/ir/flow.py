"""The structure of a function's code, and whether every register is written before it is read.

One walk over the ops with a stack of open blocks. What is known to be written is a bit set of registers, or None where control
cannot come (after a `return`, say). Where ways meet, only what all of them have written counts; a loop begins with what was written
before it, for its first round may be its last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulelang.ir.program import Function, Program
from rulelang.ir.shape import reads, results_of

Written = int | None


@dataclass(slots=True)
class _Block:
    """An open `if`, `loop` or all-at-once. `other` is what is written on the ways that do not come through where the walk is now:
    from the condition or the first branch of an `if`, from the breaks of a loop."""

    code: str
    opened: int
    other: Written
    has_else: bool = False


def _meet(one: Written, two: Written) -> Written:
    if one is None:
        return two
    return one if two is None else one & two


def check_flow(program: Program, function: Function) -> Iterator[tuple[int, str]]:
    """Problems as (op index, text). All ops must fit their shapes and name functions that exist."""
    blocks: list[_Block] = []
    written: Written = (1 << len(function.parameters)) - 1
    for index, op in enumerate(function.code):
        if written is not None:
            for register in reads(program, op):
                if not written >> register & 1:
                    yield index, f"r{register} may be read before it is written"
        loop = next((block for block in reversed(blocks) if block.code == "loop"), None)
        if op.code in ("break", "break_if", "next"):
            if loop is None:
                yield index, f"`{op.code}` stands in no loop"
                continue
            if any(block.code == "atomic" for block in blocks[blocks.index(loop) :]):
                yield index, "leaves a loop from inside an all-at-once that began in it"
            loop.other = _meet(loop.other, written)
            if op.code == "break":
                written = None
        match op.code:
            case "if":
                blocks.append(_Block("if", index, written))
            case "loop":
                blocks.append(_Block("loop", index, None))
            case "else":
                if not blocks or blocks[-1].code != "if" or blocks[-1].has_else:
                    yield index, "`else` without an `if` that waits for it"
                else:
                    block = blocks[-1]
                    block.has_else, block.other, written = True, written, block.other
            case "end":
                if not blocks or blocks[-1].code == "atomic":
                    yield index, "`end` without an `if` or `loop` to end"
                else:
                    block = blocks.pop()
                    written = block.other if block.code == "loop" else _meet(block.other, written)
            case "atomic":
                if op.args[0] == 1:
                    blocks.append(_Block("atomic", index, None))
                elif op.args[0] != 0:
                    yield index, f"`atomic` takes 1 or 0, not {op.args[0]}"
                elif not blocks or blocks[-1].code != "atomic":
                    yield index, "all-at-once ends where none was begun in the same block"
                else:
                    blocks.pop()
        if op.code in ("return", "end_turn", "fault"):
            written = None
        if written is not None and op.out >= 0:
            written |= ((1 << results_of(program, op)) - 1) << op.out
    for block in blocks:
        yield block.opened, f"`{block.code}` is never ended"
