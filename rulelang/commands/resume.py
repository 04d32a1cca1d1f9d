"""`rulelang resume FILE`: goes on with a saved game, by the rules it was begun with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulelang.commands import arguments
from rulelang.commands.guard import guarded
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.play.saves import Save
    from rulelang.play.session import Session


@click.command()
@click.argument("file", metavar="FILE", help="A save.")
@click.option("--as-saved", is_flag=True, help="By the rules in the save, though the edition has changed.")
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="Stop after this round, or as saved.")
@click.option("--quiet", "-q", is_flag=True, help="Only the result.")
@click.option("--transcript", metavar="FILE", help="Write what happens: .txt, .jsonl, or - for standard output.")
@arguments.locale
@click.option("--why", is_flag=True, help="For each line: rule, file and line, overrides, arithmetic.")
@guarded
def resume(file: str, as_saved: bool, rounds: int | None, quiet: bool, transcript: str | None, locale: str | None, why: bool) -> int:
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
