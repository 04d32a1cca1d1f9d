"""When a person is left in peace: nobody wants to be asked again and again what was declined already.

In another player's turn a moment in which something could be done is passed without a question if all of it was declined in the same
moment since one's own last turn, or if the person chose to wait. Who owes money is always asked: going on may cost the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulelang.engine.actions import Answer, Pass
from rulelang.engine.state import Waiting
from rulelang.play.view import View


@dataclass(slots=True)
class Patience:
    """`declined`: what a player did not want, by player and moment. `waiting`: who is not to be asked before his own turn."""

    declined: dict[tuple[int, int], set[Answer]] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)

    def lets_pass(self, view: View, waiting: Waiting, legal: Sequence[Answer]) -> bool:
        """Is the moment to be passed without a question?"""
        if list(legal) == [Pass()]:
            return True
        if not self.may_wait(view, waiting):
            if view.turn_player == waiting.who:
                self.start_anew(waiting.who)
            return False
        return Pass() in legal and (waiting.who in self.waiting or self.declined.get((waiting.who, waiting.index), set()) >= set(legal))

    def heard(self, view: View, waiting: Waiting, legal: Sequence[Answer], answer: Answer) -> None:
        """What was answered to a question."""
        if answer == Pass() and self.may_wait(view, waiting):
            self.declined.setdefault((waiting.who, waiting.index), set()).update(legal)

    def may_wait(self, view: View, waiting: Waiting) -> bool:
        """Is it somebody else's turn, and nothing at stake?"""
        return waiting.kind == "act" and view.turn_player != waiting.who and not view.owes(waiting.who)

    def wait(self, player: int) -> None:
        self.waiting.add(player)

    def start_anew(self, player: int) -> None:
        """His turn has come, or he took something back: everything is worth a question again."""
        self.waiting.discard(player)
        for key in [key for key in self.declined if key[0] == player]:
            del self.declined[key]
