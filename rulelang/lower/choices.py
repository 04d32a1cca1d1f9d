"""`choose NAME from …`: a member of a set, a number from a range, or a bundle of goods."""

from __future__ import annotations

from rulelang.lower import nouns
from rulelang.lower.conditions import condition
from rulelang.lower.decisions import WIDEST_CHOICE, decider
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression, same_number
from rulelang.lower.types import BUNDLE, COUNT, DICE, FACE, NUMBER, PLAYER, THING, UNKNOWN, Type
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy

SPACE = Type("thing", "space")


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
    value = _listed(env, line) if line.also else expression(env, line.low)
    if line.also and value.type.is_number:
        chosen = ask(env, "ask_member", who, name, "member", (value.operand,), (), value.type, name, texts=(line.text,))
        _chosen(env, line.name, Value(value.type, chosen))
        return
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


def _listed(env: Env, line: ast.Choose) -> Value:
    """`from A, B, C`: the set of these; numbers keep their own type, which tells that they are a set of numbers."""
    code = env.code
    result = code.register()
    code.move(result, code.const(0))
    type_ = UNKNOWN
    for node in (line.low, *line.also):
        value = expression(env, node)
        if value.type in (DICE, FACE):
            value = expect(env, value, COUNT, node.span)
        if value.type == UNKNOWN:
            return value
        if type_ == UNKNOWN:
            type_ = value.type
        elif value.type.is_number and type_.is_number:
            type_ = same_number(env, Value(type_, 0), value, node.span)
        elif value.type.base == type_.base == "thing" and value.type.kind != type_.kind:
            mask = env.compiler.world.mask(value.type.kind) | env.compiler.world.mask(type_.kind)
            type_ = SPACE if mask & ~env.compiler.world.mask("space") == 0 else THING
        elif value.type.base != type_.base:
            return env.error("wrong-type", f"`{node.span.text}` is a {value.type}, and those before it are a {type_}", node.span)
        if value.type.is_number:
            _within(env, value, node)
        if value.type.is_number and line.condition is not None:
            inner = env.child()
            inner.bind(line.name.text, value)
            code.op("if", condition(inner, line.condition))
        code.op("join" if value.type.many else "with", result, value.operand, out=result)
        if value.type.is_number and line.condition is not None:
            code.op("end")
    if type_.is_number:
        return Value(COUNT if type_ == NUMBER else type_, result)
    return Value(Type(type_.base, type_.kind, True), result)


def _within(env: Env, value: Value, node: ast.Expr) -> None:
    """A number that is picked singly is no more than can be told apart."""
    code = env.code
    known = code.store.constant_of(value.operand)
    if known is None:
        outside = code.op("max", code.op("lt", value.operand, code.const(0)), code.op("gt", value.operand, code.const(WIDEST_CHOICE)))
        with code.when(outside):
            code.op("fault", env.compiler.messages.plain(f"`{tidy(node.span.text)}` is to be chosen, and is not from 0 to {WIDEST_CHOICE}"))
    elif known > WIDEST_CHOICE:
        mend = "choose from a range: `choose NAME from A to B`"
        env.error("out-of-range", f"numbers that are listed go up to {WIDEST_CHOICE}", node.span, help=mend)


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
