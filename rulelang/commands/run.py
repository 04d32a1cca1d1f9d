"""`rulelang run EDITION`: a whole game at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulelang.commands import arguments
from rulelang.commands.arguments import settings_of
from rulelang.commands.guard import guarded

if TYPE_CHECKING:
    from rulelang.commands.positions import Position
    from rulelang.pipeline import Compilation
    from rulelang.play.session import Session


@click.command()
@arguments.edition
@click.option("--players", type=int, metavar="N", help="How many play; 4 if the edition allows.")
@click.option("--seed", type=int, metavar="N", help="Another number, another game; 1, or by chance with people.")
@click.option("--strategy", metavar="NAME", multiple=True, help="How all decide, or one of them: 2=NAME (repeatable).")
@click.option("--human", metavar="NAME", multiple=True, help="Seats a person (repeatable).")
@arguments.variants
@arguments.settings
@click.option("--from", "from_", metavar="POSITION", help="Begin there.")
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="Stop after so many rounds.")
@click.option("--quiet", "-q", is_flag=True, help="Only the result.")
@click.option("--transcript", metavar="FILE", help="Write what happens: .txt, .jsonl, or - for standard output.")
@arguments.locale
@click.option("--why", is_flag=True, help="For each line: rule, file and line, overrides, arithmetic.")
@guarded
def run(
    edition: str,
    players: int | None,
    seed: int | None,
    strategy: tuple[str, ...],
    human: tuple[str, ...],
    variant: tuple[str, ...],
    set: tuple[str, ...],
    from_: str | None,
    rounds: int | None,
    quiet: bool,
    transcript: str | None,
    locale: str | None,
    why: bool,
) -> int:
    """Play a game to its end."""
    from rulelang.commands.compiled import compiled, loaded, spoken
    from rulelang.commands.seating import seats, strategies_in
    from rulelang.commands.table import person, play
    from rulelang.play.session import Rules, Session

    settings = settings_of(set)
    # A position is a text of the edition, which a compiled program no longer has.
    wanted = strategies_in(strategy)
    compilation = loaded(edition, variant, settings, wanted) if from_ is not None else None
    program = spoken(compilation, locale) if compilation else compiled(edition, variant, settings, wanted, locale)
    rules = Rules(program, _lasting(edition), tuple(_lasting(name) for name in variant), settings)
    position = _position(compilation, from_)
    if position is not None:
        players = position.players(players, len(human))
    seated = seats(program, players, human, strategy, locale)
    session = Session(rules, seated, person() if human else None, explain=why, last_round=rounds, locale=locale)

    def start(session: Session) -> None:
        if position is None:
            session.begin(_seed(seed, bool(human)))
        else:
            position.begin(session, _seed(seed, bool(human)))

    return play(start, session, quiet, transcript)


def _position(compilation: Compilation | None, name: str | None) -> Position | None:
    if compilation is None or name is None:
        return None
    from rulelang.commands.positions import Position

    return Position(compilation, name)


def _lasting(name: str) -> str:
    """What finds the same file again from another folder; the name of a bundled edition stays a name."""
    import os

    return os.path.abspath(name) if os.path.exists(name) else name  # noqa: PTH100, PTH110


def _seed(given: int | None, people: bool) -> int:
    """People want another game each time, a demonstration the same one."""
    if given is not None:
        return given
    if not people:
        return 1
    import secrets

    return secrets.randbelow(10**6)
