"""Titles of actions and questions, with their values worked out: they look at the state of the game as it is now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.engine.loaded import Loaded
from rulelang.engine.machine import Machine
from rulelang.engine.phrases import render, values_of
from rulelang.engine.state import Waiting
from rulelang.ir.program import Message
from rulelang.play.inside import Inside
from rulelang.play.values import Values


class Spoken:
    """`machine` gives the game as it is: a person may take back moves, and another game takes its place."""

    def __init__(self, loaded: Loaded, values: Values, machine: Callable[[], Machine]) -> None:
        self.loaded = loaded
        self.program = loaded.program
        self.values = values
        self.machine = machine
        self.inside = Inside(self.program, values, lambda: machine().s)

    # ------------------------------------------------------------------------------------------------ a Speaker for messages
    def message(self, message: Message, values: Sequence[int]) -> str:
        """A text of the edition with values, bundles among them."""
        shown = [
            self.inside.whole(numbers) if type_name == "bundle" else self.values.value(type_name, numbers[0])
            for type_name, numbers in values_of(self.program, message, values)
        ]
        return self.values.texts.message(message, shown)

    def saying(self, saying: str, **numbers: int) -> str:
        return self.values.saying(saying, **numbers)

    # ------------------------------------------------------------------------------------------------------------ titles
    def action(self, action: int, player: int, parameters: Sequence[int]) -> str:
        return self._rendered(self.program.actions[action].title, (player, *parameters))

    def question(self, waiting: Waiting) -> str:
        """What a player is asked."""
        declared = self.program.decisions[waiting.index]
        title = self._rendered(declared.title, (waiting.who, *waiting.context))
        return self.values.wording.say("event.play_card", card=title) if declared.domain == "card" else title

    def way(self, waiting: Waiting, option: int) -> str:
        """One of the ways that an `either` offers."""
        return self._rendered(self.program.decisions[waiting.index].ways[option], (waiting.who, *waiting.context))

    def asked(self, player: int, decision: int) -> Waiting:
        """The question that was answered last, as it was asked."""
        asked = self.machine().asked
        assert asked is not None and (asked.who, asked.index) == (player, decision)
        return asked

    def _rendered(self, message: Message, arguments: Sequence[int]) -> str:
        return render(self.loaded, message, self.machine().s, arguments, self)
