"""What of a Program is certain before a game begins: settings are constants in its code, and so is what hangs on nothing else.

`by_card_too or player is not by_card` reads the state only where the setting is no. A slice that looks at the ops alone would take it
to depend on that state always, so it is cut out of the Program with the branches gone that no game can take (conditional constant
propagation after Wegman and Zadeck, 1991, one function after the other; a pure function that returns one value always is that value).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulelang.ir.program import Function, Op, Program
from rulelang.ir.results import CHANGED_SETS, TWO
from rulelang.ir.shape import constant, parts, results_of
from rulelang.lab.ways import EXIT, Ways, ways_of

Known = dict[int, int]
"""The registers whose value is certain."""

_LARGEST_MEMBER = 4096
_BOUND = 2**63
_EXACT = {**TWO, **CHANGED_SETS}


@dataclass(slots=True)
class Flow:
    """Follows control through one function of a program. `answers`: what pure functions return that always return the same."""

    program: Program
    function: Function
    answers: Mapping[int, int] = field(default_factory=dict)
    ways: Ways = field(init=False)

    def __post_init__(self) -> None:
        self.ways = ways_of(self.function)

    def follow(self, known: Known, start: int = 0) -> list[Known | None]:
        """For each op what is certain when control comes to it, None where it never comes, beginning at op `start`."""
        code = self.function.code
        states: list[Known | None] = [None] * (len(code) + 1)
        if start >= len(code):
            return states
        states[start] = dict(known)
        open_ = [start]
        while open_:
            index = open_.pop()
            before = states[index]
            assert before is not None
            after = self._after(code[index], before)
            for way in self.taken(index, before):
                if way == EXIT:
                    continue
                old = states[way]
                new = after if old is None else {register: value for register, value in old.items() if after.get(register) == value}
                if new != old:
                    states[way] = dict(new)
                    open_.append(way)
        return states

    def value(self, operand: int, known: Known) -> int | None:
        return known.get(operand) if operand >= 0 else constant(self.program, operand)

    def result(self, op: Op, known: Known) -> int | None:
        """What an op certainly writes to its register, None if that is open or would be a fault."""
        if op.code == "call":
            return self.answers.get(op.args[0])
        operands = [self.value(arg, known) for letter, arg in parts(op) if letter == "o"]
        match op.code, operands:
            case "move", [int(value)]:
                return value
            case "not", [int(value)]:
                return int(value == 0)
            case "size", [int(value)]:
                return value.bit_count()
            case code, [int(a), int(b)] if code in _EXACT and b < (_LARGEST_MEMBER if code in ("has", *CHANGED_SETS) else _BOUND):
                found = _EXACT[code](a, b)
                return found if -_BOUND <= found < _BOUND or code not in ("add", "sub", "mul") else None
        return None

    def _after(self, op: Op, known: Known) -> Known:
        if op.code == "next":
            return {register: value for register, value in known.items() if register not in (op.args[0], op.out)}
        if op.out < 0:
            return known
        written = range(op.out, op.out + results_of(self.program, op))
        after = {register: value for register, value in known.items() if register not in written}
        found = self.result(op, known) if len(written) == 1 else None
        if found is not None:
            after[op.out] = found
        return after

    def taken(self, index: int, known: Known) -> tuple[int, ...]:
        """The ways onwards that control may take."""
        op, ways = self.function.code[index], self.ways.after[index]
        if op.code in ("if", "break_if") and (test := self.value(op.args[0], known)) is not None:
            # The first way of an `if` is into it, that of a `break_if` is past it.
            return (ways[0] if (test != 0) == (op.code == "if") else ways[1],)
        return ways


def folded(program: Program) -> Program:
    """The program without what no game can come to. Functions keep their numbers.

    What an action costs stays a call: by it a refusal for want of money is known.
    """
    costs = {action.cost for action in program.actions}
    constants = _Constants(program.constants)
    functions = list(program.functions)
    answers: dict[int, int] = {}
    found = True
    while found:
        found = False
        for number, function in enumerate(functions):
            if function.pure and function.results == 1 and number not in answers and number not in costs:
                answer = _answer(Flow(program, function, answers))
                if answer is not None:
                    answers[number], found = answer, True
    for number, function in enumerate(functions):
        functions[number] = replace(function, code=tuple(_folded(Flow(program, function, answers), constants)))
    return replace(program, functions=tuple(functions), constants=tuple(constants.values))


class _Constants:
    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = list(values)
        self._places = {value: place for place, value in enumerate(values)}

    def operand(self, value: int) -> int:
        if value not in self._places:
            self._places[value] = len(self.values)
            self.values.append(value)
        return ~self._places[value]


def _answer(flow: Flow) -> int | None:
    """What a function returns in every case, None if that differs or is open."""
    found: set[int | None] = set()
    code = flow.function.code
    states = flow.follow({})
    for index, known in enumerate(states):
        if known is None:
            continue
        if code[index].code == "return":
            found.add(flow.value(code[index].args[0], known) if code[index].args else 0)
        elif EXIT in flow.taken(index, known):
            found.add(0)
    return found.pop() if len(found) == 1 else None


def _folded(flow: Flow, constants: _Constants) -> list[Op]:
    code, ways = flow.function.code, flow.ways
    states = flow.follow({})
    gone = {index for index, known in enumerate(states[:-1]) if known is None}
    decided: set[int] = set()
    for opened, end in ways.ends.items():
        known = states[opened]
        if known is not None and code[opened].code == "if" and flow.value(code[opened].args[0], known) is not None:
            decided.add(opened)
        # What opens a block and what ends it are there together.
        marks = {end, *(i for i in range(opened, end) if code[i].code == "else" and ways.around[i][0] == opened)}
        if known is None or opened in decided:
            gone |= {opened, *marks}
        else:
            gone -= marks
    for opened, end in _at_once(flow.function):
        if opened not in gone:
            gone.discard(end)
    found: list[Op] = []
    for index, op in enumerate(code):
        if index in gone:
            continue
        known = states[index] or {}
        value = flow.result(op, known) if op.out >= 0 and results_of(flow.program, op) == 1 else None
        if value is not None:
            found.append(Op("move", op.out, (constants.operand(value),), op.origin))
        elif op.code == "break_if" and (test := flow.value(op.args[0], known)) is not None:
            if test:
                found.append(Op("break", -1, (), op.origin))
        else:
            args = tuple(constants.operand(known[arg]) if letter == "o" and arg in known else arg for letter, arg in parts(op))
            found.append(op if args == op.args else replace(op, args=args))
    return found


def _at_once(function: Function) -> list[tuple[int, int]]:
    """Where each all-at-once of a function begins and ends."""
    found, open_ = [], list[int]()
    for index, op in enumerate(function.code):
        if op.code == "atomic":
            if op.args[0]:
                open_.append(index)
            else:
                found.append((open_.pop(), index))
    return found
