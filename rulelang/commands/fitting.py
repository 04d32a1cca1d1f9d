"""Which bundled variants fit an edition, and what they say about themselves.

Those fit that say so of it, or of one that it extends, and those that say of none."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.fitting import that_fit
from rulelang.pipeline import Compilation
from rulelang.syntax import ast


def fitting(compilation: Compilation, *, own: bool = False) -> Iterator[tuple[ast.File, ast.Section]]:
    """Their sections, with the files they stand in, by name; `own`: first those in the edition's own file."""
    editions = {layer.name for layer in compilation.layers if layer.kind == "edition"}
    return that_fit([*([compilation.file] if own else []), *compilation.library.bundled("variants")], editions)


def about(section: ast.Section) -> str:
    """What a section says about itself: the comment right below its first line."""
    source, number, said = section.span.source, section.head.span.line + 1, []
    while number <= len(source.line_starts) and (line := source.line_text(number).strip()).startswith("#"):
        said.append(line.lstrip("#").strip())
        number += 1
    return " ".join(said)
