"""`rulelang diff`: differences by meaning, and none where there is only another layout."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from rulelang.account.comparing import Differing, compare
from rulelang.account.contrast import text
from rulelang.check.model import Model
from rulelang.pipeline import bundled_names, load
from rulelang.report.style import Style
from rulelang.syntax import ast
from tests.account.mangling import ROOT, mangled, texts

EDITIONS = bundled_names()


def model(name: str, buffers: dict[str, str] | None = None, variants: tuple[str, ...] = (), **chosen: str) -> Model:
    compilation = load(name, buffers=buffers, variants=variants, settings=chosen)
    assert not [one.message for one in compilation.found], name
    return compilation.model


def differ(left: str, right: str, **files: str) -> list[Differing]:
    """Two editions on the classic game, as texts."""
    buffers = {f"{name}.mono": file for name, file in files.items()}
    return compare(*(model("it.mono", buffers | {"it.mono": f'edition it "It" extends classic\n{file}'}) for file in (left, right)))


def told(found: list[Differing]) -> list[str]:
    return text(found, ("left", "right"), Style(), everything=True).splitlines()


@pytest.mark.parametrize(
    ("left", "right", "lines"),
    [
        (
            'replace space free_parking\n  duty garden "The garden" amount 9\n',
            "",
            ["space The garden: kind duty → corner", "1 space renamed: The garden → Free Parking", "space The garden: amount gone: 9"],
        ),
        ("set salary = 400\n", "", ["setting salary 400 → 200"]),
        ("  players 3 to 4\n", "", ["players 3 to 4 → 2 to 8"]),
        ("change space mayfair\n  price 450\n", "", ["space Mayfair: price 450 → 400"]),
        (
            "change space mayfair\n  price 450\nchange space strand\n  price 225\n",
            "",
            ["price of 2 spaces: Strand: 225 → 220; Mayfair: 450 → 400"],
        ),
        ('rename mayfair to x "X"\nrename strand to y "Y"\n', "", ["2 spaces renamed: Y → Strand; X → Mayfair"]),
        ('rename mayfair to x "X"\nrule a\n  advance to x\n', "rule a\n  advance to mayfair\n", ["1 space renamed: X → Mayfair"]),
        ('rename house to hut, huts "hut"\nrule a\n  pay 1 per hut\n', "rule a\n  pay 1 per house\n", ["1 piece renamed: hut → house"]),
        (
            "replace rule walk\n  advance 1\n",
            "replace rule walk\n  advance 2 # two\n",
            ["rule walk:   it.mono:3 → it.mono:3", "    - advance 1", "    + advance 2"],
        ),
        ("rule a\n  stop\nrule b\n  stop\n", "rule b\n  stop\nrule a\n  stop\n", []),
        ("rule a\n  stop\nrule b\n  stop\n", "rule a\n  stop\n", ["1 rule only in left: b"]),
        (
            "when player lands on go\n  pay 1\nwhen player lands on go\n  pay 2\n",
            "when player lands on go\n  pay 2\nwhen player lands on go\n  pay 1\n",
            ["hook when player lands on go comes after `when player lands on go`"],
        ),
        (
            "when player lands on go\n  pay 1\n",
            "when player lands on go if player is jailed\n  pay 1\n",
            ["hook when player lands on go: if added: player is jailed"],
        ),
        (
            "change action bail\n  needs rich: player has 9 else \"too poor\"\n",
            "",
            ["action bail:   it.mono:3 → editions/rules/jail.mono:36", '    - needs rich: player has 9 else "too poor"'],
        ),
        (
            'add to deck chance\n  2 cards gust "Pay 5."\n    pay 5\n',
            'add to deck chance\n  2 cards wind "A wind: pay 5."\n    pay 5\n',
            ['card gust of chance: text "Pay 5." → "A wind: pay 5."'],
        ),
        (
            'add to deck chance\n  2 cards gust "Pay 5."\n    pay 5\n',
            'add to deck chance\n  3 cards gust "Pay 5."\n    pay 5\n',
            ["deck Chance: cards 18 → 19", "card gust of chance: copies 2 → 3"],
        ),
        (
            "remove ending last_player\nending e\n  as soon as round > 3\n  winners are players\n",
            "",
            ["1 ending only in left: e", "1 ending only in right: last_player"],
        ),
        ("replace dice are 3 white\n", "", ["dice 3 white → 2 white"]),
    ],
)  # fmt: skip
def test_told(left: str, right: str, lines: list[str]) -> None:
    assert told(differ(left, right)) == lines


def test_the_order_of_a_board_has_a_meaning() -> None:
    board = (ROOT / "tests" / "games" / "snakes.mono").read_text("utf-8")
    rows = re.findall(r"^  square .*$", board, re.MULTILINE)
    other = board.replace(rows[3], "").replace(rows[7], f"{rows[7]}\n{rows[3]}")
    found = compare(*(load("it.mono", buffers={"it.mono": each}).model for each in (board, other)))
    assert [(one.what, one.part) for one in found] == [("moved", "place")]
    assert found[0].before == ("4",) and found[0].after == ("9",)


@pytest.mark.parametrize(
    "sides",
    [("classic", "disney"), ("classic", "classic_us"), ("classic", "kids"), ("classic_us", "mega"), ("kids", "kids_2013")],
    ids="-".join,
)
def test_editions(sides: tuple[str, str], snapshot: SnapshotAssertion) -> None:
    assert text(compare(model(sides[0]), model(sides[1])), sides, Style()) == snapshot


@pytest.mark.parametrize("variant", bundled_names("variants"))
def test_every_variant_makes_a_difference(variant: str) -> None:
    """In the first edition that it fits, and only such as its own files say."""
    compilation = load(variant, variants=(variant,))
    compilation.program
    base = load(compilation.model.edition).model
    if not any(isinstance(one, ast.Test) for one in compilation.file.sections[0].tests):
        return  # it is the ground of others
    files = {layer.section.head.span.source.path for layer in compilation.layers if layer.kind == "variant" and layer.section}
    found = compare(base, compilation.model)
    assert found
    brought = [one for one in found if one.what == "right" or (one.what == "changed" and one.marked and one.after)]
    assert {one.right.file for one in brought if one.right is not None} <= files


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_does_not_differ_from_itself(edition: str) -> None:
    one = model(edition)
    assert compare(one, one) == []
    assert compare(one, model(edition)) == []


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_layout_is_no_difference(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    files = texts()
    other = {name: mangled(file, chance) for name, file in files.items()}
    assert other != files
    assert told(compare(model(f"here/{edition}.mono", files), model(f"here/{edition}.mono", other))) == []


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_one_number_is_one_difference(seed: int) -> None:
    """A price, an amount or a building cost of the board becomes another, somewhere in a text of another layout."""
    chance = random.Random(seed)
    files = texts()
    name = f"here/{chance.choice(['classic', 'classic_us'])}.mono"
    found = chance.choice(list(re.finditer(r"^(?:  |group )[^#\n]* (price|amount|building_cost) +(\d+)", files[name], re.MULTILINE)))
    changed = files[name][: found.start(2)] + str(int(found[2]) + 7) + files[name][found.end(2) :]
    other = files | {name: mangled(changed, chance)}
    [one] = compare(model(name, files), model(name, other))
    assert (one.what, one.part, one.before, one.after) == ("changed", found[1], (found[2],), (str(int(found[2]) + 7),))


@pytest.mark.parametrize("left", EDITIONS)
def test_the_other_way_round(left: str) -> None:
    """What is only on the left is then only on the right, and as much differs."""
    for right in EDITIONS:
        models = model(left), model(right)
        ways = [Counter((one.category, one.what) for one in compare(*pair)) for pair in (models, models[::-1])]
        swapped = {"left": "right", "right": "left"}
        assert ways[0] == Counter({(category, swapped.get(what, what)): count for (category, what), count in ways[1].items()})
        assert bool(ways[0]) == (left != right)
