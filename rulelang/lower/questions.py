"""What people read of a decision: the author's text with `{…}`, the title of the action that is offered, or its plain words.

A text is a message whose values are pure functions of who is asked and of the decision's context.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import Message
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.types import BUNDLE, PLAYER
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.decisions import Asked


def title(compiler: Compiler, asked: Asked) -> Message:
    """The question."""
    if asked.kind != "option" and asked.texts[0] is not None:
        return _message(compiler, asked, asked.texts[0])
    act = asked.act
    if act is not None and act.node is not None and act.node.title is not None:
        known = {name for name, _ in asked.context}
        if all(name in known or name == "player" for name, _ in act.parameters):
            return _message(compiler, asked, act.node.title)
    return _word(asked.plain or asked.name)


def ways(compiler: Compiler, asked: Asked) -> tuple[Message, ...]:
    """What each way of `either` reads like."""
    return tuple(
        _message(compiler, asked, text) if text is not None else _word(name)
        for name, text in zip(asked.options, asked.texts, strict=False)
    )


def _word(name: str) -> Message:
    """A name as words; a language has its own for it."""
    return Message((name.replace("_", " "),), (), name)


def _message(compiler: Compiler, asked: Asked, text: ast.Text) -> Message:
    return compiler.messages.read(text, lambda _: _env(compiler, asked, text))


def _env(compiler: Compiler, asked: Asked, text: ast.Text) -> Env:
    """Names are those that all places have where this is asked; bare names may be fields of the things among them."""
    code = Code(compiler.world.store, f"question {asked.name}", True, False)
    env = Env(compiler, code, f"question {asked.name}")
    env.at(text.span)
    env.bind_player(code.parameter("player", PLAYER).operand)
    first = [name for name, _ in asked.act.parameters] if asked.act is not None else []
    things: list[tuple[int, Value]] = []
    for name, type_ in asked.context:
        if type_.base == "bundle":
            base = code.register(0)
            for index in range(compiler.deals.width):
                code.parameter(f"{name}{index}", BUNDLE)
            env.bind(name, Value(BUNDLE, base))
            continue
        value = code.parameter(name, type_)
        env.bind(name, value)
        if type_.base in ("thing", "group") and not type_.many:
            things.append((first.index(name) if name in first else len(first), value))
    env.subjects = [value for _, value in sorted(things, key=lambda pair: pair[0])]
    return env
