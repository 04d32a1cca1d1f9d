"""What is typed while a bundle is put together: nothing that is said gets lost."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import run

GOODS = """edition dealing "Dealing" extends {base}


position goods "Goods"
  ann owns {things}
  ann begins
"""


def typed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str, base: str = "disney"
) -> list[str]:
    """What is in the bundle after each line, or else what was said."""
    things = {"disney": "dumbo, ann owns lady_and_the_tramp, ann owns bambi, ann owns dalmatians", "online": "brown"}[base]
    monkeypatch.chdir(folder)
    (folder / "dealing.mono").write_text(GOODS.format(base=base, things=things), "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in ("deal bob", *lines))))
    code, out, err = run(capsys, "run", "dealing.mono", "--from", "goods", "--human", "Ada", "--human", "Bob", "--seed", "2")
    assert (code, err) == (0, "")
    shown = []
    for part in out.split("Ada> ")[2:]:
        inside = [line.strip() for line in part.split("\n") if line.startswith("  From Ada: ")]
        shown.append((inside or part.split("\n"))[0])
    return shown[: len(lines)]


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        # an amount
        (["money", "100"], ["How much? For example: money 50 u.", "From Ada: 100 u."]),
        (["2", "abc", "7"], ["How much? For example: money 50 u.", "I don't understand “abc”. Type a number, or ? for help.",
                             "The numbers go from 1 to 6."]),
        (["100 u."], ["From Ada: 100 u."]),
        (["100u", "money 50 u."], ["From Ada: 100 u.", "From Ada: 50 u."]),
        (["1,000 u.", "50 money", "remove money"], ["From Ada: 1000 u.", "From Ada: 50 u.", "From Ada: nothing"]),
        (["2 100", "take out money"], ["From Ada: 100 u.", "From Ada: nothing"]),
        # an amount where there is none
        (["dumbo 100"], ["Dumbo is there once; “100” does not go with it. Put commas between several things: Dumbo, 100"]),
        (["4 100"], ["Dumbo is there once; “100” does not go with it. Put commas between several things: Dumbo, 100"]),
        # several
        (["dumbo, 100"], ["From Ada: 100 u. and Dumbo"]),
        (["dumbo and bambi"], ["From Ada: Bambi and Dumbo"]),
        (["3, 4"], ["From Ada: Bambi and Dumbo"]),
        (["lady and the tramp and 101 dalmatians, 70 u."], ["From Ada: 70 u., Lady and the Tramp and 101 Dalmatians"]),
        (["dumbo and money", "30"], ["How much? For example: money 50 u.", "From Ada: 30 u. and Dumbo"]),
        (["dumbo", "dumbo and bambi", "dumbo"], ["From Ada: Dumbo", "From Ada: Bambi and Dumbo", "From Ada: Bambi"]),
        (["dumbo and bambi", "dumbo, bambi"], ["From Ada: Bambi and Dumbo", "All of that is in it already."]),
        # all of it or nothing
        (["dumbo, xyz"], ["I don't understand “xyz”. Type a number, or ? for help."]),
        (["dumbo, 99999", "bambi"], ["Dumbo, 99999: that may not be put into the bundle.", "From Ada: Bambi"]),
        # out again
        (["dumbo", "remove dumbo", "remove dumbo"], ["From Ada: Dumbo", "From Ada: nothing", "Dumbo: that is not in it."]),
        (["bambi, dumbo", "take out dumbo and bambi"], ["From Ada: Bambi and Dumbo", "From Ada: nothing"]),
        (["dumbo", "add dumbo"], ["From Ada: Dumbo", "Dumbo: that is in it already."]),
    ],
)  # fmt: skip
def test_what_is_typed(
    lines: list[str], shown: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = typed(tmp_path, monkeypatch, capsys, *lines)
    assert [line if line.startswith("From") else line.strip() for line in found] == shown


def test_amounts_are_typed_as_they_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a unit stands for a thousand, the thousands are typed."""
    lines = ("money 20000", "$30,000", "$30,500")
    shown = ["From Ada: $20,000", "From Ada: $30,000", "Amounts go in steps of $1000."]
    assert typed(tmp_path, monkeypatch, capsys, *lines, base="online") == shown
