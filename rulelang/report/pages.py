"""The pages of the diagnostics: `spec/errors/<slug>.md`, read for `rulelang explain`, for SARIF titles and by the tests.

A page's examples are fenced blocks. After ```mono (or ```yaml, where the example is a file of rulings) stand words:

    fails          the example brings the diagnostic of its page, and nothing else
    fails among    … and others with it
    ok             the mended example is clean
    in NAME        the lines stand at the end of spec/scaffolds/NAME.mono, where its line `…` is
    beside NAME    that scaffold lies beside the example as NAME.mono
    file NAME      no example, but a further file that lies beside them (```yaml file NAME, too); one below "Mended" takes the place
                   of one of that name above it, for the mended example

`‹x›×300` in an example stands for 300 times x: what is too long or too deep cannot be printed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rulelang.bundled import data_dir

_FENCE = re.compile(r"^```(?P<language>mono|yaml) (?P<words>[^\n]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_REPEATED = re.compile(r"‹([^‹›]*)›×(\d+)")
_GAP = "…\n"


@dataclass(frozen=True, slots=True)
class Example:
    """A fenced block of a page, as a whole file, with the files beside it. `among`: it may bring other diagnostics too."""

    language: str
    fails: bool
    among: bool
    text: str
    files: dict[str, str]
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    slug: str
    text: str
    examples: tuple[Example, ...]

    @staticmethod
    def of(slug: str) -> Page:
        """The page of a diagnostic. KeyError if there is none."""
        text = page_of(slug)
        if text is None:
            raise KeyError(slug)
        fences = [(match["language"], match["words"].split(), match["text"], match.start("text")) for match in _FENCE.finditer(text)]
        mended = text.find("\n## Mended")
        examples = []
        for language, words, body, place in fences:
            if words[0] in ("fails", "ok"):
                # What lies beside a failing example stands above "Mended".
                until = mended if words[0] == "fails" else len(text)
                beside = {other[1]: inner for _, other, inner, at in fences if other[0] == "file" and at < until}
                examples.append(_example(language, words, body, beside, text.count("\n", 0, place) + 1))
        return Page(slug, text, tuple(examples))


def _example(language: str, words: list[str], body: str, beside: dict[str, str], line: int) -> Example:
    text = _REPEATED.sub(lambda match: match[1] * int(match[2]), body)
    files = dict(beside)
    for word, name in pairwise(words):
        if word == "in":
            text = _scaffold(name).replace(_GAP, text)
        elif word == "beside":
            files[f"{name}.mono"] = _scaffold(name).replace(_GAP, "")
    return Example(language, words[0] == "fails", "among" in words, text, files, line)


def _scaffold(name: str) -> str:
    return (data_dir("spec") / "scaffolds" / f"{name}.mono").read_text("utf-8")


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
