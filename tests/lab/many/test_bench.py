"""How long `simulate` and `compare` take as whole processes: `pytest -m bench -s tests/lab/many`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest

from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Compiled
from rulelang.lab.many.running import run
from rulelang.lab.many.summing import Folder
from tests.native.both import program

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.bench


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "disney", "--games", "10000"),
        ("simulate", "disney", "--games", "10000", "--threads", "1"),
        ("simulate", "classic", "--games", "10000", "--out", "report"),
        ("compare", "classic", "--variant", "free_parking_pot"),
    ],
    ids=" ".join,
)
def test_whole_processes(words: tuple[str, ...], tmp_path: Path) -> None:
    environment = {**os.environ, "RULELANG_CACHE": str(tmp_path / "cache")}
    for what in ("cold", "kept"):
        begin = perf_counter()
        subprocess.run([sys.executable, "-m", "rulelang", *words], check=True, env=environment, cwd=tmp_path, capture_output=True)
        print(f"\n{' '.join(words)}, {what}: {perf_counter() - begin:.2f} s", end="")


def test_what_counting_costs() -> None:
    """Playing with tallies, and summing them up, by a game; and how much two threads do of what one does."""
    plan = Plan(program("classic"), ("steady",) * 4)
    player, folder = Compiled(plan), Folder(plan)
    begin = perf_counter()
    batches = [player.play(first, player.at_once) for first in range(0, 2048, player.at_once)]
    played = perf_counter() - begin
    begin = perf_counter()
    for batch in batches:
        folder.fold(batch)
    summed = perf_counter() - begin
    print(f"\nclassic: {played / 2048 * 1e6:.0f} µs a game to play and count, {summed / 2048 * 1e6:.0f} µs to sum up")
    times = []
    for threads in (1, 2):
        begin = perf_counter()
        run(plan, 8192, threads)
        times.append(perf_counter() - begin)
    print(f"{8192 / times[0]:,.0f} games a second on one thread, {8192 / times[1]:,.0f} on two: {times[0] / times[1]:.2f} times as many")
