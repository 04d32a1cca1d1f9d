"""What a state shows, by name instead of by slot: money, tokens, owners, and what the author keeps about a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.engine.layout import Layout
from rulelang.ir.program import Program, Slot


@dataclass(frozen=True, slots=True)
class View:
    """A look at one state; holds the list of slots itself, so it shows what is there now."""

    program: Program
    layout: Layout
    slots: Sequence[int]

    def money(self, holder: int) -> int:
        return self.slots[self.layout.money + holder]

    def position(self, player: int) -> int:
        """The space of a token, -1 before it is placed."""
        return self.slots[self.layout.position + player]

    def is_in(self, player: int) -> bool:
        return bool(self.slots[self.layout.in_game] >> player & 1)

    def owes(self, player: int) -> bool:
        """Is there a debt that he has not paid yet?"""
        return self.debt(player) > 0

    def debt(self, player: int) -> int:
        """What he owes while a payment is not met."""
        return self.slots[self.layout.debt + player] if self.layout.debt >= 0 else 0

    def is_short(self, player: int) -> bool:
        """Does he owe more than he has in money?"""
        return self.debt(player) > self.money(player)

    @property
    def round(self) -> int:
        return self.slots[self.layout.round]

    @property
    def turn_player(self) -> int:
        return self.slots[self.layout.turn_player]

    def owner(self, thing: int) -> int:
        return self.slots[self.layout.owner + thing]

    def step(self, thing: int) -> int:
        return self.slots[self.layout.stepno + thing]

    def things_of(self, holder: int) -> list[int]:
        return [thing for thing in range(len(self.program.kind_of)) if self.owner(thing) == holder]

    def cards_of(self, holder: int) -> list[int]:
        count = len(self.program.domains["card"].names) if "card" in self.program.domains else 0
        return [card for card in range(count) if self.slots[self.layout.card_holder + card] == holder]

    def pieces_of(self, holder: int, piece: int) -> int:
        subs = self.program.pieces[piece].subs
        base = self.layout.pieces[piece] + holder * subs
        return sum(self.slots[base : base + subs])

    def kept_about(self, player: int) -> list[tuple[Slot, int]]:
        """The author's own values of a player that are not as they were at first."""
        return [
            (slot, self.slots[slot.base + player])
            for slot in self.program.slots
            if slot.public and slot.domains == ("player",) and self.slots[slot.base + player] != slot.initial[0]
        ]
