"""Texts with `{…}`: literal parts and values worked out where the text is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.ir.program import Message
from rulelang.lower.calls import plain_word
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import BUNDLE, COUNT, DICE, GOODS, PERCENT, TEXT, UNKNOWN, Type
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

_HOLE = re.compile(r"\{([^{}]*)\}")
UNSHOWN = frozenset((GOODS.key,))
"""Types whose values cannot be shown: what somebody might deal in is not what he does."""


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

    def read(self, text: ast.Text, begin: Callable[[ast.Expr], Env]) -> Message:
        """A message whose values are pure functions; `begin` makes each, with what it takes."""

        def function(hole: ast.Expr) -> tuple[int, str] | None:
            env = begin(hole)
            value = shown(env, hole)
            return None if value.type == UNKNOWN else (self.compiler.returning(env.code, *self.operands(value)), value.type.key)

        literals, holes = self._parts(text)
        values = tuple(self._shown(function(hole) if hole is not None else None, hole) for hole in holes)
        return Message(literals, values, text.value)

    def saying(self, saying: str, type_: Type, function: int) -> Message:
        """A sentence of the machine's own with one value in it, which a pure function works out."""
        before, hole, after = re.split(r"(\{\w+\})", saying)
        assert hole
        return Message((before, after), ((function, type_.key),), saying)

    def source(self, node: ast.Expr) -> Value:
        """A piece of the source as a value, where its author gave no words."""
        return Value(TEXT, self.compiler.world.store.constant(self.compiler.text(node.span.text)))

    def with_values(self, env: Env, text: ast.Text) -> tuple[int, list[int]]:
        """For a `say` line: the message, and the operands of its values."""
        literals, holes = self._parts(text)
        values = [(hole, shown(env, hole)) for hole in holes if hole is not None]
        types = tuple(self._shown((-1, value.type.key), hole) for hole, value in values)
        operands = [operand for _, value in values for operand in self.operands(value)]
        return self._add(Message(literals, types, text.value)), operands

    def operands(self, value: Value) -> list[int]:
        """Those that a value takes in a text: a bundle has one a component."""
        width = self.compiler.deals.width if value.type == BUNDLE else 1
        return [value.operand + i for i in range(width)]

    def _parts(self, text: ast.Text) -> tuple[tuple[str, ...], list[ast.Expr | None]]:
        """The literal parts, and the expressions between them; None for one that is broken."""
        literals: list[str] = []
        holes: list[ast.Expr | None] = []
        last = 0
        for match in _HOLE.finditer(text.value):
            literals.append(text.value[last : match.start()])
            last = match.end()
            start = text.span.start + 1 + match.start(1)
            span = Span(text.span.source, start, start + len(match[1]))
            # Where something is escaped before the hole, its characters cannot be counted: the whole text is pointed at.
            holes.append(self.compiler.parse_hole(match[1], span if span.text == match[1] else text.span))
        literals.append(text.value[last:])
        return tuple(literals), holes

    def _shown(self, value: tuple[int, str] | None, hole: ast.Expr | None) -> tuple[int, str]:
        if value is not None and hole is not None and value[1] in UNSHOWN:
            self.compiler.diagnostics.error(
                "bad-text",
                f"`{{{hole.span.text}}}` in this text is no value that could be shown",
                hole.span,
                help="show a number, a name, a bundle, or a set of things, players or cards",
            )
        return value if value is not None else (-1, TEXT.key)


def shown(env: Env, hole: ast.Expr) -> Value:
    """The value that a text shows: dice show their total, a setting that is a percentage shows it as it is written."""
    world = env.compiler.world
    word = plain_word(hole)
    setting = world.settings.get(world.model.canonical(word)) if word is not None and word not in env.names else None
    if setting is not None and setting.type == PERCENT and setting.fraction is not None:
        world.use("setting", setting.entry.name)
        return Value(TEXT, env.code.const(env.compiler.text(f"{float(setting.fraction * 100):.10g}%")))
    value = expression(env, hole)
    return expect(env, value, COUNT, hole.span) if value.type == DICE else value
