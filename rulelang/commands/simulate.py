"""`rulelang simulate EDITION`: many games by machine code, and what they say about the rules."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import (
    Edition,
    Format,
    From,
    LastRound,
    Locale,
    Players,
    Rotate,
    Seed,
    Settings,
    Strategies,
    Threads,
    Variants,
    settings_of,
)
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.lab.many.beginning import Beginning
    from rulelang.lab.many.figures import Figures
    from rulelang.lab.many.naming import Names
    from rulelang.lab.many.plan import Plan
    from rulelang.pipeline import Compilation
    from rulelang.play.wording import Wording


def simulate(
    edition: Edition,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many.")] = 10_000,
    players: Players = None,
    strategy: Strategies = None,
    variant: Variants = None,
    set: Settings = None,
    from_: From = None,
    seed: Seed = 1,
    rounds: LastRound = 500,
    rotate: Rotate = False,
    threads: Threads = None,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Write a report there: HTML, JSON, Parquet.", show_default=False)] = None,
    format: Annotated[Format, typer.Option("--format", help="Tables, or JSON.")] = Format.text,
    all_: Annotated[bool, typer.Option("--all", help="Long tables to their end.")] = False,
    locale: Locale = None,
) -> int:
    """Play many games, and show how long they are, who wins, where the money goes, and what the rules count."""
    from rulelang.commands.many import announce, exit_code, watched
    from rulelang.commands.seating import written
    from rulelang.commands.writing import ready, write_report
    from rulelang.lab.many.figures import Figures
    from rulelang.lab.many.naming import Names
    from rulelang.lab.many.plan import Plan
    from rulelang.lab.many.running import run
    from rulelang.lab.many.working import processors
    from rulelang.play.texts import own_locale
    from rulelang.play.wording import wording

    variants, strategies, settings = variant or [], strategy or [], set or []
    program, beginning, count = _beginning(edition, variants, settings_of(settings), strategies, locale, from_, players, seed, rotate)
    words = wording(locale or own_locale(program))
    plan = Plan(program, table_of(program, count, strategies), seed, rounds, rotate, beginning)
    folder = ready(out) if out is not None else None
    announce(plan)
    with watched(games, words) as progress:
        played = run(plan, games, threads or processors(), progress=progress)
    if not played.games:
        return exit_code(played, plan)
    figures = Figures(played)
    names = Names(plan, words, people_of(beginning, words, count))
    called = written(strategies)
    command = command_of(edition, plan, games, variants, settings, from_, locale, called)
    if format is Format.json:
        from rulelang.lab.many.document import as_json

        sys.stdout.write(json.dumps(as_json(figures, names, command), ensure_ascii=False, indent=2) + "\n")
    else:
        _show(figures, names, all_)
    if folder is not None:
        write_report(folder, figures, names, command, to=sys.stderr if format is Format.json else sys.stdout)
    return exit_code(played, plan, edition, variants, settings, from_, called)


def _beginning(
    edition: str,
    variants: Sequence[str],
    settings: dict[str, str],
    strategies: Sequence[str],
    locale: str | None,
    position: str | None,
    players: int | None,
    seed: int,
    rotate: bool,
) -> tuple[Program, Beginning | None, int]:
    """The program, where games begin, and how many play."""
    from rulelang.commands.compiled import compiled, loaded, spoken
    from rulelang.commands.seating import seats, strategies_in

    wanted = strategies_in(strategies)
    if position is None:
        program = compiled(edition, variants, settings, wanted, locale)
        return program, None, len(seats(program, players, (), strategies, locale))
    if rotate:
        raise turned()
    compilation = loaded(edition, variants, settings, wanted)
    program = spoken(compilation, locale)
    count, beginning = position_of(compilation, program, position, players, seed)
    return program, beginning, len(seats(program, count, (), strategies, locale))


def turned() -> Refusal:
    """Why nobody changes seats at a position."""
    return Refusal("--rotate and --from: a position says whose turn it is", "leave one of them out")


def position_of(
    compilation: Compilation, program: Program, name: str, players: int | None, seed: int, steps: str | None = None, typed: str = ""
) -> tuple[int, Beginning]:
    """How many sit at a position, and where its games begin: after some steps of a test, if there are any, which somebody `typed` so."""
    from rulelang.commands.positions import Position
    from rulelang.lab.many.beginning import Beginning
    from rulelang.staging import WHAT_IF
    from rulelang.trial.failure import Failed

    position = Position(compilation, name, steps)
    count = position.players(players, 0)
    try:
        return count, Beginning(position.stage, position.opening, program, count, seed)
    except Failed as failed:
        place = failed.place
        if place.file == WHAT_IF:
            shown = place.text if place.text in typed else typed  # a deal in one step is several to the game
            raise Refusal(f"{WHAT_IF}: `{shown}`: {failed.got}", "the steps are taken as in a test at that position", code=1) from None
        raise Refusal(f"{place.file}:{place.line}: `{place.text}`: {failed.got}", "mend the position there", code=1) from None


def table_of(program: Program, players: int, strategies: Sequence[str]) -> tuple[str, ...]:
    """The strategies of the players. Where nobody has any, and something is asked, chance decides."""
    from rulelang.commands.seating import seats
    from rulelang.lab.many.plan import DEFAULTS, RANDOM

    drivers = tuple(seat.driver for seat in seats(program, players, (), strategies))
    for driver in drivers:
        if driver != RANDOM and driver not in program.strategies:
            known = ", ".join([*program.strategies, RANDOM])
            raise Refusal(f"there is no strategy {driver} in {program.title}", f"there are: {known}")
    asks = any(op.code == "act" or op.code.startswith("ask_") for function in program.functions for op in function.code)
    return drivers if asks or any(driver != RANDOM for driver in drivers) else (DEFAULTS,) * players


def people_of(beginning: Beginning | None, wording: Wording, players: int) -> list[str]:
    """In a position they have names."""
    from rulelang.play.wording import name_of

    return [] if beginning is None else [str(name_of(entry)) for entry in wording.players[:players]]


def command_of(
    edition: str,
    plan: Plan,
    games: int,
    variants: Sequence[str],
    settings: Sequence[str],
    position: str | None,
    locale: str | None,
    called: Mapping[str, str],
) -> str:
    """What gives the same figures again, on any machine."""
    words = ["rulelang", "simulate", edition, "--games", str(games), *seating(plan, called)]
    words += [word for variant in variants for word in ("--variant", variant)]
    words += [word for setting in settings for word in ("--set", setting)]
    words += ["--from", position] if position else []
    words += ["--seed", str(plan.seed), "--rounds", str(plan.last_round), *(["--rotate"] if plan.rotate else [])]
    words += ["--locale", locale] if locale else []
    return shlex.join(words)


def seating(plan: Plan, called: Mapping[str, str], game: int | None = None) -> list[str]:
    """The options that seat the players of a plan, or of one of its games; `called`: by which path strategies were named that have one."""
    strategies = [called.get(name, name) for name in (plan.strategies if game is None else plan.seats(game))]
    words = ["--players", str(plan.players)]
    if not any(strategies):
        return words
    if len({*strategies}) == 1:
        return [*words, "--strategy", strategies[0]]
    return [*words, *(word for seat, name in enumerate(strategies, 1) for word in ("--strategy", f"{seat}={name}"))]


def _show(figures: Figures, names: Names, all_rows: bool) -> None:
    from rulelang.lab.many.tables import Tables
    from rulelang.lab.many.telling import answers, head, notes
    from rulelang.play.tables import write_table
    from rulelang.report.style import printable, style_of

    style = style_of(sys.stdout)
    for line in head(figures, names):
        sys.stdout.write(printable(line) + "\n")
    sys.stdout.write("\n")
    for line in answers(figures, names):
        sys.stdout.write(style.paint(printable(line), "bold") + "\n")
    for line in notes(figures, names, all_rows=all_rows):
        sys.stdout.write(printable(line) + "\n")
    sys.stdout.write("\n")
    for table in Tables(figures, names, all_rows=all_rows):
        write_table(sys.stdout, table.title, table.headers, table.rows, table.numbers)
        if table.more:
            sys.stdout.write(f"  {table.more}\n\n")
