"""`check_invariants` sees each kind of loss; and texts with values."""

from __future__ import annotations

import pytest

from rulelang.engine.invariants import check_invariants
from rulelang.engine.loaded import load
from rulelang.engine.phrases import Words, render
from rulelang.ir.program import Message
from tests.engine.playing import begin, number

TEXT = """
players 2 4
pots jackpot
space a
thing t
piece house 3
piece booth 2
shown t booth
ladder building a : bare house=1
deck chance c1 c2
slot x count
message hi "hi"
function cash(p) -> 1 pure
  m = load money p
  return m
"""


@pytest.mark.parametrize(
    ("slot", "offset", "value", "problem"),
    [
        ("money", 0, 5, "adds up to 5"),
        ("money", 1, -5, "less than nothing"),
        ("piece.house", 0, 1, "there are 4 houses"),
        ("piece.house", 0, -1, "has -1 houses"),
        ("stepno", 0, 1, "there are 4 houses"),
        ("stepno", 1, 1, "at step 1 of 1"),
        ("owner", 1, 2, "there are 3 booths"),
        ("owner", 0, 9, "owned by 9"),
        ("card_holder", 0, 1, "card 0 is in 2 places"),
        ("deck.chance.unknown", 0, 1, "card 1 is in 0 places"),
        ("deck.chance.queue", 0, 1, "behind the end"),
        ("deck.chance.aside", 0, 2, "card 1 is in 2 places"),
        ("deck.chance.unknown", 0, 7, "cards of other decks"),
        ("card_holder", 0, 77, "held by 77"),
    ],
)
def test_losses_are_seen(slot: str, offset: int, value: int, problem: str) -> None:
    game = begin(TEXT)
    assert check_invariants(game.program, game.state) == []
    base = next(s for s in game.program.slots if s.name == slot).base
    game.state.slots[base + offset] = value
    assert any(problem in found for found in check_invariants(game.program, game.state))


@pytest.mark.parametrize(
    ("type_", "value", "text"),
    [
        ("money", 1500, "£1,500"),
        ("money", -5, "-£5"),
        ("count", 7, "7"),
        ("percent", 10, "10%"),
        ("yes/no", 1, "yes"),
        ("yes/no", 0, "no"),
        ("player", 1, "Bob"),
        ("player", 3, "P4"),
        ("player", -1, "nobody"),
        ("thing", -1, "nothing"),
        ("plain", 1, "T"),
        ("space", 0, "A"),
        ("holder", 0, "Ann"),
        ("holder", 4, "the bank"),
        ("holder", 5, "Jackpot"),
        ("holder", -1, "nobody"),
        ("set of thing", 0, "nothing"),
        ("set of things", 3, "A and T"),
        ("set of player", 7, "Ann, Bob and P3"),
    ],
)
def test_words(type_: str, value: int, text: str) -> None:
    assert Words(begin(TEXT).program, ["Ann", "Bob"])(type_, value) == text


def test_messages() -> None:
    game = begin(TEXT)
    message = Message(("you have ", ", and ", "!"), ((number(game.program, "cash"), "money"), (-1, "thing")))
    assert render(load(game.program), message, game.state.slots, (0, 1), values=True) == "you have £0, and T!"
