"""Longer examples of what the language has to be able to say: each compiles, its tests pass, and games of it are played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulelang.pipeline import Compilation, load
from tests.spec.pages import ROOT
from tests.spec.running import play, wrong

CASES = sorted((ROOT / "tests" / "cases").glob("power-*.mono"))


@cache
def compilation(path: Path) -> Compilation:
    return load(str(path))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_clean(path: Path) -> None:
    assert [f"{one.span.line}: {one.slug}: {one.message}" for one in compilation(path).diagnostics] == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_rulings(path: Path) -> None:
    assert wrong(str(path)) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_plays(path: Path) -> None:
    play(compilation(path).program, games=2, rounds=25)
