"""Places in landings and cards where the lines that follow are void if the token has moved: noted for the lint that warns of them."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.ir.program import Op
from rulelang.syntax import ast


@dataclass(frozen=True, slots=True)
class Watched:
    """`test` asks whether the token of `players` (registers with one and the same value) has moved in line `above`; if so, line
    `below` and what follows is void."""

    test: Op
    players: frozenset[int]
    above: ast.Line
    below: ast.Line
