"""Texts with values in them: `Message`s of a Program as a person reads them.

How a value is written and how a sentence reads in a language is the caller's affair: he hands in a `Speaker`. `Words` is the plain
one, in English with the titles of the Program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from rulelang.engine.loaded import Loaded
from rulelang.ir.program import NOBODY, Message, Program
from rulelang.ir.shape import text_width


class Speaker(Protocol):
    def message(self, message: Message, values: Sequence[int]) -> str:
        """A message with the values of its `{…}`, each of the type that the message says; a bundle is one number a component."""
        ...

    def saying(self, saying: str, **numbers: int) -> str:
        """One of the machine's own sentences (`rulelang/machine/sayings.py`)."""
        ...


def render(
    loaded: Loaded, message: Message, s: list[int], arguments: Sequence[int], speaker: Speaker | None = None, *, values: bool = False
) -> str:
    """The text of a message. `arguments` are the values of its context (player and parameters); `s` the slots.

    With `values`, a part with function -1 is the argument at its own place, as in `say`.
    """
    found: list[int] = []
    for place, (function, _) in enumerate(message.values):
        if function < 0:
            found.append(arguments[place] if values and place < len(arguments) else 0)
        else:
            taken = len(loaded.program.functions[function].parameters)
            result = loaded.call(function, s, *arguments[:taken])
            found.extend(result if isinstance(result, tuple) else (result,))
    return (speaker or Words(loaded.program)).message(message, found)


def values_of(program: Program, message: Message, numbers: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
    """For each value of a message its type and the numbers that it is made of."""
    at = 0
    for _, type_ in message.values:
        width = text_width(program, type_)
        yield type_, numbers[at : at + width]
        at += width


class Words:
    """Speaks plain English. `players` are the players' names; those of the domain if there are none."""

    def __init__(self, program: Program, players: Sequence[str] = ()) -> None:
        self._program = program
        self._players = tuple(players)

    def message(self, message: Message, values: Sequence[int]) -> str:
        parts = [message.literals[0]]
        for (type_, value), literal in zip(values_of(self._program, message, values), message.literals[1:], strict=True):
            parts += (self._bundle(value) if type_ == "bundle" else self(type_, value[0]), literal)
        return "".join(parts)

    def saying(self, saying: str, **numbers: int) -> str:
        return saying.format(**numbers)

    def __call__(self, type_: str, value: int) -> str:
        if type_.startswith("set of "):
            return self._list(type_.removeprefix("set of "), value)
        match type_:
            case "money":
                return self._money(value)
            case "yes/no":
                return "yes" if value else "no"
            case "percent":
                return f"{value}%"
            case "holder":
                return self._holder(value)
            case "text":
                return self._program.texts.get(f"text {value}", "")
            case _:
                domain = self._domain(type_)
                return str(value) if domain is None else self._member(domain, value)

    def _bundle(self, registers: Sequence[int]) -> str:
        """What is in it, without promises."""
        inside: list[str] = []
        for component, value in zip(self._program.components, registers, strict=True):
            if value and component.kind == "money":
                inside.append(self._money(value))
            elif value and component.kind == "pieces":
                piece = self._program.pieces[component.index]
                inside.append(f"{value} {piece.title if value == 1 else piece.plural}")
            elif value and not component.title:
                inside.append(self._list(component.domain, value))
        return ", ".join(inside) or "nothing"

    def _domain(self, type_: str) -> str | None:
        """The domain that a type's values are indexes of, None if they are numbers."""
        if type_ == "space" or type_ in self._program.kinds:
            return "thing"
        return type_ if type_ in self._program.domains else None

    def _member(self, domain: str, value: int) -> str:
        if value <= NOBODY:
            return "nobody" if domain == "player" else "nothing"
        if domain == "player" and value < len(self._players):
            return self._players[value]
        entry = self._program.domains[domain]
        return entry.titles[value] if value < len(entry.titles) else str(value)

    def _holder(self, value: int) -> str:
        bank = self._program.players[1]
        if value < bank:
            return self._member("player", value)
        return "the bank" if value == bank else self._member("pot", value - bank - 1)

    def _money(self, value: int) -> str:
        currency = self._program.currency
        amount = f"{abs(value) * currency.times:,}"
        text = f"{currency.symbol}{amount}" if currency.before else f"{amount} {currency.symbol}"
        return f"-{text}" if value < 0 else text

    def _list(self, type_: str, members: int) -> str:
        singular = type_ if self._domain(type_) or type_ == "holder" else type_.removesuffix("s")
        names = [self(singular, index) for index in range(members.bit_length()) if members >> index & 1]
        if len(names) < 2:
            return names[0] if names else "nothing"
        return f"{', '.join(names[:-1])} and {names[-1]}"
