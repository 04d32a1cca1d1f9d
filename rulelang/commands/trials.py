"""From a file on the command line to what is played of it: its tests, its positions.

Tests may say `with VARIANT`, so one file can need several compilations: one for each set of variants. The tests of a variant are played
on the first edition that it fits: they name that one's spaces and cards.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence

from rulelang.diagnostics import Diagnostic, Diagnostics
from rulelang.ir.scenes import Stage
from rulelang.pipeline import Compilation, bundled_names, load
from rulelang.syntax import ast


class Broken(Exception):
    """The file has errors."""

    def __init__(self, errors: list[Diagnostic]) -> None:
        super().__init__(f"{len(errors)} errors")
        self.errors = errors


def hosts(compilation: Compilation) -> list[str | None]:
    """The editions to check a file with: None for its own (or the first that it fits), then each bundled one that its variants fit."""
    sections = compilation.file.sections
    if any(section.head.kind == "edition" for section in sections):
        return [None]
    named = list(dict.fromkeys(word.text for section in sections for word in section.head.fits))
    bundled: list[str | None] = [name for name in named if name in bundled_names()]
    return bundled if named and named[0] in bundled else [None, *bundled]


def stages(
    name: str, edition: str | None, variants: Sequence[str], settings: Mapping[str, str]
) -> Iterator[tuple[Compilation, Stage]]:
    """The tests of the file itself, ready to be run. Raises: Broken."""
    host = edition if edition is not None else hosts(load(name))[0]
    plain = load(name, edition=host, variants=tuple(variants), settings=dict(settings))
    errors = [found for found in plain.diagnostics.sorted() if found.severity == "error"]
    if errors:
        raise Broken(errors)
    for wanted in dict.fromkeys(tuple(word.text for word in test.variants) for test in own_tests(plain)):
        chosen = load(name, edition=host, variants=(*variants, *wanted), settings=dict(settings)) if wanted else plain
        mine = [test for test in own_tests(chosen) if tuple(word.text for word in test.variants) == wanted]
        yield chosen, staged(chosen, mine, [])


def everything_found(compilation: Compilation) -> Diagnostics:
    """All diagnostics of a file, those in its tests and positions too; they are looked at once the rules are in order."""
    found = compilation.diagnostics
    tests, opened = own_tests(compilation), positions(compilation)
    plain = [test for test in tests if not test.variants]
    if (plain or opened) and not found.has_errors:
        with contextlib.suppress(Broken):
            staged(compilation, plain, opened)
    return compilation.found


def own_tests(compilation: Compilation) -> list[ast.Test]:
    """Those that stand in the named file, in its order; tests of the libraries it uses are theirs to run."""
    source = compilation.file.source
    return sorted((test for test, _ in compilation.model.tests if test.span.source is source), key=lambda test: test.span.start)


def positions(compilation: Compilation) -> list[ast.Position]:
    source = compilation.file.source
    return [position for position, _ in compilation.model.positions if position.span.source is source]


def staged(compilation: Compilation, tests: Sequence[ast.Test], opened: Sequence[ast.Position]) -> Stage:
    """Raises: Broken."""
    from rulelang.lower.scenes.stage import stage

    errors = [found for found in compilation.diagnostics.sorted() if found.severity == "error"]
    if errors:
        raise Broken(errors)
    made = stage(compilation.compiler, compilation.program, tests, opened)
    errors = [found for found in compilation.found.sorted() if found.severity == "error"]
    if errors:
        raise Broken(errors)
    return made
