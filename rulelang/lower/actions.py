"""Actions: what players may do in moments. Needs, costs and limits become pure functions; the body an impure one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.check.model import Entry
from rulelang.ir.program import Action, Limit, Message, Need
from rulelang.lower.calls import Call, plain_word
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.headers import Family, Pattern
from rulelang.lower.types import COUNT, MONEY, PLAYER, UNKNOWN, Type
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

ENUMERABLE = ("thing", "group", "player", "card", "piece", "deck")


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


class Actions:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.all: list[Act] = []
        self.by_family: dict[int, Act] = {}
        self._most_parameters = 0

    # ------------------------------------------------------------------------------------------------------ declaring
    def collect(self) -> None:
        """Reserves a row and functions for every action, and for every kept card that is played in a moment."""
        store = self.compiler.world.store
        for family in self.compiler.families.by_shape.values():
            pattern = family.patterns[0]
            if not pattern.is_action:
                continue
            if len(family.patterns) > 1:
                self.compiler.diagnostics.error(
                    "declared-twice",
                    f"action `{family.name}` is declared for several kinds",
                    family.patterns[1].entry.span,
                    help="give one of them another verb",
                )
            node: ast.Action = pattern.entry.value
            act = Act(
                len(self.all),
                pattern.verb,
                family,
                node,
                pattern.entry,
                [(p.word, p.type) for _, p in pattern.open_places],
                node.allowed,
                store.reserve_function(),
                store.reserve_function(),
                store.reserve_function(),
            )
            self._check_parameters(pattern)
            self.all.append(act)
            self.by_family[id(family)] = act
        for card, play in self.compiler.cards.plays:
            entry = self.compiler.world.cards[card].entry
            assert play.moment is not None
            self.all.append(
                Act(
                    len(self.all),
                    self.compiler.cards.play_name(card),
                    None,
                    None,
                    entry,
                    [],
                    (play.moment,),
                    store.reserve_function(),
                    store.reserve_function(),
                    store.reserve_function(),
                    card=card,
                    play=play,
                )
            )
        self._most_parameters = max((len(a.parameters) for a in self.all), default=0)

    @property
    def most_parameters(self) -> int:
        return self._most_parameters

    def _check_parameters(self, pattern: Pattern) -> None:
        for _, place in pattern.open_places:
            if place.what == "parameter" and place.type.base not in ENUMERABLE and place.type != UNKNOWN and place.span is not None:
                self.compiler.diagnostics.error(
                    "open-parameter",
                    f"`{place.word}` is a {place.type}: an action is for things and people, of which there is a list",
                    place.span,
                    help=f"take it out of the header and ask: `choose {place.word} from … to …`",
                )

    def build(self) -> None:
        """Emits all functions of all actions."""
        for act in self.all:
            if act.node is not None:
                self._build(act, act.node)
            else:
                self._build_play(act)

    def _env(self, act: Act, what: str, pure: bool) -> tuple[Env, Code, list[Value]]:
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

    def _build(self, act: Act, node: ast.Action) -> None:
        compiler = self.compiler
        self._limits(act, node)
        for need in node.needs:
            self._need(act, need.name.text, need.condition, need.reason)
        act.cost = self._cost(act, node)
        for number in range(len(act.parameters)):
            act.candidates.append(self._candidates(act, node, number))
        act.title = self._title(act, node)
        self._legal(act)
        env, code, values = self._env(act, "action", False)
        env.action_stop = _return
        family = act.family
        assert family is not None
        roles = {"player": Value(PLAYER, 0), **{f"a{i}": v for i, v in enumerate(values)}}
        compiler.hooks.instead(env, "rule", roles, family)
        compiler.hooks.fire(env, "rule", "before", roles, family)
        after = compiler.hooks.of("rule", "when", family)
        if after:
            self._hooked_body(act, node, env, code, values, roles)
        else:
            self.compiler.body(env, node.body)
        compiler.finish(act.function, code)

    def _hooked_body(self, act: Act, node: ast.Action, env: Env, code: Code, values: list[Value], roles: dict[str, Value]) -> None:
        """With hooks after it, the body is a function of its own: `stop` leaves the body, not the hooks."""
        compiler = self.compiler
        index = compiler.world.store.reserve_function()
        inner, inner_code, _ = self._env(act, "body of", False)
        inner.action_stop = _return

        def finish() -> None:
            self.compiler.body(inner, node.body)
            compiler.finish(index, inner_code)

        compiler.later(finish)
        code.call(index, env.player.operand if env.player else 0, *(v.operand for v in values))
        compiler.hooks.fire(env, "rule", "when", roles, act.family)

    def _build_play(self, act: Act) -> None:
        play = act.play
        assert play is not None
        world = self.compiler.world
        card = act.card

        def held(env: Env) -> int:
            assert env.player is not None
            return env.code.op("eq", env.code.load("card_holder", env.code.const(card)), env.player.operand)

        self._pure_need(act, "held", held, Message((f"you do not hold “{self.compiler.cards.title(card)}”",), ()), play.span)
        if play.condition is not None:
            test = play.condition

            def holds(env: Env) -> int:
                assert env.player is not None
                env.bind("holder", env.player)
                return condition(env, test)

            self._pure_need(act, "condition", holds, Message((f"only if {test.span.text}",), ()), play.span)
        act.title = Message((self.compiler.cards.title(card),), ())
        self._legal(act)
        env, code, _ = self._env(act, "play", False)
        env.card = card
        assert env.player is not None
        env.bind("holder", env.player)
        code.op("card", code.const(card), code.const(-1))
        self.compiler.body(env, play.body)
        self.compiler.finish(act.function, code)
        del world

    # ----------------------------------------------------------------------------------------------------------- parts
    def _pure(self, act: Act, what: str, emit: object, results: int = 1) -> int:
        """A pure function of player and parameters that returns what `emit` makes."""
        env, code, _ = self._env(act, what, True)
        assert callable(emit)
        result = emit(env)
        code.results = results
        code.op("return", result)
        index = self.compiler.world.store.reserve_function()
        self.compiler.finish(index, code)
        return index

    def _need(self, act: Act, name: str, node: ast.Expr, reason: ast.Text | None) -> None:
        env, code, _ = self._env(act, f"need {name} of", True)
        env.at(node.span)
        code.results = 1
        code.op("return", condition(env, node))
        index = self.compiler.world.store.reserve_function()
        origin = code.origin
        self.compiler.finish(index, code)
        message = self._message(act, reason) if reason is not None else Message((f"it needs: {node.span.text}",), ())
        act.needs.append(Need(name, len(act.parameters), index, message, origin))

    def _message(self, act: Act, text: ast.Text) -> Message:
        """A reason with `{…}` worked out for the player and parameters."""

        def function(node: ast.Expr) -> tuple[int, str] | None:
            env, code, _ = self._env(act, "text of", True)
            value = expression(env, node)
            if value.type == UNKNOWN:
                return None
            code.results = 1
            code.op("return", value.operand)
            index = self.compiler.world.store.reserve_function()
            self.compiler.finish(index, code)
            return index, value.type.key

        return self.compiler.messages.read(text, function)

    def _pure_need(self, act: Act, name: str, emit: object, reason: Message, span: Span) -> None:
        index = self._pure(act, f"need {name} of", emit)
        act.needs.append(Need(name, len(act.parameters), index, reason, self.compiler.world.store.origin(f"action {act.name}", span)))

    def _title(self, act: Act, node: ast.Action) -> Message:
        if node.title is not None:
            return self._message(act, node.title)
        return Message((node.header.span.text,), ())

    def _limits(self, act: Act, node: ast.Action) -> None:
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

                per = self._pure(act, "limit per of", emit)
                domains = (*domains, (found[0].base, world.domain_size(found[0])))
            world.store.add_slot(slot, COUNT.key, domains, (0,), 0)
            count_node = limit.count
            number = self._constant_function(act, lambda env, n=count_node: expression(env, n, COUNT).operand)
            act.limits.append(Limit(number, period, world.store.slot_index[slot], per))
            act.limit_slots.append((slot, per))

    def _constant_function(self, act: Act, emit: object) -> int:
        code = Code(self.compiler.world.store, f"limit of {act.name}", True, False)
        env = Env(self.compiler, code, f"action {act.name}")
        env.at(act.entry.span)
        assert callable(emit)
        code.results = 1
        code.op("return", emit(env))
        index = self.compiler.world.store.reserve_function()
        self.compiler.finish(index, code)
        return index

    def _cost(self, act: Act, node: ast.Action) -> int:
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

        return self._pure(act, "cost of", emit)

    def _candidates(self, act: Act, node: ast.Action, number: int) -> int:
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
        result = self._all(env, type_)
        # A need `player owns X` is an index: only what he owns is tried.
        for need in node.needs:
            test = need.condition
            if isinstance(test, ast.Owns) and not test.negated and type_.base == "thing":
                if plain_word(test.owner) == "player" and isinstance(test.value, ast.Noun) and plain_word(test.value) == name:
                    result = code.op("meet", result, code.load("holdings", player.operand))
        code.results = 1
        code.op("return", result)
        index = world.store.reserve_function()
        self.compiler.finish(index, code)
        return index

    def _all(self, env: Env, type_: Type) -> int:
        world = self.compiler.world
        if type_.base == "player":
            assert env.player is not None
            return env.code.op("without", env.code.load("in_game"), env.player.operand)
        if type_.base == "card":
            assert env.player is not None
            return self.compiler.fields.hand(env, env.player)
        return env.code.const(world.all_of(type_))

    def _legal(self, act: Act) -> None:
        """Two pure functions: whether the action is legal with given parameters, and with any."""
        store = self.compiler.world.store
        env, code, values = self._env(act, "legal", True)
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
        self._any(act, code, [player.operand], 0)
        code.op("return", code.const(0))
        self.compiler.finish(act.any_legal, code)

    def _any(self, act: Act, code: Code, chosen: list[int], number: int) -> None:
        if number == len(act.parameters):
            with code.when(code.call(act.legal, *chosen, results=1)):
                code.op("return", code.const(1))
            return
        candidates = code.call(act.candidates[number], *chosen, results=1)
        with code.members(candidates, bound=512) as member:
            self._any(act, code, [*chosen, member], number + 1)

    # ----------------------------------------------------------------------------------------------------------- using
    def named(self, verb: str) -> list[Act]:
        return [a for a in self.all if a.name == verb]

    def can(self, env: Env, who: Value, statement: ast.Statement, span: Span) -> int:
        """`who can build`, `who can lift deed`."""
        word = plain_word(statement.items[0])
        acts = self.named(word) if word else []
        if not acts:
            self.compiler.world.unknown("unknown-action", "action", word or statement.span.text, span, [a.name for a in self.all])
            return env.code.const(0)
        act = acts[0]
        if len(statement.items) == 1 and not statement.preps:
            return env.code.call(act.any_legal, who.operand, results=1)
        call = Call(None, ast.Word(span, act.name), act.name, statement.items[1:], statement.preps, span)
        families = self.compiler.families.find(act.name, call.words, call.prep_words)
        if not families:
            env.error("no-such-form", f"`{act.name}` is not used like this", span)
            return env.code.const(0)
        inner = env.child()
        inner.bind_player(who.operand)
        found = self.legal_call(inner, families[0], call)
        return found[0] if found is not None else env.code.const(0)

    def can_word(self, env: Env, who: Value, word: ast.Word, member: Value | None) -> int:
        """`players who can build`; with a member: `sites that player can build`: the member is the action's thing."""
        acts = self.named(word.text)
        if not acts:
            self.compiler.world.unknown("unknown-action", "action", word.text, word.span, [a.name for a in self.all])
            return env.code.const(0)
        act = acts[0]
        if member is None:
            return env.code.call(act.any_legal, who.operand, results=1)
        if len(act.parameters) != 1:
            env.error("no-such-form", f"`{act.name}` is not about one thing", word.span)
            return env.code.const(0)
        return env.code.call(act.legal, who.operand, member.operand, results=1)

    def legal_call(self, env: Env, family: Family, call: Call) -> tuple[int, list[int]] | None:
        """(operand: is it legal now, its arguments)."""
        from rulelang.lower.calls import arguments

        found = arguments(env, family, call)
        if found is None:
            return None
        act = self.by_family[id(family)]
        assert env.player is not None
        return env.code.call(act.legal, env.player.operand, *found[1], results=1), found[1]

    def perform(self, env: Env, family: Family, who: Value, arguments: list[int]) -> None:
        """Does an action by a rule: an event, then its lines."""
        act = self.by_family[id(family)]
        code = env.code
        first = code.register(1 + self._most_parameters)
        code.move(first, code.const(act.index))
        for number in range(self._most_parameters):
            code.move(first + 1 + number, arguments[number] if number < len(arguments) else code.const(-1))
        code.op("perform", who.operand, first)

    # ------------------------------------------------------------------------------------------------------------- rows
    def rows(self) -> tuple[Action, ...]:
        return tuple(
            Action(
                a.name,
                a.title or Message((a.name,), ()),
                tuple((n, t.key, t.base, c) for (n, t), c in zip(a.parameters, a.candidates, strict=False)),
                tuple(a.needs),
                tuple(a.limits),
                a.cost,
                a.function,
                not a.allowed,
                self.compiler.world.store.origin(f"action {a.name}", a.entry.span, a.entry.chain_text),
            )
            for a in self.all
        )


def _return(env: Env) -> None:
    env.code.op("return")
