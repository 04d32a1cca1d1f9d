"""What is in a bundle, as people read it: money, things, cards, counted pieces, promises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.ir.program import Program
from rulelang.play.forms import Name, Value
from rulelang.play.promises import Promised, Slots
from rulelang.play.values import Values, members
from rulelang.play.wording import Wording


@dataclass(frozen=True, slots=True)
class Counted:
    """So many pieces of a sort: `2 huts`. Asked for a case, number and noun take it together."""

    wording: Wording
    piece: Name
    count: int

    def said(self, form: str = "") -> str:
        piece = self.piece.said(f"{form} {self.wording.number_class(self.count)}".strip())
        return self.wording.say("word.pieces", number=self.count, piece=piece)

    def __str__(self) -> str:
        return self.said()


class Inside:
    """Bundles of one game. `slots`: what promises say is read from its state."""

    def __init__(self, program: Program, values: Values, slots: Slots) -> None:
        self.program = program
        self.values = values
        self.promised = Promised(program, values, values.wording, slots)

    def pieces(self, piece: int, count: int) -> Counted:
        return Counted(self.values.wording, self.values.name("piece", piece), count)

    def of(self, registers: Sequence[int], unfinished: bool = False) -> list[Value]:
        """Each thing by itself; nothing for what is not there, nor, unless wanted, for a promise not yet said."""
        shown: list[Value] = []
        for component, value in zip(self.program.components, registers, strict=False):
            if not value:
                continue
            match component.kind:
                case "money":
                    shown.append(self.values.money(value))
                case "pieces":
                    shown.append(self.pieces(component.index, value))
                case "things" | "cards" if not component.title:
                    shown += [self.values.name(component.domain, member) for member in members(value)]
        return [*shown, *self.promised.in_bundle(registers, unfinished)]

    def whole(self, registers: Sequence[int]) -> Value:
        """As one value of a sentence."""
        items = self.of(registers)
        return self.values.wording.together(items) if items else self.values.wording.name("word.nothing")
