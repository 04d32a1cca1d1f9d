"""What the lines of all tests and positions are lowered with: functions of their own, and people by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from rulelang.ir.scenes import PEOPLE, Part, Place
from rulelang.lower.calls import plain_word
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.types import PLAYER, UNKNOWN
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


ALWAYS = ("limit", "money", "choice", "moment")
"""Reasons that are no needs by name."""


class Scene:
    """Makes the functions of one test or position, called `title`."""

    def __init__(self, compiler: Compiler, title: str) -> None:
        self.compiler = compiler
        self.world = compiler.world
        self.title = title

    def env(self, span: Span, pure: bool, who: int = 0) -> Env:
        """A new function, with the people's names in scope; `who` acts."""
        code = Code(self.world.store, self.title, pure, False)
        env = Env(self.compiler, code, self.title)
        for seat, name in enumerate(PEOPLE):
            # Who is one too many has a diagnostic of his own.
            env.bind(name, Value(PLAYER, code.const(seat)) if seat < self.world.most_players else Value(UNKNOWN, code.const(0)))
        env.bind_player(code.const(max(who, 0)))
        env.at(span)
        return env

    def finish(self, env: Env) -> int:
        """The function's index, when its lines are there."""
        return self.compiler.add(env.code)

    def function(self, span: Span, emit: Callable[[Env], object], who: int = 0) -> int:
        """A function that does something and takes nothing."""
        env = self.env(span, False, who)
        emit(env)
        return self.finish(env)

    def value(self, span: Span, emit: Callable[[Env], Value], who: int = 0) -> Part:
        """A pure function that returns a value and takes nothing."""
        env = self.env(span, True, who)
        value = emit(env)
        return Part(value.type.key, self.compiler.returning(env.code, value.operand))

    def error(self, slug: str, message: str, span: Span, help: str | None = None) -> None:
        self.compiler.diagnostics.error(slug, message, span, help=help)


def place(span: Span) -> Place:
    return Place(span.source.path, span.line, " ".join(span.text.split()))


def person(node: ast.Expr | ast.Per | None) -> int | None:
    """The seat of somebody who is named."""
    word = plain_word(node) if node is not None else None
    return PEOPLE.index(word) if word in PEOPLE else None


def seats(node: object) -> int:
    """How many must sit at the table so that all who are named in a node are there."""
    return max((1 + PEOPLE.index(word) for word in _words(node) if word in PEOPLE), default=0)


def _words(node: object) -> Iterator[str]:
    match node:
        case ast.Path(words=words):
            # `ann's friend` names ann; what belongs to her is no person.
            yield words[0].text
        case tuple():
            for item in node:
                yield from _words(item)
        case ast.Node() if is_dataclass(node):
            for field in fields(node):
                if field.name != "span":
                    yield from _words(getattr(node, field.name))
