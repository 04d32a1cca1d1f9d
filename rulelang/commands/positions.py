"""`--from POSITION`: a game that begins where a position says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.engine.game import Game
    from rulelang.pipeline import Compilation
    from rulelang.play.session import Session


def from_position(compilation: Compilation, name: str, session: Session, seed: int) -> Game:
    raise Refusal(f"there is no position `{name}`", "leave --from out")
