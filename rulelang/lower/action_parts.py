"""The parts of an action that only look: needs, cost, limits, candidates, legality, texts; each a pure function."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.check.model import Entry
from rulelang.ir.program import Limit, Message, Need
from rulelang.lower.calls import plain_word
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.headers import Family
from rulelang.lower.types import COUNT, MONEY, PLAYER, Type
from rulelang.machine.sayings import NEEDED
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


@dataclass(slots=True, eq=False)
class Act:
    """An action under construction. `index` is its row in the Program."""

    index: int
    name: str
    family: Family | None
    node: ast.Action | None
    entry: Entry
    parameters: list[tuple[str, Type]]
    allowed: tuple[ast.Word, ...]
    function: int
    legal: int
    any_legal: int
    cost: int = -1
    candidates: list[int] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    title: Message | None = None
    card: int = -1
    play: ast.Play | None = None
    limit_slots: list[tuple[str, int]] = field(default_factory=list)

    @property
    def lines(self) -> ast.Body:
        """What it does."""
        return self.node.body if self.node is not None else ()


class Parts:
    """Makes the pure functions of actions."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler

    def env(self, act: Act, what: str, pure: bool) -> tuple[Env, Code, list[Value]]:
        code = Code(self.compiler.world.store, f"{what} {act.name}", pure, not pure)
        env = Env(self.compiler, code, f"action {act.name}", act.entry.chain_text)
        env.at(act.entry.span)
        env.bind_player(code.parameter("player", PLAYER).operand)
        values = []
        for name, type_ in act.parameters:
            value = code.parameter(name, type_)
            values.append(value)
            env.bind(name, value)
            if type_.base in ("thing", "group"):
                env.subjects.append(value)
        return env, code, values

    def pure(self, act: Act, what: str, emit: object, need: Span | None = None) -> int:
        """A pure function of player and parameters that returns what `emit` makes; `need` is where it stands, if that is a need."""
        env, code, _ = self.env(act, what, True)
        assert callable(emit)
        result = emit(env)
        if need is not None:
            code.mark("need", need, "unmet", "zero", result)
        return self.compiler.returning(code, result)

    def need(self, act: Act, name: str, node: ast.Expr, reason: ast.Text | None) -> None:
        env, code, _ = self.env(act, f"need {name} of", True)
        env.at(node.span)
        met = condition(env, node)
        code.mark("need", node.span, "unmet", "zero", met)
        index = self.compiler.returning(code, met)
        message = self.message(act, reason) if reason is not None else self.quoting(act, NEEDED, node)
        act.needs.append(Need(name, len(act.parameters), index, message, code.origin))

    def message(self, act: Act, text: ast.Text) -> Message:
        """A reason with `{…}` worked out for the player and parameters."""
        return self.compiler.messages.read(text, lambda _: self.env(act, "text of", True)[0])

    def saying(self, act: Act, saying: str, value: Value) -> Message:
        """A sentence of the machine's own with one value in it."""
        return self.compiler.messages.saying(saying, value.type, self.pure(act, "text of", lambda env: value.operand))

    def quoting(self, act: Act, saying: str, node: ast.Expr) -> Message:
        """… with a piece of the source in it, where its author gave no words."""
        return self.saying(act, saying, self.compiler.messages.source(node))

    def pure_need(self, act: Act, name: str, emit: object, reason: Message, span: Span) -> None:
        index = self.pure(act, f"need {name} of", emit, span)
        act.needs.append(Need(name, len(act.parameters), index, reason, self.compiler.world.store.origin(f"action {act.name}", span)))

    def title(self, act: Act, node: ast.Action) -> Message:
        if node.title is not None:
            return self.message(act, node.title)
        return Message((node.header.span.text,), (), node.header.span.text)

    def limits(self, act: Act, node: ast.Action) -> None:
        world = self.compiler.world
        for limit in node.limits:
            period = limit.period.text
            if period not in ("turn", "round", "game"):
                world.unknown("unknown-name", "period", period, limit.period.span, ["turn", "round", "game"])
                continue
            slot = f"limit {act.name} {len(act.limits)}"
            per = -1
            domains: tuple[tuple[str, int], ...] = (("player", world.most_players),)
            if limit.per is not None:
                node_per = ast.Noun(limit.per.span, None, ast.Path(limit.per.span, (limit.per,)))
                found: list[Type] = []

                def emit(env: Env, node_per: ast.Noun = node_per, found: list[Type] = found) -> int:
                    value = expression(env, node_per)
                    found.append(value.type)
                    return value.operand

                per = self.pure(act, "limit per of", emit)
                domains = (*domains, (found[0].base, world.domain_size(found[0])))
            world.store.add_slot(slot, COUNT.key, domains, (0,), 0)
            count_node = limit.count
            number = self.constant_function(act, lambda env, n=count_node: expression(env, n, COUNT).operand)
            act.limits.append(Limit(number, period, world.store.slot_index[slot], per))
            act.limit_slots.append((slot, per))

    def constant_function(self, act: Act, emit: object) -> int:
        code = Code(self.compiler.world.store, f"limit of {act.name}", True, False)
        env = Env(self.compiler, code, f"action {act.name}")
        env.at(act.entry.span)
        assert callable(emit)
        return self.compiler.returning(code, emit(env))

    def cost(self, act: Act, node: ast.Action) -> int:
        """What the action's own first payments take from the player; -1 if it pays nothing of its own."""
        amounts: list[ast.Expr] = []
        for line in node.body:
            if isinstance(line, ast.Choose | ast.Let | ast.Either | ast.May):
                break
            if isinstance(line, ast.Do):
                items = line.statement.items
                if (
                    plain_word(items[0]) == "pay"
                    and len(items) == 2
                    and not isinstance(items[1], ast.Per)
                    and not any(p.each for p in line.statement.preps)
                ):
                    amounts.append(items[1])
        if not amounts:
            return -1

        def emit(env: Env) -> int:
            total = env.code.const(0)
            for amount in amounts:
                total = env.code.op("add", total, expression(env, amount, MONEY).operand)
            return total

        return self.pure(act, "cost of", emit)

    def candidates(self, act: Act, node: ast.Action, number: int) -> int:
        """The set of a parameter's values worth trying, given the parameters before it."""
        name, type_ = act.parameters[number]
        world = self.compiler.world
        code = Code(world.store, f"candidates {name} of {act.name}", True, False)
        env = Env(self.compiler, code, f"action {act.name}")
        env.at(act.entry.span)
        player = code.parameter("player", PLAYER)
        env.bind_player(player.operand)
        for before, before_type in act.parameters[:number]:
            env.bind(before, code.parameter(before, before_type))
        result = self.all(env, type_)
        # A need `player owns X` is an index: only what he owns is tried.
        for need in node.needs:
            test = need.condition
            if isinstance(test, ast.Owns) and not test.negated and type_.base == "thing":
                if plain_word(test.owner) == "player" and isinstance(test.value, ast.Noun) and plain_word(test.value) == name:
                    result = code.op("meet", result, code.load("holdings", player.operand))
        return self.compiler.returning(code, result)

    def all(self, env: Env, type_: Type) -> int:
        world = self.compiler.world
        if type_.base == "player":
            assert env.player is not None
            return env.code.op("without", env.code.load("in_game"), env.player.operand)
        if type_.base == "card":
            assert env.player is not None
            return self.compiler.fields.hand(env, env.player)
        return env.code.const(world.all_of(type_))

    def legal(self, act: Act) -> None:
        """Two pure functions: whether the action is legal with given parameters, and with any."""
        store = self.compiler.world.store
        env, code, values = self.env(act, "legal", True)
        code.results = 1
        assert env.player is not None
        arguments = [env.player.operand, *(v.operand for v in values)]
        for need in act.needs:
            with code.when(code.op("not", code.call(need.function, *arguments, results=1))):
                code.op("return", code.const(0))
        if act.cost >= 0:
            cost = code.call(act.cost, *arguments, results=1)
            with code.when(code.op("lt", code.load("money", env.player.operand), cost)):
                code.op("return", code.const(0))
        for limit, (slot, per) in zip(act.limits, act.limit_slots, strict=True):
            second = code.call(per, *arguments, results=1) if per >= 0 else None
            most = code.call(limit.count, results=1)
            with code.when(code.op("ge", code.load(slot, env.player.operand, second), most)):
                code.op("return", code.const(0))
        code.op("return", code.const(1))
        self.compiler.finish(act.legal, code)
        code = Code(store, f"any legal {act.name}", True, False)
        code.results = 1
        player = code.parameter("player", PLAYER)
        self.any(act, code, [player.operand], 0)
        code.op("return", code.const(0))
        self.compiler.finish(act.any_legal, code)

    def any(self, act: Act, code: Code, chosen: list[int], number: int) -> None:
        if number == len(act.parameters):
            with code.when(code.call(act.legal, *chosen, results=1)):
                code.op("return", code.const(1))
            return
        candidates = code.call(act.candidates[number], *chosen, results=1)
        with code.members(candidates, bound=512) as member:
            self.any(act, code, [*chosen, member], number + 1)
