"""The table of sentences of a language: `messages/<locale>.yaml`. Code names a sentence and hands in values; it never joins words.

A sentence is a text with `{placeholders}`; a placeholder with a capital (`{Payer}`) begins a sentence. Where the form depends on a
number, the entry is a mapping: `count` names the value that decides, and each plural form of the language has its text. Which
forms there are is a rule of the language (`PLURALS`), named by `plural` in the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PLURALS: dict[str, tuple[tuple[str, ...], Callable[[int], str]]] = {
    "english": (("one", "other"), lambda n: "one" if abs(n) == 1 else "other"),
    "russian": (
        ("one", "few", "many"),
        lambda n: "one" if n % 10 == 1 and n % 100 != 11 else "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many",
    ),
}

_PLACEHOLDER = re.compile(r"\{([A-Za-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences by dotted key (`event.pay.plain`)."""

    locale: str
    plural: str
    sentences: Mapping[str, str | Mapping[str, str]]

    def has(self, key: str) -> bool:
        return key in self.sentences

    def say(self, key: str, /, **values: str | int) -> str:
        """The sentence with its values. Text goes in as it is; a number is also what decides about the plural form."""
        sentence = self.sentences[key]
        if not isinstance(sentence, str):
            number = values[sentence["count"]]
            sentence = sentence[PLURALS[self.plural][1](number if isinstance(number, int) else int(number))]

        def fill(match: re.Match[str]) -> str:
            name = match[1]
            if name[0].isupper():
                text = str(values[name[0].lower() + name[1:]])
                return text[:1].upper() + text[1:]
            return str(values[name])

        return ended(_PLACEHOLDER.sub(fill, sentence))

    def listed(self, items: list[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        if len(items) < 2:
            return items[0] if items else self.say("word.none")
        return self.say("word.list", first=self.sentences_joined(items[:-1]), last=items[-1])

    def sentences_joined(self, items: list[str]) -> str:
        separator = self.sentences["word.separator"]
        assert isinstance(separator, str)
        return separator.join(items)


def ended(sentence: str) -> str:
    """The sentence with one full stop: a value that ends with one of its own (`200 u.`) ends the sentence as well."""
    return sentence[:-1] if sentence.endswith("..") and not sentence.endswith("...") else sentence


def placeholders(sentence: str | Mapping[str, str]) -> set[str]:
    """The names of the values that a sentence takes, `count` included."""
    if isinstance(sentence, str):
        return {name[0].lower() + name[1:] for name in _PLACEHOLDER.findall(sentence)}
    return {sentence["count"]}.union(*(placeholders(text) for form, text in sentence.items() if form != "count"))


@cache
def wording(locale: str = "en") -> Wording:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = (Path(__file__).parent / "messages" / f"{locale}.yaml").read_text("utf-8")
    table = yaml.load(text, Loader=loader)
    sentences: dict[str, str | Mapping[str, str]] = {}
    for section, entries in table["sentences"].items():
        for name, sentence in entries.items():
            sentences[f"{section}.{name}"] = sentence
    return Wording(table["locale"], table["plural"], sentences)
