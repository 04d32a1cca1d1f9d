"""`hash_rules`: one short word for everything that decides how a game goes.

Two Programs with the same word play the same game for the same seed and decisions, and a game that was saved in the middle of a
rule under one goes on under the other. What is only read by people is left out: titles, texts, help, the names of functions and
registers, origins, the display of money, measures; so are functions that only texts and explanations use. Constants are taken in
where they stand, so that their order says nothing. The numbers of functions count, since a saved game names its calls by them.

Ids (of entities, slots, decisions, actions …) count too: recorded games and strategies speak of things by their ids.
"""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import sha256
from typing import Any

from rulelang.ir.program import (
    Action,
    Component,
    Decision,
    Deck,
    Domain,
    Ending,
    Function,
    Limit,
    Moment,
    Need,
    Op,
    Piece,
    Program,
    Slot,
    Strategy,
    Table,
)
from rulelang.ir.shape import parts

LENGTH = 16
"""Letters of the word: 64 bits, enough to tell apart all rules that will ever be saved."""

UNHEARD: dict[type, tuple[str, ...]] = {
    Domain: ("titles",),
    Slot: ("title",),
    Table: ("name",),
    Function: ("name", "parameters", "origin"),
    Decision: ("context", "title", "ways", "echoed"),
    Need: ("reason", "origin"),
    Action: ("title", "origin"),
    Moment: ("title",),
    Deck: ("title",),
    Piece: ("title", "plural"),
    Ending: ("title", "origin"),
    Strategy: ("title",),
    Program: (
        *("edition", "title", "variants", "currency", "rules_hash", "settings", "texts"),
        *("measures", "marks", "messages", "cases", "origins", "promises", "locale", "locales"),
        *("constants", "functions"),  # taken in where they are used
    ),
}
"""Fields that decide nothing by themselves. A field that is not named here counts."""

CALLED: dict[type, tuple[str, ...]] = {
    Program: ("entry",),
    Action: ("cost", "function"),
    Need: ("function",),
    Limit: ("count", "per"),
    Component: ("allowed",),
    Ending: ("holds", "winners"),
    Strategy: ("plans", "answers"),
}
"""Fields that name functions: one, or those of a dict's values, which may be several each."""


def hash_rules(program: Program) -> str:
    """The word, in hexadecimal. The program must be sound; its own `rules_hash` plays no part."""
    reached: list[int] = []
    told: list[Any] = [_tell(program, program, reached)]
    functions: dict[int, Any] = {}
    while reached:
        number = reached.pop()
        if number >= 0 and number not in functions:
            functions[number] = _tell(program, program.functions[number], reached)
    told += sorted(functions.items())
    text = json.dumps(told, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def in_use(program: Program) -> frozenset[int]:
    """The functions that a game can come to: those by which it, its actions and its strategies go, and all that these call."""
    reached: list[int] = []
    _tell(program, program, reached)
    found: set[int] = set()
    while reached:
        number = reached.pop()
        if number >= 0 and number not in found:
            found.add(number)
            for op in program.functions[number].code:
                reached += (arg for letter, arg in parts(op) if letter == "f")
    return frozenset(found)


def _tell(program: Program, value: Any, reached: list[int]) -> Any:
    """The value as lists, numbers and strings, without what decides nothing; the functions that it names go to `reached`."""
    match value:
        case None | bool() | int() | str():
            return value
        case tuple():
            return [_tell(program, item, reached) for item in value]
        case dict():
            return [[key, _tell(program, item, reached)] for key, item in value.items()]
        case Op():
            return _tell_op(program, value, reached)
    kind = type(value)
    for name in CALLED.get(kind, ()):
        called = getattr(value, name)
        for named in called.values() if isinstance(called, dict) else [called]:
            reached += named if isinstance(named, tuple) else [named]
    if kind is Action:
        reached += [candidates for _, _, _, candidates in value.parameters]
    unheard = UNHEARD.get(kind, ())
    return [_tell(program, getattr(value, field.name), reached) for field in fields(value) if field.name not in unheard]


def _tell_op(program: Program, op: Op, reached: list[int]) -> list[Any]:
    """An op without its origin. A constant is a string, since a register is a number."""
    told: list[Any] = [op.code, op.out]
    for letter, arg in parts(op):
        if letter == "f":
            reached.append(arg)
        told.append(str(program.constants[~arg]) if letter == "o" and arg < 0 else arg)
    return told
