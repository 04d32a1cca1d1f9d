"""`Shown`: a table as rows of text, for the terminal and for the page of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """A table: `numbers` are the columns that stand at the right; `more` says how many rows were left out, "": none."""

    id: str
    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    more: str = ""


def table(id_: str, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> Shown:
    """The first `texts` columns hold text, the others numbers."""
    return Shown(id_, title, tuple(headers), tuple(tuple(row) for row in rows), tuple(range(texts, len(headers))))
