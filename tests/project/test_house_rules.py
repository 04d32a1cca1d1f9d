"""Rules of the house that a reader would otherwise have to remember: no word of a game in the machine, short files, honest names."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.project.sources import PACKAGE, ROOT, Module, modules

# Everything a rulebook says is in `.mono`: these words may stand in editions/, spec/ and tests/, never in the machine. A prefix with
# a star catches what is made of it (…ed, …ing, …s).
_WORDS = (
    "jail* hous(e|es|ing) hotel* rent* mortgag* unmortgag* auction* salar* prison* cottage* castle* bankrupt* dividend* insur* "
    "monopol* parking railway* railroad* station utilit* street* amusement* booth* boardwalk mayfair"
)
WORD = re.compile(r"(?<![a-z])(" + "|".join(word.replace("*", "[a-z]*") for word in _WORDS.split()) + r")s?(?![a-z])", re.IGNORECASE)

VAGUE = {"utils", "util", "helpers", "helper", "common", "base", "misc", "manager", "core", "stuff"}
LONGEST = 420


def _texts() -> list[Path]:
    folders = [PACKAGE, ROOT / "grammar"]
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in {".py", ".lark", ".yaml", ".yml", ".md", ".json", ".txt"} and "_data" not in path.parts
    )


@pytest.mark.parametrize("path", _texts(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_word_of_a_game(path: Path) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1)
        for match in WORD.finditer(line)
    ]
    assert not found, "words of a game in the machine:\n" + "\n".join(found)


def test_no_marks_of_a_conflict_are_left() -> None:
    """What git writes into a file that two have changed."""
    mark = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
    suffixes = {".py", ".lark", ".mono", ".md", ".yaml", ".json", ".toml"}
    folders = [ROOT / name for name in ("rulelang", "grammar", "editions", "spec", "tests")]
    files = [*ROOT.glob("*.*"), *(path for folder in folders for path in folder.rglob("*"))]
    assert not [path for path in files if path.suffix in suffixes and path.is_file() and mark.search(path.read_text("utf-8", "replace"))]


@pytest.mark.parametrize("name", ["house_rules", "Hotels", "rentEarned", "a mortgaged thing", "AUCTION", "salaries"])
def test_the_words_are_found(name: str) -> None:
    assert WORD.search(name.replace("rentEarned", "rent earned"))


@pytest.mark.parametrize("name", ["current", "parent", "different", "housekeeping", "warehouse", "brentwood"])
def test_other_words_are_not(name: str) -> None:
    assert not WORD.search(name)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_files_are_short(module: Module) -> None:
    lines = module.text.count("\n")
    assert lines <= LONGEST, f"{module.where} has {lines} lines: one idea a file"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_files_state_their_idea(module: Module) -> None:
    assert ast.get_docstring(module.tree), f"{module.where} does not say what it is about"


def test_names_say_something() -> None:
    vague = [module.name for module in modules() if VAGUE & set(module.name.split("."))]
    assert not vague


def test_readme_is_short() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").count("\n")
    assert lines <= 150


def test_no_merge_was_left_open() -> None:
    marks = tuple(mark * 7 for mark in "<>|")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\0")
    for name in filter(None, listed):
        path = ROOT / name
        if path.is_file() and path.suffix in {".md", ".mono", ".py", ".yaml", ".toml", ".lark", ".json", ""}:
            text = path.read_text("utf-8", errors="replace")
            assert not any(line.startswith(marks) for line in text.split("\n")), name
