"""Actions that nobody can ever take, and moments in which nobody acts or nothing may be done."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lints.mentions import acted_in
from rulelang.lints.tree import said, words
from rulelang.syntax import ast

_OPPOSITES = {("<", ">="), ("<", ">"), ("<=", ">")}


def moments(look: Lookout) -> None:
    """A moment nobody acts in, and one in which no action is allowed."""
    acted = acted_in(look.model)
    by_name = {row.name: row for row in look.program.moments}
    for name, entry in look.own("moment"):
        if not by_name[name].actions:
            look.warning(
                "moment-without-actions",
                f"nothing may be done in the moment `{name}`",
                entry.span,
                help=f"write `allowed {name}` in an action, or leave the moment out",
            )
        if name not in acted:
            look.warning(
                "moment-never-comes",
                f"nobody ever acts in the moment `{name}`",
                entry.span,
                help=f"write `player may act {name}` in the rule where it comes",
            )


def actions(look: Lookout) -> None:
    for act in look.compiler.actions.all:
        if act.node is None or not look.is_checked(act.entry.span):
            continue
        if not act.allowed and act.name not in look.mentions.verbs:
            look.warning(
                "action-never",
                f"nobody can ever `{act.node.header.span.text}`: no moment allows it and no rule offers it",
                act.entry.span,
                help=f"write `allowed MOMENT` in it, or `player may {act.name} …` in a rule",
            )
        _needs(look, act.node, act.index)


def _needs(look: Lookout, node: ast.Action, index: int) -> None:
    """Needs that never hold, or never together."""
    known: list[tuple[ast.Expr, ast.Need]] = []
    for need, row in zip(node.needs, look.program.actions[index].needs, strict=False):
        code = look.program.functions[row.function].code
        never = len(code) == 1 and code[0].args[0] < 0 and look.program.constants[~code[0].args[0]] == 0
        if never and not any(look.model.canonical(word) in look.world.settings for word in words(need.condition)):
            look.warning(
                "action-never",
                f"nobody can ever `{node.header.span.text}`: the need `{need.name.text}` never holds",
                need.condition.span,
                help="correct the condition, or leave the need out",
            )
        for claim in _claims(need.condition):
            other = next((n for c, n in known if _contradict(c, claim)), None)
            if other is not None:
                look.warning(
                    "action-never",
                    f"nobody can ever `{node.header.span.text}`: the needs `{other.name.text}` and `{need.name.text}` never hold together",
                    need.condition.span,
                    help="correct one of them, or leave it out",
                    labels=[Label(other.condition.span, "this says the opposite")],
                )
                break
        known.extend((claim, need) for claim in _claims(need.condition))


def _claims(node: ast.Expr) -> Iterator[ast.Expr]:
    """The conditions that must all hold."""
    if isinstance(node, ast.Logic) and node.op == "and":
        yield from _claims(node.left)
        yield from _claims(node.right)
    else:
        yield node


def _contradict(a: ast.Expr, b: ast.Expr) -> bool:
    """Can two conditions never hold together, as far as their words show?"""
    if isinstance(a, ast.Not):
        return said(a.operand) == said(b)
    if isinstance(b, ast.Not):
        return said(b.operand) == said(a)
    if isinstance(a, ast.Is) and isinstance(b, ast.Is):
        if said(a.subject) != said(b.subject):
            return False
        if said(a.value) == said(b.value):
            return a.negated != b.negated
        return isinstance(a.value, ast.Num) and isinstance(b.value, ast.Num) and not a.negated and not b.negated
    if (isinstance(a, ast.Owns) and isinstance(b, ast.Owns)) or (isinstance(a, ast.Has) and isinstance(b, ast.Has)):
        return said(a.owner) == said(b.owner) and said(a.value) == said(b.value) and a.negated != b.negated and _one(a) and _one(b)
    if isinstance(a, ast.Compare) and isinstance(b, ast.Compare):
        same = said(a.left) == said(b.left) and said(a.right) == said(b.right)
        return same and ((a.op, b.op) in _OPPOSITES or (b.op, a.op) in _OPPOSITES)
    return False


def _one(node: ast.Owns | ast.Has) -> bool:
    """Does it speak of one thing, not of a number of them?"""
    return isinstance(node, ast.Owns) or node.count is None
