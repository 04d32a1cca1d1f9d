"""How fast machine code is: `pytest -m bench -s tests/native`. Each line says what was played, so that a peer can be measured beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time

import pytest

from rulelang import native
from rulelang.engine.drivers import StrategyDriver, play_out
from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.native import code
from rulelang.native.machine import Machine
from rulelang.native.program import Native, block_of
from tests.native.both import program
from tests.native.peers import line, measure, ours, peers

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.bench

SEED, PLAYERS, LAST = 1, 4, 1000
PEER_GAMES = 20_000
TABLES = [("classic", ("steady",)), ("classic", ("steady", "cautious", "trader")), ("disney", ("steady",))]


def compile_timed(of: Program, seats: tuple[str, ...]) -> Machine:
    begin, used = perf_counter(), process_time()
    texts = Native(of, seats).texts()
    text = perf_counter() - begin
    objects = code.compile_objects(texts)
    size = sum(map(len, texts)) // 1000
    llvm, here = perf_counter() - begin - text, process_time() - used
    print(f"  compile: text {text:.2f} s ({size} kB), LLVM {llvm:.2f} s; this process used {here:.2f} s")
    return Machine(of, seats, "none", block_of(of, seats), objects)


def rates(machine: Machine, games: int, threads: int) -> tuple[float, float]:
    """(seconds of this process, rolls in them); prints what a second holds."""
    best = (0.0, 0.0)
    for _ in range(3):
        begin, used = perf_counter(), process_time()
        played = list(machine.play_many(0, games, PLAYERS, seed=SEED, last_round=LAST, threads=threads))
        wall, cpu = perf_counter() - begin, process_time() - used
        rolls, decisions = sum(game.rolls for game in played), sum(game.decisions for game in played)
        open_ = sum(not game.over for game in played)
        if not best[0] or cpu < best[0]:
            best = (cpu, rolls)
            line = (
                f"  {threads} thread{'s' * (threads > 1)}: {games / wall:,.0f} games/s, {rolls / wall / 1e6:.2f} M rolls/s, "
                f"{decisions / wall / 1e6:.2f} M decisions/s by the clock; {cpu / rolls * 1e9:.0f} ns of processor a roll; "
                f"{rolls / games:.0f} rolls a game, {open_ / games:.1%} unfinished, {sum(game.fault is not None for game in played)} faults"
            )
    print(line)
    return best


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_games(edition: str, seats: tuple[str, ...]) -> None:
    of = program(edition)
    print(f"\n{edition} {of.rules_hash}, {PLAYERS} players ({', '.join(seats)}), seed {SEED}, at most {LAST} rounds")
    machine = compile_timed(of, seats)
    fast, rolls = rates(machine, 3000, 1)
    if (os.cpu_count() or 1) > 1:
        rates(machine, 3000, os.cpu_count() or 1)
    drivers = [StrategyDriver(of, seats[seat % len(seats)]) for seat in range(PLAYERS)]
    used, slow = process_time(), 0
    for number in range(4):
        game = Game.new_game(of, PLAYERS, seed=SEED, game_number=number)
        play_out(game, drivers, LAST)
        slow += machine.play(SEED, number, PLAYERS, last_round=LAST).rolls
    used = process_time() - used
    print(f"  engine: {slow / used:,.0f} rolls/s; machine code plays {used / slow / (fast / rolls):,.0f} times as many")


def test_beside_peers() -> None:
    """As whole processes; `PEERS=peers.toml make bench` measures others too (`tests/native/peers.py`)."""
    others = os.environ.get("PEERS")
    found = [ours("classic", "steady", LAST), ours("disney", "steady", LAST), *(peers(Path(others)) if others else ())]
    print(f"\n{PEER_GAMES:,} games of {PLAYERS} players, seed {SEED}, as whole processes")
    for peer in found:
        print(line(peer, measure(peer, PEER_GAMES, PLAYERS, SEED)))


def test_from_text_to_ten_thousand_games(tmp_path: Path) -> None:
    script = (
        "import sys, time\nfrom rulelang.pipeline import load\nfrom rulelang import native\n"
        "machine = native.compile_program(load('disney').program, ('steady',))\nbegin = time.perf_counter()\n"
        "count = sum(game.over for game in machine.play_many(0, int(sys.argv[1]), 4, seed=1, last_round=1000, threads=2))"
    )
    for what in ("cold", "machine code made anew", "kept"):
        for games in (0, 10_000):
            kept = tmp_path / str(games)
            if what == "machine code made anew":
                for path in kept.glob("**/native-*"):
                    path.unlink()
            begin = perf_counter()
            environment = {**os.environ, "RULELANG_CACHE": str(kept)}
            subprocess.run([sys.executable, "-c", script, str(games)], check=True, env=environment)
            print(f"\ndisney, {what}: {games} games, {perf_counter() - begin:.2f} s as a whole process", end="")
    assert native.available()
