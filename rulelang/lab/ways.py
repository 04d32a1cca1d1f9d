"""The ways that control can take through a function's code.

A node of the graph is the index of an op; `EXIT` is the end of the call. An op that ends the turn has no way onwards: what comes
after it is the end of the turn, wherever that was begun.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.ir.program import Function

EXIT = -1
_OPENERS = frozenset(("if", "loop", "each", "others"))
_LOOPS = frozenset(("loop", "each"))


@dataclass(frozen=True, slots=True)
class Ways:
    """`after[i]`: where control can come from op i. `around[i]`: the blocks in which op i stands, innermost first, as the indexes of
    the ops that open them (an `else` and an `end` stand in the block they belong to). `ends[i]`: the `end` of the block opened at i."""

    after: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]
    ends: dict[int, int]
    loops: frozenset[int]

    def loop_of(self, index: int) -> int:
        """The innermost loop round an op."""
        return next(outer for outer in self.around[index] if outer in self.loops)


def ways_of(function: Function) -> Ways:
    code = function.code
    around: list[tuple[int, ...]] = []
    ends: dict[int, int] = {}
    elses: dict[int, int] = {}
    open_: list[int] = []
    for index, op in enumerate(code):
        around.append(tuple(reversed(open_)))
        if op.code in _OPENERS:
            open_.append(index)
        elif op.code == "else":
            elses[open_[-1]] = index
        elif op.code == "end":
            ends[open_.pop()] = index
    loops = frozenset(index for index in ends if code[index].code in _LOOPS)

    def place(index: int) -> int:
        return index if index < len(code) else EXIT

    after: list[tuple[int, ...]] = []
    for index, op in enumerate(code):
        loop = next((outer for outer in around[index] if outer in loops), -1)
        match op.code:
            case "if":
                after.append((index + 1, place(elses.get(index, ends[index]) + 1)))
            case "else":
                after.append((place(ends[around[index][0]] + 1),))
            case "end" if around[index][0] in loops:
                opened = around[index][0]
                after.append((opened, place(index + 1)) if code[opened].code == "each" else (opened,))
            case "each":
                after.append((index + 1, place(ends[index] + 1)))
            case "break":
                after.append((place(ends[loop] + 1),))
            case "break_if" | "next":
                after.append((index + 1, place(ends[loop] + 1)))
            case "return":
                after.append((EXIT,))
            case "end_turn" | "fault":
                after.append(())
            case _:
                after.append((place(index + 1),))
    return Ways(tuple(after), tuple(around), ends, loops)
