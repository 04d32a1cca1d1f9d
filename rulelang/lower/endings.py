"""Endings: looked at after every event that could make one hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import Ending
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.types import PLAYERS

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


class Endings:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.rows: list[Ending] = []
        self.reads: set[str] = set()
        """Names of the slots that some ending reads; `piece` stands for all pieces."""

    def build(self) -> None:
        """Compiles all endings first: what they read says where they must be looked at."""
        world = self.compiler.world
        entries = world.model.of("ending")
        for name, entry in entries.items():
            node = entry.value
            title = node.title.value if node.title else name.replace("_", " ")
            if node.condition is None or node.winners is None:
                self.compiler.diagnostics.error(
                    "ending-incomplete",
                    f"ending `{name}` does not say {'when' if node.condition is None else 'who wins'}",
                    node.span,
                    help="add `as soon as …` and `winners are …`",
                )
                continue
            holds, winners = self._function(name, node, True), self._function(name, node, False)
            self.rows.append(Ending(name, title, holds, winners, world.store.origin(f"ending {name}", node.span, entry.chain_text)))
        self.compiler.drain()
        for row in self.rows:
            self._collect(row.holds, set())

    def _function(self, name: str, node: object, holds: bool) -> int:
        from rulelang.syntax import ast

        assert isinstance(node, ast.Ending) and node.condition is not None and node.winners is not None
        store = self.compiler.world.store
        index = store.reserve_function()
        code = Code(store, f"ending {name}{'' if holds else ' winners'}", True, False)
        env = Env(self.compiler, code, f"ending {name}")
        env.at(node.span)
        code.results = 1
        result = condition(env, node.condition) if holds else expression(env, node.winners, PLAYERS).operand
        if holds:
            code.mark("ending", node.span, "", "nonzero", result)
        code.op("return", result)
        self.compiler.finish(index, code)
        return index

    def _collect(self, function: int, seen: set[int]) -> None:
        if function in seen:
            return
        seen.add(function)
        store = self.compiler.world.store
        code = store.functions[function]
        if code is None:
            return
        for op in code.code:
            if op.code == "load":
                name = store.slots[op.args[0]].name
                self.reads.add("piece" if name.startswith("piece.") else name)
            elif op.code == "call":
                self._collect(op.args[0], seen)

    def check(self, env: Env, written: set[str]) -> None:
        """Emits a look at the endings if something they read has just been written."""
        if written & self.reads:
            env.code.op("endings")

    def after_all_at_once(self, env: Env) -> None:
        """Emits the look that what stood inside has put off."""
        if self.reads:
            env.code.op("endings")
