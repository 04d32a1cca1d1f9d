"""What can be answered to a game that waits, as small frozen values, and their JSON.

| the game waits for | answers                                                                              |
|--------------------|--------------------------------------------------------------------------------------|
| act                | `Act`, `Pass`                                                                        |
| yes                | `Yes`, `No`                                                                          |
| option             | `Option`                                                                             |
| member             | `Member`                                                                             |
| number             | `Number`; `legal_actions` lists one `NumberRange`                                    |
| goods              | `PutIn`, `TakeOut`, `Done`, or all at once `Bundle`; amounts are listed as `NumberRange` |
| roll, draw, pick   | `ChanceOutcome`                                                                      |
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from rulelang.engine.exact import written


@dataclass(frozen=True, slots=True)
class Pass:
    """Does nothing in this moment."""


@dataclass(frozen=True, slots=True)
class Act:
    """Performs an action (index into `program.actions`) with its parameters."""

    action: int
    params: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Yes:
    """Agrees to what is asked."""


@dataclass(frozen=True, slots=True)
class No:
    """Declines what is asked."""


@dataclass(frozen=True, slots=True)
class Option:
    """Takes a way of a decision, by its number from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Member:
    """Chooses a member (a thing, a player …) by its index in the decision's domain."""

    index: int


@dataclass(frozen=True, slots=True)
class Number:
    """Says a number of the range that is offered."""

    value: int


@dataclass(frozen=True, slots=True)
class NumberRange:
    """All numbers from least to most by `step`, as one entry of `legal_actions`: answered by `Number`, or in a bundle (component >= 0)
    by `PutIn(component, number)`."""

    least: int
    most: int
    step: int = 1
    component: int = -1


@dataclass(frozen=True, slots=True)
class PutIn:
    """Puts a member into a component of the bundle that is a set; of money or pieces, says how much there is to be in it (0 too)."""

    component: int
    value: int


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Takes a member out of a component that is a set."""

    component: int
    value: int


@dataclass(frozen=True, slots=True)
class Done:
    """The bundle is put together."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The whole bundle: a value for each of the program's components (a set as a bit set)."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """Roll: the faces in order, number n as n and word w as -1 - w. Draw: the card. Pick: the member."""

    values: tuple[int, ...]


Answer = Pass | Act | Yes | No | Option | Member | Number | NumberRange | PutIn | TakeOut | Done | Bundle | ChanceOutcome

_CLASSES: dict[str, type[Answer]] = {
    "pass": Pass,
    "act": Act,
    "yes": Yes,
    "no": No,
    "option": Option,
    "member": Member,
    "number": Number,
    "range": NumberRange,
    "put_in": PutIn,
    "take_out": TakeOut,
    "done": Done,
    "bundle": Bundle,
    "chance": ChanceOutcome,
}
_NAMES = {class_: name for name, class_ in _CLASSES.items()}


def answer_to_json(answer: Answer) -> list[Any]:
    """An array: the name, then the fields; tuples as arrays, numbers beyond ±(2^53 - 1) as strings."""
    array: list[Any] = [_NAMES[type(answer)]]
    for field in fields(answer):
        value = getattr(answer, field.name)
        array.append([written(item) for item in value] if isinstance(value, tuple) else written(value))
    return array


def answer_from_json(data: list[Any]) -> Answer:
    """The answer that `answer_to_json` wrote; ValueError if it is none."""
    try:
        name, *values = data
        read: list[Any] = [tuple(int(item) for item in value) if isinstance(value, list) else int(value) for value in values]
        return _CLASSES[name](*read)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no answer to a game: {data!r}") from error
