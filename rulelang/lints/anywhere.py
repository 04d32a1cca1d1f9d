"""A hook in the block of a kind that hears landings on every space, not only on those of its kind."""

from __future__ import annotations

from rulelang.lints.lookout import Lookout

_PLACED = {"lands": "lands on", "passes": "passes", "reaches": "reaches"}
"""Events that happen on a space, and the words that come before it."""


def place_left_out(look: Lookout) -> None:
    for hook in look.compiler.hooks.all:
        entry, event = hook.entry, hook.entry.hook.event
        if entry.owner_kind != "kind" or hook.heard.event not in _PLACED or not look.is_checked(event.span):
            continue
        if len(event.items) > 2 or any(word == "on" for word, _ in event.preps):
            continue
        verb, kind = _PLACED[hook.heard.event], look.model.latest(entry.owner)
        look.warning(
            "place-left-out",
            f"`{event.span.text}` stands below the kind {kind}, and hears of every space",
            event.span,
            help=f"write `{entry.hook.when.replace('_', ' ')} player {verb} {kind}`; if any space is meant, move it to the margin",
        )
