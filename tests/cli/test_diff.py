"""`rulelang diff`: its sides, its exit codes, its two forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.cli import main
from rulelang.commands.sides import side_of
from rulelang.refusal import Refusal


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["diff", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("arguments", "code", "last"),
    [
        (("classic", "classic"), 0, "classic and classic: no difference"),
        (("classic", "--set", "salary=200"), 0, "classic and classic+salary=200: no difference"),
        (("classic", "--set", "salary=400"), 1, "classic and classic+salary=400: one difference"),
        (("classic", "classic", "--variant", "clock"), 1, "classic and classic+clock: 15 differences"),
        (("classic+clock", "classic+clock"), 0, "classic+clock and classic+clock: no difference"),
        (("classic+clock+throw_seconds=5", "classic+clock"), 1, "classic+clock+throw_seconds=5 and classic+clock: one difference"),
        (("classic+clock", "--variant", "short_hotels"), 1, "classic+clock and classic+clock+short_hotels: one difference"),
        (("classic+short_game", "classic+short_game_2005"), 1, None),
    ],
)
def test_sides(arguments: tuple[str, ...], code: int, last: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    got, out, err = told(capsys, *arguments)
    assert (got, err) == (code, "")
    assert last is None or out.splitlines()[-1] == last


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("classic",), "nothing to compare with"),
        (("clasic", "disney"), "did you mean `classic`?"),
        (("classic+clok", "disney"), "did you mean `clock`?"),
        (("classic+", "disney"), "something is missing beside a `+`"),
        (("classic+salary=", "disney"), "not of the form NAME=VALUE"),
        (("classic+salry=3", "disney"), "there is no setting `salry`"),
        (("classic", "kids+short_hotels"), "fits classic, classic_us and disney"),
        (("game.json", "classic"), "name the edition or file it was made from"),
    ],
)
def test_trouble_is_2(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_path_with_a_plus(tmp_path: Path) -> None:
    path = tmp_path / "a+b.mono"
    path.write_text('edition a "A"', "utf-8")
    side = side_of(f"{path}+clock", (), ("salary=3",))
    assert (side.name, side.variants, side.settings) == (str(path), ("clock",), {"salary": "3"})
    assert side.text == f"{path}+clock+salary=3"
    with pytest.raises(Refusal):
        side_of("+clock")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "classic", "classic+short_hotels+salary=400", "--format", "json")
    assert code == 1
    document = json.loads(out)
    assert document["right"] == {"edition": "classic", "variants": ["short_hotels"], "settings": {"salary": "400"}}
    salary, hotels = document["differences"]
    assert salary["category"] == "setting" and salary["before"] == ["200"] and salary["after"] == ["400"]
    assert salary["right"] == {"file": "--set", "line": 0}
    assert hotels["left"]["file"] == "editions/rules/rent.mono" and hotels["right"]["file"] == "editions/variants/short_hotels.mono"


def test_all_is_everything(capsys: pytest.CaptureFixture[str]) -> None:
    short, everything = (told(capsys, "classic", "disney", *more)[1] for more in ((), ("--all",)))
    assert "(--all)" in short and "(--all)" not in everything
    assert "Mayfair → 101 Dalmatians" in everything and "Mayfair → 101 Dalmatians" not in short
