"""Articles are passed over, which reads badly in one place: `receiver is a player` compares with the player who acts, `is a mill` with
the mill that the lines are about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes, plain
from rulelang.syntax import ast

_WORDS = re.compile(r"\bis[ \t]+(?:not[ \t]+)?an?[ \t]+\w")
_ARTICLE = re.compile(r"\b(?:a|an)[ \t]+$")


def compared_with_role(look: Lookout) -> None:
    """`is a NAME` where NAME is a role of the header above, or the player who acts."""
    model = look.model
    values = [entry.value for category in ("value", "goods", "ending") for _, entry in model.values_of(category)]
    bodies = [body for _, body in look.bodies()]
    # Only texts in which the words stand at all: to go through all trees takes longer than all other lints.
    texts = {source.path for source in {layer.section.span.source for layer in model.layers if layer.section} if _WORDS.search(source.text)}
    for tree in (*bodies, *values, *model.strategies):
        if isinstance(tree, ast.Node) and tree.span.source.path in texts:
            roles = frozenset(_roles(tree))
            for node in nodes(tree):
                if isinstance(node, ast.Is) and (role := plain(node.value)) is not None and role in roles:
                    _told(look, node, role)


def _roles(tree: ast.Node) -> Iterator[str]:
    yield "player"
    match tree:
        case ast.Rule(header=header) | ast.Action(header=header):
            yield from (item.word.text for item in (*header.items[1:], *(item for _, item in header.preps)))
        case ast.Hook(event=event):
            places = [*event.items, *(item for _, item in event.preps)]
            yield from (path.words[0].text for place in places for path in place.options if len(path.words) == 1)


def _told(look: Lookout, node: ast.Is, role: str) -> None:
    start = node.value.span.start
    article = _ARTICLE.search(node.value.span.source.text[max(0, start - 8) : start])
    if article is None:
        return
    if role == "player":
        somebody = "nobody" if node.negated else "somebody"
        means = "the player who acts"
        mend = f"write `{node.subject.span.text} is {somebody}` for any player; if he who acts is meant, leave the article out"
    else:
        means = f"the {role} that the lines are about"
        mend = f"for any {role}, let that one have another name, such as `other: {role}`; if it is meant, leave the article out"
    message = f"`{article[0].strip()} {role}` means {means}: articles are passed over"
    look.warning("article-passed-over", message, node.value.span, help=mend)
