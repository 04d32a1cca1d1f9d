"""Whether what must hold does hold; if not, what there is instead."""

from __future__ import annotations

from rulelang.engine.events import Kind
from rulelang.engine.legality import acts
from rulelang.ir.scenes import PEOPLE, Asked, Check, Choosable, Holds, Legal, Over, Paid, Step
from rulelang.trial.answers import Answers
from rulelang.trial.failure import Failed
from rulelang.trial.hints import question
from rulelang.trial.table import Table

MOST_SHOWN = 8


def look(table: Table, check: Check, since: int) -> None:
    """Raises: Failed if it does not hold. `since` is the number of the first event that counts."""
    match check.what:
        case Holds() as what:
            got = _state(table, what)
        case Paid() as what:
            got = _payments(table, what, since)
        case Legal() as what:
            got = _legal(table, what)
        case Over() as what:
            got = _over(table, what)
        case Asked() as what:
            got = _asked(table, what)
        case Choosable() as what:
            got = _choosable(table, check, what)
    if got is not None:
        raise Failed(check.place, check.place.text, got)


def _state(table: Table, what: Holds) -> str | None:
    with table.loaded.faults():
        holds = bool(table.loaded.call(what.function, table.slots))
    if holds == what.wanted:
        return None
    return table.shown(what.got, table.value(what.got)) if what.got is not None else f"that is {'so' if holds else 'not so'}"


def _payments(table: Table, what: Paid, since: int) -> str | None:
    """None if such a payment happened; else what the payer paid, or what the receiver got."""
    payer, receiver, amount = (table.value(part) for part in (what.payer, what.receiver, what.amount))
    thing = table.value(what.thing) if what.thing is not None else -1
    paid = table.did(Kind.PAY, since)
    for _, _, giver, taker, money, purpose, about in paid:
        if (giver, taker, money) == (payer, receiver, amount) and what.purpose in (-1, purpose) and thing in (-1, about):
            return None
    near = [row for row in paid if payer in row[2:4]] or [row for row in paid if receiver in row[2:4]]
    shown = [f"{table.name_of(row[2])} pays {table.values.money(row[4])} to {table.name_of(row[3])}" for row in near[:MOST_SHOWN]]
    return ", ".join(shown) + (", …" if len(near) > MOST_SHOWN else "") if shown else "no payment"


def _legal(table: Table, what: Legal) -> str | None:
    name = table.program.actions[what.action].name
    who = PEOPLE[what.who]
    if what.parts is None:
        with table.loaded.faults():
            can = any(True for _ in acts(table.game.machine, what.who, what.action))
        refusal = None if can else ("choice", "there is nothing with which it is legal")
    else:
        refusal = table.refusal(what.who, what.action, tuple(table.value(part) for part in what.parts))
    if refusal is None:
        return None if what.wanted else f"{who} can {name}"
    if what.wanted or (what.because and what.because != refusal[0]):
        return f"{who} cannot {name} because {refusal[0]}: {refusal[1]}"
    return None


def _over(table: Table, what: Over) -> str | None:
    result = table.game.result
    if what.winner >= 0:
        if result is not None and result.winners >> what.winner & 1:
            return None
    elif (result is not None) == what.wanted:
        return None
    if result is None:
        return "the game goes on"
    winners = table.values.text("set of player", result.winners) if result.winners else "nobody"
    return f"the game is over, won by {winners}"


def _asked(table: Table, what: Asked) -> str | None:
    waiting = table.game.waiting
    if waiting is None:
        return "nobody is asked anything"
    words: set[str] = set()
    match waiting.kind:
        case "roll" | "draw" | "act":
            words.add(waiting.kind)
        case "yes" | "option" | "member" | "number" | "goods":
            decision = table.program.decisions[waiting.index]
            words |= {decision.word, *decision.options}
            if waiting.kind in ("member", "number", "goods"):
                words.add("choose")
    return None if waiting.who == what.who and what.word in words else question(table, waiting)


def _choosable(table: Table, check: Check, what: Choosable) -> str | None:
    """None if it is as it should be. Where nothing can be chosen it is neither so nor not so."""
    waiting = table.game.waiting
    if waiting is None:
        return "nobody is asked anything"
    try:
        answer = Answers(table).read(Step(check.place, what.who, (what.choosing,)), waiting)
    except Failed as failed:
        return f"expected {failed.expected}, and there was {failed.got}"
    if answer is None:
        return question(table, waiting)
    verdict = table.game.is_legal(answer)
    if verdict.ok == what.wanted:
        return None
    return f"that can be chosen: {question(table, waiting)}" if verdict.ok else verdict.reason
