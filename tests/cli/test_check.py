"""`check`, `fmt`, `show`, `ir`, `compile`: what they print, what they write, how they leave."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rulelang.bundled import data_dir
from rulelang.commands.fitting import about
from rulelang.pipeline import bundled_names, load
from tests.cli.terminal import begin, run

GOOD = 'edition toy "Toy"\n  players 2 to 4\n\nrule game\n  take turns among players as player, up to 5 rounds\n    say "{player} waits."\n'
BAD = GOOD.replace("say ", "sya ")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.mono").write_text(GOOD)
    (tmp_path / "bad.mono").write_text(BAD)
    return tmp_path


def test_clean(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "good.mono") == (0, "good.mono: nothing to mend\n", "")


def test_diagnostics(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "good.mono", "bad.mono")
    assert (code, err) == (1, "")
    assert " --> bad.mono:6:5" in out
    assert "rulelang explain " in out
    assert out.splitlines()[-1] == "1 error in 1 file"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("gone.mono", None, "no such file"),
        ("binary.mono", b"edition\0", "no text"),
        ("latin.mono", b'edition toy "caf\xe9"\n', "not UTF-8"),
        ("sub", "folder", "folder"),
    ],
)
def test_unreadable(folder: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes | str | None, said: str) -> None:
    if content == "folder":
        (folder / name).mkdir()
    elif isinstance(content, bytes):
        (folder / name).write_bytes(content)
    code, out, err = run(capsys, "check", name, "good.mono")
    assert code == 2
    assert said in err
    assert "help:" in err
    assert "good.mono: nothing to mend" in out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_forbidden(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "good.mono").chmod(0)
    code, _, err = run(capsys, "check", "good.mono")
    assert code == 2
    assert "permission denied" in err


def test_a_misspelt_edition(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "check", "disny")
    assert code == 2
    assert "did you mean `disney`?" in err


@pytest.mark.parametrize("name", ["classic", "classic_us", "disney", "kids", "disney.mono"])
def test_bundled_editions_are_clean_from_any_folder(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, "check", name)
    assert (code, out) == (0, f"{name}: nothing to mend\n")


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "bad.mono", "gone.mono", "--format", "json")
    assert code == 2
    shown = json.loads(out)
    Draft202012Validator(json.loads((data_dir("spec") / "diagnostics.schema.json").read_text("utf-8"))).validate(shown)
    assert [entry["file"] for entry in shown["unreadable"]] == ["gone.mono"]
    assert shown["errors"] == 1


def test_sarif(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "bad.mono", "--format", "sarif")
    assert code == 1
    [result] = json.loads(out)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "bad.mono"


def test_a_variant_is_checked_with_each_edition_it_fits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.mono").write_text('variant mine "Mine" fits classic, disney\n  replace card gust of chance\n    collect 5\n')
    code, out, _ = run(capsys, "check", "mine.mono")
    assert code == 1
    assert "gust" in out
    (folder / "mine.mono").write_text('variant mine "Mine" fits classic, disney\n  change space tarzan\n    price 80\n')
    code, out, _ = run(capsys, "check", "mine.mono")
    assert code == 1, "the classic has no tarzan"
    assert run(capsys, "check", "mine.mono", "--edition", "disney")[0] == 0


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", "unknown-verb")
    assert code == 0
    assert "colect 5" in out
    assert run(capsys, "explain", "error[unknown-verb]")[1] == out
    code, _, err = run(capsys, "explain", "unknown-vreb")
    assert code == 2
    assert "did you mean `unknown-verb`?" in err
    assert "unknown-verb" in run(capsys, "explain")[1]


def test_fmt(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    untidy = GOOD.replace("players 2 to 4", "players   2 to 4   # few")
    (folder / "untidy.mono").write_text(untidy)
    assert run(capsys, "fmt", "--check", "good.mono") == (0, "", "")
    code, out, _ = run(capsys, "fmt", "--check", "untidy.mono", "good.mono")
    assert (code, out) == (1, "untidy.mono: not in the one layout\n")
    code, out, _ = run(capsys, "fmt", "--diff", "untidy.mono")
    assert code == 1
    assert "-  players   2 to 4   # few" in out
    assert (folder / "untidy.mono").read_text() == untidy
    assert run(capsys, "fmt", "untidy.mono")[:2] == (0, "untidy.mono: laid out\n")
    assert "players 2 to 4  # few" in (folder / "untidy.mono").read_text()
    assert run(capsys, "fmt", "untidy.mono") == (0, "", "")
    assert run(capsys, "fmt", "gone.mono", "good.mono")[0] == 2


@pytest.mark.parametrize("edition", ["classic", "kids"])
def test_show_and_ir(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", edition)
    assert code == 0
    for word in ("price", "Settings", "Chance"):
        assert word in out
    code, out, _ = run(capsys, "ir", edition)
    assert code == 0
    assert out.startswith(f"program {edition}")


def test_show_tells_what_a_variant_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in the game first, in the words of the comment below their heads; then the others."""
    monkeypatch.setenv("COLUMNS", "120")
    code, out, _ = run(capsys, "show", "classic", "--only", "variants", "--variant", "free_parking_seed_500")
    assert code == 0
    there, others = out.split("Variants that fit")
    assert "The bank puts 500 into the pot" in there
    assert "free_parking_pot " in there
    assert "free_parking_pot " not in others
    assert "Players may lend each other" in others
    for name in bundled_names("variants"):
        [section] = load(name).file.sections
        assert about(section).endswith("."), f"{name} does not say what it is"


def test_show_says_what_a_unit_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the game shows more than the rules count."""
    assert "each unit for $200\n" in run(capsys, "show", "millionaire")[1]
    assert "unit" not in run(capsys, "show", "kids")[1]


def test_show_lists_strategies_that_can_play_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Not those that are made from another game's."""
    assert "\ntrader " in run(capsys, "show", "classic", "--only", "strategies")[1]
    kids = run(capsys, "show", "kids", "--only", "strategies")[1]
    assert "\nsteady " in kids
    assert "trader" not in kids
    assert "cautious" not in kids


def test_show_says_when_a_kept_card_may_be_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert "player is jailed and player is at turn" in run(capsys, "show", "classic", "--only", "actions")[1]


def test_show_calls_a_kind_as_the_edition_does(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "show", "millionaire")[1].splitlines()
    assert "company" in out
    assert "site" not in out


def test_compile_and_play_without_the_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.mono").write_text((data_dir("editions") / "kids.mono").read_text("utf-8").replace("edition kids", "edition mine"))
    assert run(capsys, "compile", "mine.mono", "-o", "mine.json")[0] == 0
    (folder / "mine.mono").unlink()
    assert run(capsys, "run", "mine.json", "--quiet")[0] == 0
    code, _, err = run(capsys, "run", "mine.json", "--set", "salary=3")
    assert code == 2
    assert "compiled already" in err
    (folder / "mine.json").write_text("{}")
    code, _, err = run(capsys, "run", "mine.json")
    assert code == 2
    assert "no compiled program" in err
    assert run(capsys, "compile", "kids", "-o", "no/such/folder.json")[0] == 2
    assert run(capsys, "compile", "bad.mono", "-o", "out.json")[0] == 1
    assert not (folder / "out.json").exists()


def test_compile_names_its_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "compile", "kids", "--set", "start_money = 30")
    assert (code, err) == (0, "")
    assert out.startswith("kids+start_money=30.json: ") and out.count("\n") == 1
    assert run(capsys, "run", "kids+start_money=30.json", "--quiet")[0] == 0
    assert run(capsys, "compile", "kids", "--set", "start_money=30")[0] == 0  # what it wrote itself is written anew
    (folder / "kids.json").write_text('{"mine": true}')
    code, _, err = run(capsys, "compile", "kids")
    assert code == 2
    assert "kids.json is there already" in err and "-o kids.json" in err
    assert (folder / "kids.json").read_text() == '{"mine": true}'


def test_compile_to_machine_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "compile", "kids", "--emit", "llvm", "-o", "-")
    assert code == 0
    assert "define void @play_many(ptr" in out
    pytest.importorskip("llvmlite")
    assert run(capsys, "compile", "kids", "--emit", "object", "-o", "kids.o")[0] == 0
    assert b"play_many" in (folder / "kids.o").read_bytes()
    code, _, err = run(capsys, "compile", "kids", "--emit", "llvm", "--strategy", "bold", "-o", "-")
    assert code == 2
    assert "there is no strategy bold; there are: steady" in err
    code, _, err = run(capsys, "compile", "kids", "--strategy", "steady", "-o", "kids.json")
    assert code == 2
    assert "--emit" in err


def test_an_edition_is_no_part_of_another(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "check", "kids", "--edition", "disney")
    assert code == 2
    assert "is the edition `kids`, not a part of `disney`" in err
    assert run(capsys, "check", "kids", "--edition", "kids")[0] == 0


def test_watch(folder: Path) -> None:
    with begin(folder, "check", "bad.mono", "--watch") as process:
        assert process.stdout
        for line in process.stdout:
            if line == "1 error in 1 file\n":
                break
        time.sleep(0.3)
        (folder / "bad.mono").write_text(GOOD)
        for line in process.stdout:
            if line == "bad.mono: nothing to mend\n":
                break
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err
