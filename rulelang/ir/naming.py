"""Names for the numbers of a Program: entities and sets by their domain's names, tables and functions by their own.

A listing is read when something is wrong, so nothing here minds an index that is not there: it is shown with a `?`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rulelang.ir.program import Message, Program, Promise

_SET = "set of "


def members(program: Program, type_name: str | None) -> tuple[str, ...] | None:
    """The names of the entities that a type has, in the order of their numbers; None if it is no type of entities."""
    match type_name:
        case None:
            return None
        case "holder" if "holder" not in program.domains:
            pots = program.domains["pot"].names if "pot" in program.domains else ()
            players = program.domains["player"].names if "player" in program.domains else ()
            return (*players, "bank", *pots)
        case "space" if "space" not in program.domains:
            type_name = "thing"
    domain = program.domains.get("thing" if type_name in program.kinds and type_name not in program.domains else type_name)
    return domain.names if domain else None


def member_type(program: Program, type_name: str | None) -> str | None:
    """The type of what is in a set: `thing` for `set of things`. None if the type is no set of entities."""
    if type_name is None or not type_name.startswith(_SET):
        return None
    noun = type_name.removeprefix(_SET)
    return next((name for name in (noun, noun.removesuffix("s"), noun.removesuffix("es")) if members(program, name) is not None), None)


def set_type(program: Program, member: str | None) -> str | None:
    """The type of sets of these entities."""
    return None if members(program, member) is None else f"{_SET}{member}s"


def value_text(program: Program, value: int, type_name: str | None) -> str:
    """A number as its type says: an entity's name, a set's members, else the number."""
    inside = member_type(program, type_name)
    if inside is not None:
        return set_text(members(program, inside) or (), inside, value)
    names = members(program, type_name)
    if names is None:
        return str(value)
    return "none" if value == -1 else names[value] if 0 <= value < len(names) else f"{value}?"


def set_text(names: Sequence[str], member: str, value: int) -> str:
    if value < 0 or value >> len(names):
        return f"{{{value:#x}?}}"
    if value and value == (1 << len(names)) - 1:
        return f"{{all {member}s}}"
    return "{" + " ".join(name for number, name in enumerate(names) if value >> number & 1) + "}"


def entry_name(names: Sequence[str], index: int) -> str:
    """The name of an entry of a table of the program."""
    return names[index] if 0 <= index < len(names) else f"{index}?"


def function_name(program: Program, index: int) -> str:
    """`12:turn`: names of functions need not be unique."""
    return f"{index}:{program.functions[index].name}" if 0 <= index < len(program.functions) else f"{index}?"


def place(program: Program, origin: int) -> str:
    """`property.mono:80`."""
    if not 0 <= origin < len(program.origins):
        return f"origin {origin}?"
    return f"{program.origins[origin].file}:{program.origins[origin].line}"


def chain_text(program: Program, origin: int) -> str:
    """The overrides that led to an origin, if there are any."""
    chain = program.origins[origin].chain if 0 <= origin < len(program.origins) else ()
    return f" by {', '.join(chain)}" if chain else ""


def result_type(program: Program, function: int) -> str | None:
    """The type of what a function returns, where the Program says it by what it uses the function for."""
    if any(function == ending.winners for ending in program.endings):
        return set_type(program, "player")
    for action in program.actions:
        for _, _, domain, candidates in action.parameters:
            if function == candidates:
                return set_type(program, domain)
    for component in program.components:
        if function == component.allowed:
            return set_type(program, component.domain)
    for strategy in program.strategies.values():
        for number, answer in strategy.answers.items():
            if function == answer and 0 <= number < len(program.decisions) and program.decisions[number].kind == "member":
                return program.decisions[number].domain
    return None


def promise_text(promise: Promise) -> str:
    """The title in quotes, with the names of its fields in braces."""
    names = [field.name for field in promise.fields]
    holes = [f"{{{entry_name(names, number)}}}" for number, _ in promise.title.values]
    return '"' + "".join(part for pair in zip_longest(promise.title.literals, holes, fillvalue="") for part in pair) + '"'


def message_text(program: Program, message: Message) -> str:
    """The text in quotes, with what works out each placeholder in braces."""
    text = ""
    for position, literal in enumerate(message.literals):
        text += literal
        if position < len(message.values):
            function, type_name = message.values[position]
            text += f"{{{f'value {position}' if function == -1 else function_name(program, function)}: {type_name}}}"
    return f'"{text}"'
