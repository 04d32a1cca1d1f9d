"""A wish in a person's own words → an action, also one that is not legal now: then there is a reason to give.

`build tarzan` finds the action whose name or title shares most words with the wish, then, for each thing the action is about, the
one that the remaining words name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulelang.engine.actions import Act
from rulelang.play.session import Session

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Wish:
    """`act` is what was understood; None if no action was, or not what it is about: then `missing` is the type that no word named, and
    `stray` the words that named nothing."""

    act: Act | None
    action: int = -1
    missing: str = ""
    stray: str = ""


def understand(session: Session, text: str, actions: Sequence[int]) -> Wish:
    """`actions` are those that could be meant."""
    small = session.wording.words("person.small_words")
    words = words_of(text, small)
    if not words:
        return Wish(None)
    scored = [(_shared(words, _action_words(session, action)), -order, action) for order, action in enumerate(actions)]
    score, _, action = max(scored, default=(0.0, 0, -1))
    if score < 0.75:
        return Wish(None)
    own = _action_words(session, action)
    left = [word for word in words if _likeness(word, own) < 0.8]
    rest = left or words
    params: list[int] = []
    for name, type_name, _, _ in session.program.actions[action].parameters:
        found = _member(session, type_name, rest)
        if found is None:
            return Wish(None, action, name if name in session.program.kinds else type_name, " ".join(left))
        params.append(found)
    return Wish(Act(action, tuple(params)), action)


def words_of(text: str, small: Collection[str]) -> list[str]:
    """The words of a text without the `small` ones, unless there are no others."""
    found = [word.casefold() for word in _WORD.findall(text.replace("'s", ""))]
    return [word for word in found if word not in small] or found


def _action_words(session: Session, action: int) -> list[str]:
    declared = session.program.actions[action]
    types = {type_name for _, type_name, _, _ in declared.parameters} | {name for name, _, _, _ in declared.parameters}
    shown = session.values.texts.literals(declared.title)
    text = " ".join([declared.name, str(session.values.texts.word(declared.name)), *shown])
    return [word for word in words_of(text, session.wording.words("person.small_words")) if word not in types]


def _member(session: Session, type_name: str, words: Sequence[str]) -> int | None:
    """The thing, player … that the words name best."""
    if type_name in ("money", "count"):
        numbers = [int(word) for word in words if word.isdecimal()]
        return numbers[0] if numbers else None
    best, at = 0.0, None
    small = session.wording.words("person.small_words")
    for member, names in enumerate(session.values.names(type_name)):
        score = max(_shared(own, words) / max(1, len(own)) ** 0.5 for own in (words_of(name, small) for name in names))
        if score > best + 1e-9:
            best, at = score, member
    return at if best >= 0.7 else None


def _shared(words: Sequence[str], among: Sequence[str]) -> float:
    """How many of the words are among the others, misspelt ones counting a part."""
    return sum(likeness for word in words if (likeness := _likeness(word, among)) >= 0.75)


def _likeness(word: str, among: Sequence[str]) -> float:
    return max((1.0 if word == other else SequenceMatcher(None, word, other).ratio() - 0.01 for other in among), default=0.0)
