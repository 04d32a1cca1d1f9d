"""What README.md shows is so: its rules compile, its program runs, its commands are there, its mistake has that answer."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostics
from rulelang.pipeline import load
from rulelang.report.style import Style
from rulelang.report.text import render
from rulelang.syntax.format import format_text
from tests.project.sources import ROOT

README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def fenced(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def found_in(text: str, folder: Path) -> Diagnostics:
    path = folder / "our_table.mono"
    path.write_text(text, "utf-8")
    return load(str(path)).diagnostics


def test_it_starts_with_eight_lines_that_compile(tmp_path: Path) -> None:
    assert README.split("\n")[2] == "```mono"
    first = fenced("mono")[0]
    assert first.count("\n") == 8
    assert not len(found_in(first, tmp_path))


def test_the_mistake_has_that_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "our_table.mono").write_text(fenced("mono")[0].replace("on free_parking", "on free_praking"), "utf-8")
    [diagnostic] = load("our_table.mono").diagnostics
    shown = render(diagnostic, Style())
    assert "\n".join(f"    {line}".rstrip() for line in shown.split("\n")) in README


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for program in fenced("python"):
        exec(compile(program, "README.md", "exec"), {})
    assert "Fraction" in capsys.readouterr().out


def test_what_is_shown_is_laid_out() -> None:
    shown = [*fenced("mono"), *(textwrap.dedent(block) for block in re.findall(r"^   ```mono\n(.*?)^   ```$", CONTRIBUTING, re.M | re.S))]
    assert len(shown) >= 4
    for text in shown:
        assert format_text(text) == text


def test_the_recipes_compile(tmp_path: Path) -> None:
    effect, its_test, edition = (textwrap.dedent(block) for block in re.findall(r"^   ```mono\n(.*?)^   ```$", CONTRIBUTING, re.M | re.S))
    for text in (effect, effect + its_test, edition):
        assert not [diagnostic.message for diagnostic in found_in(text, tmp_path)], text


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_paths_are_there(text: str) -> None:
    named = set(re.findall(r"`((?:rulelang|tests|editions|spec|grammar)/[\w./-]+)`", text))
    missing = [name for name in named if "NAME" not in name and not (ROOT / name).exists()]
    assert not missing


def test_commands_are_there() -> None:
    from rulelang.cli import COMMANDS

    known = set(COMMANDS)
    assert set(re.findall(r"rulelang (\w+)\b(?= |$)", "\n".join(re.findall(r"^    .*$", README, re.MULTILINE)))) <= known


def test_how_many_variants_there_are() -> None:
    shown = re.search(r"`editions/variants/` \| (\d+) variants", README)
    assert shown is not None
    assert int(shown[1]) == len(list((ROOT / "editions" / "variants").glob("*.mono")))
