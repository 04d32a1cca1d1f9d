"""What the compiler says about a text: values, not exceptions.

A `Diagnostic` has a slug (its page is `spec/errors/<slug>.md`), a severity, a message in the author's words, the place, further
labelled places and a mend. Stages collect them in a `Diagnostics` list; only bugs raise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Literal

from rulelang.source import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Label:
    """A further place that a diagnostic points at, with what is to be seen there."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    slug: str
    message: str
    span: Span
    severity: Severity = "error"
    labels: tuple[Label, ...] = ()
    help: str | None = None
    """The mend, as one sentence or a replacement line."""


@dataclass
class Diagnostics:
    """The diagnostics of one check, in the order they were found."""

    found: list[Diagnostic] = field(default_factory=list)
    _said: set[tuple[str, Span, str]] = field(default_factory=set, repr=False)

    def error(self, slug: str, message: str, span: Span, *, help: str | None = None, labels: Sequence[Label] = ()) -> None:
        self._add(Diagnostic(slug, message, span, "error", tuple(labels), help))

    def warning(self, slug: str, message: str, span: Span, *, help: str | None = None, labels: Sequence[Label] = ()) -> None:
        self._add(Diagnostic(slug, message, span, "warning", tuple(labels), help))

    def _add(self, diagnostic: Diagnostic) -> None:
        labels = tuple(replace(label, span=label.span.placed) for label in diagnostic.labels)
        diagnostic = replace(diagnostic, span=diagnostic.span.placed, labels=labels)
        # A library is checked once for each edition that uses it; what it says twice is said once.
        key = diagnostic.slug, diagnostic.span, diagnostic.message
        if key not in self._said:
            self._said.add(key)
            self.found.append(replace(diagnostic, message=_with_articles(diagnostic.message)))

    @property
    def has_errors(self) -> bool:
        return any(d.severity == "error" for d in self.found)

    @property
    def first_error(self) -> str:
        """What to add to a sentence that says that there are errors: the first of them, and where it is."""
        first = next((d for d in self.sorted() if d.severity == "error"), None)
        return "" if first is None else f", the first at {first.span}: {first.message}"

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def sorted(self) -> list[Diagnostic]:
        """By file, then place: the order in which an author reads."""
        return sorted(self.found, key=lambda d: (d.span.source.path, d.span.start, d.slug))


_QUOTED = re.compile(r"(`[^`]*`)")
_MONEY = re.compile(r"\ba money\b")
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeio]|u(?!n[i]|s|t))(?!one\b|eu)")


def _with_articles(message: str) -> str:
    """`a apple` → `an apple`: messages are put together with words that authors chose. What is quoted stays as it is."""
    message = _MONEY.sub("a sum of money", message)
    if not _ARTICLE.search(message):
        return message
    return "".join(part if part.startswith("`") else _ARTICLE.sub(r"\1n ", part) for part in _QUOTED.split(message))


def nearest(word: str, candidates: Sequence[str], limit: int = 1) -> list[str]:
    """The candidates most like a misspelt word, best first; none when nothing is close. Two letters that have changed places are the
    commonest slip, so the same letters in another order come before everything else."""
    letters = sorted(word)
    swapped = [candidate for candidate in dict.fromkeys(candidates) if len(candidate) == len(word) and sorted(candidate) == letters]
    return [*swapped, *(one for one in get_close_matches(word, candidates, n=limit, cutoff=0.6) if one not in swapped)][:limit]


def alternatives(phrases: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, (", ".join(phrases[:-1]), *phrases[-1:])))


def together(phrases: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, (", ".join(phrases[:-1]), *phrases[-1:])))
