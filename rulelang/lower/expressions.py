"""Expressions with a value: numbers, amounts, shares, entities, sets."""

from __future__ import annotations

from fractions import Fraction

from rulelang.lower import dice, nouns
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.strangers import examples
from rulelang.lower.survey import piece_named
from rulelang.lower.types import (
    COUNT,
    DICE,
    FACE,
    MONEY,
    NUMBER,
    PERCENT,
    PLAYER,
    STEP,
    TEXT,
    UNKNOWN,
    YES_NO,
    Type,
    fits,
)
from rulelang.source import Span
from rulelang.syntax import ast

_CONDITIONS = (ast.Compare, ast.Is, ast.CountIs, ast.Has, ast.Same, ast.Owns, ast.Can, ast.Not, ast.Logic)
_DIVISION = {"down": "div_down", "up": "div_up", "nearest": "div_near"}


def expression(env: Env, node: ast.Expr, want: Type | None = None, rounding: str | None = None) -> Value:
    """Emits what computes `node`. With `want`, a set gives its first member where one is wanted, and a misfit is a diagnostic."""
    env.compiler.wanted = want
    value = _expression(env, node, rounding)
    if want is not None and value.type.many and not want.many and nouns.is_plural(env, node):
        text = node.span.text
        mend = f"`{nouns.each_of(env, node)}`"
        if isinstance(node, ast.Noun) and node.quantifier == "other":
            mend += ", or `first player other than player`"
        elif isinstance(node, ast.Noun) and node.quantifier is None and text != "everyone":
            mend += f", or `first {text}`"
        return env.error("wrong-type", f"one {want} is wanted here, and `{text}` are several", node.span, help=mend)
    return expect(env, value, want, node.span) if want is not None else value


def expect(env: Env, value: Value, want: Type, span: Span) -> Value:
    """The value as a `want`."""
    if value.type == UNKNOWN:
        return value
    if value.type.many and not want.many:
        value = nouns.one(env, value)
    if want.many and not value.type.many and value.type.base == want.base:
        return Value(value.type.set(), env.code.op("with", env.code.const(0), value.operand))
    if value.type == DICE and want.is_number:
        value = dice.total(env)
    if value.type == FACE and want.is_number:
        value = face_number(env, value)
    if not fits(value.type, want):
        counted = want.base == "money" and value.type.base in ("count", "step", "face") and not value.type.many
        mend = f"say how much for each: `10 * {span.text}`, or `1 * {span.text}`" if counted else None
        if mend is None and want.base in ("thing", "group", "piece", "deck", "card", "purpose"):
            mend = examples(env.compiler.world, want, span.text)
        return env.error("wrong-type", f"a {want} is wanted here, and `{span.text}` is a {value.type}", span, help=mend)
    if want.kind and want.base == "thing" and value.type.base == "thing":
        world = env.compiler.world
        constant = world.store.constant_of(value.operand)
        if constant is not None and constant >= 0 and not (world.mask(want.kind) >> constant) & 1:
            return env.error("wrong-type", f"`{span.text}` is no {want.kind}", span)
    return value


def _expression(env: Env, node: ast.Expr, rounding: str | None) -> Value:
    code = env.code
    match node:
        case ast.Num(value=value):
            return env.number(value, NUMBER)
        case ast.Noun():
            if node.quantifier == "no" and not node.filters and len(node.path.words) == 1:
                return env.error("wrong-type", "`no` counts in conditions only", node.span)
            return nouns.noun(env, node)
        case ast.Rounded(operand=operand, mode=mode):
            return _expression(env, operand, mode)
        case ast.Binary():
            return _binary(env, node, rounding)
        case ast.Of():
            return _of(env, node, rounding)
        case ast.HalfOf(operand=operand):
            whole = expression(env, operand, None, rounding)
            return _share(env, Fraction(1, 2), whole, rounding, node.span)
        case ast.Limited(operand=operand, op=op, bound=bound):
            left = expression(env, operand, None, rounding)
            right = expression(env, bound, None, rounding)
            type_ = same_number(env, left, right, node.span)
            return Value(type_, code.op("min" if op == "most" else "max", left.operand, right.operand))
        case ast.NumberOf(operand=operand):
            return number_of(env, operand)
        case ast.Total(field=field, operand=operand):
            return total(env, field, operand, node.span)
        case ast.Extreme(direction=direction, field=field, operand=operand):
            base = expression(env, operand)
            if base.type == UNKNOWN:
                return base
            if not base.type.many:
                return env.error("wrong-type", f"`{operand.span.text}` is one {base.type}, not a set", operand.span)
            return nouns.extreme(env, base, field, direction == "highest")
        case ast.At():
            return _at(env, node)
        case ast.SeenBy(base=base_node, who=who_node):
            who = expression(env, who_node, PLAYER)
            inner = env.child()
            inner.bind_player(who.operand)
            return expression(inner, base_node, None, rounding)
        case ast.AllOf(operand=operand):
            return expression(env, operand, None, rounding)
        case ast.Pct():
            return env.error("percent-of-what", "a percentage is of something", node.span, help=f"write `{node.span.text} of AMOUNT`")
        case ast.Text():
            return Value(TEXT, code.const(env.compiler.text(node.value)))
    if isinstance(node, _CONDITIONS):
        from rulelang.lower.conditions import condition  # conditions are made of expressions

        return Value(YES_NO, condition(env, node))
    raise AssertionError(node)


def same_number(env: Env, left: Value, right: Value, span: Span) -> Type:
    """The type of a sum of the two."""
    if UNKNOWN in (left.type, right.type):
        return UNKNOWN
    for value in (left, right):
        if value.type == DICE or value.type == FACE:
            continue
        if not value.type.is_number:
            env.error("wrong-type", f"a {value.type} is no number", span)
            return UNKNOWN
    if MONEY in (left.type, right.type):
        other = right.type if left.type == MONEY else left.type
        if other not in (MONEY, NUMBER):
            env.error("money-and-count", f"money and a {other} do not add up", span, help="multiply a count by an amount instead")
        return MONEY
    if left.type == right.type:
        return left.type if left.type != DICE else COUNT
    return COUNT


def _binary(env: Env, node: ast.Binary, rounding: str | None) -> Value:
    code = env.code
    left = _number(env, expression(env, node.left, None, rounding), node.left.span)
    right = _number(env, expression(env, node.right, None, rounding), node.right.span)
    match node.op:
        case "+" | "-":
            type_ = same_number(env, left, right, node.span)
            return Value(type_, code.op("add" if node.op == "+" else "sub", left.operand, right.operand))
        case "*":
            if left.type == MONEY and right.type == MONEY:
                return env.error("money-times-money", "money times money is no amount", node.span, help="multiply money by a count")
            type_ = MONEY if MONEY in (left.type, right.type) else NUMBER if NUMBER in (left.type, right.type) else COUNT
            return Value(type_, code.op("mul", left.operand, right.operand))
    if rounding is None:
        return env.error(
            "needs-rounding",
            "a division says how it is rounded",
            node.span,
            help=f"write `{node.span.text} rounded down` (or up, or to nearest)",
        )
    type_ = COUNT if left.type == right.type else left.type
    return Value(type_, code.op(_DIVISION[rounding], left.operand, right.operand))


def face_number(env: Env, value: Value) -> Value:
    """What a die shows, as a count; words count nothing (they are stored below zero)."""
    words = any(any(die.is_word) for die in env.compiler.world.dies)
    return Value(COUNT, env.code.op("max", value.operand, env.code.const(0)) if words else value.operand)


def _number(env: Env, value: Value, span: Span) -> Value:
    if value.type == DICE:
        return dice.total(env)
    if value.type == UNKNOWN or value.type.is_number or value.type == FACE:
        return face_number(env, value) if value.type == FACE else value
    return env.error("wrong-type", f"`{span.text}` is a {value.type}, not a number", span)


def _share(env: Env, share: Fraction, of: Value, rounding: str | None, span: Span) -> Value:
    """A fixed share of an amount."""
    of = _number(env, of, span)
    if rounding is None:
        if of.type == UNKNOWN:
            return of
        return env.error(
            "needs-rounding", "a share says how it is rounded", span, help=f"write `{span.text} rounded down` (or up, or to nearest)"
        )
    product = env.code.op("mul", of.operand, env.code.const(share.numerator))
    if share.denominator == 1:
        return Value(of.type, product)
    return Value(of.type, env.code.op(_DIVISION[rounding], product, env.code.const(share.denominator)))


def _of(env: Env, node: ast.Of, rounding: str | None) -> Value:
    """`10% of x`, `interest of x` (a percent), `price of site` (a field), `shares of group` (pieces of a group)."""
    if isinstance(node.head, ast.Pct):
        return _share(env, node.head.value / 100, expression(env, node.operand, None, rounding), rounding, node.span)
    words = node.head.words
    world = env.compiler.world
    if len(words) == 1:
        setting = world.settings.get(world.model.canonical(words[0].text))
        if setting is not None and setting.type == PERCENT and setting.fraction is not None and words[0].text not in env.names:
            world.use("setting", setting.entry.name)
            env.code.mark("setting", setting.entry.first_span)
            return _share(env, setting.fraction, expression(env, node.operand, None, rounding), rounding or setting.rounding, node.span)
        worth = env.compiler.worth_of(env, words[0], node)
        if worth is not None:
            return worth
        if words[0].text not in env.names:
            operand = expression(env, node.operand)
            if operand.type == UNKNOWN:
                return operand
            if not (operand.type.is_number):
                return nouns.fields(env, operand, words)
    head = nouns.path(env, node.head)
    operand = expression(env, node.operand, None, rounding)
    if head.type == PERCENT:
        product = env.code.op("mul", head.operand, _number(env, operand, node.span).operand)
        mode = rounding or env.compiler.percent_rounding(node.head)
        if mode is None:
            return env.error("needs-rounding", "a share says how it is rounded", node.span, help=f"write `{node.span.text} rounded down`")
        return Value(operand.type, env.code.op(_DIVISION[mode], product, env.code.const(100)))
    if head.type == UNKNOWN or operand.type == UNKNOWN:
        return Value(UNKNOWN, env.code.const(0))
    return env.error("wrong-type", f"`{node.head.span.text}` is a {head.type}: it has no share and is no field", node.span)


def number_of(env: Env, node: ast.Expr) -> Value:
    """How many members a set has, or how many pieces somebody has."""
    value = expression(env, node)
    if value.type == UNKNOWN:
        return Value(COUNT, value.operand)
    if value.type.many:
        return Value(COUNT, env.code.op("size", value.operand))
    if value.type == COUNT:
        return value
    return env.error("wrong-type", f"`{node.span.text}` is one {value.type}, not a set", node.span)


def total(env: Env, field: ast.Word | None, node: ast.Expr, span: Span) -> Value:
    """The sum of a field over a set; with no field, of dice or of a list."""
    code = env.code
    if field is None:
        value = expression(env, node)
        if value.type == DICE:
            return dice.total(env)
        return env.error("wrong-type", "`total of` is for dice; say which field of a set is added up: `total FIELD of SET`", span)
    base = expression(env, node)
    if base.type == UNKNOWN:
        return base
    if not base.type.many:
        return env.error("wrong-type", f"`{node.span.text}` is one {base.type}, not a set", node.span)
    result = code.register()
    code.move(result, code.const(0))
    type_ = UNKNOWN
    with code.members(base.operand, bound=512) as member:
        value = nouns.fields(env.child(), Value(base.type.one(), member), (field,))
        type_ = value.type
        if not value.type.is_number and value.type != UNKNOWN:
            env.error("wrong-type", f"{field.text} is a {value.type}, not a number", field.span)
        code.op("add", result, value.operand, out=result)
    return Value(COUNT if type_ in (NUMBER, STEP) else type_, result)


def _at(env: Env, node: ast.At) -> Value:
    """`fees at step`, `ranks at 2`, `dice at 1`, `group's shortage at 3`, `player's shares at group`."""
    if not isinstance(node.base, ast.Noun) or node.base.filters or node.base.quantifier:
        return env.error("wrong-type", "`at` picks from a list, a column by step or a worked-out value", node.span)
    words = node.base.path.words
    world = env.compiler.world
    code = env.code
    last = words[-1]
    if len(words) == 1 and last.text not in env.names:
        name = world.model.canonical(last.text)
        setting = world.settings.get(name)
        if setting is not None and setting.type.listed:
            world.use("setting", name)
            code.mark("setting", setting.entry.first_span)
            place = _place(env, node, len(setting.values))
            table = world.store.add_table(f"list.{name}", (len(setting.values),), tuple(setting.values))
            return Value(Type(setting.type.base), code.table(table, place))
        if name == "dice":
            if not world.throws:
                return env.error("no-dice", "there are no common dice", last.span, help="declare them: `dice are 2 white`")
            return dice.shown(env, _place(env, node, max(world.dice[index][0] for index in world.throws)))
        info = env.compiler.fields.by_owner.get(("game", name))
        if info is not None and info.source == "value":
            return _with_parameter(env, info, None, node)
    subject = nouns.path(env, ast.Path(node.base.span, words[:-1])) if len(words) > 1 else None
    candidates = [nouns.one(env, subject)] if subject is not None else [*env.subjects, *([env.player] if env.player else [])]
    for owner in candidates:
        if owner.type == UNKNOWN:
            return owner
        value = _field_at(env, owner, last, node)
        if value is not None:
            return value
    return env.error("unknown-field", f"there is no list or column `{last.text}` here", last.span)


def _place(env: Env, node: ast.At, most: int) -> int:
    """The place, from 0, that `… at N` means in a list of so many; a number that is written there is looked at now, others in the game."""
    place = expression(env, node.index, COUNT).operand
    written = env.code.store.constant_of(place)
    if written is not None and not 1 <= written <= most:
        message = f"there is no place {written} in `{node.base.span.text}`"
        return env.error("out-of-range", message, node.index.span, help=f"it has {most}, counted from 1").operand
    return env.code.op("sub", place, env.code.const(1))


def _field_at(env: Env, owner: Value, name: ast.Word, node: ast.At) -> Value | None:
    fields = env.compiler.fields
    world = env.compiler.world
    code = env.code
    if owner.type.base in ("player", "holder"):
        piece = piece_named(world, name.text)
        if piece is not None:
            group = expression(env, node.index, Type("group"))
            return Value(COUNT, code.load(f"piece.{world.pieces[piece].name}", owner.operand, group.operand))
        infos = [i for o in ("player", "holder") if (i := fields.by_owner.get((o, name.text))) is not None]
    elif owner.type.base == "thing":
        infos = fields.on_kind(owner.type.kind, name.text)
    else:
        infos = [i for i in [fields.by_owner.get((owner.type.base, name.text))] if i is not None]
    if not infos:
        return None
    info = infos[0]
    if info.source == "value":
        if len(infos) > 1:
            parameter = expression(env, node.index)
            return env.compiler.values.dispatch(env, infos, owner, parameter, node.span)
        return _with_parameter(env, info, owner, node)
    if info.source != "column":
        return env.error("wrong-type", f"{name.text} is one value, not a list", node.span)
    world.use("field", f"{info.owner}.{info.name}")
    if info.by_step:
        index = _step(env, node.index, owner)
        return Value(info.type, code.table(info.table, owner.operand, index))
    if info.type.listed:
        place = _place(env, node, world.store.tables[info.table].sizes[1])
        return Value(Type(info.type.base), code.table(info.table, owner.operand, place))
    return env.error("wrong-type", f"{name.text} is one value, not a list", node.span)


def _step(env: Env, node: ast.Expr, owner: Value) -> int:
    """A step of a thing's ladder: a number, or the name of a piece (its first step)."""
    world = env.compiler.world
    if isinstance(node, ast.Noun) and len(node.path.words) == 1 and node.path.words[0].text not in env.names:
        piece = piece_named(world, node.path.words[0].text)
        ladder = world.ladder_of(owner.type.kind)
        if piece is not None and ladder is not None:
            counts = world.ladders[ladder].counts
            step = next((i for i, c in enumerate(counts) if c[piece] > 0), 0)
            return env.code.const(step)
    inner = env.child()
    if owner not in inner.subjects:
        inner.subjects.insert(0, owner)
    return expression(inner, node, STEP).operand


def _with_parameter(env: Env, info: object, owner: Value | None, node: ast.At) -> Value:
    from rulelang.lower.fields import FieldInfo  # only the type

    assert isinstance(info, FieldInfo)
    parameter_node = info.entry.value.parameter
    if parameter_node is None:
        return env.error("wrong-type", f"{info.name} is worked out without a value: leave `at …` out", node.span)
    type_ = env.compiler.world.type_named(parameter_node[1].name)
    parameter = expression(env, node.index, type_)
    return env.compiler.values.call(env, info, owner, parameter)
