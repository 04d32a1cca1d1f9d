"""A Program as LLVM text: the functions that are reached from the entry with the strategies at the table, and what plays a game of them.

`Native` names functions and writes them when they are first named, pure ones at once, so that whoever calls them knows whether they can
fault, others one after the other. Functions that come out alike are one.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.ir.program import Program, Strategy
from rulelang.ir.shape import most_parameters
from rulelang.native import play
from rulelang.native.block import Block
from rulelang.native.calls import Table
from rulelang.native.emit import Body
from rulelang.native.functions import Writer
from rulelang.native.parts import Events, Parts
from rulelang.native.ranges import Ranges
from rulelang.native.walk import Range

FULL_WEIGHTS = '!0 = !{!"branch_weights", i32 1, i32 4000}'


class Native:
    """One program with the strategies at the table, as text. `entry` plays a game: the program's own, or one that begins where a turn
    does."""

    DEEPEST = 200
    """Calls inside one another of functions that stand in a circle of calls: more is a fault, as it is in the engine somewhat sooner or
    later."""

    def __init__(
        self,
        program: Program,
        strategies: tuple[str, ...],
        events: Events = "none",
        *,
        taped: bool = False,
        entry: int = -1,
        arguments: Sequence[Range] = (),
    ) -> None:
        self.program = program
        self.table = Table(program, strategies)
        self.block = Block(program)
        self.entry = program.entry if entry < 0 else entry
        ranges = Ranges(self.table, self.block.width)
        ranges.survey([(self.entry, arguments)])
        self.parts = Parts(self.table, ranges, self.block, events, taped)
        self._pure_names: dict[int, str] = {}
        self._named: set[int] = set()
        self._waiting: list[int] = []
        play.write(self)
        while self._waiting:
            number = self._waiting.pop()
            self.parts.module.define(Writer(self, number).write(), unique=True)

    def text(self) -> str:
        return f"{self.parts.module.text()}\n{FULL_WEIGHTS}\n"

    # ----------------------------------------------------------------------------------------------------------- types
    def parameter_types(self, number: int) -> list[str]:
        count = len(self.program.functions[number].parameters)
        return [self.parts.module.set if self.parts.kinds.is_set(number, register) else "i64" for register in range(count)]

    def result_types(self, number: int) -> list[str]:
        count = self.program.functions[number].results
        return [self.parts.module.set if self.parts.kinds.result_is_set(number, place) else "i64" for place in range(count)]

    def return_type(self, number: int) -> str:
        types = self.result_types(number)
        if not self.program.functions[number].pure:
            types = ["i32", *types]
        match types:
            case []:
                return "void"
            case [one]:
                return one
            case _:
                return "{ " + ", ".join(types) + " }"

    # ----------------------------------------------------------------------------------------------------------- calls
    def name(self, number: int) -> str:
        """Of a function that is not pure; it is written later."""
        if number not in self._named:
            self._named.add(number)
            self._waiting.append(number)
        return f"f{number}"

    def pure(self, body: Body, number: int, given: list[str]) -> list[str]:
        """Calls a pure function; its results."""
        name = self._pure_name(number)
        results = self.result_types(number)
        type_ = self.return_type(number)
        value = body.call(type_, name, *given)
        if len(results) <= 1:
            return [value] if results else []
        return [body.let(f"extractvalue {type_} {value}, {place}") for place in range(len(results))]

    def _pure_name(self, number: int) -> str:
        if number not in self._pure_names:
            writer = Writer(self, number)
            body = writer.write()
            self._pure_names[number] = self.parts.module.define(body)
        return self._pure_names[number]

    def line(self, body: Body, strategy: Strategy, moment: int, line: int, who: str) -> list[str]:
        """What a line of a plan wants: an action or -1, and parameters."""
        return self.pure(body, line, [f"i64 {who}"])[: 1 + most_parameters(self.program)]

    def range_note(self, slot: int) -> str:
        return ""
