"""Cards whose text and lines say different things."""

from __future__ import annotations

import re

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes
from rulelang.syntax import ast

_NUMBER = re.compile(r"\d+(?:[ ,.'’]\d{3})*(?!\d)")
_WORDS = {
    "zero": 0, "one": 1, "once": 1, "two": 2, "twice": 2, "double": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "half": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
}  # fmt: skip
"""Numbers that an English text says in words: they explain a number in the lines, but are never missed there."""


def texts_and_lines(look: Lookout) -> None:
    """A card that names a number in its text and another one in its lines."""
    for key, entry in look.model.values_of("card"):
        card: ast.Card = entry.value
        text = card.title.value
        times = look.model.currency.times if look.model.currency is not None else 1
        in_text = [int(re.sub(r"\D", "", found)) for found in _NUMBER.findall(text)]
        in_lines = _numbers(look, card)
        known = {*in_text, *(number // times for number in in_text), *(_WORDS[w] for w in re.findall(r"\w+", text.lower()) if w in _WORDS)}
        done = {value for value, _, _ in in_lines} | {value * times for value, _, _ in in_lines}
        strangers = [number for number in in_text if number not in done]
        unsaid = [(value, node) for value, node, literal in in_lines if literal and value not in known]
        if strangers and unsaid:
            value, node = unsaid[0]
            look.warning(
                "card-text-differs",
                f"the text of card `{key.split('.')[1]}` names {_listed(strangers)}, and its lines {_listed([v for v, _ in unsaid])}",
                card.title.span,
                help=f"write {value} in the text, or {strangers[0]} in the line",
                labels=[Label(node.span, f"here it is {value}")],
            )


def _numbers(look: Lookout, card: ast.Card) -> list[tuple[int, ast.Node, bool]]:
    """(value, where, is it written there) of every number in the lines of a card; settings count with their values."""
    found: list[tuple[int, ast.Node, bool]] = []
    for node in nodes(card.body, card.plays):
        match node:
            case ast.Num(value=value):
                found.append((value, node, True))
            case ast.Pct(value=value):
                found.append((int(value), node, True))
            case ast.Word(text=text):
                setting = look.world.settings.get(look.model.canonical(text))
                if setting is not None:
                    found.extend((value, node, False) for value in setting.values)
    return found


def _listed(numbers: list[int]) -> str:
    return " and ".join(str(number) for number in dict.fromkeys(numbers))
