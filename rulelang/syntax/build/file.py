"""A whole file: heads, and below or after each of them what belongs to its section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.build import scenes, strategies
from rulelang.syntax.build.declarations import declaration
from rulelang.syntax.build.origin import Origin, maybe_token, maybe_tree, token_at
from rulelang.syntax.build.overrides import OVERRIDES, override

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree
    from rulelang.syntax.outline import OutlineLine

_HEADS = ("edition", "library", "variant")
_OF_THE_GAME = ("players", "currency", "locales")


@dataclass(slots=True)
class _Facts:
    """What the lines below a head say of the game."""

    players: tuple[int, int] | None = None
    currency: ast.Currency | None = None
    locales: tuple[ast.Word, ...] = ()


@dataclass(slots=True)
class _Contents:
    """What has been read of a section."""

    declarations: list[ast.Declaration | ast.Override] = field(default_factory=list)
    strategies: list[ast.Strategy] = field(default_factory=list)
    tests: list[ast.Test] = field(default_factory=list)
    positions: list[ast.Position] = field(default_factory=list)
    loose: list[ast.Strategy | ast.Test | ast.Position] = field(default_factory=list)
    facts: _Facts = field(default_factory=_Facts)


def build_file(source: Source, lines: Sequence[OutlineLine], diagnostics: Diagnostics) -> ast.File:
    """The syntax tree of a file from its outline."""
    sections: list[ast.Section] = []
    before = _Contents()
    current = before
    head: OutlineLine | None = None
    homeless = False
    unread_head = False
    for line in lines:
        if line.form in _HEADS:
            _close(head, current, sections)
            head, current = line, _Contents()
            for child in line.children:
                _read(child, current, diagnostics)
            continue
        if line.tree is None and line.line.text.startswith(_HEADS):
            unread_head = True  # its own message is enough: what follows is not homeless
        declares = line.form not in ("", "strategy", "test", "position")
        if declares and head is None and not homeless and not unread_head:
            homeless = True
            diagnostics.error(
                "no-head", "this stands before any `edition`, `library` or `variant`", line.span,
                help='begin the file with a line like `library my_rules "My rules"`',
            )  # fmt: skip
        _read(line, current, diagnostics)
    _close(head, current, sections)
    return ast.File(Span(source, 0, len(source.text)), source, tuple(sections), tuple(before.loose))


def _close(head: OutlineLine | None, contents: _Contents, sections: list[ast.Section]) -> None:
    if head is None or head.tree is None:
        return
    found = _head(head, head.tree, contents.facts)
    sections.append(
        ast.Section(
            head.span, found, tuple(contents.declarations), tuple(contents.strategies), tuple(contents.tests), tuple(contents.positions)
        )
    )


def _read(line: OutlineLine, contents: _Contents, diagnostics: Diagnostics) -> None:
    tree = line.tree
    if tree is None:
        return
    match line.form:
        case "strategy":
            strategy = strategies.strategy(line, tree)
            contents.strategies.append(strategy)
            contents.loose.append(strategy)
        case "test":
            test = scenes.test(line, tree)
            contents.tests.append(test)
            contents.loose.append(test)
        case "position":
            position = scenes.position(line, tree)
            contents.positions.append(position)
            contents.loose.append(position)
        case "by_default":
            contents.declarations.append(strategies.by_default(line))
        case form if form in _OF_THE_GAME:
            _read_fact(line, tree, contents.facts)
        case form if form in _HEADS:
            diagnostics.error("nested-head", f"`{form}` does not stand below another head", line.span, help="begin it at the left margin")
        case form if form in OVERRIDES:
            contents.declarations.append(override(line, tree))
        case _:
            contents.declarations.append(declaration(line, tree))


def _read_fact(line: OutlineLine, tree: Tree, facts: _Facts) -> None:
    origin = line.origin
    match line.form:
        case "players":
            low, high = origin.number(token_at(tree, 0)), origin.number(token_at(tree, 2))
            if low > high:
                origin.diagnostics.error(
                    "bad-range", "the first number is larger than the second", line.span, help="write the smaller first"
                )
            said_before = facts.players is not None
            facts.players = (low, high)
        case "currency":
            said_before = facts.currency is not None
            facts.currency = _currency(origin, tree)
        case _:
            said_before = bool(facts.locales)
            facts.locales = origin.words(maybe_tree(tree, 0))
    if said_before:
        origin.diagnostics.error("said-twice", f"`{line.form}` is said twice", line.span, help="leave one of the lines out")


def _currency(origin: Origin, tree: Tree) -> ast.Currency:
    times = maybe_token(tree, 3)
    symbol, before = origin.maybe_text(maybe_token(tree, 1)), maybe_token(tree, 2) is not None
    return ast.Currency(origin.whole, origin.text(token_at(tree, 0)), symbol, before, 1 if times is None else origin.number(times))


def _head(line: OutlineLine, tree: Tree, facts: _Facts) -> ast.Head:
    origin = line.origin
    name, title = origin.word(token_at(tree, 0)), origin.text(token_at(tree, 1))
    extends: ast.Word | None = None
    uses: tuple[ast.Word, ...] = ()
    fits = over = after = uses
    match line.form:
        case "edition":
            extends = origin.maybe_word(maybe_token(tree, 2))
            uses = origin.words(maybe_tree(tree, 4))
        case "library":
            uses = origin.words(maybe_tree(tree, 3))
        case _:
            fits, uses, over, after = (origin.words(maybe_tree(tree, index)) for index in (2, 4, 6, 8))
    return ast.Head(
        line.span, line.form, name, title, extends, uses, fits, over, after, facts.players, facts.currency, facts.locales
    )  # fmt: skip
