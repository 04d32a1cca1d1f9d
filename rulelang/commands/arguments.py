"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

import click

from rulelang.refusal import Refusal

Word = TypeVar("Word", bound=Enum)

edition = click.argument("edition", metavar="EDITION", help="A file, or the name of a bundled edition.")
variants = click.option("--variant", metavar="VARIANT", multiple=True, help="A variant, by name or path (repeatable).")
settings = click.option("--set", metavar="NAME=VALUE", multiple=True, help="A setting, such as --set start_money=400 (repeatable).")
locale = click.option("--locale", metavar="LOCALE", help="The language to speak, such as ru; by default the edition's own.")


class OneOf(click.Choice[Word]):
    """One of the words of an enumeration, written as its values are."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        return str(choice.value if isinstance(choice, Enum) else choice)


def settings_of(given: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` texts as a table. What the value means is for the compiler to say: it knows the setting's type."""
    settings: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not sign or not name or not value:
            raise Refusal(f"--set {text}: not of the form NAME=VALUE", "for example --set start_money=400")
        if name in settings and settings[name] != value:
            raise Refusal(f"--set {name} is given twice: {settings[name]} and {value}", "leave one of them out")
        settings[name] = value
    return settings
