"""How a sentence asks for a form of what is put into it, and how a name answers.

A placeholder is `{name}`; with a capital (`{Payer}`) it begins a sentence; `{payer:dat}` asks for a form. A form is a case, a class of
number (`few`), the name of a number in the same sentence (`{piece:count}`: the form that goes with that many), or a case and one of
these. Whoever has no such form gives the nearest that he has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from rulelang.machine.languages import BASE, COUNT

PLACEHOLDER = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
NumberClass = Callable[[int], str]
"""The class of a number in a language: one, few, many …"""
_OTHER = "other"
_TWO_MARKS = re.compile(r"[.?!][”»]?\.$")


@runtime_checkable
class Formed(Protocol):
    """What can be put into a sentence in several forms."""

    def said(self, form: str = "") -> str: ...


Value = str | int | Formed


@dataclass(frozen=True, slots=True)
class Name:
    """A text with its forms. `carrier` has, by case, a phrase with `{name}` for names that cannot be declined themselves: a noun
    takes the case and the name stands beside it."""

    text: str
    forms: Mapping[str, str] = field(default_factory=dict)
    carrier: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text

    def said(self, form: str = "") -> str:
        if not form or form == BASE:
            return self.text
        case, _, number = form.rpartition(" ")
        for known in (form, number, case, _OTHER if case else ""):
            if known and known in self.forms:
                return self.forms[known]
        if form in self.carrier:
            return self.carrier[form].replace("{name}", self.text)
        # A class of number that nobody gave: the plural, if there is one.
        return self.forms.get(_OTHER, self.text) if form in _NUMBERS and form != "one" else self.text

    def all_forms(self) -> set[str]:
        return {self.text, *self.forms.values()}


_NUMBERS = frozenset(("zero", "one", "two", "few", "many", _OTHER))


def filled(sentence: str, values: Mapping[str, Value], number_class: NumberClass) -> str:
    """The sentence with its values. Raises KeyError for a placeholder that names none."""

    def fill(match: re.Match[str]) -> str:
        name, form = match[1], match[2] or ""
        capital = name not in values
        value = values[name[0].lower() + name[1:]] if capital else values[name]
        words = []
        for word in form.split():
            number = values.get(word)
            words.append(number_class(number) if isinstance(number, int) else word)
        text = value.said(" ".join(words)) if isinstance(value, Formed) else str(value)
        return text[:1].upper() + text[1:] if capital else text

    return ended(PLACEHOLDER.sub(fill, sentence))


def chosen(sentence: Mapping[str, str], values: Mapping[str, Value], number_class: NumberClass) -> str:
    """The text that goes with the number that decides."""
    number = values[sentence[COUNT]]
    assert isinstance(number, int), sentence
    form = number_class(number)
    return sentence[form] if form in sentence else sentence[_OTHER]


def ended(sentence: str) -> str:
    """The sentence with one mark at its end: a value that brings its own (`200 u.`, `Who?`, `“Go.”`) ends the sentence as well."""
    return sentence[:-1] if _TWO_MARKS.search(sentence) and not sentence.endswith("...") else sentence


def placeholders(sentence: str | Mapping[str, str]) -> set[str]:
    """The names of the values that a sentence takes, `count` included."""
    if isinstance(sentence, str):
        return {name[0].lower() + name[1:] for name, _ in PLACEHOLDER.findall(sentence)}
    counted = {sentence[COUNT]} if COUNT in sentence else set()
    return counted.union(*(placeholders(text) for form, text in sentence.items() if form != COUNT))
