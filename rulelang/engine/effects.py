"""What ops change: money, things, pieces, cards, tokens, the author's own values. Each change is an event.

Whatever passes to a player who has left the game goes to the bank instead: money and pieces as they are; things become nobody's and
cards go back to their deck, for so the bank owns them.
"""

from __future__ import annotations

from typing import Protocol

from rulelang.engine.events import Kind, Row
from rulelang.engine.faults import Stop, outside
from rulelang.engine.layout import Layout
from rulelang.engine.state import State
from rulelang.ir.program import Program
from rulelang.machine.slots import IN_DECK, MOST


class Sink(Protocol):
    """Where rows go: a list, a Digest, whatever counts or prints them."""

    def append(self, row: Row, /) -> None: ...


class Calls(Protocol):
    """Who counts calls: of a function by its number; returns are at the place of an op in its code."""

    def begins(self, function: int, /) -> None: ...

    def returns(self, function: int, place: int, /) -> None: ...


class Effects:
    """The changes of one state. `sink` takes the rows of events (anything with `append`), None: nobody wants them."""

    def __init__(self, program: Program, layout: Layout, state: State) -> None:
        self.program = program
        self.layout = layout
        self.state = state
        self.s = state.slots
        self.sink: Sink | None = None

    def event(self, *row: int) -> None:
        self.state.rows += 1
        if self.sink is not None:
            self.sink.append(row)

    def has_left(self, player: int) -> bool:
        """Whether that is a player, and one who is not in the game."""
        return 0 <= player < self.layout.players and not self.s[self.layout.in_game] >> player & 1

    # ---------------------------------------------------------------------------------------------------- ops, in order
    def set(self, slot: int, value: int, row: int, column: int, origin: int) -> None:
        """`store` of a public slot: an event if the value changes."""
        declared = self.program.slots[slot]
        sizes = self.layout.sizes[slot]
        place = declared.base
        if sizes:
            if not 0 <= row < sizes[0]:
                outside(row)
            place += row * sizes[1] + column if len(sizes) > 1 else row
            if len(sizes) > 1 and not 0 <= column < sizes[1]:
                outside(row, column)
        if not (declared.type.startswith("set of ") or declared.low <= value <= declared.high):
            raise Stop(f"{declared.title or declared.name} cannot be {value}: it is from {declared.low} to {declared.high}")
        old = self.s[place]
        if old != value:
            self.s[place] = value
            self.event(Kind.SET, origin, slot, row, column, old, value)

    def pay(self, payer: int, receiver: int, amount: int, purpose: int, thing: int, origin: int) -> None:
        layout, s = self.layout, self.s
        if self.has_left(receiver):
            receiver = layout.bank
        self._holder(payer)
        self._holder(receiver)
        if amount < 0:
            raise Stop(f"a payment of {amount}")
        if payer != layout.bank and amount > s[layout.money + payer]:
            raise Stop(f"a payment of {amount} by someone who has {s[layout.money + payer]}")
        if payer != receiver:
            left, right = s[layout.money + payer] - amount, s[layout.money + receiver] + amount
            if left < -MOST or right > MOST:
                raise Stop(f"more money than {MOST} in one place")
            s[layout.money + payer], s[layout.money + receiver] = left, right
        self.event(Kind.PAY, origin, payer, receiver, amount, purpose, thing)

    def own(self, thing: int, holder: int, origin: int) -> None:
        layout, s = self.layout, self.s
        if not 0 <= thing < len(self.program.kind_of):
            outside(thing)
        if self.has_left(holder):
            holder = -1
        if holder != -1:
            self._holder(holder)
        old = s[layout.owner + thing]
        piece = self.program.shown_by[thing]
        if piece >= 0 and old != holder:
            group = self.program.group_of[thing]
            if 0 <= old < layout.players:
                s[layout.stock(self.program, piece, group, old)] += 1
            if 0 <= holder < layout.players:
                self._take(piece, group, holder, 1)
        s[layout.owner + thing] = holder
        self.event(Kind.OWN, origin, thing, old, holder)

    def step(self, thing: int, step: int, origin: int) -> None:
        layout, s, program = self.layout, self.s, self.program
        if not 0 <= thing < len(program.kind_of) or layout.ladder_of[thing] < 0:
            raise Stop("this has no ladder")
        counts = program.ladders[layout.ladder_of[thing]].counts
        old = s[layout.stepno + thing]
        if not 0 <= step < len(counts):
            raise Stop(f"the ladder has no step {step}")
        group = program.group_of[thing]
        for piece, (before, after) in enumerate(zip(counts[old], counts[step], strict=True)):
            if after > before:
                self._take(piece, group, layout.bank, after - before)
            elif before > after:
                s[layout.stock(program, piece, group, layout.bank)] += before - after
        s[layout.stepno + thing] = step
        self.event(Kind.STEP, origin, thing, old, step)

    def pieces(self, piece: int, group: int, giver: int, receiver: int, count: int, origin: int) -> None:
        if not 0 <= piece < len(self.program.pieces):
            outside(piece)
        if not group < max(1, self.program.pieces[piece].subs):
            outside(group)
        if self.has_left(receiver):
            receiver = self.layout.bank
        self._holder(giver)
        self._holder(receiver)
        if count < 0:
            raise Stop(f"{count} pieces")
        self._take(piece, group, giver, count)
        self.s[self.layout.stock(self.program, piece, group, receiver)] += count
        self.event(Kind.PIECES, origin, piece, max(group, 0), giver, receiver, count)

    def card(self, card: int, holder: int, origin: int) -> None:
        layout, s = self.layout, self.s
        if card not in layout.deck_of:
            outside(card)
        if self.has_left(holder):
            holder = IN_DECK
        if holder != IN_DECK:
            self._holder(holder)
        old = s[layout.card_holder + card]
        if old == IN_DECK and holder != IN_DECK:
            self._out_of_deck(card)
        elif old != IN_DECK and holder == IN_DECK:
            self._into_deck(card)
        s[layout.card_holder + card] = holder
        self.event(Kind.CARD, origin, card, old, holder)

    def place(self, player: int, space: int, way: int, origin: int) -> None:
        layout, s = self.layout, self.s
        if not 0 <= player < layout.players:
            outside(player)
        if not 0 <= space < self.program.spaces:
            raise Stop(f"there is no space {space}")
        old = s[layout.position + player]
        s[layout.position + player] = space
        s[layout.moves + player] += 1
        self.event(Kind.MOVE, origin, player, old, space, way)

    def all_at_once(self, begins: int) -> None:
        """1 begins, 0 ends; where the outermost ends, no supply may be short."""
        self.state.atomic += 1 if begins else -1
        if self.state.atomic <= 0:
            self.state.atomic = 0
            self.check_supplies()

    def say(self, message: int, values: tuple[int, ...], origin: int) -> None:
        self.event(Kind.SAY, origin, message, *values)

    def mark(self, mark: int, values: tuple[int, ...], origin: int) -> None:
        self.event(Kind.MARK, origin, mark, *values)

    # ------------------------------------------------------------------------------------------------------------ dice
    def rolled(self, who: int, dice: int, faces: tuple[int, ...], origin: int) -> int:
        """What a set of dice shows from now on; returns its total, that of the numbers. `who` threw it, or -1."""
        base = self.layout.dice[dice]
        self.s[base : base + len(faces)] = faces
        total = sum(face for face in faces if face >= 0)
        self.s[self.layout.last_dice] = dice
        if who >= 0:
            self.s[self.layout.rolled + who] = total
        self.event(Kind.ROLL, origin, who, dice, total, *faces)
        return total

    # ----------------------------------------------------------------------------------------------------------- decks
    def next_known(self, deck: int) -> int:
        """The card that comes next, if that is known: -1 if the deck is empty, -2 if chance decides (then `unknown` is not empty).

        When no card is left, those that lie aside become the deck.
        """
        layout, s = self.layout, self.s
        if s[layout.unknown[deck]]:
            return -2
        if s[layout.length[deck]]:
            return s[layout.queue[deck]]
        if s[layout.aside[deck]]:
            s[layout.unknown[deck]], s[layout.aside[deck]] = s[layout.aside[deck]], 0
            return -2
        return -1

    def take_card(self, card: int) -> None:
        """A drawn card leaves its deck and lies on the table."""
        self._out_of_deck(card)
        self.s[self.layout.card_holder + card] = -2

    def _out_of_deck(self, card: int) -> None:
        layout, s = self.layout, self.s
        deck = layout.deck_of[card]
        s[layout.unknown[deck]] &= ~(1 << card)
        s[layout.aside[deck]] &= ~(1 << card)
        start, length = layout.queue[deck], s[layout.length[deck]]
        queue = s[start : start + length]
        if card in queue:
            queue.remove(card)
            s[start : start + length] = [*queue, -1]
            s[layout.length[deck]] = length - 1

    def _into_deck(self, card: int) -> None:
        layout, s = self.layout, self.s
        deck = layout.deck_of[card]
        if self.program.decks[deck].aside:
            s[layout.aside[deck]] |= 1 << card
        else:
            s[layout.queue[deck] + s[layout.length[deck]]] = card
            s[layout.length[deck]] += 1

    # -------------------------------------------------------------------------------------------------------- supplies
    def check_supplies(self) -> None:
        """Stops if anybody has less than none of a piece."""
        for piece, base in zip(self.program.pieces, self.layout.pieces, strict=True):
            for index in range(self.layout.holders * piece.subs):
                if self.s[base + index] < 0:
                    raise Stop(f"there are not enough {piece.plural}")

    def _take(self, piece: int, group: int, holder: int, count: int) -> None:
        place = self.layout.stock(self.program, piece, group, holder)
        self.s[place] -= count
        if self.s[place] < 0 and not self.state.atomic:
            raise Stop(f"there are not enough {self.program.pieces[piece].plural}")

    def _holder(self, holder: int) -> None:
        if not 0 <= holder < self.layout.holders:
            raise Stop("nobody is there to give or to get it" if holder == -1 else f"there is no holder {holder}")
