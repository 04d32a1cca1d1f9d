"""Expressions, conditions and statements: everything that a single line can say.

They stand in one module because a condition may hold a statement (`player can build on site`) and a statement holds expressions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.build.origin import Origin, maybe_token, token_at, tree_at, trees

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Token, Tree

_BINARY = {"add": "+", "sub": "-", "mul": "*", "div": "/"}


def expression(origin: Origin, tree: Tree) -> ast.Expr:
    """The expression or condition that a parse tree stands for."""
    span = origin.span(tree)
    match str(tree.data):
        case "noun":
            return noun(origin, tree)
        case "number":
            return ast.Num(span, origin.number(token_at(tree, 0)))
        case "percent":
            return percentage(origin, token_at(tree, 0))
        case "string":
            return origin.text(token_at(tree, 0))
        case "no":
            return plain_no(origin, token_at(tree, 0))
        case "group_":
            return _at(origin, tree, 0)
        case "add" | "sub" | "mul" | "div" as operator:
            return ast.Binary(span, _BINARY[operator], _at(origin, tree, 0), _at(origin, tree, 1))
        case "or_":
            return ast.Logic(span, "or", _at(origin, tree, 0), _at(origin, tree, 1))
        case "and_":
            return ast.Logic(span, "and", _at(origin, tree, 0), _at(origin, tree, 1))
        case "not_":
            return ast.Not(span, _at(origin, tree, 0))
        case "at":
            return ast.At(span, _at(origin, tree, 0), _at(origin, tree, 1))
        case "seen_by":
            return ast.SeenBy(span, _at(origin, tree, 0), _at(origin, tree, 1))
        case "at_most":
            return ast.Limited(span, _at(origin, tree, 0), "most", _at(origin, tree, 1))
        case "at_least":
            return ast.Limited(span, _at(origin, tree, 0), "least", _at(origin, tree, 1))
        case "rounded":
            return ast.Rounded(span, _at(origin, tree, 0), token_at(tree, 1).split()[-1])
        case "twice":
            word = origin.span(tree)
            two = ast.Num(Span(word.source, word.start, word.start + len("twice")), 2)
            return ast.Binary(span, "*", two, _at(origin, tree, 0))
        case "of" | "half_of" | "all_of" | "number_of" | "total_of" | "total" | "extreme":
            return _of(origin, tree)
        case _:
            return claim(origin, tree)


def _at(origin: Origin, tree: Tree, index: int) -> ast.Expr:
    return expression(origin, tree_at(tree, index))


def _of(origin: Origin, tree: Tree) -> ast.Expr:
    span = origin.span(tree)
    operand = _at(origin, tree, -1)
    match str(tree.data):
        case "of":
            head = tree.children[0]
            assert head is not None, "an `of` has a head"
            return ast.Of(span, percentage(origin, head) if isinstance(head, str) else path(origin, head), operand)
        case "half_of":
            return ast.HalfOf(span, operand)
        case "all_of":
            return ast.AllOf(span, operand)
        case "number_of":
            return ast.NumberOf(span, operand)
        case "total_of":
            return ast.Total(span, origin.word(token_at(tree, 0)), operand)
        case "total":
            return ast.Total(span, None, operand)
        case _:
            return ast.Extreme(span, str(token_at(tree, 0)), origin.word(token_at(tree, 1)), operand)


def claim(origin: Origin, tree: Tree, form: str = "") -> ast.Expr:
    """A condition about one subject. `form`: which one, if the tree has a name of its own."""
    span = origin.span(tree)
    match form or str(tree.data):
        case "is_":
            return ast.Is(span, _at(origin, tree, 0), False, _at(origin, tree, 1))
        case "is_not":
            return ast.Is(span, _at(origin, tree, 0), True, _at(origin, tree, 1))
        case "count_is":
            return ast.CountIs(span, origin.number(token_at(tree, 0)), path(origin, tree_at(tree, 1)), _at(origin, tree, 2))
        case "is_no":
            return ast.Is(span, _at(origin, tree, 0), False, plain_no(origin, token_at(tree, 1)))
        case "compare":
            return ast.Compare(span, str(token_at(tree, 1)), _at(origin, tree, 0), _at(origin, tree, 2))
        case "has":
            return ast.Has(span, _at(origin, tree, 0), False, None, _at(origin, tree, 1))
        case "has_count":
            return ast.Has(span, _at(origin, tree, 0), False, origin.number(token_at(tree, 1)), plain_noun(origin, tree_at(tree, 2)))
        case "has_not":
            return ast.Has(span, _at(origin, tree, 0), True, None, _at(origin, tree, 1))
        case "same":
            return ast.Same(span, _at(origin, tree, 0), origin.word(token_at(tree, 1)))
        case "owns":
            return ast.Owns(span, _at(origin, tree, 0), False, _at(origin, tree, 1))
        case "owns_not":
            return ast.Owns(span, _at(origin, tree, 0), True, _at(origin, tree, 1))
        case "can":
            return ast.Can(span, _at(origin, tree, 0), statement(origin, tree_at(tree, 2)))
        case other:  # pragma: no cover - the grammar has no other
            raise AssertionError(f"no expression is called {other}")


# ---------------------------------------------------------------------------------------------------------------- nouns
def noun(origin: Origin, tree: Tree) -> ast.Noun:
    quantifier = None
    filters: list[ast.Filter] = []
    name: ast.Path | None = None
    for child in trees(tree):
        if child.data == "quant":
            quantifier = str(token_at(child, 0))
            quantifier = "next" if quantifier == "nearest" else quantifier
        elif child.data == "path" and name is None:
            name = path(origin, child)
        else:
            filters.append(_filter(origin, child))
    assert name is not None, "a noun has a path"
    return ast.Noun(origin.span(tree), quantifier, name, tuple(filters))


def plain_noun(origin: Origin, tree: Tree) -> ast.Noun:
    """A noun for a tree that is only a path, or a path in something."""
    if tree.data == "counted_in":
        named, inside = tree_at(tree, 0), tree_at(tree, 1)
        return ast.Noun(origin.span(tree), None, path(origin, named), (ast.Filter(origin.span(inside), "in_", path(origin, inside)),))
    return ast.Noun(origin.span(tree), None, path(origin, tree))


def plain_no(origin: Origin, token: Token) -> ast.Noun:
    """The value `no`, as a noun like `yes`."""
    return ast.Noun(origin.span(token), None, _word_path(origin, token))


def _word_path(origin: Origin, token: Token) -> ast.Path:
    return ast.Path(origin.span(token), (origin.word(token),))


def path(origin: Origin, tree: Tree) -> ast.Path:
    return ast.Path(origin.span(tree), tuple(origin.word(child) for child in tree.children if isinstance(child, str)))


def _filter(origin: Origin, tree: Tree) -> ast.Filter:
    span = origin.span(tree)
    kind = str(tree.data)
    match kind:
        case "with_extreme":
            direction = "highest" if token_at(tree, 0).split()[-1] in ("highest", "most") else "lowest"
            return ast.Filter(span, kind, word=origin.word(token_at(tree, 1)), direction=direction)
        case "that_can":
            return ast.Filter(span, kind, word=origin.word(token_at(tree, -1)))
        case "doable_by":
            return ast.Filter(span, kind, path=path(origin, tree_at(tree, 0)), word=origin.word(token_at(tree, -1)))
        case "whose":
            operator, bound = str(token_at(tree, 1)), _at(origin, tree, 2)
            return ast.Filter(span, kind, path=path(origin, tree_at(tree, 0)), op=operator, bound=bound)
        case "whose_is" | "whose_is_not":
            return ast.Filter(span, kind, path=path(origin, tree_at(tree, 0)), bound=_at(origin, tree, 1))
        case _:
            return ast.Filter(span, kind, path=path(origin, tree_at(tree, 0)))


def percentage(origin: Origin, token: Token) -> ast.Pct:
    digits, _, decimals = token[:-1].partition(".")
    if len(digits) + len(decimals) > 18:
        origin.diagnostics.error("number-too-large", "this percentage has too many digits", origin.span(token))
        digits, decimals = "0", ""
    return ast.Pct(origin.span(token), Fraction(int(digits + decimals), 10 ** len(decimals)))


# ----------------------------------------------------------------------------------------------------------- statements
def statement(origin: Origin, tree: Tree) -> ast.Statement:
    """A `stmt`: its items, then its prepositions."""
    items: list[ast.Expr | ast.Per] = []
    preps: list[ast.Prep] = []
    for child in trees(tree):
        if child.data in ("prep", "prep_each"):
            preps.append(preposition(origin, child))
        elif child.data == "per":
            items.append(_per(origin, child))
        else:
            items.append(expression(origin, child))
    return ast.Statement(origin.span(tree), tuple(items), tuple(preps))


def preposition(origin: Origin, tree: Tree) -> ast.Prep:
    each = tree.data == "prep_each"
    return ast.Prep(origin.span(tree), str(token_at(tree, 0)), _at(origin, tree, 1), each)


def _per(origin: Origin, tree: Tree) -> ast.Per:
    children = trees(tree)
    pairs = zip(children[::2], children[1::2], strict=True)
    return ast.Per(origin.span(tree), tuple((expression(origin, amount), path(origin, thing)) for amount, thing in pairs))


# --------------------------------------------------------------------------------------------------- events and headers
def event(origin: Origin, tree: Tree) -> ast.Event:
    span = origin.span(tree)
    if tree.data == "event_becomes":
        value = tree.children[1]
        assert value is not None, "a change has a value"
        return ast.Event(
            span, (), (), (path(origin, tree_at(tree, 0)), _word_path(origin, value) if isinstance(value, str) else path(origin, value))
        )
    items: list[ast.EventItem] = []
    preps: list[tuple[str, ast.EventItem]] = []
    for child in trees(tree):
        if child.data == "event_prep":
            preps.append((str(token_at(child, 0)), _event_item(origin, tree_at(child, 1))))
        else:
            items.append(_event_item(origin, child))
    return ast.Event(span, tuple(items), tuple(preps))


def _event_item(origin: Origin, tree: Tree) -> ast.EventItem:
    span = origin.span(tree)
    if tree.data == "event_number":
        return ast.EventItem(span, (), origin.number(token_at(tree, 0)))
    return ast.EventItem(span, tuple(path(origin, child) for child in trees(tree)))


def header(origin: Origin, tree: Tree) -> ast.Header:
    items: list[ast.HeaderItem] = []
    preps: list[tuple[str, ast.HeaderItem]] = []
    for child in trees(tree):
        if child.data == "header_prep":
            preps.append((str(token_at(child, 0)), _header_item(origin, tree_at(child, 1))))
        else:
            items.append(_header_item(origin, child))
    return ast.Header(origin.span(tree), tuple(items), tuple(preps))


def _header_item(origin: Origin, tree: Tree) -> ast.HeaderItem:
    type_tree = tree.children[1]
    assert not isinstance(type_tree, str), "the type of a header item is a tree"
    typed = None if type_tree is None else type_name(origin, type_tree)
    return ast.HeaderItem(origin.span(tree), origin.word(token_at(tree, 0)), typed)


def type_name(origin: Origin, tree: Tree) -> ast.TypeName:
    is_list = len(tree.children) > 1 and maybe_token(tree, 1) is not None
    return ast.TypeName(origin.span(tree), str(token_at(tree, 0)), is_list)
