"""What the tests and rulings reach of every bundled file, and that the two lists of what there is to reach are one."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.reachable import points
from rulelang.diagnostics import Diagnostics
from rulelang.ir.reaching import Point
from rulelang.pipeline import load
from rulelang.report.style import Style
from rulelang.rulings import shelf
from rulelang.staging import Bench
from rulelang.trial.coverage import Watch
from rulelang.trial.report import Covered, places, share, shown
from rulelang.trial.run import run
from tests.mono.scripts import ROOT, benches_of, files

LEAST = 95
"""Percent, of each file."""

Key = tuple[str, str, int, str]


def _key(point: Point) -> Key:
    return point.kind, point.file.removeprefix(f"{ROOT.as_posix()}/"), point.line, point.way


def _bundled() -> list[str]:
    return [name for name in files() if name.startswith("editions/")]


def _benches() -> Iterator[Bench]:
    for name in _bundled():
        yield from benches_of(name)
    for setup, cases in shelf.grouped(shelf.cases(shelf.sources(()), Diagnostics())).items():
        bench = shelf.ready(setup, cases).bench
        if bench is not None:
            yield bench


def _reached() -> tuple[set[Key], set[Key]]:
    """(what the compiled editions could reach, what was reached)"""
    possible: set[Key] = set()
    reached: set[Key] = set()
    for bench in _benches():
        watch = Watch(bench.stage, bench.map)
        possible.update(map(_key, bench.map.points))
        for trial in watch.stage.trials:
            run(watch.stage, trial, watch)  # test_editions says if it fails
        reached.update(map(_key, watch.points))
    return possible, reached


def test_bundled_files_are_reached() -> None:
    """One test, for it takes a while to run them all. The other half: what is read off the syntax and what lowering marks is the same."""
    possible, reached = _reached()
    counted: set[Key] = set()
    short: list[str] = []
    for name in _bundled():
        all_ = tuple(points(load(str(ROOT / name)).file))
        counted.update(map(_key, all_))
        covered = Covered(name, all_, frozenset(point for point in all_ if _key(point) in reached))
        if share([covered]) < LEAST:
            short += [f"{shown(share([covered]))} of {name}", *places(covered, Style())]
    assert not short, "reached by too few tests and rulings:\n" + "\n".join(short)
    assert sorted(counted - possible) == []
    assert [key for key in sorted(possible - counted) if key[1].startswith("editions/") and key[3] != "none"] == []
