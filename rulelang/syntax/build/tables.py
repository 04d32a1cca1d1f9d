"""What is printed: boards, tables of things, groups, decks and their cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.syntax import ast
from rulelang.syntax.build import statements
from rulelang.syntax.build.expressions import expression
from rulelang.syntax.build.origin import maybe_token, maybe_tree, token_at
from rulelang.syntax.build.values import columns

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree
    from rulelang.syntax.outline import OutlineLine


def table(line: OutlineLine, tree: Tree) -> ast.Table:
    """A `board` or `things` with its rows."""
    rows = tuple(_row(child, child.tree) for child in line.children if child.tree is not None)
    if tree.data == "things":
        return ast.Table(line.span, False, False, rows)
    shape = maybe_token(tree, 0)
    if shape is not None and shape != "line":
        line.origin.diagnostics.error(
            "unexpected-word", f"a board goes round, or is a `board line`; there is no `board {shape}`", line.origin.span(shape),
            help="write `board` alone; its spaces follow below, indented",
        )  # fmt: skip
    return ast.Table(line.span, True, shape == "line", rows)


def _row(line: OutlineLine, tree: Tree) -> ast.Row:
    origin = line.origin
    kind, name, title = (token_at(tree, index) for index in range(3))
    group = origin.maybe_word(maybe_token(tree, 3))
    return ast.Row(line.span, origin.word(kind), origin.word(name), origin.text(title), group, columns(origin, tree))


def group(line: OutlineLine, tree: Tree) -> ast.Group:
    origin = line.origin
    title, colour = origin.text(token_at(tree, 1)), origin.maybe_text(maybe_token(tree, 2))
    return ast.Group(line.span, origin.word(token_at(tree, 0)), title, colour, columns(origin, tree))


def row_of(line: OutlineLine, tree: Tree) -> ast.RowOf:
    """`space NAME`, with the one row below it that takes its place."""
    rows = [_row(child, child.tree) for child in line.children if child.tree is not None]
    for more in rows[1:]:
        line.origin.diagnostics.error(
            "said-twice", "one space takes the place of one", more.span, help="leave one of the rows out, or `replace board`"
        )
    return ast.RowOf(line.span, line.origin.word(token_at(tree, 0)), rows[0] if rows else None, columns(line.origin, tree))


# ---------------------------------------------------------------------------------------------------------------- cards
def deck(line: OutlineLine, tree: Tree) -> ast.Deck:
    aside: bool | None = None
    for child in line.children:
        if child.form in ("used_aside", "used_under"):
            if aside is not None:
                line.origin.diagnostics.error("said-twice", "where used cards go is said twice", child.span, help="leave one line out")
            aside = child.form == "used_aside"
    origin = line.origin
    return ast.Deck(
        line.span, origin.word(token_at(tree, 0)), origin.text(token_at(tree, 1)), bool(aside), cards(line.children, in_deck=True)
    )


def cards(lines: Sequence[OutlineLine], *, in_deck: bool = False) -> tuple[ast.Card, ...]:
    """The cards among the lines of a deck or of `cards of …`."""
    found: list[ast.Card] = []
    for line in lines:
        if line.tree is None:
            continue
        if line.form == "card":
            found.append(_card(line, line.tree))
        elif not in_deck:
            line.origin.diagnostics.error("misplaced-line", "this is said of a whole deck", line.span, help="write it below `deck …`")
    return tuple(found)


def _card(line: OutlineLine, tree: Tree) -> ast.Card:
    origin = line.origin
    number = maybe_token(tree, 0)
    copies = 1 if number is None else origin.number(number)
    return _card_with(line, origin.word(token_at(tree, 1)), origin.text(token_at(tree, 2)), copies)


def card_of(line: OutlineLine, tree: Tree) -> ast.CardOf:
    """`card NAME of DECK ["text"]`, under `replace`: without a text of its own (an empty one here) the card keeps the one that it has."""
    name, deck_name = (line.origin.word(token_at(tree, index)) for index in range(2))
    text = line.origin.maybe_text(maybe_token(tree, 2)) or ast.Text(line.span, "")
    return ast.CardOf(line.span, name, deck_name, _card_with(line, name, text, 1))


def _card_with(line: OutlineLine, name: ast.Word, title: ast.Text, copies: int) -> ast.Card:
    keep = False
    plays: list[ast.Play] = []
    does: list[OutlineLine] = []
    for child in line.children:
        if child.form == "keep":
            keep = True
        elif child.tree is not None and child.form in ("play_in", "play_hook"):
            plays.append(_play(child, child.tree))
        elif child.form == "hook":
            meant = re.sub(r"\bplayer\b", "holder", child.span.text.split("\n")[0], count=1)
            child.origin.diagnostics.error(
                "misplaced-line", "a card is played when something happens, if it is kept", child.span,
                help=f"`keep`, and then `play {meant}`",
            )  # fmt: skip
        else:
            does.append(child)
    return ast.Card(line.span, name, title, copies, keep, tuple(plays), statements.body(does))


def _play(line: OutlineLine, tree: Tree) -> ast.Play:
    origin = line.origin
    done = statements.body(line.children)
    condition = maybe_tree(tree, -1)
    checked = None if condition is None else expression(origin, condition)
    if tree.data == "play_in":
        return ast.Play(line.span, origin.word(token_at(tree, 0)), None, checked, done)
    return ast.Play(line.span, None, statements.hook_of(line, tree, done), checked, done)
