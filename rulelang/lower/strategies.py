"""Strategies: what computer players value, try in moments, and answer to decisions; all of it pure functions.

`extends` is resolved here: a strategy has its parent's items unless it replaces them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from rulelang.diagnostics import Label, nearest
from rulelang.ir.program import Strategy
from rulelang.lower.conditions import condition
from rulelang.lower.decisions import Asked
from rulelang.lower.defaults import answers, answers_by_default, look_at_defaults, say_by_default
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.types import BUNDLE, MONEY, NUMBER, PLAYER, UNKNOWN, Type
from rulelang.lower.world import SettingInfo
from rulelang.machine.slots import LOW
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

_SLIP = 0.75
"""So much alike a name must be to one of the edition's to be a slip, and not of another edition."""
_NO_DECISIONS = {
    "always": "a line alone is a yes: leave `always` out, and write `replace` before it if an inherited line says otherwise",
    "never": "what no line speaks of is a no; against an inherited line, `replace … if round < 0`",
    "change": "a line is replaced as a whole: `replace …`",
}
"""What lines begin with that are meant for answers, in no edition."""


@dataclass(slots=True)
class Resolved:
    """A strategy with what it inherits."""

    name: str
    title: str
    node: ast.Strategy
    settings: dict[str, ast.Setting] = field(default_factory=dict)
    sets: dict[str, ast.Set] = field(default_factory=dict)
    worths: dict[str, ast.Worth] = field(default_factory=dict)
    plans: dict[str, list[ast.Attempt | ast.DealAttempt]] = field(default_factory=dict)
    answers: list[ast.Answer] = field(default_factory=list)
    worth_functions: dict[str, int] = field(default_factory=dict)
    plan_lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    answer_functions: dict[int, int] = field(default_factory=dict)
    deals: list[tuple[ast.DealAttempt, int]] = field(default_factory=list)


class Strategies:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.all: dict[str, Resolved] = {}
        self.current: Resolved | None = None

    @property
    def default(self) -> str:
        return "steady" if "steady" in self.all else next(iter(self.all), "")

    # ----------------------------------------------------------------------------------------------------- inheritance
    def _resolve(self, name: str, trail: tuple[str, ...]) -> Resolved | None:
        if name in self.all:
            return self.all[name]
        nodes = {s.name.text: s for s in self.compiler.world.model.strategies}
        node = nodes.get(name)
        if node is None:
            return None
        result = Resolved(name, node.title.value, node)
        if node.parent is not None:
            parent = None
            if node.parent.text in (*trail, name):
                self.compiler.diagnostics.error(
                    "extends-cycle", f"strategy `{name}` extends itself", node.parent.span, help="extend another one, or none"
                )
            else:
                parent = self._resolve(node.parent.text, (*trail, name))
                if parent is None:
                    self.compiler.world.unknown("unknown-strategy", "strategy", node.parent.text, node.parent.span, list(nodes))
            if parent is not None:
                result.settings = dict(parent.settings)
                result.sets = dict(parent.sets)
                result.worths = dict(parent.worths)
                result.plans = {m: list(a) for m, a in parent.plans.items()}
                result.answers = list(parent.answers)
        for item in node.items:
            self._item(result, item)
        self.all[name] = result
        return result

    def _item(self, result: Resolved, item: object) -> None:
        diagnostics = self.compiler.diagnostics
        match item:
            case ast.Setting(name=word):
                result.settings[word.text] = item
            case ast.Set(name=word):
                if word.text not in result.settings:
                    self.compiler.world.unknown(
                        "nothing-to-change", "setting of this strategy", word.text, word.span, list(result.settings)
                    )
                result.sets[word.text] = item
            case ast.Worth(target=target, replaces=replaces):
                key = target.words[-1].text
                if key in result.worths and not replaces:
                    diagnostics.error(
                        "declared-twice",
                        f"the value of {key} is declared twice",
                        item.span,
                        labels=[Label(result.worths[key].span, "first declared here")],
                        help="write `replace value of …`",
                    )
                result.worths[key] = item
            case ast.Plan(moment=moment, adds=adds, attempts=attempts):
                name = self.compiler.world.model.canonical(moment.text)
                if name not in self.compiler.world.moments:
                    self.passed_over("moment", moment.text, moment.span, self.compiler.world.moments)
                    return
                result.plans[name] = [*(result.plans.get(name, []) if adds else []), *attempts]
            case ast.Answer(replaces=replaces):
                first = item.statement.items[0].span.text
                if replaces:
                    result.answers = [a for a in result.answers if a.statement.items[0].span.text != first]
                result.answers.append(item)

    # ------------------------------------------------------------------------------------------------------------ build
    def build(self) -> None:
        """Plans; answers wait until the decisions' contexts are settled."""
        from rulelang.lower.plans import plan

        seen: dict[str, Span] = {}
        for node in self.compiler.world.model.strategies:
            if node.name.text in seen:
                self.compiler.diagnostics.error(
                    "declared-twice",
                    f"strategy `{node.name.text}` is declared twice",
                    node.span,
                    labels=[Label(seen[node.name.text], "first declared here")],
                    help=f"give it another name, and let it `extends {node.name.text}`",
                )
                continue
            seen[node.name.text] = node.span
            self._resolve(node.name.text, ())
        for strategy in self.all.values():
            say_by_default(self.compiler.world.model, strategy)
        moments = self.compiler.world.moments
        for strategy in self.all.values():
            self.current = strategy
            for name, attempts in strategy.plans.items():
                if name not in moments:
                    continue  # said of the default that names it
                strategy.plan_lines[moments.index(name)] = plan(self, strategy, name, attempts)
        self.current = None

    def answers(self) -> None:
        """One function for each decision that a strategy has a line for."""
        from rulelang.lower.bargains import deal_answers

        decisions = self.compiler.decisions.order
        for strategy in self.all.values():
            self.current = strategy
            used: set[int] = set()
            for index, asked in enumerate(decisions):
                lines = [a for a in strategy.answers if answers(a, asked)]
                used.update(id(a) for a in lines)
                lines = lines or answers_by_default(self.compiler.world.model, asked)
                if asked.kind == "goods" and strategy.deals:
                    function = deal_answers(self, strategy, asked)
                    if function is not None:
                        strategy.answer_functions[index] = function
                elif lines:
                    strategy.answer_functions[index] = self._answer(strategy, asked, lines)
            for line in strategy.answers:
                if id(line) not in used:
                    known = [o for a in decisions for o in (a.options or (a.word,))]
                    self.passed_over("decision", line.statement.items[0].span.text, line.statement.items[0].span, known)
        look_at_defaults(self.compiler)
        self.current = None

    def passed_over(self, what: str, name: str, span: Span, known: list[str]) -> None:
        """One strategy serves many editions: what an edition hasn't got is passed over, unless it looks like a slip of the pen."""
        if name in _NO_DECISIONS and what == "decision":
            message = f"`{name}` is no decision: a line begins with what is asked"
            self.compiler.diagnostics.error("unknown-decision", message, span, help=_NO_DECISIONS[name])
            return
        close = nearest(name, known)
        if close and (sorted(close[0]) == sorted(name) or SequenceMatcher(None, name, close[0]).ratio() >= _SLIP):
            self.compiler.world.unknown(f"unknown-{what}" if what != "moment" else "unknown-name", what, name, span, known)

    def env(self, strategy: Resolved, what: str, span: ast.Node, context: list[tuple[str, Type]] | None = None) -> tuple[Env, Code]:
        """A pure function of the player (and a decision's context), with the strategy's settings as names."""
        code = Code(self.compiler.world.store, f"strategy {strategy.name}: {what}", True, False)
        env = Env(self.compiler, code, f"strategy {strategy.name}")
        env.at(span.span)
        env.bind_player(code.parameter("player", PLAYER).operand)
        for name, type_ in context or []:
            if type_.base == "bundle":
                base = code.register(0)
                for index in range(self.compiler.deals.width):
                    code.parameter(f"{name}{index}", BUNDLE)
                env.bind(name, Value(BUNDLE, base))
            else:
                env.bind(name, code.parameter(name, type_))
        self._settings(env, strategy)
        return env, code

    def _settings(self, env: Env, strategy: Resolved) -> None:
        from rulelang.check.model import Entry, Layer
        from rulelang.lower.survey import read_setting

        for name, node in strategy.settings.items():
            override = strategy.sets.get(name)
            value = (
                node
                if override is None
                else ast.Setting(node.span, node.name, node.type, override.values, node.rounding, node.low, node.high, node.help)
            )
            entry = Entry.declared(name, value, Layer(strategy.name, "strategy", 0, None))
            info: SettingInfo = read_setting(self.compiler.world, entry)
            if name not in env.names:
                env.bind(name, Value(info.type, env.code.const(info.values[0] if info.values else 0)))

    # ----------------------------------------------------------------------------------------------------------- worth
    def worth(self, env: Env, node: ast.Of) -> Value | None:
        """`value of X`: what X is worth to `player`, by the current strategy."""
        if self.current is None:
            return None
        value = expression(env, node.operand)
        return self.worth_of(env, value, node)

    def worth_of(self, env: Env, value: Value, node: ast.Node) -> Value:
        code = env.code
        if value.type == UNKNOWN:
            return value
        assert env.player is not None
        if value.type.base == "bundle":
            return self._bundle(env, value, node)
        if value.type == MONEY or value.type == NUMBER:
            return Value(MONEY, value.operand)
        if value.type.many:
            total = code.register()
            code.move(total, code.const(0))
            with code.members(value.operand, bound=512) as member:
                one = self.worth_of(env, Value(value.type.one(), member), node)
                code.op("add", total, one.operand, out=total)
            return Value(MONEY, total)
        function = self._worth_function(value.type, node)
        if function is None:
            return Value(MONEY, code.const(0))
        return Value(MONEY, code.call(function, env.player.operand, value.operand, results=1))

    def _bundle(self, env: Env, value: Value, node: ast.Node) -> Value:
        """Money, and what the things, cards and pieces in it are worth."""
        code = env.code
        total = code.const(0)
        for index, component in enumerate(self.compiler.deals.components):
            register = value.operand + index
            if component.title and component.kind == "things":
                continue
            match component.kind:
                case "money":
                    worth = register
                case "things":
                    worth = self.worth_of(env, Value(Type("thing", None, True), register), node).operand
                case "cards":
                    worth = self.worth_of(env, Value(Type("card", None, True), register), node).operand
                case "promises" | "amount":
                    continue  # a strategy values promises by lines of its own
                case _:
                    each = self.worth_of(env, Value(Type("piece"), code.const(component.index)), node)
                    worth = code.op("mul", register, each.operand)
            total = code.op("add", total, worth)
        return Value(MONEY, total)

    def _worth_function(self, type_: Type, node: ast.Node) -> int | None:
        """The function for a type: kinds from narrow to wide, nothing declared is worth nothing."""
        strategy = self.current
        assert strategy is not None
        key = f"{type_.base}:{type_.kind}"
        if key in strategy.worth_functions:
            return strategy.worth_functions[key]
        world = self.compiler.world
        store = world.store
        rows: list[tuple[int, ast.Worth, Type]] = []
        for word, worth in strategy.worths.items():
            have = world.type_named(word)
            if have is None:
                world.unknown("unknown-kind", "kind", word, worth.target.span, ["card", *world.kinds])
                continue
            if have.base == type_.base and (type_.base != "thing" or world.mask(have.kind) & world.mask(type_.kind)):
                rows.append((-len(world.ancestors(have.kind)) if have.kind else 0, worth, have))
        if not rows:
            return None
        rows.sort(key=lambda r: r[0])
        index = store.reserve_function()
        strategy.worth_functions[key] = index
        env, code = self.env(strategy, f"value of {type_}", rows[0][1])
        item = code.parameter("item", type_)
        # Parameters stand before other registers: settings are constants and took none.
        code.results = 1
        for _, worth, have in rows:
            inner = env.child()
            value = Value(have, item.operand)
            inner.bind(worth.target.words[-1].text, value)
            if have.base in ("thing", "group"):
                inner.subjects.insert(0, value)
            narrow = have.base == "thing" and world.mask(have.kind) != world.mask(type_.kind)
            if narrow:
                code.op("if", code.op("has", code.const(world.mask(have.kind)), item.operand))
            self._worth_cases(inner, worth)
            if narrow:
                code.op("end")
        code.op("return", code.const(0))
        self.compiler.finish(index, code)
        return index

    def _worth_cases(self, env: Env, worth: ast.Worth) -> None:
        from rulelang.lower.values import cases

        before = len(self.compiler.values.cases)
        cases(env, worth.cases, worth.span, -1, self.compiler.values.cases)
        del self.compiler.values.cases[before:]

    # ---------------------------------------------------------------------------------------------------------- answers
    def _answer(self, strategy: Resolved, asked: Asked, lines: list[ast.Answer]) -> int:
        env, code = self.env(strategy, asked.name, lines[0], asked.context)
        code.results = 1
        for line in lines:
            inner = env.child()
            inner.at(line.span)
            match asked.kind:
                case "yes":
                    self._yes(inner, asked, line)
                case "option":
                    option = code.const(asked.options.index(line.statement.items[0].span.text))
                    if line.condition is None:
                        code.mark("answer", line.span)
                        code.op("return", option)
                    else:
                        with code.when(condition(inner, line.condition)):
                            code.mark("answer", line.span)
                            code.op("return", option)
                case _:
                    self._value(inner, asked, line)
        # Without an answer: no, the last option, the least number; a member below 0 is none.
        default = {"yes": 0, "option": len(asked.options) - 1, "number": LOW}.get(asked.kind, -1)
        code.op("return", code.const(default))
        return self.compiler.add(code)

    def _yes(self, env: Env, asked: Asked, line: ast.Answer) -> None:
        """Yes if the condition holds; `up to A`: if the least that may be chosen next is no more than A."""
        code = env.code
        opened = 0
        if line.condition is not None:
            code.op("if", condition(env, line.condition))
            opened += 1
        if line.up_to is not None:
            follow = self.compiler.follows.get(asked.name)
            if follow is None:
                env.error("unknown-decision", f"no number is chosen after `{asked.name}`, so nothing goes up to an amount", line.span)
            else:
                least = expression(env, follow)
                most = expression(env, line.up_to)
                code.op("if", code.op("le", least.operand, most.operand))
                opened += 1
        code.mark("answer", line.span)
        code.op("return", code.const(1))
        for _ in range(opened):
            code.op("end")

    def _value(self, env: Env, asked: Asked, line: ast.Answer) -> None:
        """A number or a member."""
        code = env.code
        items = line.statement.items
        if len(items) < 2 or isinstance(items[1], ast.Per):
            env.error("unknown-decision", f"say which: `{asked.name} VALUE`", line.span)
            return
        if line.condition is not None:
            code.op("if", condition(env, line.condition))
        code.mark("answer", line.span)
        value = expression(env, items[1])
        if asked.type != UNKNOWN and asked.type.base != "step":
            value = expect(env, value, asked.type, items[1].span)  # of a set the first
        code.op("return", value.operand)
        if line.condition is not None:
            code.op("end")

    # ------------------------------------------------------------------------------------------------------------- rows
    def rows(self) -> dict[str, Strategy]:
        return {s.name: Strategy(s.name, s.title, dict(s.plan_lines), dict(s.answer_functions)) for s in self.all.values()}
