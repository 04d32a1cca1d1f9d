"""Decks: lazily shuffled, yet the same game as a shuffled deck; used cards under the deck or aside."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.actions import ChanceOutcome
from rulelang.engine.events import Kind
from rulelang.engine.faults import Fault
from rulelang.engine.invariants import check_invariants
from rulelang.engine.tape import Draw, Tape
from tests.engine.playing import begin, rows, run, values

TEXT = """
players 2 4
deck under a b c
deck beside d e f aside
slot drawn card
function take(deck)
  x = draw deck 0
  store drawn x
function back(card)
  card card -1
function keep(card p)
  card card p
"""


def take(game, deck: int = 0) -> int:
    return values(run(game, "take", deck), "drawn")[0]


def test_a_deck_is_dealt_once_and_then_in_the_same_order() -> None:
    game = begin(TEXT, seed=4)
    first = []
    for _ in range(3):
        first.append(take(game))
        run(game, "back", first[-1])
    assert sorted(first) == [0, 1, 2]
    again = []
    for _ in range(6):
        again.append(take(game))
        run(game, "back", again[-1])
    assert again == first * 2
    assert game.state.counters[-2:] == [3, 0]  # three chances, and then there was nothing left to chance


def test_kept_cards_are_missing_until_they_come_back() -> None:
    game = begin(TEXT, seed=4)
    one, two, three = take(game), take(game), take(game)
    run(game, "keep", one, 1)
    run(game, "back", two)
    run(game, "back", three)
    assert [take(game), take(game), take(game)] == [two, three, -1]
    run(game, "back", one)
    assert take(game) == one


def test_cards_aside_are_shuffled_when_the_deck_is_empty() -> None:
    game = begin(TEXT, seed=1)
    for _ in range(2):
        seen = set()
        for _ in range(3):
            seen.add(card := take(game, 1))
            run(game, "back", card)
        assert seen == {3, 4, 5}
    assert game.state.counters[-1] == 6


def test_what_chance_can_do() -> None:
    game = run(begin(TEXT, explicit=True), "take", 0)
    assert game.chance_outcomes() == [(ChanceOutcome((card,)), Fraction(1, 3)) for card in range(3)]
    game.apply(ChanceOutcome((1,)))
    run(game, "take", 0)
    assert [outcome.values for outcome, _ in game.chance_outcomes()] == [(0,), (2,)]
    assert not game.is_legal(ChanceOutcome((1,))).ok
    game.apply(ChanceOutcome((2,)))
    run(game, "take", 0)
    assert [probability for _, probability in game.chance_outcomes()] == [1]
    game.apply(ChanceOutcome((0,)))
    run(game, "take", 0)  # empty: no chance
    assert game.waiting is None and values(game, "drawn") == [-1]


def test_all_orders_are_as_likely() -> None:
    orders = Counter()
    for seed in range(1200):
        game = begin(TEXT, seed=seed)
        orders[take(game), take(game), take(game)] += 1
    assert set(orders) == set(permutations(range(3)))
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 20


def test_a_tape_names_cards() -> None:
    tape = Tape([Draw(2, 0), Draw(0, 0), Draw(2, 0)])
    game = begin(TEXT, tape=tape)
    assert take(game) == 2
    run(game, "back", 2)
    assert take(game) == 0
    assert tape.left() == [Draw(2, 0)]
    with pytest.raises(Fault, match="no such card"):
        take(game)  # 1 is still unknown, so 2 cannot be the next


def test_a_tape_may_name_the_card_that_has_to_come() -> None:
    tape = Tape(Draw(card, 0) for card in (2, 1, 0, 2, 0))
    game = begin(TEXT, tape=tape)
    for card in (2, 1, 0):
        assert take(game) == card
        run(game, "back", card)
    assert take(game) == 2
    with pytest.raises(Fault, match="another"):
        take(game)


STEPS = st.tuples(st.sampled_from(["take", "back", "keep"]), st.integers(0, 5), st.integers(-1, 2))


@given(st.lists(STEPS, max_size=40), st.integers(0, 99))
def test_each_card_is_in_one_place(steps: list[tuple[str, int, int]], seed: int) -> None:
    game = begin(TEXT, seed=seed)
    for step, card, holder in steps:
        arguments = {"take": (card % 2,), "back": (card,), "keep": (card, holder)}[step]
        run(game, step, *arguments)
        assert check_invariants(game.program, game.state) == []
    for row in rows(game, Kind.DRAW):
        assert row[2] == -1 or (row[2] < 3) == (row[1] == 0)
