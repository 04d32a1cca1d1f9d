"""A side of a comparison: `classic+clock+start_money=2000`, an edition with variants and settings in one word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulelang.commands.arguments import settings_of
from rulelang.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Side:
    """`text` is what a person calls it."""

    text: str
    name: str
    variants: tuple[str, ...]
    settings: dict[str, str]


def side_of(text: str, variants: Sequence[str] = (), settings: Sequence[str] = ()) -> Side:
    """The words after the first `+` are variants, or settings if they have a `=`; those given beside come after them.

    Raises: Refusal for an empty word or a setting that is none.
    """
    name, parts = _apart(text)
    if not name or not all(part.strip() for part in parts):
        raise Refusal(f"{text}: something is missing beside a `+`", "write EDITION+VARIANT+SETTING=VALUE, such as classic+clock")
    shown = "+".join([text, *variants, *settings])
    chosen = [*(part for part in parts if "=" not in part), *variants]
    return Side(shown, name, tuple(chosen), settings_of([*(part for part in parts if "=" in part), *settings]))


def _apart(text: str) -> tuple[str, list[str]]:
    """The edition and the other words; a path may have a `+` of its own."""
    words = text.split("+")
    for count in range(len(words), 0, -1):
        name = "+".join(words[:count])
        if count == 1 or Path(name).is_file():
            return name, words[count:]
    return text, []
