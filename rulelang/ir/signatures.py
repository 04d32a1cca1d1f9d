"""The part of the verifier that looks at what refers to functions: actions, decisions, moments, strategies, endings, texts.

Whoever calls these functions hands over values by position, so what counts is how many a function takes and returns.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.layout import count
from rulelang.ir.program import Action, Limit, Message, Need, Program
from rulelang.ir.shape import most_parameters, text_width

KINDS = ("yes", "option", "member", "number", "goods")
COMPONENTS = ("money", "things", "cards", "pieces", "promises", "amount")
PERIODS = ("turn", "round", "game")


def check_signatures(program: Program) -> Iterator[str]:
    """Problems of everything that names a function."""
    yield from _fits(program, "entry", program.entry, 0, 0, pure=False)
    for number, action in enumerate(program.actions):
        yield from (f"action {number} {action.name}: {problem}" for problem in _check_action(program, action))
    yield from _check_moments(program)
    yield from _check_decisions(program)
    yield from _check_components(program)
    yield from _check_promises(program)
    yield from _check_strategies(program)
    for ending in program.endings:
        where = f"ending {ending.name}"
        yield from _fits(program, f"{where}: holds", ending.holds, 0, 1)
        yield from _fits(program, f"{where}: winners", ending.winners, 0, 1)
        yield from _check_origin(program, where, ending.origin)
    for number, message in enumerate(program.messages):
        yield from _check_message(program, f"message {number}", message, None)
    for number, case in enumerate(program.cases):
        where = f"case {number}"
        yield from _fits(program, f"{where}: function", case.function, None, None)
        yield from _check_origin(program, where, case.origin)


def _fits(
    program: Program, where: str, number: int, takes: int | None, returns: int | None, *, pure: bool | None = True, optional: bool = False
) -> Iterator[str]:
    """Whether function `number` is there, takes and returns so many values, and is pure or not; None: either will do."""
    if optional and number == -1:
        return
    if not 0 <= number < len(program.functions):
        yield f"{where}: function {number} is not there"
        return
    function = program.functions[number]
    if takes is not None and len(function.parameters) != takes:
        yield f"{where}: {function.name} takes {len(function.parameters)} values instead of {takes}"
    if returns is not None and function.results != returns:
        yield f"{where}: {function.name} returns {function.results} values instead of {returns}"
    if pure is not None and function.pure is not pure:
        yield f"{where}: {function.name} is {'not ' if pure else ''}pure"


def _check_origin(program: Program, where: str, origin: int) -> Iterator[str]:
    if not 0 <= origin < len(program.origins):
        yield f"{where}: origin {origin} is not there"


def _check_message(program: Program, where: str, message: Message, takes: int | None) -> Iterator[str]:
    """`takes` is how many values are known where the text is shown, None if that depends on the op that says it. A function of the
    text may take the first of them only."""
    if len(message.literals) != len(message.values) + 1:
        yield f"{where}: {len(message.literals)} pieces of text round {len(message.values)} values"
    for function, type_name in message.values:
        # Only the text of an op may hand on the op's own values (-1); `say` and `fault` look whether there are enough.
        yield from _fits(program, where, function, None, text_width(program, type_name), optional=takes is None)
        if takes is not None and 0 <= function < len(program.functions) and len(program.functions[function].parameters) > takes:
            taken = len(program.functions[function].parameters)
            yield f"{where}: {program.functions[function].name} takes {taken} values of the {takes} that are known"


def _check_action(program: Program, action: Action) -> Iterator[str]:
    whole = 1 + len(action.parameters)
    yield from _check_message(program, "title", action.title, whole)
    for position, (name, _, domain, candidates) in enumerate(action.parameters):
        # An offered action is performed with values that the rule has: nobody looks for candidates.
        yield from _fits(program, f"parameter {name}", candidates, 1 + position, 1, optional=action.offered)
        if domain not in program.domains and not (action.offered and candidates == -1):
            yield f"parameter {name}: there is no domain {domain}"
    for need in action.needs:
        yield from _check_need(program, f"need {need.name}", need, len(action.parameters))
    for limit in action.limits:
        yield from (f"limit per {limit.period}: {problem}" for problem in _check_limit(program, limit, whole))
    yield from _fits(program, "cost", action.cost, whole, 1, optional=True)
    yield from _fits(program, "function", action.function, whole, 0, pure=None)
    yield from _check_origin(program, "origin", action.origin)


def _check_limit(program: Program, limit: Limit, whole: int) -> Iterator[str]:
    if limit.period not in PERIODS:
        yield f"there is no period {limit.period}"
    yield from _fits(program, "count", limit.count, 0, 1)
    yield from _fits(program, "per", limit.per, whole, 1, optional=True)
    if not 0 <= limit.slot < len(program.slots):
        yield f"slot {limit.slot} is not there"
        return
    slot = program.slots[limit.slot]
    if slot.domains[:1] != ("player",) or len(slot.domains) != (1 if limit.per < 0 else 2):
        yield f"slot {slot.name} is not counted by player{'' if limit.per < 0 else ' and one thing more'}"


def _check_moments(program: Program) -> Iterator[str]:
    if len(program.moments) != count(program, "moment"):
        yield f"moments: {len(program.moments)} for {count(program, 'moment')} members of the domain"
    for number, moment in enumerate(program.moments):
        where = f"moment {number} {moment.name}"
        if moment.most < 0:
            yield f"{where}: at most {moment.most} actions"
        for action in moment.actions:
            if not 0 <= action < len(program.actions):
                yield f"{where}: action {action} is not there"
            elif program.actions[action].offered:
                yield f"{where}: {program.actions[action].name} is only offered by rules"


def _check_need(program: Program, where: str, need: Need, deepest: int) -> Iterator[str]:
    if not 0 <= need.depth <= deepest:
        yield f"{where}: depth {need.depth} for {deepest} parameters"
    yield from _fits(program, where, need.function, 1 + need.depth, 1)
    yield from _check_message(program, f"{where}: reason", need.reason, 1 + need.depth)
    yield from _check_origin(program, where, need.origin)


def _check_decisions(program: Program) -> Iterator[str]:
    names: set[str] = set()
    for number, decision in enumerate(program.decisions):
        where = f"decision {number} {decision.name}"
        if decision.name in names:
            yield f"{where}: the name stands twice"
        names.add(decision.name)
        if decision.kind not in KINDS:
            yield f"{where}: there is no kind {decision.kind}"
        if (decision.kind == "option") != bool(decision.options):
            yield f"{where}: {len(decision.options)} options for the kind {decision.kind}"
        known = 1 + len(decision.context)
        yield from _check_message(program, f"{where}: title", decision.title, known)
        if len(decision.ways) != len(decision.options):
            yield f"{where}: {len(decision.ways)} texts for {len(decision.options)} options"
        for option, way in zip(decision.options, decision.ways, strict=False):
            yield from _check_message(program, f"{where}: {option}", way, known)
        if decision.kind == "member" and not decision.domain.startswith("#") and decision.domain not in program.domains:
            yield f"{where}: there is no domain {decision.domain}"


def _check_components(program: Program) -> Iterator[str]:
    for number, component in enumerate(program.components):
        where = f"component {number}"
        if component.kind not in COMPONENTS:
            yield f"{where}: there is no kind {component.kind}"
        if component.kind in ("things", "cards", "promises") and component.domain not in program.domains:
            yield f"{where}: there is no domain {component.domain}"
        if component.kind == "pieces":
            if not 0 <= component.index < len(program.pieces):
                yield f"{where}: piece {component.index} is not there"
            elif not -1 <= component.sub < max(1, program.pieces[component.index].subs):
                yield f"{where}: supply {component.sub} of {program.pieces[component.index].name} is not there"
        yield from _fits(program, f"{where}: allowed", component.allowed, 1, 1)
        for need in component.needs:
            yield from _check_need(program, f"{where}: need {need.name}", need, 1)


def _check_promises(program: Program) -> Iterator[str]:
    for promise in program.promises:
        where = f"promise {promise.name}"
        if f"promise.{promise.name}" not in program.domains:
            yield f"{where}: there is no domain for its rows"
        slots = (promise.in_force, promise.giver, promise.holder, *(field.slot for field in promise.fields))
        yield from (f"{where}: slot {slot} is not there" for slot in slots if not 0 <= slot < len(program.slots))
        for field in promise.fields:
            if not -1 <= field.component < len(program.components):
                yield f"{where}: component {field.component} of {field.name} is not there"
        if len(promise.title.literals) != len(promise.title.values) + 1:
            yield f"{where}: its title has {len(promise.title.literals)} literals for {len(promise.title.values)} values"
        for number, _ in promise.title.values:
            if not 0 <= number < len(promise.fields):
                yield f"{where}: field {number} of its title is not there"


def _check_strategies(program: Program) -> Iterator[str]:
    if program.default_strategy and program.default_strategy not in program.strategies:
        yield f"strategies: the default {program.default_strategy} is not there"
    for name, strategy in program.strategies.items():
        where = f"strategy {name}"
        if strategy.name != name:
            yield f"{where}: is named {strategy.name}"
        for moment, lines in strategy.plans.items():
            if not 0 <= moment < len(program.moments):
                yield f"{where}: moment {moment} is not there"
                continue
            for line in lines:
                yield from _fits(program, f"{where}: line for {program.moments[moment].name}", line, 1, 1 + most_parameters(program))
        for number, answer in strategy.answers.items():
            if not 0 <= number < len(program.decisions):
                yield f"{where}: decision {number} is not there"
                continue
            decision = program.decisions[number]
            returns = len(program.components) if decision.kind == "goods" else 1
            yield from _fits(program, f"{where}: answer to {decision.name}", answer, 1 + len(decision.context), returns)
