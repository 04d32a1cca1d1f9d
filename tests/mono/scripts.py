"""The tests that stand in bundled files and in tests/games, and the benches they run on: each made once in a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulelang.ir.scenes import Stage, Trial
from rulelang.pipeline import load
from rulelang.staging import Bench, benches
from rulelang.syntax import ast

ROOT = Path(__file__).resolve().parents[2]


def files() -> list[str]:
    """Every file that can hold tests, as a path from the root of the repository."""
    found = [*(ROOT / "editions").rglob("*.mono"), *(ROOT / "tests" / "games").glob("*.mono")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def all_tests() -> list[tuple[str, int, str]]:
    """(file, line, title) of every test. Only parses the files."""
    rows = []
    for name in files():
        file = load(str(ROOT / name)).file
        nodes = [*(item for item in file.loose if isinstance(item, ast.Test)), *(test for s in file.sections for test in s.tests)]
        rows += [(name, node.span.line, node.title.value) for node in nodes]
    return rows


@cache
def benches_of(name: str) -> tuple[Bench, ...]:
    return tuple(benches(str(ROOT / name)))


def trial_at(name: str, line: int) -> tuple[Stage, Trial]:
    for bench in benches_of(name):
        if any(test.span.line == line for test in bench.tests):
            return bench.stage, next(trial for trial in bench.stage.trials if trial.place.line == line)
    raise AssertionError(f"no test at {name}:{line}")
