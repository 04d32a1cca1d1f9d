"""Where a line stands: the function it goes to, the names in scope, whose turn to act it is, what bare fields belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulelang.lower.emit import Code, Value
from rulelang.lower.types import PLAYER, UNKNOWN, Type
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


@dataclass(slots=True)
class Variable:
    """A name in scope. `mutable` ones live in a register of their own and may be changed by `becomes`."""

    value: Value
    mutable: bool = False
    span: Span | None = None
    assign: Callable[[Env, Value], None] | None = None
    """How `becomes` changes it, for names that are no registers (the amount of a payment, `it`)."""
    add: Callable[[Env, Value], None] | None = None
    """How `add … to` changes it, where that is not the same as becoming the sum."""


@dataclass
class Env:
    """Scope while lowering one function. `child()` gives an inner block; registers are shared, names are not."""

    compiler: Compiler
    code: Code
    rule: str
    chain: tuple[str, ...] = ()
    names: dict[str, Variable] = field(default_factory=dict)
    subjects: list[Value] = field(default_factory=list)
    """Things whose fields bare names may be, the nearest first."""
    picked: dict[str, Value] = field(default_factory=dict)
    """Those of them that were chosen in the middle of a block, by name: what they share with another thing is said in full."""
    loop_depth: int = 0
    repeat_depth: int = 0
    """Loops in which `again` makes sense."""
    drop_out: Callable[[Env], None] | None = None
    watch: tuple[int, int] | None = None
    """(player, register of his moves at the start): the rest of these lines is void once his token has moved."""
    stop: Callable[[Env], None] | None = None
    """What `stop` emits; a plain return if None."""
    card: int | None = None
    """Index of the card whose lines these are."""
    action_stop: Callable[[Env], None] | None = None
    event: ast.Event | None = None
    """What these lines have heard of, in a hook."""
    payment: object | None = None
    """The payment that `it` is, in a hook before it."""
    in_turns: bool = False
    actor_loop: tuple[int, ...] = ()
    """Loop variables that act: their lines end when they leave the game."""

    def child(self) -> Env:
        return replace(self, names=dict(self.names), subjects=list(self.subjects), picked=dict(self.picked))

    @property
    def player(self) -> Value | None:
        """Who acts."""
        variable = self.names.get("player")
        return variable.value if variable else None

    def bind(self, name: str, value: Value, *, mutable: bool = False, span: Span | None = None) -> None:
        self.names[name] = Variable(value, mutable, span)

    def bind_player(self, operand: int) -> None:
        self.names["player"] = Variable(Value(PLAYER, operand))

    def at(self, span: Span) -> None:
        """Ops emitted from here on come from this place."""
        self.code.origin = self.code.store.origin(self.rule, span, self.chain)

    def error(self, slug: str, message: str, span: Span, help: str | None = None) -> Value:
        """Reports, and gives a value that fits everywhere so that no second message follows."""
        self.compiler.diagnostics.error(slug, message, span, help=help)
        return Value(UNKNOWN, self.code.const(0))

    def number(self, value: int, type_: Type) -> Value:
        return Value(type_, self.code.const(value))

    def visible(self) -> Iterable[tuple[str, Variable]]:
        return self.names.items()
