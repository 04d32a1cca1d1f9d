"""Lines of a strategy that stand behind those it inherits for the same question: the first that fits counts, so they say less than they
seem to."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lower.decisions import Asked
from rulelang.lower.defaults import answers
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy


def answered_before(look: Lookout) -> None:
    """A line without `replace`, where an inherited one answers the same decision."""
    for strategy in look.compiler.strategies.all.values():
        if not look.is_checked(strategy.node.span):
            continue
        own = [item for item in strategy.node.items if isinstance(item, ast.Answer)]
        told: set[ast.Answer] = set()
        for asked in look.compiler.decisions.order:
            for line in own:
                first = _inherited(line, strategy.answers, own, asked)
                if first is not None and line not in told:
                    told.add(line)
                    _warn(look, asked, line, first)


def _inherited(line: ast.Answer, lines: list[ast.Answer], own: list[ast.Answer], asked: Asked) -> ast.Answer | None:
    """The inherited line that leaves nothing to this one, or little: with yes and no, another yes is all that it can add."""
    if not answers(line, asked):
        return None
    before = [one for one in lines if one not in own and _word(one) == _word(line) and answers(one, asked)]
    return next((one for one in before if asked.kind == "yes" or (one.condition is None and one.up_to is None)), None)


def _warn(look: Lookout, asked: Asked, line: ast.Answer, first: ast.Answer) -> None:
    said = tidy(line.span.text)
    what = "whatever it says no to, an inherited line may allow" if asked.kind == "yes" else "an inherited one comes first, and always fits"
    look.warning(
        "override-word",
        f"this line does not take the place of another: {what}",
        line.span,
        help=f"write `replace {said}`",
        labels=[Label(first.span, f"this one answers `{_word(line)}` as well")],
    )


def _word(line: ast.Answer) -> str:
    return line.statement.items[0].span.text
