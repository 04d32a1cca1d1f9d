"""Lines of a landing or a card that are void because the token has been moved above them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulelang.diagnostics import Label
from rulelang.ir.program import Function, Op, Program
from rulelang.lints.lookout import Lookout
from rulelang.lower.watched import Watched
from rulelang.syntax import ast

_HELP = "put it above the move, or both into a `rule`: a rule runs to its end"


def lost_lines(look: Lookout) -> None:
    """The next line is never done, or not if a token was moved that need not be."""
    watched = {id(one.test): one for one in look.compiler.watched if look.is_checked(one.below.span)}
    tokens = Tokens(look.program)
    for function in look.program.functions:
        places = {id(op) for op in function.code} & watched.keys()
        if places:

            def reached(op: Op, moved: Moved) -> frozenset[int]:
                one = watched.get(id(op))
                if one is None:
                    return frozenset()
                if one.players & moved.certain:
                    _say(look, one, "this line is never done: the token has moved, so the rest of the landing is void", "here it is moved")
                elif moved.gone:
                    _say(look, one, "this line is never done: what stands above it does not come back", "here it ends")
                elif one.players & moved.perhaps:
                    _say(look, one, "this line is not done if the token has moved: the rest of the landing is void then", "here it may")
                return one.players

            tokens.walk(function, reached)


def _say(look: Lookout, one: Watched, message: str, above: str) -> None:
    if not (isinstance(one.below, ast.Simple) and one.below.kind == "stop"):
        look.warning("lost-line", message, one.below.span, help=_HELP, labels=[Label(one.above.span, above)])


@dataclass(frozen=True, slots=True)
class Moved:
    """Registers of players whose token has certainly been moved, and of those for whom that is so on some of the ways here. `gone`:
    something was called that never comes back."""

    certain: frozenset[int] = frozenset()
    perhaps: frozenset[int] = frozenset()
    gone: bool = False

    def and_(self, registers: frozenset[int]) -> Moved:
        return Moved(self.certain | registers, self.perhaps | registers, self.gone)

    def without(self, registers: frozenset[int]) -> Moved:
        return Moved(self.certain - registers, self.perhaps - registers, self.gone)

    def or_(self, other: Moved | None) -> Moved:
        return self if other is None else Moved(self.certain & other.certain, self.perhaps | other.perhaps, self.gone and other.gone)


_Reached = Callable[[Op, Moved], frozenset[int]]
"""Told of each op and what is moved there; returns the players of whom is known, behind the op, that they were not."""


@dataclass
class Tokens:
    """Whose tokens a function has certainly moved when it comes back, by its parameters."""

    program: Program
    _known: dict[int, frozenset[int] | None] = field(default_factory=dict)

    def moved_by(self, number: int) -> frozenset[int] | None:
        """The parameters of a function whose token it moves, whatever else it does; None if it never comes back."""
        if number not in self._known:
            self._known[number] = frozenset()  # what goes round in circles is not certain
            function = self.program.functions[number]
            self._known[number] = self.walk(function, lambda op, moved: frozenset())
        return self._known[number]

    def walk(self, function: Function, reached: _Reached) -> frozenset[int] | None:
        """Goes through the code: the parameters whose players have certainly been moved wherever it comes back; None if it does not."""
        walk = _Walk(self, function.code, reached)
        end = walk.block(0, len(function.code), Moved())
        ends = [moved.certain for moved in (*walk.returns, end) if moved is not None and not moved.gone]
        return frozenset.intersection(frozenset(range(len(function.parameters))), *ends) if ends else None


@dataclass
class _Walk:
    tokens: Tokens
    code: tuple[Op, ...]
    reached: _Reached
    returns: list[Moved] = field(default_factory=list)

    def block(self, start: int, end: int, moved: Moved | None) -> Moved | None:
        """What is moved at the end of a block; None if it does not get there."""
        index = start
        while index < end and moved is not None:
            op = self.code[index]
            match op.code:
                case "if":
                    middle, close = self._ends(index)
                    there = self.block(index + 1, middle, moved)
                    other = self.block(middle + 1, close, moved) if middle < close else moved
                    moved = other.or_(there) if other is not None else there
                    index = close
                case "loop":
                    _, close = self._ends(index)
                    inside = self.block(index + 1, close, moved)
                    if inside is not None:
                        moved = moved.or_(inside)
                    index = close
                case "return":
                    self.returns.append(moved)
                    return None
                case "break" | "end_turn" | "fault":
                    return None
                case _:
                    moved = self._one(op, moved)
            index += 1
        return moved

    def _one(self, op: Op, moved: Moved) -> Moved:
        passed = self.reached(op, moved)
        if passed:
            moved = replace(moved.without(passed), gone=False)  # what stands behind it is looked at by itself
        match op.code:
            case "place":
                moved = moved.and_(frozenset(op.args[:1]))
            case "call":
                places = self.tokens.moved_by(op.args[0])
                moved = replace(moved, gone=True) if places is None else moved.and_(frozenset(op.args[1 + place] for place in places))
        return moved.without(frozenset((op.out,))) if op.out >= 0 else moved

    def _ends(self, index: int) -> tuple[int, int]:
        """Where the `else` (or, without one, the `end`) and the `end` of a block are."""
        depth, middle = 0, -1
        for at in range(index, len(self.code)):
            match self.code[at].code:
                case "if" | "loop":
                    depth += 1
                case "else" if depth == 1:
                    middle = at
                case "end":
                    depth -= 1
                    if depth == 0:
                        return (at if middle < 0 else middle), at
        raise AssertionError("a block without an end")
