"""Plans of strategies: attempts tried from the top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower import nouns
from rulelang.lower.action_parts import Act
from rulelang.lower.bargains import deal_attempt
from rulelang.lower.calls import Call, plain_word
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.taken_away import last_change
from rulelang.lower.types import MONEY, Type
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.strategies import Resolved, Strategies


def plan(strategies: Strategies, strategy: Resolved, moment: str, attempts: list[ast.Attempt | ast.DealAttempt]) -> tuple[int, ...]:
    """One pure function of the player for each attempt, in order: (action or -1, parameters…). None for what the edition hasn't got."""
    lines = (_line(strategies, strategy, moment, number, attempt) for number, attempt in enumerate(attempts, 1))
    return tuple(line for line in lines if line is not None)


def _line(strategies: Strategies, strategy: Resolved, moment: str, number: int, attempt: ast.Attempt | ast.DealAttempt) -> int | None:
    compiler = strategies.compiler
    width = compiler.actions.most_parameters
    env, code = strategies.env(strategy, f"line {number} in {moment}", attempt)
    code.results = 1 + width
    if isinstance(attempt, ast.DealAttempt):
        deal_attempt(strategies, strategy, env.child(), attempt, moment, width)
    else:
        _attempt(strategies, env.child(), attempt, moment, width)
    if not any(op.code == "return" for op in code.ops):
        return None
    code.op("return", *([code.const(-1)] * (1 + width)))
    return compiler.add(code)


def _attempt(strategies: Strategies, env: Env, attempt: ast.Attempt, moment: str, width: int) -> None:
    compiler = strategies.compiler
    code = env.code
    items = attempt.statement.items
    verb = plain_word(items[0])
    if verb == "play" and len(items) == 2 and plain_word(items[1]) == "card":
        _play(strategies, env, attempt, moment, width)
        return
    acts = compiler.actions.named(verb) if verb else []
    if not acts:
        strategies.passed_over(
            "action", verb or attempt.statement.span.text, attempt.statement.span, [a.name for a in compiler.actions.all]
        )
        return
    act = acts[0]
    if act.node is not None and not any(compiler.world.model.canonical(w.text) in (moment, "always") for w in act.allowed):
        changed = last_change(act.entry)
        compiler.diagnostics.error(
            "not-in-moment",
            f"`{act.name}` is not allowed in {moment}",
            attempt.statement.span,
            labels=changed.labels(f"{changed.layer} has it without `allowed {moment}` here") if changed is not None else [],
            help="an attempt stands under a moment in which its action is allowed",
        )
        return
    nodes: list[ast.Expr] = []
    if act.family is not None:
        call = Call(None, ast.Word(attempt.span, act.name), act.name, items[1:], attempt.statement.preps, attempt.span)
        if not compiler.families.find(act.name, call.words, call.prep_words):
            env.error("no-such-form", f"`{act.name}` is not used like this", attempt.statement.span, help=f"its form: {act.family.name}")
            return
        given = {p.word: p.argument for p in attempt.statement.preps}
        for kind, key in act.family.open_keys:
            node = items[1 + int(key)] if kind == "item" else given[key]
            assert not isinstance(node, ast.Per)
            nodes.append(node)
    best: list[int] = []
    if attempt.measure is not None:
        # found?, best measure, the parameters that have it
        best = [code.register() for _ in range(2 + len(act.parameters))]
        for register in best:
            code.move(register, code.const(-1 if register != best[0] else 0))
    _candidates(strategies, env, attempt, act, nodes, [], best, width)
    if best:
        with code.when(best[0]):
            chosen = best[2:]
            code.mark("attempt", attempt.span)
            code.op("return", code.const(act.index), *chosen, *([code.const(-1)] * (width - len(chosen))))


def _play(strategies: Strategies, env: Env, attempt: ast.Attempt, moment: str, width: int) -> None:
    """`play card`: any kept card that can be played in this moment."""
    code = env.code
    assert env.player is not None
    for act in strategies.compiler.actions.all:
        if act.card < 0 or not any(strategies.compiler.world.model.canonical(w.text) == moment for w in act.allowed):
            continue
        code.op("if", code.call(act.legal, env.player.operand, results=1))
        inner = env.child()
        inner.bind("card", Value(Type("card"), code.const(act.card)))
        if attempt.condition is not None:
            code.op("if", condition(inner, attempt.condition))
        code.mark("attempt", attempt.span)
        code.op("return", code.const(act.index), *([code.const(-1)] * width))
        if attempt.condition is not None:
            code.op("end")
        code.op("end")


def _candidates(
    strategies: Strategies, env: Env, attempt: ast.Attempt, act: Act, nodes: list[ast.Expr], chosen: list[int], best: list[int], width: int
) -> None:
    """One loop for each parameter, then legality, the condition and the measure."""
    code = env.code
    number = len(chosen)
    assert env.player is not None
    if number < len(act.parameters):
        name, type_ = act.parameters[number]
        candidates = code.call(act.candidates[number], env.player.operand, *chosen, results=1)
        node = nodes[number]
        word = name
        if isinstance(node, ast.Noun):
            word = node.path.words[-1].text
            base = Value(type_.set(), candidates)
            kind = env.compiler.world.type_named(word)
            if kind is not None and kind.base == "thing" and kind.kind != type_.kind:
                base = Value(kind.set(), code.op("meet", candidates, code.const(env.compiler.world.mask(kind.kind))))
            for filter_ in node.filters:
                base = nouns.apply(env, base, filter_)
            candidates = base.operand
            if not node.filters and word not in (name, type_.base) and kind is None:
                value = expression(env, node, type_)
                candidates = code.op("with", code.const(0), value.operand)
        with code.members(candidates, bound=512) as member:
            inner = env.child()
            value = Value(type_, member)
            inner.bind(name, value)
            inner.bind(word, value)
            if type_.base in ("thing", "group"):
                inner.subjects.insert(0, value)
            _candidates(strategies, inner, attempt, act, nodes, [*chosen, member], best, width)
        return
    code.op("if", code.call(act.legal, env.player.operand, *chosen, results=1))
    inner = env.child()
    money = code.load("money", env.player.operand)
    if act.cost >= 0:
        money = code.op("sub", money, code.call(act.cost, env.player.operand, *chosen, results=1))
    inner.bind("money_after", Value(MONEY, money))
    if attempt.condition is not None:
        code.op("if", condition(inner, attempt.condition))
    if attempt.measure is None:
        code.mark("attempt", attempt.span)
        code.op("return", code.const(act.index), *chosen, *([code.const(-1)] * (width - len(chosen))))
    else:
        measure = expression(inner, attempt.measure)
        better = code.register()
        code.move(better, code.op("not", best[0]))
        with code.when(best[0]):
            code.move(better, code.op("lt" if attempt.direction == "lowest" else "gt", measure.operand, best[1]))
        with code.when(better):
            code.move(best[0], code.const(1))
            code.move(best[1], measure.operand)
            for register, operand in zip(best[2:], chosen, strict=True):
                code.move(register, operand)
    if attempt.condition is not None:
        code.op("end")
    code.op("end")
