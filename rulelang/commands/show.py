"""`rulelang show EDITION`: what is in an edition, as tables."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum

import click

from rulelang.commands import arguments
from rulelang.commands.arguments import OneOf, settings_of
from rulelang.commands.guard import guarded, warn


class Part(StrEnum):
    all = "all"
    spaces = "spaces"
    decks = "decks"
    settings = "settings"
    actions = "actions"
    variants = "variants"
    strategies = "strategies"


@click.command()
@arguments.edition
@click.option("--only", type=OneOf(Part), default=Part.all, help="One part of it.")
@arguments.variants
@arguments.settings
@arguments.locale
@guarded
def show(edition: str, only: Part, variant: tuple[str, ...], set: tuple[str, ...], locale: str | None) -> int:
    """Show what is in an edition: spaces, decks, settings and more."""
    from rulelang.commands.catalog import Catalog
    from rulelang.commands.compiled import compiled, loaded, spoken

    if edition.endswith(".json"):
        compilation = None
        program = compiled(edition, variant, settings_of(set), locale=locale)
    else:
        compilation = loaded(edition, variant, settings_of(set))
        program = spoken(compilation, locale)
    catalog = Catalog(compilation, program, sys.stdout, locale)
    parts: dict[Part, Callable[[], None]] = {
        Part.spaces: catalog.spaces,
        Part.decks: catalog.decks,
        Part.settings: catalog.settings,
        Part.actions: catalog.actions,
        Part.variants: catalog.variants,
        Part.strategies: catalog.strategies,
    }
    if only is Part.all:
        catalog.head()
    for part, write in parts.items():
        if only in (Part.all, part):
            write()
    if compilation is None:
        sys.stdout.flush()
        warn(f"{edition} is compiled: columns of the board, cards that are kept and variants that fit stand in its source only")
    return 0
