"""Hypothesis strategies for small Programs: any values that the types allow, sound or not, for what must hold of form alone."""

from __future__ import annotations

import types
from dataclasses import fields
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from rulelang.ir.ops import OPS
from rulelang.ir.program import (
    Component,
    Currency,
    Decision,
    Die,
    Domain,
    Ladder,
    Limit,
    Measure,
    Message,
    Op,
    Piece,
    Program,
    Slot,
    Strategy,
    Table,
)

NAMES = st.text("abcdefghij_é", min_size=1, max_size=6)
TEXTS = st.text(max_size=8)
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-5, 5) | st.integers(2**52, 2**80)
INDEXES = st.integers(0, 9)
OPTIONAL = st.integers(-1, 9)

ARGS = st.lists(st.integers(-9, 9) | st.integers(-(2**40), 2**40), max_size=4).map(tuple)
OPS_ = st.builds(Op, st.sampled_from(sorted(OPS)), OPTIONAL, ARGS, INDEXES)

# What the schema demands beyond the types, by class and field.
SPECIAL: dict[type, dict[str, st.SearchStrategy[Any]]] = {
    Domain: {"names": st.lists(NAMES, max_size=4, unique=True).map(tuple)},
    Slot: {
        "domains": st.lists(NAMES, max_size=2).map(tuple),
        "initial": st.lists(NUMBERS, min_size=1, max_size=3).map(tuple),
        "low": NUMBERS,
        "high": NUMBERS,
    },
    Table: {"sizes": st.lists(INDEXES, min_size=1, max_size=2).map(tuple)},
    Currency: {"times": st.integers(1, 10**6)},
    Decision: {"kind": st.sampled_from(["yes", "option", "member", "number", "goods"]), "domain": TEXTS},
    Limit: {"period": st.sampled_from(["turn", "round", "game"]), "per": OPTIONAL},
    Component: {"kind": st.sampled_from(["money", "things", "cards", "pieces", "promises"]), "domain": TEXTS},
    Die: {"faces": st.lists(NUMBERS, min_size=1, max_size=3).map(tuple)},
    Ladder: {"steps": st.lists(NAMES, min_size=1, max_size=2).map(tuple)},
    Message: {"literals": st.lists(TEXTS, min_size=1, max_size=3).map(tuple)},
    Piece: {"supply": OPTIONAL},
    Measure: {
        "kind": st.sampled_from(["sums", "counts"]),
        "by": st.lists(st.sampled_from(["payer", "receiver", "thing", "player"]), unique=True).map(tuple),
    },
    Strategy: {
        "plans": st.dictionaries(INDEXES, st.lists(INDEXES, max_size=3).map(tuple), max_size=3),
        "answers": st.dictionaries(INDEXES, INDEXES, max_size=3),
    },
}
UNIQUE = {"cards", "actions"}
"""Fields of indexes among which none stands twice."""
NAMED = {"name", "names", "type", "types", "steps", "words", "options", "variants", "marks", "kind_of", "edition"}
"""Fields of texts that are not empty."""
BIG = {"constants", "values", "members", "kinds", "value", "low", "high"}
"""Fields of numbers that are no indexes."""


def of(kind: Any, name: str = "") -> st.SearchStrategy[Any]:
    """Any value of a type of the Program; `name` is the field it is for."""
    if kind is Op:
        return OPS_
    if kind is Program:
        return st.builds(Program, **_members(Program))
    if hasattr(kind, "__dataclass_fields__"):
        return st.builds(kind, **_members(kind))
    if kind is bool:
        return st.booleans()
    if kind is str:
        return NAMES if name in NAMED else TEXTS
    if kind is int:
        return NUMBERS if name in BIG else INDEXES
    items = get_args(kind)
    if get_origin(kind) is tuple:
        if items[1:] == (Ellipsis,):
            return st.lists(of(items[0], name), max_size=2, unique=name in UNIQUE).map(tuple)
        return st.tuples(*(of(item, _part(name, position)) for position, item in enumerate(items)))
    if get_origin(kind) is dict:
        return st.dictionaries(NAMES, of(items[1], name), max_size=3)
    assert get_origin(kind) in (Union, types.UnionType)
    return st.none() | of(items[0], name)


def _part(name: str, position: int) -> str:
    """Pairs and rows of a name, a type and so on: the first two are not empty."""
    if name in ("parameters", "context"):
        return "name" if position < 2 else ""
    return "type" if name == "values" else ""


def _members(kind: type) -> dict[str, st.SearchStrategy[Any]]:
    hints = get_type_hints(kind)
    special = SPECIAL.get(kind, {})
    return {field.name: special[field.name] if field.name in special else of(hints[field.name], field.name) for field in fields(kind)}


def _by_name(entries: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.lists(entries, max_size=2, unique_by=lambda entry: entry.name).map(lambda found: {entry.name: entry for entry in found})


SPECIAL[Program] = {
    "players": st.tuples(st.integers(1, 64), st.integers(1, 64)),
    "dice": st.lists(st.tuples(st.integers(1, 9), INDEXES), max_size=2).map(tuple),
    "domains": _by_name(of(Domain)),
    "strategies": _by_name(of(Strategy)),
    "texts": st.dictionaries(TEXTS, TEXTS, max_size=2),
    "measures": st.lists(of(Measure), max_size=2).map(tuple),
}
PROGRAMS = of(Program)
