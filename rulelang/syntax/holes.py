"""Expressions inside texts (`"{site} is not yours"`), parsed once for all runs.

A file's tree is stored whole, but what stands in the `{…}` of its texts is parsed later, by itself. All of them go into one record of
the store, so that a run over stored files never loads the parser.
"""

from __future__ import annotations

import pickle

from rulelang import store
from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_expression, syntax_version
from rulelang.syntax.pickled import dump_file, load_node

MOST_TEXTS = 4000


class Holes:
    """Texts of holes with their trees as bytes; `save` writes what is new."""

    def __init__(self) -> None:
        version = syntax_version()
        self._key = store.fingerprint(version, "holes") if version is not None else None
        self._trees: dict[str, bytes] = {}
        self._new = False
        stored = store.fetch("holes", self._key) if self._key is not None else None
        if stored is not None:
            self._trees = _read(stored)

    def parse(self, source: Source, diagnostics: Diagnostics) -> ast.Node | None:
        """Like `parse_expression`. Only faultless texts are kept."""
        data = self._trees.get(source.text)
        if data is not None:
            found = load_node(data, source)
            if found is not None:
                return found
        before = len(diagnostics)
        node = parse_expression(source, diagnostics)
        if node is not None and len(diagnostics) == before and len(self._trees) < MOST_TEXTS:
            self._trees[source.text] = dump_file(node)
            self._new = True
        return node

    def save(self) -> None:
        if self._new and self._key is not None:
            store.keep("holes", self._key, pickle.dumps(self._trees, protocol=5))
            self._new = False


class _Plain(pickle.Unpickler):
    """Reads a table of texts and bytes, and nothing that could do anything."""

    def find_class(self, module_name: str, global_name: str) -> object:
        raise pickle.UnpicklingError("a table of texts has no classes")


def _read(data: bytes) -> dict[str, bytes]:
    from io import BytesIO

    try:
        found = _Plain(BytesIO(data)).load()
    except Exception:  # a broken pickle may raise anything
        return {}
    if isinstance(found, dict) and all(isinstance(k, str) and isinstance(v, bytes) for k, v in found.items()):
        return found
    return {}
