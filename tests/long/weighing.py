"""A strategy that is watched: whenever it accepts a deal, what both bundles are worth to it, by its own values."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.engine.actions import Answer, Option
from rulelang.engine.drivers import StrategyDriver
from rulelang.engine.game import Game
from rulelang.engine.machine import Machine
from rulelang.engine.state import Waiting
from rulelang.ir.program import Program


@dataclass(frozen=True, slots=True)
class Weighed:
    """A deal that was accepted: what it brings to who accepts it and what it takes from him."""

    who: int
    brings: int
    takes: int


class WeighingDriver(StrategyDriver):
    """`accepted` are the deals that this player accepted; `lost` those of them that take more from him than they bring."""

    def __init__(self, program: Program, name: str = "") -> None:
        super().__init__(program, name)
        self.accepted: list[Weighed] = []
        numbers = {function.name: number for number, function in enumerate(program.functions)}
        head = f"strategy {self.strategy.name}: value of "
        kinds = list(program.kinds)
        self._thing = next((numbers[head + kind] for kind in ("thing", *kinds) if head + kind in numbers), -1)
        self._card = numbers.get(head + "card", -1)
        self._proposals = {
            index: decision.options.index("accept") for index, decision in enumerate(program.decisions) if "accept" in decision.options
        }

    @property
    def lost(self) -> list[Weighed]:
        return [deal for deal in self.accepted if deal.brings < deal.takes]

    def answer(self, game: Game) -> Answer:
        answer = super().answer(game)
        waiting = game.waiting
        if waiting is not None and waiting.kind == "option" and answer == Option(self._proposals.get(waiting.index, -1)):
            self._weigh(game.machine, waiting)
        return answer

    def _weigh(self, machine: Machine, waiting: Waiting) -> None:
        """`given` is what the proposer of the deal gives to his partner, `asked` what he gets for it; a counter-offer turns them."""
        names = [name for name, _ in machine.program.decisions[waiting.index].context]
        width = len(machine.program.components)

        def bundle(name: str) -> int:
            first = names.index(name)
            return self._worth(machine, waiting.who, waiting.context[first : first + width])

        given, asked = bundle("given"), bundle("asked")
        is_partner = "partner" not in names or waiting.context[names.index("partner")] == waiting.who
        self.accepted.append(Weighed(waiting.who, *((given, asked) if is_partner else (asked, given))))

    def _worth(self, machine: Machine, who: int, values: tuple[int, ...]) -> int:
        """Money, things and cards; pieces are not weighed."""
        total = 0
        for component, value in zip(machine.program.components, values, strict=True):
            match component.kind:
                case "money":
                    total += value
                case "things":
                    total += self._of_each(machine, self._thing, who, value)
                case "cards":
                    total += self._of_each(machine, self._card, who, value)
        return total

    @staticmethod
    def _of_each(machine: Machine, function: int, who: int, members: int) -> int:
        if function < 0:
            return 0
        return sum(machine.loaded.call(function, machine.s, who, member) for member in range(members.bit_length()) if members >> member & 1)
