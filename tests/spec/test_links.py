"""Links between the pages of the reference lead somewhere."""

from __future__ import annotations

import re

import pytest

from tests.spec.pages import SPEC

PAGES = sorted(SPEC.glob("*.md"))


def _anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page) -> None:  # type: ignore[no-untyped-def]
    for target, anchor in re.findall(r"\]\(([^)#]+)(?:#([^)]*))?\)", page.read_text("utf-8")):
        path = SPEC / target
        assert path.is_file(), f"{page.name}: {target}"
        assert not anchor or anchor in _anchors(path.read_text("utf-8")), f"{page.name}: {target}#{anchor}"
