"""Arguments that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

from rulelang.refusal import Refusal


class Format(StrEnum):
    """What a command writes, for people or for programs."""

    text = "text"
    json = "json"


Edition = Annotated[str, typer.Argument(metavar="EDITION", help="A file, or the name of a bundled edition.", show_default=False)]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="VARIANT", help="A variant, by name or path (repeatable).", show_default=False),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A setting, such as --set start_money=400 (repeatable).", show_default=False),
]

Players = Annotated[int | None, typer.Option("--players", metavar="N", help="How many play; 4 if the edition allows.", show_default=False)]
Strategies = Annotated[
    list[str] | None,
    typer.Option("--strategy", metavar="NAME", help="How all decide, a name or path, or one: 2=NAME (repeatable).", show_default=False),
]
From = Annotated[str | None, typer.Option("--from", metavar="POSITION", help="Begin there.", show_default=False)]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Another number, other games.")]
LastRound = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="A game that lasts longer is left unfinished.")]
Rotate = Annotated[bool, typer.Option("--rotate", help="Another player begins each time.")]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", min=1, help="How many work at once; all processors.", show_default=False)
]
Locale = Annotated[
    str | None,
    typer.Option("--locale", metavar="LOCALE", help="The language to speak, such as ru; by default the edition's own.", show_default=False),
]


def settings_of(given: Sequence[str] | None) -> dict[str, str]:
    """`NAME=VALUE` texts as a table. What the value means is for the compiler to say: it knows the setting's type."""
    settings: dict[str, str] = {}
    for text in given or ():
        name, sign, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not sign or not name or not value or "\n" in text or "#" in value:
            raise Refusal(f"--set {text}: not of the form NAME=VALUE", "for example --set start_money=400")
        if name in settings and settings[name] != value:
            raise Refusal(f"--set {name} is given twice: {settings[name]} and {value}", "leave one of them out")
        settings[name] = value
    return settings
