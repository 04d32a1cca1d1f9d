"""`rulelang test --coverage`: what counts, what is told, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from rulelang.bundled import data_dir
from tests.cli.terminal import run

MINE = """edition mine "Mine" extends classic
  players 2 to 4

setting toll   : money = 10 in 0..100  "Paid by whoever is asked"
setting bounty : money = 30 in 0..100  "Paid to nobody, so far"

purpose toll "Tolls"
measure tolls "Tolls" sums toll by payer

rule charge
  if player has 100
    pay toll to bank as toll
  else if player has 50
    pay 5 to bank as toll
  else
    stop
  each rival in players who are jailed
    rival pays 1 to bank as toll
  player may tip
    pay 1 to bank as toll
  either big
    pay 3 to bank as toll
  or
    pay 2 to bank as toll

rule spare
  collect bounty from bank

action charge_now "Be charged"
  allowed before_dice
  needs rich: player has 20  else "you are too poor"
  limit 1 per turn
  charge

player's class is
  1  if player has 1000
  2  otherwise

before player pays toll if player is jailed
  waive it

add to deck chance
  card toll "Pay your toll."
    charge
  card class "Collect what your class is worth."
    collect 10 * player's class from bank
"""
TESTS = """
test "who is rich pays the toll"
  when ann charges, ann tips, ann chooses big
  then ann has 1486

test "once a turn"
  when ann charge_now, ann declines, ann chooses pay
  then ann has 1488, ann cannot charge_now

test "class"
  given ann has 100
  when ann draws class
  then ann has 120
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.mono").write_text(MINE + TESTS, "utf-8")
    return tmp_path


def places(out: str, file: str = "mine.mono") -> dict[int, str]:
    """By line: what is told of it."""
    found = {}
    for line in out.splitlines():
        if line.startswith(f"{file}:"):
            place, told, _ = (part.strip() for part in line.split("  ", 2))
            found[int(place.removeprefix(f"{file}:").partition("-")[0])] = told
    return found


def line_of(text: str) -> int:
    return MINE.split("\n").index(text) + 1


def test_what_no_test_reached(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "test", "--coverage", "mine.mono")
    assert code == 0
    assert places(out) == {
        line_of('setting bounty : money = 30 in 0..100  "Paid to nobody, so far"'): "never read",
        line_of("  if player has 100"): "never no",
        line_of("  else if player has 50"): "never yes, never no",
        line_of("    pay 5 to bank as toll"): "never reached",
        line_of("    stop"): "never reached",
        line_of("  each rival in players who are jailed"): "never for any",
        line_of("    rival pays 1 to bank as toll"): "never reached",
        line_of("rule spare"): "never run",
        line_of("  collect bounty from bank"): "never reached",
        line_of('  needs rich: player has 20  else "you are too poor"'): "always met",
        line_of("  1  if player has 1000"): "never the case",
        line_of("before player pays toll if player is jailed"): "never run",
        line_of("  waive it"): "never reached",
        line_of('  card toll "Pay your toll."'): "never drawn",
        line_of("    charge"): "never reached",
    }
    assert out.splitlines()[0].split() == ["file", "rules", "branches", "cards", "needs", "settings", "lines", "reached"]
    whole = next(line for line in out.splitlines() if line.startswith("in all")).split()
    assert whole[2:] == ["2/4", "8/13", "1/2", "1/2", "1/2", "10/16", "58.9%"]


def test_one_more_test_reaches_more(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = '\ntest "more"\n  given ann has 60, bob is jailed\n  when ann draws toll, ann declines, ann chooses big\n  then ann has 52\n'
    (folder / "mine.mono").write_text(MINE + TESTS + more, "utf-8")
    told = places(run(capsys, "test", "--coverage", "mine.mono")[1])
    assert line_of("  if player has 100") not in told
    assert told[line_of("  else if player has 50")] == "never no"
    assert line_of("  each rival in players who are jailed") not in told
    assert line_of("  waive it") not in told
    assert line_of('  card toll "Pay your toll."') not in told


@pytest.mark.parametrize(("least", "code"), [("50", 0), ("58.97", 0), ("58.98", 1), ("95", 1)])
def test_so_much_is_wanted(capsys: pytest.CaptureFixture[str], least: str, code: int) -> None:
    found, out, _ = run(capsys, "test", "mine.mono", "--min", least)
    assert found == code
    assert (f"58.9% is reached, and {least}% is wanted" in out) is bool(code)


@pytest.mark.parametrize("least", ["101", "-1", "much"])
def test_a_share_is_from_0_to_100(capsys: pytest.CaptureFixture[str], least: str) -> None:
    code, _, err = run(capsys, "test", "mine.mono", "--min", least)
    assert code == 2
    assert "--min" in err


# ----------------------------------------------------------------------------------------------------------- which files
def test_files_of_tests_count_for_what_they_test(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.mono").write_text(MINE, "utf-8")
    (folder / "tests").mkdir()
    tests = 'edition mine_tests "Tests" extends mine\n  players 2 to 4\n' + TESTS
    (folder / "tests" / "mine_tests.mono").write_text(tests, "utf-8")
    told = places(run(capsys, "test", "--coverage", str(folder / "mine.mono"), "tests/mine_tests.mono")[1], str(folder / "mine.mono"))
    assert told[line_of("rule spare")] == "never run"
    assert line_of("  card class \"Collect what your class is worth.\"") not in told
    _, out, _ = run(capsys, "test", "--coverage", "tests/mine_tests.mono")
    assert "\nmine.mono" in out and "\neditions/rules/turns.mono" in out and "mine_tests.mono " not in out
    assert places(run(capsys, "test", "--coverage", ".")[1]).keys() == told.keys()


def test_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "test", ".")[1].startswith("3 passed")
    (folder / "empty").mkdir()
    code, _, err = run(capsys, "test", "empty")
    assert code == 2
    assert "empty: there is no .mono file in this folder" in err


def test_a_bundled_edition_comes_with_the_tests_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "test", "kids", "-k", "booth", "-v")
    assert code == 0
    assert "kids.mono:" in out and "kids_card_tests.mono:" in out and "kids_2013" not in out


def test_nothing_to_reach(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.mono").write_text('edition mine "Mine" extends classic\n  players 2 to 4\n', "utf-8")
    code, out, _ = run(capsys, "test", "mine.mono", "--min", "95")
    assert (code, out.splitlines()[-1]) == (0, "no tests")


# ---------------------------------------------------------------------------------------------------------------- as JSON
def _schema() -> Draft202012Validator:
    schemas = {name: json.loads((data_dir("spec") / name).read_text("utf-8")) for name in ("tests.schema.json", "diagnostics.schema.json")}
    registry = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in schemas.items())
    return Draft202012Validator(schemas["tests.schema.json"], registry=registry)


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wrong.mono").write_text(MINE.replace("mine", "wrong", 1).replace("charge\n\n", "chrge\n\n", 1) + TESTS, "utf-8")
    (folder / "fails.mono").write_text(MINE + TESTS.replace("1486", "1487"), "utf-8")
    code, out, err = run(capsys, "test", "--coverage", "--format", "json", "mine.mono", "wrong.mono", "fails.mono", "nowhere.mono")
    shown = json.loads(out)
    _schema().validate(shown)
    assert (code, err) == (2, "")
    assert (shown["passed"], shown["failed"]) == (5, 1)
    assert shown["failures"][0]["expected"] == "ann has 1487"
    assert [error["slug"] for error in shown["errors"]] == ["unknown-verb"]
    assert [file["file"] for file in shown["unreadable"]] == ["nowhere.mono"]
    [mine, *_] = [file for file in shown["coverage"]["files"] if file["file"] == "mine.mono"]
    assert (mine["reached"], mine["all"], mine["percent"]) == (23, 39, 58.97)
    assert {"line": line_of("rule spare"), "kind": "rule", "way": "", "text": "rule spare", "told": "never run"} in mine["missed"]


def test_json_without_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(run(capsys, "test", "--format", "json", "mine.mono")[1])
    _schema().validate(shown)
    assert shown["coverage"] is None
