"""The tables of the reference are those of the program, and the lowering knows what they list."""

from __future__ import annotations

import pytest

from rulelang.lower.verbs import LOWERINGS
from rulelang.machine.vocabulary import EVENTS, FIELDS, VERBS, FieldRow
from tests.spec.pages import Block, put_in
from tests.spec.running import found
from tests.spec.tables import TABLES, written

SUBJECTS = {"holder": "box", "player": "player", "thing": "bakery", "group": "old", "piece": "stall", "card": "gift", "deck": "luck"}
PLACES = {"KINDs": "shops", "PIECEs": "stalls"}


def test_every_table_is_written() -> None:
    assert {name for _, name, _ in written()} == set(TABLES)


@pytest.mark.parametrize(("page", "name", "text"), list(written()), ids=lambda value: value if len(value) < 40 else "")
def test_tables(page: str, name: str, text: str) -> None:
    assert text == TABLES[name](), f"{page}: run `python -m tests.spec.tables`"


def test_every_verb_is_lowered() -> None:
    assert {verb.name for verb in VERBS} == set(LOWERINGS)
    assert len({verb.header for verb in VERBS}) == len(VERBS)


def _block(lines: str) -> Block:
    text, first, last = put_in("town", lines)
    return Block("tables", 1, "mono", text, first, last, inside="town")


@pytest.mark.parametrize("row", FIELDS, ids=lambda row: f"{row.owner}'s {row.name}")
def test_fields(row: FieldRow) -> None:
    field = PLACES.get(row.name, row.name)
    if row.type == "goods":
        line = f"choose all_of_it from {SUBJECTS[row.owner]}'s {field}"
        assert found(_block(f"goods money\n\nrule try it\n  {line}\n  give all_of_it to bank\n")) == []
        return
    value = f"number of {SUBJECTS[row.owner]}'s {field}" if row.type.startswith("set of") else f"{SUBJECTS[row.owner]}'s {field}"
    assert found(_block(f'rule try it\n  say "{{{value}}}"\n')) == []


HEARD = {
    "lands": "player lands on shop",
    "passes": "player passes start",
    "reaches": "player reaches start",
    "pays": "player pays fee to receiver",
    "changes_hands": "deed passes to receiver",
    "draws": "player draws card",
    "rolls": "player rolls dice",
    "leaves": "player leaves game",
    "turn": "turn begins",
    "round": "round begins",
    "becomes": "player's asleep becomes yes",
    "rule": "buy deed",
}


@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row.name)
def test_events(row) -> None:  # type: ignore[no-untyped-def]
    for word in ("before", "when", "instead of"):
        said = {one.slug for one in found(_block(f'{word} {HEARD[row.name]}\n  say "It happens."\n\nrule try it\n  asleep becomes yes\n'))}
        assert said == (set() if word in row.hooks else {"never-happens"}), word
