"""Peers: other programs that play such games, measured by the same clock in the same run as ours.

`PEERS=peers.toml make bench`, where the file has a table for each of them:

    [[peer]]
    name = "somebody's simulator"
    folder = "../simulator"                      # where it is run; optional, from the folder of this file
    command = ["./target/release/simulator", "--games", "{games}", "--players", "{players}", "--seed", "{seed}"]
    rolls = "rolls: ([0-9,]+)"                   # where its output says how many there were; optional
    decisions = "decisions: ([0-9,]+)"           # optional
    unfinished = "unfinished: ([0-9,]+)"         # optional
    limits = "no auctions; games of 1000 rounds at most"

Ours is a whole process as well. What a process needs before its first game is told apart: the command is run for one game, too.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Peer:
    """`counts`: by what is counted, the pattern of a number in its output."""

    name: str
    command: tuple[str, ...]
    folder: Path
    counts: dict[str, str]
    limits: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds for one game and for all; what its output says of these."""

    games: int
    first: float
    all_: float
    counts: dict[str, int]

    @property
    def playing(self) -> float:
        """Seconds without what comes before the first game."""
        return max(1e-9, self.all_ - self.first)


COUNTED = ("rolls", "decisions", "unfinished")


def peers(path: Path) -> Iterator[Peer]:
    """Those of a file."""
    for table in tomllib.loads(path.read_text("utf-8")).get("peer", []):
        counts = {name: str(table[name]) for name in COUNTED if name in table}
        folder = path.parent / str(table.get("folder", "."))
        yield Peer(str(table["name"]), tuple(map(str, table["command"])), folder, counts, str(table.get("limits", "")))


def ours(edition: str, strategy: str, last: int) -> Peer:
    """The same command for this program; its document says what was counted."""
    command = (sys.executable, "-m", "rulelang", "simulate", edition, "--games", "{games}", "--players", "{players}", "--seed", "{seed}")
    counts = {name: rf'"{said}": (\d+)' for name, said in (("rolls", "throws"), ("decisions", "decisions"), ("unfinished", "unfinished"))}
    options = ("--strategy", strategy, "--rounds", str(last), "--format", "json")
    return Peer(f"rulelang simulate {edition}", (*command, *options), Path.cwd(), counts, f"{strategy}, at most {last} rounds")


def measure(peer: Peer, games: int, players: int, seed: int) -> Measured:
    """Runs it for one game, and for all. Raises: CalledProcessError."""
    _timed(peer, 1, players, seed)  # what a program keeps for its next run it shall have kept before both, or the second has less to do
    first, _ = _timed(peer, 1, players, seed)
    all_, out = _timed(peer, games, players, seed)
    found = {name: re.search(pattern, out) for name, pattern in peer.counts.items()}
    return Measured(games, first, all_, {name: int(match[1].replace(",", "")) for name, match in found.items() if match})


def _timed(peer: Peer, games: int, players: int, seed: int) -> tuple[float, str]:
    # Only these three words: a command may have other braces.
    wished = {"{games}": str(games), "{players}": str(players), "{seed}": str(seed)}
    command = [re.sub(r"\{(?:games|players|seed)\}", lambda found: wished[found[0]], word) for word in peer.command]
    begin = perf_counter()
    done = subprocess.run(command, check=True, cwd=peer.folder, capture_output=True, text=True)
    return perf_counter() - begin, done.stdout + done.stderr


def line(peer: Peer, measured: Measured) -> str:
    """What a second holds, in the words of our own lines."""
    told = [f"{measured.games / measured.playing:,.0f} games/s"]
    told += [
        f"{measured.counts[name] / measured.playing / 1e6:.2f} M {name}/s" for name in ("rolls", "decisions") if name in measured.counts
    ]
    if "unfinished" in measured.counts:
        told.append(f"{measured.counts['unfinished'] / measured.games:.1%} unfinished")
    told.append(f"{measured.first:.2f} s before, {measured.all_:.2f} s in all")
    return f"  {peer.name}: {', '.join(told)}" + (f" ({peer.limits})" if peer.limits else "")
