"""Which worked-out values are worth keeping until something that they were worked out from is written, and what that is.

Kept are values of pure functions of a player and a member of a domain, and of a player alone, where all that they read is elements of
slots over things, cards and the like, or what is in sets. A write says which element it was, or which members of a set changed;
`concerns` has told for which members of each function that matters. Of some slots a function reads only the player's own element: then
what others have is no matter. Nothing is kept of functions that are worked out faster than looked up.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.ir.layout import domain_size
from rulelang.ir.program import Program, Slot
from rulelang.native.concerns import Beyond, Concerns, OneOf
from rulelang.native.reading import OWN, Reads

MOST = 64
"""Members of a domain, bits of a word."""
LOOPS = 4
"""Rounds that a loop is taken to make."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A function whose values are kept. `members`: how many values a player has, 0: one, of the player alone. `truth`: they are yes or no.
    `forget`: for each slot that it reads, for each element the members whose values hang on it; nothing, of a function of a player alone.
    `own`: the slots of which only the player's own element matters."""

    number: int
    place: int
    members: int
    truth: bool
    forget: dict[int, tuple[int, ...]]
    own: frozenset[int]


class Keeping:
    """Which functions of a program can be kept, and on what they hang."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reads = Reads(program)
        self.concerns = Concerns(program, self.reads)
        self._found: dict[int, dict[int, tuple[int, ...]] | None] = {}
        self._weights: dict[int, int] = {}

    def now(self, program: Program) -> None:
        """From here on of a program with the same functions, of which some have been cut in two, and more."""
        self.program = self.concerns.program = program
        self.reads.now(program)

    def members(self, number: int) -> int:
        """How many members the second parameter has; 0 if the function is not one of a player and a member."""
        parameters = self.program.functions[number].parameters
        if len(parameters) != 2 or parameters[0][1] != "player" or parameters[1][1] not in self.program.domains:
            return 0
        size = domain_size(self.program, parameters[1][1]) or 0
        return size if size <= MOST else 0

    def by_member(self, number: int) -> dict[int, tuple[int, ...]] | None:
        """For each slot and element of it the members that hang on it; None if not all elements are known that a value can hang on."""
        if number not in self._found:
            self._found[number] = self._by_member(number)
        return self._found[number]

    def _by_member(self, number: int) -> dict[int, tuple[int, ...]] | None:
        members = self.members(number)
        function = self.program.functions[number]
        if not members or not function.pure or function.results != 1:
            return None
        if any(self._elements(slot) == 0 for slot, _ in self.reads.of(number, frozenset())):
            return None
        found: dict[int, list[int]] = {}
        try:
            for member in range(members):
                slots, _ = self.concerns.of(number, (None, OneOf(frozenset((member,)))))
                for slot, elements in slots.items():
                    table = found.setdefault(slot, [0] * self._elements(slot))
                    for element in range(len(table)):
                        table[element] |= (elements >> element & 1) << member
        except Beyond:
            return None
        return {slot: tuple(table) for slot, table in found.items()}

    def own(self, number: int) -> frozenset[int]:
        """The slots of which a function of a player, and perhaps a member, only reads the player's own element."""
        reads = self.reads.of(number, frozenset((0,)))
        return frozenset(slot for slot, how in reads if how == OWN) - {slot for slot, how in reads if how != OWN}

    def by_player(self, number: int) -> frozenset[int] | None:
        """The slots that a function of a player alone reads; None if it cannot be kept."""
        function = self.program.functions[number]
        if [type_ for _, type_ in function.parameters] != ["player"] or not function.pure or function.results != 1:
            return None
        reads = self.reads.of(number, frozenset((0,)))
        if any(self._elements(slot) == 0 for slot, _ in reads):
            return None
        return frozenset(slot for slot, _ in reads)

    def _elements(self, number: int) -> int:
        """How many elements of a slot, or members of its sets, are told apart; 0 for slots that change all the time, or unseen."""
        slot: Slot = self.program.slots[number]
        if slot.name.startswith("deck."):
            return 0
        name = slot.type.removeprefix("set of ") if slot.type.startswith("set of ") else slot.domains[0] if slot.domains else ""
        if name not in self.program.domains or name == "player":
            return 0
        size = domain_size(self.program, name) or 0
        return size if size <= MOST else 0

    def weight(self, number: int) -> int:
        """About how many ops a call takes."""
        if number not in self._weights:
            self._weights[number] = 0
            times, total, open_ = 1, 0, []
            for op in self.program.functions[number].code:
                match op.code:
                    case "loop":
                        open_.append(LOOPS)
                        times *= LOOPS
                    case "if":
                        open_.append(1)
                    case "end":
                        times //= open_.pop()
                    case "call":
                        total += times * (2 + self.weight(op.args[0]))
                    case "else" | "break" | "return" | "move":
                        pass
                    case _:
                        total += times
            self._weights[number] = total
        return self._weights[number]
