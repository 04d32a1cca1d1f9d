"""What computer players do where their strategies say nothing: `by default` in a library, an edition or a variant.

A line for a decision, an action or a value counts where the strategy has none; of several layers the highest counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.check.model import Model
from rulelang.lower.decisions import Asked
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.strategies import Resolved


def say_by_default(model: Model, strategy: Resolved) -> None:
    """Gives a strategy what it does not say of values, and the attempts of actions that it tries in no moment."""
    said = {_tried(one) for attempts in strategy.plans.values() for one in attempts}
    for node, _ in reversed(model.defaults):
        for item in node.items:
            match item:
                case ast.Worth(target=target):
                    strategy.worths.setdefault(target.words[-1].text, item)
                case ast.Plan(moment=moment, attempts=attempts):
                    lines = strategy.plans.setdefault(model.canonical(moment.text), [])
                    lines.extend(one for one in attempts if _tried(one) not in said)


def answers_by_default(model: Model, asked: Asked) -> list[ast.Answer]:
    """The lines for a decision of the highest layer that has any."""
    for node, _ in reversed(model.defaults):
        lines = [item for item in node.items if isinstance(item, ast.Answer) and answers(item, asked)]
        if lines:
            return lines
    return []


def look_at_defaults(compiler: Compiler) -> None:
    """A game answers its own questions and acts in its own moments: one that it has not got is a slip."""
    decisions = compiler.decisions.order
    known = [option for asked in decisions for option in (asked.options or (asked.name.split(" (")[0],))]
    for node, _ in compiler.world.model.defaults:
        for item in node.items:
            if isinstance(item, ast.Answer) and not any(answers(item, asked) for asked in decisions):
                compiler.world.unknown("unknown-decision", "decision", item.statement.items[0].span.text, item.span, known)
            if isinstance(item, ast.Plan) and compiler.world.model.canonical(item.moment.text) not in compiler.world.moments:
                compiler.world.unknown("unknown-name", "moment", item.moment.text, item.moment.span, compiler.world.moments)


def answers(line: ast.Answer, asked: Asked) -> bool:
    """Is this line for that decision?"""
    first = line.statement.items[0].span.text
    return first in asked.options if asked.kind == "option" else first == asked.name.split(" (")[0]


def _tried(attempt: ast.Attempt | ast.DealAttempt) -> str:
    """The word of the action that is tried."""
    return "ask" if isinstance(attempt, ast.DealAttempt) else attempt.statement.items[0].span.text
