"""Syntax trees as bytes, for the store: what `pickle` makes of them, with the source left out.

The source is put back on reading, so every span refers to the text that was handed in. Only classes of the syntax tree can come out, so
a damaged or foreign record is an error and never does anything.
"""

from __future__ import annotations

import gc
import io
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from fractions import Fraction
from functools import cache
from typing import Any

from rulelang.source import Source, Span
from rulelang.syntax import ast

_SOURCE = "source"
_NODES = "rulelang.syntax.nodes."


def dump_file(file: ast.Node) -> bytes:
    """A tree (of a whole file, or of an expression) as bytes."""
    buffer = io.BytesIO()
    _Writer(buffer, protocol=5).dump(file)
    return buffer.getvalue()


def load_file(data: bytes, source: Source) -> ast.File | None:
    """The tree of a file again, as that of the given source; None if the bytes are no tree."""
    found = load_node(data, source)
    return found if isinstance(found, ast.File) else None


def load_node(data: bytes, source: Source) -> ast.Node | None:
    """Any tree again, as that of the given source; None if the bytes are no tree."""
    try:
        with collector_at_rest():
            found = _Reader(io.BytesIO(data), source).load()
    except Exception:  # a broken pickle may raise anything
        return None
    return found if isinstance(found, ast.Node) else None


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """While thousands of nodes are made at once, and none of them is garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Writer(pickle.Pickler):
    def persistent_id(self, obj: Any) -> str | None:
        return _SOURCE if isinstance(obj, Source) else None

    def reducer_override(self, obj: Any) -> Any:
        # Built again by their constructors: faster than setting the slots of frozen classes one by one.
        if isinstance(obj, ast.Node | Span):
            cls: Any = type(obj)
            return cls, tuple(getattr(obj, name) for name in _field_names(cls))
        return NotImplemented


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, source: Source) -> None:
        super().__init__(file)
        self._source = source

    def persistent_load(self, pid: Any) -> Source:
        if pid != _SOURCE:
            raise pickle.UnpicklingError("a tree refers to nothing but its source")
        return self._source

    def find_class(self, module_name: str, global_name: str) -> Any:
        if module_name.startswith(_NODES):
            found = getattr(ast, global_name, None)
            if isinstance(found, type) and issubclass(found, ast.Node):
                return found
        for known in (Span, Fraction):
            if (module_name, global_name) == (known.__module__, known.__name__):
                return known
        raise pickle.UnpicklingError(f"{module_name}.{global_name} is no part of a tree")


@cache
def _field_names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))
