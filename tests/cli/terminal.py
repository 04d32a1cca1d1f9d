"""A command as somebody runs it: its exit code and what it says, which is never a traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulelang.bundled import data_dir
from rulelang.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert "internal error" not in err
    return code, out, err


def fits(found: dict[str, Any], schema: str) -> None:
    """What is written is as its schema in `spec/` says."""
    Draft202012Validator(json.loads((data_dir("spec") / schema).read_text("utf-8"))).validate(found)


def document(capsys: pytest.CaptureFixture[str], schema: str, *arguments: str) -> dict[str, Any]:
    """What a command that goes well writes with `--format json`."""
    code, out, _ = run(capsys, *arguments, "--format", "json")
    assert code == 0
    found = json.loads(out)
    assert isinstance(found, dict)
    fits(found, schema)
    return found


def begin(folder: Path | None, *arguments: str, **pipes: Any) -> subprocess.Popen[str]:
    """A command in a process of its own that Ctrl-C reaches, also where the tests run in the background and it is ignored."""

    def heed_interrupts() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    command = [sys.executable, "-m", "rulelang", *arguments]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **pipes}
    return subprocess.Popen(command, cwd=folder, text=True, preexec_fn=heed_interrupts, **streams)
