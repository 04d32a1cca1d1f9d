"""Why something happened: the rule, where it stands, what changed it on the way, and how an amount came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.engine.state import Frame
from rulelang.ir.program import Program
from rulelang.play.amounts import Reason


@dataclass(frozen=True, slots=True)
class Why:
    rule: str
    file: str
    line: int
    overrides: tuple[str, ...]
    arithmetic: str = ""
    """`70 = 2 * 35: owner owns all of group`, for an amount."""

    def lines(self) -> Iterator[str]:
        place = f"{self.file}:{self.line}" if self.file else ""
        yield "  ".join(part for part in (self.rule, place) if part)
        yield from self.overrides
        if self.arithmetic:
            yield self.arithmetic


def why(program: Program, frames: Sequence[Frame], origin: int, amount: Reason | None = None) -> Why | None:
    """Of what happens now. Code that serves all rules (moves, payments) stands in no file: then it is the line that called it.

    None for what no rule did: the beginning of a game.
    """
    if not 0 <= origin < len(program.origins):
        return None
    place = program.origins[origin]
    for frame in reversed(frames[:-1]):
        if place.file:
            break
        code = program.functions[frame.function].code
        if frame.pc < len(code) and 0 <= code[frame.pc].origin < len(program.origins):
            place = program.origins[code[frame.pc].origin]
    amount = amount or Reason()
    return Why(place.rule, place.file, place.line, (*place.chain, *amount.overrides), amount.arithmetic)
