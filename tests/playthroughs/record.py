"""Records the playthroughs anew: `make playthroughs`, or `python -m tests.playthroughs.record NAME…` for some of them.

To be done when rules, messages or strategies changed on purpose; the difference of the files shows what became of the games.
"""

from __future__ import annotations

import sys

from tests.playthroughs.playthrough import FOLDER, Cast, record, write

PLAYED = {
    "classic": Cast("classic", ("steady", "cautious", "trader", "steady"), 1, 1000),
    "classic_at_random": Cast("classic", ("random", "random", "random"), 1, 200),
    "classic_mixed": Cast("classic", ("steady", "random", "trader", "random", "cautious"), 2, 200),
    "classic_us": Cast("classic_us", ("steady", "trader", "cautious"), 1, 1000),
    "classic_us_at_random": Cast("classic_us", ("random", "random", "random", "random"), 2, 200),
    "disney": Cast("disney", ("steady", "steady", "cautious", "trader"), 1, 1000),
    "disney_mixed": Cast("disney", ("random", "steady", "random", "steady"), 1, 200),
    "stock_exchange": Cast("classic", ("random", "steady", "random", "cautious"), 5, 120, ("stock_exchange",)),
    "kids": Cast("kids", ("steady", "steady", "steady", "steady"), 1, 1000),
    "kids_at_random": Cast("kids", ("random", "random"), 1, 200),
    "kids_2013": Cast("kids_2013", ("steady", "random", "steady"), 1, 200),
    "mega": Cast("mega", ("steady", "trader", "cautious", "random", "steady"), 1, 1000),
    "millionaire": Cast("millionaire", ("steady", "founder", "cautious", "trader"), 1, 1000),
    "online": Cast("online", ("steady", "cautious", "random", "trader"), 1, 1000),
    "roubles": Cast("roubles", ("steady", "trader", "random"), 1, 1000),
    "snakes": Cast("tests/games/snakes.mono", ("steady", "random", "steady"), 1, 200),
    "sealed_bids": Cast("tests/games/sealed_bids.mono", ("steady", "random", "steady", "random"), 1, 200),
    "barter": Cast("tests/games/barter.mono", ("steady", "steady", "random"), 1, 200),
}


def main() -> None:
    for name in sys.argv[1:] or PLAYED:
        played = record(PLAYED[name])
        write(FOLDER / f"{name}.jsonl", played)
        print(f"{name}: {len(played.lines)} lines, {played.end()}")


if __name__ == "__main__":
    main()
