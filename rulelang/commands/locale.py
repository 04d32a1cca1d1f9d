"""`rulelang locale FILE [LOCALE]`: a table of translations to fill in."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.check.translations import Table
    from rulelang.pipeline import Compilation


def locale(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file, or the name of a bundled one.", show_default=False)],
    language: Annotated[
        str | None,
        typer.Argument(metavar="LOCALE", help="The language, such as ru; by default what the edition declares.", show_default=False),
    ] = None,
    edition: Annotated[str | None, typer.Option(help="Read a library or variant as part of this edition.", show_default=False)] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it there; - is standard output.", show_default=False),
    ] = None,
) -> int:
    """Write a table to translate a file; what an older one has is kept."""
    from pathlib import Path

    from rulelang.check.translations import title_of
    from rulelang.commands.compiled import without_errors
    from rulelang.fitting import checks
    from rulelang.lints.filling import to_fill_in
    from rulelang.play.saves import write_whole

    compilations = [_read(file, base, chosen) for base, chosen in checks(file, edition, ())]
    compilation = compilations[0]
    own = compilation.file
    name = title_of(own)
    if not name:
        raise Refusal(f"{file} has nothing to translate", "a table is for an edition, a library, variants or strategies")
    language = language or _declared(compilation.model.locales, compilation.model.locale, file)
    old = _written(output, compilation) if output not in (None, "-") else None
    old = old or compilation.table(own, language)
    without_errors(compilation)
    filling = to_fill_in(own, [one.compiler for one in compilations], language, old)
    path = output or _place(file, f"{name}.{language}.yaml", old)
    if path == "-":
        sys.stdout.write(filling.text)
        return 0
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, filling.text)
    told = [f"{filling.entries} entries", f"{filling.empty} to fill in"]
    told += [f"{filling.stale} that nothing fits any more, below `stale`"] if filling.stale else []
    sys.stdout.write(f"{path}: {', '.join(told)}\n")
    return 0


def _read(file: str, edition: str | None, variants: Sequence[str]) -> Compilation:
    from rulelang.commands.compiled import without_errors
    from rulelang.pipeline import load

    return without_errors(load(file, edition=edition, variants=variants))


def _written(path: str | None, compilation: Compilation) -> Table | None:
    """The table that is to be written anew."""
    from pathlib import Path

    from rulelang.check.translations import read_table
    from rulelang.pipeline import read_text
    from rulelang.source import Source

    if path is None or not Path(path).is_file():
        return None
    return read_table(Source(path, read_text(Path(path))), compilation.found)


def _declared(locales: list[str], own: str, file: str) -> str:
    others = [word for word in locales if word != own]
    if len(others) == 1:
        return others[0]
    what = f"declares {' and '.join(others)}" if others else "declares no language besides its own"
    raise Refusal(f"into which language? The edition {what}", f"for example rulelang locale {file} {others[0] if others else 'ru'}")


def _place(file: str, name: str, old: Table | None) -> str:
    """Where the table is already, else beside the file; what was named as a bundled one is shown, not written to."""
    from pathlib import Path

    path = Path(file)
    if not path.is_file():
        return "-"
    return old.source.path if old is not None else str(path.parent / "locales" / name)
