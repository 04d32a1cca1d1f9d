"""What can be had: things that are named outright, cards that are kept, pieces that are counted, what stands on a thing."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.lower import nouns, pieces
from rulelang.lower.calls import plain_word
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.goods_verbs import promise_field
from rulelang.lower.scenes.scene import Scene
from rulelang.lower.survey import piece_named
from rulelang.lower.types import PLAYER, UNKNOWN
from rulelang.source import Span
from rulelang.syntax import ast


def things(env: Env, node: ast.Expr) -> Value:
    """The set of things that a thing, a group or a set stands for."""
    code = env.code
    inner = node.operand if isinstance(node, ast.AllOf) else node
    if isinstance(inner, ast.Noun) and inner.quantifier in ("all", "every"):
        inner = ast.Noun(inner.span, None, inner.path, inner.filters)
    value = expression(env, inner)
    match value.type.base:
        case "thing" if value.type.many:
            return value
        case "thing":
            thing = code.store.constant_of(value.operand)
            one = code.op("with", code.const(0), value.operand) if thing is None else code.const(1 << thing)
            return Value(value.type.set(), one)
        case "group":
            members = env.compiler.fields.members(env, nouns.one(env, value))
            owned = code.op("meet", members, code.const(env.compiler.world.owned_kinds))
            return Value(value.type, owned)
        case "unknown":
            return Value(UNKNOWN, code.const(0))
    return env.error("wrong-type", f"`{node.span.text}` is a {value.type}, and a thing or a group is wanted here", node.span)


def constant_things(env: Env, node: ast.Expr) -> list[int]:
    """The same as a list; they must be known by name."""
    value = things(env, node)
    members = env.code.store.constant_of(value.operand)
    if value.type == UNKNOWN:
        return []
    if members is None:
        env.error("unknown-fact", "which things these are is known only in the game", node.span, help="name each thing, or its group")
        return []
    return [thing for thing in range(members.bit_length()) if members >> thing & 1]


def kept_card(scene: Scene, node: ast.Expr | ast.Per, *, quietly: bool = False) -> list[int]:
    """The copies of a card that can be kept; a diagnostic if there is none such."""
    word = plain_word(node)
    kept = [c for c in scene.world.cards if c.entry.value.keep]
    found = [c.index for c in kept if c.entry.value.name.text == word]
    if not found and not quietly:
        names = sorted({c.entry.value.name.text for c in kept})
        scene.world.unknown("unknown-name", "kept card", word or node.span.text, node.span, names)
    return found


def promised(env: Env, span: Span, who: int, kind: str, nodes: Sequence[ast.Expr | ast.Per], to: ast.Expr) -> None:
    """A promise that was made before: its fields in the order of their declaration."""
    info = env.compiler.promises.all[kind]
    values = promise_fields(env, span, kind, nodes)
    if len(values) == len(info.fields):
        env.compiler.promises.make(env, info, env.code.const(who), expression(env, to, PLAYER).operand, values)


def promise_fields(env: Env, span: Span, kind: str, nodes: Sequence[ast.Expr | ast.Per]) -> dict[str, int]:
    """The operands of a promise's fields; a diagnostic if there are more or fewer than it has."""
    info = env.compiler.promises.all[kind]
    given = [node for node in nodes if not isinstance(node, ast.Per)]
    if len(given) != len(info.fields):
        names = " ".join(info.fields)
        env.error("unknown-fact", f"a {kind} has these fields: {names}", span, help=f"write `{kind} {names}`")
        return {}
    return {name: promise_field(env, node, type_) for (name, (type_, _)), node in zip(info.fields.items(), given, strict=True)}


def promises_held(env: Env, who: int, kind: str, fields: dict[str, int]) -> int:
    """How many promises of a kind somebody owns; of those, the ones that say just this."""
    code, info = env.code, env.compiler.promises.all[kind]
    result = code.register()
    code.move(result, code.const(0))
    with code.members(code.load(info.slot("in force")), bound=64) as row:
        same = code.op("eq", code.load(info.slot("the holder"), row), who)
        for name, operand in fields.items():
            same = code.op("mul", same, code.op("eq", code.load(info.slot(name), row), operand))
        code.op("add", result, same, out=result)
    return result


def promise_named(scene: Scene, node: ast.Expr | ast.Per) -> str | None:
    """The kind of promise that a word names, one or several."""
    word = plain_word(node) or ""
    return next((kind for kind in scene.compiler.promises.all if word in (kind, f"{kind}s")), None)


def promise_said(scene: Scene, statement: ast.Statement) -> str | None:
    """The kind of promise that `WHO holds PROMISE …` is about; None if it is about something else, or breaks off."""
    return promise_named(scene, statement.items[2]) if len(statement.items) > 2 else None


def piece_counted(env: Env, node: ast.Expr) -> tuple[int, int] | None:
    """(piece, its group's supply as an operand) of a noun that names a piece; None for any other."""
    shared = pieces.of_group(env, node)
    if shared is not None:
        return shared
    word = plain_word(node)
    piece = piece_named(env.compiler.world, word) if word is not None and word not in env.names else None
    if piece is None:
        return None
    if pieces.in_groups(env, piece):
        env.error("wrong-type", f"there is a supply of {word} for each group", node.span, help=f"say of which: `{word} in GROUP`")
    return piece, env.code.const(0)


def pieces_had(env: Env, holder: Value, node: ast.Expr) -> int:
    """How many of the piece that a noun names (see `piece_counted`) somebody has."""
    counted = piece_counted(env, node)
    assert counted is not None
    piece, group = counted
    if pieces.in_groups(env, piece):
        return pieces.count(env, holder.operand, piece, group).operand
    return env.compiler.fields.pieces(env, holder, piece).operand


def field_meant(scene: Scene, fact: ast.Fact) -> str | None:
    """The mend for `ann has 3 NAME` where each player has a value of that name."""
    node, owner = fact.value, fact.subject
    word = node.path.words[-1].text if isinstance(node, ast.Noun) else ""
    if fact.count is None or owner is None or ("player", word) not in scene.compiler.fields.by_owner:
        return None
    return f"what each player has is said by its name: `{owner.span.text}'s {word} is {fact.count}`"


def step_with(scene: Scene, thing: int, word: ast.Word, count: int) -> int | None:
    """The step of a thing's ladder on which exactly so many of a piece stand; a diagnostic if there is none."""
    world = scene.world
    piece = piece_named(world, word.text)
    if piece is None:
        world.unknown("unknown-name", "piece", word.text, word.span, world.piece_names)
        return None
    ladder = next((row for row in world.ladders if row.members >> thing & 1), None)
    if ladder is None:
        scene.error(
            "no-ladder", f"nothing stands on `{world.things[thing]}`: it has no ladder", word.span, help="leave out what stands there"
        )
        return None
    wanted = tuple(count if index == piece else 0 for index in range(len(world.pieces)))
    if wanted not in ladder.counts:
        steps = ", ".join(ladder.steps)
        scene.error("out-of-range", f"no step has exactly {count} of `{word.text}`", word.span, help=f"the steps are: {steps}")
        return None
    return ladder.counts.index(wanted)
