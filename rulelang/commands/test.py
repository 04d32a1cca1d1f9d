"""`rulelang test FILE…`: runs the tests that stand in `.mono` files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Settings, Variants, settings_of
from rulelang.commands.guard import complain
from rulelang.refusal import Refusal
from rulelang.report.style import Style, printable, style_of

if TYPE_CHECKING:
    from rulelang.trial.failure import Failure


def test(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files with tests, or bundled names.", show_default=False)],
    only: Annotated[str, typer.Option("--only", metavar="TEXT", help="Tests with this in their title.", show_default=False)] = "",
    edition: Annotated[str | None, typer.Option(help="Test variants on this edition only.", show_default=False)] = None,
    variant: Variants = None,
    set: Settings = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the tests that pass, too.")] = False,
) -> int:
    """Run the tests in .mono files."""
    from rulelang.commands.trials import Broken, stages
    from rulelang.report.text import render_all
    from rulelang.trial.run import run

    style = style_of(sys.stdout)
    settings = settings_of(set)
    passed = failed = broken = unreadable = 0
    for name in files:
        try:
            for compilation, stage in stages(name, edition, variant or (), settings):
                for trial in stage.trials:
                    if only.casefold() not in trial.title.casefold():
                        continue
                    failure = run(stage, trial)
                    if failure is not None:
                        failed += 1
                        sys.stdout.write("\n".join(_told(failure, compilation.model.edition, style)) + "\n\n")
                    else:
                        passed += 1
                        if verbose:
                            place = f"{trial.place.file}:{trial.place.line}"
                            sys.stdout.write(f"{style.paint('passed', 'green')} {printable(f'{place}  {trial.title}')}\n")
        except Broken as found:
            broken += 1
            sys.stdout.write(render_all(found.errors, style) + "\n\n")
        except Refusal as refusal:
            unreadable += 1
            complain(refusal.message, refusal.help)
    sys.stdout.write(_summary(passed, failed, broken, style) + "\n")
    return 2 if unreadable else 1 if failed or broken else 0


def _told(failure: Failure, edition: str, style: Style) -> list[str]:
    """What was expected, what there was, and the way there."""
    trial, place = failure.trial, failure.place
    lines = [
        f"{style.paint('failed', 'red')} {printable(f'{trial.place.file}:{trial.place.line}  {trial.title}')}  ({edition})",
        f"  {printable(f'line {place.line}: {place.text}')}",
        f"    expected  {printable(failure.expected)}",
        f"    got       {printable(failure.got)}",
    ]
    if failure.transcript:
        lines.append("    what happened:")
        lines += [f"      {printable(sentence)}" for sentence in failure.transcript]
    return lines


def _summary(passed: int, failed: int, broken: int, style: Style) -> str:
    if not passed and not failed and not broken:
        return "no tests"
    parts = [f"{failed} failed"] if failed else []
    parts += [f"{broken} with errors"] if broken else []
    parts.append(f"{passed} passed")
    return style.paint(", ".join(parts), "red" if failed or broken else "green")
