"""The slice of a Program that decides where a token goes (program slicing after Weiser, 1981, for one player alone).

Wanted at first is what places tokens and what ends turns. An op is *needed* if it works out something that a needed op reads, if it
decides whether a needed op is done, or if it writes a slot that a needed op may read later. The last is found by liveness: a slot is
live where a needed op may read it before it is wholly written again, so that a throw whose dice nobody walks by is not needed.

Left out on purpose: what happens to a payment that cannot be met (all payments are), players other than the one, endings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulelang.ir.program import Op, Program, Strategy
from rulelang.ir.shape import results_of
from rulelang.lab.needs import Need
from rulelang.lab.touches import Touches
from rulelang.lab.ways import EXIT, Ways, ways_of

Place = tuple[int, int]
"""An op: the number of its function and its index there."""


@dataclass(slots=True)
class Slice:
    """`kept[f]` are the indexes of the needed ops of function f; `slots` those that needed ops read, as a set; `lines` the lines of
    the strategy's plans that are asked at all, by moment. `registers[f]` are those that are read; `live[f][i]` the slots that may be
    read from op i on before they are written; `found` are the needed ops in the order in which they were found."""

    program: Program
    kept: dict[int, frozenset[int]]
    slots: int
    lines: dict[int, tuple[int, ...]]
    registers: dict[int, frozenset[int]]
    results: frozenset[int]
    live: dict[int, list[int]]
    found: list[Place]

    def loads(self) -> Iterator[Op]:
        """The needed ops that load a slot, those nearest to what was wanted first."""
        for function, index in self.found:
            op = self.program.functions[function].code[index]
            if op.code == "load":
                yield op


class Slicer:
    """Finds what is needed. `endings` are those that count; the others never come."""

    def __init__(self, program: Program, strategy: Strategy, replaced: bool, endings: tuple[int, ...] = ()) -> None:
        self.program = program
        self.endings = endings
        self.strategy = strategy
        self.touches = Touches(program, replaced)
        self.code = [function.code for function in program.functions]
        self.ways: list[Ways] = [ways_of(function) for function in program.functions]
        self.writers: list[dict[int, list[int]]] = [self._writers(number) for number in range(len(self.code))]
        self.cut: list[frozenset[int]] = [self._cut(number) for number in range(len(self.code))]
        self.constant_slots = self.touches.set_of("in_game", "players_count")
        self.action_of_line = {line: self._actions_returned(line) for lines in strategy.plans.values() for line in lines}
        self.reached = self._reach()
        self.sites: dict[int, list[Place]] = defaultdict(list)
        for number in self.reached:
            for index in self.alive(number):
                for called in self.called_by(number, index):
                    self.sites[called].append((number, index))
        self.whole = self._whole_writes()

    # --------------------------------------------------------------------------------------------- what the code looks like
    def _writers(self, number: int) -> dict[int, list[int]]:
        """For each register the ops that write it."""
        writers: dict[int, list[int]] = defaultdict(list)
        for index, op in enumerate(self.code[number]):
            if op.out >= 0:
                for register in range(op.out, op.out + results_of(self.program, op)):
                    writers[register].append(index)
            if op.code == "next":
                writers[op.args[0]].append(index)
        return writers

    def _cut(self, number: int) -> frozenset[int]:
        """The ops of a function that are left out from the start: what is done about a payment that cannot be met, and refusals for
        want of money."""
        code, ways, cut = self.code[number], self.ways[number], set[int]()
        debt, money = self.touches.number["debt"], self.touches.number["money"]
        costs = {action.cost for action in self.program.actions}

        def defined_by(register: int) -> Op | None:
            found = self.writers[number].get(register, [])
            return code[found[0]] if len(found) == 1 else None

        for index, op in enumerate(code):
            if op.code != "if":
                continue
            inside = range(index, ways.ends[index] + 1)
            settles = any(code[i].code == "store" and code[i].args[0] == debt and ways.around[i][0] == index for i in inside[1:-1])
            test = defined_by(op.args[0]) if op.args[0] >= 0 else None
            if test is not None and test.code == "lt":
                left, right = (defined_by(r) if r >= 0 else None for r in test.args)
                settles |= (
                    left is not None
                    and right is not None
                    and left.code == "load"
                    and left.args[0] == money
                    and right.code == "call"
                    and right.args[0] in costs
                )
            if settles:
                cut.update(inside)
        return frozenset(cut)

    def alive(self, number: int) -> Iterator[int]:
        return (index for index in range(len(self.code[number])) if index not in self.cut[number])

    def _actions_returned(self, line: int) -> frozenset[int]:
        """The actions that a line of a plan may name."""
        found = set()
        for op in self.code[line]:
            if op.code == "return" and op.args and op.args[0] < 0:
                found.add(self.program.constants[~op.args[0]])
        return frozenset(found - {-1})

    def called_by(self, number: int, index: int) -> Iterable[int]:
        """The functions that an op may call: of an action, those that the strategy takes; of a decision, the strategy's answer."""
        op = self.code[number][index]
        match op.code:
            case "call" | "within":
                return (op.args[0],)
            case "turn":
                return (op.args[1],)
            case "perform":
                return [self.program.actions[action].function for action in self.performed(number, index)]
            case "act":
                return self.strategy.plans.get(op.args[0], ())
            case "endings":
                return [self.program.endings[ending].holds for ending in self.endings]
            case "ask_yes" | "ask_option" | "ask_member" | "ask_number" | "ask_goods":
                answer = self.strategy.answers.get(op.args[0])
                return () if answer is None else (answer,)
        return ()

    def performed(self, number: int, index: int) -> frozenset[int]:
        """The actions that a `perform` may perform."""
        register = self.code[number][index].args[1]
        found: set[int] = set()
        for writer in self.writers[number].get(register, []):
            op = self.code[number][writer]
            if op.code == "act":
                for line in self.strategy.plans.get(op.args[0], ()):
                    found |= self.action_of_line[line]
            elif op.code == "move" and op.args[0] < 0:
                found.add(self.program.constants[~op.args[0]])
        return frozenset(found)

    def _reach(self) -> list[int]:
        """The functions that can run at all, from the game on."""
        found, open_ = {self.program.entry}, [self.program.entry]
        while open_:
            number = open_.pop()
            for index in self.alive(number):
                for called in self.called_by(number, index):
                    if called not in found:
                        found.add(called)
                        open_.append(called)
        return sorted(found)

    # ------------------------------------------------------------------------------------------------------------ liveness
    def _whole_writes(self) -> dict[int, int]:
        """For each function the slots that every call of it writes wholly before it comes back."""
        everything = (1 << len(self.program.slots)) - 1
        whole = dict.fromkeys(self.reached, everything)
        changed = True
        while changed:
            changed = False
            for number in self.reached:
                before = [everything] * (len(self.code[number]) + 1)
                settled = False
                while not settled:
                    settled = True
                    for index in reversed(range(len(self.code[number]))):
                        after = everything
                        for way in self._after(number, index):
                            after &= 0 if way == EXIT else before[way]
                        if index not in self.cut[number]:
                            op = self.code[number][index]
                            after |= self.touches.whole(op)
                            if op.code == "call":
                                after |= whole[op.args[0]]
                        if after != before[index]:
                            before[index], settled = after, False
                found = before[0] if self.code[number] else 0
                if found != whole[number]:
                    whole[number], changed = found, True
        return whole

    def _after(self, number: int, index: int) -> tuple[int, ...]:
        """Where control can go on from an op; past the whole block where the block is left out."""
        if index in self.cut[number] and self.code[number][index].code == "if":
            end = self.ways[number].ends[index] + 1
            return (end if end < len(self.code[number]) else EXIT,)
        return self.ways[number].after[index]

    # --------------------------------------------------------------------------------------------------------- what is needed
    def slice(self, observed: Iterable[Place] = (), among: frozenset[int] = frozenset()) -> Slice:
        """What decides where tokens go, and what is worked out for the `observed` ops; in the functions `among`, only for them."""
        need = Need(self, among)
        for number in self.reached:
            for index in self.alive(number):
                code = self.code[number][index].code
                if code in ("place", "end_turn") or (code == "endings" and self.endings):
                    need.op(number, index)
        for number, index in observed:
            need.op(number, index)
        need.close()
        kept = {number: frozenset(indexes) for number, indexes in need.needed.items() if indexes}
        lines = {
            moment: tuple(line for line in lines if any(need.needed[self.program.actions[a].function] for a in self.action_of_line[line]))
            for moment, lines in self.strategy.plans.items()
        }
        registers: dict[int, frozenset[int]] = {
            number: frozenset(register for owner, register in need.registers if owner == number) for number in kept
        }
        return Slice(self.program, kept, need.slots(), lines, registers, frozenset(need.results), need.live, need.found)
