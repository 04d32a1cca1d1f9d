"""Columns: what rows of the board, of `things` and groups print, as tables over them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from rulelang.check.model import Entry
from rulelang.diagnostics import nearest
from rulelang.lower.types import Type
from rulelang.lower.world import World
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.fields import FieldInfo


Meant = Set[tuple[str, str]]
"""Rows, each with a column that it lacks because it is misspelt there."""


def lay_out(world: World, by_owner: dict[tuple[str, str], FieldInfo]) -> None:
    """One table a column name, over things or groups, from the rows."""
    columns = [f for f in by_owner.values() if f.source == "column"]
    misspelt = _strays(world, by_owner)
    for name in dict.fromkeys(f.name for f in columns if f.owner != "group"):
        _thing_table(world, name, [f for f in columns if f.name == name and f.owner != "group"], misspelt)
    for info in columns:
        if info.owner == "group":
            values = [_cell(world, world.model.of("group")[g], info, None, misspelt)[0] for g in world.groups]
            info.table = world.store.add_table(f"group.{info.name}", (max(1, len(values)),), tuple(values) or (0,))


def _thing_table(world: World, name: str, infos: list[FieldInfo], misspelt: Meant) -> None:
    rows: list[list[int]] = []
    for index, thing in enumerate(world.things):
        info = next((f for k in world.ancestors(world.kind_of[index]) for f in infos if f.owner == k), None)
        if info is None:
            rows.append([0])
            continue
        rows.append(_cell(world, world.model.of("row")[thing], info, index, misspelt))
    width = max((len(r) for r in rows), default=1)
    flat = tuple(v for r in rows for v in (*r, *([r[-1]] * (width - len(r)))))
    table = world.store.add_table(f"thing.{name}", (max(1, len(rows)), width), flat or (0,) * width)
    for info in infos:
        info.table = table


def _cell(world: World, entry: Entry, info: FieldInfo, thing: int | None, misspelt: Meant) -> list[int]:
    """The values that a row prints in a column; by step: one for each step of the ladder as it is now."""
    node: ast.FieldDef = info.entry.value
    row: ast.Row | ast.Group = entry.value
    column = next((c for c in row.columns if c.name.text == info.name), None)
    one = Type(info.type.base, info.type.kind)
    if column is None and info.type.base == "group" and isinstance(row, ast.Row) and row.group is not None and thing is not None:
        return [world.group_of[thing]]
    if column is None:
        if node.default is not None:
            return [world.constant(v, one) or 0 for v in node.default]
        if (row.name.text, info.name) in misspelt:
            return [0]
        world.diagnostics.error(
            "missing-column",
            f"`{world.model.latest(row.name.text)}` has no {info.name}",
            row.span,
            help=f"add `{info.name} …`: every {info.owner} has one (declared at {info.entry.span.source.path}:{info.entry.span.line})",
        )
        return [0]
    values = [world.constant(v, one) for v in column.values]
    numbers = [0 if v is None else v for v in values]
    if not info.by_step:
        if len(numbers) != 1 and not info.type.listed:
            world.diagnostics.error("wrong-type", f"{info.name} is one value, not a list", column.span)
        return numbers
    ladder = world.ladder_of(world.kind_of[thing]) if thing is not None else None
    if ladder is None:
        world.diagnostics.error(
            "no-ladder",
            f"{info.name} goes by step, and there is no ladder for {info.owner}",
            info.entry.span,
            help=f"declare one: ladder building of {info.owner}",
        )
        return numbers
    width = world.ladder_columns[ladder]
    if len(numbers) != width:
        names = ", ".join(world.ladders[ladder].steps)
        world.diagnostics.error(
            "table-length",
            f"`{world.model.latest(row.name.text)}` has {len(numbers)} values for {info.name}, and its ladder has {width} steps",
            column.span,
            help=f"one value for each of: {names}",
        )
        numbers = (numbers + [numbers[-1] if numbers else 0] * width)[:width]
    elif info.type.base == "money" and any(b < a for a, b in itertools.pairwise(numbers)):
        world.diagnostics.warning(
            "falling-table",
            f"{info.name} of `{world.model.latest(row.name.text)}` falls: {', '.join(map(str, numbers))}",
            column.span,
            help="a higher step usually brings more; check the order of the values",
        )
    return [numbers[c] for c in world.ladder_widths[ladder]]


def _strays(world: World, by_owner: dict[tuple[str, str], FieldInfo]) -> Meant:
    """Reports columns in rows that no kind declares; those that may be meant by them, by row."""
    misspelt: set[tuple[str, str]] = set()
    for index, thing in enumerate(world.things):
        row: ast.Row = world.model.of("row")[thing].value
        kind = world.kind_of[index]
        if not kind or world.is_orphan(kind):
            continue  # that there is no such kind, or none on which this one is built, was said
        known = [
            f.name
            for k in world.ancestors(kind)
            for f in by_owner.values()
            if f.owner == k and f.source == "column"
        ]
        misspelt |= {(thing, name) for name in _stray(world, row.columns, known, f"a {kind}")}
    known = [*(f.name for f in by_owner.values() if f.owner == "group"), "colour"]
    for group in world.groups:
        misspelt |= {(group, name) for name in _stray(world, world.model.of("group")[group].value.columns, known, "a group")}
    return misspelt


def _stray(world: World, columns: tuple[ast.Column, ...], known: list[str], what: str) -> Iterator[str]:
    for column in columns:
        if column.name.text not in known:
            world.unknown("unknown-column", f"column of {what} called", column.name.text, column.name.span, known)
            yield from nearest(column.name.text, known)[:1]
