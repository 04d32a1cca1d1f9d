"""What is open, in words: who is asked what, and how a test would say the answer."""

from __future__ import annotations

from rulelang.engine.actions import Act
from rulelang.engine.state import Waiting
from rulelang.ir.program import Decision
from rulelang.ir.scenes import PEOPLE
from rulelang.trial.table import Table

MOST_SHOWN = 6


def question(table: Table, waiting: Waiting) -> str:
    """`bob is asked: raise? A test says …`"""
    who = PEOPLE[waiting.who] if waiting.who >= 0 else "somebody"
    match waiting.kind:
        case "roll":
            count = table.program.dice[waiting.index][0]
            dice = "a die" if count == 1 else f"{count} dice"
            return f"{who} rolls {dice}, and the test names no throw: `{who} rolls {' '.join('N' * count)}`"
        case "draw":
            deck = table.program.decks[waiting.index]
            return f"{who} draws from {deck.title}, and the test names no card: `{who} draws CARD`"
        case "pick":
            return "chance picks, and the test does not name what: `chance picks NAME`"
        case "act":
            moment = table.program.moments[waiting.index]
            acts = [table.narrator.spoken.action(a.action, waiting.who, a.params) for a in table.game.legal_actions() if isinstance(a, Act)]
            return f"{who} must act {moment.title}, and could: {_some(acts)}"
        case kind:
            decision = table.program.decisions[waiting.index]
            name = decision.word
            return f"{who} decides “{table.narrator.spoken.question(waiting)}”: {_answers(table, waiting, decision, kind, who, name)}"


def _answers(table: Table, waiting: Waiting, decision: Decision, kind: str, who: str, name: str) -> str:
    match kind:
        case "yes":
            return f"`{who} {_third(name)}` or `{who} declines`"
        case "option":
            open_ = [option for index, option in enumerate(decision.options) if waiting.choices >> index & 1]
            return " or ".join(f"`{who} {_third(option)}`" for option in open_)
        case "member":
            members = [index for index in range(waiting.choices.bit_length()) if waiting.choices >> index & 1]
            domain = table.program.domains.get(decision.domain)
            names = [domain.names[m] if domain is not None and m < len(domain.names) else str(m) for m in members]
            if decision.domain == "player":
                names = [PEOPLE[m] for m in members]
            return f"`{who} chooses X`, of: {_some(names)}"
        case "number":
            return f"`{who} chooses N`, from {waiting.least} to {waiting.most}"
        case _:
            return f"`{who} chooses nothing`, or what is put in: `{who} chooses THING + 50`"


def _third(verb: str) -> str:
    """buy → buys, carry → carries."""
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh")) else "s")


def _some(items: list[str]) -> str:
    shown = items[:MOST_SHOWN]
    return "; ".join(shown) + ("; …" if len(items) > MOST_SHOWN else "")
