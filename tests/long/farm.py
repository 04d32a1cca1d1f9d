"""Many games of computer players, counted: `python -m tests.long.farm classic --games 2000`.

One game is an `Outcome`; `play_many` plays games on several cores, `report` says what they were like. Speed is in seconds of this
process's processor time, so that what else the machine does counts for nothing.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import mean, median

from rulelang.engine.drivers import Driver, RandomDriver, StrategyDriver, play_out
from rulelang.engine.events import Kind, Row
from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.pipeline import load
from tests.long.weighing import WeighingDriver

DEALS = ("deals", "barters")
"""Measures that count deals."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game. `lost` are the accepted deals by which the accepting side loses in its own eyes; `seats` the winners counted from who
    began; `money` what the players have together when it ends."""

    over: bool
    ending: str
    rounds: int
    winners: tuple[int, ...]
    seats: tuple[int, ...]
    deals: int
    lost: int
    illegal: int
    money: int
    events: int
    seconds: float


class Counting:
    """A sink that keeps nothing but counts of deals and who began."""

    def __init__(self, program: Program) -> None:
        self.deals = 0
        self.starter = 0
        self.events = 0
        self._marks = {index for index, mark in enumerate(program.marks) if mark in DEALS}

    def append(self, row: Row) -> None:
        self.events += 1
        if row[0] == Kind.MARK and row[2] in self._marks:
            self.deals += 1
        elif row[0] == Kind.TURN and row[3] == 1:
            self.starter = row[2]


@cache
def compiled(game: str) -> Program:
    """The Program of a game, EDITION+VARIANT+…, in which nothing is wrong."""
    edition, *variants = game.split("+")
    compilation = load(edition, variants=tuple(variants))
    program = compilation.program
    assert program is not None, [found.message for found in compilation.diagnostics]
    return program


def driver(program: Program, name: str) -> Driver:
    return RandomDriver() if name == "random" else WeighingDriver(program, name)


def play(edition: str, names: Sequence[str], seed: int, number: int, rounds: int) -> Outcome:
    """One whole game: player i is decided for by the strategy `names[i]`."""
    program = compiled(edition)
    drivers = [driver(program, name) for name in names]
    counting = Counting(program)
    begin = time.process_time()
    game = Game.new_game(program, len(names), seed=seed, game_number=number, sink=counting, last_round=rounds)
    over = play_out(game, drivers, rounds)
    seconds = time.process_time() - begin
    layout, result = game.machine.layout, game.result
    winners = tuple(player for player in range(len(names)) if result is not None and result.winners >> player & 1)
    return Outcome(
        over,
        "" if result is None else program.endings[result.ending].name if result.ending >= 0 else "rules ran out",
        game.state.slots[layout.round],
        winners,
        tuple((player - counting.starter) % len(names) for player in winners),
        counting.deals,
        sum(len(one.lost) for one in drivers if isinstance(one, WeighingDriver)),
        sum(one.illegal for one in drivers if isinstance(one, StrategyDriver)),
        sum(game.state.slots[layout.money : layout.money + len(names)]),
        counting.events,
        seconds,
    )


def _play(task: tuple[str, tuple[str, ...], int, int, int]) -> Outcome:
    return play(*task)


def play_many(edition: str, names: Sequence[str], games: int, *, seed: int = 1, rounds: int = 1000, jobs: int = 2) -> list[Outcome]:
    """Games number 0 to games - 1 of a seed, on `jobs` cores."""
    tasks = [(edition, tuple(names), seed, number, rounds) for number in range(games)]
    if jobs == 1:
        return [_play(task) for task in tasks]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return pool.map(_play, tasks, chunksize=max(1, min(25, games // (4 * jobs))))


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def report(outcomes: Sequence[Outcome]) -> str:
    """What the games were like, one line a figure."""
    games = len(outcomes)
    over = [one for one in outcomes if one.over]
    endings = Counter(one.ending for one in over)
    rounds = sorted(one.rounds for one in over) or [0]
    players = Counter(player for one in over for player in one.winners)
    seats = Counter(seat for one in over for seat in one.seats)
    wins = sum(players.values())
    tenths = [rounds[min(len(rounds) - 1, len(rounds) * tenth // 10)] for tenth in range(11)]
    seconds = [one.seconds for one in outcomes]
    return "\n".join(
        (
            f"games                    {games}",
            f"over                     {_share(len(over), games)}   " + ", ".join(f"{name} {count}" for name, count in endings.items()),
            f"rounds                   median {median(rounds):g}, mean {mean(rounds):.1f}, tenths {' '.join(map(str, tenths))}",
            f"with a deal              {_share(sum(one.deals > 0 for one in outcomes), games)}   "
            f"{mean(one.deals for one in outcomes):.2f} deals a game",
            f"deals lost by acceptors  {sum(one.lost for one in outcomes)}",
            f"illegal choices          {sum(one.illegal for one in outcomes)}",
            "wins by player           " + ", ".join(f"{player + 1}: {_share(players[player], wins)}" for player in sorted(players)),
            "wins by order of play    " + ", ".join(f"{seat + 1}: {_share(seats[seat], wins)}" for seat in sorted(seats)),
            f"money at the end         median {median(one.money for one in outcomes):g}",
            f"events a game            {mean(one.events for one in outcomes):.0f}",
            f"games a second           {games / sum(seconds):.1f} (processor time of one core; the slowest game {max(seconds):.2f} s)",
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Play many games of computer players and say what they were like.")
    parser.add_argument("edition", nargs="?", default="classic")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", default="steady,steady,steady,steady", help="strategies, by player; `random` is one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    print(report(play_many(given.edition, given.players.split(","), given.games, seed=given.seed, rounds=given.rounds, jobs=given.jobs)))


if __name__ == "__main__":
    main()
