"""Spaces on which nothing happens, and places that nobody can be sent to."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes
from rulelang.syntax import ast

_TOUCHED = ("lands", "passes", "reaches")


def silent_spaces(look: Lookout) -> None:
    """A space that no rule mentions, of a kind that says something about it. A kind without lines means: nothing happens."""
    world = look.world
    listening = 0
    for hook in look.compiler.hooks.all:
        if hook.heard.event in _TOUCHED and hook.mark is None:
            listening |= world.mask("space") if hook.heard.kinds < 0 else hook.heard.kinds
    silent: dict[str, list[str]] = {}
    for index in range(world.spaces):
        name, kind = world.things[index], world.kind_of[index]
        if not kind or (listening | world.owned_kinds) >> index & 1 or look.mentions.has(name):
            continue
        family = world.ancestors(kind)
        if any(_mentioned(look, k) for k in family) or not any(look.model.of("kind")[k].value.items for k in family):
            continue
        silent.setdefault(kind, []).append(name)
    for kind, names in silent.items():
        entry = look.model.of("kind")[kind]
        row = look.model.of("row")[names[0]]
        if look.is_checked(entry.span) or look.is_checked(row.span):
            look.warning(
                "space-without-rule",
                f"nothing happens on `{names[0]}`: no rule mentions it, nor its kind `{kind}`",
                row.span if look.is_checked(row.span) else entry.span,
                help=f"write what happens: `when player lands on {kind}`; a kind without any lines says that nothing does",
                labels=[Label(entry.span, "its kind")] if look.is_checked(row.span) else [],
            )


def _mentioned(look: Lookout, kind: str) -> bool:
    node: ast.Kind = look.model.of("kind")[kind].value
    return look.mentions.has(kind, node.plural.text if node.plural else f"{kind}s")


def nowhere(look: Lookout) -> None:
    """`next KIND` where the board has none of that kind. A library may speak of kinds that an edition has not got; its cards may not."""
    world = look.world
    board = world.mask("space")
    for layer, body in look.bodies():
        if not isinstance(body, ast.Card) and (layer.kind == "library" or layer.section is None or not look.is_checked(layer.section.span)):
            continue
        for node in nodes(body):
            if not isinstance(node, ast.Noun) or node.quantifier != "next" or len(node.path.words) != 1:
                continue
            word = node.path.words[0].text
            type_ = world.type_named(word) or world.set_named(word)
            if type_ is not None and type_.base == "thing" and not world.mask(type_.kind) & board:
                look.error(
                    "no-such-space",
                    f"there is no {word} on the board to be sent to",
                    node.span,
                    help=f"put a {word} on the board, or send the token elsewhere",
                )
