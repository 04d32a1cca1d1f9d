"""What can be answered, as a person reads it: each legal action with what it costs, each option by its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.engine.actions import Act, Answer, Member, No, NumberRange, Option, Pass, Yes
from rulelang.engine.faults import Fault
from rulelang.engine.state import Waiting
from rulelang.ir.program import Action
from rulelang.play.forms import Name, Value
from rulelang.play.session import Session

FLAT = 24
"""A longer list is shown by action first, then by what each needs."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the list. `answers` are the legal answers behind it: one, or those among which a further list chooses."""

    text: str
    answers: tuple[Answer, ...]
    note: str = ""
    """What it costs, or how many ways there are."""


def choices(session: Session, waiting: Waiting, legal: Sequence[Answer]) -> list[Choice]:
    """The list for what the game waits for; numbers and bundles have no list."""
    if waiting.kind != "act":
        return [Choice(answer_text(session, waiting, answer), (answer,)) for answer in legal]
    going_on = session.wording.say("person.pass_owing" if session.view.is_short(waiting.who) else "person.pass")
    passing = [Choice(going_on, (answer,)) for answer in legal if isinstance(answer, Pass)]
    acts = [answer for answer in legal if isinstance(answer, Act)]
    return passing + deeper(session, waiting.who, acts, 0)


def deeper(session: Session, who: int, acts: Sequence[Act], depth: int) -> list[Choice]:
    """Actions that agree in their first `depth` parts (the action, then its parameters), told apart by the next."""
    if len(acts) <= FLAT:
        return [_one(session, who, act) for act in acts]
    groups: dict[int, list[Act]] = {}
    for act in acts:
        groups.setdefault(act.action if depth == 0 else act.params[depth - 1], []).append(act)
    if len(groups) == len(acts):
        return [_one(session, who, act) for act in acts]
    return [_group(session, who, members, depth) if len(members) > 1 else _one(session, who, members[0]) for members in groups.values()]


def next_depth(choice: Choice) -> int:
    """How many parts all answers behind a line agree in."""
    acts = [answer for answer in choice.answers if isinstance(answer, Act)]
    depth = 1
    while len({act.params[:depth] for act in acts}) == 1 and depth < len(acts[0].params):
        depth += 1
    return depth


def answer_text(session: Session, waiting: Waiting, answer: Answer) -> str:
    say = session.narrator.wording.say
    match answer:
        case Yes():
            return say("word.yes")
        case No():
            return say("word.no")
        case Pass():
            return say("person.pass")
        case Act():
            return action_text(session, waiting.who, answer)
        case Option(index):
            return _line(session, session.spoken.way(waiting, index))
        case Member(index):
            return session.values.text(session.program.decisions[waiting.index].domain, index)
        case NumberRange(least, most):
            type_name = number_type(session, waiting)
            return say("person.from_to", least=session.values.text(type_name, least), most=session.values.text(type_name, most))
        case _:
            return str(answer)


def number_type(session: Session, waiting: Waiting) -> str:
    return session.program.decisions[waiting.index].domain or "count"


def action_text(session: Session, who: int, act: Act) -> str:
    declared = session.program.actions[act.action]
    try:
        with session.loaded.faults():
            text = session.spoken.action(act.action, who, act.params)
    except Fault:  # a title may be unfit for what is no choice at all; it is shown all the same, with the reason
        text = spoken(session, declared)
    types = [type_name for _, type_name, _, _ in _parameters(session, act)]
    named = [session.values.value(type_name, value) for type_name, value in zip(types, act.params, strict=True)]
    unsaid = [str(value) for value in named if not any(form in text for form in _forms(value))]
    wording = session.wording
    return wording.say("person.named", text=text, things=wording.joined(unsaid)) if unsaid else text


def _forms(value: Value) -> set[str]:
    return value.all_forms() if isinstance(value, Name) else {str(value)}


def spoken(session: Session, action: Action) -> str:
    """An action in a word or two, whatever it is about."""
    return str(session.values.texts.word(action.name))


def cost(session: Session, who: int, act: Act) -> str:
    function = session.program.actions[act.action].cost
    if function < 0:
        return ""
    amount = session.loaded.call(function, session.game.state.slots, who, *act.params)
    return session.values.money(amount) if amount > 0 else ""


def _one(session: Session, who: int, act: Act) -> Choice:
    return Choice(_line(session, action_text(session, who, act)), (act,), cost(session, who, act))


def _line(session: Session, text: str) -> str:
    return session.wording.say("person.choice", text=text)


def _group(session: Session, who: int, acts: Sequence[Act], depth: int) -> Choice:
    first = acts[0]
    ways = session.narrator.wording.say("person.ways", count=len(acts))
    if depth == 0:
        declared = session.program.actions[first.action]
        return Choice(_line(session, spoken(session, declared)), tuple(acts), ways)
    type_name = _parameters(session, first)[depth - 1][1]
    return Choice(session.values.text(type_name, first.params[depth - 1]), tuple(acts), ways)


def _parameters(session: Session, act: Act) -> tuple[tuple[str, str, str, int], ...]:
    return session.program.actions[act.action].parameters
