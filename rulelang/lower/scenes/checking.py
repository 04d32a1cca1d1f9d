"""What must hold: conditions over the state, payments that happened, what somebody can or cannot do, the end of the game.

`has` and `pays` are exact here: `ann has 500` is true for 500 only.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ir.scenes import Asked, Check, Choosable, Holds, Legal, Over, Paid, Part
from rulelang.lower import nouns
from rulelang.lower.action_parts import Act
from rulelang.lower.calls import Call, plain_word
from rulelang.lower.conditions import condition, has, owns
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.headers import base_forms
from rulelang.lower.scenes.acting import may_act
from rulelang.lower.scenes.choosing import ASKED, answers, choosing
from rulelang.lower.scenes.dealing import dealable
from rulelang.lower.scenes.holding import (
    constant_things,
    field_meant,
    kept_card,
    piece_counted,
    pieces_had,
    promise_fields,
    promise_named,
    promise_said,
    promises_held,
    step_with,
)
from rulelang.lower.scenes.scene import ALWAYS, Scene, person, place
from rulelang.lower.types import COUNT, HOLDER, MONEY, THING, UNKNOWN, YES_NO, Type
from rulelang.syntax import ast

FORMS = (
    "it reads like `ann has 500`, `ann's money >= 500`, `ann owns SPACE`, `ann stands on SPACE`, `ann holds CARD`, `ann is FIELD`, "
    "`SPACE has 1 PIECE`, "
    "`ann pays 20 to bob`, `ann can ACTION`, `ann cannot ACTION because NEED`, `ann is asked to QUESTION`, `ann is out`, `game is over`, "
    "`bob wins`"
)
What = Holds | Paid | Legal | Over | Asked | Choosable
SPACE = Type("thing", "space")


class Checking:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.world = scene.world

    def check(self, fact: ast.Fact) -> Check | None:
        what = self._what(fact)
        if what is None:
            return None
        return Check(place(fact.span), what)

    def _what(self, fact: ast.Fact) -> What | None:
        match fact.kind:
            case "do":
                return self._do(fact)
            case "owns":
                return self._owns(fact)
            case "has":
                return self._has(fact)
            case "is" | "is_not":
                return self._is(fact)
            case "holds" if isinstance(fact.value, ast.Compare | ast.Owns | ast.Same):
                return self._condition(fact, fact.value)
            case "asked":
                return self._asked(fact)
            case "can" | "cannot":
                return self._can(fact)
            case "can_choose" | "cannot_choose":
                return self._choosable(fact)
        return self._unknown(fact)

    def _unknown(self, fact: ast.Fact) -> Holds | None:
        mend = field_meant(self.scene, fact) or FORMS
        self.scene.error("unknown-fact", f"`{fact.span.text}` is nothing that can be looked at", fact.span, help=mend)
        return None

    def _holds(self, fact: ast.Fact, emit: Callable[[Env], int], got: Part | None = None, *, wanted: bool = True) -> Holds:
        part = self.scene.value(fact.span, lambda env: Value(YES_NO, emit(env)))
        return Holds(part.function, wanted, got)

    # ----------------------------------------------------------------------------------------------------- what happened
    def _do(self, fact: ast.Fact) -> What | None:
        statement = fact.statement
        assert statement is not None
        subject = statement.items[0]
        verb = plain_word(statement.items[1]) if len(statement.items) > 1 else None
        base = base_forms(verb)[-1] if verb is not None else ""
        who = person(subject)
        preps = {prep.word: prep.argument for prep in statement.preps}
        match base, len(statement.items):
            case "stand", 2 if who is not None and set(preps) == {"on"}:
                return self._stands(fact, who, preps["on"])
            case "hold", _ if who is not None and not preps and (kind := promise_said(self.scene, statement)) is not None:
                return self._owns_promise(fact, who, kind, statement.items[3:])
            case "hold", 3 if who is not None and not preps:
                return self._keeps(fact, who, statement.items[2])
            case "win", 2 if who is not None and not preps:
                return Over(who)
            case (("pay" | "collect"), 3) if set(preps) <= {"to", "from", "as", "for"} and not isinstance(subject, ast.Per):
                amount = statement.items[2]
                other = preps.get("to" if base == "pay" else "from")
                if not isinstance(amount, ast.Per):
                    return self._paid(fact, base == "pay", subject, amount, other, preps)
        return self._unknown(fact)

    def _stands(self, fact: ast.Fact, who: int, node: ast.Expr) -> Holds:
        def on(env: Env) -> int:
            space = expression(env, node, SPACE)
            return env.code.op("eq", env.code.load("position", env.code.const(who)), space.operand)

        got = self.scene.value(fact.span, lambda env: Value(SPACE, env.code.load("position", env.code.const(who))))
        return self._holds(fact, on, Part("space", got.function))

    def _keeps(self, fact: ast.Fact, who: int, node: ast.Expr | ast.Per, *, wanted: bool = True) -> Holds:
        copies = kept_card(self.scene, node)
        return self._holds(fact, lambda env: self._kept(env, env.code.const(who), copies), wanted=wanted)

    def _owns_promise(self, fact: ast.Fact, who: int, kind: str, said: tuple[ast.Expr | ast.Per, ...]) -> Holds:
        """`ann holds loan`, `ann holds loan 110 3`: one at least that says so."""

        def held(env: Env) -> int:
            fields = promise_fields(env, fact.span, kind, said) if said else {}
            return promises_held(env, env.code.const(who), kind, fields)

        return self._holds(fact, lambda env: env.code.op("gt", held(env), env.code.const(0)))

    @staticmethod
    def _kept(env: Env, who: int, copies: list[int]) -> int:
        code = env.code
        result = code.const(0)
        for card in copies:
            result = code.op("max", result, code.op("eq", code.load("card_holder", code.const(card)), who))
        return result

    def _paid(
        self, fact: ast.Fact, pays: bool, subject: ast.Expr, amount: ast.Expr, other: ast.Expr | None, preps: dict[str, ast.Expr]
    ) -> Paid:
        value = self.scene.value
        one = value(fact.span, lambda env: expression(env, subject, HOLDER))
        bank = self.world.bank
        two = value(fact.span, lambda env: expression(env, other, HOLDER) if other is not None else env.number(bank, HOLDER))
        money = value(fact.span, lambda env: expression(env, amount, MONEY))
        purpose, about = preps.get("as"), preps.get("for")
        thing = value(fact.span, lambda env: expression(env, about, THING)) if about is not None else None
        return Paid(one if pays else two, two if pays else one, money, self._purpose(purpose), thing)

    def _purpose(self, node: ast.Expr | None) -> int:
        if node is None:
            return -1
        name = self.world.model.canonical(plain_word(node) or "")
        if name not in self.world.purposes:
            self.world.unknown("unknown-purpose", "purpose", node.span.text, node.span, self.world.purposes)
            return -1
        return self.world.purposes.index(name)

    # --------------------------------------------------------------------------------------------------------- ownership
    def _owns(self, fact: ast.Fact) -> Holds | None:
        subject = fact.subject
        assert subject is not None
        if fact.preps:
            return self._unknown(fact)
        who = person(subject)
        if who is not None and len(fact.items) == 1 and kept_card(self.scene, fact.items[0], quietly=True):
            return self._keeps(fact, who, fact.items[0])

        def emit(env: Env) -> int:
            code = env.code
            result = owns(env, expression(env, subject, HOLDER), fact.items[0], fact.span)
            if len(fact.items) == 1 and fact.with_each is None:
                return result
            for thing in constant_things(env, fact.items[0]):
                item = Value(Type("thing", self.world.kind_of[thing] or None), code.const(thing))
                for state in fact.items[1:]:
                    env.bind("thing", item)
                    test = ast.Is(state.span, _word("thing", state), False, state)
                    result = code.op("mul", result, condition(env, test))
                if fact.with_each is not None:
                    step = step_with(self.scene, thing, fact.with_each[1], fact.with_each[0])
                    stands = code.op("eq", code.load("stepno", item.operand), code.const(step or 0))
                    result = code.op("mul", result, stands)
            return result

        return self._holds(fact, emit, self._owner(fact))

    def _owner(self, fact: ast.Fact) -> Part | None:
        """Who owns it, if it is one thing."""
        word = plain_word(fact.items[0])
        thing = self.world.thing_index.get(self.world.model.canonical(word)) if word is not None else None
        if thing is None or len(fact.items) > 1 or fact.with_each is not None:
            return None
        return self.scene.value(fact.span, lambda env: Value(HOLDER, env.code.load("owner", env.code.const(thing))))

    # ------------------------------------------------------------------------------------------------------------ amounts
    def _has(self, fact: ast.Fact) -> Holds | None:
        subject, node = fact.subject, fact.value
        assert subject is not None
        if node is None or isinstance(node, ast.Path):
            return self._unknown(fact)
        none = isinstance(node, ast.Noun) and node.quantifier == "no"
        bare = ast.Noun(node.span, None, node.path, node.filters) if isinstance(node, ast.Noun) else node
        who = person(subject)
        if who is not None and fact.count is None and kept_card(self.scene, bare, quietly=True):
            return self._keeps(fact, who, bare, wanted=not none)
        counted = self._counted(fact, subject, bare, 0 if none else fact.count)
        if counted is not None:
            return counted
        if fact.count is None and isinstance(node, ast.Noun):
            word = plain_word(bare)
            got = None
            if word is not None and none:
                got = self._field(fact, subject, word)
            if got is not None or none:
                return self._holds(fact, lambda env: has(env, nouns.one(env, expression(env, subject)), node, None, fact.span), got)
        if fact.count is not None:
            return self._unknown(fact)
        got = self.scene.value(fact.span, lambda env: self._money(env, subject))

        def exactly(env: Env) -> int:
            return env.code.op("eq", self._money(env, subject).operand, expression(env, node, MONEY).operand)

        return self._holds(fact, exactly, got)

    def _money(self, env: Env, subject: ast.Expr) -> Value:
        return Value(MONEY, env.code.load("money", expression(env, subject, HOLDER).operand))

    def _field(self, fact: ast.Fact, subject: ast.Expr, word: str) -> Part | None:
        """The value of a field of a thing, to be shown."""
        probe = self.scene.env(fact.span, True)
        owner = nouns.one(probe, expression(probe, subject))
        if owner.type.base != "thing" or probe.compiler.fields.get(probe, owner, word, fact.span) is None:
            return None

        def emit(env: Env) -> Value:
            found = env.compiler.fields.get(env, nouns.one(env, expression(env, subject)), word, fact.span)
            return found if found is not None else Value(UNKNOWN, env.code.const(0))

        return self.scene.value(fact.span, emit)

    def _counted(self, fact: ast.Fact, subject: ast.Expr, node: ast.Expr, count: int | None) -> Holds | None:
        """`has 2 PIECE`, `has a PIECE`, `has no PIECE`, `has 2 KINDs`; None for what is not counted."""
        probe = self.scene.env(fact.span, True)
        owner = nouns.one(probe, expression(probe, subject))
        if owner.type == UNKNOWN:
            return self._holds(fact, lambda env: env.code.const(0))
        if owner.type.base == "thing":
            thing = probe.code.store.constant_of(owner.operand)
            if fact.count is None or thing is None or not isinstance(node, ast.Noun):
                return None
            return self._standing(fact, thing, node.path.words[0], fact.count)
        if owner.type.base not in ("player", "holder"):
            return None
        counting = self._counting(probe, subject, node)
        if counting is None:
            return None
        wanted = 1 if count is None else count
        got = self.scene.value(fact.span, lambda env: Value(COUNT, counting(env)))
        return self._holds(fact, lambda env: env.code.op("eq", counting(env), env.code.const(wanted)), got)

    def _standing(self, fact: ast.Fact, thing: int, word: ast.Word, count: int) -> Holds:
        step = step_with(self.scene, thing, word, count)

        def stands(env: Env) -> int:
            return env.code.load("stepno", env.code.const(thing))

        got = self.scene.value(fact.span, lambda env: Value(COUNT, stands(env)))
        return self._holds(
            fact, lambda env: env.code.op("eq", stands(env), env.code.const(step or 0)), Part("standing", got.function, thing)
        )

    def _counting(self, probe: Env, subject: ast.Expr, node: ast.Expr) -> Callable[[Env], int] | None:
        counted = piece_counted(probe, node)
        if counted is not None:
            return lambda env: pieces_had(env, nouns.one(env, expression(env, subject)), node)
        promise = promise_named(self.scene, node)
        if promise is not None:
            return lambda env: promises_held(env, expression(env, subject, HOLDER).operand, promise, {})
        word = plain_word(node)
        kind = (self.world.set_named(word) or self.world.type_named(word)) if word is not None and word not in probe.names else None
        if kind is None or kind.base != "thing":
            return None
        mask = self.world.mask(kind.kind)

        def owned(env: Env) -> int:
            held = env.code.load("holdings", expression(env, subject, HOLDER).operand)
            return env.code.op("size", env.code.op("meet", held, env.code.const(mask)))

        return owned

    # -------------------------------------------------------------------------------------------------------------- state
    def _is(self, fact: ast.Fact) -> What | None:
        subject, node = fact.subject, fact.value
        assert subject is not None
        if node is None or isinstance(node, ast.Path):
            return self._unknown(fact)
        negated = fact.kind == "is_not"
        if plain_word(subject) == "game" and plain_word(node) == "over":
            return Over(wanted=not negated)
        if plain_word(subject) == "game" and "game" not in self.world.constants:
            self.scene.error("unknown-fact", "of the game it can be said only that it is over", fact.span, help="write `game is over`")
            return None
        return self._holds(fact, lambda env: condition(env, ast.Is(fact.span, subject, negated, node)), self._subject(fact, subject))

    def _condition(self, fact: ast.Fact, node: ast.Compare | ast.Owns | ast.Same) -> Holds:
        """A condition like those of rules. What is compared is shown."""
        assert fact.subject is not None
        got = self._subject(fact, fact.subject) if isinstance(node, ast.Compare) else None
        return self._holds(fact, lambda env: condition(env, node), got)

    def _subject(self, fact: ast.Fact, subject: ast.Expr) -> Part | None:
        """What the subject is, if that is worth showing: a number or a member, not somebody who is named anyway."""
        if person(subject) is not None or (isinstance(subject, ast.Noun) and subject.quantifier is not None):
            return None
        probe = self.scene.env(fact.span, True)
        found = len(self.scene.compiler.diagnostics.found)
        value = expression(probe, subject)
        said = len(self.scene.compiler.diagnostics.found) > found
        if said or value.type.many or not (value.type.is_number or value.type.is_entity or value.type == YES_NO):
            return None
        if probe.code.store.constant_of(value.operand) is not None:
            return None
        return self.scene.value(fact.span, lambda env: expression(env, subject))

    # ---------------------------------------------------------------------------------------------------------- questions
    def _asked(self, fact: ast.Fact) -> What | None:
        who = person(fact.subject)
        assert fact.word is not None
        if who is None:
            return self._unknown(fact)
        known = sorted(answers(self.scene.compiler) | set(ASKED))
        if fact.word.text not in known:
            self.world.unknown("unknown-name", "question or option", fact.word.text, fact.word.span, known)
            return None
        return Asked(who, fact.word.text)

    def _choosable(self, fact: ast.Fact) -> What | None:
        who = person(fact.subject)
        if who is None or fact.value is None or isinstance(fact.value, ast.Path):
            return self._unknown(fact)
        return Choosable(who, choosing(self.scene, fact, who, fact.value), fact.kind == "can_choose")

    # ------------------------------------------------------------------------------------------------------------ actions
    def _can(self, fact: ast.Fact) -> What | None:
        statement = fact.statement
        assert statement is not None and fact.subject is not None
        who = person(fact.subject)
        if who is None:
            return self._unknown(fact)
        if plain_word(statement.items[0]) == "act" and len(statement.items) == 2:
            return may_act(self.scene, fact, who, statement.items[1])
        if plain_word(statement.items[0]) == "deal" and len(statement.items) == 2 and not self.scene.compiler.actions.named("deal"):
            return dealable(self.scene, fact, who, statement.items[1])
        found = self._action(statement, who)
        if found is None:
            return None
        act, parts = found
        because = fact.because.text if fact.because is not None else ""
        known = [*(need.name for need in act.needs), *ALWAYS]
        if fact.because is not None and because not in known:
            self.world.unknown("unknown-name", f"need of `{act.name}` called", because, fact.because.span, known)
        return Legal(who, act.index, parts, fact.kind == "can", because)

    def _action(self, statement: ast.Statement, who: int) -> tuple[Act, tuple[Part, ...] | None] | None:
        compiler = self.scene.compiler
        word = plain_word(statement.items[0]) or ""
        if word == "play" and len(statement.items) == 2:
            cards = self.world.copies_of(plain_word(statement.items[1]) or "")
            act = next((a for a in compiler.actions.all if a.card in cards), None)
            if act is not None:
                return act, ()
        acts = compiler.actions.named(word)
        if not acts:
            known = [a.name for a in compiler.actions.all]
            self.world.unknown("unknown-action", "action", word or statement.span.text, statement.span, known)
            return None
        if len(statement.items) == 1 and not statement.preps:
            return acts[0], None if acts[0].parameters else ()
        call = Call(None, ast.Word(statement.span, word), word, statement.items[1:], statement.preps, statement.span)
        families = compiler.families.find(word, call.words, call.prep_words)
        if not families:
            self.scene.error("no-such-form", f"`{word}` is not used like this", statement.span, help=f"its form: {acts[0].entry.name}")
            return None
        return compiler.actions.by_family[id(families[0])], action_parts(self.scene, families[0], call, who)


def action_parts(scene: Scene, family: object, call: Call, who: int) -> tuple[Part, ...]:
    """The parameters of an action, each worked out on its own."""
    from rulelang.lower.calls import argument
    from rulelang.lower.headers import Family

    assert isinstance(family, Family)
    given = {p.word: p.argument for p in call.preps}
    parts: list[Part] = []
    for (kind, key), type_ in zip(family.open_keys, family.types, strict=True):
        node = call.items[int(key)] if kind == "item" else given[key]
        if isinstance(node, ast.Per):
            scene.error("per-amount", "`… per …` is an amount of `pay` and `collect`", node.span)
            continue

        def emit(env: Env, node: ast.Expr = node, type_: Type = type_) -> Value:
            return argument(env, node, type_, family)

        parts.append(scene.value(call.span, emit, who))
    return tuple(parts)


def _word(text: str, near: ast.Expr) -> ast.Noun:
    word = ast.Word(near.span, text)
    return ast.Noun(near.span, None, ast.Path(near.span, (word,)))
