"""Cards that lead to another card: calls stand inside one another without bound, and the chain has as few states as ever."""

from __future__ import annotations

import pytest

from rulelang.engine.faults import Fault
from rulelang.lab.chain import TooManyStates
from rulelang.lab.odds import NeverOver, odds
from rulelang.pipeline import load
from tests.lab.trips import TRIP, trip


def cards(again: str) -> str:
    """Besides the one that sends home: one that does something, and two that do nothing."""
    return f'  card again "Another."\n    {again}\n  2 card nothing "Nothing."\n'


@pytest.mark.parametrize("again", ["draw from luck", "advance 2"], ids=["another card", "once round to the same space"])
def test_one_card_leads_to_another(again: str) -> None:
    """Of the cards that end it one in three sends home: three trips take one throw and two times two."""
    found = odds(trip(cards(again)), "")
    assert {rest.space: rest.share for rest in found.rests} == pytest.approx({0: 3 / 5, 1: 2 / 5})
    assert found.states <= 4


def test_a_deck_that_remembers_leads_to_another() -> None:
    """Four cards in a fixed order, one of which draws the next: each time round three trips, whichever the order."""
    found = odds(trip(cards("draw from luck")), "", replaced=False)
    assert {rest.space: rest.share for rest in found.rests} == pytest.approx({0: 3 / 5, 1: 2 / 5})


def test_cards_that_lead_nowhere_else() -> None:
    text = TRIP.format(cards=cards("advance 2")).replace("    put token on start\n  card again", "    advance 2\n  card again")
    compilation = load("trip.mono", buffers={"trip.mono": text.replace('  2 card nothing "Nothing."\n', "")})
    assert not compilation.diagnostics.has_errors, [one.message for one in compilation.diagnostics]
    with pytest.raises(NeverOver):
        odds(compilation.program, "")


CIRCLE = TRIP.format(cards=cards("draw from luck")).replace("kind pile\n", "when player reaches start\n  advance 2\n\nkind pile\n")


def test_moves_that_lead_back_to_themselves_are_told_with_their_line() -> None:
    compilation = load("trip.mono", buffers={"trip.mono": CIRCLE})
    assert not compilation.diagnostics.has_errors, [one.message for one in compilation.diagnostics]
    with pytest.raises(Fault) as fault:
        odds(compilation.program, "")
    assert (fault.value.file, fault.value.line) == ("trip.mono", 1 + CIRCLE[: CIRCLE.index("  advance 2")].count("\n"))


def test_how_many_states_is_told_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.lab.chain.TOLD_EVERY", 1)
    told: list[int] = []
    found = odds(trip(cards("draw from luck")), "", tell=told.append)
    assert len(told) == found.states == told[-1]
    with pytest.raises(TooManyStates):
        odds(trip(cards("draw from luck")), "", most=1)


def test_a_deck_in_too_many_orders_is_refused_before_it_is_begun() -> None:
    with pytest.raises(TooManyStates) as many:
        odds(load("kids_2013").program, "", replaced=False)
    assert many.value.states > 200_000


def test_the_edition_with_such_a_card() -> None:
    compilation = load("kids_2013")
    found = odds(compilation.program, "")
    assert sum(rest.share for rest in found.rests) == pytest.approx(1.0)
    assert found.states < 1_000
