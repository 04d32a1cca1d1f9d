"""Actions: what players may do in moments. Needs, costs and limits become pure functions; the body an impure one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import Action, Message
from rulelang.lower.action_parts import Act, Parts
from rulelang.lower.calls import Call, plain_word
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.headers import Family, Pattern
from rulelang.lower.types import CARD, PLAYER, UNKNOWN
from rulelang.machine.sayings import NOT_HELD, ONLY_IF
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

ENUMERABLE = ("thing", "group", "player", "card", "piece", "deck")


class Actions:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.parts = Parts(compiler)
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

    def _build(self, act: Act, node: ast.Action) -> None:
        compiler = self.compiler
        self.parts.limits(act, node)
        for need in node.needs:
            self.parts.need(act, need.name.text, need.condition, need.reason)
        act.cost = self.parts.cost(act, node)
        for number in range(len(act.parameters)):
            act.candidates.append(self.parts.candidates(act, node, number))
        act.title = self.parts.title(act, node)
        self.parts.legal(act)
        env, code, values = self.parts.env(act, "action", False)
        env.action_stop = _return
        code.mark("action", node.span)
        family = act.family
        assert family is not None
        roles = {"player": Value(PLAYER, 0), **{f"a{i}": v for i, v in enumerate(values)}}
        compiler.hooks.instead(env, "rule", roles, family)
        compiler.hooks.fire(env, "rule", "before", roles, family)
        compiler.hooks.fire(env, "rule", "when", roles, family, early=True)
        after = compiler.hooks.of("rule", "when", family, early=False)
        if after:
            self._hooked_body(act, node, env, code, values, roles)
        else:
            self.compiler.body(env, node.body)
        compiler.finish(act.function, code)

    def _hooked_body(self, act: Act, node: ast.Action, env: Env, code: Code, values: list[Value], roles: dict[str, Value]) -> None:
        """With hooks after it, the body is a function of its own: `stop` leaves the body, not the hooks."""
        compiler = self.compiler
        index = compiler.world.store.reserve_function()
        inner, inner_code, _ = self.parts.env(act, "body of", False)
        inner.action_stop = _return

        def finish() -> None:
            self.compiler.body(inner, node.body)
            compiler.finish(index, inner_code)

        compiler.later(finish)
        code.call(index, env.player.operand if env.player else 0, *(v.operand for v in values))
        compiler.hooks.fire(env, "rule", "when", roles, act.family, early=False)

    def _build_play(self, act: Act) -> None:
        play = act.play
        assert play is not None
        world = self.compiler.world
        card = act.card

        def held(env: Env) -> int:
            assert env.player is not None
            return env.code.op("eq", env.code.load("card_holder", env.code.const(card)), env.player.operand)

        self.parts.pure_need(act, "held", held, self.parts.saying(act, NOT_HELD, Value(CARD, world.store.constant(card))), play.span)
        if play.condition is not None:
            test = play.condition

            def holds(env: Env) -> int:
                assert env.player is not None
                env.bind("holder", env.player)
                return condition(env, test)

            self.parts.pure_need(act, "condition", holds, self.parts.quoting(act, ONLY_IF, test), play.span)
        title = self.compiler.cards.title(card)
        act.title = Message((title,), (), title)
        self.parts.legal(act)
        env, code, _ = self.parts.env(act, "play", False)
        env.card = card
        assert env.player is not None
        env.bind("holder", env.player)
        code.mark("action", play.span)
        code.op("card", code.const(card), code.const(-1))
        self.compiler.body(env, play.body)
        self.compiler.finish(act.function, code)
        del world

    # ----------------------------------------------------------------------------------------------------------- parts
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
                a.title or Message((a.name,), (), a.name),
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
