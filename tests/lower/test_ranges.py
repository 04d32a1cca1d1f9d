"""What is an index of something has the range of that domain, so that machine code need not ask."""

from __future__ import annotations

import pytest

from rulelang.ir.layout import domain_size
from rulelang.machine.slots import MOST
from rulelang.pipeline import load


@pytest.mark.parametrize("edition", ["classic", "mega", "millionaire"])
def test_slots_are_no_wider_than_their_types(edition: str) -> None:
    program = load(edition).program
    assert program is not None
    sizes = {"space": program.spaces, "step": max(len(ladder.steps) for ladder in program.ladders)}
    seen = set()
    for slot in program.slots:
        size = sizes.get(slot.type) or domain_size(program, slot.type)
        if size is not None and not slot.type.startswith("set of "):
            seen.add(slot.type)
            assert slot.low >= -2 and slot.high < size, slot
    assert {"player", "holder", "space", "step", "card"} <= seen
    assert next((slot.low, slot.high) for slot in program.slots if slot.name == "money") == (-MOST, MOST)
