"""`rulelang rulings`: what is shown, the exit codes, and the document for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli import terminal
from tests.rulings.test_form import GOOD


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.yaml").write_text(GOOD, "utf-8")
    (tmp_path / "wrong.yaml").write_text(GOOD.replace("1482", "1481"), "utf-8")
    (tmp_path / "faulty.yaml").write_text(GOOD.replace("owns: strand", "owns: strnd"), "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code, out, err = terminal.run(capsys, "rulings", *arguments)
    return code, re.sub(r"in \d+\.\d s", "in 0.0 s", out), err


def test_the_bundled_ones_of_an_edition(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "classic", "-k", "T0", "-v")
    assert (code, err) == (0, "")
    assert re.search(r"^T01 +The highest throw begins, .* +classic +passed *$", out, re.MULTILINE)
    assert out.endswith("3 passed in 0.0 s\n")


def test_a_table_by_topic(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--file", "good.yaml")
    assert code == 0
    assert out.split("\n")[0].split() == ["about", "rulings", "cases", "passed", "failed", "broken"]
    assert [line.split() for line in out.split("\n")[2:4]] == [["Ours", "1", "1", "1"], ["all", "1", "1", "1"]]


def test_a_failure_with_the_way_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--file", "wrong.yaml")
    assert code == 1
    assert out.startswith(
        "failed V1 A visit  (classic)\n"
        "    at        wrong.yaml:12: money: 1481\n"
        "    expected  money: 1481\n"
        "    got       £1482\n"
        "    what happened:\n"
        "      Ann is put on Strand.\n"
        "      Ann pays Bob £18: Rent, Strand.\n"
    )
    assert out.endswith("1 failed in 0.0 s\n")


def test_a_mistake_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--file", "faulty.yaml", "--file", "good.yaml")
    assert code == 1
    assert "there is a ruling `V1` in faulty.yaml, too" in out
    code, out, _ = run(capsys, "--file", "faulty.yaml")
    assert code == 1
    assert "error[unknown-name]: there is no name `strnd`\n --> faulty.yaml:8:21" in out
    assert "help: did you mean `strand`?" in out
    assert out.endswith("1 broken in 0.0 s\n")


@pytest.mark.parametrize(
    ("arguments", "message", "mend"),
    [
        (("clasic",), "there are no rulings for `clasic`", "did you mean `classic`?"),
        (("mine.mono",), "there are no rulings for `mine.mono`", "on it: rulelang rulings classic --on mine.mono"),
        (("--file", "nowhere.yaml"), "nowhere.yaml: no such file", ""),
        (("--file", "."), ".: this is a folder", "name a file in it"),
        (("--file", "good.yaml", "--variant", "free_parkng_pot"), "there is no variant `free_parkng_pot`", "`free_parking_pot`?"),
        (("--file", "good.yaml", "--on", "clasic"), "clasic: no such file", "did you mean `classic`?"),
        (("--file", "good.yaml", "--set", "salary"), "--set salary: not of the form NAME=VALUE", "for example"),
    ],
)
def test_what_is_not_there(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str, mend: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert mend in err


def test_on_another_edition_and_with_a_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--file", "good.yaml", "--on", "disney")[0] == 0
    code, out, _ = run(capsys, "--file", "good.yaml", "--variant", "rent_claims")
    assert code == 1
    assert "got       £1500" in out


def test_an_edition_beside_the_file(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "ours.yaml").write_text(GOOD.replace("edition: classic", "edition: harbour.mono"), "utf-8")
    (folder / "deep" / "harbour.mono").write_text('edition harbour "Harbour" extends classic\n  players 2 to 6\n', "utf-8")
    assert run(capsys, "--file", "deep/ours.yaml")[0] == 0


def test_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--file", "wrong.yaml", "--format", "json")
    assert code == 1
    told = json.loads(out)
    assert (told["version"], told["passed"], told["failed"], told["broken"], told["diagnostics"]) == (1, 0, 1, 0, [])
    [case] = told["cases"]
    assert case["id"] == "V1"
    assert case["place"] == {"file": "wrong.yaml", "line": 3}
    assert (case["edition"], case["variants"], case["settings"], case["result"]) == ("classic", [], {}, "failed")
    assert case["failure"]["place"] == {"file": "wrong.yaml", "line": 12, "text": "money: 1481"}
    assert case["failure"]["got"] == "£1482"
    assert case["failure"]["transcript"][-1] == "Ann pays Bob £18: Rent, Strand."
    code, out, _ = run(capsys, "--file", "faulty.yaml", "--format", "json")
    told = json.loads(out)
    assert (code, told["broken"], told["cases"][0]["result"]) == (1, 1, "broken")
    assert told["diagnostics"][0]["place"]["file"] == "faulty.yaml"
