"""Groups and ladders on which nobody can build."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics import Label
from rulelang.lints.lookout import Lookout
from rulelang.lints.tree import nodes, words
from rulelang.syntax import ast


def no_way_to_build(look: Lookout) -> None:
    raising = list(_raising(look))
    for name, entry in look.model.values_of("ladder"):
        ladder: ast.Ladder = entry.value
        kind = look.model.canonical(ladder.kind.text)
        if not raising:
            if look.is_checked(entry.span):
                look.warning(
                    "no-way-to-build",
                    f"nothing ever raises a {kind}: nobody can climb the ladder `{name}`",
                    entry.span,
                    help=f"an action of the players does it, with a line `raise {kind}`",
                )
            continue
        mentioned = set(words(*raising))
        _pieces(look, ladder)
        members = [index for index in range(len(look.world.things)) if look.world.kinds.get(kind, 0) >> index & 1]
        if "group" in mentioned:
            _without_group(look, kind, members)
        for column in _prices(look, mentioned):
            _without_price(look, kind, members, column)


def _raising(look: Lookout) -> Iterator[object]:
    """Actions and rules that have a thing go up a step."""
    for category in ("action", "rule"):
        for _, entry in look.model.values_of(category):
            if any(isinstance(node, ast.Word) and node.text in ("raise", "raises") for node in nodes(entry.value.body)):
                yield entry.value


def _pieces(look: Lookout, ladder: ast.Ladder) -> None:
    for step in ladder.steps:
        name = look.model.canonical(step.piece.text)
        entry = look.model.of("piece").get(name)
        index = look.world.piece_names.index(name) if name in look.world.piece_names else -1
        if entry is not None and index >= 0 and look.world.pieces[index].supply == 0:
            look.warning(
                "no-way-to-build",
                f"the bank has no {name} at all: nobody can build one",
                entry.span,
                help="give it a `supply`, or leave `supply` out for as many as are wanted",
                labels=[Label(step.span, "a step of this ladder")],
            )


def _without_group(look: Lookout, kind: str, members: list[int]) -> None:
    """Where building asks for the group, a thing in no group is never built on, if others of its kind are in one."""
    if not any(look.world.group_of[index] >= 0 for index in members):
        return
    for index in members:
        row = look.model.of("row")[look.world.things[index]]
        if look.world.group_of[index] < 0 and look.is_checked(row.span):
            look.warning(
                "no-way-to-build",
                f"`{look.world.things[index]}` is in no group, and only whole groups are built on",
                row.span,
                help="put `in GROUP` after its title",
            )


def _prices(look: Lookout, mentioned: set[str]) -> Iterator[ast.FieldDef]:
    """Columns of groups in money that whoever builds must pay, and that a group may leave out."""
    for key, entry in look.model.values_of("field"):
        field: ast.FieldDef = entry.value
        if key.startswith("group.") and field.type.name == "money" and field.default is not None and field.name.text in mentioned:
            yield field


def _without_price(look: Lookout, kind: str, members: list[int], column: ast.FieldDef) -> None:
    for number in sorted({look.world.group_of[index] for index in members} - {-1}):
        entry = look.model.of("group")[look.world.groups[number]]
        if not any(c.name.text == column.name.text for c in entry.value.columns) and look.is_checked(entry.span):
            look.warning(
                "no-way-to-build",
                f"`{look.world.groups[number]}` does not say its {column.name.text}, and a {kind} of it is built on for nothing",
                entry.span,
                help=f"add `{column.name.text} …` to the group",
                labels=[Label(column.span, "what it is otherwise")],
            )
