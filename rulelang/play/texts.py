"""What an edition says, in the language of the game: titles with their forms, texts with values, and names that are shown as words.

A text is found by what stands in the source; one that has no translation is shown as it is there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from rulelang.ir.program import Currency, Message, Program, Translation
from rulelang.machine.languages import COUNT
from rulelang.play.forms import PLACEHOLDER, Name, Value, ended
from rulelang.play.wording import OWN, Wording, locales, name_of

_NONE = Translation({}, {})


def own_locale(program: Program) -> str:
    """The language in which a game is told if nobody says otherwise: that of its edition, as far as the machine speaks it."""
    return program.locale if program.locale in locales() else OWN


class Texts:
    """The texts of a Program in a language."""

    def __init__(self, program: Program, wording: Wording) -> None:
        own = program.locales.get(wording.locale, _NONE)
        self._texts: dict[str, Mapping[str, str]] = {**{key: {"": text} for key, text in wording.texts.items()}, **own.texts}
        self._names: dict[str, Mapping[str, str]] = {**{key: {"": text} for key, text in wording.names.items()}, **own.names}
        self._wording = wording

    def name(self, text: str, carrier: Mapping[str, str] | None = None, plural: str = "") -> Name:
        """A title. `plural` is that of the source, for a text without a translation."""
        entry = self._texts.get(text)
        if entry is None:
            return Name(text, {"one": text, "other": plural} if plural else {}, carrier or {})
        # A table for the language of the source may give forms only: the text is that of the source.
        return name_of(entry, carrier, text)

    def word(self, name: str) -> Name:
        """A name that is shown as words."""
        entry = self._names.get(name) or self._names.get(name.replace("_", " ")) or self._texts.get(name)
        return name_of(entry, text=name.replace("_", " ")) if entry else Name(name.replace("_", " "))

    def message(self, message: Message, values: Sequence[Value]) -> str:
        """A text with values, in the order in which they stand in the source."""
        entry = self._texts.get(message.text) or (self._names.get(message.text) if not message.values else None)
        if entry is not None:
            known = dict(zip((hole for hole, _ in PLACEHOLDER.findall(message.text)), values, strict=False))
            sentence = entry if COUNT in entry else entry.get("", message.text)
            with contextlib.suppress(KeyError):  # a table that nobody checked may ask for anything
                return self._wording.fill(sentence, known)
        parts = [message.literals[0]]
        for value, literal in zip(values, message.literals[1:], strict=False):
            parts += (str(value), literal)
        return ended("".join(parts))

    def literals(self, message: Message) -> list[str]:
        """The words of a text without its values."""
        entry = self._texts.get(message.text)
        if entry is None:
            return list(message.literals)
        return [part for form, text in entry.items() if form != COUNT for part in PLACEHOLDER.split(text)[::3]]

    def currency(self, currency: Currency, amount: str) -> str:
        """An amount with the sign of the currency. The translation of the sign says where the number stands: `{amount} €`."""
        entry = self._texts.get(currency.symbol)
        if entry and "{amount}" in entry.get("", ""):
            return entry[""].replace("{amount}", amount)
        sign = entry.get("", currency.symbol) if entry else currency.symbol
        return f"{sign}{amount}" if currency.before else f"{amount} {sign}".rstrip()
