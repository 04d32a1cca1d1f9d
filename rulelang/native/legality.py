"""Whether an action may be performed, and the first that may: candidates, needs, limits, cost, as `rulelang.engine.legality` has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulelang.engine.layout import slot_sizes
from rulelang.ir.program import Action, Limit
from rulelang.ir.shape import most_parameters
from rulelang.native.emit import Body

if TYPE_CHECKING:
    from rulelang.native.parts import Parts
    from rulelang.native.program import Native


def limited(parts: Parts, native: Native, body: Body, limit: Limit, player: str, params: list[str], each: Callable[[str], None]) -> None:
    """Runs `each` with the word at which a limit counts, where it holds."""
    slot = native.program.slots[limit.slot]
    base = parts.block.places[slot.base]
    if limit.per < 0:
        each(body.add(base, player))
        return
    columns = slot_sizes(native.program, slot)[1]
    per = native.pure(body, limit.per, [f"i64 {player}", *(f"i64 {value}" for value in params)])[0]
    # The columns are those of the domain that `per` is of, so that no number is beyond them.
    with body.when(body.compare("ult", per, columns)):
        each(body.add(body.add(base, body.let(f"mul i64 {player}, {columns}")), per))


def _limits_and_cost(parts: Parts, native: Native, body: Body, action: Action, known: list[str], need: Callable[[str], None]) -> None:
    for limit in action.limits:
        reached = body.local("i1")
        body.store("false", reached, "i1")

        def test(place: str, limit: Limit = limit, reached: str = reached) -> None:
            most = native.pure(body, limit.count, [])[0]
            body.store(body.compare("sge", body.load(body.at(place)), most), reached, "i1")

        limited(parts, native, body, limit, known[0], known[1:], test)
        need(body.let(f"xor i1 {body.load(reached, 'i1')}, true"))
    if action.cost >= 0:
        cost = native.pure(body, action.cost, [f"i64 {value}" for value in known])[0]
        has = body.load(parts.address(body, parts.block.layout.money, known[0]))
        need(body.compare("sle", cost, has))


def legal(parts: Parts, native: Native, number: int) -> str:
    """(player, parameters …) → i1: whether an action may be performed."""
    name = f"legal{number}"

    def make() -> None:
        action = native.program.actions[number]
        body = Body(parts.module, name, "i1", ["i64"] * (1 + len(action.parameters)))
        no = body.label()

        def need(condition: str) -> None:
            on = body.label()
            body.branch(condition, on, no)
            body.place(on)

        for depth in range(len(action.parameters) + 1):
            known = body.parameters[: 1 + depth]
            given = [f"i64 {value}" for value in known]
            if depth and action.parameters[depth - 1][3] >= 0:
                candidates = native.pure(body, action.parameters[depth - 1][3], given[:-1])[0]
                need(parts.contains(body, candidates, known[-1]))
            for each in action.needs:
                if each.depth == depth:
                    need(body.compare("ne", native.pure(body, each.function, given)[0], 0))
        _limits_and_cost(parts, native, body, action, body.parameters, need)
        body.give("true")
        body.place(no)
        body.give("false")
        parts.module.define(body, unique=True)

    return parts.once(name, make)


def first_legal(parts: Parts, native: Native, number: int) -> str:
    """(player, address of the parameters) → i1: finds the first parameters with which an action may be performed."""
    name = f"first{number}"

    def make() -> None:
        action = native.program.actions[number]
        body = Body(parts.module, name, "i1", ["i64", "ptr"])
        who, found = body.parameters
        set_ = parts.module.set

        def fill(params: list[str], skip: str) -> None:
            known = [who, *params]
            given = [f"i64 {value}" for value in known]

            def need(condition: str) -> None:
                on = body.label()
                body.branch(condition, on, skip)
                body.place(on)

            for each in action.needs:
                if each.depth == len(params):
                    need(body.compare("ne", native.pure(body, each.function, given)[0], 0))
            if len(params) == len(action.parameters):
                _limits_and_cost(parts, native, body, action, known, need)
                for place, value in enumerate(params):
                    body.store(value, body.let(f"getelementptr inbounds i64, ptr {found}, i64 {place}"))
                body.give("true")
                return
            rest = body.local(set_)
            body.store(native.pure(body, action.parameters[len(params)][3], given)[0], rest, set_)
            top = body.label()
            body.place(top)
            members = body.load(rest, set_)
            need(body.compare("ne", members, 0, set_))
            less = body.let(f"add {set_} {members}, -1")
            body.store(body.let(f"and {set_} {members}, {less}"), rest, set_)
            fill([*params, parts.lowest(body, members, empty=False)], top)

        none = body.label()
        fill([], none)
        body.place(none)
        body.give("false")
        parts.module.define(body, unique=True)

    return parts.once(name, make)


def first_of_moment(parts: Parts, native: Native, moment: int) -> str:
    """(player, addresses): the first action of a moment that is legal; nothing is written if none is."""
    name = f"first_of{moment}"

    def make() -> None:
        width = 1 + most_parameters(native.program)
        body = Body(parts.module, name, "void", ["i64", *["ptr"] * width])
        who, *chosen = body.parameters
        for action in native.program.moments[moment].actions:
            count = len(native.program.actions[action].parameters)
            room = body.local(f"[{max(1, count)} x i64]")
            found = body.call("i1", first_legal(parts, native, action), f"i64 {who}", f"ptr {room}")
            yes, no = body.label(), body.label()
            body.branch(found, yes, no)
            body.place(yes)
            body.store(str(action), chosen[0])
            for place in range(count):
                body.store(body.load(body.at(place, room)), chosen[1 + place])
            body.give()
            body.place(no)
        body.give()
        parts.module.define(body, unique=True)

    return parts.once(name, make)
