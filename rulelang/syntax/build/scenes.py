"""Tests and positions: facts that are given, steps that are taken, facts that must then hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.syntax import ast
from rulelang.syntax.build.expressions import claim, expression, plain_no, plain_noun, preposition, statement
from rulelang.syntax.build.origin import Origin, maybe_token, maybe_tree, token_at, tree_at, trees
from rulelang.syntax.build.values import constants

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree
    from rulelang.syntax.outline import OutlineLine


def test(line: OutlineLine, tree: Tree) -> ast.Test:
    steps = tuple(
        ast.Step(child.span, child.form.rstrip("_"), facts(child.origin, child.tree)) for child in line.children if child.tree is not None
    )
    variants, settings = _choices(line.origin, maybe_tree(tree, 2))
    return ast.Test(line.span, line.origin.text(token_at(tree, 0)), variants, settings, steps)


def _choices(origin: Origin, tree: Tree | None) -> tuple[tuple[ast.Word, ...], tuple[ast.Set, ...]]:
    """The variants and the settings that a test or position is played with."""
    variants: list[ast.Word] = []
    settings: list[ast.Set] = []
    for child in tree.children if tree is not None else ():
        if isinstance(child, str):
            variants.append(origin.word(child))
        else:
            settings.append(ast.Set(origin.span(child), origin.word(token_at(child, 0)), constants(origin, child)))
    return tuple(variants), tuple(settings)


def position(line: OutlineLine, tree: Tree) -> ast.Position:
    variants: tuple[ast.Word, ...] = ()
    settings: tuple[ast.Set, ...] = ()
    found: list[ast.Fact] = []
    for child in line.children:
        if child.tree is None:
            continue
        if child.form == "with_variants":
            more, turned = _choices(child.origin, tree_at(child.tree, 1))
            variants, settings = (*variants, *more), (*settings, *turned)
        else:
            found.extend(facts(child.origin, child.tree))
    origin = line.origin
    return ast.Position(line.span, origin.word(token_at(tree, 0)), origin.text(token_at(tree, 1)), variants, settings, tuple(found))


def facts(origin: Origin, tree: Tree) -> tuple[ast.Fact, ...]:
    """The facts that a tree lists."""
    return tuple(_fact(origin, child) for child in trees(tree))


def _fact(origin: Origin, tree: Tree) -> ast.Fact:
    span = origin.span(tree)
    kind = str(tree.data).removeprefix("fact_")
    if kind == "do":
        return ast.Fact(span, kind, statement=statement(origin, tree))
    subject = expression(origin, tree_at(tree, 0))
    match kind:
        case "compare" | "owns_not" | "same":
            return ast.Fact(span, "holds", subject, value=claim(origin, tree, kind))
        case "owns":
            return _owns(origin, tree, subject)
        case "has":
            return ast.Fact(span, kind, subject, value=expression(origin, tree_at(tree, 1)))
        case "has_count":
            count, value = origin.number(token_at(tree, 1)), plain_noun(origin, tree_at(tree, 2))
            return ast.Fact(span, "has", subject, count=count, value=value)
        case "about":
            low, high = origin.number(token_at(tree, 1)), origin.number(token_at(tree, 3))
            if low > high:
                origin.diagnostics.error("bad-range", "the first number is larger than the second", span, help="write the smaller first")
            return ast.Fact(span, kind, subject, low=low, high=high)
        case "is_no":
            return ast.Fact(span, "is", subject, value=plain_no(origin, token_at(tree, 1)))
        case "asked":
            return ast.Fact(span, kind, subject, word=origin.word(token_at(tree, 1)))
        case "is" | "is_not" | "chooses" | "cannot_choose":
            return ast.Fact(span, kind, subject, value=expression(origin, tree_at(tree, 1)))
        case "can_choose":
            return ast.Fact(span, kind, subject, value=expression(origin, tree_at(tree, 2)))
        case "can":
            return ast.Fact(span, kind, subject, statement(origin, tree_at(tree, 2)))
        case _:
            because = origin.maybe_word(maybe_token(tree, 2))
            return ast.Fact(span, kind, subject, statement(origin, tree_at(tree, 1)), because=because)


def _owns(origin: Origin, tree: Tree, subject: ast.Expr) -> ast.Fact:
    items: list[ast.Expr] = []
    preps: list[ast.Prep] = []
    with_each: tuple[int, ast.Word] | None = None
    for child in trees(tree)[1:]:
        if child.data in ("prep", "prep_each"):
            preps.append(preposition(origin, child))
        elif child.data == "with_each":
            with_each = (origin.number(token_at(child, 1)), origin.word(token_at(child, 2)))
        else:
            items.append(expression(origin, child))
    return ast.Fact(origin.span(tree), "owns", subject, items=tuple(items), preps=tuple(preps), with_each=with_each)
