"""Facts that are set up: who has and owns what, where tokens stand, state. Nothing that listens hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulelang.ir.scenes import Given
from rulelang.lower import nouns
from rulelang.lower.calls import plain_word
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.fields import FieldInfo
from rulelang.lower.scenes.holding import constant_things, field_meant, kept_card, piece_counted, promised, step_with
from rulelang.lower.scenes.scene import Scene, person, place
from rulelang.lower.types import COUNT, HOLDER, MONEY, PLAYER, UNKNOWN, YES_NO, Type
from rulelang.syntax import ast

FORMS = (
    "a fact reads like `ann has 500`, `ann owns brown with 2 PIECE each`, `ann stands on SPACE`, `ann holds CARD`, `ann is FIELD`, "
    "`ann promised PROMISE FIELD … to bob`, "
    "`ann's FIELD is 2`, `SPACE has 1 PIECE`, `bank has 5 PIECE`, in tests `ann follows STRATEGY`"
)
SPACE = Type("thing", "space")


def given(scene: Scene, facts: Sequence[ast.Fact], *, about: bool) -> tuple[Given, ...]:
    """The facts in order, those about what the bank has left at the end. `about`: amounts may be a range."""
    lowering = _Facts(scene, about)
    found = [row for fact in facts for row in lowering.fact(fact)]
    return tuple(row for late in (False, True) for row, is_late in found if is_late is late)


class _Facts:
    def __init__(self, scene: Scene, about: bool) -> None:
        self.scene = scene
        self.world = scene.world
        self.about = about

    def fact(self, fact: ast.Fact) -> Iterator[tuple[Given, bool]]:
        """(what is done, is it done after the others)"""
        if fact.kind == "about":
            yield from self._range(fact)
            return
        emit = self._emitter(fact)
        if emit is None:
            self._unknown(fact)
            return
        late = fact.kind == "has" and plain_word(fact.subject) == "bank" if fact.subject is not None else False
        yield Given(place(fact.span), self.scene.function(fact.span, emit)), late

    def _unknown(self, fact: ast.Fact) -> None:
        self.scene.error("unknown-fact", f"`{fact.span.text}` is nothing that can be set up", fact.span, help=FORMS)

    def _emitter(self, fact: ast.Fact) -> Callable[[Env], object] | None:
        match fact.kind:
            case "do":
                return self._do(fact)
            case "owns":
                return lambda env: self._owns(env, fact)
            case "has":
                return lambda env: self._has(env, fact)
            case "is" | "is_not":
                return lambda env: self._is(env, fact)
        return None

    # ------------------------------------------------------------------------------------------------ tokens, kept cards
    def _do(self, fact: ast.Fact) -> Callable[[Env], object] | None:
        statement = fact.statement
        assert statement is not None
        words = [plain_word(item) for item in statement.items]
        preps = [prep.word for prep in statement.preps]
        who = person(statement.items[0])
        match words, preps:
            case [_, "stands" | "stand"], ["on"] if who is not None:
                node = statement.preps[0].argument
                return lambda env: self._place(env, who, expression(env, node, SPACE).operand)
            case [_, "holds" | "hold", _], [] if who is not None:
                item = statement.items[2]
                return lambda env: self._hold(env, who, item)
            case [_, "promised" | "promises", str(kind), *_], ["to"] if who is not None and kind in self.scene.compiler.promises.all:
                to = statement.preps[0].argument
                return lambda env: promised(env, fact.span, who, kind, statement.items[3:], to)
        return None

    @staticmethod
    def _place(env: Env, who: int, space: int) -> None:
        env.code.op("place", env.code.const(who), space, env.code.const(0))

    def _hold(self, env: Env, who: int, node: ast.Expr | ast.Per) -> None:
        """One copy of the card that is still in its deck."""
        copies = kept_card(self.scene, node)
        code = env.code
        done = code.register()
        code.move(done, code.const(0))
        for card in copies:
            free = code.op("lt", code.load("card_holder", code.const(card)), code.const(0))
            with code.when(code.op("mul", free, code.op("not", done))):
                code.op("card", code.const(card), code.const(who))
                code.move(done, code.const(1))

    # --------------------------------------------------------------------------------------------------------- ownership
    def _owns(self, env: Env, fact: ast.Fact) -> None:
        assert fact.subject is not None
        if fact.preps:
            self._unknown(fact)
            return
        owner = expression(env, fact.subject, HOLDER)
        card = kept_card(self.scene, fact.items[0], quietly=True)
        if card and len(fact.items) == 1 and (who := person(fact.subject)) is not None:
            self._hold(env, who, fact.items[0])
            return
        for thing in constant_things(env, fact.items[0]):
            own(env, thing, owner.operand)
            for item in fact.items[1:]:
                self._yes(env, Value(self._thing_type(thing), env.code.const(thing)), item)
            if fact.with_each is not None:
                count, piece = fact.with_each
                self._stands(env, thing, piece, count)

    def _thing_type(self, thing: int) -> Type:
        return Type("thing", self.world.kind_of[thing] or None)

    def _stands(self, env: Env, thing: int, word: ast.Word, count: int) -> None:
        step = step_with(self.scene, thing, word, count)
        if step is not None:
            env.code.op("step", env.code.const(thing), env.code.const(step))

    def _yes(self, env: Env, owner: Value, node: ast.Expr, value: int = 1) -> None:
        """A state of yes or no that is named after what it belongs to."""
        word = plain_word(node)
        info = self._state(owner, word) if word is not None else None
        if info is None or info.type != YES_NO:
            states = [f for f in env.compiler.fields.by_owner.values() if f.source == "state"]
            known = [f.name for f in states if f.type == YES_NO or (f.owner == "game" and f.type.base == owner.type.base)]
            self.world.unknown("unknown-field", f"state of a {owner.type} called", node.span.text, node.span, known)
            return
        env.code.store_slot(info.slot, env.code.const(value), owner.operand)

    def _state(self, owner: Value, name: str) -> FieldInfo | None:
        fields = self.scene.compiler.fields
        if owner.type.base == "thing":
            found = fields.on_kind(owner.type.kind, name)
        else:
            base = "player" if owner.type.base == "holder" else owner.type.base
            found = [info for info in [fields.by_owner.get((base, name))] if info is not None]
        return next((info for info in found if info.source == "state"), None)

    # ------------------------------------------------------------------------------------------------------------ amounts
    def _range(self, fact: ast.Fact) -> Iterator[tuple[Given, bool]]:
        assert fact.subject is not None and fact.low is not None and fact.high is not None
        if not self.about:
            self.scene.error(
                "not-exact", "a test says exactly what it begins with", fact.span, help=f"write one amount, as `has {fact.low}`"
            )
            return
        env = self.scene.env(fact.span, False)
        amount = env.code.parameter("amount", MONEY)
        # Parameters are the first registers, and the people are constants: nothing was emitted before.
        holder = expression(env, fact.subject, HOLDER)
        set_money(env, holder.operand, amount.operand)
        yield Given(place(fact.span), self.scene.finish(env), (fact.low, fact.high)), False

    def _has(self, env: Env, fact: ast.Fact) -> None:
        node = fact.value
        assert fact.subject is not None
        owner = nouns.one(env, expression(env, fact.subject))
        if owner.type == UNKNOWN:
            return
        if isinstance(node, ast.Noun) and node.quantifier in (None, "no") and self._has_noun(env, fact, owner, node):
            return
        if fact.count is not None and isinstance(node, ast.Noun) and self.world.piece_names:
            word = node.path.words[-1].text
            if (mend := field_meant(self.scene, fact)) is not None:
                self.scene.error("unknown-name", f"there is no piece `{word}`", node.span, help=mend)
                return
            self.world.unknown("unknown-name", "piece", word, node.span, self.world.piece_names)
            return
        if owner.type.base not in ("player", "holder") or fact.count is not None or node is None or isinstance(node, ast.Path):
            self._unknown(fact)
            return
        amount = expression(env, node, MONEY)
        if env.code.store.constant_of(owner.operand) == self.world.bank:
            self.scene.error(
                "unknown-fact",
                "what the bank has is what all others lack: it cannot be set",
                fact.span,
                help="say what each player has",
            )
            return
        set_money(env, owner.operand, amount.operand)

    def _has_noun(self, env: Env, fact: ast.Fact, owner: Value, node: ast.Noun) -> bool:
        """`has 2 PIECE`, `has a CARD`, `has no PIECE`, `has no owner`; False if it is something else."""
        code = env.code
        count = 0 if node.quantifier == "no" else 1 if fact.count is None else fact.count
        bare = ast.Noun(node.span, None, node.path, node.filters)
        word = plain_word(bare)
        if owner.type.base == "thing":
            thing = code.store.constant_of(owner.operand)
            if word == "owner" and node.quantifier == "no" and thing is not None:
                own(env, thing, code.const(-1))
                return True
            if word is not None and thing is not None:
                self._stands(env, thing, node.path.words[0], count)
                return True
            return False
        counted = piece_counted(env, bare)
        if counted is not None:
            set_pieces(env, owner.operand, *counted, code.const(count))
            return True
        copies = kept_card(self.scene, bare, quietly=True)
        who = code.store.constant_of(owner.operand)
        if copies and who is not None and fact.count is None:
            if count:
                self._hold(env, who, bare)
            else:
                for card in copies:
                    with code.when(code.op("eq", code.load("card_holder", code.const(card)), owner.operand)):
                        code.op("card", code.const(card), code.const(-1))
            return True
        return False

    # -------------------------------------------------------------------------------------------------------------- state
    def _is(self, env: Env, fact: ast.Fact) -> None:
        subject, node = fact.subject, fact.value
        assert subject is not None
        if node is None or isinstance(node, ast.Path) or not isinstance(subject, ast.Noun) or subject.quantifier:
            self._unknown(fact)
            return
        wanted = 0 if fact.kind == "is_not" else 1
        if subject.filters:
            if not wanted or not self._pieces_in_group(env, subject, node):
                self._unknown(fact)
            return
        words = subject.path.words
        if len(words) > 1:
            owner = nouns.path(env, ast.Path(subject.path.span, words[:-1]))
            if not wanted or not self._set(env, owner, words[-1], node):
                self._unknown(fact)
            return
        if wanted and person(subject) is None and self._set(env, None, words[0], node):
            return
        owner = nouns.one(env, expression(env, subject))
        if owner.type.base in ("player", "holder", "thing", "group"):
            self._adjective(env, owner, node, wanted, fact)
        elif owner.type != UNKNOWN:
            self._unknown(fact)

    @staticmethod
    def _pieces_in_group(env: Env, subject: ast.Noun, node: ast.Expr) -> bool:
        """`ann's PIECE in GROUP is 2`, of a piece with a supply for each group."""
        *owner, piece = subject.path.words
        counted = piece_counted(env, ast.Noun(subject.span, None, ast.Path(piece.span, (piece,)), subject.filters))
        if counted is None or not owner:
            return False
        holder = nouns.one(env, nouns.path(env, ast.Path(subject.path.span, tuple(owner))))
        set_pieces(env, holder.operand, *counted, expression(env, node, COUNT).operand)
        return True

    def _adjective(self, env: Env, owner: Value, node: ast.Expr, wanted: int, fact: ast.Fact) -> None:
        """`ann is FIELD`; `ann is STATE`, where the state of the game is a player; `ann is out`."""
        word = plain_word(node)
        code = env.code
        if word == "out" and wanted and owner.type == PLAYER:
            code.op("out", owner.operand)
            return
        info = env.compiler.fields.by_owner.get(("game", word or ""))
        if info is not None and info.source == "state" and info.type == owner.type.one() and wanted:
            code.store_slot(info.slot, owner.operand)
            return
        self._yes(env, owner, node, wanted)

    def _set(self, env: Env, owner: Value | None, field: ast.Word, node: ast.Expr) -> bool:
        """Gives a field its value; False if it is none that can be set up."""
        code = env.code
        if owner is not None:
            owner = nouns.one(env, owner)
            match owner.type.base, field.text:
                case "player", "space":
                    code.op("place", owner.operand, expression(env, node, SPACE).operand, code.const(0))
                    return True
                case "player" | "holder", "money":
                    set_money(env, owner.operand, expression(env, node, MONEY).operand)
                    return True
                case "thing", "owner":
                    thing = code.store.constant_of(owner.operand)
                    if thing is not None:
                        own(env, thing, expression(env, node, HOLDER).operand)
                    return thing is not None
                case "thing", "step":
                    code.op("step", owner.operand, expression(env, node, COUNT).operand)
                    return True
            info = self._state(owner, field.text)
        else:
            if field.text in ("round", "turn"):
                code.store_slot("turns" if field.text == "turn" else "round", expression(env, node, COUNT).operand)
                return True
            info = env.compiler.fields.by_owner.get(("game", field.text))
        if info is None or info.source != "state":
            return False
        value = expression(env, node, info.type)
        code.store_slot(info.slot, value.operand, owner.operand if owner is not None else None)
        return True


def own(env: Env, thing: int, holder: int) -> None:
    """A thing passes to a holder (the bank: to nobody), unheard."""
    code = env.code
    item = code.const(thing)
    to = code.register()
    code.move(to, holder)
    with code.when(code.op("eq", to, code.const(env.compiler.world.bank))):
        code.move(to, code.const(-1))
    giver = code.load("owner", item)
    with code.when(code.op("ge", giver, code.const(0))):
        code.store_slot("holdings", code.op("without", code.load("holdings", giver), item), giver)
    code.op("own", item, to)
    with code.when(code.op("ge", to, code.const(0))):
        code.store_slot("holdings", code.op("with", code.load("holdings", to), item), to)


def set_money(env: Env, holder: int, amount: int) -> None:
    """The bank gives what is missing or takes what is too much."""
    code = env.code
    bank, nothing = code.const(env.compiler.world.bank), code.const(-1)
    missing = code.op("sub", amount, code.load("money", holder))
    with code.when(code.op("gt", missing, code.const(0))):
        code.op("pay", bank, holder, missing, nothing, nothing)
    with code.when(code.op("lt", missing, code.const(0))):
        code.op("pay", holder, bank, code.op("sub", code.const(0), missing), nothing, nothing)


def set_pieces(env: Env, holder: int, piece: int, group: int, count: int) -> None:
    """The bank gives what is missing or takes what is too much; the bank itself has exactly so many left."""
    code = env.code
    world = env.compiler.world
    slot = f"piece.{world.pieces[piece].name}"
    if code.store.constant_of(holder) == world.bank:
        code.store_slot(slot, count, holder, group)
        return
    bank, kind = code.const(world.bank), code.const(piece)
    missing = code.op("sub", count, code.load(slot, holder, group))
    with code.when(code.op("gt", missing, code.const(0))):
        code.op("pieces", kind, group, bank, holder, missing)
    with code.when(code.op("lt", missing, code.const(0))):
        code.op("pieces", kind, group, holder, bank, code.op("sub", code.const(0), missing))
