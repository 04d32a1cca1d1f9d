"""`rulelang fmt FILE…`: files in the one layout; comments kept, meaning unchanged."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.guard import complain
from rulelang.refusal import Refusal
from rulelang.report.style import Style, printable, style_of

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostics


def fmt(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files; - reads standard input.", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change, exit code 1 if anything would.")] = False,
) -> int:
    """Lay files out: indentation, aligned tables, spaces between words.

    A file whose indentation is in doubt stays as it is, which is said and gives exit code 1.
    """
    codes = [0]
    for path in files:
        try:
            codes.append(_one(path, check, diff))
        except Refusal as refusal:
            complain(refusal.message, refusal.help)
            codes.append(refusal.code)
    return max(codes)


def _one(path: str, check: bool, diff: bool) -> int:
    """Lays one file out, or shows what would change. The value is the exit code that it asks for."""
    from rulelang.diagnostics import Diagnostics
    from rulelang.source import Source
    from rulelang.syntax.format import laid_out

    shown = printable(path)
    said = Diagnostics()
    raw, old = _read(path)
    new = laid_out(Source(path, old), said)
    if new is None:
        return _in_doubt(path, old, said)
    if path == "-" and not (check or diff):
        sys.stdout.write(new)
        return 0
    if new == raw:
        return 0
    if diff:
        sys.stdout.writelines(_diff(path, old, new, style_of(sys.stdout)))
    if check or (diff and new == old):
        sys.stdout.write(f"{shown}: not in the one layout{' (its line ends)' if new == old else ''}\n")
    if check or diff:
        return 1
    from rulelang.play.saves import write_whole

    write_whole(path, new)
    sys.stdout.write(f"{shown}: laid out\n")
    return 0


def _in_doubt(path: str, text: str, said: Diagnostics) -> int:
    """Says why nothing was done; what was to be passed on is passed on as it came."""
    from rulelang.report.text import render_all

    if path == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
    if len(said):
        sys.stderr.write(render_all(said, style_of(sys.stderr)) + "\n\n")
    complain(f"{path}: left as it is: what belongs to what is in doubt", "mend what is shown above, then lay it out")
    return 1


def _read(path: str) -> tuple[str, str]:
    """The text of a file as it is, and with `\n` line ends."""
    from rulelang.loader import decoded, read_bytes, read_rules

    text = decoded("standard input", data := sys.stdin.buffer.read()) if path == "-" else read_rules(Path(path))
    return (data if path == "-" else read_bytes(Path(path))).decode("utf-8-sig"), text


def _diff(path: str, old: str, new: str, style: Style) -> Iterator[str]:
    from difflib import unified_diff

    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in unified_diff(old.splitlines(), new.splitlines(), path, f"{path} (laid out)", lineterm=""):
        yield style.paint(printable(line), colours.get(line[:1], "")) + "\n" if line[:1] in colours else printable(line) + "\n"
