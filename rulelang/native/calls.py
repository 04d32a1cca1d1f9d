"""What a function may do beyond its own code: which functions it calls, and what follows from that.

The machine calls functions too: where a player may act (needs, candidates, costs, limits, plan lines), where he is asked (answers, what a
bundle may hold), where the endings are looked at. `Table` lists them once for the strategies that sit at the table.
"""

from __future__ import annotations

from rulelang.ir.circles import Calls
from rulelang.ir.program import Function, Program, Strategy
from rulelang.ir.shape import results_of


class Table(Calls):
    """A program and the strategies that sit at the table, by what the rules ask of them."""

    def __init__(self, program: Program, strategies: tuple[str, ...]) -> None:
        super().__init__(program)
        self.strategies: tuple[Strategy, ...] = tuple(program.strategies[name] for name in strategies)
        self.writes = tuple(writes_of(program, function) for function in program.functions)
        self.may_leave = self.reaching(lambda op: op.code == "out")
        """The functions in which a player may leave the game."""
        self.depth_checked = self.heads()
        """At least one function of each circle of calls."""


def writes_of(program: Program, function: Function) -> list[int]:
    """How often each register of a function is written; a parameter counts as one."""
    counts = [0] * function.registers
    for register in range(len(function.parameters)):
        counts[register] = 1
    for op in function.code:
        if op.code == "next":
            counts[op.args[0]] += 1
        if op.out >= 0:
            for register in range(op.out, op.out + results_of(program, op)):
                counts[register] += 1
    return counts
