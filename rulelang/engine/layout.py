"""Where the machine's own slots lie: the slots of `machine/slots.py` looked up by name once for a Program."""

from __future__ import annotations

from rulelang.ir.layout import domain_size
from rulelang.ir.program import Program, Slot


class Layout:
    """Bases of the machine's slots in the flat list, and what of the program the engine needs by index.

    `players` is the most that can play; the bank is the holder with that number. `sizes` are the lengths of each slot's dimensions.
    ValueError if a machine slot is not declared.
    """

    def __init__(self, program: Program) -> None:
        named = {slot.name: slot for slot in program.slots}

        def base(name: str) -> int:
            if name not in named:
                raise ValueError(f"the program declares no slot {name}")
            return named[name].base

        self.players = program.players[1]
        self.bank = self.players
        self.holders = domain_size(program, "holder") or 0
        self.sizes = tuple(slot_sizes(program, slot) for slot in program.slots)

        self.money = base("money")
        self.in_game = base("in_game")
        self.players_count = base("players_count")
        self.turn_player = base("turn_player")
        self.turns = base("turns")
        self.round = base("round")
        self.round_starter = base("round_starter")
        self.position = base("position")
        self.moves = base("moves")
        self.owner = base("owner")
        self.stepno = base("stepno")
        self.card_holder = base("card_holder")
        self.debt = named["debt"].base if "debt" in named else -1
        """What each player owes; -1 in a game without payments that somebody may not be able to meet."""
        self.rolled = base("rolled")
        self.last_dice = base("last_dice")
        self.dice = tuple(base(f"dice.{index}") for index in range(len(program.dice)))
        self.pieces = tuple(base(f"piece.{piece.name}") for piece in program.pieces)
        self.unknown = tuple(base(f"deck.{deck.name}.unknown") for deck in program.decks)
        self.queue = tuple(base(f"deck.{deck.name}.queue") for deck in program.decks)
        self.length = tuple(base(f"deck.{deck.name}.length") for deck in program.decks)
        self.aside = tuple(base(f"deck.{deck.name}.aside") for deck in program.decks)

        self.faces = tuple(
            tuple(-1 - face if word else face for face, word in zip(program.dies[die].faces, program.dies[die].is_word, strict=True))
            for _, die in program.dice
        )
        """For each set of dice, the faces of one of its dice as they are stored: number n as n, word w as -1 - w."""
        self.deck_of = {card: index for index, deck in enumerate(program.decks) for card in deck.cards}
        things = len(program.kind_of)
        self.ladder_of = tuple(
            next((index for index, ladder in enumerate(program.ladders) if ladder.members >> thing & 1), -1) for thing in range(things)
        )

    def stock(self, program: Program, piece: int, group: int, holder: int) -> int:
        """The place of a holder's stock of a piece: of the group's supply if each group has its own."""
        subs = program.pieces[piece].subs
        return self.pieces[piece] + holder * subs + (max(group, 0) if subs > 1 else 0)


def slot_sizes(program: Program, slot: Slot) -> tuple[int, ...]:
    """The lengths of a slot's dimensions; ValueError for a domain that the program does not have."""
    sizes = []
    for domain in slot.domains:
        size = domain_size(program, domain)
        if size is None:
            raise ValueError(f"slot {slot.name}: there is no domain {domain}")
        sizes.append(size)
    return tuple(sizes)


def first_values(program: Program) -> list[int]:
    """The flat list of slots as they are before the game begins."""
    values = [0] * program.slot_count
    for slot in program.slots:
        initial = slot.initial * slot.size if len(slot.initial) == 1 else slot.initial
        values[slot.base : slot.base + slot.size] = initial
    return values
