"""`rulelang why`: the whole way of a name, from what declares it to what it is now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.account.names import Names
from rulelang.account.telling import account_of, text
from rulelang.cli import main
from rulelang.pipeline import bundled_names, load
from rulelang.report.style import Style

OURS = """variant ours "Ours" fits classic
set salary = 300
rename free_parking to lawn "The lawn"
remove rule walk
rule walk
  advance total of dice
remove setting bid_step

change space lawn
  price 3
"""


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["why", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    "arguments",
    [
        ("disney", "--variant", "double_on_go", "--set", "salary=400", "salary"),
        ("classic", "--variant", "city_build", "--variant", "clock", "--variant", "build_on_landing", "build", "on", "site"),
        ("classic", "--variant", "bankrupt_assets_to_bank", "go bankrupt"),
        ("disney", "tarzan"),
        ("mega", "mayfair's price"),
        ("mega", "boardwalk's price"),
        ("classic", "--variant", "stock_exchange", "chance"),
        ("classic", "--variant", "short_game_2005", "short_game_2005"),
        ("disney", "doctor"),
        ("classic", "player's debt"),
        ("mega", "board"),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_told(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion) -> None:
    code, out, err = told(capsys, *arguments)
    assert f"{out}{err}-- {code}" == snapshot


def test_a_row_in_the_place_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bees.mono"
    path.write_text(
        'edition bees "Bees" extends classic\nkind meadow "Meadow"\n  honey : money\n'
        'replace space free_parking\n  meadow linden "Linden" honey 45\n'
    )
    code, out, err = told(capsys, str(path), "linden")
    assert (code, err) == (0, "")
    lines = [line.strip() for line in out.splitlines()]
    assert lines[0] == 'space free_parking  "Linden"'
    for line in ("- kind corner", "+ kind meadow", '- title "Free Parking"', '+ title "Linden"', "+ honey 45"):
        assert line in lines
    assert [line.split()[-2:] for line in lines[2:5:2]] == [["classic", "declared"], ["+", "linden"]]


@pytest.mark.parametrize("edition", bundled_names())
def test_everything_has_an_account(edition: str) -> None:
    """Each name in each edition is found by the name that its account bears, and begins with a declaration that stands in a file."""
    compilation = load(edition)
    compilation.program
    names = Names.of(compilation.model)
    meant = {id(one): one for tier in (names.exact, names.titled, names.partly) for listed in tier.values() for one in listed}
    assert len(meant) > 150
    for one in meant.values():
        account = account_of(compilation.model, compilation.compiler, one)
        assert text(account, Style())
        if not one.doc:
            assert any(one.name == other.name for other in names.find(account.name)[0]), account.name
            assert account.place is not None or account.steps[0][1].what == "declared", account
            places = [step.place for _, step in account.steps] + [hook.place for hook in account.hooks]
            assert all((Path(__file__).resolve().parents[2] / place.file).is_file() and place.line for place in places)


def test_json(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "ours.mono"
    path.write_text(OURS.split("remove")[0], "utf-8")
    code, out, _ = told(capsys, "classic", "--variant", str(path), "--set", "salary=400", "--format", "json", "setting salary")
    document = json.loads(out)
    assert code == 0
    assert document["variants"] == [str(path)]
    [found] = document["found"]
    steps = [(step["layer"], step["what"], step["file"], step["line"], step["lines"]) for step in found["steps"]]
    assert steps[1:] == [
        ("ours", "set", "ours.mono", 2, ["- value 200", "+ value 300"]),
        ("the command line", "set", "--set", 0, ["- value 300", "+ value 400"]),
    ]
    assert {"layer": "the command line", "file": "--set", "line": 0, "lines": ["value 400"]} in found["now"]


def test_a_misspelt_name(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "classic", "salry")
    assert (code, out) == (2, "")
    assert "nothing in classic is called `salry`" in err
    assert "did you mean `setting salary`" in err


def test_a_name_of_many_things(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "classic", "needs", "owner")
    assert (code, out) == (2, "")
    assert "things in classic are called `needs owner`" in err
    assert "action build on site" in err
    code, out, err = told(capsys, "classic", "--format", "json", "needs owner")
    assert code == 2
    assert "action build on site" in json.loads(out)["others"]


def test_what_is_declared_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The chain goes on through what was taken away; errors of the edition are told beside the account."""
    path = tmp_path / "ours.mono"
    path.write_text(OURS, "utf-8")
    code, out, err = told(capsys, str(path), "walk")
    assert [line.split()[-1] for line in out.split("\n") if ".mono:" in line][:3] == ["declared", "removed", "declared"]
    assert code == 1
    assert "so this may not be all of it" in err
    code, out, _ = told(capsys, str(path), "bid_step")
    assert code == 1
    assert "it is there no more" in out


def test_colours_are_only_for_terminals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in told(capsys, "classic", "salary")[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in told(capsys, "classic", "salary")[1]


def test_names_may_hold_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ours.mono"
    path.write_text('variant ours "A\u202eb\x1b[31m" fits classic\nset salary = 300\n', "utf-8")
    _, out, _ = told(capsys, "classic", "--variant", str(path), "ours")
    assert "\x1b" not in out and "\u202e" not in out
