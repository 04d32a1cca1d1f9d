"""What machine code says of a fault: a number while it runs, these words afterwards."""

from __future__ import annotations

from rulelang.ir.circles import TOO_DEEP

REASONS: dict[str, str] = {
    "overflow": "a number is beyond 64 bits",
    "division": "a division by 0",
    "no_element": "there is no such element",
    "too_often": "a loop does not end",
    "beyond": "a value is outside its range",
    "no_holder": "there is no such holder",
    "negative_payment": "a payment below 0",
    "short_payment": "a payment by someone who has less",
    "too_much_money": "more money in one place than there may be",
    "no_ladder": "this has no ladder",
    "no_step": "the ladder has no such step",
    "negative_count": "a number of pieces below 0",
    "no_pieces": "there are not enough pieces",
    "no_space": "there is no such space",
    "nobody_leaves": "nobody leaves the game",
    "nobody_asked": "nobody is asked",
    "no_action": "there is no such action",
    "no_deck": "there is no such deck",
    "nobodys_turn": "a turn of nobody",
    "too_deep": TOO_DEEP,
    "nested": "landings and draws are too deep inside one another: these rules go round without end",
    "unasked": "nobody is asked anything any more, and the game goes on",
    "limit": "a limit counts by what there is not",
    "large_member": "a member is beyond what a set can hold",
    "tape": "what is recorded cannot happen here",
}
_NUMBERS = {name: number for number, name in enumerate(REASONS)}
MESSAGES = 1000
"""A `fault` op with message n has this number + n."""


def number_of(kind: str) -> int:
    return _NUMBERS[kind]


def reason(number: int) -> str:
    """The words for a number that is no message's."""
    return list(REASONS.values())[number] if 0 <= number < len(REASONS) else "a rule cannot go on"
