"""`Shown`: a table as rows of text, for the terminal and for the page of a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace


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


def cut(shown: Shown, most: int, say: Callable[..., str], spare: int = 2) -> Shown:
    """No more than `most` rows, and how many are left out; but not for the sake of `spare` rows."""
    left = len(shown.rows) - most
    return shown if left <= spare else replace(shown, rows=shown.rows[:most], more=say("simulate.more", rows=left))
