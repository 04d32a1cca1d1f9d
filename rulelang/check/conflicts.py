"""Two layers of one level that give one part different contents: a conflict that points at both places.

Layers of one level (the variants chosen together) have no order, so neither wins. A higher layer that gives the part its own
contents settles it; so does one of the two that says `over` the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.check.model import Layer
from rulelang.diagnostics import Diagnostics, Label
from rulelang.source import Span


@dataclass(slots=True)
class Touches:
    """Who touched which part (`setting salary`, `action build needs even` …), in the order of application."""

    by_part: dict[str, list[tuple[Layer, Span]]] = field(default_factory=dict)

    def touch(self, layer: Layer, part: str, span: Span) -> None:
        self.by_part.setdefault(part, []).append((layer, span))

    def report(self, diagnostics: Diagnostics, layers: list[Layer]) -> None:
        for part, touches in self.by_part.items():
            top = max(layer.level for layer, _ in touches)
            rivals = [(layer, span) for layer, span in touches if layer.level == top]
            for index, (first, first_span) in enumerate(rivals):
                for second, second_span in rivals[index + 1 :]:
                    if first is second or _settled(first, second) or _same(first_span, second_span):
                        continue
                    diagnostics.error(
                        "conflict",
                        f"{first.name} and {second.name} both change {part}, and neither is above the other",
                        second_span,
                        labels=[Label(first_span, f"{first.name} changes it here")],
                        help=f"leave one of them out, or let one say `over`: variant {second.name} … over {first.name}",
                    )


def _settled(first: Layer, second: Layer) -> bool:
    return second.name in first.over or first.name in second.over


def _same(first: Span, second: Span) -> bool:
    """Both give the same contents (their text is the same but for spaces)."""
    return " ".join(first.text.split()) == " ".join(second.text.split())
