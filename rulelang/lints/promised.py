"""Promises that nobody can ever make."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout


def never_promised(look: Lookout) -> None:
    """They are made in deals, if promises may be dealt in and somebody puts a bundle together, or by a rule that says so."""
    goods = next((entry for name, entry in look.model.values_of("goods") if name in ("promise", "promises")), None)
    bundles = any(op.code == "ask_goods" for function in look.program.functions for op in function.code)
    if goods is not None and bundles:
        return
    for name, entry in look.own("promise"):
        if ("promised", name) in look.world.used:
            continue
        if goods is None:
            said, mend = "promises are not among the goods of this game", "add `goods promise`"
        else:
            said, mend = "no deal is made in this game", "let somebody `choose … from player's goods`"
        look.warning(
            "never-promised",
            f"nobody can ever promise `{name}`: {said}, and no rule makes it",
            entry.span,
            help=f"{mend}, or write `player promises {name} … to …` in a rule",
            labels=[Label(goods.span, "what may be dealt in, if there were deals")] if goods is not None else [],
        )
