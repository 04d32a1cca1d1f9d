"""`rulelang fmt FILE…`: files in the one layout; comments kept, meaning unchanged."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from rulelang.commands.guard import complain, guarded
from rulelang.refusal import Refusal, unreadable
from rulelang.report.style import Style, printable, style_of


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", help="Files; - reads standard input.")
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change, exit code 1 if anything would.")
@guarded
def fmt(files: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay files out: indentation, aligned tables, spaces between words."""
    from rulelang.syntax.format import format_text

    style = style_of(sys.stdout)
    changed = refused = 0
    for path in files:
        try:
            old = _read(path)
            new = format_text(old)
            if path == "-" and not (check or diff):
                sys.stdout.write(new)
                continue
            if new == old:
                continue
            changed += 1
            if diff:
                sys.stdout.writelines(_diff(path, old, new, style))
            elif check:
                sys.stdout.write(f"{printable(path)}: not in the one layout\n")
            else:
                from rulelang.play.saves import write_whole

                write_whole(path, new)
                sys.stdout.write(f"{printable(path)}: laid out\n")
        except Refusal as refusal:
            refused += 1
            complain(refusal.message, refusal.help)
    return 2 if refused else 1 if changed and (check or diff) else 0


def _read(path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:  # noqa: PTH123
                data = file.read()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError as error:
        place = data[: error.start].count(b"\n") + 1
        raise Refusal(f"{path}: no text in UTF-8 (line {place})", "save it as UTF-8 in your editor") from None


def _diff(path: str, old: str, new: str, style: Style) -> Iterator[str]:
    from difflib import unified_diff

    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in unified_diff(old.splitlines(), new.splitlines(), path, f"{path} (laid out)", lineterm=""):
        yield style.paint(printable(line), colours.get(line[:1], "")) + "\n" if line[:1] in colours else printable(line) + "\n"
