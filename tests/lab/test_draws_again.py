"""Cards that lead to another card: calls stand inside one another without bound, and the chain has as few states as ever."""

from __future__ import annotations

import pytest

from rulelang.ir.program import Program
from rulelang.lab.odds import odds
from rulelang.pipeline import load

TRIP = """edition trip "Trip"
  players 1 to 2
die step faces 1
dice are 1 step
kind spot
kind pile
  when player lands on pile
    draw from luck
deck luck "Luck"
  card home "Home."
    put token on start
  card again "Another."
    {again}
  2 card nothing "Nothing."
board
  spot start "Start"
  pile far   "Far"
rule game
  each player
    put token on start
  take turns among players as player, round after round
    roll dice
    advance total of dice
ending nobody "Nobody is left"
  as soon as number of players is 0
  winners are players
"""


def trip(again: str) -> Program:
    compilation = load("trip.mono", buffers={"trip.mono": TRIP.format(again=again)})
    assert not compilation.diagnostics.has_errors, [one.message for one in compilation.diagnostics]
    return compilation.program


@pytest.mark.parametrize("again", ["draw from luck", "advance 2"], ids=["another card", "once round to the same space"])
def test_one_card_leads_to_another(again: str) -> None:
    """Of the cards that end it one in three sends home: three trips take one throw and two times two."""
    found = odds(trip(again), "")
    assert {rest.space: rest.share for rest in found.rests} == pytest.approx({0: 3 / 5, 1: 2 / 5})
    assert found.states <= 4


def test_a_deck_that_remembers_leads_to_another() -> None:
    """Four cards in a fixed order, one of which draws the next: each time round three trips, whichever the order."""
    found = odds(trip("draw from luck"), "", replaced=False)
    assert {rest.space: rest.share for rest in found.rests} == pytest.approx({0: 3 / 5, 1: 2 / 5})


def test_the_edition_with_such_a_card() -> None:
    compilation = load("kids_2013")
    found = odds(compilation.program, "")
    assert sum(rest.share for rest in found.rests) == pytest.approx(1.0)
    assert found.states < 1_000
