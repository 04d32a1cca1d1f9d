"""Colours of a terminal, by hand: the whole of `rich` takes longer to import than a file takes to check."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import TextIO

_CODES = {"bold": "1", "dim": "2", "red": "31;1", "yellow": "33;1", "green": "32", "blue": "34;1", "cyan": "36", "magenta": "35"}

PLAIN_WIDTH = 120
"""Width of what goes to a file or a pipe."""


@dataclass(frozen=True, slots=True)
class Style:
    """How to write on one stream: with colours or without, and how wide it is."""

    colour: bool = False
    width: int = PLAIN_WIDTH

    def paint(self, text: str, name: str) -> str:
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.colour and text else text


def style_of(stream: TextIO) -> Style:
    """Colours only for a terminal, and not against NO_COLOR or a dumb terminal; FORCE_COLOR overrules a pipe."""
    terminal = _is_terminal(stream)
    if os.environ.get("NO_COLOR"):
        colour = False
    elif os.environ.get("FORCE_COLOR"):
        colour = True
    else:
        colour = terminal and os.environ.get("TERM") != "dumb"
    width = shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns if terminal else PLAIN_WIDTH
    return Style(colour, max(40, width))


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # already closed
        return False


_HARMLESS = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def printable(text: str) -> str:
    """The text without characters that would move the cursor or change the terminal: names come from other people's files."""
    return "".join(c if c in _HARMLESS or (c.isprintable() and not "\ud800" <= c <= "\udfff") else "\ufffd" for c in text)
