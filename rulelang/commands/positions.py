"""`--from POSITION`: a game that begins where a position says."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rulelang.refusal import Refusal
from rulelang.report.style import style_of

if TYPE_CHECKING:
    from rulelang.pipeline import Compilation
    from rulelang.play.session import Session


class Position:
    """The position of that name. Refused if there is none, if it is for other variants, or if it has errors."""

    def __init__(self, compilation: Compilation, name: str, steps: str | None = None) -> None:
        from rulelang.commands.test import show_errors
        from rulelang.staging import opening

        try:
            self.stage = opening(compilation, name, steps)
        except Refusal as refusal:
            if refusal.code == 1:
                show_errors(compilation.found, style_of(sys.stdout))
            raise
        [self.opening] = self.stage.openings

    def players(self, wanted: int | None, people: int) -> int:
        """How many sit there: those that the position names, if nobody says otherwise."""
        named = self.opening.players
        if wanted is not None and wanted < named:
            raise Refusal(f"the position `{self.opening.name}` is for {named} players, not for {wanted}", f"--players {named}")
        return wanted if wanted is not None else max(named, people)

    def begin(self, session: Session, seed: int, game_number: int = 0) -> None:
        """Sets the session's game up there and plays on to its first decision."""
        from rulelang.trial.failure import Failed
        from rulelang.trial.setting import begun, play_on

        names = [seat.name for seat in session.seats]
        try:
            game = begun(self.stage, self.opening, session.program, names, seed, game_number)
        except Failed as failed:
            place = failed.place
            raise Refusal(f"{place.file}:{place.line}: `{place.text}`: {failed.got}", "mend the position there", code=1) from None
        session.go_on(game)
        play_on(self.stage, self.opening, game)
