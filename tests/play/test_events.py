"""Every kind of event has its sentence, and the table of sentences holds together."""

from __future__ import annotations

import json

import pytest

from rulelang.engine.events import EVENTS, Kind, Row
from tests.play.tables import board_program, narrator

BANK, POT, NOBODY = 4, 5, -1

ROWS: list[tuple[Row, str]] = [
    ((Kind.GAME_BEGIN, -1, 3), "3 players begin."),
    ((Kind.TURN, -1, 1, 12), "Turn 12: Bob"),
    ((Kind.ROUND, -1, 4), "Round 4"),
    ((Kind.ROLL, 0, 0, 0, 9, 4, 5), "Ann rolls 4 and 5."),
    ((Kind.ROLL, 0, 0, 0, 4, 4, -1), "Ann rolls 4 and star."),
    ((Kind.DRAW, 0, 0, 0, 0), "Ann draws from Luck: Advance to the start."),
    ((Kind.DRAW, 0, 0, 0, -1), "Ann finds no card left in Luck."),
    ((Kind.PICK, 0, 0, 1), "Drawn by lot: Bob."),
    ((Kind.PICK, 0, 1, -1), "There is nothing to draw by lot."),
    ((Kind.MOVE, 0, 0, -1, 0, 0), "Ann begins on The Start."),
    ((Kind.MOVE, 0, 0, 0, 3, 0), "Ann is put on Long Lane Number 3."),
    ((Kind.MOVE, 0, 0, 0, 3, 1), "Ann goes to Long Lane Number 3."),
    ((Kind.MOVE, 0, 0, 3, 0, 2), "Ann goes back to The Start."),
    ((Kind.PAY, 0, 0, 1, 70, 0, 3), "Ann pays Bob 70 u.: Toll, Long Lane Number 3."),
    ((Kind.PAY, 0, 0, 1, 70, 0, -1), "Ann pays Bob 70 u.: Toll."),
    ((Kind.PAY, 0, 0, BANK, 70, -1, 3), "Ann pays the bank 70 u. for Long Lane Number 3."),
    ((Kind.PAY, 0, 0, POT, 10_000, -1, -1), "Ann pays 10,000 u. into Middle."),
    ((Kind.PAY, 0, BANK, 2, 200, 0, -1), "Cat gets 200 u. from the bank: Toll."),
    ((Kind.PAY, 0, POT, BANK, 200, -1, -1), "Middle pays the bank 200 u."),
    ((Kind.PAY, 0, 0, 1, 0, 0, 3), "Ann pays Bob nothing: Toll, Long Lane Number 3."),
    ((Kind.OWN, 0, 3, NOBODY, 0), "Ann now owns Long Lane Number 3."),
    ((Kind.OWN, 0, 3, 0, 1), "Long Lane Number 3 passes from Ann to Bob."),
    ((Kind.OWN, 0, 3, 0, BANK), "Long Lane Number 3 passes from Ann to the bank."),
    ((Kind.OWN, 0, 3, 0, NOBODY), "Long Lane Number 3 is nobody's again."),
    ((Kind.STEP, 0, 3, 0, 1), "Long Lane Number 3 now has 1 Hut."),
    ((Kind.STEP, 0, 3, 3, 2), "Long Lane Number 3 is left with 2 Huts."),
    ((Kind.STEP, 0, 3, 1, 0), "Long Lane Number 3 is left with nothing."),
    ((Kind.PIECES, 0, 0, 0, BANK, 1, 2), "Bob gets 2 Huts from the bank."),
    ((Kind.CARD, 0, 1, -2, 0), "Ann keeps: Keep this."),
    ((Kind.CARD, 0, 1, 0, 1), "Bob gets from Ann: Keep this."),
    ((Kind.CARD, 0, 1, -2, -1), "Back to its deck: Keep this."),
    ((Kind.SET, 0, -3, 1, 0, 0, 1), "Bob: held."),
    ((Kind.SET, 0, -3, 1, 0, 1, 0), "Bob: no longer held."),
    ((Kind.SET, 0, -2, 1, 0, 0, 2), "Bob: tries: 2."),
    ((Kind.SET, 0, -1, 0, 0, 0, 2), "Weather: 2."),
    ((Kind.OUT, 0, 2), "Cat is out of the game."),
    ((Kind.ACT, 0, 0, 0, 3), "Ann: build on Long Lane Number 3."),
    ((Kind.DECIDE, 0, 0, 0, 1), "Ann says yes: Buy it."),
    ((Kind.DECIDE, 0, 0, 0, 0), "Ann says no: Buy it."),
    ((Kind.DECIDE, 0, 0, 1, 1), "Ann says yes: Sell it?"),
    ((Kind.DECIDE, 0, 0, 2, 0), "Ann: Pay."),
    ((Kind.DECIDE, 0, 0, 2, 1), "Ann: Draw."),
    ((Kind.DECIDE, 0, 0, 3, 40), "Ann: How much? 40 u."),
    ((Kind.DECIDE, 0, 0, 4, 2), "Ann: whom Cat."),
    ((Kind.DECIDE, 0, 0, 5, 100, 0b1100), "Ann: You give 100 u., Long Lane Number 2 and Long Lane Number 3."),
    ((Kind.DECIDE, 0, 0, 5, 0, 0), "Ann: You give nothing."),
    ((Kind.SAY, 0, 0, 1, 30), "Bob feels 30 u."),
    ((Kind.MARK, 0, 0, 1), "Counted: built."),
    ((Kind.OVER, 0, 0, 0b10), "The game is over: one is left. Winner: Bob."),
    ((Kind.OVER, 0, -1, 0b11), "The game is over. Winners: Ann and Bob."),
    ((Kind.OVER, 0, -1, 0), "The game is over. Nobody wins."),
]


def _real(row: Row) -> Row:
    """Slots of the tests are counted from the last one."""
    slots = len(board_program().slots)
    return (*row[:2], row[2] + slots, *row[3:]) if row[0] == Kind.SET else row


@pytest.mark.parametrize(("row", "sentence"), ROWS)
def test_sentence(row: Row, sentence: str) -> None:
    teller = narrator(board_program(), "Ann", "Bob", "Cat")
    assert teller.sentence(_real(row)) == sentence


@pytest.mark.parametrize(("row", "sentence"), ROWS)
def test_plain(row: Row, sentence: str) -> None:
    told = narrator(board_program(), "Ann", "Bob", "Cat").plain(_real(row))
    json.dumps(told)
    assert told["kind"] == Kind(row[0]).name.lower()
    assert [name for name, _ in EVENTS[Kind(row[0])].fields] == list(told)[1 : len(EVENTS[Kind(row[0])].fields) + 1]


def test_every_kind_is_told() -> None:
    assert {row[0] for row, _ in ROWS} == set(Kind)


def test_plain_names_things_as_declared() -> None:
    teller = narrator(board_program(), "Ann", "Bob", "Cat")
    assert teller.plain((Kind.PAY, 0, 0, BANK, 70, 0, 3)) == {
        "kind": "pay", "payer": "Ann", "receiver": "bank", "amount": 70, "purpose": "toll", "thing": "long_lane_number_3",
    }  # fmt: skip
    assert teller.plain((Kind.OVER, 0, -1, 0b11))["winners"] == ["Ann", "Bob"]
    assert teller.plain((Kind.ROLL, 0, 0, 0, 4, 4, -1))["faces"] == [4, "star"]
    assert teller.plain((Kind.DECIDE, 0, 0, 5, 100, 0b1100))["values"] == [100, ["long_lane_number_2", "long_lane_number_3"]]


def test_money_before_the_number() -> None:
    teller = narrator(board_program(before=True), "Ann", "Bob")
    assert teller.sentence((Kind.PAY, 0, 0, 1, 7, -1, -1)) == "Ann pays Bob €7."
