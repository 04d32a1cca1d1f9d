"""What cannot be done in a moment, and why: each refused action with the reason that comes nearest to what the player could want."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.engine.actions import Act
from rulelang.engine.faults import Fault
from rulelang.engine.state import Waiting
from rulelang.ir.program import Action, Need, Program
from rulelang.play.choices import action_text, spoken
from rulelang.play.session import Session
from rulelang.play.wishes import Wish, understand

HELD = "held"
"""The need of a kept card that whoever plays it holds it."""


def refusal(session: Session, wish: str, reason: str, key: str = "person.not_so") -> str:
    """What a wish comes to. A card's text is a sentence, or several: no mark stands before the colon, unless it is the currency's."""
    wish = wish if wish.endswith(session.values.sign) else wish.removesuffix(".")
    return session.wording.say(key, wish=wish, reason=reason)


def why_nothing(session: Session, waiting: Waiting) -> Iterator[str]:
    """For each action of the moment that is not possible now, one reason."""
    here = session.program.moments[waiting.index].actions
    legal = {answer.action for answer in session.game.legal_actions() if isinstance(answer, Act)}
    for action in here:
        if action not in legal:
            yield from why_not(session, waiting, action, 1)


def why_not(session: Session, waiting: Waiting, action: int, most: int = 3) -> Iterator[str]:
    """Up to so many reasons against an action."""
    for text, reason in _refused(session, waiting, action, most):
        yield "  " + refusal(session, text, reason)


def why_not_so(session: Session, waiting: Waiting, line: str) -> Iterator[str]:
    """What stands against a wish in a person's words."""
    here = list(session.program.moments[waiting.index].actions)
    wish = understand(session, line, here)
    if wish.act is not None:
        verdict = session.game.is_legal(wish.act)
        text = action_text(session, waiting.who, wish.act)
        yield refusal(session, text, verdict.reason, "person.it_is_legal" if verdict.ok else "person.not_so")
    elif wish.missing:
        yield from unnamed(session, wish)
        yield from why_not(session, waiting, wish.action)
    else:
        yield not_here(session, line, here)


def unnamed(session: Session, wish: Wish) -> Iterator[str]:
    """Of a wish that does not say what it is about: which word names nothing."""
    if wish.stray:
        yield session.wording.say("person.no_such", words=wish.stray, what=session.values.texts.word(wish.missing))


def not_here(session: Session, line: str, here: Sequence[int]) -> str:
    """A wish that is for another moment is told so."""
    elsewhere = [action for action in range(len(session.program.actions)) if action not in here]
    wish = understand(session, line, elsewhere)
    if wish.action < 0:
        return session.wording.say("person.not_understood", line=line)
    return session.wording.say("person.not_now", wish=session.values.texts.word(session.program.actions[wish.action].name))


def _refused(session: Session, waiting: Waiting, action: int, most: int) -> list[tuple[str, str]]:
    """Up to `most` different reasons against an action, each with a thing it is about: first what fails last of its needs, and of
    that what is one's own. Cards in other hands are no news."""
    declared = session.program.actions[action]
    order = [need.name for need in declared.needs]
    settled = {need.name for need in declared.needs if _is_settled(session.program, need)}
    found: dict[str, tuple[int, Act, bool]] = {}
    for act in session.candidates(waiting.who, action, declared.parameters):
        try:
            verdict = session.game.is_legal(act)
        except Fault:  # a reason that cannot be told of such a thing
            continue
        if verdict.ok or verdict.need == HELD:
            continue
        near = order.index(verdict.need) if verdict.need in order else -1 if verdict.need == "choice" else len(order)
        if near > found.get(verdict.reason, (-2, act, False))[0]:
            # Where it fails of what is not one's own, the thing is nobody's wish; what a setting forbids is not about a thing at all.
            is_settled = verdict.need in settled
            far = bool(act.params) and (is_settled or (near == 0 and not _is_own(session, waiting.who, declared, act)))
            found[verdict.reason] = near, act, far
            if is_settled:
                break
    nearest = sorted(found.items(), key=lambda one: -one[1][0])[:most]
    shown: list[tuple[str, str]] = []
    for reason, (_, act, far) in nearest:
        if not far:
            shown.append((action_text(session, waiting.who, act), reason))
        elif not shown:  # the action alone, and once
            shown.append((spoken(session, declared), reason))
    return shown


def _is_settled(program: Program, need: Need) -> bool:
    """Is it the same for all things at all times? Then a setting decides it, or the word `no`."""
    code = program.functions[need.function].code
    return len(code) == 1 and code[0].args[0] < 0


def _is_own(session: Session, who: int, declared: Action, act: Act) -> bool:
    return declared.parameters[0][2] == "thing" and session.view.owner(act.params[0]) == who
