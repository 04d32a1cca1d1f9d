"""Worked-out values: each definition becomes a pure function; a value that several kinds define is picked by the thing's kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.ir.program import Case
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression, same_number
from rulelang.lower.types import COUNT, GROUP, MONEY, NUMBER, PLAYER, STEP, UNKNOWN, YES_NO, Type, fits
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.fields import FieldInfo


DEEPEST = 40
"""How deep values may be worked out from one another."""


@dataclass(slots=True)
class Compiled:
    function: int
    type: Type


class Values:
    """Functions of worked-out values, compiled when first used."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._done: dict[tuple[str, str], Compiled] = {}
        self._open: list[tuple[str, str]] = []
        self._dispatchers: dict[tuple[tuple[str, str], ...], Compiled] = {}
        self.cases: list[Case] = []

    def call(self, env: Env, info: FieldInfo, subject: Value | None, parameter: Value | None) -> Value:
        """The value for a subject, with the acting player (nobody: -1) as `player`."""
        compiled = self.compile(info)
        if compiled is None:
            return Value(UNKNOWN, env.code.const(0))
        who = env.player.operand if env.player is not None else env.code.const(-1)
        if subject is not None and info.owner == "player":
            who = subject.operand
        arguments = [who]
        if subject is not None and info.owner != "player":
            arguments.append(subject.operand)
        if parameter is not None:
            arguments.append(parameter.operand)
        elif info.entry.value.parameter is not None:
            return env.error("needs-at", f"{info.name} needs a value: write `{info.name} at …`", info.entry.span)
        return Value(compiled.type, env.code.call(compiled.function, *arguments, results=1))

    def compile(self, info: FieldInfo) -> Compiled | None:
        key = (info.owner, info.name)
        if key in self._done:
            return self._done[key]
        node: ast.ValueDef = info.entry.value
        if key in self._open:
            trail = " → ".join(n for _, n in [*self._open[self._open.index(key) :], key])
            self.compiler.diagnostics.error(
                "value-cycle", f"{info.name} is worked out from itself: {trail}", node.span, help="one of them must do without the others"
            )
            return None
        if len(self._open) >= DEEPEST:
            self.compiler.diagnostics.error(
                "too-deep",
                f"values are worked out from one another {DEEPEST} deep at most; {info.name} goes deeper",
                node.span,
                help="work some of them out in one line",
            )
            self._done[key] = Compiled(0, UNKNOWN)
            return None
        self._open.append(key)
        store = self.compiler.world.store
        index = store.reserve_function()
        env = self._env(info, node)
        result = cases(env, node.cases, node.span, index, self.cases)
        self._finish(index, env.code)
        if node.added or node.only:
            index, result = self._changed(info, node, index, result)
        self._open.pop()
        compiled = Compiled(index, result)
        self._done[key] = compiled
        return compiled

    def _env(self, info: FieldInfo, node: ast.ValueDef) -> Env:
        """A function of who acts, what the value belongs to, and what it is asked `at`."""
        code = Code(self.compiler.world.store, f"value {info.owner}.{info.name}", True, False)
        env = Env(self.compiler, code, f"{info.owner}'s {info.name}" if info.owner != "game" else info.name, info.entry.chain_text)
        env.at(node.span)
        env.bind("player", code.parameter("player", PLAYER))
        type_ = subject_type(info.owner)
        if type_ is not None:
            subject = code.parameter(info.owner, type_)
            env.bind(info.owner, subject)
            env.subjects.append(subject)
        if node.parameter is not None:
            word, type_name = node.parameter
            parameter_type = self.compiler.world.type_named(type_name.name)
            if parameter_type is None:
                self.compiler.world.unknown("unknown-type", "type", type_name.name, type_name.span, ["money", "count"])
                parameter_type = UNKNOWN
            env.bind(word.text, code.parameter(word.text, parameter_type))
        return env

    def _finish(self, index: int, code: Code) -> None:
        code.results = 1
        self.compiler.world.store.functions[index] = code.finish()
        self.compiler.world.store.marks[index] = code.marks

    def _changed(self, info: FieldInfo, node: ast.ValueDef, base: int, type_: Type) -> tuple[int, Type]:
        """The value with what layers above added to it, then narrowed to what they left of it: (function, type)."""
        index = self.compiler.world.store.reserve_function()
        env = self._env(info, node)
        code = env.code
        value = Value(type_, code.call(base, *range(len(code.parameters)), results=1))
        for more in node.added:
            env.at(more.span)
            code.mark("case", more.span)
            value = _more(env.child(), value, more)
        for left in node.only:
            env.at(left.span)
            code.mark("case", left.span)
            value = _less(env.child(), value, left)
        code.op("return", value.operand)
        self._finish(index, code)
        return index, value.type

    def dispatch(self, env: Env, infos: list[FieldInfo], subject: Value, parameter: Value | None, span: Span) -> Value:
        """The value as the thing's own kind defines it: `infos` from narrow to wide."""
        world = self.compiler.world
        static = world.mask(subject.type.kind)
        live = [i for i in infos if world.kinds.get(i.owner, 0) & static]
        if not live:
            live = infos[:1]
        if len(live) == 1:
            covered = world.kinds.get(live[0].owner, 0)
            if static & ~covered:
                self._missing(env, live[0], subject, static & ~covered, span)
            return self.call(env, live[0], subject, parameter)
        key = tuple((i.owner, i.name) for i in live)
        if key not in self._dispatchers:
            self._dispatchers[key] = self._dispatcher(live, static, span, env)
        compiled = self._dispatchers[key]
        who = env.player.operand if env.player is not None else env.code.const(-1)
        arguments = [who, subject.operand, *([parameter.operand] if parameter is not None else [])]
        return Value(compiled.type, env.code.call(compiled.function, *arguments, results=1))

    def _dispatcher(self, live: list[FieldInfo], static: int, span: Span, env: Env) -> Compiled:
        world = self.compiler.world
        store = world.store
        index = store.reserve_function()
        code = Code(store, f"value {live[0].name}", True, False)
        code.origin = store.origin(live[0].name, live[0].entry.span)
        who = code.parameter("player", PLAYER)
        thing = code.parameter("thing", Type("thing"))
        with_parameter = any(i.entry.value.parameter is not None for i in live)
        extra = [code.parameter("at", COUNT)] if with_parameter else []
        result = UNKNOWN
        left = static
        # Narrow kinds first: a kind's own definition wins over its parent's.
        for info in sorted(live, key=lambda i: -len(world.ancestors(i.owner))):
            compiled = self.compile(info)
            if compiled is None:
                continue
            mask = world.kinds[info.owner] & left
            left &= ~mask
            if not mask:
                continue
            result = _joined(result, compiled.type)
            with code.when(code.op("has", code.const(mask), thing.operand)):
                code.op("return", code.call(compiled.function, who.operand, thing.operand, *(v.operand for v in extra), results=1))
        code.results = 1
        code.op("return", code.const(0))
        store.functions[index] = code.finish()
        if left:
            self._missing(env, live[0], Value(Type("thing"), 0), left, span)
        return Compiled(index, result)

    def _missing(self, env: Env, info: FieldInfo, subject: Value, things: int, span: Span) -> None:
        world = self.compiler.world
        kinds = dict.fromkeys(world.kind_of[i] for i in range(len(world.things)) if (things >> i) & 1)
        env.error(
            "field-missing",
            f"{info.name} is not worked out for {', '.join(kinds)}",
            span,
            help=f"add `{info.name} is …` to kind {next(iter(kinds))}, or ask for a narrower kind",
        )


def _more(env: Env, value: Value, node: ast.Expr) -> Value:
    """An amount that is added, or members."""
    more = expression(env, node)
    if UNKNOWN in (value.type, more.type):
        return value
    if value.type.many:
        if more.type.base != value.type.base:
            return env.error("wrong-type", f"a {more.type} is not among {value.type}", node.span)
        joined = Type(value.type.base, value.type.kind if more.type.kind == value.type.kind else None, True)
        return Value(joined, env.code.op("join" if more.type.many else "with", value.operand, more.operand))
    if not value.type.is_number:
        return env.error("wrong-type", f"nothing can be added to a {value.type}", node.span, help="`replace` it")
    return Value(same_number(env, value, more, node.span), env.code.op("add", value.operand, more.operand))


def _less(env: Env, value: Value, node: ast.Noun) -> Value:
    """The members that are in another set as well."""
    left = expression(env, node)
    if UNKNOWN in (value.type, left.type):
        return value
    if not (value.type.many and left.type.many and left.type.base == value.type.base):
        mend = "write `only` before a set: `only players who …`"
        return env.error("wrong-type", f"a {value.type} is not narrowed to a {left.type}", node.span, help=mend)
    return Value(value.type, env.code.op("meet", value.operand, left.operand))


def subject_type(owner: str) -> Type | None:
    """The type of the thing that a field's owner stands for; None for the game and for players (who are `player`)."""
    if owner in ("game", "player", "holder"):
        return None
    if owner == "group":
        return GROUP
    if owner in ("card", "piece"):
        return Type(owner)
    return Type("thing", owner)


def cases(env: Env, lines: tuple[tuple[ast.Expr, ast.Expr | None], ...], span: Span, function: int, log: list[Case]) -> Type:
    """Returns the first case that holds; the type all cases share. The last case must be bare or `otherwise`."""
    code = env.code
    result = UNKNOWN
    for value_node, condition_node in lines:
        env.at(value_node.span)
        log.append(
            Case(
                function,
                tidy(value_node.span.text),
                tidy(condition_node.span.text) if condition_node is not None else "",
                code.origin,
            )
        )
        if condition_node is None:
            code.mark("case", value_node.span)
            value = value_of(env, value_node)
            result = check_join(env, result, value.type, value_node.span)
            code.op("return", value.operand)
            break
        with code.when(condition(env.child(), condition_node)):
            code.mark("case", value_node.span)
            value = value_of(env.child(), value_node)
            result = check_join(env, result, value.type, value_node.span)
            code.op("return", value.operand)
    else:
        env.error("open-cases", "when none of these cases holds, there is no value", span, help="end with a line `… otherwise`")
        code.op("return", code.const(0))
    return COUNT if result == NUMBER else result


def value_of(env: Env, node: ast.Expr) -> Value:
    """A case's value: an expression, or a condition for yes/no."""
    if isinstance(node, ast.Compare | ast.Is | ast.CountIs | ast.Has | ast.Same | ast.Owns | ast.Can | ast.Not | ast.Logic):
        return Value(YES_NO, condition(env, node))
    return expression(env, node)


def check_join(env: Env, a: Type, b: Type, span: Span) -> Type:
    joined = _joined(a, b)
    if joined == UNKNOWN and UNKNOWN not in (a, b):
        env.error("wrong-type", f"this case is a {b}, and those above are a {a}", span, help="all cases of a value are of one type")
    return joined


def _joined(a: Type, b: Type) -> Type:
    """The type that holds both; UNKNOWN if none does."""
    if a == UNKNOWN:
        return b
    if b == UNKNOWN or a == b:
        return a
    if a.base == "nobody":
        return b
    if b.base == "nobody":
        return a
    if a.base == b.base and a.many == b.many:
        return Type(a.base, None, a.many)
    if a.is_number and b.is_number:
        if MONEY in (a, b):
            return MONEY if fits(a, MONEY) and fits(b, MONEY) else UNKNOWN
        return STEP if a == b == STEP else COUNT
    if {a.base, b.base} == {"player", "holder"}:
        return Type("holder")
    return UNKNOWN
