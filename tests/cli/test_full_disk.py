"""When nothing can be written: a game of people is kept elsewhere and goes on, help is a message, and no file is half written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.cli import main
from rulelang.play import saves
from rulelang.refusal import unreadable

Caught = pytest.CaptureFixture[str]


class Full:
    """A disk on which one folder is full."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: object, **named: object) -> tuple[int, str]:
        if str(Path(str(named["dir"])).resolve()) == str(self.folder.resolve()):
            raise OSError(errno.ENOSPC, "No space left on device")
        return _MKSTEMP(*arguments, **named)  # type: ignore[arg-type]


_MKSTEMP = saves.tempfile.mkstemp


@pytest.fixture
def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder is full; there is room elsewhere, and in the folder for temporary files."""
    here, spare = tmp_path / "here", tmp_path / "spare"
    here.mkdir()
    spare.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(saves.tempfile, "mkstemp", Full(here))
    monkeypatch.setattr(saves.tempfile, "gettempdir", lambda: str(spare))
    yield tmp_path
    assert list(here.iterdir()) == []


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


GAME = ["run", "classic", "--human", "Ada", "--seed", "3"]


def test_a_save_that_fails_is_no_end(full: Path, capsys: Caught, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = str(full / "other.save")
    typed(monkeypatch, "save mine.save", "quit mine.save", f"save {elsewhere}", "quit")
    assert main(GAME) == 0
    said = capsys.readouterr()
    assert said.out.count("Not saved: mine.save: the disk is full") == 2
    assert f"Saved: {elsewhere}." in said.out
    assert said.err == ""
    typed(monkeypatch)
    assert main(["resume", elsewhere]) == 0


def test_who_leaves_finds_the_game_among_the_temporary_files(full: Path, capsys: Caught, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    assert main(GAME) == 0
    said = capsys.readouterr()
    spare = full / "spare" / "classic-3.rulelang-save"
    assert f"rulelang resume {spare}" in said.out
    assert "the disk is full" in said.err
    typed(monkeypatch)
    assert main(["resume", str(spare), "--rounds", "1"]) == 0


def test_the_game_is_kept_when_a_transcript_fails(tmp_path: Path, capsys: Caught, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.jsonl").symlink_to("/dev/full")
    typed(monkeypatch, *[""] * 60)
    assert main([*GAME, "--transcript", "it.jsonl"]) == 2
    said = capsys.readouterr()
    assert "the disk is full" in said.err
    assert "rulelang resume classic-3.rulelang-save" in said.err + said.out
    assert (tmp_path / "classic-3.rulelang-save").exists()


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["run", "--help"]])
def test_help_on_a_full_disk(arguments: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as disk:
        done = subprocess.run(
            [sys.executable, "-m", "rulelang", *arguments], stdout=disk, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "error: the disk is full\n  help: make room, then run the command again\n"


def test_what_is_said_of_a_full_disk() -> None:
    for code in (errno.ENOSPC, errno.EDQUOT):
        refusal = unreadable("x.save", OSError(code, os.strerror(code)))
        assert refusal.message == "x.save: the disk is full"
        assert refusal.help
