"""What an author names and hooks on to: the kinds, moments, purposes, rules and hooks of an edition, as rows with their places.

A place is the file and the line, by the file's own name; `rulelang why EDITION NAME` says what each layer did to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from rulelang.check.model import Entry, Model
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy


def place(span: Span) -> str:
    return f"{PurePath(span.source.path).name}:{span.line}"


def named(model: Model, category: str) -> Iterator[tuple[str, Entry, str]]:
    """The entries of a category: the name by which the edition calls it, the entry, the title that is in force."""
    for name, entry in model.values_of(category):
        title: ast.Text | None = entry.value.title
        yield model.latest(name), entry, model.titles.get(name, title.value if title is not None else "")


def kind_words(model: Model, kind: ast.Kind) -> tuple[str, str]:
    """What a kind is made from, and the names of what it has."""
    fields: list[str] = []
    for item in kind.items:
        match item:
            case ast.FieldDef(name=name):
                fields.append(name.text)
            case ast.ValueDef(target=path):
                fields.append(path.words[-1].text)
    return model.latest(model.canonical(kind.parent.text)) if kind.parent else "", ", ".join(dict.fromkeys(fields))


def rules(model: Model) -> list[list[str]]:
    """(header, place), by header."""
    found = [(tidy(entry.value.header.span.text), place(entry.value.span)) for _, entry in model.values_of("rule")]
    return [list(row) for row in sorted(found)]


def hooks(model: Model) -> list[list[str]]:
    """(first line, what it stands below, place), layer by layer as they stand."""
    order = {layer.name: number for number, layer in enumerate(model.layers)}
    found = sorted(model.hooks, key=lambda one: (order.get(one.layer.name, 0), one.hook.span.start))
    return [[_line(one.hook.span), model.latest(one.owner) if one.owner_kind else "", place(one.hook.span)] for one in found]


def _line(span: Span) -> str:
    return tidy(span.text.split("\n")[0])
