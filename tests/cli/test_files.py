"""Files that hold no rules, or hold them in doubt: what the commands say of them, and that they leave them as they are."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from rulelang.cli import main

Caught = pytest.CaptureFixture[str]

DOUBT = 'edition doubt "Doubt" extends kids\n  change space balloons\n      price 2\n    title "x"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: Caught, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


# ------------------------------------------------------------------------------------------------------- other kinds of files
@pytest.mark.parametrize("command", [["check"], ["fmt"], ["test"], ["why", "FILE", "salary"], ["locale"], ["diff", "FILE", "kids"]])
def test_a_compiled_program_is_not_read_as_rules(command: list[str], folder: Path, capsys: Caught) -> None:
    assert run(capsys, "compile", "kids")[0] == 0
    before = (folder / "kids.json").read_bytes()
    words = [*command] if "FILE" in command else [*command, "FILE"]
    code, _, err = run(capsys, *("kids.json" if word == "FILE" else word for word in words))
    assert code == 2
    assert "kids.json" in err and "compiled" in err and "help: name" in err
    assert (folder / "kids.json").read_bytes() == before


def test_a_table_is_not_read_as_rules(folder: Path, capsys: Caught) -> None:
    (folder / "kids.ru.yaml").write_text("texts: {}\n")
    code, _, err = run(capsys, "check", "kids.ru.yaml")
    assert code == 2
    assert "rulings" in err


def test_show_a_compiled_program(folder: Path, capsys: Caught) -> None:
    assert run(capsys, "compile", "kids", "--set", "salary=5", "-o", "k.json")[0] == 0
    code, out, err = run(capsys, "show", "k.json")
    assert code == 0
    for word in ("Balloon Stand", "Light blue", "Free ticket booth: purple.", "salary", "steady"):
        assert word in out
    assert "kept" not in out
    assert err.startswith("warning: k.json is compiled: ") and err.count("\n") == 1


# ---------------------------------------------------------------------------------------------------------------------- fmt
@pytest.mark.parametrize("options", [[], ["--check"], ["--diff"]])
def test_fmt_says_why_it_leaves_a_file(options: list[str], folder: Path, capsys: Caught) -> None:
    (folder / "doubt.mono").write_text(DOUBT)
    (folder / "fine.mono").write_text('edition fine "Fine"  extends kids\n')
    code, out, err = run(capsys, "fmt", *options, "doubt.mono", "fine.mono")
    assert code == 1
    assert "bad-indent" in err and "doubt.mono:4:5" in err and "doubt.mono: left as it is" in err
    assert "fine.mono" in out
    assert (folder / "doubt.mono").read_text() == DOUBT


def test_fmt_passes_on_what_is_in_doubt(folder: Path, capsys: Caught, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that pipes a text through it gets the text back, not an empty one."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DOUBT.encode())))
    code, out, _ = run(capsys, "fmt", "-")
    assert (code, out) == (1, DOUBT)


def test_fmt_of_line_ends(folder: Path, capsys: Caught) -> None:
    path = folder / "ends.mono"
    path.write_bytes(b'edition ends "Ends" extends kids\r\n  players 2 to 4\r\n')
    for option in ("--check", "--diff"):
        assert run(capsys, "fmt", option, "ends.mono")[:2] == (1, "ends.mono: not in the one layout (its line ends)\n")
    assert run(capsys, "fmt", "ends.mono")[:2] == (0, "ends.mono: laid out\n")
    assert path.read_bytes() == b'edition ends "Ends" extends kids\n  players 2 to 4\n'
    assert run(capsys, "fmt", "ends.mono", "--check")[:2] == (0, "")


@pytest.mark.parametrize("content", [b"edition nul \0\n", b"edition \xff\xfe\n"])
def test_fmt_of_what_is_no_text(content: bytes, folder: Path, capsys: Caught) -> None:
    (folder / "x.mono").write_bytes(content)
    code, out, err = run(capsys, "fmt", "x.mono")
    assert (code, out) == (2, "")
    assert "help:" in err
    assert (folder / "x.mono").read_bytes() == content


@pytest.mark.parametrize("words", [("show", "quay"), ("run", "kids", "--variant", "quay")])
def test_a_name_without_its_ending(words: tuple[str, ...], folder: Path, capsys: Caught) -> None:
    (folder / "quay.mono").write_text('variant quay "Quay" fits kids\n')
    code, _, err = run(capsys, *words)
    assert code == 2
    assert "help: did you mean `quay.mono`?" in err
