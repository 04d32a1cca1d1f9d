"""How an amount came about, in the author's words: `70 = 2 * 35: owner owns all of group`."""

from __future__ import annotations

from rulelang.engine.events import Row
from rulelang.engine.loaded import Loaded
from rulelang.engine.machine import Machine
from rulelang.play.values import Values


class Amounts:
    """Looks at a game in the moment of a payment."""

    def __init__(self, loaded: Loaded, values: Values) -> None:
        self.loaded = loaded
        self.values = values

    def of(self, machine: Machine, row: Row) -> str:
        """Empty where nothing is to be said: the amount stands in the rule as it is, or is no more what was worked out."""
        return ""
