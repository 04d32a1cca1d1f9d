"""Strategies put together at random on an edition with much to read: what wakes their lines, and what is kept for them, is the same game as
on the engine, which never sleeps and keeps nothing.

Lines are made so that many of them hang on one thing only (a state of a deed, a stock, somebody else's money, whose turn it is), for a wake
that is missed shows only where nothing else wakes the line.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang import native
from rulelang.pipeline import load
from tests.native.both import QUICK, differences

pytest.importorskip("llvmlite")

OF_A_PLAYER = (
    "player is at_turn",
    "player's money >= {money}",
    "player's money < {money}",
    "money_after >= {money}",
    "number of player's deeds > {few}",
    "number of players < 3",
    "any deed has no owner",
    "bank has 1 house",
    "house's stock < {stock}",
    "player is jailed",
    "player's could_raise > {money}",
    "next player's money < {money}",
    "no player other than player is jailed",
)
OF_A_DEED = (
    "deed is completing",
    "deed is blocking",
    "deed is matching",
    "deed is in_reach",
    "deed is mortgaged",
    "deed's price >= {price}",
    "player owns all of deed's group",
    "any deed in deed's group is mortgaged",
    "number of deeds in deed's group that player owns > 1",
    "next player owns any deed in deed's group",
)
LINES = (
    "mortgage deed if {deed} and {player}, lowest deed's price",
    "mortgage deed if {deed}",
    "lift deed if {player}, highest deed's price",
    "lift deed if {deed}",
    "build on site if {player}, best site's income_gained",
    "build on site if {player} and {player}",
    "sell on site if {player} and player's money < {money}, lowest site's income_lost",
    "bail if {player}",
    "play card if {unpaid}",
    "play card",
    "lift deed if house's stock < {stock}",
    "ask deeds that are completing, offer deeds that are not completing if {player} up to 110%",
    "ask deeds that are matching that are in_reach, offer deeds that are not matching if {player} and money_after >= {money} up to 105%",
)
DEBT = ("mortgage deed if {deed}, lowest deed's price", "sell on site, lowest site's income_lost", "sell_steps from group", "mortgage deed")


def line(form: str, random: Random) -> str:
    """A form with its blanks filled in."""
    while "{" in form:
        first = form.index("{")
        blank = form[first + 1 : form.index("}", first)]
        some: str = {
            "player": random.choice(OF_A_PLAYER),
            "unpaid": random.choice([one for one in OF_A_PLAYER if "money_after" not in one]),
            "deed": random.choice(OF_A_DEED),
            "money": str(random.choice((0, 50, 200, 400, 800, 1400))),
            "price": str(random.choice((60, 140, 220, 300))),
            "stock": str(random.choice((4, 12, 24, 32))),
            "few": str(random.randint(0, 6)),
        }[blank]
        form = form[:first] + some + form[first + 2 + len(blank) :]
    return form


def strategy(random: Random) -> str:
    lines = "\n".join(f"    {line(random.choice(LINES), random)}" for _ in range(random.randint(3, 9)))
    debt = "\n".join(f"    {line(form, random)}" for form in DEBT)
    return f"""edition wilder "Wilder" extends classic

strategy wild "Wild" extends steady
  in before_dice
{lines}
  in in_debt
{debt}
"""


@pytest.mark.parametrize("seed", range(6))
def test_the_same_game(seed: int, tmp_path: Path) -> None:
    played(seed, tmp_path, 3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 120))
def test_the_same_game_of_many(seed: int, tmp_path: Path) -> None:
    played(seed, tmp_path, 8)


def played(seed: int, tmp_path: Path, games: int) -> None:
    random = Random(seed)
    path = tmp_path / "wild.mono"
    path.write_text(strategy(random), encoding="utf-8")
    read = load(str(path))
    of = read.program
    assert of is not None, (read.diagnostics, path.read_text(encoding="utf-8"))
    seats = ("wild", "steady")
    code = native.compile_program(of, seats, events="rows", level=QUICK)
    for game in range(games):
        players = 2 + game % 3
        at_table = tuple(seats[(seat + game) % 2] for seat in range(players))
        assert not differences(code, players, at_table, seed=seed, game=game, last_round=40), path.read_text(encoding="utf-8")
