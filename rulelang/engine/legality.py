"""What can be answered to a state that waits: all of it, short (`legal_actions`), and whether one answer is (`verdict`).

An action's parameters are filled one after the other from its candidates, and each need is tested as soon as its parameters are
known. Limits and what the action costs are needs too, named `limit` and `money`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulelang.engine.actions import (
    Act,
    Answer,
    Bundle,
    ChanceOutcome,
    Done,
    Member,
    No,
    Number,
    NumberRange,
    Option,
    Pass,
    PutIn,
    TakeOut,
    Yes,
)
from rulelang.engine.faults import Fault
from rulelang.engine.machine import Machine
from rulelang.engine.phrases import Speaker, Words, render
from rulelang.engine.state import Waiting
from rulelang.engine.turns import limit_place
from rulelang.ir.program import Component, Need
from rulelang.machine import sayings


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is legal. If not, `need` names what it fails, and `reason` says so to a person."""

    ok: bool
    need: str = ""
    reason: str = ""


LEGAL = Verdict(True)
AMOUNTS = frozenset(("money", "pieces", "amount"))
"""Kinds of a bundle's components that are amounts; the others are sets."""


# ------------------------------------------------------------------------------------------------------------- actions
def failed(machine: Machine, who: int, action: int, params: tuple[int, ...]) -> Need | str | None:
    """What keeps a player from an action: a need of it, `choice`, `limit` or `money`; None if nothing does. Of the needs that fail
    the one that is tested first; a parameter outside its candidates fails a need of that depth if there is one that it fails."""
    loaded, s = machine.loaded, machine.s
    declared = machine.program.actions[action]
    needs = loaded.needs[action]
    if len(params) != len(declared.parameters):
        return "choice"
    for depth in range(len(params) + 1):
        known = (who, *params[:depth])
        if depth:
            candidates = declared.parameters[depth - 1][3]
            if candidates >= 0:
                member = params[depth - 1]
                if member < 0 or not loaded.call(candidates, s, *known[:-1]) >> member & 1:
                    return _excuse(machine, needs[depth], known)
        for need in needs[depth]:
            if not loaded.call(need.function, s, *known):
                return need
    return _limit_or_cost(machine, who, action, params)


def _excuse(machine: Machine, needs: tuple[Need, ...], known: tuple[int, ...]) -> Need | str:
    # The candidates usually come from the needs, but a need may not be fit for what is no candidate at all.
    for need in needs:
        try:
            with machine.loaded.faults():
                if not machine.loaded.call(need.function, machine.s, *known):
                    return need
        except Fault:
            break
    return "choice"


def _limit_or_cost(machine: Machine, who: int, action: int, params: tuple[int, ...]) -> str | None:
    loaded, s = machine.loaded, machine.s
    declared = machine.program.actions[action]
    for limit in declared.limits:
        place = limit_place(loaded, s, limit, who, params)
        if place >= 0 and s[place] >= loaded.call(limit.count, s):
            return "limit"
    if declared.cost >= 0 and loaded.call(declared.cost, s, who, *params) > s[machine.layout.money + who]:
        return "money"
    return None


def acts(machine: Machine, who: int, action: int) -> Iterator[tuple[int, ...]]:
    """The parameters with which the player can perform an action, in order of the candidates."""
    yield from _filled(machine, who, action, ())


def _filled(machine: Machine, who: int, action: int, params: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    loaded, s = machine.loaded, machine.s
    depth = len(params)
    for need in loaded.needs[action][depth]:
        if not loaded.call(need.function, s, who, *params):
            return
    parameters = machine.program.actions[action].parameters
    if depth == len(parameters):
        if _limit_or_cost(machine, who, action, params) is None:
            yield params
        return
    rest = loaded.call(parameters[depth][3], s, who, *params)
    while rest:
        lowest = rest & -rest
        rest ^= lowest
        yield from _filled(machine, who, action, (*params, lowest.bit_length() - 1))


def can_act(machine: Machine, waiting: Waiting) -> bool:
    """Whether the player who is waited for can perform any action of the moment."""
    actions = machine.program.moments[waiting.index].actions
    return any(True for action in actions for _ in acts(machine, waiting.who, action))


# ------------------------------------------------------------------------------------------------------------- bundles
def allowed(machine: Machine, waiting: Waiting) -> list[int]:
    """For each component, what may be in the bundle: the most, or the set."""
    return [machine.loaded.call(component.allowed, machine.s, waiting.owner) for component in machine.program.components]


def _fits(component: Component, value: int, most: int) -> bool:
    if component.kind in AMOUNTS:
        return 0 <= value <= most and (value == 0 or value >= component.least)
    return value >= 0 and not value & ~most


def _small_steps(machine: Machine, waiting: Waiting) -> Iterator[Answer]:
    yield Done()
    draft = machine.state.draft
    for index, (component, most) in enumerate(zip(machine.program.components, allowed(machine, waiting), strict=True)):
        if component.kind in AMOUNTS:
            if component.least > 1:  # none, or from the least on
                if draft[index]:
                    yield PutIn(index, 0)
                if most >= component.least:
                    yield NumberRange(component.least, most, 1, index)
            elif most > 0:
                yield NumberRange(0, most, 1, index)
            continue
        for member in range(most.bit_length()):
            if most >> member & 1:
                yield TakeOut(index, member) if draft[index] >> member & 1 else PutIn(index, member)


def redrafted(machine: Machine, step: PutIn | TakeOut) -> tuple[int, ...]:
    """The draft of the bundle after a legal small step."""
    draft = list(machine.state.draft)
    if machine.program.components[step.component].kind in AMOUNTS:
        draft[step.component] = step.value
    elif isinstance(step, PutIn):
        draft[step.component] |= 1 << step.value
    else:
        draft[step.component] &= ~(1 << step.value)
    return tuple(draft)


# ------------------------------------------------------------------------------------------------------------- the whole
def legal_actions(machine: Machine) -> list[Answer]:
    """All answers to what the state waits for, a range of numbers as one entry; none if it waits for nothing or for chance."""
    waiting = machine.state.waiting
    if waiting is None:
        return []
    match waiting.kind:
        case "act":
            actions = machine.program.moments[waiting.index].actions
            found: list[Answer] = [Act(action, params) for action in actions for params in acts(machine, waiting.who, action)]
            return [Pass(), *found] if waiting.may_pass or not found else found
        case "yes":
            return [Yes(), No()]
        case "option":
            return [Option(index) for index in _members(waiting.choices)]
        case "member":
            return [Member(index) for index in _members(waiting.choices)]
        case "number":
            return [NumberRange(waiting.least, waiting.most)]
        case "goods":
            return list(_small_steps(machine, waiting))
        case _:
            return []


def _members(set_: int) -> Iterator[int]:
    while set_:
        lowest = set_ & -set_
        set_ ^= lowest
        yield lowest.bit_length() - 1


def verdict(machine: Machine, answer: Answer, speaker: Speaker | None = None) -> Verdict:
    """Whether an answer is legal, and if not, why."""
    speaker = speaker or Words(machine.program)
    waiting = machine.state.waiting
    if waiting is None:
        return Verdict(False, "waiting", speaker.saying(sayings.NOTHING_AWAITED))
    match waiting.kind, answer:
        case "act", Pass():
            if waiting.may_pass or not can_act(machine, waiting):
                return LEGAL
            return Verdict(False, "pass", speaker.saying(sayings.MUST_ACT))
        case "act", Act(action, params):
            return _act_verdict(machine, waiting, action, params, speaker)
        case "yes", Yes() | No():
            return LEGAL
        case ("option", Option(index)) | ("member", Member(index)):
            if index >= 0 and waiting.choices >> index & 1:
                return LEGAL
            return Verdict(False, "choice", speaker.saying(sayings.NO_CHOICE))
        case "number", Number(value):
            if waiting.least <= value <= waiting.most:
                return LEGAL
            return Verdict(False, "range", speaker.saying(sayings.OUT_OF_RANGE, least=waiting.least, most=waiting.most))
        case "goods", Bundle() | PutIn() | TakeOut() | Done():
            return _bundle_verdict(machine, waiting, answer, speaker)
        case ("roll" | "draw" | "pick"), ChanceOutcome(values):
            possible = (
                machine.can_roll(waiting.index, values)
                if waiting.kind == "roll"
                else len(values) == 1 and values[0] >= 0 and waiting.choices >> values[0] & 1
            )
            return LEGAL if possible else Verdict(False, "chance", speaker.saying(sayings.CANNOT_HAPPEN))
        case _:
            return Verdict(False, "kind", speaker.saying(sayings.NO_ANSWER))


def _act_verdict(machine: Machine, waiting: Waiting, action: int, params: tuple[int, ...], speaker: Speaker) -> Verdict:
    if action not in machine.program.moments[waiting.index].actions:
        return Verdict(False, "moment", speaker.saying(sayings.NOT_IN_MOMENT))
    match failed(machine, waiting.who, action, params):
        case None:
            return LEGAL
        case Need() as need:
            known = (waiting.who, *params[: need.depth])
            return Verdict(False, need.name, render(machine.loaded, need.reason, machine.s, known, speaker))
        case "limit":
            return Verdict(False, "limit", speaker.saying(sayings.OFTEN_ENOUGH))
        case "money":
            return Verdict(False, "money", speaker.saying(sayings.NOT_ENOUGH_MONEY))
        case name:
            return Verdict(False, name, speaker.saying(sayings.NOT_HERE))


def _bundle_verdict(
    machine: Machine, waiting: Waiting, answer: Bundle | PutIn | TakeOut | Done, speaker: Speaker
) -> Verdict:
    components = machine.program.components
    match answer:
        case Done():
            return LEGAL
        case Bundle(values):
            if len(values) != len(components):
                return Verdict(False, "kind", speaker.saying(sayings.BUNDLE_PARTS, parts=len(components)))
            most = allowed(machine, waiting)
            refused = next((n for n, one in enumerate(components) if not _fits(one, values[n], most[n])), None)
            return LEGAL if refused is None else _kept_out(machine, waiting.owner, refused, values[refused] & ~most[refused], speaker)
        case PutIn(component, value) | TakeOut(component, value):
            if not 0 <= component < len(components):
                return Verdict(False, "kind", speaker.saying(sayings.BUNDLE_PARTS, parts=len(components)))
            if components[component].kind in AMOUNTS:
                legal = isinstance(answer, PutIn) and _fits(components[component], value, allowed(machine, waiting)[component])
            else:
                within = value >= 0 and bool(machine.state.draft[component] >> value & 1)
                may = value >= 0 and bool(allowed(machine, waiting)[component] >> value & 1)
                legal = (may and not within) if isinstance(answer, PutIn) else within
            if legal:
                return LEGAL
            wanted = 0 if isinstance(answer, TakeOut) or components[component].kind in AMOUNTS or value < 0 else 1 << value
            return _kept_out(machine, waiting.owner, component, wanted, speaker)


def _kept_out(machine: Machine, owner: int, number: int, members: int, speaker: Speaker) -> Verdict:
    """Why goods may not be put into a bundle: for a set, one of `members`. The first need that does not hold says so, if they are his."""
    component = machine.program.components[number]
    member = (members & -members).bit_length() - 1 if component.kind not in AMOUNTS and members > 0 else -1
    holder = {"things": machine.layout.owner, "cards": machine.layout.card_holder}.get(component.kind)
    his = member >= 0 and holder is not None and machine.s[holder + member] == owner
    if his or component.kind in ("money", "pieces"):
        for need in component.needs:
            known = (owner, member)[: 1 + need.depth]
            if not machine.loaded.call(need.function, machine.s, *known):
                return Verdict(False, need.name, render(machine.loaded, need.reason, machine.s, known, speaker))
    return Verdict(False, "goods", speaker.saying(sayings.NOT_IN_BUNDLE))
