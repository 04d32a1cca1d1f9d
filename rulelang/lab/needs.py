"""What a slice needs, found from what is wanted: operands, the blocks round an op, its calls, and what wrote the slots it reads."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from rulelang.ir.program import Op
from rulelang.ir.shape import parts, results_of
from rulelang.lab.ways import EXIT

if TYPE_CHECKING:
    from rulelang.lab.slicing import Place, Slicer

CALLS = frozenset(("call", "within", "turn", "perform"))
FIRST_ARGUMENT = {"call": 1, "within": 1, "turn": 2}
"""Where the operands for a function's parameters begin among an op's args."""
ASKS = ("ask_yes", "ask_option", "ask_member", "ask_number", "ask_goods")


class Need:
    """The needed ops, and what follows from each. In the functions `among`, an op is needed for some of the calls only: for those that
    are needed themselves."""

    def __init__(self, slicer: Slicer, among: frozenset[int] = frozenset()) -> None:
        self.slicer = slicer
        self.among = among
        self.needed: dict[int, set[int]] = defaultdict(set)
        self.found: list[Place] = []
        self.registers: set[Place] = set()
        self.results: set[int] = set()
        self.open: list[Place] = []
        self.live: dict[int, list[int]] = {}

    def op(self, number: int, index: int) -> None:
        if index not in self.needed[number] and index not in self.slicer.cut[number]:
            self.needed[number].add(index)
            self.found.append((number, index))
            self.open.append((number, index))

    def close(self) -> None:
        """Adds what is needed until nothing more is."""
        while True:
            self.close_without_slots()
            self._written_and_read()
            if not self.open:
                return

    def close_without_slots(self) -> None:
        """Adds what is needed but for what wrote the slots."""
        while self.open:
            while self.open:
                self._follow(*self.open.pop())
            self._returns()

    def slots(self) -> int:
        """What needed ops read."""
        found = 0
        for number, indexes in self.needed.items():
            for index in indexes:
                found |= self.slicer.touches.reads(self.slicer.code[number][index])
        return found & ~self.slicer.constant_slots

    def _follow(self, number: int, index: int) -> None:
        """What a needed op needs: its operands, the blocks round it, its call, and what it calls."""
        slicer = self.slicer
        op = slicer.code[number][index]
        ways = slicer.ways[number]
        for outer in ways.around[index]:
            self.op(number, outer)
            if outer in ways.loops:
                for inner in range(outer, ways.ends[outer]):
                    if slicer.code[number][inner].code in ("break", "break_if", "next") and ways.loop_of(inner) == outer:
                        self.op(number, inner)
        if index in ways.ends:
            self.op(number, ways.ends[index])
        for site in slicer.sites[number]:
            if number not in self.among or site[0] in self.among:
                self.op(*site)
        if op.code in CALLS:
            self._arguments(number, index, op)
        elif op.code in ("act", "endings", *ASKS):
            for called in slicer.called_by(number, index):
                if op.code != "act" or self._chosen(called):
                    self.result_of(called)
            self._operands(number, op)
        else:
            self._operands(number, op)

    def _chosen(self, line: int) -> bool:
        """Whether a line of a plan names an action that does something needed."""
        return any(self.needed[self.slicer.program.actions[action].function] for action in self.slicer.action_of_line[line])

    def _operands(self, number: int, op: Op) -> None:
        for letter, arg in parts(op):
            if letter in "or" and arg >= 0:
                self._register(number, arg)

    def _arguments(self, number: int, index: int, op: Op) -> None:
        """Of a call those operands whose parameters are needed, and the results if somebody needs them."""
        slicer = self.slicer
        if op.code in ("turn", "perform"):
            self._operands(number, op)
        for called in slicer.called_by(number, index):
            first = FIRST_ARGUMENT.get(op.code)
            if first is not None:
                for place, arg in enumerate(op.args[first:]):
                    if (called, place) in self.registers and arg >= 0:
                        self._register(number, arg)
            if op.out >= 0 and any((number, op.out + place) in self.registers for place in range(results_of(slicer.program, op))):
                self.result_of(called)
            # Who acts is asked for at the beginning of a call.
            if slicer.program.functions[called].actor:
                self._register(called, 0)

    def result_of(self, function: int) -> None:
        """What a function returns is needed."""
        if function not in self.results:
            self.results.add(function)
            for index, op in enumerate(self.slicer.code[function]):
                if op.code == "return":
                    self.op(function, index)

    def _register(self, number: int, register: int) -> None:
        if (number, register) in self.registers:
            return
        self.registers.add((number, register))
        slicer = self.slicer
        for index in slicer.writers[number].get(register, []):
            self.op(number, index)
            op = slicer.code[number][index]
            if op.code == "call" and index in self.needed[number]:
                self.result_of(op.args[0])
        if register < len(slicer.program.functions[number].parameters):
            for caller, index in slicer.sites[number]:
                op = slicer.code[caller][index]
                first = FIRST_ARGUMENT.get(op.code)
                if index not in self.needed[caller]:
                    continue
                if first is None:
                    self._operands(caller, op)
                elif op.args[first + register] >= 0:
                    self._register(caller, op.args[first + register])

    def _returns(self) -> None:
        """A call that may be over before a needed op of it is done: its returns are needed as well."""
        for number, needed in list(self.needed.items()):
            code, ways = self.slicer.code[number], self.slicer.ways[number]
            last = -1
            for index in needed:
                if code[index].code not in ("return", "end", "else"):
                    loops = [outer for outer in ways.around[index] if outer in ways.loops]
                    last = max(last, ways.ends[loops[-1]] if loops else index)
            for index in range(last):
                if code[index].code == "return":
                    self.op(number, index)
            for index in needed.copy():
                if code[index].code == "if":
                    for inner in range(index, ways.ends[index]):
                        if code[inner].code == "else" and ways.around[inner][0] == index:
                            self.op(number, inner)

    def _written_and_read(self) -> None:
        """Ops that write what a needed op may read."""
        slicer = self.slicer
        gained: dict[int, int] = dict.fromkeys(slicer.reached, 0)  # live where a call begins, on account of the call itself
        at_end: dict[int, int] = dict.fromkeys(slicer.reached, 0)  # live where a call ends, for whoever called
        turn_end = 0
        live = self.live = {number: [0] * (len(slicer.code[number]) + 1) for number in slicer.reached}
        own: dict[int, list[int]] = {number: [0] * (len(slicer.code[number]) + 1) for number in slicer.reached}
        changed = True
        while changed:
            changed = False
            for number in slicer.reached:
                for table, last in ((own[number], 0), (live[number], at_end[number])):
                    if self._live(number, table, last, gained, turn_end):
                        changed = True
                if own[number][0] != gained[number]:
                    gained[number], changed = own[number][0], True
                for index in slicer.alive(number):
                    op = slicer.code[number][index]
                    after = self._live_after(number, index, live[number], at_end[number])
                    for called in slicer.called_by(number, index):
                        if op.code in ("act", "endings", *ASKS):
                            continue
                        if at_end[called] | after != at_end[called]:
                            at_end[called], changed = at_end[called] | after, True
                    if op.code in ("turn", "within") and turn_end | after != turn_end:
                        turn_end, changed = turn_end | after, True
        for number in slicer.reached:
            for index in slicer.alive(number):
                writes = slicer.touches.writes(slicer.code[number][index]) & ~slicer.constant_slots
                if writes and index not in self.needed[number]:
                    if writes & self._live_after(number, index, live[number], at_end[number]):
                        self.op(number, index)

    def _live_after(self, number: int, index: int, table: list[int], last: int) -> int:
        after = 0
        for way in self.slicer._after(number, index):
            after |= last if way == EXIT else table[way]
        return after

    def _live(self, number: int, table: list[int], last: int, gained: dict[int, int], turn_end: int) -> bool:
        """One function's table of what is live before each op, made to fit. Whether anything changed."""
        slicer, needed = self.slicer, self.needed[number]
        moved, changed = True, False
        while moved:
            moved = False
            for index in reversed(range(len(slicer.code[number]))):
                op = slicer.code[number][index]
                before = self._live_after(number, index, table, last)
                if index not in slicer.cut[number]:
                    if op.code == "end_turn":
                        before |= turn_end
                    before &= ~slicer.touches.whole(op)
                    if op.code == "call":
                        before &= ~slicer.whole[op.args[0]]
                    for called in slicer.called_by(number, index):
                        before |= gained[called]
                    if index in needed:
                        before |= slicer.touches.reads(op) & ~slicer.constant_slots
                if before != table[index]:
                    table[index], moved, changed = before, True, True
        return changed
