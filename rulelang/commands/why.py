"""`rulelang why EDITION NAME`: where a value, a rule or anything else with a name came from, and what each layer changed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Edition, Format, Settings, Variants, settings_of
from rulelang.refusal import Refusal
from rulelang.report.style import style_of

if TYPE_CHECKING:
    from rulelang.account.names import Names


Name = Annotated[
    list[str],
    typer.Argument(metavar="NAME...", help='Anything that has a name: start_money, build on site, "deed\'s price".', show_default=False),
]

MOST_SHOWN = 4
"""So many things of one name are shown in full; of more only the names."""


def why(
    edition: Edition,
    name: Name,
    format: Annotated[Format, typer.Option(help="For people, for programs.")] = Format.text,
    variant: Variants = None,
    set: Settings = None,
) -> int:
    """Tell where a name came from: what declares it, who changed it."""
    from rulelang.account import telling
    from rulelang.account.names import Names
    from rulelang.pipeline import load

    wanted = " ".join(name)
    compilation = load(edition, variants=tuple(variant or ()), settings=settings_of(set))
    errors = sum(one.severity == "error" for one in compilation.diagnostics)
    names = Names.of(compilation.model)
    exact, partly = names.find(wanted)
    found, also = (exact, partly) if exact else (partly, [])
    if not found:
        raise Refusal(f"nothing in {edition} is called `{wanted}`", _mend(names, wanted, edition))
    many = len(found) > MOST_SHOWN
    accounts = [] if many else [telling.account_of(compilation.model, getattr(compilation, "compiler", None), one) for one in found]
    others = sorted({one.name for one in (found if many else also)})
    if format is Format.json:
        import json

        told = {"edition": edition, "variants": list(variant or ()), "settings": settings_of(set), "name": wanted}
        json.dump(told | {"found": [telling.document(one) for one in accounts], "others": others}, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    else:
        style = style_of(sys.stdout)
        sys.stdout.write("\n".join(telling.text(one, style) for one in accounts))
        if others and not many:
            sys.stdout.write(f"\n{style.paint('also', 'bold')}: {', '.join(others)}\n")
    if many:
        raise Refusal(f"{len(found)} things in {edition} are called `{wanted}`", f"say which one: {', '.join(others)}")
    if errors:
        count = "an error" if errors == 1 else f"{errors} errors"
        raise Refusal(f"{edition} has {count}, so this may not be all of it", _check(edition, variant or (), set or ()), code=1)
    return 0


def _mend(names: Names, wanted: str, edition: str) -> str:
    close = names.close(wanted)
    if not close:
        return f"`rulelang show {edition}` lists spaces, cards, settings and actions"
    return f"did you mean {' or '.join(f'`{one}`' for one in close)}?"


def _check(edition: str, variants: Sequence[str], settings: Sequence[str]) -> str:
    chosen = [*(f"--variant {one}" for one in variants), *(f"--set {one}" for one in settings)]
    return f"`{' '.join(['rulelang check', edition, *chosen])}` shows what is wrong"
