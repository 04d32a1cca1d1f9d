"""Which slots an op reads and writes, as bit sets over `program.slots`.

A write is *whole* if nothing of what was there is left: of a single value, and, where one player plays alone, of what players have.
"""

from __future__ import annotations

from rulelang.ir.program import Op, Program


class Touches:
    """Reads and writes of one program's ops, for one player alone. `replaced`: each card drawn goes back among the others at once, so
    that decks have no state."""

    def __init__(self, program: Program, replaced: bool) -> None:
        self.program = program
        self.replaced = replaced
        self.number = {slot.name: index for index, slot in enumerate(program.slots)}
        self._whole = self.set_of(
            *(slot.name for slot in program.slots if all(domain == "player" for domain in slot.domains) or slot.name.startswith("dice."))
        )
        self._cards = self.set_of("card_holder")
        self._decks = [
            self.set_of(*(f"deck.{deck.name}.{part}" for part in ("unknown", "queue", "length", "aside"))) for deck in program.decks
        ]
        self._pieces = self.set_of(*(f"piece.{piece.name}" for piece in program.pieces))
        limits = [limit for action in program.actions for limit in action.limits]
        self._limits = sum(1 << slot for slot in {limit.slot for limit in limits})
        self._turn_limits = sum(1 << slot for slot in {limit.slot for limit in limits if limit.period == "turn"})

    def set_of(self, *names: str) -> int:
        """The slots of these names that there are."""
        return sum(1 << self.number[name] for name in names if name in self.number)

    def reads(self, op: Op) -> int:
        match op.code:
            case "load":
                return 1 << op.args[0]
            case "draw":
                return self._deck(op.args[0])
            case "card" if not self.replaced:
                return self._cards
        return 0

    def writes(self, op: Op) -> int:
        match op.code:
            case "store":
                return 1 << op.args[0]
            case "roll":
                return self.set_of(f"dice.{op.args[0]}", "last_dice", "rolled")
            case "draw":
                return self._deck(op.args[0]) | (0 if self.replaced else self._cards)
            case "card":
                return self._cards | (0 if self.replaced else sum(self._decks))
            case "place":
                return self.set_of("position", "moves")
            case "pay":
                return self.set_of("money")
            case "own":
                return self.set_of("owner", "holdings") | self._pieces
            case "step":
                return self.set_of("stepno") | self._pieces
            case "pieces":
                return self._pieces
            case "out":
                return self.set_of("in_game")
            case "turn":
                return self.set_of("turn_player", "turns", "round", "round_starter") | self._turn_limits
            case "perform":
                return self._limits
        return 0

    def whole(self, op: Op) -> int:
        """What an op writes so that nothing of it is left. A loop over players and a turn are no such ops."""
        return self.writes(op) & self._whole if op.code in ("store", "roll", "place") else 0

    def _deck(self, operand: int) -> int:
        if self.replaced:
            return 0
        if operand < 0:
            return self._decks[self.program.constants[~operand]]
        return sum(self._decks)

    def names(self, slots: int) -> list[str]:
        return [slot.name for index, slot in enumerate(self.program.slots) if slots >> index & 1]
