"""`rulelang rulings [EDITION]`: runs the rulings, or an author's own, and shows a table of results."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Format, Settings, Variants, settings_of
from rulelang.report.style import Style, printable, style_of

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic
    from rulelang.report.document import Json
    from rulelang.rulings.reading import Case
    from rulelang.trial.failure import Failure

MOST_TOLD = 40
"""Sentences of a transcript that are shown, the last ones."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Result:
    """How a case ended: `failure` if it failed; it did not run if it is `broken`."""

    case: Case
    failure: Failure | None = None
    broken: bool = False

    @property
    def word(self) -> str:
        return "broken" if self.broken else "failed" if self.failure is not None else "passed"


@dataclass(slots=True)
class Outcome:
    results: list[Result] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)
    """What is wrong in the files of rulings, or in an edition."""
    seconds: float = 0.0

    def count(self, word: str) -> int:
        return sum(result.word == word for result in self.results)

    @property
    def code(self) -> int:
        return 1 if self.found or self.count("failed") or self.count("broken") else 0


def rulings(
    edition: Annotated[str | None, typer.Argument(metavar="[EDITION]", help="Only those of this edition.", show_default=False)] = None,
    file: Annotated[
        list[str] | None,
        typer.Option("--file", metavar="FILE", help="A file of rulings instead of the bundled ones (repeatable).", show_default=False),
    ] = None,
    only: Annotated[str, typer.Option("-k", "--only", metavar="TEXT", help="Those with this in id or title.", show_default=False)] = "",
    on: Annotated[str | None, typer.Option("--on", metavar="EDITION", help="Run them on another edition.", show_default=False)] = None,
    variant: Variants = None,
    set: Settings = None,
    format: Annotated[Format, typer.Option(help="For people, for programs.")] = Format.text,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="A line for each case.")] = False,
) -> int:
    """Run the rulings: cases of the rules with the agreed answer."""
    with _status() as doing:
        outcome = run_all(edition, file or (), only, on, variant or (), settings_of(set), doing)
    if format is Format.json:
        import json

        json.dump(_document(outcome), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    else:
        style = style_of(sys.stdout)
        _told(outcome, style)
        _table(outcome, verbose)
        sys.stdout.write(_summary(outcome, style) + "\n")
    return outcome.code


@contextlib.contextmanager
def _status() -> Iterator[Callable[[str], None]]:
    """Says at a terminal what is run just now: each edition has to be compiled with each set of variants."""
    if not sys.stderr.isatty() or not style_of(sys.stderr).colour:
        yield _silent
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status("") as status:
        yield lambda shown: status.update(Text(printable(shown)))


def _silent(shown: str) -> None:
    """Nobody watches."""


def run_all(
    edition: str | None,
    files: Sequence[str],
    only: str,
    on: str | None,
    variants: Sequence[str],
    settings: dict[str, str],
    doing: Callable[[str], None] = _silent,
) -> Outcome:
    """`doing` hears what is compiled next. Raises: Refusal for what is not there or cannot be read."""
    from rulelang.diagnostics import Diagnostics
    from rulelang.rulings import shelf
    from rulelang.trial.run import run

    begun = time.perf_counter()
    said = Diagnostics()
    chosen = shelf.cases(shelf.sources(files), said)
    outcome = Outcome(found=said.sorted())
    if edition is not None:
        chosen = shelf.of_edition(chosen, edition)
    chosen = [case for case in chosen if only.casefold() in case.full_title.casefold()]
    ended: dict[int, Result] = {}
    for setup, cases in shelf.grouped(chosen).items():
        doing(setup.shown)
        ready = shelf.ready(setup, cases, on=on, variants=variants, settings=settings)
        outcome.found += ready.found
        ended |= {id(case): Result(case, broken=True) for case in ready.left_out}
        if ready.stage is not None:
            for case, trial in zip(ready.cases, ready.stage.trials, strict=True):
                ended[id(case)] = Result(case, run(ready.stage, trial))
    outcome.results = [ended[id(case)] for case in chosen]
    outcome.seconds = time.perf_counter() - begun
    return outcome


# ------------------------------------------------------------------------------------------------------------ for people
def _told(outcome: Outcome, style: Style) -> None:
    """What is wrong in the files, then each failure: what was expected, what there was, and the way there."""
    from rulelang.report.text import render_all

    if outcome.found:
        sys.stdout.write(render_all(outcome.found, style) + "\n\n")
    for result in outcome.results:
        if result.failure is not None:
            sys.stdout.write("\n".join(_failure(result, result.failure, style)) + "\n\n")


def _failure(result: Result, failure: Failure, style: Style) -> Iterator[str]:
    case, place = result.case, failure.place
    yield f"{style.paint('failed', 'red')} {printable(case.full_title)}  ({printable(case.setup.shown)})"
    yield f"    at        {printable(f'{place.file}:{place.line}: {place.text}')}"
    yield f"    expected  {printable(failure.expected)}"
    yield f"    got       {printable(failure.got)}"
    if failure.transcript:
        yield "    what happened:"
        left_out = len(failure.transcript) - MOST_TOLD
        if left_out > 0:
            yield f"      … {left_out} lines before"
        yield from (f"      {printable(sentence)}" for sentence in failure.transcript[-MOST_TOLD:])


def _table(outcome: Outcome, verbose: bool) -> None:
    from rulelang.play.tables import write_table

    if not outcome.results:
        return
    if verbose:
        rows = [[r.case.id, _title(r.case), r.case.setup.shown, r.word] for r in outcome.results]
        write_table(sys.stdout, "", ["id", "ruling", "with", "result"], rows)
        return
    topics: dict[str, list[Result]] = {}
    for result in outcome.results:
        topics.setdefault(result.case.file, []).append(result)
    rows = [_row(topic, results) for topic, results in topics.items()]
    rows.append(_row("all", outcome.results))
    write_table(sys.stdout, "", ["about", "rulings", "cases", "passed", "failed", "broken"], rows, range(1, 6))


def _row(name: str, results: Sequence[Result]) -> list[str]:
    rulings = len({result.case.id for result in results})
    counts = [sum(result.word == word for result in results) for word in ("passed", "failed", "broken")]
    return [name, str(rulings), str(len(results)), *(str(count) if count else "" for count in counts)]


def _title(case: Case) -> str:
    return f"{case.title} ({case.name})" if case.name else case.title


def _summary(outcome: Outcome, style: Style) -> str:
    parts = [f"{count} {word}" for word in ("failed", "broken", "passed") if (count := outcome.count(word))]
    if outcome.found and not outcome.count("broken"):
        parts.insert(0, f"{len(outcome.found)} mistakes" if len(outcome.found) > 1 else "1 mistake")
    if not parts:
        return "no rulings"
    return f"{style.paint(', '.join(parts), 'red' if outcome.code else 'green')} in {outcome.seconds:.1f} s"


# ---------------------------------------------------------------------------------------------------------- for programs
def _document(outcome: Outcome) -> Json:
    from rulelang.report.document import document

    return {
        "version": VERSION,
        "passed": outcome.count("passed"),
        "failed": outcome.count("failed"),
        "broken": outcome.count("broken"),
        "cases": [_case(result) for result in outcome.results],
        "diagnostics": document(outcome.found, ())["diagnostics"],
    }


def _case(result: Result) -> Json:
    case, failure = result.case, result.failure
    shown: Json = {
        "id": case.id,
        "title": case.title,
        "case": case.name,
        "source": list(case.sources),
        "edition": case.setup.edition,
        "variants": list(case.setup.variants),
        "settings": dict(case.setup.settings),
        "place": {"file": case.head.source.path, "line": case.head.line},
        "result": result.word,
    }
    if failure is not None:
        place = {"file": failure.place.file, "line": failure.place.line, "text": failure.place.text}
        shown["failure"] = {"place": place, "expected": failure.expected, "got": failure.got, "transcript": list(failure.transcript)}
    return shown
