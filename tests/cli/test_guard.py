"""Every way in which a command can fail has its message and its exit code, and none shows a traceback."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulelang.cli import COMMANDS, main
from rulelang.commands.guard import BUG, INTERRUPTED, PIPE_CLOSED, guarded
from rulelang.refusal import Refusal, unreadable


def _raising(error: BaseException) -> int:
    def command() -> int:
        raise error

    return guarded(command)()


def test_a_refusal_says_why_and_how_to_mend(capsys: pytest.CaptureFixture[str]) -> None:
    assert _raising(Refusal("no such thing", "name another", 1)) == 1
    assert capsys.readouterr().err == "error: no such thing\n  help: name another\n"


def test_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    assert _raising(KeyboardInterrupt()) == INTERRUPTED
    assert "Traceback" not in capsys.readouterr().err


def test_closed_pipe_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert _raising(BrokenPipeError()) == PIPE_CLOSED
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "permission denied"), (errno.EISDIR, "is a directory")]
)
def test_files(number: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _raising(OSError(number, os.strerror(number), "some/file")) == 2
    shown = capsys.readouterr().err
    assert f"some/file: {said}" in shown
    assert "help:" in shown


def test_a_bug_leaves_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert _raising(ZeroDivisionError("oops")) == BUG
    shown = capsys.readouterr().err
    report = re.search(r"/\S+rulelang-[0-9a-f]{8}\.txt", shown)
    assert report
    assert "Traceback" not in shown
    assert "ZeroDivisionError: oops" in Path(report[0]).read_text("utf-8")
    Path(report[0]).unlink()


def test_every_mend_of_a_file() -> None:
    refusal = unreadable("x", FileNotFoundError(errno.ENOENT, "No such file or directory"))
    assert (refusal.message, refusal.code) == ("x: no such file or directory", 2)
    assert refusal.help


def _run(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "rulelang", *arguments], capture_output=True, text=True, timeout=60, **more)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chek", "x"], "chek"),
        (["check"], "FILE"),
        (["check", "x", "--format", "xml"], "--format"),
        (["run", "x", "--players", "many"], "--players"),
        (["run", "x", "--rounds", "0"], "--rounds"),
        (["compile", "kids", "--emit", "wasm"], "--emit"),
        (["explain", "unknwon-name-at-all"], "unknwon-name-at-all"),
        (["explain", "../../README"], "readme"),
        (["check", "x", "--set", "start_money"], "--set start_money"),
        (["check", "x", "--set", "a=1", "--set", "a=2"], "twice"),
    ],
)
def test_usage(arguments: list[str], said: str) -> None:
    done = _run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "help:" in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_no_arguments_show_the_help() -> None:
    done = _run()
    assert done.returncode == 2
    assert "Commands:" in done.stderr


def test_help_and_version() -> None:
    done = _run("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert re.search(rf"^  {command}  .*\.$", done.stdout, re.MULTILINE), command
    assert _run("--version").stdout.startswith("rulelang ")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Usage: rulelang {command} [OPTIONS]")
    assert "list[" not in out[out.index("Options:") :]


def test_a_misspelt_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chek", "disney"]) == 2
    assert capsys.readouterr().err == "error: there is no command `chek`\n  help: did you mean `check`?\n"


def test_a_pipe_closed_by_the_reader() -> None:
    with subprocess.Popen([sys.executable, "-m", "rulelang", "explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        said = process.stderr.read()
        process.wait(60)
    assert said == b""
    assert process.returncode in (0, PIPE_CLOSED)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_standard_output() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rulelang", "explain"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode == 0 or "the disk is full" in done.stderr
