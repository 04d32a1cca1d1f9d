"""`Tape`: decisions, throws, cards and picks that were recorded, for a machine that was compiled with `taped`.

Entries are in the order in which the game comes to them. At each the next entry must be of the kind that the game asks for, else that is
a fault; when none is left, the streams and the strategies go on. An entry is a head word (kind << 32 | index) and its values.
"""

from __future__ import annotations

from array import array
from enum import IntEnum
from typing import TYPE_CHECKING

from rulelang.native.block import Word, signed
from rulelang.native.emit import Body

if TYPE_CHECKING:
    from rulelang.native.parts import Parts


class Entry(IntEnum):
    ROLL = 1
    """index: the set of dice; values: the faces, number n as n, word w as -1 - w"""
    DRAW = 2
    """index: the deck; value: the card"""
    PICK = 3
    """value: the member"""
    DECIDE = 4
    """index: the decision; values: the answer"""
    ACT = 5
    """index: the moment; values: the action or -1, and its parameters, padded with -1"""


class Tape:
    """Entries as words. `set_words`: words of a set; in a decision about goods every value takes as many."""

    def __init__(self, most_parameters: int, set_words: int = 1) -> None:
        self.words = array("q")
        self._most_parameters = most_parameters
        self._set_words = set_words

    def roll(self, dice: int, faces: tuple[int, ...]) -> None:
        self._add(Entry.ROLL, dice, faces)

    def draw(self, deck: int, card: int) -> None:
        self._add(Entry.DRAW, deck, (card,))

    def pick(self, member: int) -> None:
        self._add(Entry.PICK, 0, (member,))

    def decide(self, decision: int, values: tuple[int, ...]) -> None:
        wide = len(values) > 1
        words = [signed(value >> 64 * word) for value in values for word in range(self._set_words if wide else 1)]
        self._add(Entry.DECIDE, decision, tuple(words))

    def act(self, moment: int, values: tuple[int, ...]) -> None:
        self._add(Entry.ACT, moment, values + (-1,) * (1 + self._most_parameters - len(values)))

    def _add(self, entry: Entry, index: int, values: tuple[int, ...]) -> None:
        self.words.append(entry << 32 | index)
        self.words.extend(values)


def take(
    parts: Parts, body: Body, entry: Entry, index: int, out: list[str], otherwise: str, done: str, *, among: str = "", wide: bool = False
) -> None:
    """Writes the values of the next entry to the variables and goes to `done`; goes to `otherwise` if there is none. `among`: the set
    that the value must be in."""
    used = body.at(Word.USED)
    place = body.load(used)
    have = body.label()
    body.branch(body.compare("slt", place, body.load(body.at(Word.RECORDED))), have, otherwise)
    body.place(have)
    tape = body.load(body.at(Word.TAPE), "ptr")
    head = body.load(body.at(place, tape))
    parts.trap(body, body.compare("ne", head, int(entry) << 32 | index), -1, "tape")
    step = parts.block.set_words if wide else 1
    type_ = parts.module.set if wide else "i64"
    for number, variable in enumerate(out):
        value = body.load(body.at(body.add(place, 1 + number * step), tape), type_)
        if among:
            parts.trap(body, body.let(f"xor i1 {parts.contains(body, among, value)}, true"), -1, "tape")
        body.store(value, variable, type_)
    body.store(body.add(place, 1 + len(out) * step), used)
    body.jump(done)


def take_known(parts: Parts, body: Body, deck: int, card: str) -> None:
    """A card comes that had to: if the next entry names a card of its deck, it is this one."""
    used = body.at(Word.USED)
    place = body.load(used)
    tape = body.load(body.at(Word.TAPE), "ptr")
    look, same, on = body.label(), body.label(), body.label()
    body.branch(body.compare("slt", place, body.load(body.at(Word.RECORDED))), look, on)
    body.place(look)
    body.branch(body.compare("eq", body.load(body.at(place, tape)), int(Entry.DRAW) << 32 | deck), same, on)
    body.place(same)
    parts.trap(body, body.compare("ne", body.load(body.at(body.add(place, 1), tape)), card), -1, "tape")
    body.store(body.add(place, 2), used)
    body.jump(on)
    body.place(on)
