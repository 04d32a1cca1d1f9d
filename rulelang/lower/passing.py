"""Things change hands: all that passes at once has passed before anything that listens does something.

A transfer goes in steps, each for all of its things: `before` hooks; the passing itself; which `when` hooks hold; then what they do. So
whatever a new owner does to pay for one of them (sells, borrows, is ruined) finds the whole transfer made, and makes no hook hold that
did not hold when it was made. A thing that has passed on again by then has no more to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.types import HOLDER, THING, THINGS

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.hooks import HookDef


@dataclass(frozen=True, slots=True)
class Transfer:
    """Things (a set) that pass from one holder to another. `receiver` is -1 where they come to nobody."""

    giver: Value
    receiver: Value
    things: int

    def roles(self, thing: int) -> dict[str, Value]:
        return {"thing": Value(THING, thing), "receiver": self.receiver, "giver": self.giver}


class Passing:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._function = -1

    # ---------------------------------------------------------------------------------------------------------- statements
    def give(self, env: Env, value: Value, receiver: Value) -> None:
        """A thing, or a set of them, passes to a holder; what different holders give, one holder after another."""
        code = env.code
        if not value.type.many:
            with code.when(code.op("ge", value.operand, code.const(0))):  # nothing does not pass
                giver = code.load("owner", value.operand)
                code.call(self._pass(), giver, receiver.operand, code.op("with", code.const(0), value.operand))
            return
        rest, part = code.register(), code.register()
        code.move(rest, value.operand)
        with code.loop(512):
            code.op("break_if", code.op("not", rest))
            giver = code.load("owner", code.op("first", rest, code.const(0)))
            code.move(part, code.const(0))
            with code.members(rest, bound=512) as thing:
                with code.when(code.op("eq", code.load("owner", thing), giver)):
                    code.op("with", part, thing, out=part)
            code.op("less", rest, part, out=rest)
            code.call(self._pass(), giver, receiver.operand, part)

    def swap(self, env: Env, who: Value, partner: Value, given: Value, asked: Value) -> None:
        """Things of two players change places."""
        pairs = [self.transfer(env, who, partner, _set(env, given)), self.transfer(env, partner, who, _set(env, asked))]
        for pair in pairs:
            self._must_have(env, pair)
        self.before(env, pairs)
        for pair in pairs:
            self.move(env, pair)
        self.heard(env, pairs)

    def _must_have(self, env: Env, transfer: Transfer) -> None:
        code = env.code
        missing = code.op("less", transfer.things, code.load("holdings", transfer.giver.operand))
        with code.when(missing):
            code.op("fault", self.compiler.messages.plain("what is swapped belongs to somebody else"))

    def _pass(self) -> int:
        """The function (giver, receiver, things) by which one holder's things pass."""
        if self._function < 0:
            store = self.compiler.world.store
            self._function = store.reserve_function()
            code = Code(store, "pass", False, False)
            code.origin = store.origin("pass", None)
            giver, receiver = code.parameter("giver", HOLDER), code.parameter("receiver", HOLDER)
            things = code.parameter("things", THINGS)
            env = Env(self.compiler, code, "pass")
            env.bind_player(receiver.operand)

            def finish() -> None:
                transfer = self.transfer(env, giver, receiver, things.operand)
                with code.when(code.op("eq", giver.operand, transfer.receiver.operand)):
                    code.op("return")
                self.before(env, [transfer])
                self.move(env, transfer)
                self.heard(env, [transfer])
                self.compiler.finish(self._function, code)

            self.compiler.later(finish)
        return self._function

    # --------------------------------------------------------------------------------------------------------------- steps
    def transfer(self, env: Env, giver: Value, receiver: Value, things: int) -> Transfer:
        """What is to pass. What comes to the bank, or to somebody who has left, has no owner."""
        code = env.code
        world = self.compiler.world
        to = code.register()
        code.move(to, receiver.operand)
        with code.when(code.op("eq", to, code.const(world.bank))):
            code.move(to, code.const(-1))
        somebody = code.op("mul", code.op("ge", to, code.const(0)), code.op("lt", to, code.const(world.most_players)))
        with code.when(somebody), code.when(code.op("not", code.op("has", code.load("in_game"), to))):
            code.move(to, code.const(-1))
        return Transfer(giver, Value(HOLDER, to), things)

    def before(self, env: Env, transfers: list[Transfer]) -> None:
        if self.compiler.hooks.of("changes_hands", "before"):
            for transfer in transfers:
                with env.code.members(transfer.things, bound=512) as thing:
                    self.compiler.hooks.fire(env, "changes_hands", "before", transfer.roles(thing))

    def move(self, env: Env, transfer: Transfer) -> None:
        """The things have a new owner. A hook may have passed one on already: what counts is whose it is now."""
        code = env.code
        with code.members(transfer.things, bound=512) as thing:
            self._leaves(env, thing, "without")
            code.op("own", thing, transfer.receiver.operand)
            self._leaves(env, thing, "with")

    def _leaves(self, env: Env, thing: int, how: str) -> None:
        code = env.code
        owner = code.load("owner", thing)
        with code.when(code.op("ge", owner, code.const(0))):
            code.store_slot("holdings", code.op(how, code.load("holdings", owner), thing), owner)

    def heard(self, env: Env, transfers: list[Transfer]) -> None:
        """All has changed hands: endings, what counts it or ends with it, then the hooks that hold now, thing by thing."""
        code = env.code
        hooks = self.compiler.hooks
        self.compiler.endings.check(env, {"owner", "holdings"})
        later = hooks.of("changes_hands", "when", early=False)
        for transfer in transfers:
            with code.members(transfer.things, bound=512) as thing:
                hooks.fire(env, "changes_hands", "when", transfer.roles(thing), early=True)
        decided = [self._decide(env, transfer, later) for transfer in transfers] if later else []
        for transfer, hold in zip(transfers, decided, strict=False):
            with code.members(transfer.things, bound=512) as thing:
                for hook in later:
                    with code.when(code.op("eq", code.load("owner", thing), transfer.receiver.operand)):
                        known = hold.get(id(hook))
                        if known is None:
                            hooks.emit(env, hook, transfer.roles(thing))
                        else:
                            hooks.emit_decided(env, hook, transfer.roles(thing), code.op("has", known, thing))

    def _decide(self, env: Env, transfer: Transfer, hooks: list[HookDef]) -> dict[int, int]:
        """For each hook with a condition of its own: the set of things for which it holds. Cards, promises and effects ask when it is
        their turn."""
        code = env.code
        sets: dict[int, int] = {}
        asking = [hook for hook in hooks if hook.condition is not None and not (hook.effect or hook.promise or hook.card >= 0)]
        for hook in asking:
            sets[id(hook)] = code.register()
            code.move(sets[id(hook)], code.const(0))
        if asking:
            with code.members(transfer.things, bound=512) as thing:
                for hook in asking:
                    self._note(env, hook, transfer.roles(thing), thing, sets[id(hook)])
        return sets

    def _note(self, env: Env, hook: HookDef, roles: dict[str, Value], thing: int, result: int) -> None:
        code = env.code
        filters = hook.heard.filters(env, roles, None)
        for test in filters:
            code.op("if", test)
        inner = env.child()
        inner.at(hook.entry.hook.span)
        inner.bind_player(roles["receiver"].operand)
        self.compiler.hooks.names(inner, hook, roles)
        assert hook.condition is not None
        start = len(code.marks)
        met = condition(inner, hook.condition)
        hook.asked = [mark.span for mark in code.marks[start:] if mark.kind == "setting"]
        code.mark("branch", hook.entry.hook.span, "no", "zero", met)
        with code.when(met):
            code.op("with", result, thing, out=result)
        for _ in filters:
            code.op("end")


def _set(env: Env, value: Value) -> int:
    return value.operand if value.type.many else env.code.op("with", env.code.const(0), value.operand)
