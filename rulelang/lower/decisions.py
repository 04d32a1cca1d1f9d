"""Decisions: may, must, either … or, choose. Each has a name that strategies, tests and people answer to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.ir.program import Decision, Op
from rulelang.lower import nouns
from rulelang.lower.calls import call_family, plain_word, take_apart
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import BUNDLE, COUNT, NUMBER, PLAYER, UNKNOWN, Type
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

WIDEST_CHOICE = 256
"""The most numbers that a filtered choice (`choose N from 1 to M if …`) may range over."""


@dataclass(slots=True)
class Asked:
    """A decision and every place where it is asked: (function under construction, index of its op, names in scope there)."""

    name: str
    kind: str
    options: tuple[str, ...]
    domain: str
    type: Type
    title: str
    places: list[tuple[Code, int, dict[str, Value]]] = field(default_factory=list)
    context: list[tuple[str, Type]] = field(default_factory=list)
    settled: int = 0
    """How many of the places have been given their context."""


class Decisions:
    """All decisions. The context that a decision hands over is what all its places have in scope: known only at the end."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.by_name: dict[str, Asked] = {}
        self.order: list[Asked] = []

    def ask(
        self,
        env: Env,
        code_word: str,
        who: Value,
        name: str,
        kind: str,
        extra: tuple[int, ...] = (),
        options: tuple[str, ...] = (),
        type_: Type = UNKNOWN,
        title: str = "",
        width: int = 1,
    ) -> int:
        """Emits an ask op; its context is filled in by `settle`."""
        key = name if kind != "option" else "/".join(options)
        asked = self.by_name.get(key)
        if asked is None or asked.kind != kind:
            if asked is not None:
                key = f"{key} ({kind})"
                asked = self.by_name.get(key)
            if asked is None:
                asked = Asked(key, kind, options, type_.key, type_, title)
                self.by_name[key] = asked
                self.order.append(asked)
        code = env.code
        out = code.register(width)
        scope = {n: v.value for n, v in env.visible() if v.value.type.base != "unknown" and v.assign is None}
        if env.subjects and env.subjects[0].type.base == "thing":
            scope.setdefault(env.subjects[0].type.kind or "thing", env.subjects[0])
        asked.places.append((code, len(code.ops), scope))
        code.ops.append(Op(code_word, out, (self.order.index(asked), who.operand, *extra), code.origin))
        return out

    def settle(self) -> None:
        """Gives every decision the names that all its places have, and their ops the operands.

        Places that come after that (in the scenes of tests) get the same context, with nothing for what they do not have.
        """
        for asked in self.order:
            if not asked.settled:
                asked.context = _common([scope for _, _, scope in asked.places])
            for code, index, scope in asked.places[asked.settled :]:
                operands: list[int] = []
                for name, type_ in asked.context:
                    width = self.compiler.deals.width if type_.base == "bundle" else 1
                    if name in scope:
                        operands.extend(scope[name].operand + i for i in range(width)) if width > 1 else operands.append(
                            scope[name].operand
                        )
                    else:
                        operands.extend([code.const(-1)] * width)
                op = code.ops[index]
                code.ops[index] = Op(op.code, op.out, (*op.args, *operands), op.origin)
            asked.settled = len(asked.places)

    def forget(self, code: Code, start: int) -> None:
        """Takes back the places in a function from one of its ops on: those ops are not kept."""
        for asked in self.order:
            asked.places = [place for place in asked.places if place[0] is not code or place[1] < start]

    def rows(self) -> tuple[Decision, ...]:
        rows = []
        width = self.compiler.deals.width
        for asked in self.order:
            domain = asked.domain
            if asked.kind == "member" and asked.type.is_number:
                domain = f"#{WIDEST_CHOICE + 1}"
            context: list[tuple[str, str]] = []
            for name, type_ in asked.context:
                context.extend((name, type_.key) for _ in range(width if type_.base == "bundle" else 1))
            rows.append(Decision(asked.name, asked.kind, asked.options, domain, tuple(context), asked.title or asked.name))
        return tuple(rows)


def _common(scopes: list[dict[str, Value]]) -> list[tuple[str, Type]]:
    """The names that all scopes have, each with the type that fits them all; `player` is who decides anyway."""
    common = {n: v.type for n, v in scopes[0].items()} if scopes else {}
    for scope in scopes:
        common = {n: _wider(t, scope[n].type) for n, t in common.items() if n in scope and _wider(t, scope[n].type) != UNKNOWN}
    return [(n, t) for n, t in common.items() if n != "player"]


def _wider(a: Type, b: Type) -> Type:
    if a == b:
        return a
    if a.base == b.base and a.many == b.many:
        return Type(a.base, None, a.many)
    if {a.base, b.base} == {"player", "holder"}:
        return Type("holder")
    return UNKNOWN


def _decider(env: Env, node: ast.Expr | None, span: Span) -> Value:
    if node is not None:
        return nouns.one(env, expression(env, node))
    if env.player is None:
        return env.error("nobody-acts", "nobody acts here: say who decides", span, help="write `each player` around it, or name a player")
    return env.player


def ask_yes(env: Env, who: Value, name: str, title: str, about: Type = UNKNOWN) -> int:
    """`about` CARD: whether to play the card of that title."""
    return env.compiler.decisions.ask(env, "ask_yes", who, name, "yes", type_=about, title=title)


def may(env: Env, line: ast.May) -> None:
    """`who may DO`: an action or rule that he may do, a moment to act in, or a named question with a block."""
    code = env.code
    first = plain_word(line.statement.items[0])
    if first == "act" and len(line.statement.items) == 2:
        _act(env, line.who, line.statement, may_pass=True)
        return
    everyone = isinstance(line.who, ast.Noun) and plain_word(line.who) == "everyone"
    if everyone:
        env.error(
            "wrong-type",
            "everyone may act in a moment; ask players one by one otherwise",
            line.span,
            help="write `each player` with `may …` below it",
        )
        return
    who = _decider(env, line.who, line.span)
    who = expect(env, who, PLAYER, line.span)
    if who.type == UNKNOWN:
        return
    call = take_apart(env, line.statement) if not line.body else None
    if call is None:
        if not (len(line.statement.items) == 1 and not line.statement.preps and first is not None):
            from rulelang.lower.calls import unknown_verb

            unknown_verb(env, line.statement)
            return
        if not line.body:
            from rulelang.lower.calls import unknown_verb

            unknown_verb(env, line.statement)
            return
        yes = ask_yes(env, who, first, line.statement.span.text)
        if isinstance(line.body[0], ast.Choose) and line.body[0].high is not None:
            env.compiler.follows.setdefault(first, line.body[0].low)
        _branch(env, yes, lambda e: env.compiler.body(e, line.body), line)
        return
    inner = env.child()
    inner.bind_player(who.operand)
    families = env.compiler.families.find(call.base, call.words, call.prep_words)
    if families and families[0].patterns[0].is_action:
        legal = env.compiler.actions.legal_call(inner, families[0], call)
        if legal is None:
            return
        yes = code.register()
        code.move(yes, code.const(0))
        legal_operand, arguments = legal
        with code.when(legal_operand):
            code.move(yes, ask_yes(_with_arguments(inner, families[0], arguments), who, call.base, line.statement.span.text))
        _branch(inner, yes, lambda e: env.compiler.actions.perform(e, families[0], who, arguments), line)
        return
    yes = ask_yes(inner, who, call.base, line.statement.span.text)
    if families:
        _branch(inner, yes, lambda e: call_family(e, families[0], call), line)
        return
    from rulelang.lower.calls import do

    _branch(inner, yes, lambda e: do(e, line.statement), line)


def _with_arguments(env: Env, family: object, arguments: list[int]) -> Env:
    """The action's parameters by name, so that a strategy's line for it can speak of them wherever it is asked."""
    from rulelang.lower.headers import Family

    assert isinstance(family, Family)
    inner = env.child()
    for (_, place), operand in zip(family.patterns[0].open_places, arguments, strict=True):
        inner.bind(place.word, Value(place.type, operand))
    return inner


def _branch(env: Env, yes: int, then: object, line: ast.May) -> None:
    code = env.code
    code.branch(line.span)
    code.op("if", yes)
    assert callable(then)
    then(env.child())
    if line.otherwise:
        code.otherwise()
        env.compiler.body(env.child(), line.otherwise)
    code.op("end")


def must(env: Env, line: ast.Must) -> None:
    """`player must act MOMENT until C`: acts, and cannot pass, until the condition holds (or nothing is legal any more)."""
    if plain_word(line.statement.items[0]) != "act" or len(line.statement.items) != 2:
        env.error("must-act", "`must` goes with `act MOMENT until …`", line.span, help="what is no choice is done without `must`")
        return
    _act(env, line.who, line.statement, may_pass=False, until=line.until)


def _act(env: Env, who_node: ast.Expr | None, statement: ast.Statement, *, may_pass: bool, until: ast.Expr | None = None) -> None:
    world = env.compiler.world
    node = statement.items[1]
    word = plain_word(node)
    name = world.model.canonical(word) if word else ""
    if name not in world.moments:
        world.unknown("unknown-name", "moment", word or node.span.text, node.span, world.moments)
        return
    world.use("moment", name)
    moment = world.moments.index(name)
    code = env.code
    if isinstance(who_node, ast.Noun) and plain_word(who_node) == "everyone":
        start = env.player.operand if env.player is not None else code.const(0)
        code.call(env.compiler.moments.everyone(moment), start)
        return
    who = expect(env, _decider(env, who_node, statement.span), PLAYER, statement.span)
    if until is None:
        code.call(env.compiler.moments.one(moment), who.operand)
        return
    inner = env.child()
    inner.bind_player(who.operand)
    code.op("loop", 10_000)
    code.op("break_if", condition(inner, until))
    first = env.compiler.moments.act(env, moment, who.operand, 0)
    code.op("break_if", code.op("lt", first, code.const(0)))
    code.op("perform", who.operand, first)
    code.op("break_if", code.op("not", code.op("has", code.load("in_game"), who.operand)))
    code.op("end")


def either(env: Env, line: ast.Either) -> None:
    """`who either A … or B …`: the name of the decision is made of its options."""
    code = env.code
    who = expect(env, _decider(env, line.who, line.span), PLAYER, line.span)
    if who.type == UNKNOWN:
        return
    names = tuple(_option_name(word, lines, number) for number, (word, lines) in enumerate(line.options))
    if len(set(names)) < len(names):
        env.error(
            "option-twice",
            f"two of these ways are called `{max(names, key=names.count)}`",
            line.span,
            help="give each a name: `either NAME` … `or NAME`",
        )
        return
    everything = (1 << len(names)) - 1
    choice = env.compiler.decisions.ask(
        env, "ask_option", who, "/".join(names), "option", (code.const(everything),), names, COUNT
    )
    for number, (word, lines) in enumerate(line.options):
        inner = env.child()
        if line.who is not None:
            # The lines of a way are done by the one who picked it.
            inner.bind_player(who.operand)
        chosen = code.op("eq", choice, code.const(number))
        code.mark("branch", ((word or lines[0]) if lines else line).span, "chosen", "then")
        with code.when(chosen):
            env.compiler.body(inner, lines)

def _option_name(word: ast.Word | None, lines: ast.Body, number: int) -> str:
    if word is not None:
        return word.text
    if lines and isinstance(lines[0], ast.Do):
        first = plain_word(lines[0].statement.items[0])
        if first is not None:
            return first
    return f"way_{number + 1}"


def choose(env: Env, line: ast.Choose) -> None:
    """`who choose NAME from …`: a member of a set, a number from a range, or a bundle of goods."""
    who = expect(env, _decider(env, line.who, line.span), PLAYER, line.span)
    if who.type == UNKNOWN:
        return
    name = line.name.text
    ask = env.compiler.decisions.ask
    if line.high is not None:
        low, high = expression(env, line.low), expression(env, line.high)
        low, high = expect(env, low, _number(low), line.low.span), expect(env, high, _number(high), line.high.span)
        type_ = low.type if low.type != NUMBER else high.type if high.type != NUMBER else COUNT
        if line.condition is None:
            chosen = ask(env, "ask_number", who, name, "number", (low.operand, high.operand), (), type_, name)
            _chosen(env, line.name, Value(type_, chosen))
            return
        options = _numbers(env, name, low, high, line.condition, type_)
        chosen = ask(env, "ask_member", who, name, "member", (options,), (), type_, name)
        _chosen(env, line.name, Value(type_, chosen))
        return
    value = expression(env, line.low)
    if value.type.base == "goods":
        if not env.compiler.deals.width:
            env.error("no-goods", "nothing may be dealt in", line.span, help="declare `goods money`, `goods KIND` …")
            return
        chosen = ask(env, "ask_goods", who, name, "goods", (value.operand,), (), BUNDLE, name, width=env.compiler.deals.width)
        _chosen(env, line.name, Value(BUNDLE, chosen), env.compiler.deals.width)
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
    chosen = ask(env, "ask_member", who, name, "member", (value.operand,), (), type_, name)
    _chosen(env, line.name, Value(type_, chosen))


def _chosen(env: Env, name: ast.Word, value: Value, width: int = 1) -> None:
    """What was chosen gets the name; where the name stands for such a value already, that takes the new one."""
    known = env.names.get(name.text)
    if known is not None and known.mutable and known.assign is None and known.value.type.base == value.type.base:
        for index in range(width):
            env.code.move(known.value.operand + index, value.operand + index)
        return
    env.bind(name.text, value, mutable=True, span=name.span)


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
