"""Changes to the sample: what makes of a Program one that differs in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulelang.ir.program import Domain, Message, Program, Promise, PromiseField

Change = Callable[[Program], Program]


def table(name: str, number: int | str, /, **changes: Any) -> Change:
    """Changes fields of an entry of a table of the program, by number or by its name."""

    def change(program: Program) -> Program:
        entries = list(getattr(program, name))
        index = number if isinstance(number, int) else next(i for i, entry in enumerate(entries) if entry.name == number)
        entries[index] = replace(entries[index], **changes)
        return replace(program, **{name: tuple(entries)})

    return change


def whole(**changes: Any) -> Change:
    return lambda program: replace(program, **changes)


def domains(**changes: Domain) -> Change:
    return lambda program: replace(program, domains={**program.domains, **changes})


def inside(name: str, number: int, field: str, /, **changes: Any) -> Change:
    """Changes fields of the first entry of a tuple inside an entry: a need, a limit."""

    def change(program: Program) -> Program:
        entry = getattr(program, name)[number]
        first = replace(getattr(entry, field)[0], **changes)
        return table(name, number, **{field: (first, *getattr(entry, field)[1:])})(program)

    return change


def promise(in_force: int = 0, component: int = -1, literals: tuple[str, ...] = ("a bond of ", ""), shown: int = 0) -> Promise:
    """A kind of promise that says how much is due."""
    return Promise("bond", Message(literals, ((shown, "money"),)), in_force, 0, 0, (PromiseField("due", "money", 0, component),))


def bound(made: Promise) -> Change:
    """The program with a kind of promise, and a domain for its rows."""
    return lambda program: replace(program, promises=(made,), domains={**program.domains, "promise.bond": Domain("promise.bond", (), ())})


def calm(**changes: Any) -> Change:
    return lambda program: replace(program, strategies={"calm": replace(program.strategies["calm"], **changes)})
