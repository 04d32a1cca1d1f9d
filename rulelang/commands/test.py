"""`rulelang test FILE…`: runs the tests that stand in `.mono` files."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Settings, Variants, settings_of
from rulelang.commands.guard import complain
from rulelang.refusal import Refusal
from rulelang.report.style import Style, printable, style_of

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostics
    from rulelang.ir.scenes import Stage, Trial
    from rulelang.staging import Bench
    from rulelang.trial.failure import Failure

MOST_TOLD = 40
"""Sentences of a transcript that are shown, the last ones."""


@dataclass(slots=True)
class Tally:
    passed: int = 0
    failed: int = 0
    broken: int = 0
    """Files that have errors, so that their tests cannot be run."""
    unreadable: int = 0

    @property
    def code(self) -> int:
        return 2 if self.unreadable else 1 if self.failed or self.broken else 0


def test(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files with tests, or bundled names.", show_default=False)],
    only: Annotated[str, typer.Option("-k", "--only", metavar="TEXT", help="Tests with this in their title.", show_default=False)] = "",
    edition: Annotated[str | None, typer.Option(help="Test variants on this edition.", show_default=False)] = None,
    variant: Variants = None,
    set: Settings = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the tests that pass, too.")] = False,
) -> int:
    """Run the tests in .mono files."""
    from rulelang.staging import benches

    style, tally, begun = style_of(sys.stdout), Tally(), time.perf_counter()
    settings = settings_of(set)
    for name in files:
        try:
            for bench in benches(name, edition=edition, variants=variant or (), settings=settings):
                _bench(bench, only, tally, style, verbose)
        except Refusal as refusal:
            tally.unreadable += 1
            complain(refusal.message, refusal.help)
    sys.stdout.write(_summary(tally, time.perf_counter() - begun, style) + "\n")
    return tally.code


def _bench(bench: Bench, only: str, tally: Tally, style: Style, verbose: bool) -> None:
    """The tests that run with the same variants."""
    from rulelang.trial.run import run

    for stage, trial in _trials(bench, only, tally, style):
        failure = run(stage, trial)
        if failure is not None:
            tally.failed += 1
            sys.stdout.write("\n".join(_told(failure, stage.program.edition, style)) + "\n\n")
            sys.stdout.flush()
            continue
        tally.passed += 1
        if verbose:
            sys.stdout.write(f"{style.paint('passed', 'green')} {_named(trial)}\n")


def _trials(bench: Bench, only: str, tally: Tally, style: Style) -> Iterator[tuple[Stage, Trial]]:
    """Those with the right title. Nothing is compiled where there is none; what is wrong in the file is shown."""
    if not any(only.casefold() in test.title.value.casefold() for test in bench.tests):
        return
    try:
        stage = bench.stage
    except Refusal as refusal:
        if refusal.code != 1:
            raise
        tally.broken += 1
        show_errors(bench.compilation.found, style)
        return
    for trial in stage.trials:
        if only.casefold() in trial.title.casefold():
            yield stage, trial


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
    parts = [f"{tally.failed} failed"] if tally.failed else []
    parts += [f"{tally.broken} with errors"] if tally.broken else []
    parts += [f"{tally.passed} passed"] if tally.passed else []
    if not parts:
        return "no tests"
    return f"{style.paint(', '.join(parts), 'red' if tally.code else 'green')} in {seconds:.1f} s"
