"""A name that is not there, but that a variant or a library which was not asked for declares: where it stands, and how to have it.

Looked for only when something is wrong, among the variants that fit the edition, those that stand in the files that were read and the
bundled ones, and the bundled libraries. What declares exactly this name is a better mend than a name that merely looks like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from rulelang.diagnostics import Diagnostic, Diagnostics, Label
from rulelang.fitting import that_fit
from rulelang.loader import Library
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.model import Layer

_WORD = re.compile(r"\w+")
_NAMED = (
    *(ast.Setting, ast.Purpose, ast.Measure, ast.Die, ast.Piece, ast.Pot, ast.Moment, ast.Kind),
    *(ast.Promise, ast.Ending, ast.Group, ast.Deck),
)
Known = dict[str, tuple[ast.Section, Span]]


def point_elsewhere(found: Diagnostics, layers: list[Layer], files: Iterable[ast.File]) -> None:
    """Adds the place and the mend to each diagnostic of `found` that says that there is no such name, where there is something with it."""
    wanted = [number for number, one in enumerate(found.found) if _is_missing(one)]
    if not wanted:
        return
    read = tuple(files)
    declared = _declared(layers, read)
    for number in wanted:
        one = found.found[number]
        for word in reversed(_WORD.findall(one.span.text)):
            section, place = declared.get(word, (None, one.span))
            # What cannot be changed is named by several words, one of which any library may have for something else.
            if section is not None and not (section.head.kind == "library" and one.slug == "nothing-to-change"):
                label = Label(place, f"`{section.head.name.text}` declares it here")
                found.found[number] = replace(one, labels=(*one.labels, label), help=_mend(section, one.span, read))
                break


def _is_missing(one: Diagnostic) -> bool:
    return (one.slug == "nothing-to-change" or one.slug.startswith("unknown-")) and not one.labels


def _declared(layers: list[Layer], files: tuple[ast.File, ...]) -> Known:
    """What libraries, and variants that fit the game, declare that are not in it, by name."""
    there = {layer.name for layer in layers}
    editions = {layer.name for layer in layers if layer.kind == "edition"}
    known: Known = {}
    library = Library(Diagnostics())
    variants = (section for _, section in that_fit((*files, *library.bundled("variants")), editions))
    libraries = (section for file in library.bundled("rules") for section in file.sections if section.head.kind == "library")
    for section in chain(variants, libraries):
        if section.head.name.text not in there:
            for word in _words(section):
                known.setdefault(word.text, (section, word.span))
    # What the game has as well is missing in some other sense.
    for layer in layers:
        for word in _words(layer.section) if layer.section is not None else ():
            known.pop(word.text, None)
    return known


def _words(section: ast.Section) -> Iterator[ast.Word]:
    """The names that a section declares; of rules and actions the word that they begin with."""
    for node in section.declarations:
        match node:
            case ast.Has_(fields=fields):
                yield from (field.name for field in fields)
            case ast.Table(rows=rows):
                yield from (row.name for row in rows)
            case ast.AddTo(cards=cards):
                yield from (card.name for card in cards)
            case ast.Rule(header=header) | ast.Action(header=header):
                yield header.items[0].word
            case ast.ValueDef(target=target):
                yield target.words[-1]
            case ast.Rename(new=new):
                yield new
            case ast.Replace(declaration=ast.RowOf(row=ast.Row(name=name))):
                yield name
            case _ if isinstance(node, _NAMED):
                yield node.name


def _mend(section: ast.Section, place: Span, files: tuple[ast.File, ...]) -> str:
    name = section.head.name.text
    heads = [one.head for file in files if file.source is place.source for one in file.sections if one.head.span.start <= place.start]
    if not heads:
        return f"add `--variant {name}`"
    lines = (place.source.line_text(number) for number in range(place.line, 0, -1))
    if next((line for line in lines if line and not line[0].isspace()), "").startswith("test "):
        return f"write `with {name}` behind the title of the test"
    return f"write `uses {name}` in the first line of `{heads[-1].name.text}`"
