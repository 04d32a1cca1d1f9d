"""`rulelang ir EDITION`: the compiled program as text."""

from __future__ import annotations

import sys

from rulelang.commands.arguments import Edition, Settings, Variants, settings_of
from rulelang.commands.compiled import compiled


def ir(edition: Edition, variant: Variants = None, set: Settings = None) -> int:
    """Print the compiled program as text."""
    from rulelang.ir.printer import print_program

    program = compiled(edition, variant or (), settings_of(set))
    for line in print_program(program):
        sys.stdout.write(line + "\n")
    return 0
