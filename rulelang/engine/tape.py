"""`Tape`: chance by name, for tests and for games that were recorded: "when ann rolls 5 5, 2 2; ann draws repairs"."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from rulelang.engine.faults import Stop
from rulelang.engine.state import Waiting


@dataclass(frozen=True, slots=True)
class Roll:
    """The next throw, of the player or (-1) of anybody: faces in order, number n as n and word w as -1 - w."""

    faces: tuple[int, ...]
    player: int = -1


@dataclass(frozen=True, slots=True)
class Draw:
    """The next card that is drawn from its deck."""

    card: int
    deck: int


@dataclass(frozen=True, slots=True)
class Pick:
    """The next member that chance picks."""

    member: int


class Tape:
    """Throws, cards and picks that the next chances must take, in the order of each sort.

    Throws are taken in one order, cards in one order for each deck, picks in one order. What is not named is left to the streams
    or, with `strict`, a fault. `left` is what was named and not taken.
    """

    def __init__(self, entries: Iterable[Roll | Draw | Pick] = (), *, strict: bool = False) -> None:
        self.strict = strict
        self._rolls: deque[Roll] = deque()
        self._draws: dict[int, deque[Draw]] = {}
        self._picks: deque[Pick] = deque()
        self.extend(entries)

    def extend(self, entries: Iterable[Roll | Draw | Pick]) -> None:
        """Names what comes after what is named already."""
        for entry in entries:
            match entry:
                case Roll():
                    self._rolls.append(entry)
                case Draw():
                    self._draws.setdefault(entry.deck, deque()).append(entry)
                case Pick():
                    self._picks.append(entry)

    def left(self) -> list[Roll | Draw | Pick]:
        draws = [draw for deck in sorted(self._draws) for draw in self._draws[deck]]
        return [*self._rolls, *draws, *self._picks]

    def take(self, waiting: Waiting) -> tuple[int, ...] | None:
        """The named outcome of a chance, or None for the streams. Stops if what is named cannot happen, or nothing is and must be."""
        match waiting.kind:
            case "roll":
                if self._rolls:
                    roll = self._rolls.popleft()
                    if roll.player not in (-1, waiting.who):
                        raise Stop(f"player {waiting.who} rolls where the test names a throw of player {roll.player}")
                    return roll.faces
            case "draw":
                if draws := self._draws.get(waiting.index):
                    return self._among(waiting, draws.popleft().card, "the deck has no such card to draw")
            case _:
                if self._picks:
                    return self._among(waiting, self._picks.popleft().member, "chance cannot pick this")
        if self.strict:
            raise Stop({"roll": "a throw", "draw": "a card"}.get(waiting.kind, "a pick") + " that the test does not name")
        return None

    def known(self, deck: int, card: int) -> None:
        """A card came that had to: it may be named, but then it is this one."""
        if draws := self._draws.get(deck):
            if draws.popleft().card != card:
                raise Stop("the deck's next card is another than the test names")

    @staticmethod
    def _among(waiting: Waiting, member: int, problem: str) -> tuple[int, ...]:
        if member < 0 or not waiting.choices >> member & 1:
            raise Stop(problem)
        return (member,)
