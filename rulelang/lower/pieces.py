"""Pieces with a supply for each group: `a share in group`, `player's shares in group`, `players who have a share in group`."""

from __future__ import annotations

from rulelang.lower import nouns
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.survey import piece_named
from rulelang.lower.types import COUNT, GROUP, PIECE, UNKNOWN
from rulelang.source import Span
from rulelang.syntax import ast


def in_groups(env: Env, piece: int) -> bool:
    """Whether there is a supply for each group."""
    world = env.compiler.world
    return world.model.of("piece")[world.pieces[piece].name].value.each is not None


def of_group(env: Env, node: ast.Expr) -> tuple[int, int] | None:
    """(piece, group as an operand) of a noun that names a piece in a group; None for any other."""
    if not isinstance(node, ast.Noun) or len(node.path.words) != 1 or node.path.words[0].text in env.names:
        return None
    inside = _inside(node)
    piece = piece_named(env.compiler.world, node.path.words[0].text)
    if inside is None or piece is None or not in_groups(env, piece):
        return None
    return piece, _group(env, inside)


def held_in(env: Env, node: ast.Noun) -> Value | None:
    """`player's shares in group`: how many; None for any other noun."""
    inside = _inside(node)
    piece = piece_named(env.compiler.world, node.path.words[-1].text)
    if inside is None or piece is None or len(node.path.words) < 2 or not in_groups(env, piece):
        return None
    holder = nouns.one(env, nouns.path(env, ast.Path(node.path.span, node.path.words[:-1])))
    return count(env, holder.operand, piece, _group(env, inside)) if holder.type.base in ("player", "holder") else None


def who_have(env: Env, base: Value, filters: tuple[ast.Filter, ...]) -> Value | None:
    """`who have a share in group`: two filters that are one; None if they are not."""
    if len(filters) < 2 or filters[0].kind not in ("that_has", "that_has_no") or filters[1].kind != "in_":
        return None
    path, inside = filters[0].path, filters[1].path
    if base.type.base != "player" or path is None or inside is None or len(path.words) != 1:
        return None
    piece = piece_named(env.compiler.world, path.words[0].text)
    if piece is None or not in_groups(env, piece):
        return None
    group = _group(env, inside)
    some = filters[0].kind == "that_has"

    def has(inner: Env, member: Value) -> int:
        held = count(inner, member.operand, piece, group).operand
        return inner.code.op("gt" if some else "le", held, inner.code.const(0))

    return nouns.select(env, base, has)


def count(env: Env, holder: int, piece: int, group: int) -> Value:
    return Value(COUNT, env.code.load(f"piece.{env.compiler.world.pieces[piece].name}", holder, group))


def had(env: Env, holder: Value, piece: int, sub: int | None) -> Value:
    """How many of a piece a holder has; `piece` is an operand."""
    world, code = env.compiler.world, env.code
    index = world.store.constant_of(piece)
    if index is not None:
        return Value(COUNT, code.load(f"piece.{world.pieces[index].name}", holder.operand, sub))
    result = code.register()
    code.move(result, code.const(0))
    for number, row in enumerate(world.pieces):
        with code.when(code.op("eq", piece, code.const(number))):
            code.move(result, code.load(f"piece.{row.name}", holder.operand, sub))
    return Value(COUNT, result)


def of_player(env: Env, player: int, piece: int) -> Value:
    """How many of a piece a player has: those in his hand, of all groups if there is a supply for each, and those on his things."""
    code, row = env.code, env.compiler.world.pieces[piece]
    slot = f"piece.{row.name}"
    if row.subs == 1:
        total = code.load(slot, player)
    else:
        total = code.const(0)
        for sub in range(row.subs):
            total = code.op("add", total, code.load(slot, player, code.const(sub)))
    built = env.compiler.things.pieces_on(env, player, piece)
    return Value(COUNT, total if built is None else code.op("add", total, built))


def on_ladder(env: Env, thing: Value, name: str, span: Span) -> Value:
    """`steps_left` of a thing, or its `next_piece`."""
    world, code = env.compiler.world, env.code
    ladder = world.ladder_of(thing.type.kind)
    if thing.type == UNKNOWN:
        return thing
    if ladder is None:
        return env.error("no-ladder", f"nothing is built on a {thing.type}: it has no ladder", span)
    rungs = world.ladders[ladder]
    step = code.load("stepno", thing.operand)
    if name == "steps_left":
        return Value(COUNT, code.op("sub", code.const(len(rungs.steps) - 1), step))
    higher = [next((p for p, n in enumerate(b) if n > a[p]), -1) for a, b in zip(rungs.counts, rungs.counts[1:], strict=False)]
    table = world.store.add_table(f"ladder.{rungs.name}.next_piece", (len(rungs.steps),), (*higher, -1))
    return Value(PIECE, code.table(table, step))


def standing(env: Env, thing: Value, piece: int) -> Value | None:
    """How many of a piece stand on a thing; None if none ever does."""
    world = env.compiler.world
    ladder = world.ladder_of(thing.type.kind)
    if ladder is None or not any(counts[piece] for counts in world.ladders[ladder].counts):
        return None
    counts = tuple(counts[piece] for counts in world.ladders[ladder].counts)
    table = world.store.add_table(f"ladder.{world.ladders[ladder].name}.{world.pieces[piece].name}", (len(counts),), counts)
    return Value(COUNT, env.code.table(table, env.code.load("stepno", thing.operand)))


def _inside(node: ast.Noun) -> ast.Path | None:
    return node.filters[0].path if len(node.filters) == 1 and node.filters[0].kind == "in_" else None


def _group(env: Env, path: ast.Path) -> int:
    from rulelang.lower.expressions import expect  # expressions are made of nouns

    return expect(env, nouns.path(env, path), GROUP, path.span).operand
