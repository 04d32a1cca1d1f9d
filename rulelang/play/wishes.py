"""A wish in a person's own words → an action, also one that is not legal now: then there is a reason to give.

`build tarzan` finds the action whose name or title shares most words with the wish, then, for each thing the action is about, the
one that the remaining words name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulelang.engine.actions import Act
from rulelang.play.session import Session

_WORD = re.compile(r"[^\W_]+")
_SMALL = frozenset(("a", "an", "the", "on", "to", "of", "for", "with", "in", "from", "at", "by", "and", "i", "want"))


@dataclass(frozen=True, slots=True)
class Wish:
    """`act` is what was understood; None if no action was, or not what it is about: then `missing` is the type that no word named."""

    act: Act | None
    action: int = -1
    missing: str = ""


def understand(session: Session, text: str, actions: Sequence[int]) -> Wish:
    """`actions` are those that could be meant."""
    words = words_of(text)
    if not words:
        return Wish(None)
    scored = [(_shared(words, _action_words(session, action)), -order, action) for order, action in enumerate(actions)]
    score, _, action = max(scored, default=(0.0, 0, -1))
    if score < 0.75:
        return Wish(None)
    own = _action_words(session, action)
    rest = [word for word in words if _likeness(word, own) < 0.8] or words
    params: list[int] = []
    for _, type_name, _, _ in session.program.actions[action].parameters:
        found = _member(session, type_name, rest)
        if found is None:
            return Wish(None, action, type_name)
        params.append(found)
    return Wish(Act(action, tuple(params)), action)


def words_of(text: str) -> list[str]:
    found = [word.casefold() for word in _WORD.findall(text.replace("'s", ""))]
    return [word for word in found if word not in _SMALL] or found


def _action_words(session: Session, action: int) -> list[str]:
    declared = session.program.actions[action]
    types = {type_name for _, type_name, _, _ in declared.parameters} | {name for name, _, _, _ in declared.parameters}
    text = " ".join([declared.name, *declared.title.literals])
    return [word for word in words_of(text) if word not in types]


def _member(session: Session, type_name: str, words: Sequence[str]) -> int | None:
    """The thing, player … that the words name best."""
    if type_name in ("money", "count"):
        numbers = [int(word) for word in words if word.isdecimal()]
        return numbers[0] if numbers else None
    best, at = 0.0, None
    for member, names in enumerate(session.values.names(type_name)):
        score = max(_shared(words_of(name), words) / max(1, len(words_of(name))) ** 0.5 for name in names)
        if score > best + 1e-9:
            best, at = score, member
    return at if best >= 0.7 else None


def _shared(words: Sequence[str], among: Sequence[str]) -> float:
    """How many of the words are among the others, misspelt ones counting a part."""
    return sum(likeness for word in words if (likeness := _likeness(word, among)) >= 0.75)


def _likeness(word: str, among: Sequence[str]) -> float:
    return max((1.0 if word == other else SequenceMatcher(None, word, other).ratio() - 0.01 for other in among), default=0.0)
