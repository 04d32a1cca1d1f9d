"""Which functions call which, what a `perform` may be about, and where calls lead back to their beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import results_of

MOST_ROUNDS = 200
"""So often the heads of circles stand inside one another at most (spec/05-statements.md, Bounds): 32 landings and draws, each of which
may go through several, are far below."""

TOO_DEEP = f"these rules lead back to themselves without end: they stand more than {MOST_ROUNDS} times inside one another"
"""What is then said."""


class Calls:
    """A program by its calls. Pure functions are left out: what needs itself without end is found when it is compiled."""

    def __init__(self, program: Program) -> None:
        self.program = program

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

    def _is_written(self, number: int) -> bool:
        """Whether it stands in a text, so that there is a line to show."""
        origin = self.program.functions[number].origin
        return 0 <= origin < len(self.program.origins) and bool(self.program.origins[origin].file)

    def heads(self) -> frozenset[int]:
        """The functions to which a call leads back in a walk from the top: each circle of calls has one, or the one
        from which it leads back, if only that is in a text. How deep calls stand inside one
        another is counted at these alone."""
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
                    heads.add(called if self._is_written(called) or not self._is_written(caller) else caller)
                elif called not in done:
                    path.append((called, self.callees(called)))
                    open_.add(called)
        return frozenset(heads)

