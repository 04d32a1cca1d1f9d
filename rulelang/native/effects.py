"""The effects as machine code: money, ownership, ladders, pieces, cards, tokens. Each returns 0, or 1 after a fault; the engine's
`Effects` is what
they must agree with, check by check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.engine.events import Kind
from rulelang.machine.slots import IN_DECK, MOST
from rulelang.native.block import Word
from rulelang.native.emit import Body

if TYPE_CHECKING:
    from rulelang.native.parts import Parts


class Effects:
    """The functions of the machine's effects, each made when it is first called for."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.layout = parts.block.layout
        self.program = parts.program

    def of(self, code: str) -> str:
        """The function of an op whose operands are numbers: (operands …, origin) → 0 or 1."""
        makers: dict[str, tuple[int, Callable[[Body], None]]] = {
            "pay": (5, self._pay),
            "own": (2, self._own),
            "step": (2, self._step),
            "pieces": (5, self._pieces),
            "card": (2, self._card),
            "place": (3, self._place),
            "out": (1, self._out),
        }
        count, make = makers[code]
        return self._function(f"do_{code}", count + 1, make)

    def _function(self, name: str, count: int, make: Callable[[Body], None]) -> str:
        def build() -> None:
            body = Body(self.parts.module, name, "i32", ["i64"] * count)
            make(body)
            if not body.ended:
                body.give("0")
            self.parts.close_traps(body, "1")
            self.parts.module.define(body, unique=True)

        return self.parts.once(name, build)

    # --------------------------------------------------------------------------------------------------------- checks
    def _stop(self, body: Body, bad: str, kind: str) -> None:
        self.parts.trap(body, bad, body.parameters[-1], kind)

    def _holder(self, body: Body, holder: str) -> None:
        self._stop(body, body.compare("uge", holder, self.layout.holders), "no_holder")

    def _unless_left(self, body: Body, holder: str, otherwise: int) -> str:
        """The holder, or another in place of a player who has left."""
        return body.choose(self.parts.left(body, holder), otherwise, holder)

    # -------------------------------------------------------------------------------------------------------- effects
    def _pay(self, body: Body) -> None:
        parts, layout = self.parts, self.layout
        payer, receiver, amount, purpose, thing, origin = body.parameters
        receiver = self._unless_left(body, receiver, layout.bank)
        self._holder(body, payer)
        self._holder(body, receiver)
        self._stop(body, body.compare("slt", amount, 0), "negative_payment")
        has = body.load(parts.address(body, layout.money, payer))
        short = body.let(f"and i1 {body.compare('ne', payer, layout.bank)}, {body.compare('sgt', amount, has)}")
        self._stop(body, short, "short_payment")
        with body.when(body.compare("ne", payer, receiver)):
            gets = body.load(parts.address(body, layout.money, receiver))
            # Neither difference leaves 64 bits unless the amount alone is beyond what anybody may have.
            self._stop(body, body.compare("sgt", amount, 2 * MOST), "too_much_money")
            less = body.let(f"sub i64 {has}, {amount}")
            more = body.let(f"add i64 {gets}, {amount}")
            self._stop(body, body.compare("slt", less, -MOST), "too_much_money")
            self._stop(body, body.compare("sgt", more, MOST), "too_much_money")
            parts.write(body, layout.money, less, payer)
            parts.write(body, layout.money, more, receiver)
        parts.event(body, Kind.PAY, origin, [payer, receiver, amount, purpose, thing])

    def _own(self, body: Body) -> None:
        parts, layout, program = self.parts, self.layout, self.program
        thing, holder, origin = body.parameters
        self._stop(body, body.compare("uge", thing, len(program.kind_of)), "no_element")
        holder = self._unless_left(body, holder, -1)
        # -1 is nobody; as an unsigned number it is the only one above all holders.
        self._stop(body, body.compare("uge", body.add(holder, 1), layout.holders + 1), "no_holder")
        old = body.load(parts.address(body, layout.owner, thing))
        if any(piece >= 0 for piece in program.shown_by):
            piece = self._column(body, "shown_by", program.shown_by, thing)
            changes = body.let(f"and i1 {body.compare('sge', piece, 0)}, {body.compare('ne', old, holder)}")
            with body.when(changes):
                group = self._column(body, "group_of", program.group_of, thing)
                with body.when(body.compare("ult", old, layout.players)):
                    self._add(body, self._stock(body, piece, group, old), 1)
                with body.when(body.compare("ult", holder, layout.players)):
                    self._take(body, self._stock(body, piece, group, holder), 1)
        parts.write(body, layout.owner, holder, thing)
        parts.event(body, Kind.OWN, origin, [thing, old, holder])

    def _step(self, body: Body) -> None:
        parts, layout, program = self.parts, self.layout, self.program
        thing, step, origin = body.parameters
        self._stop(body, body.compare("uge", thing, len(program.kind_of)), "no_element")
        ladder = self._column(body, "ladder_of", layout.ladder_of, thing)
        self._stop(body, body.compare("slt", ladder, 0), "no_ladder")
        rungs = [len(ladder.counts) for ladder in program.ladders]
        self._stop(body, body.compare("uge", step, self._column(body, "rungs", rungs, ladder)), "no_step")
        old = body.load(parts.address(body, layout.stepno, thing))
        first = [sum(rungs[:index]) for index in range(len(rungs))]
        base = self._column(body, "first_rung", first, ladder)
        group = self._column(body, "group_of", program.group_of, thing)
        for piece in range(len(program.pieces)):
            counts = [row[piece] for each in program.ladders for row in each.counts]
            if not any(counts):
                continue
            before = self._column(body, f"counts{piece}", counts, body.add(base, old))
            after = self._column(body, f"counts{piece}", counts, body.add(base, step))
            more = body.let(f"sub i64 {after}, {before}")
            stock = self._stock(body, str(piece), group, str(layout.bank))
            with body.when(body.compare("ne", more, 0)):
                taken = self._add(body, stock, body.let(f"sub i64 0, {more}"))
                short = body.let(f"and i1 {body.compare('sgt', more, 0)}, {self._is_short(body, taken)}")
                self._stop(body, short, "no_pieces")
        parts.write(body, layout.stepno, step, thing)
        parts.event(body, Kind.STEP, origin, [thing, old, step])

    def _pieces(self, body: Body) -> None:
        piece, group, giver, receiver, count, origin = body.parameters
        program, layout = self.program, self.layout
        self._stop(body, body.compare("uge", piece, len(program.pieces)), "no_element")
        self._stop(body, body.compare("sge", group, self._column(body, "subs", [p.subs for p in program.pieces], piece)), "no_element")
        receiver = self._unless_left(body, receiver, layout.bank)
        self._holder(body, giver)
        self._holder(body, receiver)
        self._stop(body, body.compare("slt", count, 0), "negative_count")
        self._take(body, self._stock(body, piece, group, giver), count)
        self._add(body, self._stock(body, piece, group, receiver), count)
        supply = body.choose(body.compare("sgt", group, 0), group, 0)
        self.parts.event(body, Kind.PIECES, origin, [piece, supply, giver, receiver, count])

    def _card(self, body: Body) -> None:
        parts, layout = self.parts, self.layout
        card, holder, origin = body.parameters
        cards = self._cards()
        self._stop(body, body.compare("uge", card, len(cards)), "no_element")
        deck = self._column(body, "deck_of", cards, card)
        self._stop(body, body.compare("slt", deck, 0), "no_element")
        holder = self._unless_left(body, holder, IN_DECK)
        self._stop(body, body.compare("uge", body.add(holder, 1), layout.holders + 1), "no_holder")
        old = body.load(parts.address(body, layout.card_holder, card))
        from_deck, to_deck = body.compare("eq", old, IN_DECK), body.compare("eq", holder, IN_DECK)
        with body.when(body.let(f"and i1 {from_deck}, {body.let(f'xor i1 {to_deck}, true')}")):
            body.call("void", self.out_of_deck(), f"i64 {card}")
        with body.when(body.let(f"and i1 {to_deck}, {body.let(f'xor i1 {from_deck}, true')}")):
            body.call("void", self._into_deck(), f"i64 {card}")
        parts.write(body, layout.card_holder, holder, card)
        parts.event(body, Kind.CARD, origin, [card, old, holder])

    def _place(self, body: Body) -> None:
        parts, layout = self.parts, self.layout
        player, space, way, origin = body.parameters
        self._stop(body, body.compare("uge", player, layout.players), "no_element")
        self._stop(body, body.compare("uge", space, self.program.spaces), "no_space")
        old = body.load(parts.address(body, layout.position, player))
        parts.write(body, layout.position, space, player)
        moves = body.load(parts.address(body, layout.moves, player))
        parts.write(body, layout.moves, body.add(moves, 1), player)
        parts.event(body, Kind.MOVE, origin, [player, old, space, way])

    def _out(self, body: Body) -> None:
        parts, layout = self.parts, self.layout
        player, origin = body.parameters
        self._stop(body, body.compare("uge", player, layout.players), "nobody_leaves")
        in_game = body.load(parts.address(body, layout.in_game))
        bit = body.let(f"shl i64 1, {player}")
        with body.when(body.compare("ne", body.let(f"and i64 {in_game}, {bit}"), 0)):
            parts.write(body, layout.in_game, body.let(f"xor i64 {in_game}, {bit}"), low=True)
            parts.event(body, Kind.OUT, origin, [player])

    # ------------------------------------------------------------------------------------------------------- supplies
    def supplies(self) -> str:
        """(origin) → 0, or 1 and a fault if anybody has less than none of a piece."""

        def make(body: Body) -> None:
            for piece, base in zip(self.program.pieces, self.layout.pieces, strict=True):
                for index in range(self.layout.holders * piece.subs):
                    stock = body.load(self.parts.address(body, base + index))
                    self._stop(body, body.compare("slt", stock, 0), "no_pieces")

        return self._function("supplies", 1, make)

    def _stock(self, body: Body, piece: str, group: str, holder: str) -> str:
        """The place (among the words of the block) of a holder's stock."""
        pieces, at = self.program.pieces, self.parts.block.places
        if piece.isdecimal():
            index = int(piece)
            base, subs = at[self.layout.pieces[index]], pieces[index].subs
            place = body.add(base, holder if subs == 1 else body.let(f"mul i64 {holder}, {subs}"))
            return place if subs == 1 else body.add(place, body.choose(body.compare("sgt", group, 0), group, 0))
        base_of = self._column(body, "stock_at", [at[base] for base in self.layout.pieces], piece)
        subs_of = self._column(body, "subs", [p.subs for p in pieces], piece)
        place = body.add(base_of, body.let(f"mul i64 {holder}, {subs_of}"))
        counts = body.let(f"and i1 {body.compare('sgt', subs_of, 1)}, {body.compare('sgt', group, 0)}")
        return body.add(place, body.choose(counts, group, 0))

    def _add(self, body: Body, place: str, count: str | int) -> str:
        value = body.count_up(place, count)
        for piece in range(len(self.program.pieces)):
            self.parts.written(body, f"piece.{self.program.pieces[piece].name}", None)
        return value

    def _take(self, body: Body, place: str, count: str | int) -> None:
        left = self._add(body, place, body.let(f"sub i64 0, {count}"))
        self._stop(body, self._is_short(body, left), "no_pieces")

    def _is_short(self, body: Body, left: str) -> str:
        """Less than none, and not in all-at-once, where that may be for a while."""
        atomic = body.load(body.at(Word.ATOMIC))
        return body.let(f"and i1 {body.compare('slt', left, 0)}, {body.compare('eq', atomic, 0)}")

    # ---------------------------------------------------------------------------------------------------------- decks
    def _cards(self) -> list[int]:
        """The deck of each card."""
        count = max(self.layout.deck_of, default=-1) + 1
        return [self.layout.deck_of.get(card, -1) for card in range(count)]

    def out_of_deck(self) -> str:
        """(card): it is no longer unknown, known or aside in its deck."""

        def make() -> None:
            parts, layout = self.parts, self.layout
            body = Body(parts.module, "out_of_deck", "void", ["i64"])
            card = body.parameters[0]
            width = parts.module.set
            at = parts.block.places
            deck = self._column(body, "deck_of", self._cards(), card)
            shift = card if width == "i64" else body.let(f"zext i64 {card} to {width}")
            keep = body.let(f"xor {width} {body.let(f'shl {width} 1, {shift}')}, -1")
            for name, bases in (("unknown_at", layout.unknown), ("aside_at", layout.aside)):
                address = body.at(self._column(body, name, [at[base] for base in bases], deck))
                body.store(body.let(f"and {width} {body.load(address, width)}, {keep}"), address, width)
            length = body.at(self._column(body, "length_at", [at[base] for base in layout.length], deck))
            count = body.load(length)
            queue = self._column(body, "queue_at", [at[base] for base in layout.queue], deck)
            index = body.local()
            body.store("0", index)
            look, test, next_, shift_, move, last, done = (body.label() for _ in range(7))
            body.place(look)
            body.branch(body.compare("slt", body.load(index), count), test, done)
            body.place(test)
            here = body.load(body.at(body.add(queue, body.load(index))))
            body.branch(body.compare("eq", here, card), shift_, next_)
            body.place(next_)
            body.store(body.add(body.load(index), 1), index)
            body.jump(look)
            body.place(shift_)
            fewer = body.add(count, -1)
            body.branch(body.compare("slt", body.load(index), fewer), move, last)
            body.place(move)
            place = body.add(queue, body.load(index))
            body.store(body.load(body.at(body.add(place, 1))), body.at(place))
            body.store(body.add(body.load(index), 1), index)
            body.jump(shift_)
            body.place(last)
            body.store("-1", body.at(body.add(queue, fewer)))
            body.store(fewer, length)
            body.jump(done)
            body.place(done)
            self._decks_written(body)
            body.give()
            parts.module.define(body, unique=True)

        return self.parts.once("out_of_deck", make)

    def _into_deck(self) -> str:
        def make() -> None:
            parts, layout = self.parts, self.layout
            body = Body(parts.module, "into_deck", "void", ["i64"])
            card = body.parameters[0]
            width = parts.module.set
            at = parts.block.places
            deck = self._column(body, "deck_of", self._cards(), card)
            aside = self._column(body, "lies_aside", [int(each.aside) for each in self.program.decks], deck)
            beside, under, done = body.label(), body.label(), body.label()
            body.branch(body.compare("ne", aside, 0), beside, under)
            body.place(beside)
            address = body.at(self._column(body, "aside_at", [at[base] for base in layout.aside], deck))
            shift = card if width == "i64" else body.let(f"zext i64 {card} to {width}")
            body.store(body.let(f"or {width} {body.load(address, width)}, {body.let(f'shl {width} 1, {shift}')}"), address, width)
            body.jump(done)
            body.place(under)
            length = body.at(self._column(body, "length_at", [at[base] for base in layout.length], deck))
            count = body.load(length)
            queue = self._column(body, "queue_at", [at[base] for base in layout.queue], deck)
            body.store(card, body.at(body.add(queue, count)))
            body.store(body.add(count, 1), length)
            body.jump(done)
            body.place(done)
            self._decks_written(body)
            body.give()
            parts.module.define(body, unique=True)

        return self.parts.once("into_deck", make)

    def _decks_written(self, body: Body) -> None:
        for deck in self.program.decks:
            for part in ("unknown", "queue", "length", "aside"):
                self.parts.written(body, f"deck.{deck.name}.{part}", None)

    # --------------------------------------------------------------------------------------------------------- columns
    def _column(self, body: Body, name: str, values: list[int] | tuple[int, ...], index: str) -> str:
        """An entry of a constant column."""
        if len(set(values)) == 1:
            return str(values[0])
        return body.load(body.at(index, self.parts.module.constant(f"c_{name}", "i64", values)))
