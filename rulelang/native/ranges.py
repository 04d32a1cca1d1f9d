"""Between which numbers a value lies: what machine code need not look at.

A set is the number that its bits make, so that its range says which members it can have. Nothing is taken from the declared types of
parameters: `survey` goes through all calls, the machine's own included, until the ranges of parameters and results stand still.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.ir.layout import domain_size
from rulelang.ir.program import Program, Slot
from rulelang.machine.slots import HIGH, LOW
from rulelang.native.calls import Table
from rulelang.native.intervals import Range, join
from rulelang.native.walk import BLOCKS, Walk


def set_size(program: Program, type_: str, width: int) -> int:
    """How many members a set of a declared type (`set of …`) can have."""
    return domain_size(program, type_.removeprefix("set of ")) or width


def slot_range(program: Program, slot: Slot, width: int) -> Range:
    """What may be in an element of a slot."""
    if slot.type.startswith("set of "):
        return (0, (1 << min(width, set_size(program, slot.type, width))) - 1)
    return (slot.low, slot.high)


class Ranges:
    """What is known of a program at a table: of slots, tables, parameters and results. `width` is the width of a set in bits."""

    def __init__(self, table: Table, width: int) -> None:
        self.table = table
        self.program = program = table.program
        self.width = width
        self.slots: list[Range] = [slot_range(program, slot, width) for slot in program.slots]
        self.tables: list[Range] = [(min(t.values, default=0), max(t.values, default=0)) for t in program.tables]
        count = len(program.functions)
        self.parameters: list[list[Range | None]] = [[None] * len(f.parameters) for f in program.functions]
        self.results: list[list[Range | None]] = [[None] * f.results for f in program.functions]
        self.variables: list[dict[int, Range]] = [{} for _ in range(count)]
        """For each function, its registers that are written more than once."""
        self.context: dict[int, list[Range | None]] = {d: [None] * len(decision.context) for d, decision in enumerate(program.decisions)}
        self.asked: dict[int, Range | None] = {}
        """For each decision, who may be asked; for each moment, under ~moment, who may act."""
        self.owners: Range | None = None
        """Whose goods may go into a bundle."""
        self.assumed: tuple[int, bool] | None = None
        """A slot that holds a player, and whether it is taken to hold him on whose behalf the first function is called."""
        self.own: dict[int, frozenset[int]] = {}
        """While something is assumed: the parameters that are he wherever a function is called."""
        self.reached: set[int] = set()
        self._callers: dict[int, set[int]] = {}
        self._grown: dict[object, int] = {}
        self._queue: list[int] = []
        self._queued: set[int] = set()

    # --------------------------------------------------------------------------------------------------------- survey
    def survey(self, roots: Sequence[tuple[int, Sequence[Range]]]) -> None:
        """Looks at all that is reached from the roots (functions with the ranges of their parameters)."""
        for number, arguments in roots:
            self.call(number, list(arguments))
        while self._queue:
            number = self._queue.pop(0)
            self._queued.discard(number)
            self._look(number)

    def _look(self, number: int) -> None:
        function = self.program.functions[number]
        variables = self.variables[number]
        before: dict[int, Range] = {}
        rounds = 0
        while True:
            walk = Walk(self, number, collecting=True)
            for index, op in enumerate(function.code):
                if walk.live or op.code in BLOCKS:
                    walk.step(op, index)
            if walk.live and function.results:
                self.result(number, [(0, 0)] * function.results)
            if variables == before:
                return
            rounds += 1
            if rounds >= 3:
                for register, range_ in variables.items():
                    if before.get(register) != range_:
                        variables[register] = (LOW, max(HIGH, (1 << self.width) - 1))
            before = dict(variables)

    def _again(self, number: int) -> None:
        if number not in self._queued:
            self._queued.add(number)
            self._queue.append(number)

    def _wider(self, key: object, old: Range | None, new: Range) -> Range | None:
        """The joined range if it is wider than the old one; after some growth at once as wide as can be."""
        joined = join(old, new)
        if joined == old or joined is None:
            return None
        self._grown[key] = grown = self._grown.get(key, 0) + 1
        if grown > 6 and old is not None:
            return (LOW if joined[0] < old[0] else joined[0], max(HIGH, (1 << self.width) - 1) if joined[1] > old[1] else joined[1])
        return joined

    def call(self, number: int, arguments: Sequence[Range | None], caller: int = -1, own: frozenset[int] = frozenset()) -> None:
        if caller >= 0:
            self._callers.setdefault(number, set()).add(caller)
        new = number not in self.reached
        self.reached.add(number)
        if self.assumed is not None and self.own.get(number) != (narrower := self.own.get(number, own) & own):
            self.own[number] = narrower
            new = True
        parameters = self.parameters[number]
        for place, argument in enumerate(arguments):
            if argument is not None and (wider := self._wider((number, place), parameters[place], argument)) is not None:
                parameters[place] = wider
                new = True
        if new:
            self._again(number)

    def result(self, number: int, values: Sequence[Range]) -> None:
        results = self.results[number]
        grown = False
        for place, value in enumerate(values):
            if (wider := self._wider((number, "result", place), results[place], value)) is not None:
                results[place] = wider
                grown = True
        if grown:
            for caller in self._callers.get(number, ()):
                self._again(caller)

    # --------------------------------------------------------------------------------- what the machine calls by itself
    def members(self, number: int) -> Range:
        """The range of a member of the set that a function returns."""
        found = self.results[number][0] if number >= 0 else (0, (1 << self.width) - 1)
        return (0, max(0, found[1].bit_length() - 1)) if found is not None else (0, 0)

    def action(self, action: int, who: Range, given: Sequence[Range] | None, caller: int) -> list[Range]:
        """Calls of what is looked at before a player acts. Returns the ranges of the parameters."""
        declared = self.program.actions[action]
        known: list[Range] = [who]
        for depth in range(len(declared.parameters) + 1):
            if depth:
                candidates = declared.parameters[depth - 1][3]
                if candidates >= 0:
                    self.call(candidates, known, caller)
                    self._callers.setdefault(candidates, set()).add(caller)
                known.append(self.members(candidates) if given is None else given[depth - 1])
            for need in declared.needs:
                if need.depth == depth:
                    self.call(need.function, known, caller)
        for limit in declared.limits:
            self.call(limit.count, (), caller)
            if limit.per >= 0:
                self.call(limit.per, known, caller)
        if declared.cost >= 0:
            self.call(declared.cost, known, caller)
        return known[1:]

    def act(self, moment: int, who: Range, caller: int) -> list[Range]:
        """The ranges of what `act` returns."""
        who = (max(0, who[0]), who[1])
        width = max((len(action.parameters) for action in self.program.actions), default=0)
        found: list[Range] = [(-1, max(self.program.moments[moment].actions, default=-1)), *[(-1, -1)] * width]
        for strategy in self.table.strategies:
            for line in strategy.plans.get(moment, ()):
                self.call(line, [who], caller)
        for action in self.program.moments[moment].actions:
            for place, range_ in enumerate(self.action(action, who, None, caller)):
                found[1 + place] = join(found[1 + place], range_) or range_
        return found

    def ask(self, decision: int, who: Range, owner: Range, context: Sequence[Range], caller: int) -> None:
        for strategy in self.table.strategies:
            if (answer := strategy.answers.get(decision)) is not None:
                self.call(answer, [(max(0, who[0]), who[1]), *context], caller)
        if self.program.decisions[decision].kind == "goods":
            for component in self.program.components:
                self.call(component.allowed, [owner], caller)


def never_wants(table: Table, width: int, line: int, slot: int, players: int) -> bool:
    """Whether a line of a plan wants nothing for certain while a slot does not hold its player."""
    ranges = Ranges(table, width)
    ranges.assumed = (slot, False)
    ranges.own[line] = frozenset((0,))
    ranges.call(line, [(0, players - 1)], own=frozenset((0,)))
    ranges.survey(())
    wanted = ranges.results[line][0]
    return wanted is not None and wanted[1] < 0
