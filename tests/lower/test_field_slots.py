"""The state that fields become: what it begins with, and fields of kinds that nothing is of."""

from __future__ import annotations

import pytest

from rulelang.engine.drivers import RandomDriver, play_out
from rulelang.engine.game import Game
from rulelang.ir.verifier import verify
from rulelang.pipeline import load
from tests.check.found import SMALL, the


@pytest.mark.parametrize(
    ("field", "place", "mend"),
    [("due : money in 1..9", "due", "`= 1`"), ("due : count = 20 in 0..9", "20", "from 0 to 9"), ("due : money = 4 in 5..9", "4", "`= 5`")],
)
def test_what_a_field_begins_with_is_in_its_range(field: str, place: str, mend: str) -> None:
    one = the("out-of-range", SMALL + f"each player has\n  {field}\nwhen player lands on meadow\n  due becomes 5\n")
    assert one.span.text == place
    assert mend in (one.help or "")


def test_a_kind_that_nothing_is_of() -> None:
    """A library may be used where the board has no such thing."""
    text = 'edition e "E" uses x\nrule game\n  take turns among players as player, up to 3 rounds\n    stop\n'
    library = 'library x "X"\nkind deed "Deed" plural deeds can be owned\n  price : money\n  state mortgaged : yes/no = no\n'
    program = load("e.mono", buffers={"e.mono": text, "x.mono": library}).program
    assert not verify(program) and any(slot.name == "deed.mortgaged" and slot.size == 0 for slot in program.slots)
    game = Game.new_game(program, 2, seed=1)
    play_out(game, [RandomDriver()] * 2)
    assert game.is_terminal()
