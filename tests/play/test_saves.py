"""A save is whole or not there; what is no save is refused with the reason."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulelang.play.saves import FORMAT, Save, Seat, read_save, write_save, write_whole
from rulelang.refusal import Refusal

SAVE = Save("disney", ("quick",), {"start_money": "400"}, "abc", (Seat("Ann", "person"), Seat("Bob", "steady")), {"slots": [1, 2]}, "")


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    write_save(str(path), SAVE)
    assert read_save(str(path)) == SAVE
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.save"]


def test_an_older_save_stays_if_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.save"
    write_save(str(path), SAVE)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refusal, match="the disk is full"):
        write_whole(str(path), "x" * 100)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.save"]


def test_a_kill_at_any_moment(tmp_path: Path) -> None:
    """A process that writes saves for ever is killed again and again: the file is always one of its saves."""
    path = tmp_path / "game.save"
    code = (
        "import sys; from rulelang.play.saves import write_whole\n"
        "n = 0\n"
        "while True:\n"
        "    n += 1\n"
        "    write_whole(sys.argv[1], str(n % 10) * 500_000)\n"
        "    print(n, flush=True)\n"
    )
    for pause in (0, 1, 3, 7):
        with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as process:
            assert process.stdout
            for _ in range(pause + 1):
                process.stdout.readline()
            process.kill()
        text = path.read_text()
        assert len(text) == 500_000
        assert len(set(text)) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "damaged"),
        (b"\xff\xfe\x00", "not a save"),
        (b"[]", "not a save"),
        (b"{}", "not a save"),
        (b'{"format": "rulelang/table/99"}', "it says rulelang/table/99"),
        (json.dumps({"format": FORMAT}).encode(), "damaged"),
        (json.dumps({"format": FORMAT, "edition": 3}).encode(), "damaged"),
        (b"[" * 100_000, "damaged"),
    ],
)
def test_what_is_no_save(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    path.write_bytes(content)
    with pytest.raises(Refusal, match=said) as caught:
        read_save(str(path))
    assert caught.value.help


def test_missing_and_unwritable(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no such file"):
        read_save(str(tmp_path / "none"))
    with pytest.raises(Refusal, match="is a directory"):
        read_save(str(tmp_path))
    with pytest.raises(Refusal, match="is a directory"):
        write_whole(str(tmp_path), "x")
    with pytest.raises(Refusal, match="no such file"):
        write_whole(str(tmp_path / "none" / "x"), "x")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(str(tmp_path / "link"), "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_devices_are_written_in_place() -> None:
    write_whole("/dev/null", "x")
