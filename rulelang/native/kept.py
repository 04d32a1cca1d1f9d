"""Objects of machine code in the store: found again by all that they depend on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

from rulelang import store
from rulelang.ir.program import Program

_KIND = "native"


def key(program: Program, strategies: Sequence[str], *parts: str) -> str:
    """The name of a program's objects: its rules, all its code with the places that faults name (an entry may lie outside of what the
    hash of the rules covers), the table, and how and by what they are made, but for the level. "" if they cannot be kept, the generator's
    own sources being out of reach."""
    sources = _sources()
    if sources is None:
        return ""
    code = blake2b(repr(program.constants).encode("ascii"), digest_size=16)
    for function in program.functions:
        head = f"{len(function.parameters)} {function.registers} {function.results} {function.pure} {function.actor} {function.origin}"
        code.update(head.encode("ascii"))
        for op in function.code:
            code.update(f"{op.code} {op.out} {op.args} {op.origin};".encode("ascii"))
    return store.fingerprint(program.rules_hash, code.digest(), "/".join(strategies), *parts, *sources)


def at_level(name: str, level: int | None) -> str:
    """The name of those objects that were made with a level of optimisation; None: the usual one."""
    return store.fingerprint(name, str(level)) if name else ""


@cache
def _sources() -> tuple[str | bytes, ...] | None:
    """Of the generator and of what it reads a program by."""
    found: list[str | bytes] = []
    for package in ("native", "ir", "machine", "engine"):
        below = store.sources_below(Path(__file__).parent.parent / package)
        if below is None:
            return None
        found += below
    return tuple(found)


def fetch(name: str) -> list[bytes] | None:
    """The objects, or None if there are none that are whole."""
    data = store.fetch(_KIND, name) if name else None
    if data is None:
        return None
    first = int.from_bytes(data[:8], "little")
    return [data[8 : 8 + first], data[8 + first :]]


def keep(name: str, objects: Sequence[bytes]) -> None:
    """Keeps two objects, if they have a name."""
    if name:
        store.keep(_KIND, name, len(objects[0]).to_bytes(8, "little") + objects[0] + objects[1])
