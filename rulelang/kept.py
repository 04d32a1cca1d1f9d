"""Compiled programs in the store: found again by all that they depend on.

A program is kept only if nothing was wrong with it, so nothing is lost that would have to be said again. Only classes of `ir.program` can
come out of a record, so a damaged or foreign one is as good as none and never does anything.
"""

from __future__ import annotations

import io
import pickle
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang import store
from rulelang.ir import program as classes
from rulelang.ir.program import Program
from rulelang.syntax.pickled import collector_at_rest

if TYPE_CHECKING:
    from rulelang.pipeline import Compilation

_KIND = "program"
_STAGES = ("check", "lower", "lints", "ir", "machine")
"""The packages that a program is made by, besides what makes the trees."""


def key(compilation: Compilation) -> str | None:
    """The name of its program: every text that was read, in order, what was chosen with it, and by what it is made. None if the package's
    own sources are out of reach, or if something is wrong already.

    Raises: Refusal, as reading does.
    """
    files = compilation.files
    version = _version()
    if version is None or compilation.found.has_errors:
        return None
    chosen = (compilation.edition, compilation.variants, sorted(compilation.settings.items()), compilation.strategies)
    read = [part for source in files for part in (source.path, source.text)]
    return store.fingerprint(version, repr((*chosen, compilation.open_settings)), *read)


def fetch(name: str) -> Program | None:
    """The program of that name, or None if there is none that is whole."""
    data = store.fetch(_KIND, name)
    if data is None:
        return None
    try:
        with collector_at_rest():
            found = _Reader(io.BytesIO(zlib.decompress(data))).load()
    except Exception:  # a broken record may raise anything
        return None
    return found if isinstance(found, Program) else None


def keep(name: str, program: Program) -> None:
    store.keep(_KIND, name, zlib.compress(pickle.dumps(program, protocol=5)))


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module != classes.__name__:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a program")
        return getattr(classes, name)


@cache
def _version() -> str | None:
    """Changes with everything that a program depends on besides its texts: grammar, the stages of the compiler, the version of Python."""
    from rulelang.syntax.parser import syntax_version

    trees = syntax_version()
    package = Path(__file__).parent
    found: list[str | bytes] = []
    for part in (store.sources_of(str(package / "pipeline.py")), *(store.sources_below(package / stage) for stage in _STAGES)):
        if part is None:
            return None
        found += part
    return None if trees is None else store.fingerprint(trees, *found)
