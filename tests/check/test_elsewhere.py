"""A variant that needs another one is told which: the place where the name is declared, and the line that brings it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostic
from rulelang.pipeline import load

HEAD = 'variant ours "Ours" fits classic\n\n'
LACKING = [
    # (rules, what lacks, who has it, the mend)
    ("set pot_seed = 300", "nothing-to-change", "free_parking_seed_500", "write `uses free_parking_seed_500` in the first line of `ours`"),
    ("replace rule pay_dividends\n  stop", "nothing-to-change", "stock_exchange", "`uses stock_exchange`"),
    ("before player pays loan to receiver\n  double it", "unknown-purpose", "loans_between_players", "`uses loans_between_players`"),
    ("when player lands on super_tax\n  collect all of parking", "unknown-name", "free_parking_pot", "`uses free_parking_pot`"),
    (
        'set salary = 300\n\ntest "the pot"\n  when ann lands on super_tax\n  then parking has 100',
        "unknown-name",
        "free_parking_pot",
        "write `with free_parking_pot` behind the title of the test",
    ),
]


def found(path: Path, text: str) -> list[Diagnostic]:
    path.write_text(text)
    return list(load(path).diagnostics)


@pytest.mark.parametrize(("rules", "slug", "variant", "mend"), LACKING)
def test_what_another_variant_declares(rules: str, slug: str, variant: str, mend: str, tmp_path: Path) -> None:
    [one] = found(tmp_path / "ours.mono", f"{HEAD}{rules}\n")
    assert one.slug == slug
    [label] = one.labels
    assert label.span.source.path == f"editions/variants/{variant}.mono"
    assert mend in (one.help or "")


def test_that_is_the_mend(tmp_path: Path) -> None:
    assert not found(tmp_path / "ours.mono", HEAD.replace("\n\n", " uses free_parking_seed_500\n\n") + "set pot_seed = 300\n")


def test_on_the_command_line() -> None:
    [one] = load("classic", settings={"pot_seed": "300"}).diagnostics
    assert one.help == "add `--variant free_parking_seed_500`"


def test_not_what_does_not_fit(tmp_path: Path) -> None:
    """The kids' game has no Free Parking to have a pot on."""
    [one] = found(tmp_path / "ours.mono", HEAD.replace("classic", "kids") + "set pot_seed = 300\n")
    assert not one.labels


def test_what_nobody_declares(tmp_path: Path) -> None:
    [one] = found(tmp_path / "ours.mono", HEAD + "set sallary = 300\n")
    assert not one.labels
    assert one.help == "did you mean `salary`?"
