"""What a bare name means where it stands: a name of the block, a field of what the lines are about, of the player, or a constant."""

from __future__ import annotations

from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.survey import piece_named
from rulelang.lower.types import CARD, COUNT, DICE, FACE, MOMENT, PERCENT, PIECE, PLAYERS, PURPOSE, Type
from rulelang.source import Span
from rulelang.syntax import ast


def lookup(env: Env, word: ast.Word) -> Value | None:
    """What a bare name means here; None if nothing."""
    name = word.text
    compiler = env.compiler
    world = compiler.world
    variable = env.names.get(name)
    if variable is not None:
        return variable.value
    from_thing = _of_subjects(env, word)
    player = env.player
    from_player = None
    if player is not None and world.set_named(name) is None and piece_named(world, name) is None:
        from_player = compiler.fields.get(env, player, name, word.span)
    if from_thing is not None and from_player is not None and not _same_meaning(env, name):
        return _two_meanings(env, word, _called(env, env.subjects[0]), "player")
    if from_thing is not None:
        return from_thing
    if from_player is not None:
        return from_player
    if world.type_named(name) is None:
        game = compiler.fields.game(env, name, word.span)
        if game is not None:
            return game
    return _constant(env, word)


def _of_subjects(env: Env, word: ast.Word) -> Value | None:
    """The field of that name of the nearest thing that the lines are about. A choice stands among them only until another has the name."""
    fields_of, name = env.compiler.fields, word.text
    about = [
        subject
        for subject in env.subjects
        if (fields_of.on_kind(subject.type.kind, name) or piece_named(env.compiler.world, name) is None)  # a piece: itself, not how many
        and fields_of.has(subject, name)
    ]
    if not about:
        return None
    picked = next((n for n, value in env.picked.items() if value is about[0]), None)
    other = next((s for s in about[1:] if s.operand != about[0].operand), None)
    if picked is not None and other is not None:
        return _two_meanings(env, word, picked, _called(env, other))
    if picked is not None and env.names[picked].span is not None:
        env.compiler.world.use("meant", picked_at(env.names[picked].span))
    return fields_of.get(env, about[0], name, word.span)


def _called(env: Env, subject: Value) -> str:
    """The name under which a thing is at hand; the word for its kind, if it has none."""
    return next((n for n, v in env.names.items() if v.value.operand == subject.operand and v.value.type.base == "thing"), str(subject.type))


def picked_at(span: Span | None) -> str:
    """The place of a choice, as a key of what was used."""
    return f"{span.source.path}:{span.start}" if span is not None else ""


def _two_meanings(env: Env, word: ast.Word, first: str, second: str) -> Value:
    return env.error(
        "two-meanings",
        f"`{word.text}` could be that of the {first} or of the {second}",
        word.span,
        help=f"write `{first}'s {word.text}` or `{second}'s {word.text}`",
    )


def _same_meaning(env: Env, name: str) -> bool:
    """`owner` and such are fields of things only; `money` of players only: no clash is possible for machine fields."""
    return name in ("money", "owner", "space", "step", "number")


def _constant(env: Env, word: ast.Word) -> Value | None:
    world = env.compiler.world
    code = env.code
    name = world.model.canonical(word.text)
    setting = world.settings.get(name)
    if setting is not None:
        world.use("setting", name)
        code.mark("setting", setting.entry.first_span)
        if setting.type.listed:
            return env.error("needs-at", f"{name} is several values: say which with `at`", word.span, help=f"write `{name} at 1`")
        if setting.type == PERCENT:
            return Value(PERCENT, code.const(setting.values[0] if setting.values else 0))
        if name in world.open:
            return Value(setting.type, code.load(f"setting {name}"))
        return Value(setting.type, code.const(setting.values[0] if setting.values else 0))
    match name:
        case "round":
            return Value(COUNT, code.load("round"))
        case "turn":
            return Value(COUNT, code.load("turns"))
        case "dice":
            return Value(DICE, code.const(0)) if world.throws else None
        case "spaces":
            return Value(Type("thing", "space", True), code.const(world.mask("space")))
        case "players_out":
            return Value(PLAYERS, code.op("less", code.load("everyone"), code.load("in_game")))
        case "everyone":
            return Value(PLAYERS, code.load("in_game"))
    constant = world.constants.get(name)
    if constant is not None:
        type_, index = constant
        if type_.base == "thing":
            world.use("row", name)
            return Value(Type("thing", world.kind_of[index] or None), code.const(index))
        world.use(type_.base, name)
        return Value(type_, code.const(index))
    if name in [d.name for d in world.dies]:
        die = [d.name for d in world.dies].index(name)
        world.use("die", name)
        return Value(FACE, code.load(f"dice.{world.dice.index((1, die))}"))
    piece = piece_named(world, word.text)
    if piece is not None:
        return Value(PIECE, code.const(piece))
    plural = world.set_named(word.text)
    if plural is not None:
        return all_members(env, plural)
    type_named = world.type_named(name)
    if type_named is not None and type_named.base in ("player", "thing", "group", "card", "piece", "deck"):
        return all_members(env, type_named)
    if name in world.purposes:
        world.use("purpose", name)
        return Value(PURPOSE, code.const(world.purposes.index(name)))
    if name in world.moments:
        world.use("moment", name)
        return Value(MOMENT, code.const(world.moments.index(name)))
    copies = world.copies_of(word.text)
    if copies:
        # Cards come last: their names may be those of other things. Several copies are a set.
        return Value(CARD, code.const(copies[0])) if len(copies) == 1 else Value(CARD.set(), code.const(sum(1 << c for c in copies)))
    return None


def all_members(env: Env, type_: Type) -> Value:
    if type_.base == "player":
        return Value(PLAYERS, env.code.load("in_game"))
    return Value(type_.set(), env.code.const(env.compiler.world.all_of(type_)))
