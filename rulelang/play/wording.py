"""The table of sentences of a language: `messages/<locale>.yaml`. Code names a sentence and hands in values; it never joins words.

A sentence is a text with `{placeholders}` (`forms.py`). Where the whole form depends on a number, the entry is a mapping: `count`
names the value that decides, and each class of number of the language has its text. A mapping without `count` is a name with its
forms. Which number is of which class, and how numbers are written, is told by Babel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.machine.languages import BASE, COUNT
from rulelang.play.forms import Formed, Name, Value, chosen, filled
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from babel import Locale

Entry = str | Mapping[str, str]
OWN = "en"
"""The language of the machine's own sayings, and of an edition that does not say in which language it is written."""
_GROUPED_FROM = 10_000
_MESSAGES = Path(__file__).parent / "messages"


@dataclass(frozen=True)
class Wording:
    """Sentences by dotted key (`event.pay`); `carriers` by type, then case; `texts` of the machine's sayings, `names` of its words."""

    locale: str
    sentences: Mapping[str, Entry]
    carriers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    players: Sequence[Entry] = ()
    """What the computer's players are called."""

    def has(self, key: str) -> bool:
        return key in self.sentences

    def say(self, key: str, /, **values: Value) -> str:
        """The sentence with its values. Text goes in as it is; a number is also what decides about the plural form."""
        return self.fill(self.sentences[key], values)

    def fill(self, sentence: Entry, values: Mapping[str, Value]) -> str:
        """A sentence of a table with values by the names of its placeholders."""
        if not isinstance(sentence, str):
            sentence = chosen(sentence, values, self.number_class)
        return filled(sentence, values, self.number_class) if "{" in sentence else sentence

    def name(self, key: str) -> Name:
        """An entry that is a name: `word.bank`."""
        return name_of(self.sentences[key])

    def player(self, name: str) -> Name:
        """A player. Of the names that the table gives the forms are known; others stand beside a noun that has them."""
        carrier = self.carriers.get("player", {})
        known = next((entry for entry in self.players if not isinstance(entry, str) and entry[BASE] == name), name)
        return name_of(known, carrier)

    def words(self, key: str) -> list[str]:
        """An entry that lists words."""
        return self.say(key).split()

    # ----------------------------------------------------------------------------------------------------------- numbers
    @cached_property
    def _babel(self) -> Locale:
        from babel import Locale

        return Locale.parse(self.locale)

    def number_class(self, number: float) -> str:
        """one, few, many … by the rules of the language."""
        return str(self._babel.plural_form(number))

    def number(self, number: int) -> str:
        """Long numbers in groups, as the language writes them."""
        if abs(number) < _GROUPED_FROM:
            return str(number)
        from babel.numbers import format_decimal

        return str(format_decimal(number, locale=self._babel))

    def decimal(self, number: float, digits: int) -> str:
        """A number with so many digits after the point."""
        from babel.numbers import format_decimal

        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        if abs(number) < _GROUPED_FROM:
            pattern = pattern.removeprefix("#,##")
        return str(format_decimal(number, format=pattern, locale=self._babel))

    def percent(self, number: int) -> str:
        pattern: str = self._babel.percent_formats[None].pattern
        return pattern.replace("#,##0", self.number(number))

    # ------------------------------------------------------------------------------------------------------------- lists
    def listed(self, items: Sequence[Value], form: str = "") -> str:
        """`a`, `a and b`, `a, b and c`."""
        said = [item.said(form) if isinstance(item, Formed) else str(item) for item in items]
        if len(said) < 2:
            return said[0] if said else self.say("word.none")
        return self.say("word.list", first=self.joined(said[:-1]), last=said[-1])

    def joined(self, items: Sequence[str]) -> str:
        """`a, b, c`."""
        return self.say("word.separator").join(items)

    def together(self, items: Sequence[Value]) -> Formed:
        """A list as one value: asked for a form, it asks all its members."""
        return _Together(self, tuple(items))


@dataclass(frozen=True, slots=True)
class _Together:
    wording: Wording
    items: tuple[Value, ...]

    def said(self, form: str = "") -> str:
        return self.wording.listed(self.items, form)

    def __str__(self) -> str:
        return self.said()


def name_of(entry: Entry, carrier: Mapping[str, str] | None = None, text: str = "") -> Name:
    """The name that an entry of a table says: its text, or its forms. `text` is the form in which it is cited, if the entry lacks it."""
    if isinstance(entry, str):
        return Name(entry, {}, carrier or {})
    return Name(next((entry[form] for form in (BASE, "", "one") if form in entry), text), entry, carrier or {})


def locales() -> list[str]:
    """The languages in which the machine speaks."""
    return sorted(path.stem for path in _MESSAGES.glob("*.yaml"))


@cache
def wording(locale: str = OWN) -> Wording:
    """The table of a language. Raises: Refusal if there is none."""
    import yaml

    known = locales()
    if locale not in known:
        raise Refusal(f"the machine does not speak `{locale}`", f"it speaks {' and '.join(known)}: for example --locale {known[-1]}")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    table = yaml.load((_MESSAGES / f"{locale}.yaml").read_text("utf-8"), Loader=loader)
    sentences = {f"{section}.{name}": entry for section, entries in table["sentences"].items() for name, entry in entries.items()}
    assert table["locale"] == locale and all(isinstance(entry, str) or COUNT in entry or BASE in entry for entry in sentences.values())
    return Wording(locale, sentences, table.get("carriers", {}), table.get("texts", {}), table.get("names", {}), table["players"])
