"""Decisions: may, must, either … or (`choose` is in `choices`). Each has a name that strategies, tests and people answer to."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from rulelang.ir.program import Decision, Message, Op
from rulelang.lower import nouns
from rulelang.lower.calls import call_family, plain_word, take_apart
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.questions import title, ways
from rulelang.lower.types import CARD, COUNT, PLAYER, UNKNOWN, Type
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.action_parts import Act
    from rulelang.lower.compiler import Compiler

WIDEST_CHOICE = 256
"""The highest number among those that are picked singly: `choose N from 1 to M if …`, `choose N from 3, 5, 8`."""


@dataclass(slots=True)
class Asked:
    """A decision and every place where it is asked: (function under construction, index of its op, names in scope there)."""

    name: str
    word: str
    """What strategies and tests call it; several decisions may go by one word, if they are of different kinds or have different texts."""
    texts: tuple[ast.Text | None, ...]
    """The author's: the question, or what each way of `either` reads like."""
    kind: str = ""
    options: tuple[str, ...] = ()
    domain: str = ""
    type: Type = UNKNOWN
    plain: str = ""
    """What people read where the author has written no text."""
    act: Act | None = None
    """The one action that is offered: its title is the question."""
    echoed: bool = False
    """A yes is followed at once by an event that says what is done."""
    title: Message | None = None
    way_titles: tuple[Message, ...] = ()
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
        plain: str = "",
        width: int = 1,
        texts: tuple[ast.Text | None, ...] = (None,),
        act: Act | None = None,
        echoed: bool = False,
    ) -> int:
        """Emits an ask op; its context is filled in by `settle`."""
        asked = self._row(name if kind != "option" else "/".join(options), kind, texts)
        if asked.kind == "":
            asked.kind, asked.options, asked.domain, asked.type, asked.plain = kind, options, type_.key, type_, plain
            asked.act, asked.echoed = act, echoed
        asked.texts = tuple(known or new for known, new in zip(asked.texts, texts, strict=True))
        if asked.act is not act:
            asked.act = None
        asked.echoed = asked.echoed and echoed
        code = env.code
        out = code.register(width)
        scope = {n: v.value for n, v in env.visible() if v.value.type.base != "unknown" and v.assign is None}
        if env.subjects and env.subjects[0].type.base == "thing":
            scope.setdefault(env.subjects[0].type.kind or "thing", env.subjects[0])
        asked.places.append((code, len(code.ops), scope))
        code.ops.append(Op(code_word, out, (self.order.index(asked), who.operand, *extra), code.origin))
        return out

    def _row(self, word: str, kind: str, texts: tuple[ast.Text | None, ...]) -> Asked:
        """The decision of that name and kind whose texts these may be; a new one, with a number behind its name, if there is none."""
        for number in count(1):
            key = word if number == 1 else f"{word} ({number})"
            asked = self.by_name.get(key)
            if asked is None:
                asked = self.by_name[key] = Asked(key, word, texts=(None,) * len(texts))
                self.order.append(asked)
                return asked
            if asked.kind == kind and all(a is None or b is None or a.value == b.value for a, b in zip(asked.texts, texts, strict=True)):
                return asked
        raise AssertionError

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
            if asked.title is None:
                asked.title = title(self.compiler, asked)
                asked.way_titles = ways(self.compiler, asked)
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
            assert asked.title is not None
            titles = asked.title, asked.way_titles
            rows.append(Decision(asked.name, asked.kind, asked.options, domain, tuple(context), *titles, asked.echoed))
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


def decider(env: Env, node: ast.Expr | None, span: Span) -> Value:
    if node is not None:
        return nouns.one(env, expression(env, node))
    if env.player is None:
        return env.error("nobody-acts", "nobody acts here: say who decides", span, help="write `each player` around it, or name a player")
    return env.player


def ask_yes(
    env: Env, who: Value, name: str, plain: str, text: ast.Text | None = None, act: Act | None = None, echoed: bool = False
) -> int:
    return env.compiler.decisions.ask(env, "ask_yes", who, name, "yes", plain=plain, texts=(text,), act=act, echoed=echoed)


def ask_play(env: Env, who: Value, name: str, card: str) -> int:
    """Whether to play a kept card, by its title."""
    return env.compiler.decisions.ask(env, "ask_yes", who, name, "yes", type_=CARD, plain=card)


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
    who = decider(env, line.who, line.span)
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
        number = isinstance(line.body[0], ast.Choose) and line.body[0].high is not None
        yes = ask_yes(env, who, first, line.statement.span.text, line.text, echoed=number)
        _follow(env, first, line.body)
        _branch(env, yes, lambda e: env.compiler.body(e, line.body), line)
        return
    inner = env.child()
    inner.bind_player(who.operand)
    families = env.compiler.families.find(call.base, call.words, call.prep_words)
    if families and families[0].patterns[0].is_action:
        _follow(env, call.base, env.compiler.actions.by_family[id(families[0])].lines)
        legal = env.compiler.actions.legal_call(inner, families[0], call)
        if legal is None:
            return
        yes = code.register()
        code.move(yes, code.const(0))
        legal_operand, arguments = legal
        with code.when(legal_operand):
            act = env.compiler.actions.by_family.get(id(families[0]))
            with_arguments = _with_arguments(inner, families[0], arguments)
            code.move(yes, ask_yes(with_arguments, who, call.base, line.statement.span.text, line.text, act, echoed=True))
        _branch(inner, yes, lambda e: env.compiler.actions.perform(e, families[0], who, arguments), line)
        return
    yes = ask_yes(inner, who, call.base, line.statement.span.text, line.text)
    if families:
        _branch(inner, yes, lambda e: call_family(e, families[0], call), line)
        return
    from rulelang.lower.calls import do

    _branch(inner, yes, lambda e: do(e, line.statement), line)


def _follow(env: Env, question: str, lines: ast.Body) -> None:
    """If what comes after a yes is the choice of a number, a strategy may answer `up to` an amount."""
    if lines and isinstance(lines[0], ast.Choose) and lines[0].high is not None:
        env.compiler.follows.setdefault(question, lines[0].low)


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
    who = expect(env, decider(env, who_node, statement.span), PLAYER, statement.span)
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
    who = expect(env, decider(env, line.who, line.span), PLAYER, line.span)
    if who.type == UNKNOWN:
        return
    names = tuple(_option_name(way, number) for number, way in enumerate(line.options))
    if len(set(names)) < len(names):
        env.error(
            "option-twice",
            f"two of these ways are called `{max(names, key=names.count)}`",
            line.span,
            help="give each a name: `either NAME` … `or NAME`",
        )
        return
    everything = (1 << len(names)) - 1
    texts = tuple(way.text for way in line.options)
    choice = env.compiler.decisions.ask(
        env, "ask_option", who, "/".join(names), "option", (code.const(everything),), names, COUNT, texts=texts
    )
    for number, way in enumerate(line.options):
        inner = env.child()
        if line.who is not None:
            # The lines of a way are done by the one who picked it.
            inner.bind_player(who.operand)
        chosen = code.op("eq", choice, code.const(number))
        code.mark("branch", way.span, "chosen", "then")
        with code.when(chosen):
            env.compiler.body(inner, way.body)


def _option_name(way: ast.Way, number: int) -> str:
    if way.name is not None:
        return way.name.text
    if way.body and isinstance(way.body[0], ast.Do):
        first = plain_word(way.body[0].statement.items[0])
        if first is not None:
            return first
    return f"way_{number + 1}"
