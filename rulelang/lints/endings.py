"""Games that never end, and games whose rounds nobody counts."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.syntax import ast


def no_ending(look: Lookout) -> None:
    """Turns go round after round, and nothing ends them."""
    if look.model.of("ending") or not any(op.code == "loop" and op.args[0] == -1 for f in look.program.functions for op in f.code):
        return
    removals = [change for (category, _), change in look.model.removed.items() if category == "ending"]
    removed = next((change for change in removals if change.span is not None), None)
    head = look.model.head
    if removed is not None and removed.span is not None:
        look.warning(
            "no-ending",
            "with this ending the last one is gone: the game goes on for ever",
            removed.span,
            help="declare another `ending` beside it, or `replace` this one",
        )
    elif head is not None:
        look.warning(
            "no-ending",
            f"nothing ends {head.title.value}: it goes on for ever",
            head.span,
            help="add `ending NAME`, with `as soon as …` and `winners are …` below it",
            labels=[Label(e.value.header.span, "turns go round and round") for k, e in look.model.values_of("rule") if k == "game"],
        )


def rounds_not_counted(look: Lookout) -> None:
    """The turns of the game itself, written like those of a bidding: without `round after round`, a bound or an end."""
    for name, entry in look.model.values_of("rule"):
        if name == "game" and look.is_checked(entry.span):
            for line in entry.value.body:
                if isinstance(line, ast.TakeTurns) and not line.endless and line.rounds is None and line.until is None:
                    look.warning(
                        "rounds-not-counted",
                        "these turns are not the rounds of a game: nothing counts or bounds them",
                        line.span,
                        help=f"write `take turns among {line.among.span.text} as {line.name.text}, round after round`",
                    )
