"""Hooks: `before`, `when` and `instead of` an event, woven into the place where the event happens.

Each hook becomes a function; the place of the event gets its filter and the call. Handlers of one event run in this order: kinds,
then cards and lasting effects, libraries, editions, variants by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.check.model import HookEntry
from rulelang.lower import nouns
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.events import Heard, hear
from rulelang.lower.types import PLAYER, Type
from rulelang.machine.vocabulary import EVENT_BY_NAME
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.spacing import tidy

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


@dataclass(slots=True, eq=False)
class HookDef:
    """A hook with what it listens to. `effect` is the lasting effect that must be on; `card` the kept card that is played."""

    entry: HookEntry
    heard: Heard
    order: tuple[int, int]
    body: ast.Body
    condition: ast.Expr | None
    effect: str = ""
    card: int = -1
    captured: list[tuple[str, Type]] = field(default_factory=list)
    clears: str = ""
    promise: str = ""
    """the kind of promise in whose block it stands"""
    ends_promise: bool = False
    mark: tuple[int, tuple[ast.Word, ...]] | None = None
    """for a measure: its number, and the names whose values it notes"""
    functions: dict[tuple[str, ...], int] = field(default_factory=dict)
    asked: list[Span] = field(default_factory=list)
    """settings in its condition, where that is decided before its lines are called"""

    @property
    def when(self) -> str:
        return self.entry.hook.when

    @property
    def early(self) -> bool:
        """What counts an event, or ends with it, hears of it first: what else it sets off may cut it short."""
        return self.mark is not None or bool(self.clears) or self.ends_promise


class Hooks:
    """All hooks of an edition, by event."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.all: list[HookDef] = []
        self._count = 0

    def collect(self) -> None:
        """Reads the hooks of the model; those of cards and effects are added as they are met."""
        for entry in self.compiler.world.model.hooks:
            self.add(entry, 0 if entry.owner_kind == "kind" else 2, entry.hook.body, entry.hook.condition)

    def add(
        self, entry: HookEntry, rank: int, body: ast.Body, cond: ast.Expr | None, *, effect: str = "", card: int = -1
    ) -> HookDef | None:
        heard = hear(self.compiler, entry.hook.event, entry)
        if heard is None or not self._happens(entry, heard):
            return None
        when = entry.hook.when
        if heard.at_end is not None:
            when = "when" if heard.at_end else "before"
        if heard.doubles and when == "before":
            self.compiler.diagnostics.error(
                "never-happens",
                "whether dice are doubles is known only when they lie",
                entry.hook.span,
                help="`when` comes after the throw; `before player rolls dice` comes before any",
            )
            return None
        self._count += 1
        hook = HookDef(entry, heard, (rank, self._count), body, cond, effect, card)
        if when != entry.hook.when:
            hook.entry = HookEntry(
                ast.Hook(entry.hook.span, when, entry.hook.event, entry.hook.condition, entry.hook.body),
                entry.layer,
                entry.owner,
                entry.owner_kind,
            )
        self.all.append(hook)
        return hook

    def _happens(self, entry: HookEntry, heard: Heard) -> bool:
        """Whether there is such a moment of the event; a diagnostic if not."""
        word = entry.hook.when.replace("_", " ")
        words = ("when",) if heard.at_end is not None else EVENT_BY_NAME[heard.event].hooks
        if word in words:
            return True
        self.compiler.diagnostics.error(
            "never-happens",
            f"nothing comes `{word}` this",
            entry.hook.span,
            help=f"`{entry.hook.event.span.text}` goes with {' or '.join(f'`{w}`' for w in words)}; a rule or action has all three",
        )
        return False

    def of(self, event: str, when: str, family: object = None, early: bool | None = None) -> list[HookDef]:
        """Hooks of an event, in the order in which they run; all, only the early ones, or only the others.

        What is heard only of kinds that no space and no thing of the edition is of has no place here.
        """
        found = [
            h
            for h in self.all
            if h.heard.event == event and h.when == when and (family is None or h.heard.family is family) and h.heard.kinds != 0
        ]
        return sorted((h for h in found if early is None or h.early is early), key=lambda h: (not h.early, h.order))

    # ------------------------------------------------------------------------------------------------------------ weaving
    def fire(self, env: Env, event: str, when: str, roles: dict[str, Value], family: object = None, early: bool | None = None) -> None:
        """Emits the hooks of an event at this place. `roles` are the event's own values, in the order of its row."""
        for hook in self.of(event, when, family, early):
            self.emit(env, hook, roles)

    def instead(self, env: Env, event: str, roles: dict[str, Value], family: object = None) -> None:
        """Emits `instead of` hooks: the first that holds replaces what follows in this function. A higher layer's come first: what it
        says would else never be heard."""
        code = env.code
        layers = self.compiler.world.model.layers
        heights = {layer.name: height for height, layer in enumerate(layers)}
        for hook in sorted(self.of(event, "instead_of", family), key=lambda hook: -heights.get(hook.entry.layer.name, 0)):
            done = self.emit(env, hook, roles, results=1)
            with code.when(done):
                code.op("return")

    def emit_decided(self, env: Env, hook: HookDef, roles: dict[str, Value], holds: int) -> None:
        """Call of a plain hook where it was decided before whether its filter and its condition hold."""
        before = env.code.origin
        env.at(hook.entry.hook.span)
        with env.code.when(holds):
            actor = self._actor(roles)
            head = actor.operand if actor is not None else env.code.const(-1)
            env.code.call(self.function(hook, roles, False, 0, decided=True), head, *(v.operand for v in roles.values()))
        env.code.origin = before

    def emit(self, env: Env, hook: HookDef, roles: dict[str, Value], results: int = 0, extra: tuple[int, ...] = ()) -> int:
        """Filter and call of one hook; returns the register of the first result (0 when it did not run), -1 for none."""
        before = env.code.origin
        env.at(hook.entry.hook.span)
        out = self._woven(env, hook, roles, results, extra)
        env.code.origin = before  # what comes after it is not the hook's doing
        return out

    def _woven(self, env: Env, hook: HookDef, roles: dict[str, Value], results: int, extra: tuple[int, ...]) -> int:
        code = env.code
        out = code.register(results) if results else -1
        for index in range(results):
            code.move(out + index, extra[index] if extra else code.const(0))
        player = roles.get("player") or next(iter(roles.values()), None)
        if hook.clears:
            self._clear(env, hook, roles, player)
            return out
        if hook.effect:
            with code.members(code.load(hook.effect), bound=64) as holder:
                self._guarded(env, hook, roles, Value(PLAYER, holder), out, results)
            return out
        if hook.promise:
            self._rows(env, hook, roles, out, results)
            return out
        if hook.card >= 0:
            holder = code.load("card_holder", code.const(hook.card))
            mine = code.register()
            code.move(mine, code.op("has", code.load("in_game"), holder))
            with code.when(code.op("ge", holder, code.const(0))), code.when(mine):
                self._guarded(env, hook, roles, Value(PLAYER, holder), out, results)
            return out
        self._guarded(env, hook, roles, None, out, results)
        return out

    def _rows(self, env: Env, hook: HookDef, roles: dict[str, Value], out: int, results: int) -> None:
        """A hook of a promise: for each promise of its kind that is in force."""
        code = env.code
        promises = self.compiler.promises
        info = promises.all[hook.promise]
        with code.members(code.load(info.slot("in force")), bound=64) as row:
            inner = env.child()
            promises.names(inner, info, row)
            tests = hook.heard.filters(inner, roles, None)
            for test in tests:
                code.op("if", test)
            if hook.ends_promise:
                inner = self.names(inner, hook, roles)
                promises.names(inner, info, row)
                if hook.condition is not None:
                    code.op("if", condition(inner, hook.condition))
                code.mark("rule", hook.entry.hook.span)
                promises.end(env, info, row)
                if hook.condition is not None:
                    code.op("end")
            else:
                function = self.function(hook, roles, False, results)
                actor = self._actor(roles)
                arguments = [actor.operand if actor is not None else code.const(-1), row, *(v.operand for v in roles.values())]
                carried = [out + i for i in range(results)] if results > 1 else []
                got = code.call(function, *arguments, *carried, results=results)
                for index in range(results):
                    code.move(out + index, got + index)
            for _ in tests:
                code.op("end")

    def _guarded(self, env: Env, hook: HookDef, roles: dict[str, Value], holder: Value | None, out: int, results: int) -> None:
        code = env.code
        filters = hook.heard.filters(env, roles, holder)
        for test in filters:
            code.op("if", test)
        function = self.function(hook, roles, holder is not None, results)
        arguments = [v.operand for v in roles.values()]
        actor = holder if hook.card >= 0 and holder is not None else self._actor(roles)
        head = [actor.operand if actor is not None else code.const(-1)]
        if holder is not None:
            head.append(holder.operand)
        carried = [out + i for i in range(results)] if results > 1 else []
        if results:
            got = code.call(function, *head, *arguments, *carried, results=results)
            for index in range(results):
                code.move(out + index, got + index)
        else:
            code.call(function, *head, *arguments)
        for _ in filters:
            code.op("end")

    @staticmethod
    def _actor(roles: dict[str, Value]) -> Value | None:
        """On whose behalf a hook runs: the event's player, the payer, or who receives a thing."""
        for name in ("player", "payer", "receiver"):
            if name in roles:
                return roles[name]
        return None

    def _clear(self, env: Env, hook: HookDef, roles: dict[str, Value], player: Value | None) -> None:
        """The event that ends a lasting effect: for everybody, or for the one who began it."""
        code = env.code
        tests = hook.heard.filters(env, roles, None)
        for test in tests:
            code.op("if", test)
        inner = self.names(env.child(), hook, roles)
        if hook.condition is not None:
            code.op("if", condition(inner, hook.condition))
        code.mark("rule", hook.entry.hook.span, "over")
        if hook.heard.anyone or player is None:
            code.store_slot(hook.clears, code.const(0))
        else:
            code.store_slot(hook.clears, code.op("without", code.load(hook.clears), player.operand))
        if hook.condition is not None:
            code.op("end")
        for _ in tests:
            code.op("end")

    def names(self, env: Env, hook: HookDef, roles: dict[str, Value]) -> Env:
        """Binds what an event's words stand for; the narrowest things are what the lines are about."""
        narrowest: dict[str, Value] = {}
        for name, (role, type_) in hook.heard.binds.items():
            if role in roles:
                value = Value(type_ or roles[role].type, roles[role].operand)
                if name == "player":
                    env.bind_player(value.operand)
                else:
                    env.bind(name, value)
                if value.type.base == "thing" and (role not in narrowest or narrowest[role].type.kind in (None, "space")):
                    narrowest[role] = value
        env.subjects[:0] = narrowest.values()
        return env

    def function(self, hook: HookDef, roles: dict[str, Value], with_holder: bool, results: int, decided: bool = False) -> int:
        """The hook's lines as a function: actor, [holder], the event's values, [what a payment is so far]."""
        key = (*roles, str(results), str(with_holder), str(decided))
        if key in hook.functions:
            return hook.functions[key]
        compiler = self.compiler
        store = compiler.world.store
        index = hook.functions[key] = store.reserve_function()
        node = hook.entry.hook
        title = tidy(node.span.text.split("\n")[0])
        code = Code(store, f"{title}", False, True)
        chain = ()
        env = Env(compiler, code, f"{title} ({hook.entry.owner or hook.entry.layer.name})", chain, event=node.event)
        env.at(node.span)
        actor = code.parameter("actor", PLAYER)
        if roles or with_holder:
            env.bind_player(actor.operand)  # a round begins on nobody's behalf
        if with_holder:
            env.bind("holder", code.parameter("holder", PLAYER))
            if hook.card >= 0:
                env.bind_player(env.names["holder"].value.operand)
        row = code.parameter("row", Type(f"promise.{hook.promise}")) if hook.promise else None
        values = {name: code.parameter(name, value.type) for name, value in roles.items()}
        code.results = results
        compiler.payments.prepare(env, hook, values, results)  # its stages are parameters too: before any other register
        self.names(env, hook, values)
        if row is not None:
            compiler.promises.names(env, compiler.promises.all[hook.promise], row.operand)
        if hook.card >= 0:
            env.bind_player(env.names["holder"].value.operand)
        if results == 1:
            env.stop = lambda e: _return(e, 1)
        if hook.heard.event in ("lands", "passes", "reaches"):
            moves = code.load("moves", actor.operand)
            env.watch = (actor.operand, moves)
        compiler.later(lambda: self._body(hook, env, index, results, decided))
        return index

    def _body(self, hook: HookDef, env: Env, index: int, results: int, decided: bool) -> None:
        from rulelang.lower.decisions import ask_play  # a kept card is played by a decision

        code = env.code
        span = hook.entry.hook.span
        if hook.condition is not None and not decided:
            missed = code.op("not", condition(env.child(), hook.condition))
            code.mark("branch", span, "no", "then")
            with code.when(missed):
                self._leave(env, results, 0)
        for setting in hook.asked if decided else ():
            code.mark("setting", setting)
        if hook.card >= 0:
            assert env.player is not None
            name = self.compiler.cards.play_name(hook.card)
            yes = ask_play(env, env.player, name, self.compiler.cards.title(hook.card))
            declined = code.op("not", yes)
            code.mark("branch", span, "declined", "then")
            with code.when(declined):
                self._leave(env, results, 0)
            code.op("card", code.const(hook.card), code.const(-1))
        if hook.mark is not None:
            number, words = hook.mark
            roles = [nouns.path(env, ast.Path(w.span, (w,))) for w in words]
            self.compiler.mark_types[number] = tuple(str(role.type) for role in roles)
            code.op("mark", number, *(role.operand for role in roles))
        if hook.body:
            code.mark("rule", span)
        self.compiler.body(env, hook.body)
        self._leave(env, results, 1)
        self.compiler.finish(index, code)

    @staticmethod
    def _leave(env: Env, results: int, ran: int) -> None:
        if results == 1:
            _return(env, ran)
        elif results > 1 and env.stop is not None:
            env.stop(env)
        else:
            env.code.op("return")


def _return(env: Env, value: int) -> None:
    env.code.op("return", env.code.const(value))
