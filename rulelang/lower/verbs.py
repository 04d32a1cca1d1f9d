"""The machine's verbs: which row of the vocabulary a statement has the form of, and the function that lowers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.lower import game_verbs, goods_verbs, money_verbs, throws
from rulelang.lower.env import Env
from rulelang.machine.vocabulary import VERBS, Verb

if TYPE_CHECKING:
    from rulelang.lower.calls import Call


def match(verb: str, items: list[str | None], preps: list[str]) -> Verb | None:
    """The row whose form a statement has."""
    for row in VERBS:
        if row.words[0] == verb and _fits(row, items, preps):
            return row
    return None


def _fits(row: Verb, items: list[str | None], preps: list[str]) -> bool:
    required, optional = row.header.split("[")[0].split(), row.words[len(row.header.split("[")[0].split()) :]
    words = required[1:]
    places: list[str] = []
    needed: dict[str, str] = {}
    index = 0
    while index < len(words):
        if words[index] in _PREPS:
            needed[words[index]] = words[index + 1]
            index += 2
        else:
            places.append(words[index])
            index += 1
    allowed = {w for w in optional if w in _PREPS}
    if places and places[-1].endswith("…"):  # as many places as there are items
        places[-1:] = [places[-1]] * (len(items) - len(places) + 1)
    if len(places) != len(items) or not set(needed) <= set(preps) or not set(preps) <= set(needed) | allowed:
        return False
    return all(place.isupper() or place == item for place, item in zip(places, items, strict=True))


_PREPS = ("to", "from", "on", "for", "with", "by", "as", "into")


def lower(env: Env, row: Verb, call: Call) -> None:
    """Emits the ops of a machine verb."""
    LOWERINGS[row.name](env, call)


LOWERINGS: dict[str, Callable[[Env, Call], None]] = {
    "pay": money_verbs.pay,
    "collect": money_verbs.collect,
    "waive": money_verbs.waive,
    "double": money_verbs.double,
    "halve": money_verbs.halve,
    "round_up": money_verbs.round_up,
    "round_down": money_verbs.round_down,
    "send": money_verbs.send,
    "give": goods_verbs.give,
    "take": goods_verbs.take,
    "give_pieces": goods_verbs.give_pieces,
    "take_pieces": goods_verbs.take_pieces,
    "swap": goods_verbs.swap,
    "promise": goods_verbs.promise,
    "put": game_verbs.put,
    "advance": game_verbs.advance,
    "advance_to": game_verbs.advance_to,
    "back": game_verbs.back,
    "back_to": game_verbs.back_to,
    "roll": throws.roll,
    "roll_many": throws.roll_many,
    "draw": game_verbs.draw,
    "raise": game_verbs.raise_step,
    "lower": game_verbs.lower_step,
    "clear": game_verbs.clear,
    "add": game_verbs.add,
    "subtract": game_verbs.subtract,
    "leave": game_verbs.leave,
    "again": game_verbs.again,
    "act": game_verbs.act,
}
