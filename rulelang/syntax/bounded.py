"""No more messages about one file than a person reads: the hundredth ends the reading."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.diagnostics import Diagnostic, Diagnostics

MOST_MESSAGES = 100


@dataclass
class BoundedDiagnostics(Diagnostics):
    """Diagnostics that stop listening when they are full."""

    @property
    def full(self) -> bool:
        return len(self.found) > MOST_MESSAGES

    def _add(self, diagnostic: Diagnostic) -> None:
        if self.full:
            return
        if len(self.found) == MOST_MESSAGES:
            diagnostic = Diagnostic("too-many-errors", "there is too much amiss; the rest of the file is not read", diagnostic.span)
        Diagnostics._add(self, diagnostic)

    def hand_on(self, diagnostics: Diagnostics) -> None:
        """Says to others what has been said here."""
        for one in self.found:
            say = diagnostics.error if one.severity == "error" else diagnostics.warning
            say(one.slug, one.message, one.span, help=one.help, labels=one.labels)
