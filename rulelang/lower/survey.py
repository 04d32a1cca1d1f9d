"""Model → World: gives every entity its index, reads tables of constants, and says what each name means."""

from __future__ import annotations

import re
from fractions import Fraction

from rulelang.check.model import Entry, Model
from rulelang.diagnostics import Diagnostics, Label
from rulelang.ir.program import Deck, Die, Ladder, Piece
from rulelang.lower.dice import collect
from rulelang.lower.types import (
    COUNT,
    DECK,
    FACE,
    GROUP,
    HOLDER,
    NOBODY_TYPE,
    PIECE,
    STEP,
    THING,
    YES_NO,
    Type,
)
from rulelang.lower.world import BASE_TYPES, CardInfo, SettingInfo, World
from rulelang.machine.slots import UNLIMITED
from rulelang.source import Span
from rulelang.syntax import ast


def survey(model: Model, diagnostics: Diagnostics) -> World:
    """Builds the World; diagnostics for names that clash, groups and kinds that aren't there, tables that do not fit."""
    world = World(model, diagnostics, most_players=max(1, min(model.players[1], 16)))
    _kinds(world)
    _groups(world)
    _pots_purposes_moments(world)
    _things(world)
    _settings(world)
    _pieces(world)
    _ladders(world)
    _dice(world)
    _decks(world)
    _words(world)
    return world


_MARGIN = re.compile(r"\n(?=[^\s#])")
"""Where a block ends: before a line at the margin."""
_NAMED = ("group", "pot", "row", "piece", "deck")
"""Categories of what has a name of its own."""


def _name(world: World, entry: Entry, name: str, type_: Type, index: int) -> None:
    """Makes a name mean an entity; one name means one thing."""
    if name in world.constants:
        other = next((e for c in _NAMED if (e := world.model.of(c).get(name)) is not None and e is not entry), None)
        world.diagnostics.error(
            "name-taken",
            f"`{name}` is the name of something else already",
            entry.span,
            labels=[Label(other.span, "it is the name of this")] if other is not None else [],
            help="one name means one thing: choose another",
        )
        return
    world.constants[name] = (type_, index)


def _kinds(world: World) -> None:
    for name, entry in world.model.values_of("kind"):
        if name in BASE_TYPES:
            world.diagnostics.error(
                "name-taken", f"`{name}` is a word of the language", entry.span, help="choose another name for this kind"
            )
        parent = entry.value.parent
        world.kinds[name] = 0
        world.parents[name] = world.model.canonical(parent.text) if parent else None
    for name, parent_name in world.parents.items():
        entry = world.model.of("kind")[name]
        if parent_name is not None and parent_name not in world.kinds:
            world.unknown("unknown-kind", "kind", parent_name, entry.value.parent.span, list(world.kinds))
            world.parents[name] = None
    for name in world.kinds:
        seen = [name]
        while (parent_name := world.parents.get(seen[-1])) is not None:
            if parent_name in seen:
                world.diagnostics.error(
                    "kind-cycle",
                    f"kind `{name}` is a kind of itself",
                    world.model.of("kind")[name].span,
                    help="the widest of these kinds stands without `is`",
                )
                world.parents[seen[-1]] = None
                break
            seen.append(parent_name)


def _groups(world: World) -> None:
    for name, entry in world.model.values_of("group"):
        _name(world, entry, name, GROUP, len(world.groups))
        world.groups.append(name)


def _pots_purposes_moments(world: World) -> None:
    for name, entry in world.model.values_of("pot"):
        _name(world, entry, name, HOLDER, world.most_players + 1 + len(world.pots))
        world.pots.append(name)
    world.purposes.extend(world.model.of("purpose"))
    world.moments.extend(world.model.of("moment"))


def _things(world: World) -> None:
    places = world.model.of("place")
    rows = [(n, e) for n, e in places.items() if e.name == "board"] + [(n, e) for n, e in places.items() if e.name == "things"]
    world.spaces = sum(1 for _, e in rows if e.name == "board")
    for name, _place in rows:
        entry = world.model.of("row")[name]
        row: ast.Row = entry.value
        index = len(world.things)
        world.things.append(name)
        world.thing_index[name] = index
        _name(world, entry, name, THING, index)
        kind = world.model.canonical(row.kind.text)
        if kind not in world.kinds:
            turned = f"the kind stands first: `{row.name.text} {row.kind.text}`" if row.name.text in world.kinds else None
            world.unknown("unknown-kind", "kind of space", row.kind.text, row.kind.span, list(world.kinds), turned)
            world.kind_of.append("")
        else:
            world.kind_of.append(kind)
            world.use("kind", kind)
            for ancestor in world.ancestors(kind):
                world.kinds[ancestor] |= 1 << index
                world.use("kind", ancestor)
        group = -1
        if row.group is not None:
            group_name = world.model.canonical(row.group.text)
            if group_name in world.groups:
                group = world.groups.index(group_name)
                world.use("group", group_name)
            else:
                world.unknown("unknown-name", "group", row.group.text, row.group.span, world.groups)
        world.group_of.append(group)
    for name, entry in world.model.values_of("kind"):
        if entry.value.owned:
            world.owned_kinds |= world.kinds[name]
    _empty_groups(world)


def _empty_groups(world: World) -> None:
    """Groups that a layer has emptied, by replacing what was in them, are one message; where the layer did it."""
    lost_from: dict[str, Span] = {}
    for (category, _), lost in world.model.lost.items():
        group = lost.value.group if category == "row" else None
        last = lost.chain[-1].span
        if group is not None and last is not None:
            lost_from[world.model.canonical(group.text)] = last
    emptied: dict[Span, list[str]] = {}
    for name, entry in world.model.values_of("group"):
        if ("group", name) in world.used:
            continue
        if name in lost_from:
            emptied.setdefault(lost_from[name], []).append(world.model.latest(name))
        else:
            world.diagnostics.warning(
                "unused-name", f"nothing is in the group `{name}`", entry.span, help="leave it out, or put spaces in it"
            )
    for span, names in emptied.items():
        listed = ", ".join(f"`{name}`" for name in names)
        groups = "group" if len(names) == 1 else "groups"
        world.diagnostics.warning(
            "unused-name",
            f"this leaves nothing in the {groups} {listed}",
            span,
            help=f"put spaces in {'it' if len(names) == 1 else 'them'}, or take the group away, too: `remove group {names[0]}`",
        )


def read_setting(world: World, entry: Entry) -> SettingInfo:
    """The value of a setting, checked against its type and range."""
    node: ast.Setting = entry.value
    type_ = world.type_named(node.type.name)
    if type_ is None:
        world.unknown("unknown-type", "type", node.type.name, node.type.span, [*BASE_TYPES, *world.kinds])
        type_ = COUNT
    scale: list[Fraction] = []
    values: list[int] = []
    for constant in node.values:
        value = world.constant(constant, type_, scale)
        if value is None:
            value = 0
        if (node.low is not None and value < node.low) or (node.high is not None and value > node.high):
            world.diagnostics.error(
                "out-of-range",
                f"{entry.name} is {value}, and goes from {node.low} to {node.high}",
                constant.span,
                labels=[Label(node.span, "its range is declared here")] if constant.span.source is not node.span.source else [],
                help=f"choose a number from {node.low} to {node.high}",
            )
        values.append(value)
    if len(values) != 1 and not node.type.is_list:
        world.diagnostics.error("wrong-type", f"{entry.name} is one value, not a list", node.values[-1].span)
    if type_.base == "percent" and node.rounding is None:
        world.diagnostics.error(
            "needs-rounding",
            f"{entry.name} is a percentage and does not say how it is rounded",
            node.span,
            help="add `rounding up`, `rounding down` or `rounding to nearest`",
        )
    fraction = (scale[0] if scale else Fraction(values[0], 100)) if type_.base == "percent" and values else None
    listed = Type(type_.base, type_.kind, False, True) if node.type.is_list else type_
    return SettingInfo(listed, values, fraction, node.rounding or "down", entry)


def _settings(world: World) -> None:
    for name, entry in world.model.values_of("setting"):
        world.settings[name] = read_setting(world, entry)


def count_of(world: World, node: ast.Expr | None, default: int) -> int:
    """A number that must be known before the game: a literal or a setting."""
    match node:
        case None:
            return default
        case ast.Num(value=value):
            return value
        case ast.Noun(quantifier=None, path=ast.Path(words=(word,)), filters=()):
            setting = world.settings.get(world.model.canonical(word.text))
            if setting is not None and setting.values:
                world.use("setting", setting.entry.name)
                world.use("in a declaration", setting.entry.name)
                return setting.values[0]
            world.unknown("unknown-name", "setting", word.text, word.span, list(world.settings))
            return default
    world.diagnostics.error("wrong-type", "a number or a setting is wanted here: it must be known before the game", node.span)
    return default


def _pieces(world: World) -> None:
    for name, entry in world.model.values_of("piece"):
        node: ast.Piece = entry.value
        supply = count_of(world, node.supply, -1)
        if supply > UNLIMITED and node.supply is not None:
            world.diagnostics.error(
                "number-too-large", "no game has so many pieces", node.supply.span, help="leave `supply` out: there are then enough"
            )
            supply = -1
        subs = max(1, len(world.groups)) if node.each is not None else 1
        if node.each is not None and node.each.text != "group":
            world.diagnostics.error("wrong-type", "pieces can have a supply for each group", node.each.span, help="write `for each group`")
        title = world.title(name, node.title.value)
        plural = node.plural.text if node.plural else f"{title}s"
        _name(world, entry, name, PIECE, len(world.pieces))
        world.pieces.append(Piece(name, title, plural, subs, supply))
        world.piece_names.append(name)


def _ladders(world: World) -> None:
    for name, entry in world.model.values_of("ladder"):
        node: ast.Ladder = entry.value
        kind = world.model.canonical(node.kind.text)
        if kind not in world.kinds:
            world.unknown("unknown-kind", "kind", node.kind.text, node.kind.span, list(world.kinds))
            kind = ""
        counts: list[tuple[int, ...]] = [(0,) * len(world.pieces)]
        steps = ["bare"]
        columns = [0]
        width = 1
        for step in node.steps:
            piece = world.model.canonical(step.piece.text)
            if piece not in world.piece_names:
                world.unknown("unknown-name", "piece", step.piece.text, step.piece.span, world.piece_names)
                continue
            world.use("piece", piece)
            index = world.piece_names.index(piece)
            number = step.count if step.count is not None else count_of(world, step.up_to, 1)
            widest = _widest(world, step.up_to, number)
            base = list(counts[-1])
            if step.returns is not None:
                back = world.model.canonical(step.returns.text)
                back = world.plurals[step.returns.text].kind or back if step.returns.text in world.plurals else back
                name_back = next(
                    (p for p in world.piece_names if back in (p, f"{p}s") or world.pieces[world.piece_names.index(p)].plural == back), None
                )
                if name_back is None:
                    world.unknown("unknown-name", "piece", step.returns.text, step.returns.span, world.piece_names)
                else:
                    base[world.piece_names.index(name_back)] = 0
            for count in range(1, number + 1):
                row = list(base)
                row[index] += count
                counts.append(tuple(row))
                steps.append(piece if number == 1 else f"{piece} {count}")
                columns.append(width + count - 1)
            if step.like is None:
                width += max(widest, number)
            else:
                columns[-number:] = [_column_of(world, step.like, steps, columns)] * number
        members = world.kinds.get(kind, 0)
        world.ladders.append(Ladder(name, members, tuple(steps), tuple(counts)))
        world.ladder_widths.append(columns)
        world.ladder_columns.append(width)


def _column_of(world: World, word: ast.Word, steps: list[str], columns: list[int]) -> int:
    """The column of the highest step of a lower piece."""
    piece = world.model.canonical(word.text)
    found = [c for s, c in zip(steps, columns, strict=True) if s.split(" ")[0] == piece]
    if not found:
        world.unknown("unknown-name", "lower piece of this ladder", word.text, word.span, [s.split(" ")[0] for s in steps[1:]])
    return found[-1] if found else 0


def _widest(world: World, node: ast.Expr | None, number: int) -> int:
    """How many columns a table has for this step: as many as the setting's range allows, whatever its value is now."""
    if isinstance(node, ast.Noun) and len(node.path.words) == 1:
        setting = world.settings.get(world.model.canonical(node.path.words[0].text))
        if setting is not None and setting.entry.value.high is not None:
            return int(setting.entry.value.high)
    return number


def _dice(world: World) -> None:
    words: list[str] = []
    """of all dice: one word means the same wherever it stands"""
    for name, entry in world.model.values_of("die"):
        node: ast.Die = entry.value
        faces: list[int] = []
        is_word: list[bool] = []
        for face in node.faces:
            if isinstance(face, ast.Num):
                faces.append(face.value)
                is_word.append(False)
            else:
                if face.text not in words:
                    words.append(face.text)
                faces.append(words.index(face.text))
                is_word.append(True)
        world.dies.append(Die(name, tuple(faces), tuple(words) if any(is_word) else (), tuple(is_word)))
    for index, word in enumerate(words):
        if word not in world.constants:
            world.constants[word] = (FACE, -1 - index)
    collect(world)


def _decks(world: World) -> None:
    for name, entry in world.model.values_of("deck"):
        _name(world, entry, name, DECK, len(world.decks))
        indexes: list[int] = []
        for key, card in world.model.values_of("card"):
            if not key.startswith(f"{name}."):
                continue
            for _ in range(max(1, min(card.value.copies, 200))):
                indexes.append(len(world.cards))
                world.cards.append(CardInfo(card, name, len(world.cards)))
        if not indexes and not _broken_below(world, entry.span):
            world.diagnostics.error("empty-deck", f"deck `{name}` has no cards", entry.span, help='put `card NAME "text"` lines below it')
        world.decks.append(Deck(name, world.title(name, entry.value.title.value), tuple(indexes), entry.value.aside))


def _words(world: World) -> None:
    """Plural words, and the machine's own constants."""
    model = world.model
    for name, entry in model.values_of("kind"):
        node: ast.Kind = entry.value
        world.plurals[node.plural.text if node.plural else f"{name}s"] = Type("thing", name)
    for word in ("player", "thing", "space", "group", "card", "piece", "deck"):
        world.plurals.setdefault(f"{word}s", BASE_TYPES[word])
    for second, first in model.aliases.items():
        if first in world.kinds:
            world.plurals.setdefault(f"{second}s", Type("thing", first))
    for plural, first in model.plurals.items():
        if first in world.kinds:
            world.plurals[plural] = Type("thing", first)
    for word, value in (("nobody", -1), ("nothing", -1)):
        world.constants[word] = (NOBODY_TYPE, value)
    world.constants["bank"] = (HOLDER, world.bank)
    world.constants["yes"] = (YES_NO, 1)
    world.constants["no"] = (YES_NO, 0)
    world.constants["bare"] = (STEP, 0)


def piece_named(world: World, word: str) -> int | None:
    """The piece that a word names, singular or plural, first name or later one."""
    name = world.model.plurals.get(word) or world.model.canonical(word)
    if name in world.piece_names:
        return world.piece_names.index(name)
    for index, piece in enumerate(world.pieces):
        node: ast.Piece = world.model.of("piece")[piece.name].value
        shown = world.model.shown_names.get(piece.name, piece.name)
        plural = node.plural.text if node.plural else f"{piece.name}s"
        if word in (plural, f"{piece.name}s", f"{shown}s"):
            return index
    return None


def _broken_below(world: World, span: Span) -> bool:
    """Is there a line in the block that begins at a span that could not be read? Then it is that which is missing."""
    end = _MARGIN.search(span.source.text, span.end)
    last = end.start() if end is not None else len(span.source.text)
    here = (one.span for one in world.diagnostics if one.severity == "error" and one.span.source is span.source)
    return any(span.end < wrong.start <= last for wrong in here)
