"""`print_program`: a whole Program as text, for people who look into what the compiler made.

The text is a function of the Program alone: no addresses, no time, no order but that of the Program. Numbers that stand for
something are shown by its name, functions as `number:name`, so that a search for `12:` finds what refers to function 12.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rulelang.ir.listing import print_function
from rulelang.ir.naming import entry_name, function_name, members, message_text, place, promise_text, set_text, value_text
from rulelang.ir.program import Action, Component, Need, Program, Slot
from rulelang.machine.slots import HIGH, LOW

SHOWN = 12
"""How many values of a table or of a slot's beginning are shown."""


def print_program(program: Program, functions: Collection[int] | None = None) -> Iterator[str]:
    """The lines of the text. With `functions`, only these functions, in the order of their numbers."""
    if functions is None:
        for title, lines in _sections(program):
            shown = [f"  {line}" for line in lines]
            if shown:
                yield title
                yield from shown
                yield ""
    chosen = range(len(program.functions)) if functions is None else sorted(set(functions))
    for position, number in enumerate(chosen):
        if position:
            yield ""
        yield from print_function(program, number)


def _sections(program: Program) -> Iterator[tuple[str, Iterable[str]]]:
    yield f'program {program.edition} "{program.title}"', _header(program)
    yield "domains", (f"{name} {len(domain.names)}: {' '.join(domain.names)}".rstrip() for name, domain in program.domains.items())
    yield "things", _things(program)
    yield f"slots {program.slot_count}", (_slot(program, slot) for slot in program.slots)
    yield (
        "tables",
        (
            f"{number} {table.name}[{', '.join(map(str, table.sizes))}] = {_abridged([str(value) for value in table.values])}"
            for number, table in enumerate(program.tables)
        ),
    )
    yield "dice", _dice(program)
    yield (
        "decks",
        (
            f'{number} {deck.name} "{deck.title}"{" aside" if deck.aside else ""}: '
            + " ".join(value_text(program, card, "card") for card in deck.cards)
            for number, deck in enumerate(program.decks)
        ),
    )
    yield (
        "pieces",
        (
            f'{number} {piece.name} "{piece.title}", "{piece.plural}": '
            f"{'no limit' if piece.supply < 0 else piece.supply}{f', in each of {piece.subs} groups' if piece.subs != 1 else ''}"
            for number, piece in enumerate(program.pieces)
        ),
    )
    yield "ladders", _ladders(program)
    yield "goods", (line for component in program.components for line in _goods(program, component))
    yield (
        "promises",
        (
            f"{promise.name} {promise_text(promise)}: {_slot_name(program, promise.in_force)}"
            + "".join(f", {field.name}: {field.type} in {_slot_name(program, field.slot)}" for field in promise.fields)
            for promise in program.promises
        ),
    )
    yield "actions", (line for number, action in enumerate(program.actions) for line in _action(program, number, action))
    yield (
        "moments",
        (
            f'{number} {moment.name} "{moment.title}" at most {moment.most}: '
            + ", ".join(_action_name(program, action) for action in moment.actions)
            for number, moment in enumerate(program.moments)
        ),
    )
    yield (
        "decisions",
        (
            f"{number} {decision.name} {message_text(program, decision.title)} {decision.kind}"
            + "".join(f" {word}" for word in (" / ".join(decision.options), decision.domain) if word)
            + f"({', '.join(f'{name}: {type_name}' for name, type_name in decision.context)})"
            for number, decision in enumerate(program.decisions)
        ),
    )
    yield (
        "endings",
        (
            f'{ending.name} "{ending.title}": if {function_name(program, ending.holds)} then {function_name(program, ending.winners)}'
            f"  # {place(program, ending.origin)}"
            for ending in program.endings
        ),
    )
    yield (
        "measures",
        (
            f'{measure.name} "{measure.title}" {measure.kind}'
            + (f" {value_text(program, measure.purpose, 'purpose')}" if measure.purpose >= 0 else "")
            + (f" {' by '.join(_measure_name(program, part) for part in measure.parts)}" if measure.parts else "")
            + f" by {', '.join(measure.by) or 'nothing'}"
            for measure in program.measures
        ),
    )
    yield "messages", (f"{number} {message_text(program, message)}" for number, message in enumerate(program.messages))
    yield "strategies", _strategies(program)
    yield (
        "settings",
        (
            f"{setting.name}: {setting.type} = {setting.text}"
            + _range(setting.low, setting.high)
            + "".join(f"  # {step}" for step in setting.chain)
            for setting in program.settings
        ),
    )
    yield (
        "cases",
        (
            f"{function_name(program, case.function)}: {case.expression} if {case.condition or 'nothing else holds'}"
            + f"  # {place(program, case.origin)}"
            for case in program.cases
        ),
    )


def _header(program: Program) -> Iterator[str]:
    currency = program.currency
    yield f"players {program.players[0]} to {program.players[1]}"
    yield f'currency "{currency.name}" symbol "{currency.symbol}" {"before" if currency.before else "after"}, times {currency.times}'
    if program.variants:
        yield f"variants {', '.join(program.variants)}"
    yield f"rules {program.rules_hash or 'without a digest'}"
    yield f"board of {program.spaces}{', a loop' if program.loop else ''}"
    yield f"entry {function_name(program, program.entry)}"


def _things(program: Program) -> Iterator[str]:
    names = members(program, "thing") or ()
    for number, (name, kind) in enumerate(zip(names, program.kind_of, strict=False)):
        group, piece = ((column[number] if number < len(column) else -1) for column in (program.group_of, program.shown_by))
        yield (
            f"{number} {name} is {kind}"
            + (f" of {value_text(program, group, 'group')}" if group != -1 else "")
            + (f", shown by {value_text(program, piece, 'piece')}" if piece != -1 else "")
        )
    for name, things in program.kinds.items():
        yield f"kind {name} {set_text(names, 'thing', things)}"


def _slot_name(program: Program, number: int) -> str:
    return entry_name([slot.name for slot in program.slots], number)


def _slot(program: Program, slot: Slot) -> str:
    indexes = f"[{', '.join(slot.domains)}]" if slot.domains else ""
    initial = _abridged([value_text(program, value, slot.type) for value in slot.initial])
    title = f' "{slot.title}"' if slot.title else ""
    # Of a set the domain says what may be in it.
    low, high = (None if slot.low == LOW else slot.low), (None if slot.high == HIGH else slot.high)
    limits = "" if slot.type.startswith("set of ") else _range(low, high)
    return f"{slot.base} {slot.name}{indexes}: {slot.type} = {initial}{limits}{' public' if slot.public else ''}{title}"


def _dice(program: Program) -> Iterator[str]:
    names = [die.name for die in program.dies]
    for number, (times, die) in enumerate(program.dice):
        yield f"{number} {times} {entry_name(names, die)}"
    for die_ in program.dies:
        faces = (entry_name(die_.words, face) if word else str(face) for face, word in zip(die_.faces, die_.is_word, strict=False))
        yield f"die {die_.name}: {' '.join(faces)}"


def _ladders(program: Program) -> Iterator[str]:
    for number, ladder in enumerate(program.ladders):
        yield f"{number} {ladder.name} of {set_text(members(program, 'thing') or (), 'thing', ladder.members)}"
        for step, counts in zip(ladder.steps, ladder.counts, strict=False):
            pieces = [f"{count} {value_text(program, piece, 'piece')}" for piece, count in enumerate(counts) if count]
            yield f"  {step}: {', '.join(pieces) or 'nothing'}"


def _action_name(program: Program, action: int) -> str:
    return f"{action}:{program.actions[action].name}" if 0 <= action < len(program.actions) else f"{action}?"


def _measure_name(program: Program, measure: int) -> str:
    return program.measures[measure].name if 0 <= measure < len(program.measures) else f"{measure}?"


def _goods(program: Program, component: Component) -> Iterator[str]:
    what = value_text(program, component.index, "piece") if component.kind == "pieces" else component.domain
    group = f" of {value_text(program, component.sub, 'group')}" if component.sub >= 0 else ""
    least = f", at least {component.least}" if component.least else ""
    yield f"{component.kind} {what}".rstrip() + f"{group}: at most {function_name(program, component.allowed)}{least}"
    yield from _needs(program, component.needs)


def _needs(program: Program, needs: Sequence[Need]) -> Iterator[str]:
    for need in needs:
        reason = message_text(program, need.reason)
        yield f"  needs {need.name}({need.depth}): {function_name(program, need.function)} else {reason}  # {place(program, need.origin)}"


def _action(program: Program, number: int, action: Action) -> Iterator[str]:
    parameters = ", ".join(
        f"{name}: {type_name}" + (f" in {function_name(program, candidates)}" if candidates >= 0 else "")
        for name, type_name, _, candidates in action.parameters
    )
    offered = ", offered" if action.offered else ""
    yield f"{number} {action.name}({parameters}){offered} {message_text(program, action.title)}  # {place(program, action.origin)}"
    yield from _needs(program, action.needs)
    for limit in action.limits:
        slot = entry_name([slot.name for slot in program.slots], limit.slot)
        per = f" per {function_name(program, limit.per)}" if limit.per >= 0 else ""
        yield f"  limit {function_name(program, limit.count)} per {limit.period}{per}, counted in {slot}"
    if action.cost >= 0:
        yield f"  costs {function_name(program, action.cost)}"
    yield f"  does {function_name(program, action.function)}"


def _strategies(program: Program) -> Iterator[str]:
    moments, decisions = [moment.name for moment in program.moments], [decision.name for decision in program.decisions]
    for name, strategy in program.strategies.items():
        yield f'{name} "{strategy.title}"{", the default" if name == program.default_strategy else ""}'
        for entry, lines in sorted(strategy.plans.items()):
            for line in lines or (-1,):
                yield f"  {entry_name(moments, entry)}: {function_name(program, line) if lines else 'nothing'}"
        for entry, function in sorted(strategy.answers.items()):
            yield f"  {entry_name(decisions, entry)}: {function_name(program, function)}"


def _range(low: int | None, high: int | None) -> str:
    """A range as the source writes it; nothing for what has no ends."""
    if low is high is None:
        return ""
    return f" in {'' if low is None else low}..{'' if high is None else high}"


def _abridged(values: list[str]) -> str:
    return " ".join(values[:SHOWN]) + (f" … {len(values)} values" if len(values) > SHOWN else "")
