"""What tests reach of the rules in files: which files count, and what was reached of them by any test."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.bundled import data_dir

if TYPE_CHECKING:
    from rulelang.ir.reaching import Point
    from rulelang.staging import Bench
    from rulelang.syntax import ast
    from rulelang.trial.coverage import Watch
    from rulelang.trial.report import Covered


class Coverage:
    """The files that were named count; if there is nothing in them but tests, all that they are built on."""

    def __init__(self) -> None:
        self._named: dict[Path, ast.File] = {}
        self._read: dict[Path, ast.File] = {}
        self._reached: set[tuple[str, Path, int, str]] = set()
        self._real = cache(_real)

    def name(self, file: ast.File) -> None:
        self._named[self._real(file.source.path)] = file

    def rulings(self, only: str = "") -> None:
        """Runs the bundled rulings of those editions and variants that count, if they are bundled; those with the text in their titles."""
        from rulelang.diagnostics import Diagnostics
        from rulelang.rulings import shelf
        from rulelang.trial.run import run

        bundled = data_dir("editions").resolve()
        files = [file for path, file in self._named.items() if path.is_relative_to(bundled)]
        names = {section.head.name.text for file in files for section in file.sections}
        found = [case for case in shelf.cases(shelf.sources(()), Diagnostics()) if only in case.full_title.casefold()] if names else []
        for setup, cases in shelf.grouped(found).items():
            if names.isdisjoint((setup.edition, *setup.variants)):
                continue
            bench = shelf.ready(setup, cases).bench
            if bench is not None:
                watch = self.watch(bench)
                for trial in watch.stage.trials:
                    run(watch.stage, trial, watch)  # whether they hold is for `rulelang rulings` to say
                self.took(watch)

    def watch(self, bench: Bench) -> Watch:
        """For the bench's tests; to be handed to `took` when they have run."""
        from rulelang.trial.coverage import Watch

        for file in bench.compilation.library.files.values():
            self._read[self._real(file.source.path)] = file
        return Watch(bench.stage, bench.map)

    def took(self, watch: Watch) -> None:
        self._reached.update(map(self._key, watch.points))

    def files(self) -> list[Covered]:
        """By name."""
        found = self._covered(self._named)
        return found if any(covered.points for covered in found) else self._covered(self._read)

    def _covered(self, files: dict[Path, ast.File]) -> list[Covered]:
        from rulelang.check.reachable import points
        from rulelang.trial.report import Covered

        found = []
        for path in sorted(files):
            all_ = tuple(points(files[path]))
            if all_:
                reached = frozenset(point for point in all_ if self._key(point) in self._reached)
                found.append(Covered(files[path].source.path, all_, reached))
        return found

    def _key(self, point: Point) -> tuple[str, Path, int, str]:
        return point.kind, self._real(point.file), point.line, point.way


def _real(shown: str) -> Path:
    """A file by its place on the disk: bundled ones are shown by a shorter name, a file may be named in two ways."""
    path = Path(shown)
    bundled = data_dir("editions").parent / path
    return (bundled if not path.exists() and bundled.exists() else path).resolve()
