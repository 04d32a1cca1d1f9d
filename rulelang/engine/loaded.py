"""`Loaded`: a Program made ready to run: its layout, its translated functions, and what the interpreter looks up at each hard op."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from rulelang.engine.blocks import Block, Blocks
from rulelang.engine.faults import Fault, describe
from rulelang.engine.layout import Layout
from rulelang.engine.state import Frame
from rulelang.engine.translate import Namespace, define_pure
from rulelang.ir.circles import Calls
from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import most_parameters

_KEPT = 8


class Runnable:
    """A function that frames can run. `entries` and `after` as in `Blocks`; `ops` is its code and, at its end, a `return`."""

    __slots__ = ("actor", "after", "entries", "nests", "ops", "registers", "results", "start")

    def __init__(self, namespace: Namespace, number: int) -> None:
        function = namespace.program.functions[number]
        blocks = Blocks(namespace, number)
        self.entries: list[Block | None] = blocks.entries
        self.after: list[int] = blocks.after
        self.start = blocks.start
        self.registers = blocks.registers
        self.results = function.results
        self.actor = function.actor
        self.nests = bool(function.code) and function.code[0].code == "nest"
        self.ops: list[Op] = [*function.code, Op("return", -1, (), function.origin)]


class Loaded:
    """One Program, shared by all its games. `pure[n]` calls pure function n as (slots, parameters …); None if it is not pure."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self.namespace = Namespace(program, self.layout)
        define_pure(self.namespace)
        self.pure: list[Callable[..., Any] | None] = self.namespace.pure
        self.reached = self.namespace.reached
        self.most_parameters = most_parameters(program)
        self.runnable: list[Runnable | None] = [None] * len(program.functions)
        self.limits = {
            period: tuple(sorted({limit.slot for action in program.actions for limit in action.limits if limit.period == period}))
            for period in ("turn", "round", "game")
        }
        """For each period, the slots in which its limits are counted."""
        self.games = {program.entry, *(number for number, function in enumerate(program.functions) if _goes_round(function))}
        """The functions that are a whole game: the entry, and the turns from one on. Where such a call ends, the game is over."""
        self.needs = tuple(
            tuple(tuple(need for need in action.needs if need.depth == depth) for depth in range(len(action.parameters) + 1))
            for action in program.actions
        )
        """For each action and number of parameters that are known, the needs that can be tested then and not before."""

    @cached_property
    def heads(self) -> frozenset[int]:
        """The functions at which circles of calls are counted; looked for when calls stand deep inside one another."""
        return Calls(self.program).heads()

    def function(self, number: int) -> Runnable:
        """Function `number`, translated when it is first wanted."""
        found = self.runnable[number]
        if found is None:
            found = self.runnable[number] = Runnable(self.namespace, number)
        return found

    def call(self, number: int, s: list[int], *arguments: int) -> Any:
        """What a pure function returns: a number, or a tuple if it has not one result. It takes as many arguments as it has parameters."""
        function = self.pure[number]
        if function is None:
            raise ValueError(f"{self.program.functions[number].name} is not a pure function")
        return function(s, *arguments)

    def fault_of(self, error: Exception, origin: int = -1) -> Fault | None:
        """The fault that an exception out of running rules stands for, None if it shows a bug of the engine.

        `origin` is where the rule stands if the exception did not come through a translated line.
        """
        inner = self.namespace.origin_of(error.__traceback__)
        message = describe(error)
        if message is None and inner is not None:
            match error:
                case IndexError():
                    message = "there is no such element"
                case ValueError():
                    message = "a number below 0 where a member of a set is needed"
                case NameError():
                    message = "a value is read before it is worked out"
        if message is None:
            return None
        return self.fault(message, origin if inner is None else inner)

    def fault(self, message: str, origin: int) -> Fault:
        if not 0 <= origin < len(self.program.origins):
            return Fault(message)
        place = self.program.origins[origin]
        return Fault(message, place.rule, place.file, place.line, origin)

    def placed(self, fault: Fault, frames: Sequence[Frame]) -> Fault:
        """A fault in what the machine does itself is told at the line that had it done."""
        if fault.file:
            return fault
        for frame in reversed(frames[:-1]):
            place = self.program.origins[self.function(frame.function).ops[frame.pc].origin]
            if place.file:
                return Fault(fault.message, place.rule, place.file, place.line, fault.origin)
        return fault

    @contextmanager
    def faults(self, origin: int = -1) -> Iterator[None]:
        """Makes Faults of what rules raise inside."""
        try:
            yield
        except Fault:
            raise
        except Exception as error:
            fault = self.fault_of(error, origin)
            if fault is None:
                raise
            raise fault from error


def _goes_round(function: Function) -> bool:
    """Whether a function holds the loop that is the game itself."""
    return any(op.code == "loop" and op.args == (-1,) for op in function.code)


_loaded: dict[int, Loaded] = {}


def load(program: Program) -> Loaded:
    """The Program made ready; the last few are kept, so that many games of one cost the work once."""
    found = _loaded.get(id(program))
    if found is None:
        while len(_loaded) >= _KEPT:
            del _loaded[next(iter(_loaded))]
        found = _loaded[id(program)] = Loaded(program)  # holds the program, so that no other can get its id
    return found
