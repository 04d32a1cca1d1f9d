"""Wins by seat beside the published ones, as the table in spec/23-simulate.md: `python -m tests.lab.seats` prints it."""

from __future__ import annotations

from rulelang.lab.many.figures import Figures
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.running import run
from rulelang.lab.many.working import processors
from tests.native.both import program

EDITION, STRATEGY, SEED, GAMES = "classic_us", "steady", 1, 20_000
PUBLISHED = {
    2: (50.7, 49.3),
    3: (36.2, 32.8, 31.0),
    4: (29.2, 25.8, 23.7, 21.3),
    6: (21.0, 19.1, 17.2, 15.6, 14.2, 13.0),
}
"""By players, in percent: 20,000 games each of one other simulator, by players of its own that trade (landlord-sim, docs/validation.md)."""


def shares(players: int, games: int = GAMES) -> list[Estimate]:
    """Who wins how often, by seat from who begins."""
    figures = Figures(run(Plan(program(EDITION), (STRATEGY,) * players, SEED), games, processors()))
    return [figure.estimate for figure in figures.of("wins", "seat")]


def row(players: int, found: list[Estimate]) -> str:
    """A line of the table."""
    published = ", ".join(f"{share:.1f}" for share in PUBLISHED[players])
    return f"| {players} | {published} | {', '.join(f'{100 * one.mean:.1f}' for one in found)} |"


def main() -> None:
    for players in PUBLISHED:
        print(row(players, shares(players)), flush=True)


if __name__ == "__main__":
    main()
