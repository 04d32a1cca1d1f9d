"""Fields: what belongs to a thing, a group, a player or the game: printed columns, state, worked-out values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.check.keys import category_word
from rulelang.check.model import Entry
from rulelang.diagnostics import Label
from rulelang.lower import neighbours
from rulelang.lower.columns import lay_out
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.survey import piece_named
from rulelang.lower.types import (
    CARDS,
    COUNT,
    GOODS,
    GROUP,
    HOLDER,
    MONEY,
    PIECE,
    STEP,
    UNKNOWN,
    Type,
)
from rulelang.machine.vocabulary import FIELDS
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


_PLAYERS_ONLY = ("space", "roll", "debt", "creditor", "seat", "left_neighbour", "right_neighbour")
"""Fields of the machine that the bank and pots have not got."""


_CALLED_ALONE = ("setting", "row", "group", "pot", "piece", "deck", "die", "moment")
"""Categories of what is called by its name alone wherever it stands."""
_ALWAYS = ("round", "turn", "dice", "spaces", "everyone", "players_out")
"""Names that every game has for what is so now."""
_OF_THINGS = ("owner", "number", "step", "group", "steps_left", "next_piece")
"""Fields of the machine that every thing has."""


@dataclass(slots=True)
class FieldInfo:
    """`source` is column, state or value. `owner` is a kind, group, player or game."""

    owner: str
    name: str
    type: Type
    source: str
    entry: Entry
    by_step: bool = False
    table: int = -1
    slot: str = ""


class Fields:
    """All declared fields of an edition, with their tables and slots."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.world = compiler.world
        self.by_owner: dict[tuple[str, str], FieldInfo] = {}
        self.names: set[str] = set()
        for key, entry in self.world.model.values_of("field"):
            self._declare(key, entry)
        for key, entry in self.world.model.values_of("value"):
            owner, name = key.split(".", 1) if key.count(".") == 1 else (key.rsplit(".", 1)[0], key.rsplit(".", 1)[1])
            owner = self.world.model.canonical(owner) if owner else "game"
            if owner not in ("game", "player", "group", "card", "piece", "holder") and owner not in self.world.kinds:
                self.world.unknown("unknown-type", "kind or type", owner, entry.span, ["player", "group", *self.world.kinds])
                continue
            self._clash(owner, name, entry)
            if not self._free(owner, name, entry):
                continue
            self.by_owner[(owner, name)] = FieldInfo(owner, name, UNKNOWN, "value", entry)
            self.names.add(name)
        lay_out(self.world, self.by_owner)

    def _clash(self, owner: str, name: str, entry: Entry) -> None:
        if (owner, name) in self.by_owner:
            self.world.diagnostics.error(
                "declared-twice",
                f"`{name}` of {owner} is declared twice",
                entry.span,
                labels=[Label(self.by_owner[owner, name].entry.span, "first declared here")],
                help="a value with this name is there already: choose another",
            )

    def _free(self, owner: str, name: str, entry: Entry) -> bool:
        """Whether a name is left for this. What belongs to the game is called by its name alone, which nothing else has."""
        if owner != "game":
            return True
        world, model = self.world, self.world.model
        if world.type_named(name) is not None or name in _ALWAYS:
            what = "a type" if world.type_named(name) is not None else "something that is always there"
            world.diagnostics.error(
                "name-taken", f"`{name}` is the name of {what}", entry.span, help="choose another name for what belongs to the game"
            )
            return False
        first = model.canonical(name)
        category, other = next(((c, e) for c in _CALLED_ALONE if (e := model.of(c).get(first)) is not None), ("", None))
        if other is None:
            return True
        later, earlier = (other, entry) if other.layer.level > entry.layer.level else (entry, other)
        mend = "one name means one thing: choose another"
        if category == "setting" and later is entry:
            mend = f"a setting gets another value by `set {name} = …`"
        world.diagnostics.error(
            "name-taken",
            f"`{name}` is the name of {f'a {category_word(category)}' if later is entry else 'something else'} already",
            later.first_span,
            labels=[Label(earlier.first_span, "it is the name of this")],
            help=mend,
        )
        return later is not entry

    def _declare(self, key: str, entry: Entry) -> None:
        owner, name = key.split(".", 1)
        node: ast.FieldDef = entry.value
        owner = self.world.model.canonical(owner)
        if owner not in ("game", "player", "group") and owner not in self.world.kinds:
            if owner in self.world.model.of("promise"):
                return
            self.world.unknown("unknown-kind", "kind", owner, entry.span, ["player", "group", *self.world.kinds])
            return
        type_ = self.world.type_named(node.type.name)
        if type_ is None:
            plural = self.world.set_named(node.type.name)
            type_ = plural.set() if plural is not None else None
        if type_ is None:
            self.world.unknown(
                "unknown-type", "type", node.type.name, node.type.span, ["money", "count", "yes/no", "player", *self.world.kinds]
            )
            type_ = UNKNOWN
        if node.type.is_list:
            type_ = Type(type_.base, type_.kind, False, True)
        if not self._free(owner, name, entry):
            return
        state = node.state or owner in ("game", "player")
        info = FieldInfo(owner, name, type_, "state" if state else "column", entry, by_step=node.by is not None)
        self.by_owner[(owner, name)] = info
        self.names.add(name)
        if state:
            info.slot = f"{owner}.{name}"
            self._slot(info, node)

    def _slot(self, info: FieldInfo, node: ast.FieldDef) -> None:
        world = self.world
        sizes = world.sizes()
        domain = {"game": (), "player": (("player", sizes["player"]),), "group": (("group", sizes["group"]),)}.get(
            info.owner, (("thing", sizes["thing"]),)
        )
        initial = 0 if not info.type.is_entity or info.type.many else -1
        if node.default is not None and not info.type.many:
            value = world.constant(node.default[0], info.type)
            initial = initial if value is None else value
        low = node.low if node.low is not None else (0 if info.type.base in ("count", "yes/no") else -(2**63))
        high = node.high if node.high is not None else (1 if info.type.base == "yes/no" else 2**63 - 1)
        if info.type.many:
            low, high = 0, 0
        elif not low <= initial <= high:
            place = node.default[0].span if node.default is not None else node.name.span
            help_ = f"say what it begins with, from {low} to {high}: `= {low}` behind its type"
            world.diagnostics.error("out-of-range", f"{info.name} begins with {initial}, and goes from {low} to {high}", place, help=help_)
            initial = low
        title = node.help.value if node.help else ""  # what has no help text is bookkeeping: nobody is told of it
        world.store.add_slot(info.slot, info.type.key, domain, (initial,), low, high, True, title)

    # ----------------------------------------------------------------------------------------------------------- lookup
    def on_kind(self, kind: str | None, name: str) -> list[FieldInfo]:
        """Definitions of a field that things of a static kind may have: nearest ancestor first, else those of sub-kinds."""
        if kind is not None and kind != "space":
            for ancestor in self.world.ancestors(kind):
                if (ancestor, name) in self.by_owner:
                    below = [
                        f
                        for (o, n), f in self.by_owner.items()
                        if n == name and o != ancestor and o in self.world.kinds and self.world.is_kind_of(o, kind) and f.source == "value"
                    ]
                    return [*below, self.by_owner[(ancestor, name)]]
        return [
            f
            for (o, n), f in self.by_owner.items()
            if n == name and o in self.world.kinds and (kind is None or kind == "space" or self.world.is_kind_of(o, kind))
        ]

    def has(self, subject: Value, name: str) -> bool:
        """Whether a thing or a group has a field of that name: what `get` would find, without asking for it."""
        column = self.by_owner.get(("group", name))
        if subject.type.base == "group":
            plural = self.world.set_named(name)
            return column is not None or (plural is not None and plural.base == "thing")
        machine = name in _OF_THINGS or bool(self.on_kind(subject.type.kind, name))
        return machine or (column is not None and column.source == "column")

    def get(self, env: Env, subject: Value, name: str, span: Span) -> Value | None:
        """`subject's name`, or None if there is no such field."""
        type_ = subject.type
        if type_.base == "unknown":
            return subject
        if type_.many:
            return None
        match type_.base:
            case "player" | "holder":
                return self._of_holder(env, subject, name, span)
            case "thing":
                return self._of_thing(env, subject, name, span)
            case "group":
                return self._of_group(env, subject, name, span)
            case "piece":
                if name == "stock":
                    return self.held(env, env.number(self.world.bank, HOLDER), Value(PIECE, subject.operand))
            case "card":
                if name == "holder":
                    return Value(HOLDER, env.code.load("card_holder", subject.operand))
            case "deck":
                if name == "size":
                    sizes = tuple(len(d.cards) for d in self.world.decks)
                    return Value(COUNT, env.code.table(self.world.store.add_table("deck.size", (len(sizes),), sizes), subject.operand))
        if type_.base in ("card", "piece"):
            info = self.by_owner.get((type_.base, name))
            if info is not None:
                return self._read(env, info, subject, span)
        return None

    def game(self, env: Env, name: str, span: Span) -> Value | None:
        """State and worked-out values of the game itself."""
        info = self.by_owner.get(("game", name))
        return self._read(env, info, None, span) if info is not None else None

    def _read(self, env: Env, info: FieldInfo, subject: Value | None, span: Span) -> Value:
        self.world.use("field", f"{info.owner}.{info.name}")
        match info.source:
            case "column":
                assert subject is not None
                if info.type.listed or info.by_step:
                    which = "at step" if info.by_step else "at 1"
                    return env.error(
                        "needs-at", f"{info.name} is several values: say which with `at`", span, help=f"write `{info.name} {which}`"
                    )
                return Value(info.type, env.code.table(info.table, subject.operand))
            case "state":
                return Value(info.type, env.code.load(info.slot, subject.operand if subject is not None else None))
        return self.compiler.values.call(env, info, subject, None)

    def _of_thing(self, env: Env, subject: Value, name: str, span: Span) -> Value | None:
        code, world = env.code, self.world
        match name:
            case "owner":
                return Value(HOLDER, code.load("owner", subject.operand))
            case "number":
                return Value(COUNT, subject.operand)
            case "step":
                return Value(STEP, code.load("stepno", subject.operand))
            case "group":
                groups = tuple(world.group_of) or (0,)
                return Value(GROUP, code.table(world.store.add_table("thing.group_of", (len(groups),), groups), subject.operand))
            case "steps_left" | "next_piece":
                from rulelang.lower.pieces import on_ladder  # pieces are counted by nouns, and nouns have fields

                return on_ladder(env, subject, name, span)
        infos = self.on_kind(subject.type.kind, name)
        piece = piece_named(world, name) if not infos else None
        if piece is not None:
            from rulelang.lower.pieces import standing

            return standing(env, subject, piece)
        if infos:
            if infos[0].source == "value":
                for candidate in infos:
                    world.use("field", f"{candidate.owner}.{candidate.name}")
                return self.compiler.values.dispatch(env, infos, subject, None, span)
            self._must_have(env, infos, subject, name, span)
            return self._read(env, infos[0], subject, span)
        info = self.by_owner.get(("group", name))
        if info is not None and info.source == "column":
            group = self._of_thing(env, subject, "group", span)
            assert group is not None
            return self._read(env, info, group, span)
        return None

    def _must_have(self, env: Env, infos: list[FieldInfo], subject: Value, name: str, span: Span) -> None:
        """A column or state is asked only of things that all have it: another has nothing there."""
        world = self.world
        static = world.mask(subject.type.kind)
        for info in infos:
            static &= ~world.kinds.get(info.owner, 0)
        if static:
            kinds = list(dict.fromkeys(world.kind_of[i] for i in range(len(world.things)) if (static >> i) & 1))
            wanted = infos[0].owner
            other = f"a {subject.type} may be a {kinds[0]}" if kinds[0] != str(subject.type) else f"not every {subject.type} is a {wanted}"
            heard = _narrower(env, subject, wanted)
            env.error(
                "field-missing",
                f"{other}, and {name} is a field of {' and '.join(i.owner for i in infos)}",
                span,
                help=f"hear of those only: `{heard}`" if heard else f"narrow it first, as in `first {wanted} that is {subject.type}`",
            )

    def _of_group(self, env: Env, subject: Value, name: str, span: Span) -> Value | None:
        info = self.by_owner.get(("group", name))
        if info is not None:
            return self._read(env, info, subject, span)
        plural = self.world.set_named(name)
        if plural is not None and plural.base == "thing":
            return Value(plural.set(), env.code.op("meet", self.members(env, subject), env.code.const(self.world.mask(plural.kind))))
        return None

    def members(self, env: Env, group: Value) -> int:
        """The set of things in a group."""
        world = self.world
        sets = tuple(sum(1 << t for t, g in enumerate(world.group_of) if g == i) for i in range(len(world.groups))) or (0,)
        return env.code.table(world.store.add_table("group.members", (len(sets),), sets), group.operand)

    def held(self, env: Env, holder: Value, piece: Value, sub: int | None = None) -> Value:
        """How many of a piece a holder has."""
        from rulelang.lower.pieces import had

        return had(env, holder, piece.operand, sub)

    def pieces(self, env: Env, holder: Value, piece: int) -> Value:
        """The same of a piece that is named: of a player also those that stand on his things."""
        from rulelang.lower.pieces import of_player

        if holder.type.base == "player":
            return of_player(env, holder.operand, piece)
        return self.held(env, holder, Value(PIECE, env.code.const(piece)))

    def is_no_player(self, holder: Value) -> bool:
        """Is it known to be the bank or a pot?"""
        constant = self.world.store.constant_of(holder.operand)
        return constant is not None and constant >= self.world.most_players

    def _of_holder(self, env: Env, subject: Value, name: str, span: Span) -> Value | None:
        code, world = env.code, self.world
        if name == "money":
            return Value(MONEY, code.load("money", subject.operand))
        plural = world.set_named(name)
        if plural is not None and plural.base == "thing":
            return Value(plural.set(), code.op("meet", code.load("holdings", subject.operand), code.const(world.mask(plural.kind))))
        piece = piece_named(world, name)
        if piece is not None and (world.pieces[piece].subs == 1 or subject.type.base == "player"):
            return self.pieces(env, subject, piece)
        if self.is_no_player(subject) and (name in _PLAYERS_ONLY or ("player", name) in self.by_owner):
            return env.error("wrong-type", f"only players have `{name}`", span, help="the bank and pots have money, things and pieces")
        match name:
            case "space":
                return Value(Type("thing", "space"), code.load("position", subject.operand))
            case "roll":
                return Value(COUNT, code.load("rolled", subject.operand))
            case "debt":
                return Value(MONEY, code.load("debt", subject.operand))
            case "creditor":
                return Value(HOLDER, code.load("creditor", subject.operand))
            case "left_neighbour" | "right_neighbour":
                return (neighbours.left if name == "left_neighbour" else neighbours.right)(env, subject.operand)
            case "seat":
                return Value(COUNT, code.op("add", subject.operand, code.const(1)))
            case "hand":
                return Value(CARDS, self.hand(env, subject))
            case "goods":
                return Value(GOODS, subject.operand)
        info = self.by_owner.get(("player", name)) or self.by_owner.get(("holder", name))
        return self._read(env, info, subject, span) if info is not None else None

    def hand(self, env: Env, holder: Value) -> int:
        """The set of cards that a holder keeps."""
        code = env.code
        result = code.register()
        code.move(result, code.const(0))
        kept = sum(1 << c.index for c in self.world.cards if c.entry.value.keep)
        with code.members(code.const(kept), bound=len(self.world.cards)) as card:
            with code.when(code.op("eq", code.load("card_holder", card), holder.operand)):
                code.op("with", result, card, out=result)
        return result

    def known(self, type_: Type) -> list[str]:
        """Names of fields that a value of this type has, for suggestions."""
        owners = ("holder", "player") if type_.base == "player" else (type_.base,)
        machine = [row.name for row in FIELDS if row.owner in owners and row.name.islower()]
        plurals = self.world.plurals if any(row.owner in owners and row.name == "KINDs" for row in FIELDS) else ()
        return [*machine, *plurals, *(n for (o, n) in self.by_owner if type_.base in ("thing", "unknown") or o == type_.base)]


def _narrower(env: Env, subject: Value, kind: str) -> str | None:
    """The event that these lines have heard of, with a narrower kind for the thing that a field is asked of."""
    bound = env.names.get(subject.type.kind or "")
    if env.event is None or bound is None or bound.value.operand != subject.operand:
        return None
    text = env.event.span.text
    narrowed = re.sub(rf"\b{subject.type.kind}\b", kind, text, count=1)
    if narrowed != text:
        return narrowed
    return f"{text} on {kind}" if subject.type.kind == "space" and len(env.event.items) == 2 else None
