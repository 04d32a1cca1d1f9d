"""`rulelang fmt FILE…`: files in the one layout; comments kept, meaning unchanged."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rulelang.refusal import Refusal


def fmt(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files; - reads standard input.", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> int:
    """Lay files out: indentation, aligned tables, one space between words."""
    raise Refusal("not yet")
