"""Ops that call: functions, turns, actions, endings, and the players' decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.events import Kind
from rulelang.ir.program import Op
from rulelang.ir.shape import most_parameters, rest
from rulelang.native import decide, legality, turns
from rulelang.native.block import Word
from rulelang.native.parts import GAME_OVER, TURN_OVER

if TYPE_CHECKING:
    from rulelang.native.functions import Writer


def write(w: Writer, op: Op) -> None:
    """Writes one of these ops where the writer stands."""
    match op.code:
        case "call":
            if w.native.program.functions[op.args[0]].pure:
                _pure_call(w, op)
            else:
                _call(w, op)
        case "within":
            _turn_call(w, op.args[0], rest(op))
        case "turn":
            _turn(w, op)
        case "perform":
            _perform(w, op)
        case "endings":
            _endings(w)
        case "act":
            _act(w, op)
        case "ask_yes" | "ask_option" | "ask_member" | "ask_number" | "ask_goods":
            _ask(w, op)
        case _:
            raise AssertionError(op.code)


def arguments(w: Writer, function: int, operands: tuple[int, ...]) -> list[str]:
    return [f"{type_} {w.get(operand)}" for type_, operand in zip(w.native.parameter_types(function), operands, strict=True)]


def look_for_fault(w: Writer) -> None:
    """Ends the game if something that was called has noted a fault."""
    if w.parts.taped:
        w.stop(w.body.compare("ne", w.body.load(w.body.at(Word.FAULT)), 0), "tape")


# --------------------------------------------------------------------------------------------------------------- calls
def _pure_call(w: Writer, op: Op) -> None:
    number = op.args[0]
    values = w.call_pure(number, rest(op), arguments(w, number, rest(op)))
    if op.out >= 0:
        for place, value in enumerate(values):
            w.put(op.out + place, value)


def _call(w: Writer, op: Op) -> None:
    body, native = w.body, w.native
    number = op.args[0]
    operands = rest(op)
    results = native.result_types(number)
    name = native.name(number)
    called = native.program.functions[number]
    given = arguments(w, number, operands)
    # A call for an actor who has left is not begun. The caller's own actor is in the game, or the caller would have ended.
    own = w.function.actor and bool(operands) and operands[0] == 0 and w.writes[0] == 1
    skipped = ""
    variables: list[str] = []
    if called.actor and not own:
        skipped = body.label()
        begun = body.label()
        if op.out >= 0:
            for type_ in results:
                variables.append(body.local(type_))
                body.store("0", variables[-1], type_)
        body.branch(w.left(operands[0]), skipped, begun, ", !prof !0")
        body.place(begun)
    outcome, values = native.outcome(body, number, name, given)
    w.pass_on(outcome)
    if number in native.table.may_leave:
        w.actor_may_have_left()
    found = values if op.out >= 0 else []
    if skipped:
        for variable, type_, result in zip(variables, results, found, strict=bool(variables)):
            body.store(result, variable, type_)
        body.place(skipped)
        found = [body.load(variable, type_) for variable, type_ in zip(variables, results, strict=False)]
    for place, result in enumerate(found):
        w.put(op.out + place, result)


def _turn_call(w: Writer, number: int, operands: tuple[int, ...]) -> None:
    """A call in which a turn may end without ending more."""
    body, native = w.body, w.native
    skipped = body.label()
    if native.program.functions[number].actor:
        begun = body.label()
        body.branch(w.left(operands[0]), skipped, begun, ", !prof !0")
        body.place(begun)
    outcome, _ = native.outcome(body, number, native.name(number), arguments(w, number, operands))
    ends, on = body.label(), body.label()
    body.branch(body.compare("ugt", outcome, TURN_OVER, "i32"), ends, on, ", !prof !0")
    body.place(ends)
    w.leave(outcome, [])
    body.place(on)
    if number in native.table.may_leave:
        w.actor_may_have_left()
    body.place(skipped)


def _turn(w: Writer, op: Op) -> None:
    body = w.body
    player = w.get(op.args[0])
    if not w.within(op.args[0], w.parts.block.players):
        w.stop(body.compare("uge", player, w.parts.block.players), "nobodys_turn")
    there, after = body.label(), body.label()
    body.branch(w.parts.player_left(body, player), after, there)
    body.place(there)
    began = body.call("i32", turns.begin_turn(w.parts), f"i64 {player}", f"i64 {op.origin}")
    ends, on = body.label(), body.label()
    body.branch(body.compare("ne", began, 0, "i32"), ends, on, ", !prof !0")
    body.place(ends)
    w.leave(began, [])
    body.place(on)
    _turn_call(w, op.args[1], rest(op))
    body.place(after)


def _endings(w: Writer) -> None:
    """Inside all-at-once they are not looked at yet."""
    body = w.body
    if not any(op.code == "atomic" for function in w.native.program.functions for op in function.code):
        look_at_endings(w)
        return
    with body.when(body.compare("eq", body.load(body.at(Word.ATOMIC)), 0)):
        look_at_endings(w)


def look_at_endings(w: Writer) -> None:
    """Ends the game if an ending holds."""
    body, native, parts = w.body, w.native, w.parts
    for number, ending in enumerate(native.program.endings):
        holds = native.pure(body, ending.holds, [])[0]
        met, on = body.label(), body.label()
        body.branch(body.compare("ne", holds, 0), met, on, ", !prof !0")
        body.place(met)
        winners = native.pure(body, ending.winners, [])[0]
        for word, value in ((Word.OVER, "1"), (Word.WINNERS, parts.low(body, winners)), (Word.ENDING, str(number)), (Word.ATOMIC, "0")):
            body.store(value, body.at(word))
        parts.event(body, Kind.OVER, ending.origin, [str(number), winners], (1,))
        body.give(w.packed(str(GAME_OVER), ["0"] * len(w.results), constant=True))
        body.place(on)


# ------------------------------------------------------------------------------------------------------------- actions
def _act(w: Writer, op: Op) -> None:
    body, native = w.body, w.native
    width = 1 + most_parameters(native.program)
    may_pass = w.range(op.args[2])
    who = w.get(op.args[1])
    chosen = [body.local() for _ in range(width)]
    for variable in chosen:
        body.store("-1", variable)
    asked, done = body.label(), body.label()
    body.branch(w.left(op.args[1]), done, asked, ", !prof !0")
    body.place(asked)
    if not w.within(op.args[1], w.parts.block.players):
        w.stop(body.compare("uge", who, w.parts.block.players), "nobody_asked")
    always = may_pass[0] > 0 or may_pass[1] < 0
    decide.act(w.parts, native, body, op.args[0], who, w.get(op.args[2]), always, chosen)
    if not w.pure and not always:
        w.stop(body.compare("ne", body.load(body.at(Word.FAULT)), 0), "beyond")
    body.place(done)
    for place, variable in enumerate(chosen):
        w.put(op.out + place, body.load(variable))


def _perform(w: Writer, op: Op) -> None:
    body, native = w.body, w.native
    player, register = w.get(op.args[0]), op.args[1]
    action = w.get(register)
    actions = native.table.performed(w.function, w.index)
    if len(actions) == 1 and (not action.startswith("%") or native.table.is_constant(w.function, w.index)):
        _perform_one(w, op, actions[0], player)
        return
    done, none = body.label(), body.label()
    cases = [body.label() for _ in actions]
    listed = " ".join(f"i64 {number}, label %{label}" for number, label in zip(actions, cases, strict=True))
    body.lines.append(f"  switch i64 {action}, label %{none} [ {listed} ]")
    body.ended = True
    for number, label in zip(actions, cases, strict=True):
        body.place(label)
        _perform_one(w, op, number, player)
        body.jump(done)
    body.place(none)
    w.stop_here("no_action")
    body.place(done)


def _perform_one(w: Writer, op: Op, number: int, player: str) -> None:
    body, native, parts = w.body, w.native, w.parts
    action = native.program.actions[number]
    params = [w.get(op.args[1] + 1 + place) for place in range(len(action.parameters))]
    parts.event(body, Kind.ACT, op.origin, [player, str(number), *params])

    def count(place: str) -> None:
        body.count_up(place)

    for limit in action.limits:
        legality.limited(parts, native, body, limit, player, params, count)
        turns.counted(body, limit.period)
        parts.wake(body, limit.slot, player)
    skipped = body.label()
    called = native.program.functions[action.function]
    if called.actor:
        begun = body.label()
        body.branch(w.left(op.args[0]), skipped, begun, ", !prof !0")
        body.place(begun)
    given = [f"i64 {value}" for value in (player, *params)]
    outcome, _ = native.outcome(body, action.function, native.name(action.function), given)
    w.pass_on(outcome)
    if action.function in native.table.may_leave:
        w.actor_may_have_left()
    body.place(skipped)


# ----------------------------------------------------------------------------------------------------------- decisions
def _ask(w: Writer, op: Op) -> None:
    """Asks, unless there is nothing to choose or who is asked has left: then the answer is the default, and no event."""
    body, native, parts = w.body, w.native, w.parts
    decision = native.program.decisions[op.args[0]]
    who = w.get(op.args[1])
    lead = {"yes": 0, "option": 1, "member": 1, "number": 2, "goods": 1}[decision.kind]
    given = [w.get(arg) for arg in op.args[2 : 2 + lead]]
    types = decide.answer_types(native, op.args[0])
    out = [body.local(type_) for type_ in types]
    default: list[str] = ["0"] * len(types)
    none = w.left(op.args[1])
    set_ = parts.module.set
    if decision.kind in ("option", "member"):
        none = body.let(f"or i1 {none}, {body.compare('eq', given[0], 0, set_)}")
        default = [parts.highest(body, given[0]) if decision.kind == "option" else parts.lowest(body, given[0])]
    elif decision.kind == "number":
        none = body.let(f"or i1 {none}, {body.compare('sge', given[0], given[1])}")
        default = [given[0]]
    for variable, value, type_ in zip(out, default, types, strict=True):
        body.store(value, variable, type_)
    asked, done = body.label(), body.label()
    body.branch(none, done, asked)
    body.place(asked)
    if not w.within(op.args[1], parts.block.players):
        w.stop(body.compare("uge", who, parts.block.players), "nobody_asked")
    context = list(zip(decide.context_types(native, op.args[0]), (w.get(arg) for arg in op.args[2 + lead :]), strict=True))
    call_types = ["i64", *decide.lead_types(native, decision.kind), *(type_ for type_, _ in context)]
    call_values = [who, *given, *(value for _, value in context)]
    decide.ask(parts, native, body, op.args[0], list(zip(call_types, call_values, strict=True)), out)
    look_for_fault(w)
    values = [body.load(variable, type_) for variable, type_ in zip(out, types, strict=True)]
    sets = [2 + place for place, type_ in enumerate(decide.answer_sets(native, op.args[0])) if type_]
    parts.event(body, Kind.DECIDE, op.origin, [who, str(op.args[0]), *values], sets)
    body.place(done)
    for place, (variable, type_) in enumerate(zip(out, types, strict=True)):
        w.put(op.out + place if op.out >= 0 else -1, body.load(variable, type_))
