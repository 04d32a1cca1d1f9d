"""`--from POSITION`: a game that begins where a position says."""

from __future__ import annotations

import sys

from rulelang.commands.trials import Broken, positions, staged
from rulelang.diagnostics import nearest
from rulelang.pipeline import Compilation
from rulelang.play.session import Session
from rulelang.refusal import Refusal
from rulelang.report.style import style_of
from rulelang.report.text import render_all
from rulelang.trial.failure import Failed
from rulelang.trial.setting import begun, play_on


class Position:
    """The position of that name. Refused if there is none, or if it has errors."""

    def __init__(self, compilation: Compilation, name: str) -> None:
        known = {position.name.text: position for position in positions(compilation)}
        if name not in known:
            close = nearest(name, list(known))
            listed = f"positions: {', '.join(known)}" if known else 'there are none here; declare one: position NAME "Title"'
            raise Refusal(f"there is no position `{name}`", f"did you mean `{close[0]}`?" if close else listed)
        try:
            self.stage = staged(compilation, [], [known[name]])
        except Broken as found:
            sys.stderr.write(render_all(found.errors, style_of(sys.stderr)) + "\n\n")
            raise Refusal(f"the position `{name}` has errors", "mend what is shown above", code=1) from None
        [self.opening] = self.stage.openings

    def players(self, wanted: int | None, people: int) -> int:
        """How many sit there: those that the position names, if nobody says otherwise."""
        named = self.opening.players
        if wanted is not None and wanted < named:
            raise Refusal(f"the position `{self.opening.name}` is for {named} players, not for {wanted}", f"--players {named}")
        return wanted if wanted is not None else max(named, people)

    def begin(self, session: Session, seed: int) -> None:
        """Begins the session's game there."""
        names = [seat.name for seat in session.seats]
        try:
            game = begun(self.stage, self.opening, session.program, names, seed)
        except Failed as failed:
            raise Refusal(f"{failed.place.file}:{failed.place.line}: {failed.got}", "mend the position there", code=1) from None
        session.go_on(game)
        play_on(self.stage, self.opening, game)
