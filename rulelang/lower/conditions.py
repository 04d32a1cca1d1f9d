"""Conditions: yes or no, as 1 or 0; `any`, `no` and `every` spread over a set."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.lower import dice, nouns, pieces
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression
from rulelang.lower.survey import piece_named
from rulelang.lower.types import DICE, FACE, GROUP, MONEY, NUMBER, PLAYER, UNKNOWN, YES_NO, Type, comparable
from rulelang.source import Span
from rulelang.syntax import ast

_COMPARE = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def condition(env: Env, node: ast.Expr) -> int:
    """The operand of a condition."""
    code = env.code
    match node:
        case ast.Logic(op=op, left=left, right=right):
            result = code.register()
            code.move(result, condition(env, left))
            # The right side is looked at only if it matters: it may hold a division or an index that the left one guards.
            with code.when(result if op == "and" else code.op("not", result)):
                code.move(result, condition(env, right))
            return result
        case ast.Not(operand=operand):
            return code.op("not", condition(env, operand))
        case ast.Compare(op=op, left=left, right=right):
            return spread(env, left, lambda a: spread(env, right, lambda b: _compare(env, op, a, b, node.span)))
        case ast.Is(subject=subject, negated=negated, value=value):
            return spread(env, subject, lambda a: _negate(env, is_(env, a, value, node.span), negated))
        case ast.CountIs(count=count, noun=path, value=value):
            base = nouns.path(env, path)
            if base.type == UNKNOWN:
                return base.operand
            if path.words[-1].text in ("players", "player") and isinstance(value, ast.Noun) and value.path.words[0].text == "out":
                base = Value(base.type, code.load("everyone"))
            if isinstance(value, ast.Noun) and value.path.words[0].text == "left" and not value.filters:
                return code.op("eq", code.op("size", base.operand), code.const(count))
            chosen = nouns.select(env, base, lambda inner, member: is_(inner, member, value, node.span))
            return code.op("eq", code.op("size", chosen.operand), code.const(count))
        case ast.Has(owner=owner, negated=negated, count=number, value=value):
            return spread(env, owner, lambda a: _negate(env, has(env, a, value, number, node.span), negated))
        case ast.Owns(owner=owner, negated=negated, value=value):
            return spread(env, owner, lambda a: _negate(env, owns(env, a, value, node.span), negated))
        case ast.Same(operand=operand, field=field):
            return _same(env, operand, field)
        case ast.Can(who=who, action=action):
            return spread(env, who, lambda a: env.compiler.actions.can(env, a, action, node.span))
        case ast.Noun(quantifier=quantifier, path=path) if quantifier in nouns.QUANTIFIED and len(path.words) == 1:
            base = expression(env, ast.Noun(node.span, None, path, node.filters))
            if base.type == UNKNOWN:
                return base.operand
            empty = code.op("eq", code.op("size", base.operand), code.const(0))
            return empty if quantifier == "no" else code.op("not", empty)
    value_ = expression(env, node)
    if value_.type == UNKNOWN or value_.type == YES_NO:
        return value_.operand
    said = node.span.text
    if not value_.type.many:
        mend = f"compare it with something: `{said} is …`"
    elif value_.type.base == "player":
        mend = f"ask something of it: `player is {said}`"
    else:
        mend = f"ask something of it: `any {said}`, `number of {said} > 1`"
    env.error("wrong-type", f"`{said}` is a {value_.type}, and a condition is wanted", node.span, help=mend)
    return code.const(0)


_PEOPLE = {"nobody": "no", "somebody": "any", "anybody": "any", "everybody": "every", "everyone": "every"}
"""Words for `no player`, `any player` and `every player` where they come before the condition."""


def _people(env: Env, node: ast.Expr) -> ast.Expr:
    """`nobody is asleep` is `no player is asleep`."""
    if not isinstance(node, ast.Noun) or node.quantifier is not None or node.filters:
        return node
    first, *rest = node.path.words
    quantifier = _PEOPLE.get(first.text)
    if quantifier is None or first.text in env.names:
        return node
    return ast.Noun(node.span, quantifier, ast.Path(node.path.span, (ast.Word(first.span, "player"), *rest)))


def spread(env: Env, node: ast.Expr, test: Callable[[Value], int]) -> int:
    """`test` of the value; for `any|no|every|all NOUN`, of each of its members until it is decided."""
    code = env.code
    node = _people(env, node)
    if not (isinstance(node, ast.Noun) and node.quantifier in nouns.QUANTIFIED):
        return test(expression(env, node))
    head = ast.Noun(node.span, None, ast.Path(node.path.span, node.path.words[:1]), node.filters)
    base = nouns.base_set(env, head)
    if base is None or base.type == UNKNOWN:
        return code.const(0)
    base = nouns.narrowed(env, base, node.filters)
    if base.type == UNKNOWN:
        return code.const(0)
    every = node.quantifier in ("every", "all")
    result = code.register()
    code.move(result, code.const(1 if every else 0))
    if not base.type.many:
        env.error("wrong-type", f"`{node.quantifier}` goes with a set, and `{node.path.span.text}` is one {base.type}", node.span)
        return result
    with code.members(base.operand, bound=512) as member:
        value = nouns.fields(env, Value(base.type.one(), member), node.path.words[1:])
        holds = test(value)
        with code.when(code.op("not", holds) if every else holds):
            code.move(result, code.const(0 if every else 1))
            code.op("break")
    return code.op("not", result) if node.quantifier == "no" else result


def _compare(env: Env, op: str, left: Value, right: Value, span: Span) -> int:
    left, right = (_numeric(env, v, span) for v in (left, right))
    if {left.type.base, right.type.base} == {"money", "count"}:
        env.error("money-and-count", f"a {left.type} and a {right.type} are not compared", span)
    return env.code.op(_COMPARE[op], left.operand, right.operand)


def _numeric(env: Env, value: Value, span: Span) -> Value:
    if value.type == DICE:
        return expect(env, value, Type("count"), span)
    if value.type == UNKNOWN or value.type.is_number or value.type == FACE:
        return value
    return env.error("wrong-type", f"a {value.type} is neither more nor less", span)


def is_(env: Env, subject: Value, node: ast.Expr, span: Span) -> int:
    """`subject is node`: a kind, a yes/no field, somebody or nobody, or the same value."""
    code = env.code
    world = env.compiler.world
    if subject.type == UNKNOWN:
        return code.const(0)
    if isinstance(node, ast.Noun) and node.quantifier is None and not node.filters and len(node.path.words) == 1:
        word = node.path.words[0]
        name = word.text
        if name not in env.names:
            if subject.type.many and name in _OF_ONE:
                env.error(
                    "wrong-type",
                    f"`{name}` is asked of one, and this is a {subject.type}",
                    span,
                    help="`any … is` or `every … is` asks of each",
                )
                return code.const(0)
            special = _adjective(env, subject, name, span)
            if special is not None:
                return special
            kind = world.type_named(name)
            if kind is not None and kind.base == "thing" and subject.type.base == "thing" and not subject.type.many:
                return code.op("has", code.const(world.mask(kind.kind)), subject.operand)
            field = env.compiler.fields.get(env, subject, name, word.span) if not subject.type.many else None
            if field is not None and field.type == YES_NO:
                return field.operand
    value = expression(env, node)
    if value.type.many and not subject.type.many:
        value = nouns.one(env, value)
    if subject.type == DICE:
        subject = expect(env, subject, Type("count"), span)
    if not comparable(subject.type, value.type):
        env.error("wrong-type", f"a {subject.type} is never a {value.type}", span)
        return code.const(0)
    return code.op("eq", subject.operand, value.operand)


_OF_ONE = frozenset(("somebody", "something", "out", "built_on"))
"""What `_adjective` knows to say of one thing or player, never of a set."""


def _adjective(env: Env, subject: Value, name: str, span: Span) -> int | None:
    """Words that the machine knows after `is`."""
    code = env.code
    match name:
        case "somebody" | "something":
            if subject.type.base == "holder":
                within = code.op("ge", subject.operand, code.const(0))
                return code.op("mul", within, code.op("lt", subject.operand, code.const(env.compiler.world.most_players)))
            return code.op("ne", subject.operand, code.const(-1))
        case "out" if subject.type.base in ("player", "holder"):
            return code.op("not", code.op("has", code.load("in_game"), subject.operand))
        case "built_on" if subject.type.base == "thing":
            return code.op("gt", code.load("stepno", subject.operand), code.const(0))
        case "doubles" | "alike" if subject.type == DICE:
            return dice.alike(env)
    return None


def has(env: Env, owner: Value, node: ast.Expr, count: int | None, span: Span) -> int:
    """`owner has node`: pieces, money, or a field that is not empty."""
    code = env.code
    world = env.compiler.world
    if owner.type == UNKNOWN:
        return code.const(0)
    wanted = code.const(count if count is not None else 1)
    none = isinstance(node, ast.Noun) and node.quantifier == "no"
    shared = pieces.of_group(env, node)
    if shared is not None and owner.type.base in ("player", "holder"):
        return _negate(env, code.op("ge", pieces.count(env, owner.operand, *shared).operand, wanted), none)
    if isinstance(node, ast.Noun) and not node.filters:
        plain = ast.Noun(node.span, None, node.path, node.filters)
        word = node.path.words[0]
        if len(node.path.words) == 1 and word.text not in env.names:
            piece = piece_named(world, word.text)
            if piece is not None and owner.type.base in ("player", "holder"):
                held = env.compiler.fields.pieces(env, owner, piece).operand
                return _negate(env, code.op("ge", held, wanted), none)
            on_it = pieces.standing(env, owner, piece) if piece is not None and owner.type.base == "thing" else None
            if on_it is not None:
                return _negate(env, code.op("ge", on_it.operand, wanted), none)
            if owner.type.base not in ("holder",) or word.text == "money":
                field = env.compiler.fields.get(env, owner, word.text, word.span)
                if field is not None and field.type.many:
                    return _negate(env, code.op("ge", code.op("size", field.operand), wanted), none)
                if field is not None and not field.type.is_number:
                    return _negate(env, _filled(env, field), none)
        value = expression(env, plain)
        if value.type.base == "piece" and owner.type.base in ("player", "holder"):
            # What isn't there (no next piece) nobody has.
            there = code.register()
            code.move(there, code.op("ge", value.operand, code.const(0)))
            with code.when(there):
                held = env.compiler.fields.held(env, owner, nouns.one(env, value)).operand
                code.move(there, code.op("ge", held, wanted))
            return _negate(env, there, none)
    else:
        value = expression(env, node)
    if value.type.is_number and owner.type.base in ("player", "holder"):
        if value.type not in (MONEY, NUMBER, UNKNOWN):
            env.error("wrong-type", f"money is wanted here, and `{node.span.text}` is a {value.type}", span)
        return code.op("ge", code.load("money", owner.operand), value.operand)
    if value.type.base == "card" and value.type.many and owner.type.base in ("player", "holder"):
        held = code.op("meet", value.operand, env.compiler.fields.hand(env, owner))
        return _negate(env, code.op("ge", code.op("size", held), wanted), none)
    if value.type.base == "card" and owner.type.base in ("player", "holder"):
        return _negate(env, code.op("eq", code.load("card_holder", nouns.one(env, value).operand), owner.operand), none)
    if value.type.base == "thing" and value.type.many and count is not None and owner.type.base == "player":
        held = code.op("meet", value.operand, code.load("holdings", owner.operand))
        return _negate(env, code.op("ge", code.op("size", held), wanted), none)
    if value.type.base == "thing" and owner.type.base in ("player", "holder"):
        return _negate(env, _owns_value(env, owner, value, any_=True), none)
    if value.type == UNKNOWN:
        return code.const(0)
    env.error("wrong-type", f"a {owner.type} does not have a {value.type}", span)
    return code.const(0)


def _negate(env: Env, operand: int, negated: bool) -> int:
    return env.code.op("not", operand) if negated else operand


def _filled(env: Env, field: Value) -> int:
    code = env.code
    if field.type.many:
        return code.op("ne", code.op("size", field.operand), code.const(0))
    if field.type == YES_NO or field.type.is_number:
        return code.op("ne", field.operand, code.const(0))
    return code.op("ge", field.operand, code.const(0))


def owns(env: Env, owner: Value, node: ast.Expr, span: Span) -> int:
    """`owner owns X`: a thing, a group (all of it), all of a set, any of a set."""
    if isinstance(node, ast.Noun) and node.quantifier in ("every", "all"):
        return _owns_value(env, owner, expression(env, ast.Noun(node.span, None, node.path, node.filters)), any_=False)
    if isinstance(node, ast.Noun) and node.quantifier in ("any", "no"):
        holds = _owns_value(env, owner, expression(env, ast.Noun(node.span, None, node.path, node.filters)), any_=True)
        return _negate(env, holds, node.quantifier == "no")
    value = expression(env, node)
    return _owns_value(env, owner, value, any_=not isinstance(node, ast.AllOf))


def _owns_value(env: Env, owner: Value, value: Value, *, any_: bool) -> int:
    code = env.code
    if value.type == UNKNOWN or owner.type == UNKNOWN:
        return code.const(0)
    if value.type == GROUP:
        owned = code.const(env.compiler.world.owned_kinds)
        value = Value(Type("thing", None, True), code.op("meet", env.compiler.fields.members(env, value), owned))
        any_ = False
    if value.type.base != "thing":
        return code.const(0)
    # Nobody owns nothing: -1 is no index.
    result = code.register()
    code.move(result, code.op("ge", owner.operand, code.const(0)))
    with code.when(result):
        held = code.load("holdings", owner.operand)
        if not value.type.many:
            code.move(result, code.op("has", held, value.operand))
        elif any_:
            code.move(result, code.op("ne", code.op("size", code.op("meet", value.operand, held)), code.const(0)))
        else:
            missing = code.op("size", code.op("less", value.operand, held))
            some = code.op("ne", code.op("size", value.operand), code.const(0))
            code.move(result, code.op("mul", some, code.op("eq", missing, code.const(0))))
    return result


def _same(env: Env, node: ast.Expr, field: ast.Word) -> int:
    """All members have the same value of a field, and it is somebody or something."""
    code = env.code
    if isinstance(node, ast.Noun) and node.quantifier in ("all", "every"):
        node = ast.Noun(node.span, None, node.path, node.filters)
    base = expression(env, node)
    if base.type == UNKNOWN:
        return base.operand
    if not base.type.many:
        env.error("wrong-type", f"`{node.span.text}` is one {base.type}, not a set", node.span)
        return code.const(0)
    first = code.register()
    result = code.register()
    code.move(first, code.const(-(2**40)))
    code.move(result, code.op("ne", code.op("size", base.operand), code.const(0)))
    with code.members(base.operand, bound=512) as member:
        value = nouns.fields(env, Value(base.type.one(), member), (field,))
        with code.when(code.op("eq", first, code.const(-(2**40)))):
            code.move(first, value.operand)
        with code.when(code.op("ne", first, value.operand)):
            code.move(result, code.const(0))
        if value.type.is_entity:
            with code.when(code.op("lt", value.operand, code.const(0))):
                code.move(result, code.const(0))
    return result


def filter_holds(env: Env, member: Value, node: ast.Filter) -> int:
    """A relative clause (`that …`) of one member of a set."""
    match node.kind:
        case "that_is" | "that_is_not":
            assert node.path is not None
            holds = is_(env, member, ast.Noun(node.span, None, node.path), node.span)
            return _negate(env, holds, node.kind == "that_is_not")
        case "that_has" | "that_has_no":
            assert node.path is not None
            holds = has(env, member, ast.Noun(node.span, None, node.path), None, node.span)
            return _negate(env, holds, node.kind == "that_has_no")
        case "that_owns" | "that_owns_not":
            assert node.path is not None
            holds = owns(env, member, ast.Noun(node.span, None, node.path), node.span)
            return _negate(env, holds, node.kind == "that_owns_not")
        case "that_can":
            assert node.word is not None
            return env.compiler.actions.can_word(env, member, node.word, None)
        case "doable_by":
            assert node.word is not None and node.path is not None
            who = expect(env, nouns.path(env, node.path), PLAYER, node.path.span)
            return env.compiler.actions.can_word(env, who, node.word, member)
        case "whose":
            assert node.path is not None and node.bound is not None and node.op is not None
            value = nouns.fields(env, member, node.path.words)
            return _compare(env, node.op, value, expression(env, node.bound), node.span)
        case "whose_is" | "whose_is_not":
            assert node.path is not None and node.bound is not None
            value = nouns.fields(env, member, node.path.words)
            return _negate(env, is_(env, value, node.bound, node.span), node.kind == "whose_is_not")
    raise AssertionError(node.kind)
