"""Events as authors write them: which event it is, what it filters, which names it binds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.check.model import HookEntry
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.headers import Family, base_forms
from rulelang.lower.types import CARD, HOLDER, PLAYER, Type, fits
from rulelang.lower.unheard import VERBS, role_meant, unknown_event, unknown_span
from rulelang.machine.vocabulary import EVENT_BY_NAME
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.fields import FieldInfo

_ANYONE = ("anyone", "anybody", "everyone")


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on one role of an event. what: set (in `values` as a set of things), equal (to one of `values`), player (somebody at the
    table), holder (the card's or effect's), name (what `word` means in a promise)."""

    role: str
    what: str
    values: tuple[int, ...] = ()
    word: str = ""


@dataclass(slots=True)
class Heard:
    """An event read. `binds` maps a name to (role, its narrowed type). `at_end`: for `X begins` / `X ends`."""

    event: str
    tests: list[Test] = field(default_factory=list)
    binds: dict[str, tuple[str, Type | None]] = field(default_factory=dict)
    family: Family | None = None
    anyone: bool = False
    at_end: bool | None = None
    purposes: tuple[int, ...] = ()
    kinds: int = -1
    """For events on spaces and things: the set that the filter lets through; -1 for all."""
    field: FieldInfo | None = None
    value: int = 0
    dies: tuple[int, ...] = ()
    """For throws: only of these dice, if there are any."""
    doubles: bool = False

    def filters(self, env: Env, roles: dict[str, Value], holder: Value | None) -> list[int]:
        """Operands that must all hold."""
        code = env.code
        found: list[int] = []
        for test in self.tests:
            value = roles.get(test.role)
            if value is None:
                continue
            match test.what:
                case "set":
                    found.append(code.op("has", code.const(test.values[0]), value.operand))
                case "equal":
                    options = [code.op("eq", value.operand, code.const(v)) for v in test.values]
                    result = options[0]
                    for option in options[1:]:
                        result = code.op("max", result, option)
                    found.append(result)
                case "player":
                    found.append(code.op("lt", value.operand, code.const(env.compiler.world.most_players)))
                    found.append(code.op("ge", value.operand, code.const(0)))
                case "name":
                    wanted = env.names[test.word].value
                    found.append(code.op("eq", value.operand, wanted.operand))
                case "holder" if holder is not None:
                    found.append(code.op("eq", value.operand, holder.operand))
        constants = [env.compiler.world.store.constant_of(f) for f in found]
        return [f for f, c in zip(found, constants, strict=True) if c != 1]


def hear(compiler: Compiler, event: ast.Event, entry: HookEntry) -> Heard | None:
    """Reads an event; a diagnostic and None if nothing is called so."""
    if event.becomes is not None:
        return _becomes(compiler, event, entry)
    words = [_word(i) for i in event.items]
    if len(words) >= 2 and words[-1] in ("begins", "ends", "begin", "end"):
        return _span_event(compiler, event, entry, words)
    for position in (0, 1):
        if position >= len(words) or words[position] is None:
            continue
        word = words[position] or ""
        for base in base_forms(word):
            family = _family(compiler, event, base, position)
            if family is not None:
                return _rule(compiler, event, entry, family, position)
        if position == 1 or words[0] not in compiler.families.by_verb:
            for base in base_forms(word):
                if base in VERBS and (position == 1):
                    return _machine(compiler, event, entry, VERBS[base])
    unknown_event(compiler, event, words)
    return None


def _word(item: ast.EventItem) -> str | None:
    if len(item.options) == 1 and len(item.options[0].words) == 1:
        return item.options[0].words[0].text
    return None


def _span_event(compiler: Compiler, event: ast.Event, entry: HookEntry, words: list[str | None]) -> Heard | None:
    at_end = words[-1] in ("ends", "end")
    name = words[-2] or ""
    if name in ("turn", "round") and len(words) == 2:
        heard = Heard(name, at_end=at_end)
        heard.binds["player"] = ("player", PLAYER)
        if name == "round":
            heard.binds.clear()
        return heard
    for family in compiler.families.by_verb.get(name, []):
        if not family.open_keys:
            return Heard("rule", family=family, at_end=at_end)
    unknown_span(compiler, event)
    return None


def _becomes(compiler: Compiler, event: ast.Event, entry: HookEntry) -> Heard | None:
    assert event.becomes is not None
    target, value = event.becomes
    fields = compiler.fields
    words = [w.text for w in target.words]
    owner = compiler.world.model.canonical(words[0]) if len(words) > 1 else "game"
    info = fields.by_owner.get((owner, words[-1]))
    if info is None or info.source != "state":
        compiler.world.unknown(
            "unknown-field",
            f"state of {owner} called",
            words[-1],
            target.span,
            [n for (o, n), f in fields.by_owner.items() if f.source == "state"],
        )
        return None
    word = value.words[0]
    if word.text.isdecimal():
        constant = compiler.world.constant(ast.Num(word.span, int(word.text)), info.type)
    else:
        constant = compiler.world.constant(word, info.type) if len(value.words) == 1 else None
    if constant is None:
        return None
    heard = Heard("becomes", field=info, value=constant)
    if owner != "game":
        heard.binds[owner] = ("player" if owner == "player" else "thing", PLAYER if owner == "player" else Type("thing", owner))
    return heard


def _family(compiler: Compiler, event: ast.Event, verb: str, position: int) -> Family | None:
    """The rule or action whose header an event names: literal words agree, later places may be left out."""
    items = [_word(i) for i in event.items[position + 1 :]]
    preps = {p: _word(i) for p, i in event.preps}
    for family in sorted(compiler.families.by_verb.get(verb, []), key=lambda f: -sum(1 for _, _, w in f.shape[1] if w != "*")):
        places = family.shape[1]
        own_items = [w for kind, _, w in places if kind == "item"]
        own_preps = {k: w for kind, k, w in places if kind == "prep"}
        if len(items) > len(own_items) or not set(preps) <= set(own_preps):
            continue
        if any(w != "*" and (n >= len(items) or items[n] != w) for n, w in enumerate(own_items)):
            continue
        if any(w != "*" and preps.get(p) != w for p, w in own_preps.items()):
            continue
        if not family.takes_words(
            compiler.world, {("item", str(n)): w for n, w in enumerate(items)} | {("prep", p): w for p, w in preps.items()}
        ):
            continue
        if not items and not preps and any(w == "*" for w in own_items) and verb in VERBS and position == 1:
            continue
        return family
    return None


def _rule(compiler: Compiler, event: ast.Event, entry: HookEntry, family: Family, position: int) -> Heard | None:
    heard = Heard("rule", family=family)
    if position == 1:
        _place(compiler, event.items[0], "player", PLAYER, heard, entry)
    items = event.items[position + 1 :]
    preps = dict(event.preps)
    for index, (kind, key) in enumerate(family.open_keys):
        item = items[int(key)] if kind == "item" and int(key) < len(items) else preps.get(key) if kind == "prep" else None
        role = f"a{index}"
        places = [p.open_places[index][1] for p in family.patterns]
        # Where another form of the rule names one thing (`go to bank` beside `go to PLAYER`), the name may stand for that, too.
        widest = family.types[index] if any(place.what == "constant" for place in places) else None
        for place in places:
            if place.what == "parameter" and place.word != "player":
                heard.binds.setdefault(place.word, (role, widest or place.type))
        if item is not None:
            _place(compiler, item, role, family.types[index], heard, entry)
    return heard


_ROLES = {
    "lands": [("item", "player"), ("on", "space")],
    "passes": [("item", "player"), ("item", "space")],
    "reaches": [("item", "player"), ("item", "space")],
    "pays": [("item", "payer"), ("item", "purpose"), ("to", "receiver"), ("for", "thing")],
    "changes_hands": [("item", "thing"), ("to", "receiver"), ("from", "giver")],
    "draws": [("item", "player"), ("item", "card")],
    "rolls": [("item", "player"), ("item", "dice")],
    "leaves": [("item", "player"), ("item", "game")],
}
_ROLE_TYPES = {
    "player": PLAYER,
    "space": Type("thing", "space"),
    "payer": HOLDER,
    "receiver": HOLDER,
    "giver": HOLDER,
    "thing": Type("thing"),
    "card": CARD,
    "purpose": Type("purpose"),
    "dice": Type("dice"),
    "game": Type("game"),
}
_COMPARED = {
    "dice": "say of all rolls which are meant: `rolls dice if total of dice is {number}`",
    "thing": "name it; or, for the number of a space: `on space if space's number is {number}`",
    "purpose": "name a purpose, or leave it out; the amount is `it`: `if it is {number}`",
    "card": "name the card",
}
"""What an author meant who wrote a number, by the type of what stands there."""


def _machine(compiler: Compiler, event: ast.Event, entry: HookEntry, name: str) -> Heard | None:
    if name == "passes" and any(p == "to" for p, _ in event.preps):
        name = "changes_hands"
    heard = Heard(name)
    items = [event.items[0], *event.items[2:]]
    preps = dict(event.preps)
    for where, role in _ROLES[name]:
        if where == "item":
            if not items:
                continue
            item = items.pop(0)
        else:
            found = preps.pop(where, None)
            if found is None:
                continue
            item = found
        _place(compiler, item, role, _ROLE_TYPES[role], heard, entry)
    if items or preps:
        compiler.diagnostics.error(
            "unknown-event",
            f"`{event.span.text}` says more than this event has",
            event.span,
            help=f"its form: {EVENT_BY_NAME[name].header}",
        )
        return None
    for role, _ in ((r, 0) for _, r in _ROLES[name]):
        if role not in ("purpose", "dice", "game", "player"):
            heard.binds.setdefault(role, (role, None))
    if name == "pays":
        heard.binds.setdefault("receiver", ("receiver", None))
        heard.binds.setdefault("payer", ("payer", None))
    return heard


def _may_be(constant: Type, wanted: Type) -> bool:
    """Whether something with a name stands for a place of an event; a pot or the bank does what players do."""
    return constant.base == wanted.base or (constant.base == "holder" and wanted.base == "player")


def _place(compiler: Compiler, item: ast.EventItem, role: str, type_: Type, heard: Heard, entry: HookEntry) -> None:
    """One place of an event: filters, or binds a name."""
    world = compiler.world
    values: list[int] = []
    things = 0
    if item.number is not None:
        named = next((name for name, (place, _) in heard.binds.items() if place == role), role)
        mend = _COMPARED.get(type_.base, "`if {name} is {number}`").format(name=named, number=item.number)
        compiler.diagnostics.error("wrong-type", f"`{item.number}` is a number, and an event is said with names", item.span, help=mend)
    for path in item.options:
        word = path.words[0]
        if len(path.words) > 1:
            compiler.diagnostics.error(
                "wrong-type",
                f"`{path.span.text}` is of something, and an event is said with names",
                path.span,
                help=f"write `{word.text}` alone, and what is asked of it after the event: `if {path.span.text} is …`",
            )
            continue
        name = world.model.canonical(word.text)
        if word.text in _ANYONE:
            heard.anyone = True
            continue
        if entry.owner_kind == "promise":
            info = compiler.promises.all[entry.owner]
            if word.text in ("giver", "holder") or word.text in info.fields:
                heard.tests.append(Test(role, "name", (), word.text))
                continue
        if word.text == "holder" and entry.owner_kind in ("card", "effect"):
            heard.tests.append(Test(role, "holder"))
            heard.binds["player"] = (role, PLAYER)
            continue
        if type_.base == "purpose":
            if name in world.purposes:
                world.use("purpose_heard", name)
                values.append(world.purposes.index(name))
            else:
                world.unknown("unknown-purpose", "purpose", word.text, word.span, world.purposes)
            continue
        if type_.base == "dice":
            if word.text == "doubles":
                heard.doubles = True
            elif name in world.model.of("die"):
                heard.dies = (*heard.dies, [die.name for die in world.dies].index(name))
            elif word.text != "dice":
                world.unknown("unknown-name", "dice called", word.text, word.span, ["dice", "doubles", *world.model.of("die")])
            continue
        if type_.base == "game":
            if word.text != "game":
                world.unknown("unknown-name", "thing that is left called", word.text, word.span, ["game"])
            continue
        if word.text == "player" and type_.base in ("player", "holder"):
            if type_.base == "holder":
                heard.tests.append(Test(role, "player"))
            heard.binds["player"] = (role, PLAYER)
            continue
        if type_.base == "card" and (copies := world.copies_of(word.text)):
            values += copies
            continue
        kind = world.type_named(word.text)
        if kind is not None and kind.base == "thing" and type_.base == "thing":
            things |= world.mask(kind.kind)
            heard.binds[word.text] = (role, kind)
            world.use("kind_heard", kind.kind or "")
            values.append(-2)
            continue
        constant = world.constants.get(name)
        if constant is not None and _may_be(constant[0], type_) and word.text != role:
            world.use("row" if type_.base == "thing" else constant[0].base, name)
            if type_.base == "thing":
                things |= 1 << constant[1]
                values.append(-2)
            else:
                values.append(constant[1])
            continue
        if kind is not None and word.text != role and not (fits(kind, type_) or fits(type_, kind)):
            compiler.diagnostics.error("wrong-type", f"a {type_} is meant here, not a {kind}", word.span, help=f"its name here is `{role}`")
            continue
        if word.text == role or kind is not None or heard.binds.get(word.text, ("", None))[0] == role:
            heard.binds.setdefault(word.text, (role, type_ if type_.base != "holder" else None))
            continue
        if world.lost_with_its_line(word.text, word.span):
            continue
        meant = role_meant(compiler, word.text, role, type_)
        if meant is not None:
            compiler.diagnostics.error("unknown-name", f"there is no role or thing `{word.text}`", word.span, help=meant)
            continue
        known = [
            role,
            "player",
            "anyone",
            *world.kinds,
            *(n for n, (t, _) in world.constants.items() if t.base == type_.base),
            *(card.entry.value.name.text for card in world.cards if type_.base == "card"),
            *heard.binds,
        ]
        world.unknown("unknown-name", "role or thing", word.text, word.span, known)
    plain = [v for v in values if v >= 0]
    if -2 in values:
        if heard.kinds < 0 and role in ("space", "thing"):
            heard.kinds = things
        heard.binds.setdefault(role, (role, world.kind_common_to(things)))
        heard.tests.append(Test(role, "set", (things,)))
    elif plain:
        if type_.base == "purpose":
            heard.purposes = tuple(plain)
        heard.tests.append(Test(role, "equal", tuple(plain)))
