"""Steps: what somebody does, with everything that it can be taken for. Which it is depends on what the game waits for then."""

from __future__ import annotations

from rulelang.diagnostics import nearest
from rulelang.ir.scenes import (
    PEOPLE,
    Acting,
    Adding,
    Beginning,
    Declining,
    Doing,
    Drawing,
    Picking,
    Reading,
    Saying,
    Step,
    Throw,
)
from rulelang.lower import verbs
from rulelang.lower.calls import MACHINE_VERBS, do, plain_word, take_apart
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.headers import base_forms
from rulelang.lower.scenes.checking import action_parts
from rulelang.lower.scenes.choosing import answers, choosing, part
from rulelang.lower.scenes.holding import kept_card, piece_counted
from rulelang.lower.scenes.scene import Scene, person, place
from rulelang.lower.types import DECK, HOLDER, MONEY, Type
from rulelang.syntax import ast

SPACE = Type("thing", "space")
OWN_VERBS = ("roll", "draw", "land", "owe", "begin", "decline", "play")
OWN_WORDS = ("rolls", "draws", "lands on", "owes", "begins", "declines", "chooses", "plays")
"""What people do in tests without a rule for it."""


class Steps:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.compiler = scene.compiler
        self.world = scene.world
        self._turns: dict[int, int] = {}
        self.answers = answers(self.compiler)
        self.verbs = MACHINE_VERBS | set(self.compiler.families.by_verb)

    def step(self, fact: ast.Fact) -> Step | None:
        match fact.kind:
            case "do":
                assert fact.statement is not None
                return self._do(fact, fact.statement)
            case "chooses":
                return self._chooses(fact)
        self.scene.error(
            "unknown-step",
            f"`{fact.span.text}` is how things are, not something that happens",
            fact.span,
            help="write it after `given` or `then`",
        )
        return None

    def _step(self, fact: ast.Fact, who: int, *readings: Reading) -> Step:
        return Step(place(fact.span), who, readings)

    # ------------------------------------------------------------------------------------------------------------- choosing
    def _chooses(self, fact: ast.Fact) -> Step | None:
        who = person(fact.subject)
        node = fact.value
        if who is None or node is None or isinstance(node, ast.Path):
            self._nobody(fact)
            return None
        return self._step(fact, who, choosing(self.scene, fact, who, node))

    def _nobody(self, fact: ast.Fact) -> None:
        self.scene.error(
            "unknown-step",
            f"`{fact.span.text}` does not say which player does it",
            fact.span,
            help=f"players are called {', '.join(PEOPLE)}",
        )

    # ---------------------------------------------------------------------------------------------------------------- doing
    def _do(self, fact: ast.Fact, node: ast.Statement) -> Step | None:
        who = person(node.items[0])
        words = [plain_word(item) for item in node.items]
        preps = {prep.word: prep.argument for prep in node.preps}
        if words == ["game", "begins"] and not preps:
            return self._step(fact, -1, Beginning())
        if words[:2] == ["chance", "picks"] and len(words) == 3 and not preps and not isinstance(item := node.items[2], ast.Per):
            return self._step(fact, -1, Picking(self.scene.value(fact.span, lambda env: expression(env, item))))
        if who is None:
            if len(words) > 1 and words[1] is not None and base_forms(words[1])[-1] in OWN_VERBS:
                self._nobody(fact)
                return None
            return self._called(fact, node, -1, ())
        base = base_forms(words[1])[-1] if len(words) > 1 and words[1] is not None else ""
        rest = node.items[2:]
        match base:
            case "roll" if rest and not preps and all(_face(item) is not None for item in rest):
                faces = tuple(face for item in rest if (face := _face(item)) is not None)
                return self._step(fact, who, Throw(faces, self._turn(who, fact)))
            case "roll" if not rest and not preps:
                self.scene.error("unknown-step", "the test does not say what is rolled", fact.span, help=f"name it: `{words[0]} rolls 3 4`")
                return None
            case "draw" if len(rest) == 1 and set(preps) <= {"from"}:
                return self._draws(fact, who, rest[0], preps.get("from"))
            case "land" if not rest and set(preps) == {"on"}:
                return self._step(fact, who, Doing(self._lands(fact, who, preps["on"])))
            case "owe" if len(rest) == 1 and set(preps) == {"to"} and not isinstance(rest[0], ast.Per):
                return self._step(fact, who, Doing(self._owes(fact, who, rest[0], preps["to"])))
            case "begin" if not rest and not preps:
                return self._step(fact, who, Doing(self._turn(who, fact)))
            case "promise" if rest and not preps and plain_word(rest[0]) in self.compiler.promises.all:
                return self._promises(fact, who, rest)
            case "add" if len(rest) == 2 and not preps and (adding := self._adds(fact, rest[0], rest[1])) is not None:
                return self._step(fact, who, adding)
            case "decline" if not rest and not preps:
                return self._step(fact, who, Declining())
            case "play" if len(rest) == 1 and not preps:
                said = len(self.compiler.diagnostics.found)
                readings = self._plays(fact, who, rest[0])
                if readings or len(self.compiler.diagnostics.found) > said:
                    return self._step(fact, who, *readings) if readings else None
        if len(words) < 2:
            message = f"the test does not say what `{words[0]}` does"
            self.scene.error("unknown-step", message, fact.span, help=f"for instance `{words[0]} rolls 3 4`")
            return None
        saying = self._saying(fact, who, words[1], [*rest, *preps.values()])
        return self._called(fact, node, who, saying)

    def _promises(self, fact: ast.Fact, who: int, rest: tuple[ast.Expr | ast.Per, ...]) -> Step | None:
        """A new promise that goes into a deal: its fields, in the order of their declaration."""
        info = self.compiler.promises.all[plain_word(rest[0]) or ""]
        given = [node for node in rest[1:] if not isinstance(node, ast.Per)]
        if len(given) != len(info.components):
            fields = " ".join(info.fields)
            mend = f"write `promises {info.name} {fields}`"
            self.scene.error("unknown-step", f"a new {info.name} has these fields: {fields}", fact.span, help=mend)
            return None
        added = tuple((c, part(self.scene, fact, who, n)) for c, n in zip(info.components, given, strict=True))
        return self._step(fact, who, Adding(added))

    def _adds(self, fact: ast.Fact, count: ast.Expr | ast.Per, node: ast.Expr | ast.Per) -> Adding | None:
        """So many of a piece that go into a deal."""
        if isinstance(count, ast.Per) or isinstance(node, ast.Per):
            return None
        probe = self.scene.env(fact.span, True)
        counted = piece_counted(probe, node)
        if counted is None:
            return None
        sub = probe.code.store.constant_of(counted[1])
        for index, row in enumerate(self.compiler.deals.components):
            if row.kind == "pieces" and row.index == counted[0] and row.sub == sub:
                return Adding(((index, part(self.scene, fact, 0, count)),))
        return None

    def _turn(self, who: int, fact: ast.Fact) -> int:
        """Her whole turn."""
        if who not in self._turns:
            rounds = self.compiler.rounds

            def emit(env: Env) -> None:
                if rounds is not None:
                    env.code.call(rounds.go, env.code.const(who), *([env.code.const(0)] * rounds.captured))

            self._turns[who] = self.scene.function(fact.span, emit, who)
        return self._turns[who]

    def _draws(self, fact: ast.Fact, who: int, node: ast.Expr | ast.Per, deck_node: ast.Expr | None) -> Step | None:
        name = plain_word(node) or node.span.text
        deck = plain_word(deck_node) if deck_node is not None else None
        copies = self.world.copies_of(name, deck)
        if not copies:
            there = [c for c in self.world.cards if deck is None or c.deck == self.world.model.canonical(deck)]
            names = sorted({c.entry.value.name.text for c in there})
            self.world.unknown("unknown-name", "card", name, node.span, names)
            return None
        decks = {deck.name: index for index, deck in enumerate(self.world.decks)}
        functions: dict[int, int] = {}
        rows: list[tuple[int, int, int]] = []
        for card in copies:
            number = decks[self.world.cards[card].deck]
            if number not in functions:
                functions[number] = self._draw(fact, who, number)
            rows.append((number, card, functions[number]))
        return self._step(fact, who, Drawing(tuple(rows)))

    def _draw(self, fact: ast.Fact, who: int, deck: int) -> int:
        def emit(env: Env) -> None:
            assert env.player is not None
            self.compiler.cards.draw(env, env.player, Value(DECK, env.code.const(deck)), fact.span)

        return self.scene.function(fact.span, emit, who)

    def _lands(self, fact: ast.Fact, who: int, node: ast.Expr) -> int:
        def emit(env: Env) -> None:
            assert env.player is not None
            self.compiler.moves.arrive(env, env.player, expression(env, node, SPACE).operand)

        return self.scene.function(fact.span, emit, who)

    def _owes(self, fact: ast.Fact, who: int, amount: ast.Expr, to: ast.Expr) -> int:
        def emit(env: Env) -> None:
            assert env.player is not None
            receiver = expression(env, to, HOLDER)
            money = expression(env, amount, MONEY)
            self.compiler.payments.pay(env, env.player, receiver, money.operand, -1, env.code.const(-1), fact.span)

        return self.scene.function(fact.span, emit, who)

    def _plays(self, fact: ast.Fact, who: int, node: ast.Expr | ast.Per) -> list[Reading]:
        """A kept card: the action of playing it, or a yes where it is asked for."""
        copies = self.world.copies_of(plain_word(node) or "")
        acts = [act for act in self.compiler.actions.all if act.card in copies]
        found: list[Reading] = [Acting(act.index, (), self._performs(fact, who, act.index)) for act in acts]
        if copies:
            found.append(Saying((self.compiler.cards.play_name(copies[0]),), ()))
        elif not self.compiler.families.by_verb.get("play"):
            kept_card(self.scene, node)  # says that there is none
        return found

    def _performs(self, fact: ast.Fact, who: int, action: int) -> int:
        """An action without parameters."""

        def emit(env: Env) -> None:
            code = env.code
            width = self.compiler.actions.most_parameters
            first = code.register(1 + width)
            code.move(first, code.const(action))
            for number in range(width):
                code.move(first + 1 + number, code.const(-1))
            code.op("perform", code.const(who), first)

        return self.scene.function(fact.span, emit, who)

    def _saying(self, fact: ast.Fact, who: int, verb: str | None, given: list[ast.Expr | ast.Per]) -> tuple[Reading, ...]:
        """The verb as the name of a question or an option, if anything is called so."""
        if verb is None:
            return ()
        words = tuple(form for form in base_forms(verb) if form in self.answers)
        if not words or any(isinstance(node, ast.Per) for node in given):
            return ()
        said = len(self.compiler.diagnostics.found)
        parts = tuple(part(self.scene, fact, who, node) for node in given if not isinstance(node, ast.Per))
        if len(self.compiler.diagnostics.found) > said and any(form in self.verbs for form in base_forms(verb)):
            # It is said of something else then: the verb has a form of its own.
            del self.compiler.diagnostics.found[said:]
            return ()
        return (Saying(words, parts),)

    # ------------------------------------------------------------------------------------------------- rules, actions, verbs
    def _called(self, fact: ast.Fact, node: ast.Statement, who: int, readings: tuple[Reading, ...]) -> Step | None:
        """Any rule, action or verb of the machine by its header."""
        env = self.scene.env(fact.span, False, who)
        call = take_apart(env, node)
        if call is None:
            if not readings:
                self._unknown(fact, node)
                return None
            return self._step(fact, who, *readings)
        families = self.compiler.families.find(call.base, call.words, call.prep_words)
        fits = bool(families) or verbs.match(call.base, call.words, [p.word for p in call.preps]) is not None
        if readings and not fits:
            return self._step(fact, who, *readings)
        if families and families[0].patterns[0].is_action:
            if who < 0:
                self._nobody(fact)
                return None
            act = self.compiler.actions.by_family[id(families[0])]
            parts = action_parts(self.scene, families[0], call, who)
            return self._step(fact, who, Acting(act.index, parts, self._does(fact, node, who)), *readings)
        return self._step(fact, who, *readings, Doing(self._does(fact, node, who)))

    def _does(self, fact: ast.Fact, node: ast.Statement, who: int) -> int:
        return self.scene.function(fact.span, lambda env: do(env, node), who)

    def _unknown(self, fact: ast.Fact, node: ast.Statement) -> None:
        known = sorted(self.verbs | self.answers)
        tried = [word for item in node.items[:2] if (word := plain_word(item)) is not None and word not in PEOPLE]
        close = next((found for word in tried for form in base_forms(word)[::-1] if (found := nearest(form, known))), [])
        verb = next((item for item in node.items[:2] if tried and plain_word(item) == tried[0]), node)
        forms = f"it is a rule, an action, a question or an option by its name; or one of: {', '.join(OWN_WORDS)}"
        if fact.span.text.isdecimal():
            forms = "what dice show is written without commas: `ann rolls 2 2`"
        self.scene.error(
            "unknown-step",
            f"nothing that somebody can do is called `{tried[0] if tried else fact.span.text}`",
            verb.span,
            help=f"did you mean `{close[0]}`?" if close else forms,
        )


def _face(node: ast.Expr | ast.Per) -> int | str | None:
    """What a die shows: a number, or a word that is no name of common dice."""
    match node:
        case ast.Num(value=value):
            return value
        case _:
            word = plain_word(node)
            return word if word != "dice" else None
