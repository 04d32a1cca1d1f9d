"""Links between the pages of the reference lead somewhere."""

from __future__ import annotations

import re

import pytest

from tests.spec.pages import SPEC

PAGES = sorted(SPEC.glob("*.md"))


def _anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def _section(text: str, anchor: str) -> str:
    """What stands under a heading, up to the next of its rank or a higher one."""
    lines = text.split("\n")
    [start] = [n for n, line in enumerate(lines) if line.startswith("#") and _anchors(line) == {anchor}]
    rank = len(lines[start]) - len(lines[start].lstrip("#"))
    fenced = False
    for end in range(start + 1, len(lines)):
        fenced ^= lines[end].startswith("```")
        if not fenced and 0 < len(lines[end]) - len(lines[end].lstrip("#")) <= rank:
            return "\n".join(lines[start:end])
    return "\n".join(lines[start:])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page) -> None:  # type: ignore[no-untyped-def]
    for target, anchor in re.findall(r"\]\(([^)#]+)(?:#([^)]*))?\)", page.read_text("utf-8")):
        path = SPEC / target
        assert path.is_file(), f"{page.name}: {target}"
        assert not anchor or anchor in _anchors(path.read_text("utf-8")), f"{page.name}: {target}#{anchor}"


def test_what_is_promised_is_shown() -> None:
    """Each section that the two lists of README.md name has a block that is run."""
    text = (SPEC / "README.md").read_text("utf-8")
    lists = text[text.index("## What may not be weakened") :]
    links = re.findall(r"\]\(([^)#]+)#([^)]*)\)", lists)
    assert len(links) > 40
    for target, anchor in links:
        section = _section((SPEC / target).read_text("utf-8"), anchor)
        assert re.search(r"^```[a-z]", section, re.MULTILINE), f"{target}#{anchor} has no block"
