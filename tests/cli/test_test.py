"""`rulelang test` and `run --from`: what is shown, and the exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli import terminal

GOOD = """edition mine "Mine" extends classic
  players 2 to 4

test "a deed is bought"
  when ann lands on strand, ann buys
  then ann owns strand

test "three houses, then a hotel" with short_hotels
  given ann owns orange with 3 houses each
  when ann builds on bow_street
  then bow_street has 1 hotel

position late "Late"
  ann has about 300 to 400, ann owns orange with 3 houses each
  bob has 50, cat has 900
  cat begins
"""
FAILING = """edition mine "Mine" extends classic
  players 2 to 4

test "what a landing costs"
  given bob owns strand
  when ann lands on strand
  then ann has 1500
"""
FAULTY = FAILING.replace("on strand", "on strnd")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("good", GOOD), ("failing", FAILING), ("faulty", FAULTY)):
        (tmp_path / f"{name}.mono").write_text(text, "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code, out, err = terminal.run(capsys, *arguments)
    return code, re.sub(r"in \d+\.\d s", "in 0.0 s", out), err


def test_all_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "test", "good.mono") == (0, "2 passed in 0.0 s\n", "")


def test_without_a_file_all_that_is_bundled(capsys: pytest.CaptureFixture[str]) -> None:
    title = "houses that are short: claimed with enough in hand"
    code, out, err = run(capsys, "test", "-k", title, "--verbose")
    assert (code, err) == (0, "")
    assert out.endswith("1 passed in 0.0 s\n") and "editions/strategies/steady.mono" in out


def test_a_failure_is_shown_with_the_way_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "test", "failing.mono") == (
        1,
        "failed failing.mono:4  what a landing costs  (mine)\n"
        "  line 7: ann has 1500\n"
        "    expected  ann has 1500\n"
        "    got       £1482\n"
        "    what happened:\n"
        "      Ann is put on Strand.\n"
        "      Ann pays Bob £18: Rent, Strand.\n"
        "\n"
        "1 failed in 0.0 s\n",
        "",
    )


def test_tests_by_title(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "test", "good.mono", "failing.mono", "-k", "HOTEL", "-v")
    assert (code, out) == (0, "passed good.mono:8  three houses, then a hotel\n1 passed in 0.0 s\n")


def test_a_file_with_errors(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "test", "faulty.mono", "good.mono")
    assert code == 1
    assert "error[unknown-name]: there is no space `strnd`" in out
    assert "did you mean `strand`?" in out
    assert out.endswith("errors in one file, 2 passed in 0.0 s\n")


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "test", "nowhere.mono", "good.mono")
    assert code == 2
    assert "nowhere.mono: no such file" in err
    assert out == "2 passed in 0.0 s\n"


def test_no_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "test", "good.mono", "-k", "nothing like it")[:2] == (0, "no tests\n")


def test_a_variant_on_another_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "test", "short_hotels")[0] == 0
    assert run(capsys, "test", "short_hotels", "--edition", "classic_us")[0] == 0


def test_what_is_wrong_in_a_test_is_found_by_check(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "faulty.mono")
    assert code == 1
    assert "there is no space `strnd`" in out


# ------------------------------------------------------------------------------------------------------------ positions
def test_a_game_from_a_position(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "run", "good.mono", "--from", "late", "--quiet", "--transcript", "it.txt")
    assert (code, err) == (0, "")
    lines = (folder / "it.txt").read_text("utf-8").splitlines()
    assert lines[0].startswith("Mine · Ann (steady), Bob (steady), Cat (steady)")
    assert "Turn 1: Cat" in lines[:5]


def test_another_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "run", "good.mono", "--from", "late", "--players", "4", "--quiet", "--rounds", "1")[0] == 0
    code, _, err = run(capsys, "run", "good.mono", "--from", "late", "--players", "2")
    assert code == 2
    assert "is for 3 players, not for 2" in err


def test_a_position_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "run", "good.mono", "--from", "lata")
    assert code == 2
    assert "did you mean `late`?" in err


def test_a_position_that_cannot_be_set_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wrong.mono").write_text(
        GOOD.replace("cat has 900", "ann owns red with 4 houses each, ann owns green with 4 houses each"), "utf-8"
    )
    code, _, err = run(capsys, "run", "wrong.mono", "--from", "late")
    assert code == 1
    assert "wrong.mono:15: `ann owns green with 4 houses each`" in err
