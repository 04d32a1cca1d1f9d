"""What stands above the list when a person is asked: who, what about, and what the decision is told besides."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.state import Waiting
from rulelang.ir.program import NOBODY
from rulelang.play.session import Session


def head(session: Session, waiting: Waiting) -> Iterator[str]:
    """The lines."""
    say = session.wording.say
    player = session.values.name("player", waiting.who)
    money = session.values.money(session.view.money(waiting.who))
    if waiting.kind == "act":
        moment = session.program.moments[waiting.index]
        title = session.values.texts.name(moment.title) if moment.title else session.values.texts.word(moment.name)
        yield say("person.moment", player=player, moment=title, money=money)
        return
    question = session.spoken.question(waiting)
    if waiting.kind == "option":
        yield say("person.way", player=player, money=money)
    elif question.endswith("?"):
        yield say("person.question", player=player, question=question, money=money)
    else:
        yield say("person.decision", player=player, decision=question, money=money)
    for name, text in _context(session, waiting, question):
        yield "  " + say("person.about", name=session.values.texts.word(name), value=text)


def _context(session: Session, waiting: Waiting, question: str) -> list[tuple[str, str]]:
    """What the decision is about, as far as it can be named and the question does not say it.

    A bundle is handed over as one value a component, all of one name.
    """
    parts: dict[str, list[tuple[str, int]]] = {}
    for (name, type_name), value in zip(session.program.decisions[waiting.index].context, waiting.context, strict=False):
        parts.setdefault(name, []).append((type_name, value))
    ways = [session.spoken.way(waiting, way) for way in range(len(session.program.decisions[waiting.index].ways))]
    said = " ".join([question, *ways])
    shown: list[tuple[str, str]] = []
    told: list[list[tuple[str, int]]] = []
    for name, values in parts.items():
        if len(values) == len(session.program.components) > 1:
            inside = session.narrator.bundle([value for _, value in values])
            text = session.narrator.listed(inside)
            shown += [(name, text)] if text not in said else []
        elif values != [("player", waiting.who)] and values not in told:  # one player may stand there in several roles
            told.append(values)
            values = [(type_name, value) for type_name, value in values if value != NOBODY or type_name in ("money", "count", "number")]
            texts = [session.values.text(type_name, value) for type_name, value in values]
            shown += [(name, text) for text in texts if text not in said]
    return shown
