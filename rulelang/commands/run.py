"""`rulelang run EDITION`: a whole game at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Edition, From, Locale, Players, Settings, Strategies, Variants, settings_of

if TYPE_CHECKING:
    from rulelang.commands.positions import Position
    from rulelang.pipeline import Compilation
    from rulelang.play.session import Session

UNATTENDED = 1000
"""Rounds after which a game is stopped at which no person sits, unless `--rounds` says otherwise: some rules let nobody win."""


def run(
    edition: Edition,
    players: Players = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Another number, another game; 1, or by chance with people.", show_default=False)
    ] = None,
    game: Annotated[int, typer.Option(metavar="N", min=0, help="Which game with that seed, as simulate counts.")] = 0,
    strategy: Strategies = None,
    human: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Seats a person (repeatable).", show_default=False)] = None,
    variant: Variants = None,
    set: Settings = None,
    from_: From = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after so many rounds; 1000 without people.", show_default=False)
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the result.")] = False,
    transcript: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write what happens: .txt, .jsonl, or - for standard output.", show_default=False),
    ] = None,
    locale: Locale = None,
    why: Annotated[bool, typer.Option("--why", help="For each line: rule, file and line, overrides, arithmetic.")] = False,
) -> int:
    """Play a game to its end."""
    from rulelang.commands.compiled import compiled, loaded, spoken
    from rulelang.commands.guard import warn
    from rulelang.commands.seating import seats, strategies_in
    from rulelang.commands.table import person, play
    from rulelang.play.session import Rules, Session

    settings = settings_of(set)
    people = human or ()
    # A position is a text of the edition, which a compiled program no longer has.
    wanted = strategies_in(strategy or ())
    compilation = loaded(edition, variant or (), settings, wanted) if from_ is not None else None
    program = spoken(compilation, locale) if compilation else compiled(edition, variant or (), settings, wanted, locale)
    rules = Rules(program, _lasting(edition), tuple(_lasting(name) for name in variant or ()), settings)
    position = _position(compilation, from_)
    if position is not None:
        players = position.players(players, len(people))
    seated = seats(program, players, people, strategy or (), locale)
    last_round = rounds if rounds is not None or people else UNATTENDED
    session = Session(rules, seated, person() if people else None, explain=why, last_round=last_round, locale=locale)

    def start(session: Session) -> None:
        if position is None:
            session.begin(_seed(seed, bool(people)), game)
        else:
            position.begin(session, _seed(seed, bool(people)), game)

    code = play(start, session, quiet, transcript)
    if rounds is None and not people and code == 0 and session.game.result is None:
        warn(f"nobody has won after {UNATTENDED} rounds", "with --rounds N it goes on for longer")
    return code


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
