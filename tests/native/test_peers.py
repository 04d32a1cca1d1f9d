"""Peers are measured beside ours: here a stand-in whose numbers are known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.peers import Measured, line, measure, ours, peers

STAND_IN = "import sys, time; n = int(sys.argv[1]); time.sleep(0.002 * n); print(f'played {n} games with {31 * n:,} rolls')"


def stand_in(folder: Path, script: str = STAND_IN) -> Path:
    path = folder / "peers.toml"
    path.write_text(
        f'[[peer]]\nname = "stand-in"\ncommand = [{json.dumps(sys.executable)}, "-c", {json.dumps(script)}, "{{games}}"]\n'
        'rolls = "with ([0-9,]+) rolls"\ndecisions = "never said: ([0-9]+)"\nlimits = "none"\n',
        "utf-8",
    )
    return path


def test_a_peer_is_run_and_read(tmp_path: Path) -> None:
    [peer] = peers(stand_in(tmp_path))
    found = measure(peer, 200, 4, 1)
    assert (found.games, found.counts) == (200, {"rolls": 6200})
    assert found.playing > 0.3 and found.first < found.all_
    told = line(peer, Measured(200, 0.1, 0.6, {"rolls": 6_200_000}))
    assert told == "  stand-in: 400 games/s, 12.40 M rolls/s, 0.10 s before, 0.60 s in all (none)"


def test_ours_is_a_command_like_theirs() -> None:
    found = measure(ours("kids", "steady", 500), 30, 3, 1)
    assert found.counts["unfinished"] == 0 and found.counts["rolls"] > 30 * 20 and found.counts["decisions"] > 0


def test_one_that_fails_is_no_measurement(tmp_path: Path) -> None:
    [peer] = peers(stand_in(tmp_path, "raise SystemExit(3)"))
    with pytest.raises(subprocess.CalledProcessError):
        measure(peer, 5, 2, 1)
