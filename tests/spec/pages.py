"""The fenced blocks of the reference: what a page shows, and the text that stands behind it.

After ```mono stand words that say what the block is:

    (none)         a whole small edition: compiles without a word of complaint
    in NAME        lines that stand in the scaffold spec/scaffolds/NAME.mono, where its line `…` is, at its indentation
    fails SLUG     brings exactly the diagnostic SLUG
    plays          also plays games to their end, with players who decide at random
    with A,B       with these variants, which stand in the block too
    more           goes on with the block before it: its lines come after that one's, at the margin

The tests of a block (`test "…"`) are run. Behind a block may stand

    ```faults      a rule that stops the game, by its header, then what is said
    ```transcript  the sentences of its first test
    ```reasons     the payments of its first test, each with its reasons
    ```stops       `after N rounds`, then the sentences of a game of two that is played so long
    ```words       the small words of the language
    ```program     ids of the program with their titles, and how its settings, rules and actions came to be
    ```console     commands (`$ rulelang …`) and what they write; the block lies there as a file of the name of its first section
    ```odds        ids of spaces (or `laps`, `turns`, `games`) and their share of the throws, as fractions;
                   `paid` or `received`, a purpose, and what a throw brings of it, after `at least` if something is left out
    ```simulated   measures, what they are split by (ROLE VALUE), `=`, and what they are on the average of all games, as fractions
    ```compared    `with SETTING=VALUE`, then by how much the same are then larger on the average, as fractions
    ```same_game   two games with one seed are the same
    ```rulings     a file of rulings that hold in the game of the block
    ```yaml NAME   the table locales/NAME.yaml that lies beside it
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "spec"
_FENCE = re.compile(r"^```(?P<language>\w+)(?P<words>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_GAP = "…"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page. `text` is what is compiled; lines `first` to `last` of it (from 1) are what the page shows."""

    page: str
    line: int
    language: str
    text: str
    first: int
    last: int
    fails: str = ""
    plays: bool = False
    variants: tuple[str, ...] = ()
    inside: str = ""
    tables: tuple[tuple[str, str], ...] = ()
    """(name, text) of the tables of translations beside it"""
    payload: str = ""
    """of a block in another language: its own lines; `text` is then that of the ```mono block before it"""

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def has_tests(self) -> bool:
        return re.search(r'^test "', self.text, re.MULTILINE) is not None


@cache
def scaffold(name: str) -> str:
    return (SPEC / "scaffolds" / f"{name}.mono").read_text("utf-8")


def put_in(name: str, lines: str) -> tuple[str, int, int]:
    """The scaffold with lines in its gap, and which lines of it they are."""
    text = scaffold(name)
    before, gap, after = text.partition(_GAP)
    assert gap, f"the scaffold {name} has no line {_GAP}"
    indent = before[before.rfind("\n") + 1 :]
    shown = "".join(f"{indent}{line}\n" if line else "\n" for line in lines.splitlines())
    first = before.count("\n") + 1
    return before[: len(before) - len(indent)] + shown + after.removeprefix("\n"), first, first + shown.count("\n") - 1


def _words(words: list[str], where: str) -> dict[str, str]:
    """What the words after ```mono say."""
    said = dict.fromkeys(("fails", "in", "with", "plays", "more"), "")
    while words:
        word = words.pop(0)
        assert word in said, f"{where}: a block is not `{word}`"
        said[word] = words.pop(0) if word in ("fails", "in", "with") else word
    return said


def _names(listed: str) -> tuple[str, ...]:
    return tuple(listed.split(",")) if listed else ()


def blocks_of(path: Path) -> list[Block]:
    """The blocks of a page, in order."""
    found: list[Block] = []
    text = path.read_text("utf-8")
    before: Block | None = None
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start("text")) + 1
        page = path.relative_to(ROOT).as_posix()
        if match["language"] != "mono":
            assert before is not None, f"{page}:{line} has no block before it"
            if match["language"] == "yaml":
                whole = replace(before, tables=(*before.tables, (match["words"].strip(), match["text"])))
                found[found.index(before)] = before = whole
            found.append(replace(before, line=line, language=match["language"], payload=match["text"]))
            continue
        said = _words(match["words"].split(), f"{page}:{line}")
        shown = match["text"]
        block = Block(page, line, "mono", shown, 1, shown.count("\n"), said["fails"], bool(said["plays"]), _names(said["with"]), said["in"])
        if said["more"]:
            assert before is not None, f"{page}:{line} has no block before it"
            body = before.text.rstrip("\n") + "\n\n" + shown
            block = replace(before, line=line, text=body, last=body.count("\n"), fails=block.fails, plays=block.plays or before.plays)
        elif block.inside:
            body, first, last = put_in(block.inside, shown)
            block = replace(block, text=body, first=first, last=last)
        before = block
        found.append(block)
    return found


@cache
def pages() -> tuple[Path, ...]:
    return tuple(sorted(SPEC.glob("[0-9][0-9]-*.md")))


@cache
def blocks() -> tuple[Block, ...]:
    return tuple(block for page in pages() for block in blocks_of(page))
