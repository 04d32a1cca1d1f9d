"""Every diagnostic has its page, every page its diagnostic, and the examples on the pages do what the pages say.

How the examples are written: rulelang/report/pages.py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.commands.rulings import run_all
from rulelang.pipeline import load
from rulelang.report.pages import Page, page_of, slugs, title_of
from tests.project.sources import modules

HEADINGS = ["What it means", "Why", "An example", "Mended"]


def raised() -> Iterator[tuple[str, str]]:
    """(slug, place) for each call of `error`, `warning`, `unknown` or `Diagnostic` with a slug in the package."""
    for module in modules():
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
            slug = node.args[0]
            if name in ("error", "warning", "unknown", "Diagnostic") and isinstance(slug, ast.Constant) and isinstance(slug.value, str):
                yield slug.value, f"{module.where}:{node.lineno}"


def test_every_diagnostic_has_a_page() -> None:
    missing: dict[str, str] = {}
    for slug, place in raised():
        if page_of(slug) is None:
            missing.setdefault(slug, place)
    assert not missing, "no page in spec/errors for:\n" + "\n".join(f"{slug}  ({place})" for slug, place in sorted(missing.items()))


def test_every_page_has_a_diagnostic() -> None:
    known = {slug for slug, _ in raised()}
    assert not [slug for slug in slugs() if slug not in known]


@pytest.mark.parametrize("slug", slugs())
def test_shape(slug: str) -> None:
    page = Page.of(slug)
    lines = page.text.split("\n")
    assert lines[0] == f"# {slug}"
    assert title_of(slug)
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == HEADINGS
    assert [example.fails for example in page.examples].count(True) >= 1
    assert [example.fails for example in page.examples].count(False) >= 1


@pytest.mark.parametrize("slug", slugs())
def test_examples(slug: str, tmp_path: Path) -> None:
    for number, example in enumerate(Page.of(slug).examples):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, text in example.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        path = folder / f"example.{example.language}"
        path.write_text(example.text, "utf-8")
        said = load(str(path)).diagnostics if example.language == "mono" else run_all(None, [str(path)], "", None, (), {}).found
        found = {diagnostic.slug: diagnostic.message for diagnostic in said}
        where = f"spec/errors/{slug}.md:{example.line}: {found}"
        if example.among:
            assert slug in found, where
        else:
            assert set(found) == ({slug} if example.fails else set()), where
