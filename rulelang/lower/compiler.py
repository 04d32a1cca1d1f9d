"""The lowering as a whole: World → Program."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.check.model import Model
from rulelang.diagnostics import Diagnostics
from rulelang.ir.program import Program
from rulelang.lower import dice
from rulelang.lower.actions import Actions
from rulelang.lower.cards import Cards
from rulelang.lower.deals import Deals
from rulelang.lower.decisions import Decisions
from rulelang.lower.effects import collect_effects
from rulelang.lower.emit import Code, Value
from rulelang.lower.endings import Endings
from rulelang.lower.env import Env
from rulelang.lower.fields import Fields
from rulelang.lower.headers import Families, Family, Pattern
from rulelang.lower.hooks import HookDef, Hooks
from rulelang.lower.idle import compile_idle
from rulelang.lower.messages import Messages
from rulelang.lower.moments import Moments
from rulelang.lower.moves import Moves
from rulelang.lower.passing import Passing
from rulelang.lower.payments import Payments
from rulelang.lower.promises import Promises
from rulelang.lower.rows import assemble_program, collect_marks
from rulelang.lower.statements import body
from rulelang.lower.strategies import Strategies
from rulelang.lower.survey import survey
from rulelang.lower.things import State, Things
from rulelang.lower.turns import Rounds
from rulelang.lower.types import COUNT, HOLDER, MONEY, PLAYER, PLAYERS, THINGS, Type
from rulelang.lower.values import Values
from rulelang.lower.watched import Watched
from rulelang.machine.slots import MOST, machine_slots
from rulelang.source import Span
from rulelang.syntax import ast


class Compiler:
    """Holds the parts of the lowering; each knows one subject and finds the others here."""

    def __init__(
        self,
        model: Model,
        diagnostics: Diagnostics,
        parse_expression: Callable[[str, Span, Diagnostics], ast.Expr | None],
        open_settings: Sequence[str] = (),
    ) -> None:
        self.diagnostics = diagnostics
        self._parse = parse_expression
        self.world = survey(model, diagnostics)
        self.world.open.update(name for name in open_settings if self.world.can_be_open(name))
        self._queue: list[Callable[[], None]] = []
        self._pure: dict[int, bool] = {}
        self.impls: dict[int, int] = {}
        self.idle_hooks: list[HookDef] = []
        self.effects: dict[int, str] = {}
        self.texts: list[str] = []
        self.marks: list[str] = []
        self.mark_types: dict[int, tuple[str, ...]] = {}
        """For each mark, the types of what it notes."""
        self.follows: dict[str, ast.Expr] = {}
        """For a question whose block begins by choosing a number: the least that may be chosen."""
        self.watched: list[Watched] = []
        self.wanted: Type | None = None
        """What is wanted where a name is looked up: of this type is what an unknown name was meant for."""
        self._codes: dict[int, Code] = {}
        self.rounds: Rounds | None = None
        """How turns go round, once the rule of the game has been lowered."""
        self._hoist_strategy_values()
        self._lay_out()
        self.families = Families(self.world)
        self.fields = Fields(self)
        self.values = Values(self)
        self.messages = Messages(self)
        self.decisions = Decisions(self)
        self.deals = Deals(self)
        self.hooks = Hooks(self)
        self.cards = Cards(self)
        self.promises = Promises(self)
        self.passing = Passing(self)
        self.things = Things(self)
        self.state = State(self)
        self.payments = Payments(self)
        self.moves = Moves(self)
        self.endings = Endings(self)
        self.actions = Actions(self)
        self.moments = Moments(self)
        self.strategies = Strategies(self)
        self.body: Callable[[Env, ast.Body], None] = body
        """Lowers a block: here, so that what has blocks need not know statements."""

    def _hoist_strategy_values(self) -> None:
        """Worked-out values that strategies declare are values like others."""
        from rulelang.check.keys import path_key
        from rulelang.check.model import Entry, Layer

        model = self.world.model
        for strategy in model.strategies:
            layer = Layer(strategy.name.text, "strategy", 0, None)
            for item in strategy.items:
                if isinstance(item, ast.ValueDef):
                    key = path_key(item.target)
                    if key not in model.of("value"):
                        model.of("value")[key] = Entry.declared(key, item, layer)

    def _lay_out(self) -> None:
        """The machine's slots first, then the lowering's own."""
        world = self.world
        store = world.store
        sizes = world.sizes()
        for slot in machine_slots(sizes, world.dice, world.dies, world.decks, world.pieces):
            store.slot_index[slot.name] = len(store.slots)
            store.slots.append(slot)
            store.slot_size = max(store.slot_size, slot.base + slot.size)
        holders = (("holder", sizes["holder"]),)
        players = (("player", sizes["player"]),)
        store.add_slot("holdings", THINGS.key, holders, (0,), 0, 0)
        store.add_slot("everyone", PLAYERS.key, (), (0,), 0, 0)
        store.add_slot("debt", MONEY.key, players, (0,), 0)
        store.add_slot("creditor", HOLDER.key, players, (-1,), -1)
        store.add_slot("next_turn", PLAYER.key, (), (-1,), -1)
        store.add_slot("round_seen", COUNT.key, (), (0,), 0)
        dice.lay_out(world)
        for name in sorted(world.open):
            info = world.settings[name]
            node: ast.Setting = info.entry.value
            low, high = (0, 1) if info.type.base == "yes/no" else (node.low, node.high)
            widest = -MOST if low is None else low, MOST if high is None else high
            store.add_slot(f"setting {name}", info.type.key, (), (info.values[0],), *widest)

    # ------------------------------------------------------------------------------------------------------- functions
    def finish(self, index: int, code: Code) -> None:
        """Puts a finished function in its place. Decisions may still be given their context: see `program`."""
        self.world.store.functions[index] = code.finish()
        self.world.store.marks[index] = code.marks
        self._pure[index] = code.pure
        self._codes[index] = code

    def add(self, code: Code) -> int:
        """Puts a finished function behind all others; its number."""
        index = self.world.store.reserve_function()
        self.finish(index, code)
        return index

    def returning(self, code: Code, *operands: int) -> int:
        """The same of a function that ends by returning these values."""
        code.results = len(operands)
        code.op("return", *operands)
        return self.add(code)

    def refinish(self, first: int) -> None:
        """Puts the functions from number `first` on in their places once more, now that decisions are settled."""
        for index, code in self._codes.items():
            if index >= first:
                self.world.store.functions[index] = code.finish()
                self.world.store.marks[index] = code.marks

    def is_pure(self, function: int) -> bool:
        code = self._codes.get(function)
        return code is not None and code.pure

    def later(self, work: Callable[[], None]) -> None:
        """Functions may call each other in circles: bodies are made after the place that needs them."""
        self._queue.append(work)

    def drain(self) -> None:
        while self._queue:
            self._queue.pop(0)()

    # ------------------------------------------------------------------------------------------------------------ rules
    def call_family(self, env: Env, family: Family, who: int, arguments: list[int]) -> None:
        if family.patterns[0].is_action:
            self.actions.perform(env, family, Value(PLAYER, who), arguments)
            return
        for pattern in family.patterns:
            self.world.use("rule", pattern.entry.name)
        env.code.call(self._family(family), who, *arguments)

    def _family(self, family: Family) -> int:
        """The function that all calls of a family go to: hooks, then the narrowest rule that fits."""
        if family.function < 0:
            store = self.world.store
            family.function = store.reserve_function()
            code = Code(store, f"rule {family.name}", False, not _is_game(family))
            code.origin = store.origin(f"rule {family.name}", family.patterns[0].entry.span)
            env = Env(self, code, f"rule {family.name}")
            env.bind_player(code.parameter("player", PLAYER).operand)
            values = [code.parameter(p.word, t) for (_, p), t in zip(family.patterns[0].open_places, family.types, strict=True)]
            self.later(lambda: self._family_body(family, env, values))
        return family.function

    def _family_body(self, family: Family, env: Env, values: list[Value]) -> None:
        code = env.code
        assert env.player is not None
        roles = {"player": env.player, **{f"a{i}": v for i, v in enumerate(values)}}
        self.hooks.instead(env, "rule", roles, family)
        self.hooks.fire(env, "rule", "before", roles, family)
        self.hooks.fire(env, "rule", "when", roles, family, early=True)
        self._dispatch(family, env, values)
        self.hooks.fire(env, "rule", "when", roles, family, early=False)
        self.finish(family.function, code)

    def _dispatch(self, family: Family, env: Env, values: list[Value]) -> None:
        """Calls the first pattern (narrowest first) whose places fit the arguments."""
        code = env.code
        assert env.player is not None
        opened = 0
        for pattern in family.patterns:
            tests = self._tests(pattern, family, values, env)
            call = (self._impl(pattern, family), env.player.operand, *(v.operand for v in values))
            if not all(self.world.mask(place.type.kind) for _, place in pattern.open_places if place.type.base == "thing"):
                continue  # of a kind of which the edition has nothing
            if not tests:
                code.call(*call)
                break
            test = tests[0]
            for more in tests[1:]:
                test = code.op("mul", test, more)
            code.op("if", test)
            code.call(*call)
            code.otherwise()
            opened += 1
        else:
            code.op("fault", self.messages.plain(f"no rule `{family.verb} …` fits here"))
        for _ in range(opened):
            code.op("end")

    def _tests(self, pattern: Pattern, family: Family, values: list[Value], env: Env) -> list[int]:
        code = env.code
        tests = []
        for (_, place), type_, value in zip(pattern.open_places, family.types, values, strict=True):
            if place.what == "constant":
                if len(family.patterns) > 1:
                    tests.append(code.op("eq", value.operand, code.const(place.index)))
            elif place.type.base == "thing" and place.type != type_ and self.world.mask(place.type.kind) != self.world.mask(type_.kind):
                tests.append(code.op("has", code.const(self.world.mask(place.type.kind)), value.operand))
            elif place.type == PLAYER and type_ == HOLDER:
                tests.append(code.op("lt", value.operand, code.const(self.world.most_players)))
        return tests

    def _impl(self, pattern: Pattern, family: Family) -> int:
        """The body of one rule as a function."""
        key = id(pattern)
        if key not in self.impls:
            store = self.world.store
            index = self.impls[key] = store.reserve_function()
            code = Code(store, f"{pattern.title}", False, not _is_game(family))
            env = Env(self, code, f"rule {pattern.title}", pattern.entry.chain_text)
            env.at(pattern.entry.span)
            code.mark("rule", pattern.entry.value.span)
            env.bind_player(code.parameter("player", PLAYER).operand)
            for (_, place), type_ in zip(pattern.open_places, family.types, strict=True):
                value = code.parameter(place.word, type_)
                if place.what != "parameter":
                    continue
                typed = Value(place.type, value.operand)
                if place.word != "player":
                    env.bind(place.word, typed, span=place.span)
                if place.type.base in ("thing", "group"):
                    env.subjects.append(typed)

            def finish() -> None:
                self.body(env, pattern.entry.value.body)
                self.finish(index, code)

            self.later(finish)
        return self.impls[key]

    # ------------------------------------------------------------------------------------------------------------ texts
    def text(self, value: str) -> int:
        if value not in self.texts:
            self.texts.append(value)
        return self.texts.index(value)

    def parse_hole(self, text: str, span: Span) -> ast.Expr | None:
        return self._parse(text, span, self.diagnostics)

    def domain_number(self, type_: object) -> int:
        from rulelang.lower.types import Type

        assert isinstance(type_, Type)
        names = ["player", "thing", "group", "card", "piece", "deck", "holder"]
        return names.index(type_.base) if type_.base in names else 0

    def worth_of(self, env: Env, head: ast.Word, node: ast.Of) -> Value | None:
        """`value of X` in a strategy."""
        return self.strategies.worth(env, node) if head.text == "value" else None

    def percent_rounding(self, path: ast.Path) -> str | None:
        """How a percent field rounds, as declared."""
        for promise in self.promises.all.values():
            if path.words[-1].text in promise.fields and promise.fields[path.words[-1].text][1] is not None:
                return promise.fields[path.words[-1].text][1]
        info = next((f for (_, n), f in self.fields.by_owner.items() if n == path.words[-1].text and f.type.base == "percent"), None)
        return info.entry.value.rounding if info is not None and isinstance(info.entry.value, ast.FieldDef) else None

    # ---------------------------------------------------------------------------------------------------------- program
    def compile(self) -> Program | None:
        """The Program; None if something essential is missing (its diagnostic is there)."""
        world = self.world
        model = world.model
        for category in ("rule", "action"):
            for key, entry in model.values_of(category):
                collect_effects(self, entry.value.body, key, entry.layer)
        for card in {id(c.entry): c for c in world.cards}.values():
            for lines in (card.entry.value.body, *(p.body or (p.hook.body if p.hook else ()) for p in card.entry.value.plays)):
                collect_effects(self, lines, card.entry.name, card.entry.layer, card.entry.value.title.value)
        for hook in list(model.hooks):
            collect_effects(self, hook.hook.body, hook.owner or hook.layer.name, hook.layer)
        self.promises.collect()
        self.deals.collect()
        self.hooks.collect()
        collect_marks(self)
        self.cards.collect()
        self.actions.collect()
        self.endings.build()
        self.actions.build()
        entry_function = self._entry()
        # Rules that nothing calls are compiled too: their mistakes are mistakes.
        for family in self.families.by_shape.values():
            if not family.patterns[0].is_action:
                self._family(family)
        self.drain()
        self.idle_hooks = compile_idle(self)
        for info in list(self.fields.by_owner.values()):
            if info.source == "value":
                self.values.compile(info)
        self.strategies.build()
        moments = self.moments.rows()
        self.drain()
        self.decisions.settle()
        self.strategies.answers()
        self.drain()
        self.refinish(0)
        if entry_function is None:
            return None
        if self.diagnostics.has_errors or any(f is None for f in world.store.functions):
            return None  # what a mistake left unfinished cannot run
        return assemble_program(self, entry_function, moments)

    def _entry(self) -> int | None:
        """`rule game`, after the machine's own beginning."""
        world = self.world
        families = [f for f in self.families.by_verb.get("game", []) if not f.open_keys]
        if not families:
            head = world.model.head
            lost = any(one.slug in ("extends-cycle", "unknown-section") for one in self.diagnostics)  # then it may be what is missing
            if head is not None and not lost:
                self.diagnostics.error(
                    "no-game",
                    f"{world.model.edition} has no `rule game`: nothing says how it is played",
                    head.span,
                    help="add `rule game`, or `uses` a library that has one",
                )
            return None
        store = world.store
        index = store.reserve_function()
        code = Code(store, "game", False, False)
        code.origin = store.origin("game", families[0].patterns[0].entry.span)
        env = Env(self, code, "game")
        self.begin(env)
        first = env.player
        assert first is not None
        env.code.call(self._family(families[0]), first.operand)
        world.use("rule", families[0].patterns[0].entry.name)
        self.finish(index, code)
        return index

    def begin(self, env: Env) -> None:
        """What comes before the rule of the game: who plays, and the pieces that each starts with. The first player acts."""
        code = env.code
        code.store_slot("everyone", code.load("in_game"))
        env.bind_player(code.op("first", code.load("in_game"), code.const(0)))
        for entry in self.world.model.of("starts").values():
            self._starts(env, entry.value)

    def _starts(self, env: Env, node: ast.StartsWith) -> None:
        """`each player starts with`: pieces from the bank."""
        from rulelang.lower.conditions import condition
        from rulelang.lower.survey import piece_named

        code = env.code
        bank = Value(HOLDER, code.const(self.world.bank))
        with code.members(code.load("in_game"), bound=64) as player:
            opened = 0
            for count, word, test in node.cases:
                piece = piece_named(self.world, word.text)
                if piece is None:
                    self.world.unknown("unknown-name", "piece", word.text, word.span, self.world.piece_names)
                    continue
                if test is not None:
                    code.op("if", condition(env.child(), test))
                    opened += 1
                code.op("pieces", code.const(piece), code.const(0), bank.operand, player, code.const(count))
                if test is not None:
                    code.otherwise()
            for _ in range(opened):
                code.op("end")


def _is_game(family: Family) -> bool:
    """`rule game` runs on nobody's behalf: it goes on when any player leaves."""
    return family.verb == "game" and not family.open_keys
