"""`rulelang compile EDITION -o OUT.json`: the compiled program as JSON, which runs without its source."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rulelang.commands.arguments import Edition, Settings, Variants, settings_of
from rulelang.commands.compiled import compiled


def compile(
    edition: Edition,
    output: Annotated[str, typer.Option("--output", "-o", metavar="OUT.json", help="Where to write; - for standard output.")],
    variant: Variants = None,
    set: Settings = None,
) -> int:
    """Write the compiled program as JSON."""
    from rulelang.ir.codec import read_program, write_program
    from rulelang.play.saves import write_whole

    text = write_program(compiled(edition, variant or (), settings_of(set)))
    read_program(text)  # validates against the schema; what does not fit is a bug of the compiler
    if output == "-":
        sys.stdout.write(text)
    else:
        write_whole(output, text)
    return 0
