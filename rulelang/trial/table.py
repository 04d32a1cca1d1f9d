"""The table at which a test is played: the game, what its values read like, and what has happened."""

from __future__ import annotations

from rulelang.engine.events import Kind, Row
from rulelang.engine.game import Game, Watch
from rulelang.engine.legality import failed
from rulelang.engine.loaded import Loaded, load
from rulelang.engine.phrases import render
from rulelang.engine.turns import limit_place
from rulelang.ir.program import Need, Program
from rulelang.ir.scenes import PEOPLE, Part, Stage
from rulelang.play.events import Narrator
from rulelang.play.spoken import Spoken
from rulelang.play.texts import own_locale
from rulelang.play.values import Values
from rulelang.play.wording import wording
from rulelang.trial.setting import begin

BANK = "bank"
REASONS = {
    "choice": "that is not among what can be chosen",
    "limit": "that has been done as often as it may be",
    "money": "there is not enough money for that",
    "moment": "that is not allowed in this moment",
}


class Table:
    """`rows` are all events so far. With `telling`, `told` are their sentences: made as things happen, for titles look at the state."""

    def __init__(self, stage: Stage, players: int, telling: bool, locale: str | None = None) -> None:
        self.program: Program = stage.program
        names = [name.capitalize() for name in PEOPLE[:players]]
        self.rows: list[Row] = []
        self.told: list[str] = []
        self.telling = False
        spoken = wording(locale or own_locale(self.program))
        self.values = Values(self.program, names, spoken)
        self.spoken = Spoken(load(self.program), self.values, lambda: self.game.machine)
        self.narrator = Narrator(self.program, self.values, spoken, self.spoken)
        self._want = telling
        self.game: Game = begin(stage, names, sink=Watch(self._happened))
        self.game.words = self.spoken
        self.unasked: list[tuple[int, int, int]] = []
        """(player, decision, number) of choices with one possibility that the test may name all the same."""
        self.game.machine.unasked = self.unasked
        self.used_up: set[tuple[int, int]] = set()
        """(action, limit) for each limit that kept somebody from something the test asked about."""

    @property
    def loaded(self) -> Loaded:
        return self.game.machine.loaded

    @property
    def slots(self) -> list[int]:
        return self.game.machine.s

    def tell_from_here(self) -> None:
        """What was set up is no part of the story."""
        self.telling = self._want

    def _happened(self, row: Row) -> None:
        self.rows.append(row)
        if self.telling and not self.narrator.is_bookkeeping(row):
            self.told.append(self.narrator.sentence(row))

    # ------------------------------------------------------------------------------------------------------------ values
    def value(self, part: Part) -> int:
        with self.loaded.faults():
            found: int = self.loaded.call(part.function, self.slots)
        return found

    def shown(self, part: Part, value: int) -> str:
        if part.type == "standing":
            return self.narrator.standing(part.thing, value)
        return self.values.text(part.type, value)

    def name_of(self, holder: int) -> str:
        """A holder as a test names him."""
        if 0 <= holder < len(self.values.players):
            return PEOPLE[holder]
        return BANK if holder == self.values.bank else self.values.text("holder", holder)

    def did(self, kind: Kind, since: int) -> list[Row]:
        return [row for row in self.rows[since:] if row[0] == kind]

    # --------------------------------------------------------------------------------------------------------- legality
    def refusal(self, who: int, action: int, params: tuple[int, ...]) -> tuple[str, str] | None:
        """(name of the need, reason) why somebody cannot do an action now; None if he can."""
        waiting = self.game.waiting
        if waiting is not None and waiting.kind == "act" and waiting.who == who:
            if action not in self.program.moments[waiting.index].actions:
                return "moment", REASONS["moment"]
        with self.loaded.faults():
            match failed(self.game.machine, who, action, params):
                case None:
                    return None
                case Need() as need:
                    reason = render(self.loaded, need.reason, self.slots, (who, *params[: need.depth]), self.spoken)
                    return need.name, reason
                case name:
                    if name == "limit":
                        self.used_up |= self._used_up(who, action, params)
                    return name, REASONS.get(name, name)

    def _used_up(self, who: int, action: int, params: tuple[int, ...]) -> set[tuple[int, int]]:
        """The limits of an action that leave nothing for these parameters."""
        found = set()
        for number, limit in enumerate(self.program.actions[action].limits):
            place = limit_place(self.loaded, self.slots, limit, who, params)
            if place >= 0 and self.slots[place] >= self.loaded.call(limit.count, self.slots):
                found.add((action, number))
        return found
