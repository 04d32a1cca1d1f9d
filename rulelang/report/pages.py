"""The pages of the diagnostics: `spec/errors/<slug>.md`, read for `rulelang explain`, for SARIF titles and by the tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from rulelang.bundled import data_dir

_FENCE = re.compile(r"^```mono (?P<how>fails|ok|file (?P<name>[\w.-]+))\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Example:
    """A fenced block of a page. `fails`: it brings exactly the diagnostic of its page; else it is clean."""

    fails: bool
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page with its examples, and the `files` that lie beside them."""

    slug: str
    text: str
    examples: tuple[Example, ...]
    files: dict[str, str]

    @staticmethod
    def of(slug: str) -> Page:
        text = page_of(slug)
        if text is None:
            raise KeyError(slug)
        examples: list[Example] = []
        files: dict[str, str] = {}
        for match in _FENCE.finditer(text):
            if match["name"]:
                files[match["name"]] = match["text"]
            else:
                examples.append(Example(match["how"] == "fails", match["text"], text.count("\n", 0, match.start("text")) + 1))
        return Page(slug, text, tuple(examples), files)


def _pages() -> Path:
    return data_dir("spec") / "errors"


def slugs() -> list[str]:
    return sorted(path.stem for path in _pages().glob("*.md") if _SLUG.fullmatch(path.stem))


def page_of(slug: str) -> str | None:
    """The page as Markdown; None if there is none (also for what is no slug at all, such as a path)."""
    if not _SLUG.fullmatch(slug):
        return None
    path = _pages() / f"{slug}.md"
    return path.read_text("utf-8") if path.is_file() else None


def title_of(slug: str) -> str | None:
    """What the diagnostic means, in one line: the first paragraph of its page."""
    page = page_of(slug)
    if page is None:
        return None
    for block in page.split("\n\n"):
        text = block.strip()
        if text and not text.startswith("#"):
            return " ".join(text.split())
    return None
