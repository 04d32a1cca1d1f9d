"""Nouns: a name alone, or a set of things narrowed by filters, or one thing picked from it."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.diagnostics import nearest
from rulelang.lower import names, neighbours, pieces
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.strangers import unknown_name
from rulelang.lower.types import PLAYER, UNKNOWN, Type
from rulelang.syntax import ast

QUANTIFIED = ("no", "any", "every", "all")


def noun(env: Env, node: ast.Noun) -> Value:
    """The value of a noun: one thing or a set, as its words say."""
    if node.quantifier is None and not node.filters:
        found = names.lookup(env, node.path.words[0])
        if found is not None:
            return fields(env, found, node.path.words[1:])
    counted = pieces.held_in(env, node)
    if counted is not None:
        return counted
    if len(node.path.words) > 1 and _said_of_the_owner(env, node):
        owner = noun(env, ast.Noun(node.span, node.quantifier, ast.Path(node.path.span, node.path.words[:1])))
        return narrowed(env, fields(env, owner, node.path.words[1:]), node.filters)
    base = base_set(env, node)
    if base is None:
        return Value(UNKNOWN, env.code.const(0))
    if not base.type.many:
        if node.filters:
            return env.error("wrong-type", f"`{node.path.span.text}` is one {base.type}, and only a set can be narrowed", node.span)
        return base
    return quantified(env, narrowed(env, base, node.filters), node)


def _said_of_the_owner(env: Env, node: ast.Noun) -> bool:
    """`next player's money`, `first shop's price`: whether the word before a noun picks whose it is, not one of what he has."""
    word = node.path.words[0]
    singular = env.compiler.world.type_named(word.text) is not None
    if node.quantifier == "next":
        return True
    if node.quantifier not in ("first", "random") or not singular:
        return False  # `first players' sites`, `first debtor's deeds`: one of all these
    if word.text in env.names:
        what = "'s ".join(w.text for w in node.path.words[1:])
        env.error(
            "two-meanings",
            f"the {node.quantifier} of all that this {word.text} has, or what the {node.quantifier} {word.text} of all has?",
            node.span,
            help=f"write `let one be {word.text}'s {what}` or `let one be {node.quantifier} {word.text}` above, and go on from that name",
        )
    return True


def narrowed(env: Env, base: Value, filters: tuple[ast.Filter, ...]) -> Value:
    """A set narrowed by filters, one after another."""
    while filters and base.type != UNKNOWN:
        both = pieces.who_have(env, base, filters)
        base = apply(env, base, filters[0]) if both is None else both
        filters = filters[1:] if both is None else filters[2:]
    return base


def quantified(env: Env, base: Value, node: ast.Noun) -> Value:
    code = env.code
    match node.quantifier:
        case "other":
            if len(node.path.words) > 1 and base.type != UNKNOWN:
                return base  # `other players' things`: it was said of the players
            if base.type.base != "player" or env.player is None:
                return env.error("wrong-type", "`other` means the players but one", node.span)
            return Value(base.type, code.op("without", base.operand, env.player.operand))
        case "next" if base.type.base == "player" and env.player is not None:
            return neighbours.left(env, env.player.operand, base.operand)
        case "next":
            if base.type.base != "thing" or env.player is None:
                return env.error("wrong-type", "`next` means the nearest space ahead of a token, or the player on the left", node.span)
            on_board = code.op("meet", base.operand, code.const(env.compiler.world.mask("space")))
            after = code.op("add", code.load("position", env.player.operand), code.const(1))
            return Value(base.type.one(), code.op("first", on_board, after))
        case "random":
            if code.pure:
                return env.error(
                    "chance-while-looking", "needs, worked-out values and strategies only look: they draw no chance", node.span
                )
            domain = env.compiler.domain_number(base.type)
            return Value(base.type.one(), code.op("pick", base.operand, code.const(domain)))
        case "first":
            return one(env, base)
    return base


def several(env: Env, node: ast.Noun) -> Value:
    """The set that `each …` goes through: all players, not the one called so."""
    base = base_set(env, ast.Noun(node.span, node.quantifier, node.path, node.filters))
    if base is None:
        return Value(UNKNOWN, env.code.const(0))
    if base.type != UNKNOWN and not base.type.many:
        return env.error("wrong-type", f"`{node.span.text}` is one {base.type}, and `each` goes through a set", node.span)
    return quantified(env, narrowed(env, base, node.filters), node)


def each_of(env: Env, node: ast.Expr) -> str:
    """How several are gone through, that were written as one: `everyone`, `other players`, `all sites`."""
    if not isinstance(node, ast.Noun):
        return "each …"
    world, text = env.compiler.world, node.path.span.text
    type_ = PLAYER if text == "everyone" else world.set_named(text) if world.type_named(text) is None else None
    if type_ is not None:
        text = type_.kind or type_.base
    text += node.span.source.text[node.path.span.end : node.span.end]
    return f"each other {text}" if node.quantifier == "other" else f"each {text}"


def is_plural(env: Env, node: ast.Expr) -> bool:
    """Whether a noun is written as several: `other players`, not `player with lowest roll`."""
    if not isinstance(node, ast.Noun) or node.quantifier in ("first", "next", "random"):
        return False
    if node.quantifier in QUANTIFIED:
        return True
    world, word = env.compiler.world, node.path.words[-1].text
    return word not in env.names and (word == "everyone" or (world.set_named(word) is not None and world.type_named(word) is None))


def one(env: Env, value: Value) -> Value:
    """A set where one member is wanted: its first, players from the acting one on."""
    if not value.type.many:
        return value
    start = env.code.const(0)
    if value.type.base == "player" and env.player is not None:
        start = env.player.operand
    return Value(value.type.one(), env.code.op("first", value.operand, start))


def base_set(env: Env, node: ast.Noun) -> Value | None:
    """The set that a noun starts from: all of its word's type, or what it is `in`."""
    word = node.path.words[0]
    world = env.compiler.world
    variable = env.names.get(word.text)
    if variable is not None and variable.value.type.many:
        return fields(env, variable.value, node.path.words[1:])
    type_ = world.type_named(word.text) or world.set_named(word.text)
    if type_ is not None and type_.base in ("player", "thing", "group", "card", "piece", "deck"):
        if len(node.path.words) > 1:
            return _spread(env, node, type_)
        return names.all_members(env, type_)
    if len(node.path.words) > 1:
        value = names.lookup(env, word)
        if value is not None:
            return fields(env, value, node.path.words[1:])
    inside = next((f for f in node.filters if f.kind == "in_" and f.path is not None), None)
    if inside is not None and inside.path is not None and len(node.path.words) == 1:
        value = path(env, inside.path)
        if value.type.many:
            return value
    value = names.lookup(env, word)
    if value is not None:
        return fields(env, value, node.path.words[1:])
    unknown_name(env, word)
    return None


def _spread(env: Env, node: ast.Noun, type_: Type) -> Value | None:
    """`other players' sites`: the union of a set-valued field."""
    members = names.all_members(env, type_)
    if node.quantifier == "other" and env.player is not None:
        members = Value(members.type, env.code.op("without", members.operand, env.player.operand))
    result = env.code.register()
    env.code.move(result, env.code.const(0))
    kind = UNKNOWN
    with env.code.members(members.operand, bound=256) as member:
        value = fields(env, Value(type_, member), node.path.words[1:])
        kind = value.type
        if value.type.many:
            env.code.op("join", result, value.operand, out=result)
        else:
            env.code.op("with", result, value.operand, out=result)
    return Value(kind.set(), result)


def path(env: Env, node: ast.Path) -> Value:
    """`a's b's c` without filters."""
    return noun(env, ast.Noun(node.span, None, node))


def fields(env: Env, value: Value, words: tuple[ast.Word, ...]) -> Value:
    """Follows `'s name` from a value."""
    for word in words:
        if value.type == UNKNOWN:
            return value
        value = one(env, value)
        name = word.text
        found = env.compiler.fields.get(env, value, name, word.span)
        if found is None:
            known = env.compiler.fields.known(value.type)
            close = nearest(name, known)
            return env.error(
                "unknown-field", f"a {value.type} has no `{name}`", word.span, help=f"did you mean `{close[0]}`?" if close else None
            )
        value = found
    return value


# -------------------------------------------------------------------------------------------------------------- filters
def apply(env: Env, base: Value, node: ast.Filter) -> Value:
    """Narrows a set by one filter."""
    from rulelang.lower import conditions  # conditions are made of nouns, and `that is …` of conditions

    code = env.code
    world = env.compiler.world
    match node.kind:
        case "in_":
            assert node.path is not None
            inside = path(env, node.path)
            if inside.type == UNKNOWN:
                return inside
            if inside.type.many and inside.type.base == base.type.base:
                return Value(base.type, code.op("meet", base.operand, inside.operand))
            if inside.type.base == "group" and base.type.base == "thing":
                return Value(base.type, code.op("meet", base.operand, env.compiler.fields.members(env, inside)))
            if inside.type.base == "deck" and base.type.base == "card":
                sets = tuple(sum(1 << c for c in d.cards) for d in world.decks) or (0,)
                return Value(
                    base.type,
                    code.op("meet", base.operand, code.table(world.store.add_table("deck.cards", (len(sets),), sets), inside.operand)),
                )
            return env.error("wrong-type", f"a {base.type.one()} is not in a {inside.type}", node.span)
        case "other_than":
            assert node.path is not None
            value = path(env, node.path)
            if value.type.many:
                return Value(base.type, code.op("less", base.operand, value.operand))
            return Value(base.type, code.op("without", base.operand, value.operand))
        case "with_extreme":
            return _extreme_members(env, base, node)
    if node.kind in ("that_is", "that_is_not") and node.path is not None and len(node.path.words) == 1 and base.type.base == "thing":
        word = node.path.words[0].text
        kind = world.type_named(word) if word not in env.names else None
        if kind is not None and kind.base == "thing" and kind.kind is not None:
            mask = code.const(world.mask(kind.kind))
            if node.kind == "that_is":
                wider = world.mask(base.type.kind) & ~world.mask(kind.kind) == 0
                return Value(base.type if wider else kind.set(), code.op("meet", base.operand, mask))
            return Value(base.type, code.op("less", base.operand, mask))
    if node.kind in ("owned_by", "not_owned_by") and node.path is not None:
        who = one(env, path(env, node.path))
        held = code.load("holdings", who.operand)
        return Value(base.type, code.op("meet" if node.kind == "owned_by" else "less", base.operand, held))
    return select(env, base, lambda inner, member: conditions.filter_holds(inner, member, node))


def select(env: Env, base: Value, test: Callable[[Env, Value], int]) -> Value:
    """The members for which a test holds."""
    code = env.code
    result = code.register()
    code.move(result, code.const(0))
    with code.members(base.operand, bound=512) as member:
        inner = env.child()
        with code.when(test(inner, Value(base.type.one(), member))):
            code.op("with", result, member, out=result)
    return Value(base.type, result)


def _extreme_members(env: Env, base: Value, node: ast.Filter) -> Value:
    """The members that share the highest or lowest value of a field."""
    word = node.word
    assert word is not None
    best = extreme(env, base, word, node.direction == "highest")
    if best.type == UNKNOWN:
        return best
    return select(env, base, lambda inner, member: inner.code.op("eq", fields(inner, member, (word,)).operand, best.operand))


def extreme(env: Env, base: Value, word: ast.Word, highest: bool) -> Value:
    """The highest or lowest value of a field over a set; 0 for an empty one."""
    code = env.code
    best = code.register()
    first = code.register()
    code.move(best, code.const(0))
    code.move(first, code.const(1))
    type_ = UNKNOWN
    with code.members(base.operand, bound=512) as member:
        value = fields(env.child(), Value(base.type.one(), member), (word,))
        type_ = value.type
        if not (type_.is_number or type_ == UNKNOWN):
            return env.error("wrong-type", f"{word.text} is a {type_}, and only numbers are higher or lower", word.span)
        with code.when(first):
            code.move(best, value.operand)
            code.move(first, code.const(0))
        code.op("max" if highest else "min", best, value.operand, out=best)
    return Value(type_, best)
