"""What a function may do beyond its own code: which functions it calls, and what follows from that.

The machine calls functions too: where a player may act (needs, candidates, costs, limits, plan lines), where he is asked (answers, what a
bundle may hold), where the endings are looked at. `Table` lists them once for the strategies that sit at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulelang.ir.program import Function, Op, Program, Strategy
from rulelang.ir.shape import results_of


class Table:
    """A program and the strategies that sit at the table, by what the rules ask of them."""

    def __init__(self, program: Program, strategies: tuple[str, ...]) -> None:
        self.program = program
        self.strategies: tuple[Strategy, ...] = tuple(program.strategies[name] for name in strategies)
        self.writes = tuple(_writes(program, function) for function in program.functions)
        """For each function, how often each register is written; a parameter counts as one."""
        self.may_leave = self.reaching(lambda op: op.code == "out")
        """The functions in which a player may leave the game."""
        self.depth_checked = self._heads()
        """At least one function of each circle of calls."""

    # ---------------------------------------------------------------------------------------------------------- calls
    def performed(self, function: Function, index: int) -> tuple[int, ...]:
        """The actions that the `perform` at a place may be about: one if the register holds a constant there, those of the moment if it
        holds what `act` chose, else all."""
        program = self.program
        register = function.code[index].args[1]
        place = index - 1
        while place >= 0:
            op = function.code[place]
            if op.out >= 0 and op.out <= register < op.out + max(1, results_of(program, op)):
                if op.code == "move" and op.args[0] < 0 and self._straight(function, place, index):
                    number = program.constants[~op.args[0]]
                    return (number,) if 0 <= number < len(program.actions) else ()
                if op.code == "act" and op.out == register and self._once(function, register):
                    return program.moments[op.args[0]].actions
                break
            place -= 1
        return tuple(range(len(program.actions)))

    def is_constant(self, function: Function, index: int) -> bool:
        """Whether the action that is performed at a place is known here: its register holds a constant."""
        register = function.code[index].args[1]
        for place in range(index - 1, -1, -1):
            op = function.code[place]
            if op.out >= 0 and op.out <= register < op.out + max(1, results_of(self.program, op)):
                return op.code == "move" and op.args[0] < 0 and self._straight(function, place, index)
        return False

    @staticmethod
    def _straight(function: Function, first: int, last: int) -> bool:
        return not any(op.code in ("if", "else", "end", "loop") for op in function.code[first:last])

    def _once(self, function: Function, register: int) -> bool:
        program = self.program
        return sum(op.out >= 0 and op.out <= register < op.out + max(1, results_of(program, op)) for op in function.code) == 1

    def callees(self, number: int) -> Iterator[int]:
        """The functions that are not pure which a function calls, those of actions included."""
        function = self.program.functions[number]
        for index, op in enumerate(function.code):
            match op.code:
                case "call" | "within":
                    if not self.program.functions[op.args[0]].pure:
                        yield op.args[0]
                case "turn":
                    yield op.args[1]
                case "perform":
                    for action in self.performed(function, index):
                        yield self.program.actions[action].function

    def reaching(self, test: Callable[[Op], bool]) -> frozenset[int]:
        """The functions that are not pure in which, or in what they call, an op passes the test."""
        callers: dict[int, list[int]] = {}
        found = []
        for number, function in enumerate(self.program.functions):
            if function.pure:
                continue
            for called in self.callees(number):
                callers.setdefault(called, []).append(number)
            if any(test(op) for op in function.code):
                found.append(number)
        reached: set[int] = set()
        while found:
            number = found.pop()
            if number not in reached:
                reached.add(number)
                found += callers.get(number, ())
        return frozenset(reached)

    def _heads(self) -> frozenset[int]:
        """The functions to which a call leads back in a walk from the top: each circle has one."""
        heads: set[int] = set()
        done: set[int] = set()
        for root, function in enumerate(self.program.functions):
            if function.pure or root in done:
                continue
            path = [(root, self.callees(root))]
            open_ = {root}
            while path:
                caller, calls = path[-1]
                called = next(calls, None)
                if called is None:
                    path.pop()
                    open_.discard(caller)
                    done.add(caller)
                elif called in open_:
                    heads.add(called)
                elif called not in done:
                    path.append((called, self.callees(called)))
                    open_.add(called)
        return frozenset(heads)


def _writes(program: Program, function: Function) -> list[int]:
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
