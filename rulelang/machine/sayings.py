"""What the machine itself says to a player, in English: why an answer is not legal, and the reasons that an author left out.

A language has its own sentence for each (`texts` in `rulelang/play/messages/`). What stands in `{…}` is put in by whoever says it.
"""

from __future__ import annotations

NOTHING_AWAITED = "the game waits for nothing"
MUST_ACT = "something must be done here"
NO_CHOICE = "that is not among the choices"
OUT_OF_RANGE = "it must be from {least} to {most}"
CANNOT_HAPPEN = "that cannot happen"
NO_ANSWER = "that is no answer to what the game waits for"
NOT_IN_MOMENT = "that cannot be done in this moment"
OFTEN_ENOUGH = "that has been done as often as it may be"
NOT_ENOUGH_MONEY = "there is not enough money for that"
NOT_HERE = "that cannot be chosen here"
BUNDLE_PARTS = "a bundle has {parts} parts"
NOT_IN_BUNDLE = "that may not be put into the bundle"

NOT_HELD = "you do not hold “{card}”"
ONLY_IF = "only if {condition}"
NEEDED = "it needs: {condition}"

SAYINGS = tuple(value for name, value in sorted(globals().items()) if name.isupper() and isinstance(value, str))
"""All of them."""
