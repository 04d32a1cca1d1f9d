"""`rulelang test FILE…`: runs the tests that stand in `.mono` files."""

from __future__ import annotations

from typing import Annotated

import typer

from rulelang.refusal import Refusal


def test(files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files with tests.", show_default=False)]) -> int:
    """Run the tests in .mono files."""
    raise Refusal("not yet")
