"""`rulelang ir EDITION`: the compiled program as text."""

from __future__ import annotations

import sys

import click

from rulelang.commands import arguments
from rulelang.commands.arguments import settings_of
from rulelang.commands.compiled import compiled
from rulelang.commands.guard import guarded


@click.command()
@arguments.edition
@arguments.variants
@arguments.settings
@guarded
def ir(edition: str, variant: tuple[str, ...], set: tuple[str, ...]) -> int:
    """Print the compiled program as text."""
    from rulelang.ir.printer import print_program

    program = compiled(edition, variant, settings_of(set))
    for line in print_program(program):
        sys.stdout.write(line + "\n")
    return 0
