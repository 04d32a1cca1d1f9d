"""Strategies against one another: `python -m tests.long.league classic steady cautious trader random`.

Each two of them meet at a table of four: two seats each, turn about, and the seats are changed for every other game. A row says which
share of its games a strategy wins against each other (a tie is shared, a game that does not end is half a win for each).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations

from tests.long.farm import Outcome, play_many


def points(outcomes: Sequence[Outcome], mine: Sequence[int]) -> float:
    """How many of these games the players `mine` win."""
    total = 0.0
    for one in outcomes:
        total += sum(winner in mine for winner in one.winners) / len(one.winners) if one.winners else 0.5
    return total


def meet(edition: str, a: str, b: str, games: int, *, seed: int, rounds: int, jobs: int, seats: int = 4) -> tuple[float, int]:
    """The share of games that `a` wins against `b`, and how many games did not end."""
    half = games // 2
    there = play_many(edition, [(a, b)[seat % 2] for seat in range(seats)], half, seed=seed, rounds=rounds, jobs=jobs)
    back = play_many(edition, [(b, a)[seat % 2] for seat in range(seats)], half, seed=seed, rounds=rounds, jobs=jobs)
    even, odd = range(0, seats, 2), range(1, seats, 2)
    won = points(there, even) + points(back, odd)
    return won / (2 * half), sum(not one.over for one in (*there, *back))


def main() -> None:
    parser = argparse.ArgumentParser(description="Let strategies play against one another.")
    parser.add_argument("edition")
    parser.add_argument("strategies", nargs="+")
    parser.add_argument("--games", type=int, default=100, help="for each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    shares: dict[tuple[str, str], float] = {}
    for a, b in combinations(given.strategies, 2):
        share, open_ = meet(given.edition, a, b, given.games, seed=given.seed, rounds=given.rounds, jobs=given.jobs)
        shares[a, b], shares[b, a] = share, 1 - share
        print(f"{a} against {b}: {100 * share:.1f}% of {given.games} games, {open_} did not end", flush=True)
    print(" " * 12 + "".join(f"{name:>12}" for name in given.strategies))
    for a in given.strategies:
        print(f"{a:<12}" + "".join(f"{100 * shares[a, b]:11.1f}%" if a != b else f"{'-':>12}" for b in given.strategies))


if __name__ == "__main__":
    main()
