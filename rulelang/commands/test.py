"""`rulelang test FILE…`: runs the tests that stand in `.mono` files."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Format, Locale, Settings, Variants, settings_of
from rulelang.commands.coverage import Coverage
from rulelang.commands.guard import complain
from rulelang.refusal import Refusal
from rulelang.report.style import Style, printable, style_of

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostics
    from rulelang.ir.scenes import Trial
    from rulelang.staging import Bench
    from rulelang.trial.failure import Failure
    from rulelang.trial.report import Covered

MOST_TOLD = 40
"""Sentences of a transcript that are shown, the last ones."""


@dataclass(slots=True)
class Tally:
    passed: int = 0
    failed: list[tuple[Failure, str]] = field(default_factory=list)
    """With the edition that each ran on."""
    broken: list[Diagnostics] = field(default_factory=list)
    """Of files that have errors, so that their tests cannot be run."""
    unreadable: list[tuple[str, Refusal]] = field(default_factory=list)
    short: bool = False
    """Whether less was reached than is wanted."""

    @property
    def code(self) -> int:
        return 2 if self.unreadable else 1 if self.failed or self.broken or self.short else 0


def test(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...", help="Files with tests, folders of them, or bundled names; all that is bundled.", show_default=False
        ),
    ] = None,
    only: Annotated[str, typer.Option("-k", "--only", metavar="TEXT", help="Tests with this in their title.", show_default=False)] = "",
    edition: Annotated[str | None, typer.Option(help="Test variants on this edition.", show_default=False)] = None,
    variant: Variants = None,
    set: Settings = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Show what of the rules no test reached.")] = False,
    min: Annotated[
        float | None,
        typer.Option(min=0, max=100, metavar="PERCENT", help="Exit code 1 if less of the rules is reached.", show_default=False),
    ] = None,
    format: Annotated[Format, typer.Option(help="For people, for programs.")] = Format.text,
    locale: Locale = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the tests that pass, too.")] = False,
) -> int:
    """Run the tests in .mono files."""
    from rulelang.bundled import data_dir
    from rulelang.pipeline import load
    from rulelang.staging import benches, files_of

    covered = Coverage() if coverage or min is not None else None
    session = Session(only, format is Format.text, verbose, covered, locale)
    begun = time.perf_counter()
    settings = settings_of(set)
    if locale is not None:
        from rulelang.play.wording import wording

        wording(locale)
    for argument in files or [str(data_dir("editions"))]:
        try:
            for name in files_of(argument):
                if covered is not None:
                    covered.name(load(name, edition=edition).file)
                for bench in benches(name, edition=edition, variants=variant or (), settings=settings, locales=[locale] if locale else ()):
                    session.bench(bench)
        except Refusal as refusal:
            session.tally.unreadable.append((argument, refusal))
            if session.tells:
                complain(refusal.message, refusal.help)
    if covered is not None:
        covered.rulings(only.casefold())
    session.close(time.perf_counter() - begun, min)
    return session.tally.code


class Session:
    """One run of tests: what became of them, told as it happens (`tells`) or in one document at the end."""

    def __init__(self, only: str, tells: bool, verbose: bool, coverage: Coverage | None, locale: str | None) -> None:
        self.only = only.casefold()
        self.tells = tells
        self.verbose = verbose
        self.coverage = coverage
        self.locale = locale
        self.style = style_of(sys.stdout)
        self.tally = Tally()

    def bench(self, bench: Bench) -> None:
        """The tests that run with the same variants. Nothing is compiled where none has the right title."""
        from rulelang.trial.run import run

        if bench.tests and not any(self.only in test.title.value.casefold() for test in bench.tests):
            return
        try:
            stage = bench.stage
        except Refusal as refusal:
            if refusal.code != 1:
                raise
            self.tally.broken.append(bench.compilation.found)
            if self.tells:
                show_errors(bench.compilation.found, self.style)
            return
        watch = self.coverage.watch(bench) if self.coverage is not None else None
        watched = watch.stage if watch is not None else stage
        for trial in watched.trials:
            if self.only in trial.title.casefold():
                self._ran(trial, run(watched, trial, watch, self.locale), stage.program.edition)
        if self.coverage is not None and watch is not None:
            self.coverage.took(watch)

    def _ran(self, trial: Trial, failure: Failure | None, edition: str) -> None:
        if failure is not None:
            self.tally.failed.append((failure, edition))
            if self.tells:
                sys.stdout.write("\n".join(_told(failure, edition, self.style)) + "\n\n")
                sys.stdout.flush()
            return
        self.tally.passed += 1
        if self.verbose and self.tells:
            sys.stdout.write(f"{self.style.paint('passed', 'green')} {_named(trial)}\n")

    def close(self, seconds: float, least: float | None) -> None:
        """Shows what was reached, and how the tests went."""
        from rulelang.trial.report import share, shown, write_coverage

        reached = self.coverage.files() if self.coverage is not None else None
        if reached is not None and least is not None:
            self.tally.short = share(reached) < Fraction(str(least))
        if not self.tells:
            json.dump(document(self.tally, reached), sys.stdout, ensure_ascii=False, indent=2)
            sys.stdout.write("\n")
            return
        if reached is not None:
            write_coverage(reached, sys.stdout, self.style)
            if self.tally.short:
                told = f"{shown(share(reached))} is reached, and {least:g}% is wanted"
                sys.stdout.write(self.style.paint(told, "red") + "\n")
        if self.tally.passed or self.tally.failed or self.tally.broken or not self.tally.unreadable:
            sys.stdout.write(_summary(self.tally, seconds, self.style) + "\n")


def document(tally: Tally, reached: Sequence[Covered] | None) -> dict[str, object]:
    """Its schema is `spec/tests.schema.json`."""
    from rulelang.report.document import listed, unreadable
    from rulelang.trial import report

    return {
        "version": 1,
        "passed": tally.passed,
        "failed": len(tally.failed),
        "failures": [
            {
                "title": failure.trial.title,
                "edition": edition,
                "file": failure.place.file,
                "line": failure.place.line,
                "text": failure.place.text,
                "expected": failure.expected,
                "got": failure.got,
                "transcript": list(failure.transcript),
            }
            for failure, edition in tally.failed
        ],
        "errors": [shown for found in tally.broken for shown in listed(d for d in found.sorted() if d.severity == "error")],
        "unreadable": unreadable(tally.unreadable),
        "coverage": None if reached is None else report.document(reached),
    }


def show_errors(found: Diagnostics, style: Style) -> None:
    from rulelang.report.text import render_all

    errors = [diagnostic for diagnostic in found.sorted() if diagnostic.severity == "error"]
    sys.stdout.write(render_all(errors, style) + "\n\n")


def _named(trial: Trial) -> str:
    return printable(f"{trial.place.file}:{trial.place.line}  {trial.title}")


def _told(failure: Failure, edition: str, style: Style) -> Iterator[str]:
    """What was expected, what there was, and the way there."""
    place = failure.place
    yield f"{style.paint('failed', 'red')} {_named(failure.trial)}  ({edition})"
    if place != failure.trial.place:
        yield f"  {printable(f'line {place.line}: {place.text}')}"
    yield f"    expected  {printable(failure.expected)}"
    yield f"    got       {printable(failure.got)}"
    if failure.transcript:
        yield "    what happened:"
        left_out = len(failure.transcript) - MOST_TOLD
        if left_out > 0:
            yield f"      … {left_out} lines before"
        for sentence in failure.transcript[-MOST_TOLD:]:
            yield f"      {printable(sentence)}"


def _summary(tally: Tally, seconds: float, style: Style) -> str:
    parts = [f"{len(tally.failed)} failed"] if tally.failed else []
    wrong = {one.span.source.path for found in tally.broken for one in found if one.severity == "error"}
    parts += [f"errors in {'one file' if len(wrong) == 1 else f'{len(wrong)} files'}"] if tally.broken else []
    parts += [f"{tally.passed} passed"] if tally.passed else []
    if not parts:
        return "no tests"
    return f"{style.paint(', '.join(parts), 'red' if tally.code else 'green')} in {seconds:.1f} s"
