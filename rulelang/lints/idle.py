"""Hooks and measures that listen to what never happens."""

from __future__ import annotations

from rulelang.lints.lookout import Lookout


def never_set_off(look: Lookout) -> None:
    """What a library listens to need not happen in every edition."""
    for hook in look.compiler.idle_hooks:
        entry = hook.entry
        if entry.layer.kind == "library" or not look.is_checked(entry.hook.span):
            continue
        if not hook.heard.kinds:
            continue  # a kind may be there before its first space
        event = entry.hook.event
        counted = "is counted here" if hook.mark is not None else "is waited for here"
        look.warning(
            "hook-never-runs",
            f"`{event.span.text}` {counted}, and nothing in this game ever does it",
            event.span,
            help="name an event that happens, or leave these lines out",
        )
