"""What a game reaches of its rules: a Program once more, with ops that note where control comes by.

The front end says what there is to reach (`Point`) and which ops tell of it (`Spot`); `probed` puts a `reach` op there. Functions,
slots, constants and origins stay what they are, so that a state of the one Program is a state of the other wherever a turn begins. A
Program without probes has no trace of them: what nobody watches costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulelang.ir.program import Function, Op, Program

AT, THEN, ELSE, ZERO, NONZERO = "at", "then", "else", "zero", "nonzero"


@dataclass(frozen=True, slots=True)
class Point:
    """Something that a test can reach: a rule, a line, one way of a branch. `way` says which, `text` how it reads in its file."""

    kind: str
    file: str
    line: int
    way: str
    text: str


@dataclass(frozen=True, slots=True)
class Spot:
    """What tells that point `point` is reached, in `function` at op `index` of its code.

    `when` is at: control comes to that op (its end, if there is no such op); then, else: the way that the `if` or `break_if` there
    takes; zero, nonzero: control comes there, and so is `operand`.
    """

    function: int
    index: int
    when: str
    point: int
    operand: int = -1


@dataclass(frozen=True, slots=True)
class Map:
    """All that can be reached in one Program. `cards` and `limits` are told by events and refusals: card → point, (action, limit) →
    point; `always` are reached as soon as anything is played."""

    points: tuple[Point, ...]
    spots: tuple[Spot, ...]
    cards: dict[int, int]
    limits: dict[tuple[int, int], int]
    always: frozenset[int]


def probed(program: Program, spots: Sequence[Spot]) -> Program:
    """The Program with `reach n` at every spot of point n."""
    by_function: dict[int, list[Spot]] = {}
    for spot in spots:
        by_function.setdefault(spot.function, []).append(spot)
    functions = list(program.functions)
    for number, found in by_function.items():
        functions[number] = _probed(functions[number], found)
    return replace(program, functions=tuple(functions))


def _probed(function: Function, spots: Sequence[Spot]) -> Function:
    by_index: dict[int, list[Spot]] = {}
    for spot in spots:
        by_index.setdefault(spot.index, []).append(spot)
    code: list[Op] = []
    pending: list[list[Op]] = []
    """For each open `if` and `loop`: what is to be noted when the other way is taken."""
    for index, op in enumerate(function.code):
        here = by_index.get(index, [])
        # What a `nest` counts is a function that begins with it.
        before = [] if op.code == "nest" else list(_before(here, op))
        code += before
        then = [_reach(spot, op) for spot in here if spot.when == THEN]
        otherwise = [_reach(spot, op) for spot in here if spot.when == ELSE]
        match op.code:
            case "if":
                code += [op, *then]
                pending.append(otherwise)
            case "loop":
                code.append(op)
                pending.append([])
            case "else":
                code += [op, *pending[-1]]
                pending[-1] = []
            case "end":
                other = pending.pop()
                code += [Op("else", -1, (), op.origin), *other, op] if other else [op]
            case "break_if" if then:
                code += [Op("if", -1, op.args, op.origin), *then, Op("break", -1, (), op.origin), Op("end", -1, (), op.origin), *otherwise]
            case "break_if":
                code += [op, *otherwise]
            case "nest":
                code += [op, *_before(here, op)]
            case _:
                code.append(op)
    end = len(function.code)
    last = Op("end", -1, (), function.origin)
    code += [_reach(spot, last) for spot in by_index.get(end, []) if spot.when == AT]
    return replace(function, code=tuple(code))


def _before(spots: Sequence[Spot], op: Op) -> Iterator[Op]:
    for spot in spots:
        match spot.when:
            case "at":
                yield _reach(spot, op)
            case "nonzero":
                yield from (Op("if", -1, (spot.operand,), op.origin), _reach(spot, op), Op("end", -1, (), op.origin))
            case "zero":
                yield Op("if", -1, (spot.operand,), op.origin)
                yield from (Op("else", -1, (), op.origin), _reach(spot, op), Op("end", -1, (), op.origin))


def _reach(spot: Spot, op: Op) -> Op:
    return Op("reach", -1, (spot.point,), op.origin)
