"""The lines of a body: control, state, decisions; verbs are in `calls` and `verbs`."""

from __future__ import annotations

from rulelang.lower import names, nouns
from rulelang.lower.calls import do
from rulelang.lower.choices import choose
from rulelang.lower.conditions import condition
from rulelang.lower.decisions import either, may, must
from rulelang.lower.effects import until
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expect, expression, same_number
from rulelang.lower.limits import at_most
from rulelang.lower.payments import limits
from rulelang.lower.strangers import unknown_name
from rulelang.lower.turns import take_turns
from rulelang.lower.types import COUNT, DICE, MONEY, NUMBER, PLAYER, STEP, UNKNOWN, YES_NO, Type
from rulelang.lower.watched import Watched
from rulelang.source import Span
from rulelang.syntax import ast


def body(env: Env, lines: ast.Body) -> None:
    """Lowers lines in order. Where somebody may leave the game or a token may move meanwhile, the rest is guarded."""
    opened = 0
    for number, line in enumerate(lines):
        start = len(env.code.ops)
        statement(env, line)
        if number == len(lines) - 1:
            break
        done = [op for op in env.code.ops[start:] if op.code in ("call", "perform", "turn", "place")]
        if any(not _is_pure(env, op.args[0], op.code) for op in done):
            opened += _guard(env, line, lines[number + 1])
        if isinstance(line, ast.Simple):
            env.compiler.diagnostics.warning(
                "unreachable", "this line is never reached", lines[number + 1].span, help=f"`{line.span.text}` above it ends the block"
            )
            break
    for _ in range(opened):
        env.code.op("end")


def _is_pure(env: Env, function: int, code: str) -> bool:
    return code == "call" and env.compiler.is_pure(function)


def _guard(env: Env, above: ast.Line, below: ast.Line) -> int:
    """After a call: leaves if the watched token has moved; opens an `if` for each acting loop variable."""
    code = env.code
    if env.watch is not None:
        player, moves = env.watch
        moved = code.op("ne", code.load("moves", player), moves)
        acting = (env.player.operand,) if env.player is not None else ()
        env.compiler.watched.append(Watched(code.ops[-1], frozenset((player, *acting)), above, below))
        with code.when(moved):
            code.op("return")
    for who in env.actor_loop:
        code.op("if", code.op("has", code.load("in_game"), who))
    return len(env.actor_loop)


def statement(env: Env, line: ast.Line) -> None:
    env.at(line.span)
    code = env.code
    code.mark("line", line.span)
    match line:
        case ast.Do(statement=call):
            do(env, call)
        case ast.Becomes():
            becomes(env, line)
        case ast.Let(name=name, value=node):
            let(env, name, node)
        case ast.If(branches=branches, otherwise=otherwise):
            _if(env, list(branches), otherwise)
        case ast.Repeat(count=count, body=lines):
            _repeat(env, count, lines, line)
        case ast.Again(condition=node):
            if env.repeat_depth == 0:
                env.error("orphan-line", "`again if` belongs in a `repeat up to … times` block", line.span)
                return
            stops = code.op("not", condition(env, node))
            code.branch(line.span, "else")
            code.op("break_if", stops)
        case ast.Times(count=count, body=lines):
            _times(env, count, lines)
        case ast.Each():
            each(env, line)
        case ast.TakeTurns():
            take_turns(env, line)
        case ast.AllAtOnce(body=lines):
            code.op("atomic", 1)
            body(env.child(), lines)
            code.op("atomic", 0)
            env.compiler.endings.after_all_at_once(env)
        case ast.May():
            may(env, line)
        case ast.Must():
            must(env, line)
        case ast.Either():
            either(env, line)
        case ast.Choose():
            choose(env, line)
        case ast.Until():
            until(env, line)
        case ast.AtMost():
            at_most(env, line)
        case ast.Say(text=text):
            number, values = env.compiler.messages.with_values(env, text)
            code.op("say", number, *values)
        case ast.Simple(kind=kind):
            _simple(env, kind, line)


def _simple(env: Env, kind: str, line: ast.Simple) -> None:
    code = env.code
    match kind:
        case "stop":
            if env.stop is not None:
                env.stop(env)
            else:
                code.op("return")
        case "stop_action":
            if env.action_stop is None:
                env.error("orphan-line", "`stop action` belongs in an action", line.span, help="`stop` leaves a rule")
                return
            env.action_stop(env)
        case "end_turn":
            code.op("end_turn")
        case "drop_out":
            if env.drop_out is None:
                env.error("orphan-line", "`drop out` belongs in a `take turns among` block", line.span)
                return
            env.drop_out(env)


def let(env: Env, name: ast.Word, node: ast.Expr) -> None:
    if env.compiler.world.type_named(name.text) is not None and name.text not in ("thing", "space"):
        pass
    value = Value(YES_NO, condition(env, node)) if isinstance(node, ast.Logic | ast.Compare | ast.Is | ast.Not) else expression(env, node)
    if value.type == DICE:
        value = expect(env, value, COUNT, node.span)
    type_ = COUNT if value.type == STEP else value.type
    if isinstance(node, ast.Noun) and _singular(env, node):
        value = nouns.one(env, value)
        type_ = value.type
    if type_.base == "nobody":
        type_ = PLAYER
    register = env.code.register()
    env.code.move(register, value.operand)
    env.bind(name.text, Value(type_, register), mutable=True, span=name.span)


def _singular(env: Env, node: ast.Noun) -> bool:
    """`let best be deed with highest price` means one of them; `let tied be players with highest roll` all."""
    word = node.path.words[-1].text
    return node.quantifier in ("next", "random", "first") or (
        bool(node.filters) and env.compiler.world.type_named(word) is not None and env.compiler.world.set_named(word) is None
    )


def becomes(env: Env, line: ast.Becomes) -> None:
    """A local name, `it`, or state takes a value."""
    target = target_path(line.target)
    if target is None:
        span = line.target.span
        env.error("no-state", f"`{span.text}` cannot become anything", span, help="only state and local names change")
        return
    assign(env, target, line.value)


def target_path(node: ast.Expr) -> ast.Path | None:
    """`player's score`, `score of player`, `score`: what may change, as a path; None for anything else."""
    if isinstance(node, ast.Noun) and not node.filters and not node.quantifier:
        return node.path
    if isinstance(node, ast.Of) and isinstance(node.head, ast.Path):
        owner = target_path(node.operand)
        return ast.Path(node.span, (*owner.words, *node.head.words)) if owner is not None else None
    return None


def assign(env: Env, target: ast.Path, node: ast.Expr, add: Value | None = None) -> None:
    """Stores a value (or, with `add`, the sum of the old value and that one, which `node` says)."""
    code = env.code
    words = target.words
    name = words[0].text
    variable = env.names.get(name)
    if len(words) == 1 and variable is not None:
        if variable.assign is not None:
            if add is None and isinstance(node, ast.Limited) and limits(env, name, node):
                return
            if add is None:
                variable.assign(env, expression(env, node, variable.value.type))
            elif variable.add is not None:
                variable.add(env, _sum(env, variable.value, add, node.span, add.operand))
            else:
                sum_ = code.op("add", variable.value.operand, add.operand)
                variable.assign(env, _sum(env, variable.value, add, node.span, sum_))
            return
        if not variable.mutable:
            env.error("no-state", f"`{name}` does not change here", target.span, help="only state and names made by `let` change")
            return
        if add is not None:
            value = _sum(env, variable.value, add, node.span, variable.value.operand)
            code.op("add", variable.value.operand, add.operand, out=variable.value.operand)
        else:
            value = _value_for(env, node, variable.value.type)
            code.move(variable.value.operand, value.operand)
        if variable.value.type == NUMBER and value.type in (MONEY, COUNT):
            # `let sum be 0` is money as soon as money is added.
            variable.value = Value(value.type, variable.value.operand)
        return
    subject: Value | None = None
    field = words[-1]
    if len(words) > 1:
        subject = nouns.one(env, nouns.path(env, ast.Path(target.span, words[:-1])))
        if subject.type == UNKNOWN:
            return
    _store_field(env, subject, field, target, node, add)


def _sum(env: Env, old: Value, add: Value, span: Span, operand: int) -> Value:
    """The value with that operand, of the type that a sum of both has."""
    return Value(same_number(env, old, add, span), operand)


def _store_field(env: Env, subject: Value | None, field: ast.Word, target: ast.Path, node: ast.Expr, add: Value | None) -> None:
    fields = env.compiler.fields
    code = env.code
    name = field.text
    candidates = [subject] if subject is not None else [*env.subjects, *([env.player] if env.player else []), None]
    for owner in candidates:
        if owner is not None and owner.type.base in ("player", "holder") and name == "debt" and not fields.is_no_player(owner):
            old = Value(MONEY, code.load("debt", owner.operand))
            new = code.op("add", old.operand, add.operand) if add is not None else expression(env, node, MONEY).operand
            code.store_slot("debt", code.op("max", new, code.const(0)), owner.operand)
            return
        if owner is not None and owner.type.base == "thing" and name == "step":
            step = (
                code.op("add", code.load("stepno", owner.operand), add.operand) if add is not None else expression(env, node, STEP).operand
            )
            env.compiler.things.set_step(env, owner, step, field.span)
            return
        if owner is None:
            info = fields.by_owner.get(("game", name))
        elif owner.type.base in ("player", "holder"):
            info = fields.by_owner.get(("player", name)) if not fields.is_no_player(owner) else None
        elif owner.type.base == "thing":
            infos = fields.on_kind(owner.type.kind, name)
            info = infos[0] if infos else None
        else:
            info = fields.by_owner.get((owner.type.base, name))
        if info is None:
            continue
        if info.source != "state":
            printed = info.source == "column"
            mend = f"for what changes, declare `state {name} : …`" if printed else "change what it is worked out from"
            env.error("no-state", f"{name} is {'printed' if printed else 'worked out'} and does not change", target.span, help=mend)
            return
        index = owner.operand if owner is not None else None
        if add is not None:
            before = Value(info.type, code.load(info.slot, index))
            value = _sum(env, before, add, node.span, code.op("add", before.operand, add.operand))
        else:
            value = _value_for(env, node, info.type)
        env.compiler.world.use("stored", f"{info.owner}.{name}")
        env.compiler.state.store(env, info, owner, value.operand, field.span)
        return
    found = nouns.fields(env, subject, (field,)) if subject is not None else names.lookup(env, field)
    if found is None:
        unknown_name(env, field)
    elif found.type != UNKNOWN:
        mend = _PASSED.get(name, _ONLY_STATE)
        if subject is None and env.compiler.world.model.canonical(name) in env.compiler.world.settings:
            mend = f"a setting is worth the same all through a game; how much is said at the margin: `set {name} = {node.span.text}`"
        env.error("no-state", f"`{target.span.text}` does not become anything by itself", target.span, help=mend)


_ONLY_STATE = "only declared state, and names made by `let` or `choose`, change by `becomes`"
_PASSED = {
    "money": "money passes from one holder to another: `pay AMOUNT to HOLDER`",
    "owner": "a thing passes from one holder to another: `give THING to HOLDER`",
    "space": "a token is moved: `put token on SPACE`, `advance to SPACE`",
    "holder": "a card passes from one holder to another: `give CARD to HOLDER`",
    "stock": "pieces pass from one holder to another: `give PIECE to HOLDER`",
}


def _value_for(env: Env, node: ast.Expr, type_: Type) -> Value:
    if type_ == YES_NO and not isinstance(node, ast.Noun):
        return Value(YES_NO, condition(env, node))
    return expression(env, node, type_)


def _if(env: Env, branches: list[tuple[ast.Expr, ast.Body]], otherwise: ast.Body) -> None:
    code = env.code
    node, lines = branches[0]
    holds = condition(env, node)
    code.branch(node.span)
    code.op("if", holds)
    body(env.child(), lines)
    if len(branches) > 1 or otherwise:
        code.otherwise()
        if len(branches) > 1:
            _if(env, branches[1:], otherwise)
        else:
            body(env.child(), otherwise)
    code.op("end")


def _bound(env: Env, node: ast.Expr) -> int:
    """The most rounds that the compiler can see: a constant's value, else what any count in a game may sensibly be."""
    if isinstance(node, ast.Num):
        return node.value
    return 100_000


def _counted(env: Env, node: ast.Expr, lines: ast.Body, repeat: bool) -> None:
    code = env.code
    count = expression(env, node, COUNT)
    left = code.register()
    code.move(left, count.operand)
    inner = env.child()
    inner.loop_depth += 1
    if repeat:
        inner.repeat_depth += 1
    code.op("loop", _bound(env, node) + 1)
    code.op("break_if", code.op("le", left, code.const(0)))
    code.op("sub", left, code.const(1), out=left)
    body(inner, lines)
    code.op("end")


def _repeat(env: Env, node: ast.Expr, lines: ast.Body, line: ast.Repeat) -> None:
    _counted(env, node, lines, repeat=True)


def _times(env: Env, node: ast.Expr, lines: ast.Body) -> None:
    _counted(env, node, lines, repeat=False)


def each(env: Env, line: ast.Each) -> None:
    """`each NOUN`: one by one, players from the acting one on; `each player` acts himself."""
    code = env.code
    noun = line.noun
    word = noun.path.words[-1].text
    base = nouns.several(env, noun)
    if base.type == UNKNOWN:
        return
    code.mark("branch", line.span, "some", "nonzero", base.operand)
    code.mark("branch", line.span, "none", "zero", base.operand)
    name = line.name.text if line.name else _singular_name(env, word, base.type)
    start = env.player.operand if base.type.base == "player" and env.player is not None else code.const(0)
    acts = name == "player"
    if acts:
        # Who acts now is nobody for as long as the others do: see `for_others`.
        first = code.register()
        code.move(first, start)
        start = first
    with code.for_others(acts), code.members(base.operand, start=start, bound=512) as member:
        inner = env.child()
        inner.loop_depth += 1
        inner.repeat_depth = 0
        item = Value(base.type.one(), member)
        if acts:
            inner.bind_player(member)
            inner.actor_loop = (member,)
            inner.watch = None
            with code.when(code.op("has", code.load("in_game"), member)):
                body(inner, line.body)
        else:
            inner.bind(name, item, span=line.span)
            if base.type.base == "thing":
                inner.subjects.insert(0, item)
            body(inner, line.body)


def _singular_name(env: Env, word: str, type_: Type) -> str:
    """`each site …` → site; `each rival in rivals` → rival; `each of players` → player."""
    world = env.compiler.world
    plural = world.set_named(word)
    if plural is not None and world.type_named(word) is None:
        return plural.kind or plural.base
    return word
