"""Payments: what hooks make of an amount, what happens when it cannot be met, the transfer itself.

One function for each set of hooks that can matter (known from the purpose where the line names it): payer, amount, receiver, purpose,
thing. Changes to an amount pass fixed stages: becomes, times, plus, limits, rounding, where to, waived.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env, Variable
from rulelang.lower.expressions import expression
from rulelang.lower.types import COUNT, HOLDER, MONEY, PURPOSE, THING
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.hooks import HookDef

STAGES = 11
"""What hooks may leave behind: set?, the set amount, numerator, denominator, plus, most, least, unit, up?, where to, waived?"""
SET, AMOUNT, NUMERATOR, DENOMINATOR, PLUS, MOST, LEAST, UNIT, UP, TO, WAIVED = range(STAGES)
MOST_TRIES = 100
"""How often `cannot_pay` is asked before a debt that nobody settles is a fault."""


@dataclass(slots=True)
class Pending:
    """The payment that a `before` hook may change: the first register of its stages."""

    base: int
    amount: int
    compiler: Compiler

    def change(self, env: Env, what: str, value: object) -> None:
        code = env.code
        b = self.base
        match what, value:
            case "waive", _:
                code.move(b + WAIVED, code.const(1))
            case "times", (int(numerator), int(denominator)):
                code.op("mul", b + NUMERATOR, code.const(numerator), out=b + NUMERATOR)
                code.op("mul", b + DENOMINATOR, code.const(denominator), out=b + DENOMINATOR)
            case "plus", Value(operand=operand):
                code.op("add", b + PLUS, operand, out=b + PLUS)
            case "set", Value(operand=operand):
                code.move(b + SET, code.const(1))
                code.move(b + AMOUNT, operand)
            case "most", Value(operand=operand):
                code.op("min", b + MOST, operand, out=b + MOST)
            case "least", Value(operand=operand):
                code.op("max", b + LEAST, operand, out=b + LEAST)
            case "round", (int(up), Value(operand=operand)):
                code.move(b + UNIT, operand)
                code.move(b + UP, code.const(up))
            case "send", Value(operand=operand):
                code.move(b + TO, operand)


class Payments:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._functions: dict[tuple[int, ...], int] = {}
        self._shortage_reported = False

    def pay(self, env: Env, payer: Value, receiver: Value, amount: int, purpose: int, thing: int, span: Span) -> None:
        """Emits a payment. `purpose` is an index (-1: none); `amount` and `thing` are operands."""
        env.at(span)
        function = self._function(purpose, env)
        env.code.call(function, payer.operand, amount, receiver.operand, env.code.const(purpose), thing)

    def _relevant(self, when: str, purpose: int) -> list[HookDef]:
        return [h for h in self.compiler.hooks.of("pays", when) if not h.heard.purposes or purpose in h.heard.purposes]

    def _function(self, purpose: int, env: Env) -> int:
        before, after = self._relevant("before", purpose), self._relevant("when", purpose)
        instead = self._relevant("instead_of", purpose)
        key = (*(id(h) for h in before), 0, *(id(h) for h in after), 0, *(id(h) for h in instead))
        if key not in self._functions:
            self._functions[key] = self._build(before, after, instead)
        return self._functions[key]

    def _build(self, before: list[HookDef], after: list[HookDef], instead: list[HookDef]) -> int:
        compiler = self.compiler
        store = compiler.world.store
        index = store.reserve_function()
        code = Code(store, "pay", False, True)
        env = Env(compiler, code, "pay")
        code.origin = store.origin("pay", None)
        payer = code.parameter("payer", HOLDER)
        amount = code.parameter("it", MONEY)
        receiver = code.parameter("receiver", HOLDER)
        purpose = code.parameter("purpose", PURPOSE)
        thing = code.parameter("thing", THING)
        roles = {"payer": payer, "it": amount, "receiver": receiver, "purpose": purpose, "thing": thing}
        env.bind_player(payer.operand)
        compiler.later(lambda: self._body(index, env, roles, before, after, instead))
        return index

    def _body(
        self, index: int, env: Env, roles: dict[str, Value], before: list[HookDef], after: list[HookDef], instead: list[HookDef]
    ) -> None:
        compiler = self.compiler
        code = env.code
        payer, amount, receiver, purpose, thing = roles.values()
        with code.when(code.op("eq", amount.operand, code.const(0))):
            code.op("return")
        for hook in instead:
            with code.when(compiler.hooks.emit(env, hook, roles, results=1)):
                code.op("return")
        due, target = code.register(), code.register()
        code.move(due, amount.operand)
        code.move(target, receiver.operand)
        if before:
            self._stages(env, before, roles, due, target)
            with code.when(code.op("le", due, code.const(0))):
                code.op("return")
        limit = code.const(compiler.world.most_players)
        with code.when(code.op("lt", payer.operand, limit)), code.when(code.op("lt", code.load("money", payer.operand), due)):
            self._short(env, payer, due, target, purpose, thing)
        code.op("pay", payer.operand, target, due, purpose.operand, thing.operand)
        compiler.endings.check(env, {"money"})
        done = {"payer": payer, "it": Value(MONEY, due), "receiver": Value(HOLDER, target), "purpose": purpose, "thing": thing}
        for hook in after:
            compiler.hooks.emit(env, hook, done)
        compiler.finish(index, code)

    def _stages(self, env: Env, before: list[HookDef], roles: dict[str, Value], due: int, target: int) -> None:
        code = env.code
        const = code.const
        so_far: tuple[int, ...] = (
            *(const(value) for value in (0, 0, 1, 1, 0, 2**63 - 1, -(2**63), 0, 0)),
            roles["receiver"].operand,
            const(0),
        )
        for hook in before:
            out = self.compiler.hooks.emit(env, hook, roles, results=STAGES, extra=so_far)
            with code.when(code.op("eq", out + DENOMINATOR, const(0))):
                # The hook was cut short, because its player has left: what it left behind are zeros.
                for index, operand in enumerate(so_far):
                    code.move(out + index, operand)
            so_far = tuple(out + i for i in range(STAGES))
        with code.when(so_far[SET]):
            code.move(due, so_far[AMOUNT])
        code.op("mul", due, so_far[NUMERATOR], out=due)
        code.op("div_down", due, so_far[DENOMINATOR], out=due)
        code.op("add", due, so_far[PLUS], out=due)
        code.op("min", due, so_far[MOST], out=due)
        code.op("max", due, so_far[LEAST], out=due)
        with code.when(so_far[UNIT]):
            code.op("if", so_far[UP])
            code.op("div_up", due, so_far[UNIT], out=due)
            code.otherwise()
            code.op("div_down", due, so_far[UNIT], out=due)
            code.op("end")
            code.op("mul", due, so_far[UNIT], out=due)
        code.move(target, so_far[TO])
        with code.when(so_far[WAIVED]):
            code.move(due, const(0))

    def _short(self, env: Env, payer: Value, due: int, target: int, purpose: Value, thing: Value) -> None:
        """Who is short settles his debt by the game's own rule, as often as it takes."""
        compiler = self.compiler
        code = env.code
        families = compiler.families.find("cannot_pay", [None], [("to", None)])
        if not families:
            code.op("fault", compiler.messages.plain("{} cannot pay, and no rule `cannot_pay amount to receiver` says what then"))
            return
        old_debt, old_creditor = code.load("debt", payer.operand), code.load("creditor", payer.operand)
        code.store_slot("debt", due, payer.operand)
        code.store_slot("creditor", target, payer.operand)
        tries = code.register()
        code.move(tries, code.const(MOST_TRIES))
        code.op("loop", MOST_TRIES + 1)
        debt = code.load("debt", payer.operand)
        code.op("break_if", code.op("ge", code.load("money", payer.operand), debt))
        with code.when(code.op("le", tries, code.const(0))):
            code.op("fault", compiler.messages.plain("`cannot_pay` came back without the money, again and again"))
        code.op("sub", tries, code.const(1), out=tries)
        compiler.call_family(env, families[0], payer.operand, [debt, target])
        code.op("end")
        code.move(due, code.load("debt", payer.operand))
        code.store_slot("debt", old_debt, payer.operand)
        code.store_slot("creditor", old_creditor, payer.operand)

    # ---------------------------------------------------------------------------------------------------- inside a hook
    def prepare(self, env: Env, hook: HookDef, values: dict[str, Value], results: int) -> None:
        """Gives a hook on a payment its `it`, and what it may do to it."""
        if hook.heard.event != "pays" or "it" not in values:
            return
        code = env.code
        if results != STAGES:
            env.bind("it", values["it"])
            env.payment = None
            return
        base = code.register(0)
        for index in range(STAGES):
            code.parameter(f"stage{index}", COUNT)
        pending = Pending(base, values["it"].operand, self.compiler)
        env.payment = pending
        env.stop = lambda e: _give_back(e, base)
        env.names["it"] = Variable(
            values["it"], True, None, lambda e, v: pending.change(e, "set", v), lambda e, v: pending.change(e, "plus", v)
        )


def limits(env: Env, name: str, node: ast.Limited) -> bool:
    """`it becomes it but at most 100`: a limit, which holds after all that the amount is multiplied by. False for other values."""
    left = node.operand
    if not isinstance(env.payment, Pending) or not isinstance(left, ast.Noun) or left.filters or left.quantifier:
        return False
    if [word.text for word in left.path.words] != [name]:
        return False
    env.payment.change(env, node.op, expression(env, node.bound, MONEY))
    return True


def _give_back(env: Env, base: int) -> None:
    env.code.op("return", *(base + i for i in range(STAGES)))
