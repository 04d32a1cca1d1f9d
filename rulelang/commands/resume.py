"""`rulelang resume FILE`: goes on with a saved game, by the rules it was begun with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Locale
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.play.saves import Save
    from rulelang.play.session import Session


def resume(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A save.", show_default=False)],
    as_saved: Annotated[bool, typer.Option("--as-saved", help="By the rules in the save, though the edition has changed.")] = False,
    rounds: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after this round, or as saved.", show_default=False)] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the result.")] = False,
    transcript: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write what happens: .txt, .jsonl, or - for standard output.", show_default=False),
    ] = None,
    locale: Locale = None,
    why: Annotated[bool, typer.Option("--why", help="For each line: rule, file and line, overrides, arithmetic.")] = False,
) -> int:
    """Go on with a saved game."""
    from rulelang.commands.table import person, play
    from rulelang.engine.game import Game, SaveError
    from rulelang.play.saves import read_save
    from rulelang.play.session import PERSON, Rules, Session

    save = read_save(file)
    program = save.program() if as_saved else _present(save, file, locale)
    people = any(seat.driver == PERSON for seat in save.seats)
    rules = Rules(program, save.edition, save.variants, save.settings)
    session = Session(rules, save.seats, person() if people else None, explain=why, last_round=rounds, locale=locale)
    session.save_path = file
    try:
        game = Game.from_json(program, dict(save.game))
    except SaveError as error:
        raise Refusal(f"{file}: {error}", "take an earlier save") from None
    if len(save.seats) != game.state.players:
        raise Refusal(f"{file}: {len(save.seats)} seats, and {game.state.players} players in the game", "take an earlier save")

    def start(session: Session) -> None:
        session.go_on(game)

    return play(start, session, quiet, transcript)


def _present(save: Save, file: str, locale: str | None) -> Program:
    """The rules as they are now; refused if they are not those of the save."""
    from rulelang.commands.compiled import compiled
    from rulelang.play.session import PERSON, RANDOM

    try:
        drivers = [seat.driver for seat in save.seats if seat.driver not in (PERSON, RANDOM)]
        program = compiled(save.edition, save.variants, save.settings, tuple(dict.fromkeys(drivers)), locale)
    except Refusal as refusal:
        raise Refusal(f"the rules of {file}: {refusal.message}", f"rulelang resume {file} --as-saved", refusal.code) from None
    if program.rules_hash != save.rules_hash:
        raise Refusal(
            f"{save.edition} has changed since {file} was saved",
            f"put it back as it was, or go on by the old rules: rulelang resume {file} --as-saved",
        )
    return program
