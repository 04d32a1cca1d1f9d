"""A name on the command line → a Program, or a refusal that shows the diagnostics."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulelang.commands.guard import warn
from rulelang.refusal import Refusal, unreadable
from rulelang.report.style import style_of

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.pipeline import Compilation

COMMAND_LINE = "command line"
"""The path of the text that `--set` makes."""


def loaded(
    name: str, variants: Sequence[str], settings: Mapping[str, str], strategies: Sequence[str] = (), open_settings: Sequence[str] = ()
) -> Compilation:
    """The edition without errors. Errors are printed, then refused with exit code 1.

    Warnings are for `rulelang check`, and what is wrong in the tests of a file for `rulelang test`.
    """
    from rulelang.pipeline import load

    if name.endswith(".json"):
        raise Refusal(f"{name} is compiled: what it was made of is not in it", "name the edition or file it was made from")
    chosen = load(name, variants=variants, settings=settings, strategies=strategies, open_settings=open_settings, keeps=not settings)
    compilation = without_errors(chosen)
    if settings:
        for idle in sorted(compilation.idle_settings.intersection(settings)):
            warn(f"nothing in {compilation.model.title} reads `{idle}`: setting it changes nothing", None)
    return compilation


def without_errors(compilation: Compilation) -> Compilation:
    """The same. Raises: Refusal, after its errors are printed."""
    try:
        compilation.program  # noqa: B018  (compiles)
    except Refusal as refusal:
        raise _shown(compilation, refusal) from None
    return compilation


def _shown(compilation: Compilation, refusal: Refusal) -> Refusal:
    """Prints the errors for which a compilation is refused; the refusal that then says where they are."""
    from rulelang.report.text import render_all

    name = compilation.name
    errors = [diagnostic for diagnostic in compilation.found.sorted() if diagnostic.severity == "error"]
    if refusal.code != 1 or not errors:
        return refusal
    sys.stderr.write(render_all(errors, style_of(sys.stderr)) + "\n\n")
    if all(error.span.source.path == COMMAND_LINE for error in errors):
        return Refusal(f"what --set asks for does not fit {name}", f"`rulelang show {name} --only settings` lists what can be set")
    count = "an error" if len(errors) == 1 else f"{len(errors)} errors"
    paths = {span.source.path for error in errors for span in (error.span, *(label.span for label in error.labels))}
    if len(paths) == 1:  # of a variant's own file, rather than of the edition
        where = again = paths.pop()
    else:
        where, again = name, " --variant ".join((name, *compilation.variants))
    return Refusal(f"{where} has {count}", f"mend what is shown above, then `rulelang check {again}`", code=1)


def compiled(
    name: str,
    variants: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    strategies: Sequence[str] = (),
    locale: str | None = None,
) -> Program:
    """The program of an edition, or the one that `rulelang compile` wrote to a `.json` file; with what it says in a language."""
    if name.endswith(".json"):
        if variants or settings:
            raise Refusal(f"{name} is compiled already: variants and settings are fixed", "give them to `rulelang compile`")
        program = _read(name)
        if locale is not None and locale != program.locale and locale not in program.locales:
            warn(f"{name} was compiled without the language {locale}: what the edition says is shown as in the source", None)
        return program
    return spoken(loaded(name, variants, settings or {}, strategies), locale)


def spoken(compilation: Compilation, locale: str | None) -> Program:
    """The program with what it says in a language (None: its own). What has no translation is told once, on standard error.

    Raises: Refusal if the machine does not speak it, or if a table is wrong.
    """
    from rulelang.play.wording import wording

    if locale is not None:
        wording(locale)
    try:
        program = compilation.spoken([locale] if locale is not None else [])
    except Refusal as refusal:
        raise _shown(compilation, refusal) from None
    if locale is not None:
        _tell_untranslated(compilation, locale)
    return program


def _tell_untranslated(compilation: Compilation, locale: str) -> None:
    lacking = compilation.untranslated(locale)
    if not lacking:
        return
    count = sum(lacking.values())
    told = f"a text of {', '.join(lacking)} has" if count == 1 else f"{count} texts of {', '.join(lacking)} have"
    mend = f"`rulelang locale {_typed(compilation, next(iter(lacking)))} {locale}` writes a table to fill in"
    warn(f"{told} no translation into {locale}: shown as in the source", mend)


def _typed(compilation: Compilation, title: str) -> str:
    """How the file with a table of this name was called on the command line; by its name if it comes with the program."""
    from pathlib import Path

    from rulelang.check.translations import title_of

    if title == title_of(compilation.file):
        return compilation.name
    return next((variant for variant in compilation.variants if Path(variant).stem == title), title)


def _read(path: str) -> Program:
    from pathlib import Path

    from rulelang.ir.codec import ProgramFormatError, read_program

    try:
        return read_program(Path(path).read_text("utf-8"))
    except OSError as error:
        raise unreadable(path, error) from None
    except (UnicodeDecodeError, ProgramFormatError) as error:
        raise Refusal(f"{path}: no compiled program: {error}", "write it again with `rulelang compile`") from None
