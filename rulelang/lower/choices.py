"""`choose NAME from …`: a member of a set, a number from a range, or a bundle of goods."""

from __future__ import annotations

from rulelang.lower import nouns
from rulelang.lower.conditions import condition
from rulelang.lower.decisions import WIDEST_CHOICE, decider
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import BUNDLE, COUNT, NUMBER, PLAYER, UNKNOWN, Type
from rulelang.syntax import ast


def choose(env: Env, line: ast.Choose) -> None:
    """`who choose NAME from …`: a member of a set, a number from a range, or a bundle of goods."""
    who = expect(env, decider(env, line.who, line.span), PLAYER, line.span)
    if who.type == UNKNOWN:
        return
    name = line.name.text
    ask = env.compiler.decisions.ask
    if line.high is not None:
        low, high = expression(env, line.low), expression(env, line.high)
        low, high = expect(env, low, _number(low), line.low.span), expect(env, high, _number(high), line.high.span)
        type_ = low.type if low.type != NUMBER else high.type if high.type != NUMBER else COUNT
        if line.condition is None:
            chosen = ask(env, "ask_number", who, name, "number", (low.operand, high.operand), (), type_, name, texts=(line.text,))
            _chosen(env, line.name, Value(type_, chosen))
            return
        options = _numbers(env, name, low, high, line.condition, type_)
        chosen = ask(env, "ask_member", who, name, "member", (options,), (), type_, name, texts=(line.text,))
        _chosen(env, line.name, Value(type_, chosen))
        return
    value = expression(env, line.low)
    if value.type.base == "goods":
        if not env.compiler.deals.width:
            env.error("no-goods", "nothing may be dealt in", line.span, help="declare `goods money`, `goods KIND` …")
            return
        width = env.compiler.deals.width
        chosen = ask(env, "ask_goods", who, name, "goods", (value.operand,), (), BUNDLE, name, width, (line.text,))
        _chosen(env, line.name, Value(BUNDLE, chosen), width)
        return
    if value.type == UNKNOWN:
        env.bind(name, value)
        return
    if not value.type.many:
        env.error("wrong-type", f"`{line.low.span.text}` is one {value.type}: there is nothing to choose", line.low.span)
        env.bind(name, value)
        return
    if line.condition is not None:
        test = line.condition

        def holds(inner: Env, member: Value) -> int:
            inner.bind(name, member)
            if member.type.base == "thing":
                inner.subjects.insert(0, member)
            return condition(inner, test)

        value = nouns.select(env, value, holds)
    type_ = value.type.one()
    chosen = ask(env, "ask_member", who, name, "member", (value.operand,), (), type_, name, texts=(line.text,))
    _chosen(env, line.name, Value(type_, chosen))


def _chosen(env: Env, name: ast.Word, value: Value, width: int = 1) -> None:
    """What was chosen gets the name; where the name stands for such a value already, that takes the new one."""
    known = env.names.get(name.text)
    if known is not None and known.mutable and known.assign is None and known.value.type.base == value.type.base:
        for index in range(width):
            env.code.move(known.value.operand + index, value.operand + index)
        return
    env.bind(name.text, value, mutable=True, span=name.span)
    if value.type.base in ("thing", "group"):
        env.subjects.insert(0, value)
        env.picked[name.text] = value


def _number(value: Value) -> Type:
    return value.type if value.type.is_number else COUNT


def _numbers(env: Env, name: str, low: Value, high: Value, node: ast.Expr, type_: Type) -> int:
    """The set of the numbers in a range for which a condition holds."""
    code = env.code
    result, number = code.register(), code.register()
    code.move(result, code.const(0))
    code.op("max", low.operand, code.const(0), out=number)
    code.op("loop", WIDEST_CHOICE + 1)
    code.op("break_if", code.op("gt", number, high.operand))
    inner = env.child()
    inner.bind(name, Value(type_, number))
    with code.when(condition(inner, node)):
        code.op("with", result, number, out=result)
    code.op("add", number, code.const(1), out=number)
    code.op("end")
    return result
