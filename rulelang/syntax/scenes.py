"""What a test says about who decides."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.syntax import ast


def followers(test: ast.Test) -> Iterator[tuple[ast.Fact, ast.Word]]:
    """`given ann follows bold`: each such fact, and the name of the strategy."""
    for step in test.steps:
        for fact in step.facts if step.word == "given" else ():
            strategy = followed(fact)
            if strategy is not None:
                yield fact, strategy


def followed(fact: ast.Fact) -> ast.Word | None:
    """The strategy that somebody follows, if the fact is of that form."""
    statement = fact.statement
    if statement is None or len(statement.items) != 3 or statement.preps or statement.items[1].span.text not in ("follows", "follow"):
        return None
    match statement.items[2]:
        case ast.Noun(quantifier=None, path=ast.Path(words=(word,)), filters=()):
            return word
    return None
