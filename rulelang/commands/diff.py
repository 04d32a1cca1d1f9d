"""`rulelang diff A B`: in what two editions differ by meaning."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Format, Settings, Variants
from rulelang.refusal import Refusal
from rulelang.report.style import printable, style_of

if TYPE_CHECKING:
    from rulelang.check.model import Model
    from rulelang.commands.sides import Side


_SIDE = "An edition, as EDITION+VARIANT+SETTING=VALUE with what belongs to it."

SAME, DIFFERENT, TROUBLE = 0, 1, 2


def diff(
    left: Annotated[str, typer.Argument(metavar="A", help=_SIDE, show_default=False)],
    right: Annotated[str, typer.Argument(metavar="[B]", help="The other; without it, A with the options below.", show_default=False)] = "",
    variant: Variants = None,
    set: Settings = None,
    format: Annotated[Format, typer.Option(help="For people, for programs.")] = Format.text,
    all: Annotated[bool, typer.Option("--all", help="Name all of many, and show all lines.")] = False,
) -> int:
    """Tell in what two editions differ by meaning.

    --variant and --set belong to B. Exit code 0: the same, 1: they differ.
    """
    from rulelang.account import contrast
    from rulelang.account.comparing import compare
    from rulelang.commands.sides import side_of

    if not right and not variant and not set:
        raise Refusal("there is nothing to compare with", "name a second edition, or add --variant or --set to see what they change")
    one, other = side_of(left), side_of(right or left, variant or (), set or ())
    found = compare(_model(one), _model(other))
    if format is Format.json:
        import json

        sides = [{"edition": side.name, "variants": list(side.variants), "settings": side.settings} for side in (one, other)]
        told = {"left": sides[0], "right": sides[1], "differences": [contrast.document(each) for each in found]}
        json.dump(told, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    else:
        style = style_of(sys.stdout)
        sys.stdout.write(contrast.text(found, (one.text, other.text), style, everything=all))
        count = "no difference" if not found else "one difference" if len(found) == 1 else f"{len(found)} differences"
        sys.stdout.write(style.paint(printable(f"{one.text} and {other.text}: {count}"), "bold") + "\n")
    return DIFFERENT if found else SAME


def _model(side: Side) -> Model:
    from rulelang.commands.compiled import loaded

    try:
        return loaded(side.name, side.variants, side.settings).model
    except Refusal as refusal:
        raise Refusal(refusal.message, refusal.help, code=TROUBLE) from None
