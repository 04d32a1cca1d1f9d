"""Small editions for tests of diagnostics, and what is found in them."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic
from rulelang.pipeline import load

NAME = "table/game.mono"

HEAD = 'edition small "Small"\n  players 2 to 4\n'
TURNS = """
rule game
  each player
    put token on home
    collect 100 from bank
  take turns among players as player, round after round
    turn
rule cannot_pay amount: money to receiver: holder
  leave game
ending last "Last"
  as soon as number of players is 1
  winners are players
"""
WALK = """
die cube faces 1 to 6
dice are 2 cube
rule turn
  roll dice
  advance total of dice
"""
BOARD = """
kind field
board
  field home "Home"
  field meadow "Meadow"
  field forest "Forest"
  field river "River"
"""
SMALL = HEAD + TURNS + WALK + BOARD
"""A whole game in which nothing is wrong: walk round until one is left."""


def found(text: str, *, variants: tuple[str, ...] = (), settings: dict[str, str] | None = None, **files: str) -> list[Diagnostic]:
    """The diagnostics of a file, with other files beside it by name."""
    buffers = {NAME: text, **{f"table/{name}.mono": content for name, content in files.items()}}
    return load(NAME, variants=variants, settings=settings, buffers=buffers).diagnostics.sorted()


def slugs(text: str, **more: object) -> list[str]:
    return [one.slug for one in found(text, **more)]  # type: ignore[arg-type]


def the(slug: str, text: str, **more: object) -> Diagnostic:
    """The one diagnostic, which has this slug."""
    diagnostics = found(text, **more)  # type: ignore[arg-type]
    assert [one.slug for one in diagnostics] == [slug], [(one.slug, one.message) for one in diagnostics]
    return diagnostics[0]


def marked(one: Diagnostic) -> str:
    """The text at which a diagnostic points."""
    return one.span.text.split("\n")[0]
