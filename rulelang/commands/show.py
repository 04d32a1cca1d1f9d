"""`rulelang show EDITION`: what is in an edition, as tables."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer

from rulelang.commands.arguments import Edition, Locale, Settings, Variants, settings_of
from rulelang.commands.guard import warn


class Part(StrEnum):
    all = "all"
    spaces = "spaces"
    decks = "decks"
    settings = "settings"
    actions = "actions"
    kinds = "kinds"
    moments = "moments"
    purposes = "purposes"
    rules = "rules"
    hooks = "hooks"
    variants = "variants"
    strategies = "strategies"


def show(
    edition: Edition,
    only: Annotated[Part, typer.Option("--only", help="One part of it.")] = Part.all,
    variant: Variants = None,
    set: Settings = None,
    locale: Locale = None,
) -> int:
    """Show what is in an edition: spaces, decks, settings, rules, hooks and more."""
    from rulelang.commands.catalog import Catalog
    from rulelang.commands.compiled import compiled, loaded, spoken

    if edition.endswith(".json"):
        compilation = None
        program = compiled(edition, variant or (), settings_of(set), locale=locale)
    else:
        compilation = loaded(edition, variant or (), settings_of(set))
        program = spoken(compilation, locale)
    catalog = Catalog(compilation, program, sys.stdout, locale)
    parts: dict[Part, Callable[[], None]] = {
        Part.spaces: catalog.spaces,
        Part.decks: catalog.decks,
        Part.settings: catalog.settings,
        Part.actions: catalog.actions,
        Part.kinds: catalog.kinds,
        Part.moments: catalog.moments,
        Part.purposes: catalog.purposes,
        Part.rules: catalog.rules,
        Part.hooks: catalog.hooks,
        Part.variants: catalog.variants,
        Part.strategies: catalog.strategies,
    }
    if only is Part.all:
        catalog.head()
    if only in (Part.all, Part.variants):
        catalog.chosen()
    for part, write in parts.items():
        if only in (Part.all, part):
            write()
    if compilation is None:
        sys.stdout.flush()
        missing = "columns of the board, cards that are kept, kinds, moments, purposes, rules, hooks and variants that fit"
        warn(f"{edition} is compiled: {missing} stand in its source only")
    return 0
