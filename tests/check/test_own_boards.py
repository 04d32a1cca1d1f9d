"""The first evening with a board of one's own: each mistake is told once, where it was made, and what follows from it is not."""

from __future__ import annotations

from tests.check.found import found, marked

HEAD = 'edition farm "The farm" uses property\n  players 2 to 6\n'
BOARD = """
group hens "Hens" building_cost 5
board
  start go "Start"
  site henhouse "Hen house" in hens price 10 rents 2, 4, 8, 12, 14, 20
  corner jail "Pound"
"""


def told(text: str) -> list[tuple[str, str, str]]:
    return [(one.slug, marked(one), one.help or "") for one in found(text) if one.severity == "error"]


def test_the_board_of_these_tests_is_right() -> None:
    assert told(HEAD + BOARD) == []


def test_a_misspelt_column_is_not_missing_as_well() -> None:
    [(slug, place, mend)] = told(HEAD + BOARD.replace(" rents 2", " rent 2"))
    assert (slug, place, mend) == ("unknown-column", "rent", "did you mean `rents`?")


def test_columns_of_a_kind_that_is_built_on_none() -> None:
    [(slug, place, mend)] = told(HEAD + 'kind stable is sty\n' + BOARD.replace("  site hen", "  stable hen"))
    assert (slug, place) == ("unknown-kind", "sty") and "`site`" in mend


def test_dice_of_a_die_that_is_not_there() -> None:
    [(slug, place, mend)] = told(HEAD + "replace dice are 1 cube\n" + BOARD)
    assert (slug, place, mend) == ("unknown-name", "cube", "there is: `white`")


def test_spaces_that_a_library_counts_on() -> None:
    [(slug, place, mend)] = told(HEAD + BOARD.replace("corner jail", "corner pound"))
    assert (slug, place) == ("unknown-name", "jail")
    assert mend == "the library `jail` counts on it: give a space of the game this name, or replace what speaks of it"


def test_a_library_that_is_not_used() -> None:
    text = HEAD.replace(" uses property", " uses turns") + BOARD
    mends = {place: mend for slug, place, mend in told(text) if slug == "unknown-kind"}
    assert mends["site"] == "write `uses rent` in the first line of `farm`"
    assert mends["corner"] == "write `uses spaces` in the first line of `farm`"
