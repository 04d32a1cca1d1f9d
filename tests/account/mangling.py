"""A text that says the same in other words of layout: comments, blank lines, spaces, another order of declarations."""

from __future__ import annotations

import random
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_HEAD = re.compile(r"(edition|library|variant|strategy|test|position) ")
_ORDERED = re.compile(r"(when|before|instead of|rename|board|things|replace|change|set|add|remove|die|dice|strategy) |board$")
"""Declarations whose order among themselves has a meaning, or may have: hooks, tables, overrides of one thing, the names before them."""


def texts() -> dict[str, str]:
    """Every bundled file, as if it lay in a folder `here`."""
    return {
        f"here/{path.relative_to(ROOT / 'editions').as_posix()}": path.read_text("utf-8") for path in (ROOT / "editions").rglob("*.mono")
    }


def mangled(text: str, chance: random.Random) -> str:
    """Another text with the same meaning."""
    return "\n".join(_line(line, chance) for block in _shuffled(text, chance) for line in block) + "\n"


def _blocks(text: str) -> list[list[str]]:
    """Lines at the margin, each with what stands below it."""
    blocks: list[list[str]] = []
    for line in text.split("\n"):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _shuffled(text: str, chance: random.Random) -> list[list[str]]:
    """Declarations change places within their section; those whose order counts keep it among themselves."""
    sections: list[list[list[str]]] = [[]]
    for block in _blocks(text):
        if _HEAD.match(block[0]):
            sections.append([])
        sections[-1].append(block)
    done: list[list[str]] = []
    for section in sections:
        head, rest = section[:1], section[1:]
        if not head or not head[0][0].startswith(("edition", "library", "variant")):
            done += section
            continue
        places = list(range(len(rest)))
        chance.shuffle(places)
        kept = sorted(place for block, place in zip(rest, places, strict=True) if _ORDERED.match(block[0]))
        ordered = iter(kept)
        order = [next(ordered) if _ORDERED.match(block[0]) else place for block, place in zip(rest, places, strict=True)]
        done += head + [block for _, block in sorted(zip(order, rest, strict=True), key=lambda pair: pair[0])]
    return done


def _line(line: str, chance: random.Random) -> str:
    """Wider, with a comment behind it, or with an empty line or a comment before it."""
    indent = line[: len(line) - len(line.lstrip(" "))]
    parts = re.split(r'("(?:\\.|[^"\\])*"|#.*$)', line)
    wide = "".join(
        part if part.startswith(('"', "#")) else re.sub(r"(?<=\S) +(?=\S)", lambda _: " " * chance.randint(1, 3), part) for part in parts
    )
    before = chance.choice(["", "", "\n", f"{indent}# {chance.randint(0, 99)}\n"])
    return before + indent * 2 + wide.lstrip(" ") + chance.choice(["", "  # so it is", "  "] if "#" not in wide else [""])
