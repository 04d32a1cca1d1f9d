"""A game of two spaces: from the start to a pile of cards, and round again."""

from __future__ import annotations

from rulelang.ir.program import Program
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
{cards}board
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


def trip(cards: str) -> Program:
    """With a card that sends home, and those of the lines `cards`, each of which ends."""
    compilation = load("trip.mono", buffers={"trip.mono": TRIP.format(cards=cards)})
    assert not compilation.diagnostics.has_errors, [one.message for one in compilation.diagnostics]
    return compilation.program
