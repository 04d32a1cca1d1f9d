"""The board as drawn: it fits the terminal, every line is as wide as the next, tokens and owners are where they are."""

from __future__ import annotations

import re

import pytest

from rulelang.play.board import Board
from rulelang.report.excerpt import width_of
from rulelang.report.style import Style
from tests.play.tables import board_program, narrator, view_of


@pytest.mark.parametrize(("spaces", "loop"), [(40, True), (32, True), (24, True), (15, True), (49, False), (100, False)])
@pytest.mark.parametrize("width", [40, 80, 120, 200])
@pytest.mark.parametrize("colour", [False, True])
def test_it_fits(spaces: int, loop: bool, width: int, colour: bool) -> None:
    program = board_program(spaces, loop)
    view = view_of(program, 3)
    board = Board(narrator(program, "Ann", "Анна", "漢字"), Style(colour, width))
    lines = re.sub(r"\x1b\[[0-9;]*m", "", board.draw(view)).split("\n")
    assert all(width_of(line) <= width for line in lines)
    framed = [line for line in lines if line.startswith(("┌", "│", "├", "└"))]
    if any(line.startswith("┌") for line in framed):
        assert len({width_of(line) for line in framed}) == 1
    else:
        assert len(framed) >= 2 * (spaces * 13 // max(width, 1))


def test_tokens_and_owners() -> None:
    program = board_program()
    view = view_of(program, 3)
    slots, layout = view.slots, view.layout
    slots[layout.position + 1] = 3  # type: ignore[index]
    slots[layout.owner + 3] = 1  # type: ignore[index]
    slots[layout.stepno + 3] = 2  # type: ignore[index]
    slots[layout.in_game] = 0b011  # type: ignore[index]
    drawn = Board(narrator(program, "Ann", "Bob", "Cat"), Style(False, 120)).draw(view)
    assert re.search(r"b·2 +B│", drawn)
    assert "Bob  1500 u.  on Long Lane Number 3" in drawn
    assert "Long Lane Number 3 (2 Huts)" in drawn
    assert "Cat is out" in drawn
    assert "Middle: 0 u." in drawn


def test_letters_differ() -> None:
    program = board_program()
    board = Board(narrator(program, "Ann", "Anna", "ANN", "…"), Style())
    assert len(set(board.letters)) == 4


def test_titles_are_shortened_alike() -> None:
    """Those that just do not fit are cut off like those that are much too long."""
    program = board_program()
    board = Board(narrator(program, "Ann"), Style(False, 120))
    titles = ["Robin Hood", "Robin Hoods", "Free Parking", "The Lion King", "Robin Hoo", "漢字漢字漢字"]
    assert [board._shortened(title, 9) for title in titles] == ["Robin Hoo", "Robin Hoo", "Free Park", "Lion King", "Robin Hoo", "漢字漢字"]
