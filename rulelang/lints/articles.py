"""Articles are passed over, which reads badly in one place: `receiver is a player` compares with the player who acts."""

from __future__ import annotations

import re

from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes, plain
from rulelang.syntax import ast

_WORDS = re.compile(r"\b(?:a|an)[ \t]+player\b")
_ARTICLE = re.compile(r"\b(?:a|an)[ \t]+$")


def compared_with_player(look: Lookout) -> None:
    model = look.model
    values = [entry.value for category in ("value", "goods", "ending") for _, entry in model.values_of(category)]
    bodies = [body for _, body in look.bodies()]
    # Only texts in which the words stand at all: to go through all trees takes longer than all other lints.
    texts = {source.path for source in {layer.section.span.source for layer in model.layers if layer.section} if _WORDS.search(source.text)}
    suspects = [tree for tree in (*bodies, *values, *model.strategies) if isinstance(tree, ast.Node) and tree.span.source.path in texts]
    for node in nodes(*suspects):
        if isinstance(node, ast.Is) and plain(node.value) == "player":
            start = node.value.span.start
            if _ARTICLE.search(node.value.span.source.text[max(0, start - 8) : start]):
                subject = node.subject.span.text
                somebody = "nobody" if node.negated else "somebody"
                look.warning(
                    "article-passed-over",
                    "`a player` means the player who acts: articles are passed over",
                    node.value.span,
                    help=f"write `{subject} is {somebody}` for any player; if he who acts is meant, leave the article out",
                )
