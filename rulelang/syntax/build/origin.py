"""Reading a parse tree: where its words stand in the source, and what its children are.

Parse trees know positions in their line; an `Origin` knows where the line begins and turns them into spans.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source, Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Token, Tree

LARGEST_NUMBER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Origin:
    """One line of a source, beginning at `offset`, with the place for complaints about it."""

    source: Source
    offset: int
    length: int
    diagnostics: Diagnostics

    @property
    def whole(self) -> Span:
        """The span of the line's meaningful text."""
        return Span(self.source, self.offset, self.offset + self.length)

    def span(self, branch: Tree | Token) -> Span:
        if isinstance(branch, str):
            begin = branch.start_pos or 0
            return Span(self.source, self.offset + begin, self.offset + begin + len(branch))
        meta = branch.meta
        if meta.empty:
            return self.whole
        return Span(self.source, self.offset + meta.start_pos, self.offset + meta.end_pos)

    def word(self, token: Token) -> ast.Word:
        return ast.Word(self.span(token), str(token))

    def maybe_word(self, token: Token | None) -> ast.Word | None:
        return None if token is None else self.word(token)

    def words(self, tree: Tree | None) -> tuple[ast.Word, ...]:
        """The words of a `names` or `and_names`; none if it is left out."""
        return () if tree is None else tuple(self.word(token) for token in tokens(tree))

    def number(self, token: Token) -> int:
        """The value of a number that fits the 64 bits of the machine; complains about others."""
        value = int(token)
        if token.startswith("0") and len(token) > 1:
            grouped = self.source.text[: self.span(token).start].endswith(",")
            mend = "write a large number without commas" if grouped else f"write `{value}`"
            self.diagnostics.error("leading-zero", "a number does not begin with 0", self.span(token), help=mend)
        if value > LARGEST_NUMBER:
            self.diagnostics.error(
                "number-too-large", "this number is too large", self.span(token), help=f"the largest number is {LARGEST_NUMBER:,}"
            )
            return LARGEST_NUMBER
        return value

    def text(self, token: Token) -> ast.Text:
        return ast.Text(self.span(token), unescape(token))

    def maybe_text(self, token: Token | None) -> ast.Text | None:
        return None if token is None else self.text(token)


def unescape(token: str) -> str:
    """The value of a string as written, quotes and all: `\\n` is a line end, any other escaped character is itself."""
    inner = token[1:-1]
    if "\\" not in inner:
        return inner
    pieces = inner.split("\\")
    value = pieces[0]
    index = 1
    while index < len(pieces):
        piece = pieces[index]
        if piece:
            value += ("\n" if piece[0] == "n" else piece[0]) + piece[1:]
            index += 1
        else:  # `\\`: an empty piece is a backslash, and the piece after it is as it stands
            value += "\\" + (pieces[index + 1] if index + 1 < len(pieces) else "")
            index += 2
    return value


def tokens(tree: Tree) -> list[Token]:
    """The children of a tree that holds only tokens."""
    return [child for child in tree.children if isinstance(child, str)]


def trees(tree: Tree) -> list[Tree]:
    """The children of a tree that are trees."""
    return [child for child in tree.children if child is not None and not isinstance(child, str)]


def token_at(tree: Tree, index: int) -> Token:
    child = tree.children[index]
    assert isinstance(child, str), f"child {index} of {tree.data} is a token"
    return child


def maybe_token(tree: Tree, index: int) -> Token | None:
    child = tree.children[index]
    assert child is None or isinstance(child, str), f"child {index} of {tree.data} is a token or left out"
    return child


def tree_at(tree: Tree, index: int) -> Tree:
    child = tree.children[index]
    assert child is not None and not isinstance(child, str), f"child {index} of {tree.data} is a tree"
    return child


def maybe_tree(tree: Tree, index: int) -> Tree | None:
    child = tree.children[index]
    assert not isinstance(child, str), f"child {index} of {tree.data} is a tree or left out"
    return child
