"""What stands between a command and the terminal: refusals, Ctrl-C, closed pipes, full disks and bugs, each with its exit code.

0 done · 1 diagnostics or failed tests · 2 usage, or something that cannot be read or written · 70 a bug · 130 Ctrl-C · 141 closed pipe
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import ParamSpec, TextIO

from rulelang.refusal import FULL, Refusal
from rulelang.report.style import printable, style_of

P = ParamSpec("P")

BUG, INTERRUPTED, PIPE_CLOSED = 70, 130, 141


def guarded(command: Callable[P, int]) -> Callable[P, int]:
    """The command with every way of failing turned into a message and an exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            code = command(*args, **kwargs)
            sys.stdout.flush()
            return code
        except Refusal as refusal:
            complain(refusal.message, refusal.help)
            return refusal.code
        except KeyboardInterrupt:
            _flush()
            complain("stopped")
            return INTERRUPTED
        except OSError as error:
            return failed_file(error)
        except Exception as error:
            return _bug(error)

    return run


def complain(message: str, help: str | None = None) -> None:
    """One message on standard error, with its mend."""
    _say("error", "red", message, help)


def warn(message: str, help: str | None = None) -> None:
    """What does not stop the command, but should be known."""
    _say("warning", "yellow", message, help)


def _say(word: str, colour: str, message: str, help: str | None) -> None:
    style = style_of(sys.stderr)
    lines = [f"{style.paint(word, colour)}: {printable(message)}"]
    if help:
        lines.append(f"  {style.paint('help:', 'green')} {printable(help)}")
    try:
        sys.stderr.write("\n".join(lines) + "\n")
        sys.stderr.flush()
    except OSError:
        pass  # nobody is left to tell


def failed_file(error: OSError) -> int:
    """Says what could not be read or written; the exit code."""
    if isinstance(error, BrokenPipeError):
        _let_go(sys.stdout)
        return PIPE_CLOSED
    where = f"{error.filename}: " if error.filename else ""
    if error.errno in FULL:
        _let_go(sys.stdout)
        complain(f"{where}the disk is full", "make room, then run the command again")
    else:
        complain(f"{where}{(error.strerror or str(error)).lower()}", "check the path and who may read and write it")
    return 2


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        _let_go(sys.stdout)


def _let_go(stream: TextIO) -> None:
    """Point a stream that cannot be written at nothing, so that Python does not try again (and complain) when it leaves."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass  # a stream without a file, as in tests


def _bug(error: Exception) -> int:
    import hashlib
    import tempfile
    import traceback

    text = "".join(traceback.format_exception(error))
    name = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    report = os.path.join(tempfile.gettempdir(), f"rulelang-{name}.txt")  # noqa: PTH118
    try:
        with open(report, "w", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            file.write(f"rulelang {' '.join(sys.argv[1:])}\n\n{text}")
        help = f"please report it, with the file {report}"
    except OSError:
        help = f"please report it: {type(error).__name__}: {error}"
    complain(f"internal error {name}: this is a bug in rulelang, not in your file", help)
    return BUG
