"""Overrides: lines that set, rename, replace, change, remove or add to what a lower layer declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.syntax import ast
from rulelang.syntax.build.declarations import action, declaration, goods, moment
from rulelang.syntax.build.expressions import expression, header, noun, path
from rulelang.syntax.build.origin import Origin, maybe_token, token_at, tokens, tree_at
from rulelang.syntax.build.tables import cards
from rulelang.syntax.build.values import column, columns, constants
from rulelang.syntax.contexts import adds_cards, part_of_change

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree
    from rulelang.syntax.outline import OutlineLine

OVERRIDES = frozenset(("set", "rename", "replace", "change", "change_columns", "remove", "add_to"))
"""The forms of lines that are overrides."""


def override(line: OutlineLine, tree: Tree) -> ast.Override:
    """The override that a line of the outline is."""
    origin, span = line.origin, line.span
    match str(tree.data):
        case "set":
            return set_(origin, tree)
        case "rename":
            old, new = token_at(tree, 0), token_at(tree, 2)
            plural, title = origin.maybe_word(maybe_token(tree, 3)), origin.maybe_text(maybe_token(tree, 4))
            return ast.Rename(span, origin.word(old), origin.word(new), plural, title)
        case "replace":
            return ast.Replace(span, declaration(line, tree_at(tree, -1)))
        case "change":
            return _change(line, tree_at(tree, -1))
        case "change_columns":
            return _change_columns(line, target(origin, tree), columns(origin, tree))
        case "remove":
            return ast.Remove(span, target(origin, tree_at(tree, -1)))
        case _:
            return _add_to(line, tree)


def set_(origin: Origin, tree: Tree) -> ast.Set:
    return ast.Set(origin.whole, origin.word(token_at(tree, 0)), constants(origin, tree_at(tree, 1)))


def target(origin: Origin, tree: Tree) -> ast.Target:
    span = origin.span(tree)
    match str(tree.data):
        case "target_rule":
            return ast.Target(span, "rule", header=header(origin, tree_at(tree, 0)))
        case "target_action":
            return ast.Target(span, "action", header=header(origin, tree_at(tree, 0)))
        case "target_card":
            return ast.Target(span, "card", words=tuple(origin.word(token) for token in tokens(tree)))
        case "target_value":
            return ast.Target(span, "value", path=path(origin, tree_at(tree, 0)))
        case _:
            kind, *names = tokens(tree)
            return ast.Target(span, str(kind), words=tuple(origin.word(name) for name in names))


def _change(line: OutlineLine, named: Tree) -> ast.Change:
    origin = line.origin
    what = target(origin, named)
    part = part_of_change(named)
    if part == "action" and what.header is not None:
        return ast.Change(line.span, what, action(line, what.header, None, changed=True), (), ())
    if part == "goods":
        return ast.Change(line.span, what, goods(line, what.words, changed=True), (), ())
    if part == "moment":
        return ast.Change(line.span, what, moment(line, what.words[0], None, None, changed=True), (), ())
    if what.kind == "value":
        return ast.Change(line.span, what, None, (), (), _narrowed(line))
    return _change_columns(line, what, ())


def _change_columns(line: OutlineLine, what: ast.Target, in_line: tuple[ast.Column, ...]) -> ast.Change:
    """New values for columns, in the line or below it."""
    found = list(in_line)
    removals: list[ast.Removal] = []
    for child in line.children:
        if child.tree is None:
            continue
        if child.form == "change_column":
            found.append(column(child.origin, tree_at(child.tree, 0)))
        else:
            removals.append(ast.Removal(child.span, "name", child.origin.word(token_at(child.tree, 0))))
    return ast.Change(line.span, what, None, tuple(found), tuple(removals))


def _narrowed(line: OutlineLine) -> tuple[ast.Noun, ...]:
    """`only NOUN` lines."""
    found: list[ast.Noun] = []
    for child in line.children:
        if child.form == "only" and child.tree is not None:
            found.append(noun(child.origin, tree_at(child.tree, 0)))
        elif child.tree is not None:
            child.origin.diagnostics.error(
                "misplaced-line", "a worked-out value is changed by what is left of it", child.span,
                help="write `only …` here, `add to …` for what it is more, or `replace` the whole of it",
            )  # fmt: skip
    return tuple(found)


def _summands(line: OutlineLine) -> tuple[ast.Expr, ...]:
    """What a worked-out value is more, one a line."""
    found: list[ast.Expr] = []
    for child in line.children:
        if child.form == "only":
            child.origin.diagnostics.error(
                "misplaced-line", "`only` takes away: nothing is added by it", child.span, help="write it below `change …`"
            )
        elif child.tree is not None:
            found.append(expression(child.origin, tree_at(child.tree, 0)))
    return tuple(found)


def _add_to(line: OutlineLine, tree: Tree) -> ast.AddTo:
    what = target(line.origin, tree_at(tree, -1))
    if adds_cards(tree):
        return ast.AddTo(line.span, what, cards(line.children), ())
    if what.kind == "value":
        return ast.AddTo(line.span, what, (), (), _summands(line))
    words = tuple(word for child in line.children if child.tree is not None for word in child.origin.words(tree_at(child.tree, 0)))
    return ast.AddTo(line.span, what, (), words)
