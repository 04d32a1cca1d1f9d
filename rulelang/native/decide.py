"""Who decides: the strategies at the table, each decision a function of its own. What becomes of answers that are not legal, and of none,
is said in
`spec/18-program.md`; the engine's drivers do the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.ir.program import Strategy
from rulelang.ir.shape import most_parameters
from rulelang.native.block import Word
from rulelang.native.emit import Body
from rulelang.native.legality import first_of_moment, legal
from rulelang.native.sleep import Asked
from rulelang.native.tape import Entry, take

if TYPE_CHECKING:
    from rulelang.native.parts import Parts
    from rulelang.native.program import Native

NEAR = 1500
"""Lines of what decides, with all that it calls, that is compiled with the rules that ask for it."""
_AMOUNTS = frozenset(("money", "pieces", "amount"))


# --------------------------------------------------------------------------------------------------------------- links
def _decides(parts: Parts, body: Body, name: str, link: int, given: list[str]) -> None:
    """Calls a function that decides. Rules and what decides at length are compiled by themselves: the rules find it in the block."""
    if parts.module.weight(name) <= NEAR:
        body.call("void", name, *given)
        return
    parts.links[link] = name
    address = body.load(body.at(parts.block.links + link), "ptr")
    body.do(f"call void {address}({', '.join(['ptr %s', *given])})")


def write_links(parts: Parts) -> None:
    """`links`: writes the addresses of all functions that decide into a block."""
    body = Body(parts.module, "links", "void", linkage="")
    for link, name in sorted(parts.links.items()):
        body.store(f"@{name}", body.at(parts.block.links + link), "ptr")
    body.store(str(parts.block.words), body.at(Word.WORDS))
    body.give()
    parts.module.define(body, unique=True)


# --------------------------------------------------------------------------------------------------------------- types
def lead_types(native: Native, kind: str) -> list[str]:
    """Of what stands before the context: the choices, the ends of the range, the owner."""
    set_ = native.parts.module.set
    return {"yes": [], "option": [set_], "member": [set_], "number": ["i64", "i64"], "goods": ["i64"]}[kind]


def context_types(native: Native, decision: int) -> list[str]:
    parts = native.parts
    context = native.program.decisions[decision].context
    return [parts.module.set if parts.kinds.context_is_set(decision, place) else "i64" for place in range(len(context))]


def answer_sets(native: Native, decision: int) -> list[bool]:
    if native.program.decisions[decision].kind != "goods":
        return [False]
    return [component.kind not in _AMOUNTS for component in native.program.components]


def answer_types(native: Native, decision: int) -> list[str]:
    return [native.parts.module.set if is_set else "i64" for is_set in answer_sets(native, decision)]


# -------------------------------------------------------------------------------------------------------------- moments
def act(parts: Parts, native: Native, body: Body, moment: int, who: str, may_pass: str, always: bool, chosen: list[str]) -> None:
    """Writes what a player does in a moment to the variables, which hold -1: he passes. `always`: he may for certain."""
    body.count_up(Word.DECISIONS)
    body.store("0", body.at(Word.UNASKED))
    settled = body.label()
    if parts.taped:
        by_plan = body.label()
        take(parts, body, Entry.ACT, moment, chosen, by_plan, settled)
        body.place(by_plan)
    if native.sleep.asked_in(moment):
        look, passed = body.label(), body.label()
        asked, awake = native.sleep.asked(body, moment, who)
        body.branch(awake, look, passed)
        body.place(look)
        given = [f"i64 {value}" for value in (who, asked.sleeper, asked.awake)]
        _decides(parts, body, plan(parts, native, moment), moment, [*given, *(f"ptr {variable}" for variable in chosen)])
        body.place(passed)
    if always:
        body.place(settled)
        return
    passes = body.compare("slt", body.load(chosen[0]), 0)
    must = body.let(f"and i1 {passes}, {body.compare('eq', may_pass, 0)}")
    with body.when(must, ", !prof !0"):
        given = [f"i64 {who}", *(f"ptr {variable}" for variable in chosen)]
        _decides(parts, body, first_of_moment(parts, native, moment), len(native.program.moments) + moment, given)
    body.place(settled)


def plan(parts: Parts, native: Native, moment: int) -> str:
    """(player, as whom he sleeps, lines that are awake, addresses): what the player's strategy wants in a moment, if it is legal."""
    name = f"plan{moment}"

    def make() -> None:
        width = 1 + most_parameters(native.program)
        body = Body(parts.module, name, "void", ["i64", "i64", "i64", *["ptr"] * width])
        who, sleeper, awake, *chosen = body.parameters
        asked = Asked(who, sleeper, awake)
        illegal, done = body.label(), body.label()

        def by(strategy: Strategy) -> None:
            lines = strategy.plans.get(moment, ())
            for line in lines:
                values, wants, on = native.sleep.line(native, body, line, asked)
                body.place(wants)
                _if_legal(values)
                body.place(on)
            body.jump(done)

        def _if_legal(values: list[str]) -> None:
            actions = native.program.moments[moment].actions
            cases = [body.label() for _ in actions]
            listed = " ".join(f"i64 {number}, label %{label}" for number, label in zip(actions, cases, strict=True))
            body.lines.append(f"  switch i64 {values[0]}, label %{illegal} [ {listed} ]")
            body.ended = True
            for number, label in zip(actions, cases, strict=True):
                body.place(label)
                params = values[1 : 1 + len(native.program.actions[number].parameters)]
                ok = body.call("i1", legal(parts, native, number), f"i64 {who}", *(f"i64 {value}" for value in params))
                good = body.label()
                body.branch(ok, good, illegal)
                body.place(good)
                for variable, value in zip(chosen, [str(number), *params], strict=False):
                    body.store(value, variable)
                body.jump(done)

        _by_strategy(parts, body, who, by, done)
        body.place(illegal)
        body.count_up(Word.ILLEGAL)
        body.jump(done)
        body.place(done)
        body.give()
        parts.module.define(body, unique=True)

    return parts.once(name, make)


def _by_strategy(parts: Parts, body: Body, who: str, by: Callable[[Strategy], None], none: str) -> None:
    """Runs `by` for the strategy of the player; it must end the code at hand. Where no strategy sits at the table, control goes to
    `none`."""
    strategies = parts.table.strategies
    if not strategies:
        body.jump(none)
        return
    if len(strategies) == 1:
        by(strategies[0])
        return
    seat = body.load(body.at(body.add(parts.block.seats, who)))
    labels = [body.label() for _ in strategies]
    listed = " ".join(f"i64 {number}, label %{label}" for number, label in enumerate(labels))
    body.lines.append(f"  switch i64 {seat}, label %{labels[0]} [ {listed} ]")
    body.ended = True
    for strategy, label in zip(strategies, labels, strict=True):
        body.place(label)
        by(strategy)


# ------------------------------------------------------------------------------------------------------------- answers
def ask(parts: Parts, native: Native, body: Body, decision: int, given: list[tuple[str, str]], out: list[str]) -> None:
    """Writes a player's answer to the variables. `given`: (type, value) of the player, what is offered, the context."""
    body.count_up(Word.DECISIONS)
    body.store("0", body.at(Word.UNASKED))
    settled = body.label()
    if parts.taped:
        by_strategy = body.label()
        take(parts, body, Entry.DECIDE, decision, out, by_strategy, settled, wide=len(out) > 1)
        body.place(by_strategy)
    name = _answer(parts, native, decision)
    arguments = [*(f"{type_} {value}" for type_, value in given), *(f"ptr {variable}" for variable in out)]
    _decides(parts, body, name, 2 * len(native.program.moments) + decision, arguments)
    body.place(settled)


def _answer(parts: Parts, native: Native, decision: int) -> str:
    """(player, what is offered, context, addresses): an answer that is legal."""
    name = f"answer{decision}"

    def make() -> None:
        declared = native.program.decisions[decision]
        kind = declared.kind
        leads, contexts, types = lead_types(native, kind), context_types(native, decision), answer_types(native, decision)
        body = Body(parts.module, name, "void", ["i64", *leads, *contexts, *["ptr"] * len(types)])
        who = body.parameters[0]
        lead = body.parameters[1 : 1 + len(leads)]
        context = body.parameters[1 + len(leads) : 1 + len(leads) + len(contexts)]
        out = body.parameters[1 + len(leads) + len(contexts) :]
        illegal, default, done = body.label(), body.label(), body.label()

        def give(values: list[str]) -> None:
            for variable, value, type_ in zip(out, values, types, strict=True):
                body.store(value, variable, type_)
            body.jump(done)

        def by(strategy: Strategy) -> None:
            function = strategy.answers.get(decision)
            if function is None:
                body.jump(default)
                return
            values = native.pure(body, function, [f"i64 {who}", *(f"{t} {v}" for t, v in zip(contexts, context, strict=True))])
            _settle(values)

        def _settle(values: list[str]) -> None:
            match kind:
                case "yes":
                    give([body.let(f"zext i1 {body.compare('ne', values[0], 0)} to i64")])
                    return
                case "number":
                    most = body.choose(body.compare("sgt", values[0], lead[1]), lead[1], values[0])
                    give([body.choose(body.compare("slt", most, lead[0]), lead[0], most)])
                    return
                case "member":
                    some = body.label()
                    body.branch(body.compare("slt", values[0], 0), default, some)
                    body.place(some)
                    ok = parts.contains(body, lead[0], values[0])
                case "option":
                    ok = parts.contains(body, lead[0], values[0])
                case _:
                    ok = _bundle(values)
            good = body.label()
            body.branch(ok, good, illegal)
            body.place(good)
            give(values)

        def _bundle(values: list[str]) -> str:
            ok = "true"
            for component, value, type_ in zip(native.program.components, values, types, strict=True):
                most = native.pure(body, component.allowed, [f"i64 {lead[0]}"])[0]
                if component.kind in _AMOUNTS:
                    fits = body.let(f"and i1 {body.compare('sge', value, 0)}, {body.compare('sle', value, most)}")
                else:
                    over = body.let(f"and {type_} {value}, {body.let(f'xor {type_} {most}, -1')}")
                    fits = body.compare("eq", over, 0, type_)
                ok = body.let(f"and i1 {ok}, {fits}")
            return ok

        _by_strategy(parts, body, who, by, default)
        body.place(illegal)
        body.count_up(Word.ILLEGAL)
        body.jump(default)
        body.place(default)
        match kind:
            case "option":
                give([parts.highest(body, lead[0])])
            case "member":
                give([parts.lowest(body, lead[0], empty=False)])
            case "number":
                give([lead[0]])
            case _:
                give(["0"] * len(types))
        body.place(done)
        body.give()
        parts.module.define(body, unique=True)

    return parts.once(name, make)
