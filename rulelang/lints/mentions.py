"""Which names are mentioned anywhere in an edition, apart from where they are declared: what is never mentioned is not used."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.model import Model
from rulelang.lints.tree import nodes, words
from rulelang.lower.headers import base_forms
from rulelang.syntax import ast

_CATEGORIES = (
    "setting", "measure", "piece", "ladder", "kind", "rule", "action", "value", "field", "goods", "promise", "ending", "group", "row",
    "card", "deck", "starts", "shown", "moment",
)  # fmt: skip


class Mentions:
    """`names` by first name, from rules, tables, values and strategies, but not from tests. `verbs` in the form of a header."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.by_strategies = frozenset(words(*model.strategies, *(node for node, _ in model.defaults)))
        written = set(self.by_strategies)
        done: set[str] = set(self.by_strategies)
        for root in self._roots():
            found = set(words(root))
            written |= found
            done |= found if not isinstance(root, ast.Hook) else set(words(root.condition, root.body))
        if model.dice is not None:
            written.add(model.dice.value.die.text)
        self.names = frozenset(model.canonical(model.plurals.get(word, word)) for word in written)
        self.verbs = frozenset(form for word in done for form in base_forms(word))

    def _roots(self) -> Iterator[object]:
        for category in _CATEGORIES:
            for _, entry in self.model.values_of(category):
                yield entry.value
        for hook in self.model.hooks:
            yield hook.hook

    def has(self, name: str, *also: str) -> bool:
        """Is a thing mentioned by its first name, by a later one, or by another word for it?"""
        return self.model.canonical(name) in self.names or any(word in self.names for word in also)


def acted_in(model: Model) -> frozenset[str]:
    """Moments in which somebody may or must act."""
    found = set()
    roots = [e.value for c in ("rule", "action", "card", "promise") for _, e in model.values_of(c)] + [h.hook for h in model.hooks]
    for node in nodes(*roots):
        if isinstance(node, ast.May | ast.Must) and len(node.statement.items) == 2:
            verb, moment = (set(words(item)) for item in node.statement.items)
            if "act" in verb:
                found |= {model.canonical(word) for word in moment}
    return frozenset(found)
