"""A statement's verb: which rule, action or machine verb it means, with what for each place of the header."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.check.model import PREPOSITIONS
from rulelang.diagnostics import Label, nearest
from rulelang.lower import names, nouns, verbs
from rulelang.lower.each import spread
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.headers import Family, base_forms
from rulelang.lower.taken_away import said_of_removed
from rulelang.lower.types import PLAYER, UNKNOWN, Type, fits
from rulelang.machine.vocabulary import HINTS, NAMES, SYNONYMS, VERBS
from rulelang.source import Span
from rulelang.syntax import ast

_OWNERS = ("my", "your", "his", "her", "their", "its")
MACHINE_VERBS = {row.words[0] for row in VERBS}


@dataclass(frozen=True, slots=True)
class Call:
    """A statement taken apart: who, verb, the items after it, prepositions."""

    who: ast.Expr | None
    verb: ast.Word
    base: str
    """the verb as its header writes it"""
    items: tuple[ast.Expr | ast.Per, ...]
    preps: tuple[ast.Prep, ...]
    span: Span

    @property
    def words(self) -> list[str | None]:
        return [plain_word(i) for i in self.items]

    @property
    def prep_words(self) -> list[tuple[str, str | None]]:
        ordered = sorted(self.preps, key=lambda p: PREPOSITIONS.index(p.word))
        return [(p.word, plain_word(p.argument)) for p in ordered]


def plain_word(node: ast.Expr | ast.Per) -> str | None:
    """The word, if an argument is just one."""
    if isinstance(node, ast.Noun) and node.quantifier is None and not node.filters and len(node.path.words) == 1:
        return node.path.words[0].text
    return None


def take_apart(env: Env, node: ast.Statement) -> Call | None:
    """Finds the verb: the first word if it is one, else the second, with the first as who acts. A diagnostic if neither is."""
    first = plain_word(node.items[0])
    known = known_verbs(env)
    if first is not None and first not in known and (first in HINTS or first in SYNONYMS) and nobody_called(env, node.items[0]):
        return None  # `skip turn`: a verb that there is not, though the word behind it is one
    second = plain_word(node.items[1]) if len(node.items) > 1 else None
    if first is not None and second is not None and first not in known and _is_slip(env, node.items[0], known):
        return None  # `laeve game`: `game` may be a verb, but who should `laeve` be?
    if second is not None and second not in known:
        second_base = next((b for b in base_forms(second)[1:] if b in known), None)
    else:
        second_base = second if second in known else None
    if first is not None and first in known and not (second_base is not None and first in env.names):
        assert isinstance(node.items[0], ast.Noun)
        return Call(None, node.items[0].path.words[0], first, node.items[1:], node.preps, node.span)
    if second is not None and second_base is not None:
        assert isinstance(node.items[1], ast.Noun)
        return Call(
            node.items[0] if not isinstance(node.items[0], ast.Per) else None,
            node.items[1].path.words[0],
            second_base,
            node.items[2:],
            node.preps,
            node.span,
        )
    if first is not None:
        base = next((b for b in base_forms(first) if b in known), None)
        if base is not None:
            assert isinstance(node.items[0], ast.Noun)
            return Call(None, node.items[0].path.words[0], base, node.items[1:], node.preps, node.span)
    return None


def _is_slip(env: Env, node: ast.Expr | ast.Per, known: set[str]) -> bool:
    """Whether a first word is a verb's with letters that have changed places, and no name of anybody."""
    word = plain_word(node)
    return word is not None and any(sorted(word) == sorted(verb) for verb in known) and nobody_called(env, node)


def nobody_called(env: Env, node: ast.Expr | ast.Per) -> bool:
    """Whether a word is no name of anybody or anything here."""
    assert isinstance(node, ast.Noun)
    return names.lookup(env, node.path.words[0]) is None


def known_verbs(env: Env) -> set[str]:
    return MACHINE_VERBS | set(env.compiler.families.by_verb)


def unknown_verb(env: Env, node: ast.Statement) -> None:
    """No header has a verb like this: names the nearest, or the word that the language has for it."""
    if said_of_removed(env.compiler, "unknown-verb", node.span):
        return
    first_item = node.items[0]
    if isinstance(first_item, ast.Binary) and first_item.op in "+-" and plain_word(first_item.left) in known_verbs(env):
        env.compiler.diagnostics.error(
            "negative-number",
            "an amount is not below 0",
            node.span,
            help="turn it round: who pays collects, `advance` is `go back`; a number below 0 is written `0 - 5`",
        )
        return
    words = [plain_word(item) for item in node.items[:2]]
    if len(words) > 1 and words[1] is not None and (words[0] in env.names or words[0] in env.compiler.world.constants):
        words = words[1:]  # who does it is known, so the verb is the other one
    first = words[0] or (node.items[0].span.text.split()[0] if node.items else node.span.text)
    known = sorted(known_verbs(env))
    help_ = "declare it with `rule …`, or use a verb that is there"
    opening = _meant_opening(env, first, known) if first not in HINTS and first not in SYNONYMS else None
    span = next((item.span for item in node.items[:2] if plain_word(item) == first), node.span)
    if opening is not None:
        words, help_ = [], f"did you mean `{opening}`?"
    for item in node.items[:2]:
        word = plain_word(item)
        if word is None or word not in words:
            continue
        forms = base_forms(word)
        hint = next((HINTS[form] for form in forms if form in HINTS), None)
        same = next((SYNONYMS[form] for form in forms if form in SYNONYMS), ())
        close = [one for one in same if one in known] or nearest(word, known) or nearest(forms[-1], known)
        if hint is not None or close:
            help_ = hint or _meant_form(env, node, item, same) or f"did you mean `{close[0]}`? {_forms(env, close[0])}"
            first, span = word, item.span
            break
    env.compiler.diagnostics.error("unknown-verb", f"no rule, action or machine verb begins with `{first}`", span, help=help_)


def _meant_form(env: Env, node: ast.Statement, verb: ast.Expr | ast.Per, others: tuple[str, ...]) -> str | None:
    """What a statement would be with another verb, or without a word that says what is counted (`go back 2 spaces`), if it is a form."""
    items = node.items[node.items.index(verb) + 1 :]
    words = [plain_word(item) for item in items]
    preps = sorted(node.preps, key=lambda p: PREPOSITIONS.index(p.word))
    start = verb.span.start - node.span.start
    text = node.span.text[start:]
    for base in others:
        for counted in (False, True):
            if counted and not (items and _says_what_is_counted(env, items)):
                continue
            kept = words[:-1] if counted else words
            found = env.compiler.families.find(base, kept, [(p.word, plain_word(p.argument)) for p in preps])
            if not found and verbs.match(base, kept, [p.word for p in preps]) is None:
                continue
            end = items[-1].span.start - node.span.start - start if counted else len(text)
            after = text[items[-1].span.end - node.span.start - start :] if counted else ""
            rest = text[len(verb.span.text) : end].rstrip()
            return f"did you mean `{base}{rest}{after}`?"
    return None


def _says_what_is_counted(env: Env, items: tuple[ast.Expr | ast.Per, ...]) -> bool:
    """Whether the last argument is a plain plural behind a number: `2 spaces`, `3 steps`."""
    word = plain_word(items[-1])
    known = word is not None and (word in env.compiler.world.plurals or word in _COUNTED)
    return known and len(items) > 1 and isinstance(items[-2], ast.Num)


_COUNTED = ("spaces", "space", "steps", "step", "squares", "square", "fields", "places", "times", "turns")


def _meant_opening(env: Env, first: str, known: list[str]) -> str | None:
    """The words of the language with which the line was meant to begin, if that is likelier than any verb."""
    from rulelang.syntax.expectations import line_words  # knows the grammar, which is needed for mistakes only

    start = "card_item" if env.card is not None else "action_item" if env.action_stop is not None else "body"
    by_first = {words.split()[0]: words for words in reversed(line_words(start))}
    close = nearest(first, [*by_first, *known])
    return by_first.get(close[0]) if close else None


def _forms(env: Env, verb: str) -> str:
    forms = [f.name for f in env.compiler.families.by_verb.get(verb, [])] + [v.header for v in VERBS if v.words[0] == verb]
    return f"its forms: {'; '.join(forms)}"


def do(env: Env, node: ast.Statement) -> None:
    """Lowers a statement as a call."""
    call = take_apart(env, node)
    if call is None:
        unknown_verb(env, node)
        return
    families = env.compiler.families.find(call.base, call.words, call.prep_words)
    row = None if families else verbs.match(call.base, call.words, [p.word for p in call.preps])
    if families or row is not None:

        def done(inner: Env, one: Call) -> None:
            if row is None:
                call_family(inner, families[0], one)
            else:
                verbs.lower(inner, row, one)

        if not spread(env, call, row.name if row else None, done):
            done(env, call)
        return
    beside = next((p for p in call.preps if p.word == "on" and plain_word(p.argument) in ("left", "right")), None)
    if beside is not None:
        env.error("unknown-name", "nobody is called like that", beside.span, help=NAMES["neighbour"])
        return
    if said_of_removed(env.compiler, "no-such-form", node.span):
        return
    verb = next(item for item in node.items if isinstance(item, ast.Noun) and item.path.words[0] is call.verb)
    meant = _meant_form(env, node, verb, (call.base, *SYNONYMS.get(call.base, ())))
    whose = next((NAMES[word] for item in call.items for word in item.span.text.split() if word in _OWNERS), None)
    slip = next(((item.span.text, close) for item in call.items if (close := _meant_preposition(env, item))), None)
    nearest_forms = [Label(f.patterns[0].entry.span, f"one form: {f.name}") for f in env.compiler.families.by_verb.get(call.base, [])]
    forms = _forms(env, call.base)
    help_ = f"did you mean `{slip[1]}` instead of `{slip[0]}`? {forms}" if slip else meant or whose or _changed(env, call) or forms
    env.compiler.diagnostics.error("no-such-form", f"`{call.base}` is not used like this", node.span, labels=nearest_forms[:3], help=help_)


def _changed(env: Env, call: Call) -> str | None:
    """How a number is changed, for one that is said to do something itself: `laps goes up by 1`."""
    if not isinstance(call.who, ast.Noun) or (name := plain_word(call.who)) is None:
        return None
    value = names.lookup(env, call.who.path.words[0])
    if value is None or not value.type.is_number:
        return None
    return f"a number is changed by `add 1 to {name}`, `subtract 1 from {name}` or `{name} becomes …`"


def _meant_preposition(env: Env, item: ast.Expr | ast.Per) -> str | None:
    """The small word that an argument is a slip for, if it is no name of anything."""
    word = plain_word(item)
    close = nearest(word, PREPOSITIONS) if word is not None else []
    return close[0] if close and nobody_called(env, item) else None


def actor(env: Env, call: Call) -> Value:
    """Who acts in a statement: its subject, else `player`."""
    if call.who is not None:
        who = expression(env, call.who)
        if who.type.many and nouns.is_plural(env, call.who):
            return _several_act(env, call, call.who)
        return nouns.one(env, who)
    if env.player is None:
        return env.error(
            "nobody-acts", "nobody acts here: say who does it", call.span, help="write `each player` around it, or name a player"
        )
    return env.player


def _several_act(env: Env, call: Call, who: ast.Expr) -> Value:
    """`everyone collects 20`: each does it in lines of his own; where they do it with `player`, they need another name."""
    several, does = nouns.each_of(env, who), f"{call.base}{call.span.source.text[call.verb.span.end : call.span.end]}"
    if any(plain_word(p.argument) == "player" for p in call.preps):
        several, does = f"{several} as guest", f"guest {call.base}{'es' if call.base.endswith('o') else 's'}{does[len(call.base) :]}"
    return env.error(
        "wrong-type",
        f"one does this, and `{who.span.text}` are several",
        who.span,
        help=f"write `{several}` on a line of its own, and `{does}` below it, further in",
    )


def arguments(env: Env, family: Family, call: Call) -> tuple[int, list[int]] | None:
    """(who acts, operands for the family's open places); None after a diagnostic."""
    nodes: list[ast.Expr | ast.Per] = []
    given = {p.word: p.argument for p in call.preps}
    for kind, key in family.open_keys:
        nodes.append(call.items[int(key)] if kind == "item" else given[key])
    operands: list[int] = []
    values: list[Value] = []
    for node, type_ in zip(nodes, family.types, strict=True):
        if isinstance(node, ast.Per):
            env.error("per-amount", "`… per …` is an amount of `pay` and `collect`", node.span)
            return None
        value = argument(env, node, type_, family)
        if value.type == UNKNOWN:
            return None
        values.append(value)
        operands.append(value.operand)
    if not _constants_fit(env, family, values, call):
        return None
    place = family.actor_place
    if place is not None and call.who is None:
        return operands[place], operands
    who = actor(env, call)
    if who.type == UNKNOWN:
        return None
    return expect(env, who, PLAYER, call.span).operand if who.type.base != "holder" else who.operand, operands


def argument(env: Env, node: ast.Expr, type_: Type, family: Family) -> Value:
    """The value for one place; a rule with only narrower kinds is not called with a wider one by mistake."""
    value = expression(env, node, type_)
    if value.type != UNKNOWN and not fits(value.type, type_):
        return env.error("wrong-type", f"`{family.name}` wants a {type_} here", node.span)
    return value


def _constants_fit(env: Env, family: Family, values: list[Value], call: Call) -> bool:
    """What is known now must fit at least one rule of the family."""
    store = env.compiler.world.store
    for index, value in enumerate(values):
        constant = store.constant_of(value.operand)
        places = [p.open_places[index][1] for p in family.patterns]
        if constant is not None and all(p.what == "constant" and p.index != constant for p in places):
            words = " or ".join(f"`{p.word}`" for p in places)
            env.error("no-such-form", f"`{family.verb}` is declared for {words} here", call.span)
            return False
    return True


def call_family(env: Env, family: Family, call: Call) -> None:
    """Emits the call of a rule, or the performance of an action."""
    operands = arguments(env, family, call)
    if operands is None:
        return
    who, values = operands
    env.compiler.call_family(env, family, who, values)
