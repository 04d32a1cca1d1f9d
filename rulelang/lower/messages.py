"""Texts with `{…}`: literal parts and values worked out where the text is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.ir.program import Message
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

_HOLE = re.compile(r"\{([^{}]*)\}")


class Messages:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.rows: list[Message] = []

    def plain(self, text: str) -> int:
        """A message without values; its index."""
        return self._add(Message((text,), (), text))

    def _add(self, message: Message) -> int:
        if message not in self.rows:
            self.rows.append(message)
        return self.rows.index(message)

    def _parts(self, text: ast.Text) -> tuple[list[str], list[tuple[str, Span]]]:
        literals: list[str] = []
        holes: list[tuple[str, Span]] = []
        last = 0
        for match in _HOLE.finditer(text.value):
            literals.append(text.value[last : match.start()])
            # The span is that of the hole in the source, if the text has no escapes before it.
            start = text.span.start + 1 + match.start(1)
            holes.append((match.group(1), Span(text.span.source, start, start + len(match.group(1)))))
            last = match.end()
        literals.append(text.value[last:])
        return literals, holes

    def read(self, text: ast.Text, function: Callable[[ast.Expr], tuple[int, str] | None]) -> Message:
        """A message whose values are pure functions made by `function`."""
        literals, holes = self._parts(text)
        values: list[tuple[int, str]] = []
        for hole, span in holes:
            node = self.compiler.parse_hole(hole, span)
            made = function(node) if node is not None else None
            values.append(made if made is not None else (-1, "text"))
        return Message(tuple(literals), tuple(values), text.value)

    def with_values(self, env: Env, text: ast.Text) -> tuple[int, list[int]]:
        """For a `say` line: the message, and the operands of its values."""
        literals, holes = self._parts(text)
        operands: list[int] = []
        types: list[tuple[int, str]] = []
        for hole, span in holes:
            node = self.compiler.parse_hole(hole, span)
            if node is None:
                continue
            value = expression(env, node)
            operands.append(value.operand)
            types.append((-1, value.type.key))
        return self._add(Message(tuple(literals), tuple(types), text.value)), operands
