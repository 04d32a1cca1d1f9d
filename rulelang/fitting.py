"""On which editions, and with which variants, a file is looked at when somebody asks whether it is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.diagnostics import Diagnostics
from rulelang.loader import Library, locate
from rulelang.refusal import Refusal
from rulelang.syntax import ast


def that_fit(files: Iterable[ast.File], editions: set[str]) -> Iterator[tuple[ast.File, ast.Section]]:
    """The variants in these files that say they fit one of the editions, and those that say of none."""
    for file in files:
        for section in file.sections:
            head = section.head
            if head.kind == "variant" and (not head.fits or editions & {word.text for word in head.fits}):
                yield file, section


def checks(name: str, edition: str | None, variants: Sequence[str]) -> list[tuple[str | None, tuple[str, ...]]]:
    """(edition, variants) of all that is to be looked at to check a file: an edition as it is, and with each variant that stands
    beside it in the file; else each variant on each edition that it fits, or on the one that `--edition` names.

    Raises: Refusal if an edition is named that the file, being of another one, can have nothing to do with.
    """
    path = locate(name)
    library = Library(Diagnostics())
    file = library.read(path)
    wanted = tuple(variants)
    own = [s.head for s in file.sections if s.head.kind == "variant" and s.head.name.text not in wanted]
    found: list[tuple[str | None, tuple[str, ...]]] = []
    itself = next((s.head.name.text for s in file.sections if s.head.kind == "edition"), None)
    if itself is not None and edition not in (None, itself):
        raise Refusal(f"{name} is the edition `{itself}`, not a part of `{edition}`", "--edition is for variants, libraries and strategies")
    if not own or itself is not None:
        found.append((edition, wanted))
    if itself is not None:
        return [*found, *((edition, (*wanted, head.name.text)) for head in own)]
    for head in own:
        fits: list[str | None] = [edition] if edition else [w.text for w in head.fits if library.edition(w.text, path) is not None]
        found.extend((base, (*wanted, head.name.text)) for base in fits or (None,))
    return found
