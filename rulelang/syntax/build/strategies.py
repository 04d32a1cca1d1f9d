"""Strategies: how a computer player values things, what it tries and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.syntax import ast
from rulelang.syntax.build.expressions import expression, noun, path, statement
from rulelang.syntax.build.origin import Origin, maybe_token, maybe_tree, token_at, tokens, tree_at
from rulelang.syntax.build.overrides import set_
from rulelang.syntax.build.values import cases, setting, value_def

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree
    from rulelang.syntax.outline import OutlineLine

StrategyItem = ast.Setting | ast.Set | ast.Worth | ast.Plan | ast.Answer | ast.ValueDef


def strategy(line: OutlineLine, tree: Tree) -> ast.Strategy:
    items = tuple(_item(child, child.tree) for child in line.children if child.tree is not None)
    origin = line.origin
    parent = origin.maybe_word(maybe_token(tree, 2))
    return ast.Strategy(line.span, origin.word(token_at(tree, 0)), origin.text(token_at(tree, 1)), parent, items)


def by_default(line: OutlineLine) -> ast.ByDefault:
    """What is done where a strategy says nothing: it has no settings, and replaces nothing."""
    items: list[ast.Worth | ast.Plan | ast.Answer | ast.ValueDef] = []
    for child in line.children:
        item = None if child.tree is None else _item(child, child.tree)
        match item:
            case None:
                pass
            case ast.Setting() | ast.Set():
                child.origin.diagnostics.error(
                    "misplaced-line", "what is done by default has no settings of its own", child.span,
                    help="declare the setting at the margin: then everybody can turn it",
                )  # fmt: skip
            case ast.Worth(replaces=True) | ast.Answer(replaces=True) | ast.Plan(adds=True):
                child.origin.diagnostics.error(
                    "misplaced-line", "what is done by default neither replaces nor adds to a strategy", child.span,
                    help="leave the first words out: whoever says something himself does that instead",
                )  # fmt: skip
            case _:
                items.append(item)
    return ast.ByDefault(line.span, tuple(items))


def _item(line: OutlineLine, tree: Tree) -> StrategyItem:
    origin = line.origin
    match line.form:
        case "setting":
            return setting(origin, tree)
        case "set":
            return set_(origin, tree)
        case "value_def":
            return value_def(line, tree)
        case "worth" | "replace_worth":
            return ast.Worth(line.span, path(origin, tree_at(tree, 0)), cases(line, tree), line.form == "replace_worth")
        case "plan" | "add_plan":
            attempts = tuple(_attempt(child, child.tree) for child in line.children if child.tree is not None)
            return ast.Plan(line.span, origin.word(tokens(tree)[-1]), line.form == "add_plan", attempts)
        case "replace_answer":
            return _answer(origin, tree_at(tree, 0), replaces=True)
        case _:
            return _answer(origin, tree, replaces=False)


def _answer(origin: Origin, tree: Tree, *, replaces: bool) -> ast.Answer:
    said = statement(origin, tree_at(tree, 0))
    return ast.Answer(origin.whole, said, _maybe(origin, tree, 1), _maybe(origin, tree, 2), replaces)


def _attempt(line: OutlineLine, tree: Tree) -> ast.Attempt | ast.DealAttempt:
    origin = line.origin
    if line.form == "deal_attempt":
        ask, offer = noun(origin, tree_at(tree, 0)), noun(origin, tree_at(tree, 1))
        return ast.DealAttempt(line.span, ask, offer, _maybe(origin, tree, 2), _maybe(origin, tree, 3))
    direction = maybe_token(tree, 2)
    done = statement(origin, tree_at(tree, 0))
    return ast.Attempt(line.span, done, _maybe(origin, tree, 1), None if direction is None else str(direction), _maybe(origin, tree, 3))


def _maybe(origin: Origin, tree: Tree, index: int) -> ast.Expr | None:
    found = maybe_tree(tree, index)
    return None if found is None else expression(origin, found)
