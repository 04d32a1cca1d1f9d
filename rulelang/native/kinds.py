"""Which registers hold sets: only where sets are wider than a number, for elsewhere it makes no difference.

A Program does not say it, but each op says it of some of its operands, and what moves from one place to another has one kind: unification
over the whole program. In a program that the verifier accepts no place is both.
"""

from __future__ import annotations

from rulelang.ir.program import Op, Program
from rulelang.ir.shape import rest, results_of

Place = tuple[object, ...]
_SETS = frozenset(("things", "cards", "promises"))


class Kinds:
    """`is_set(function, register)`, and the same for results, tables, and the context of decisions."""

    def __init__(self, program: Program, width: int) -> None:
        self.program = program
        self.wide = width > 64
        self._parent: dict[Place, Place] = {}
        self._sets: set[Place] = set()
        if self.wide:
            self._declared()
            for number, function in enumerate(program.functions):
                for op in function.code:
                    self._op(number, op)
            self._sets = {self._find(place) for place in self._sets}

    # ------------------------------------------------------------------------------------------------------- questions
    def is_set(self, function: int, register: int) -> bool:
        return self.wide and self._find((function, register)) in self._sets

    def result_is_set(self, function: int, place: int) -> bool:
        return self.wide and self._find(("result", function, place)) in self._sets

    def table_is_set(self, table: int) -> bool:
        return self.wide and self._find(("table", table)) in self._sets

    def context_is_set(self, decision: int, place: int) -> bool:
        return self.wide and self._find(("context", decision, place)) in self._sets

    # ------------------------------------------------------------------------------------------------------ unification
    def _find(self, place: Place) -> Place:
        parent = self._parent
        parent.setdefault(place, place)
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    def _same(self, a: Place | None, b: Place | None) -> None:
        if a is not None and b is not None:
            self._parent[self._find(a)] = self._find(b)

    def _set(self, place: Place | None) -> None:
        if place is not None:
            self._sets.add(place)

    def _declared(self) -> None:
        program = self.program
        for index, slot in enumerate(program.slots):
            if slot.type.startswith("set of "):
                self._set(("slot", index))
        for number, function in enumerate(program.functions):
            for register, (_, type_) in enumerate(function.parameters):
                if type_.startswith("set of "):
                    self._set((number, register))
        for strategy in program.strategies.values():
            for decision, answer in strategy.answers.items():
                for place in range(len(program.decisions[decision].context)):
                    self._same((answer, 1 + place), ("context", decision, place))
                if program.decisions[decision].kind == "goods":
                    for place, component in enumerate(program.components):
                        if component.kind in _SETS:
                            self._set(("result", answer, place))
        for action in program.actions:
            for _, _, _, candidates in action.parameters:
                if candidates >= 0:
                    self._set(("result", candidates, 0))
        for component in program.components:
            if component.kind in _SETS:
                self._set(("result", component.allowed, 0))
        for ending in program.endings:
            self._set(("result", ending.winners, 0))

    def _op(self, number: int, op: Op) -> None:
        args, out = op.args, op.out

        def at(operand: int) -> Place | None:
            return (number, operand) if operand >= 0 else None

        match op.code:
            case "move":
                self._same(at(out), at(args[0]))
            case "eq" | "ne":
                self._same(at(args[0]), at(args[1]))
            case "load":
                self._same(at(out), ("slot", args[0]))
            case "store":
                self._same(at(args[1]), ("slot", args[0]))
            case "table":
                self._same(at(out), ("table", args[0]))
            case "has" | "size" | "first" | "next" | "pick":
                self._set(at(args[0]))
            case "with" | "without":
                self._set(at(args[0]))
                self._set(at(out))
            case "meet" | "join" | "less":
                for operand in (*args, out):
                    self._set(at(operand))
            case "call" | "within" | "turn":
                called = args[1] if op.code == "turn" else args[0]
                for place, operand in enumerate(rest(op)):
                    self._same(at(operand), (called, place))
                for place in range(results_of(self.program, op) if out >= 0 else 0):
                    self._same((number, out + place), ("result", called, place))
            case "return":
                for place, operand in enumerate(args):
                    self._same(at(operand), ("result", number, place))
            case "ask_option" | "ask_member":
                self._set(at(args[2]))
                self._context(number, op, 3)
            case "ask_yes":
                self._context(number, op, 2)
            case "ask_number":
                self._context(number, op, 4)
            case "ask_goods":
                self._context(number, op, 3)
                for place, component in enumerate(self.program.components):
                    if component.kind in _SETS and out >= 0:
                        self._set((number, out + place))

    def _context(self, number: int, op: Op, lead: int) -> None:
        for place, operand in enumerate(op.args[lead:]):
            if operand >= 0:
                self._same((number, operand), ("context", op.args[0], place))
