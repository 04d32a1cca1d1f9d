"""What stands around many games at a terminal: a bar while they are played, and how the command ends."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from rulelang.commands.guard import INTERRUPTED, complain, warn
from rulelang.report.style import printable, style_of

if TYPE_CHECKING:
    from rulelang.lab.many.plan import Plan
    from rulelang.lab.many.running import Played
    from rulelang.play.wording import Wording


_REFRESH = 0.1
"""Seconds between two looks at the bar: drawing it must not take the time of the games."""


def announce(plan: Plan) -> None:
    """Says once that the engine plays, and why, since that takes its time."""
    from rulelang import native
    from rulelang.lab.many.plan import RANDOM

    if not native.available():
        warn("llvmlite is not installed: the engine plays, about a thousand times slower", "pip install 'rulelang[native]'")
    elif RANDOM in plan.strategies:
        warn("players by chance are played by the engine, about a thousand times slower", "--strategy NAME for all seats")


@contextmanager
def watched(games: int, wording: Wording) -> Iterator[Callable[[int], None] | None]:
    """A bar with rate and time left, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Games a second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f}/s" if task.speed else "")

    style = style_of(sys.stderr)
    console = Console(file=sys.stderr, no_color=not style.colour, width=style.width)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    # Without a thread of its own: processes may be begun by copying this one.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task(wording.say("simulate.progress"), total=games)

        drawn = 0.0

        def progress(done: int) -> None:
            nonlocal drawn
            now = perf_counter()
            bar.update(task, completed=done, refresh=now - drawn > _REFRESH)
            drawn = now if now - drawn > _REFRESH else drawn

        progress(0)
        yield progress


def unended(plan: Plan) -> int:
    """Says that no game came to its end; the exit code."""
    complain(f"no game came to its end within {plan.last_round} rounds", "more --rounds, or rules by which a game ends")
    return 1


def exit_code(
    played: Played,
    plan: Plan,
    edition: str = "",
    variants: Sequence[str] = (),
    settings: Sequence[str] = (),
    position: str | None = None,
    called: Mapping[str, str] | None = None,
) -> int:
    """Says what went wrong, if something did; the exit code."""
    from rulelang.lab.many.running import Stop
    from rulelang.lab.many.summing import Scalar

    for number, fault in played.sums.faults.items():
        again = _again(plan, number, edition, variants, settings, position, called or {})
        complain(printable(f"game {number}: {fault}"), f"to see it: {again}")
    more = played.sums.faulty - len(played.sums.faults)
    if more > 0:
        complain(f"and {more} more games that a rule stopped")
    match played.stop:
        case Stop.interrupted:
            complain(f"stopped after {played.games} of {played.asked} games")
            return INTERRUPTED
        case Stop.worker:
            complain(f"a worker died after {played.games} of {played.asked} games: {played.why}", "what was played until then is shown")
            return 1
    if played.sums.games and not played.sums.sums[Scalar.ENDED]:
        return unended(plan)
    return 1 if played.sums.faulty else 0


def _again(
    plan: Plan,
    number: int,
    edition: str,
    variants: Sequence[str],
    settings: Sequence[str],
    position: str | None,
    called: Mapping[str, str],
) -> str:
    """The command that plays one of the games before one's eyes."""
    from rulelang.commands.simulate import seating

    words = ["rulelang", "run", edition, *seating(plan, called, number)]
    words += [word for variant in variants for word in ("--variant", variant)]
    words += [word for setting in settings for word in ("--set", setting)]
    words += ["--from", position] if position else []
    words += ["--seed", str(plan.seed), "--game", str(number)]
    return shlex.join(words)
