"""`rulelang check FILE…`: what is wrong in the files, once or again on every save."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Settings, Variants, settings_of
from rulelang.commands.guard import complain
from rulelang.refusal import Refusal
from rulelang.report.style import style_of

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic


class Format(StrEnum):
    text = "text"
    json = "json"
    sarif = "sarif"


@dataclass(frozen=True, slots=True)
class Findings:
    """One round: what was found, which files were read for it, and which could not be read at all."""

    diagnostics: list[Diagnostic]
    read: list[str]
    refused: list[tuple[str, Refusal]]

    @property
    def code(self) -> int:
        return 2 if self.refused else 1 if self.diagnostics else 0


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files, or names of bundled editions.", show_default=False)],
    format: Annotated[Format, typer.Option(help="For people, for programs, for code hosts.")] = Format.text,
    edition: Annotated[str | None, typer.Option(help="Check variants against this edition only.", show_default=False)] = None,
    variant: Variants = None,
    set: Settings = None,
    watch: Annotated[bool, typer.Option("--watch", help="Check again on every save, until Ctrl-C.")] = False,
) -> int:
    """Check files: names, types, overrides, and what authors get wrong."""
    settings = settings_of(set)

    def once() -> Findings:
        findings = examine(files, edition, variant or (), settings)
        _show(findings, files, format)
        return findings

    findings = once()
    while watch:
        _wait_for_change(list(dict.fromkeys([*files, *findings.read])))
        if format is Format.text:
            sys.stdout.write(f"\n--- {time.strftime('%H:%M:%S')} ---\n")
        findings = once()
    return findings.code


def examine(files: Sequence[str], edition: str | None, variants: Sequence[str], settings: dict[str, str]) -> Findings:
    """Each file with all that it uses; what two files share is reported once."""
    from rulelang.fitting import checks
    from rulelang.pipeline import load

    found: list[Diagnostic] = []
    seen: set[tuple[object, ...]] = set()
    read: dict[str, None] = {}
    refused: list[tuple[str, Refusal]] = []
    for name in files:
        try:
            for base, chosen in checks(name, edition, variants):
                compilation = load(name, edition=base, variants=chosen, settings=settings)
                for diagnostic in compilation.diagnostics.sorted():
                    span = diagnostic.span
                    key = (diagnostic.slug, diagnostic.message, span.source.path, span.start, span.end)
                    if key not in seen:
                        seen.add(key)
                        found.append(diagnostic)
                read.update((source.path, None) for source in compilation.files)
        except Refusal as refusal:
            refused.append((name, refusal))
    return Findings(found, list(read), refused)


def _show(findings: Findings, files: Sequence[str], format: Format) -> None:
    out = sys.stdout
    if format is Format.text:
        from rulelang.report.text import render_all, summary

        style = style_of(out)
        for path, refusal in findings.refused:
            complain(refusal.message if path in refusal.message else f"{path}: {refusal.message}", refusal.help)
        if findings.diagnostics:
            out.write(render_all(findings.diagnostics, style) + "\n\n")
        readable = [name for name in files if name not in {path for path, _ in findings.refused}]
        if readable:
            out.write(summary(findings.diagnostics, readable, style) + "\n")
    else:
        import json

        if format is Format.json:
            from rulelang.report.document import document

            shown = document(findings.diagnostics, files, findings.refused)
        else:
            from importlib.metadata import version

            from rulelang.report.sarif import sarif

            shown = sarif(findings.diagnostics, version("rulelang"), findings.refused)
        json.dump(shown, out, ensure_ascii=False, indent=2)
        out.write("\n")
    out.flush()


def _wait_for_change(paths: Sequence[str], pause: float = 0.2) -> None:
    """Returns when one of the files was written, came or went. Asking is enough: a person saves a few files now and then."""
    before = _stamps(paths)
    while (now := _stamps(paths)) == before:
        time.sleep(pause)
    time.sleep(pause)  # an editor may write in two steps
    while _stamps(paths) != now:
        now = _stamps(paths)
        time.sleep(pause)


def _stamps(paths: Sequence[str]) -> list[tuple[int, int] | None]:
    import os

    stamps: list[tuple[int, int] | None] = []
    for path in paths:
        try:
            status = os.stat(path)  # noqa: PTH116
            stamps.append((status.st_mtime_ns, status.st_size))
        except OSError:
            stamps.append(None)
    return stamps
