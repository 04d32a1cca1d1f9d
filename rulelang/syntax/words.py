"""Which words the language keeps for itself."""

from __future__ import annotations

import re
from functools import cache

from rulelang.bundled import grammar_text

DECLARATION_WORDS = (
    "edition", "library", "variant", "strategy", "test", "position", "set", "rename", "change", "remove", "add", "replace",
    "setting", "purpose", "measure", "die", "dice", "piece", "ladder", "each", "game", "pot", "moment", "kind", "rule", "action",
    "goods", "promise", "ending", "group", "board", "things", "deck", "cards", "card", "space", "before", "when", "instead", "by",
)  # fmt: skip
"""The words that open a line at the margin, as the grammar's `top` has them."""


def is_name(text: str) -> bool:
    """Whether the text can be the name of something."""
    return _name_pattern().fullmatch(text) is not None


def is_small_word(text: str) -> bool:
    """Whether the text is a word that means one thing everywhere and so cannot be a name."""
    return not is_name(text) and re.fullmatch(r"[^\W\d]\w*", text) is not None


@cache
def _name_pattern() -> re.Pattern[str]:
    # Read off the grammar, so that there is one list of small words.
    definition = re.search(r"^NAME: /(.*)/$", grammar_text(), re.MULTILINE)
    assert definition is not None, "the grammar defines NAME on one line"
    return re.compile(definition.group(1))
