"""Every fenced block of the reference does what the page says."""

from __future__ import annotations

import pytest

from tests.spec.pages import Block, blocks, pages
from tests.spec.running import compiled, failures, found, play

BLOCKS = [block for block in blocks() if block.language == "mono"]


def _named(chosen: list[Block]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", chosen, ids=lambda block: block.where)


@_named([block for block in BLOCKS if not block.fails])
def test_clean(block: Block) -> None:
    assert found(block) == [], block.where


@_named([block for block in BLOCKS if block.fails])
def test_fails(block: Block) -> None:
    said = found(block)
    assert {one.slug for one in said} == {block.fails}, [f"{one.slug}: {one.message} ({one.span.text})" for one in said]


@_named([block for block in BLOCKS if block.plays])
def test_plays(block: Block) -> None:
    play(compiled(block))


@_named([block for block in BLOCKS if block.has_tests and not block.fails])
def test_rulings(block: Block) -> None:
    assert failures(block) == []


def test_there_are_pages() -> None:
    assert len(pages()) >= 10


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_pages_are_short(page) -> None:  # type: ignore[no-untyped-def]
    assert page.read_text("utf-8").count("\n") <= 420
