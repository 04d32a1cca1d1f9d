"""What a file says to people, in the order of the source: its texts, and the names that are shown as words since nothing has a title there.

Names are those of kinds and columns, of actions, of decisions with their ways and with what they are about, and the words of dice; and
conditions that are quoted because their author gave no reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.lints.tree import nodes
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

_TEXTS = ("title", "help", "reason", "text", "symbol")


@dataclass(frozen=True, slots=True)
class Spoken:
    """`key` is what a table knows it by. `counted`: it stands after numbers. `signed`: it is the sign of a currency."""

    key: str
    span: Span
    counted: bool = False
    signed: bool = False


def texts_of(file: ast.File, pieces: Collection[str] = ()) -> dict[str, Spoken]:
    """Titles, helps, reasons and sayings, by the text; no colours, and nothing of tests and positions. `pieces` are the names of those
    that may be renamed here."""
    found: dict[str, Spoken] = {}
    for node in _declared(file):
        for name in _TEXTS:
            text = getattr(node, name, None)
            if isinstance(text, ast.Text) and text.value.strip():
                counted = isinstance(node, ast.Piece) or (isinstance(node, ast.Rename) and node.old.text in pieces)
                found.setdefault(text.value, Spoken(text.value, text.span, counted, isinstance(node, ast.Currency)))
    return found


def names_of(file: ast.File, compiler: Compiler) -> dict[str, Spoken]:
    """Names that are shown, by the name. Of sections that are not compiled only those that can be seen without that."""
    found = [*_declared_names(file), *_asked(file, compiler)]
    texts = texts_of(file)
    names: dict[str, Spoken] = {}
    for key, span in sorted(found, key=lambda one: one[1].start):
        if key not in texts:
            names.setdefault(key, Spoken(key, span))
    return names


def _declared(file: ast.File) -> Iterator[ast.Node]:
    strategies = [loose for loose in file.loose if isinstance(loose, ast.Strategy)]
    for section in file.sections:
        yield from nodes(section.head, *section.declarations, *section.strategies)
    yield from nodes(*strategies)


def _declared_names(file: ast.File) -> Iterator[tuple[str, Span]]:
    for node in _declared(file):
        match node:
            case ast.Kind():
                yield node.name.text, node.name.span
                columns = (item for item in node.items if isinstance(item, ast.FieldDef) and not item.state)
                yield from ((column.name.text, column.name.span) for column in columns)
            case ast.Strategy():
                yield node.name.text, node.name.span
            case ast.Die():
                yield from ((face.text, face.span) for face in node.faces if isinstance(face, ast.Word))
            case ast.Need() if node.reason is None:
                yield node.condition.span.text, node.condition.span
            case ast.Play() if node.moment is not None and node.condition is not None:
                yield node.condition.span.text, node.condition.span
            case ast.Moment() if node.title is None:
                yield node.name.text, node.name.span


def _asked(file: ast.File, compiler: Compiler) -> Iterator[tuple[str, Span]]:
    """Actions and decisions. A decision stands where it is first asked."""
    starts = [*file.source.line_starts, len(file.source.text)]
    for act in compiler.actions.all:
        if act.node is not None and act.entry.span.source is file.source:
            yield act.name, act.entry.span
            if act.node.title is None:
                yield act.node.header.span.text, act.entry.span
    for asked in compiler.decisions.order:
        code, index, _ = asked.places[0]
        origin = compiler.world.store.origins[code.ops[index].origin]
        if origin.file != file.source.path:
            continue
        span = Span(file.source, starts[origin.line - 1], starts[origin.line])
        for name, text in zip(asked.options if asked.kind == "option" else (asked.plain or asked.word,), asked.texts, strict=True):
            if text is None and asked.act is None and not (asked.kind == "yes" and asked.type.key == "card"):
                yield name, span
        yield from ((name, span) for name, _ in asked.context)
