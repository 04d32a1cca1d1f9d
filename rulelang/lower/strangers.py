"""A name that nothing has, and what may have been meant by it."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from rulelang.diagnostics import nearest
from rulelang.lower.types import Type
from rulelang.machine.vocabulary import FIELDS, NAMES
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.env import Env
    from rulelang.lower.world import World

_SHOWN = 3
"""So many names are given as examples."""


def unknown_name(env: Env, word: ast.Word) -> None:
    """A name that nothing has: the nearest of what is wanted here, else of all that are in sight."""
    world = env.compiler.world
    if word.text in NAMES:
        env.error("unknown-name", f"there is no name `{word.text}`", word.span, help=NAMES[word.text])
        return
    owners = [owner for owner, name in env.compiler.fields.by_owner if name == word.text]
    owners = owners or [row.owner for row in FIELDS if row.name == word.text]
    if owners:
        env.error(
            "unknown-name",
            f"nothing here has `{word.text}`: it is a field of a {owners[0]}",
            word.span,
            help=f"say whose: `{owners[0]}'s {word.text}`, where a {owners[0]} is at hand",
        )
        return
    want = env.compiler.wanted
    what = "name"
    if want is not None and want.is_entity and want.base in ("thing", "group", "piece", "deck", "card", "purpose", "moment"):
        what = want.kind or want.base
        fitting = _named(world, want)
        sorts = [kind for kind in world.kinds if want.base == "thing"]
        renamed = [second for second, old in world.model.aliases.items() if old in fitting]
        if nearest(word.text, [*fitting, *renamed, *sorts]):
            world.unknown("unknown-name", what, word.text, word.span, [*fitting, *sorts])
            return
        if want.base == "thing" and (library := _library(world, word)) is not None:
            mend = f"the library `{library}` counts on it: give a {what} of the game this name, or replace what speaks of it"
            env.error("unknown-name", f"there is no {what} `{word.text}`", word.span, help=mend)
            return
    known = [
        *env.names,
        *world.constants,
        *world.settings,
        *world.plurals,
        *world.kinds,
        *env.compiler.fields.names,
        *world.purposes,
        *world.moments,
        "players",
        "round",
        "dice",
        "spaces",
    ]
    known += [row.name for row in FIELDS if row.name.islower()]
    for subject in env.subjects:
        known.extend(env.compiler.fields.known(subject.type))
    # Where nothing that would fit is near, something else must be very near to be worth a word.
    sure = [name for name in known if what == "name" or SequenceMatcher(None, word.text, name).ratio() > 0.75]
    world.unknown("unknown-name", what, word.text, word.span, sure, examples(world, want) if want is not None and what != "name" else None)


def _library(world: World, word: ast.Word) -> str | None:
    """The library in which a name stands, if it is one that no layer has taken away."""
    if any(key == word.text for _, key in (*world.model.removed, *world.model.lost)):
        return None
    libraries = (layer for layer in world.model.layers if layer.kind == "library" and layer.section is not None)
    return next((layer.name for layer in libraries if layer.section is not None and layer.section.span.source is word.span.source), None)


def examples(world: World, want: Type, text: str = "") -> str | None:
    """A few names of a type; the one that is nearest to a text, if one is near."""
    named = _named(world, want)
    if not named:
        return None
    close = nearest(text, [latest for name in named if (latest := world.model.latest(name)) != text]) if text else ()
    if close:
        return f"did you mean `{close[0]}`?"
    shown = ", ".join(f"`{world.model.latest(name)}`" for name in named[:_SHOWN])
    return f"name one, such as {shown}" if len(named) > _SHOWN else f"name one of: {shown}"


def _named(world: World, want: Type) -> list[str]:
    match want.base:
        case "card":
            return list(dict.fromkeys(card.entry.value.name.text for card in world.cards))
        case "purpose":
            return list(world.purposes)
        case "moment":
            return list(world.moments)
        case "thing" if want.kind is not None:
            mask = world.mask(want.kind)
            return [name for name, (type_, index) in world.constants.items() if type_.base == "thing" and mask >> index & 1]
    return [name for name, (type_, _) in world.constants.items() if type_.base == want.base]
