"""How far apart an author sets words makes no other program: not in its rules, nor in what it says of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulelang.pipeline import load

ROOT = Path(__file__).resolve().parents[2]
FILES = ["tests/games/barter.mono", "tests/games/sealed_bids.mono", "tests/games/snakes.mono", "editions/kids.mono"]
_TEXT_OR_GAP = re.compile(r'("(?:\\.|[^"\\])*"|#.*)| +', re.MULTILINE)


def wider(line: str) -> str:
    """Three spaces wherever there are some, but for the indentation, texts and comments."""
    body = line.lstrip(" ")
    return " " * (len(line) - len(body)) + _TEXT_OR_GAP.sub(lambda found: found[1] or "   ", body)


@pytest.mark.parametrize("name", FILES)
def test_wide_lines(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    wide = "\n".join(wider(line) for line in text.split("\n"))
    assert wide.count(" ") > 1.5 * text.count(" ")
    assert load("table/game.mono", buffers={"table/game.mono": text}).program == load(
        "table/game.mono", buffers={"table/game.mono": wide}
    ).program
