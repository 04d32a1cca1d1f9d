"""What there is to reach in a file: its rules, actions, cards, needs, settings, and every line, branch and case of them.

Read off the syntax alone, so that what no edition takes in is counted too. The lowering marks the same points with the ops that tell
of them (`lower/reachable`).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.reaching import Point
from rulelang.source import Span
from rulelang.syntax import ast


def points(file: ast.File) -> Iterator[Point]:
    """All of a file, in the order of its lines. Tests and positions are no part of it."""
    yield from sorted(dict.fromkeys(_file(file)), key=lambda point: point.line)


def _file(file: ast.File) -> Iterator[Point]:
    for item in file.loose:
        if isinstance(item, ast.Strategy):
            yield from _strategy(item)
    for section in file.sections:
        for declaration in section.declarations:
            yield from _declaration(declaration)
        for strategy in section.strategies:
            yield from _strategy(strategy)


def _point(kind: str, span: Span, way: str = "") -> Point:
    return Point(kind, span.source.path, span.line, way, span.source.line_text(span.line).strip())


def _declaration(node: object) -> Iterator[Point]:
    match node:
        case ast.Replace(declaration=declaration):
            if not isinstance(declaration, ast.Setting):  # its rules read the setting by its name, whoever gave it its value
                yield from _declaration(declaration)
        case ast.Change(part=part, only=only):
            if part is not None:
                yield from _parts(part)
            for noun in only:
                yield _point("case", noun.span)
        case ast.Setting():
            yield _point("setting", node.span)
        case ast.Rule(body=body):
            yield _point("rule", node.span)
            yield from _body(body)
        case ast.Action(body=body):
            yield _point("action", node.span)
            yield from _parts(node)
            yield from _body(body)
        case ast.Goods() | ast.Moment():
            yield from _parts(node)
        case ast.AddTo(cards=cards, added=added):
            for card in cards:
                yield from _card(card)
            for expression in added:
                yield _point("case", expression.span)
        case ast.Deck(cards=cards) | ast.Cards(cards=cards):
            for card in cards:
                yield from _card(card)
        case ast.CardOf(body=card):
            yield from _card(card)
        case ast.Kind() | ast.Promise():
            for item in node.items:
                yield from _declaration(item)
        case ast.EndsAfter(body=body):
            yield _point("rule", node.span)
            yield from _body(body)
        case ast.EndsWhen() | ast.EndsIf():
            yield _point("rule", node.span)
        case ast.ByDefault():
            yield from _strategy(node)
        case ast.Hook():
            yield from _hook(node)
        case ast.Measure(condition=condition):
            if condition is not None:
                yield _point("branch", node.span, "no")
        case ast.ValueDef(cases=cases) | ast.Worth(cases=cases):
            for value, _ in cases:
                yield _point("case", value.span)
        case ast.Ending(condition=condition):
            if condition is not None:
                yield _point("ending", node.span)


def _parts(node: ast.Action | ast.Goods | ast.Moment) -> Iterator[Point]:
    for need in node.needs:
        yield _point("need", need.condition.span, "unmet")
    if isinstance(node, ast.Action):
        for limit in node.limits:
            yield _point("limit", limit.span, "reached")


def _card(card: ast.Card) -> Iterator[Point]:
    yield _point("card", card.span)
    for play in card.plays:
        if play.hook is None:
            yield _point("action", play.span)
            if play.condition is not None:
                yield _point("need", play.span, "unmet")
            yield from _body(play.body)
        else:
            yield _point("rule", play.hook.span)
            yield _point("branch", play.hook.span, "declined")
            if play.condition is not None or play.hook.condition is not None:
                yield _point("branch", play.hook.span, "no")
            yield from _body(play.body or play.hook.body)
    yield from _body(card.body)


def _hook(hook: ast.Hook) -> Iterator[Point]:
    yield _point("rule", hook.span)
    if hook.condition is not None:
        yield _point("branch", hook.span, "no")
    yield from _body(hook.body)


def _strategy(strategy: ast.Strategy | ast.ByDefault) -> Iterator[Point]:
    for item in strategy.items:
        match item:
            case ast.Plan(attempts=attempts):
                for attempt in attempts:
                    yield _point("attempt", attempt.span)
            case ast.Answer():
                yield _point("answer", item.span)
            case ast.Worth() | ast.ValueDef():
                yield from _declaration(item)


# ------------------------------------------------------------------------------------------------------------------ lines
def _body(lines: ast.Body) -> Iterator[Point]:
    for line in lines:
        yield _point("line", line.span)
        match line:
            case ast.If(branches=branches, otherwise=otherwise):
                for condition, body in branches:
                    yield from _both(condition.span)
                    yield from _body(body)
                yield from _body(otherwise)
            case ast.Again():
                yield from _both(line.span)
            case ast.May(body=body, otherwise=otherwise):
                if not _is_moment(line.statement):
                    yield from _both(line.span)
                yield from _body(body)
                yield from _body(otherwise)
            case ast.Each(noun=noun, body=body):
                yield _point("branch", line.span, "some")
                if not _is_all(noun):
                    yield _point("branch", line.span, "none")
                yield from _body(body)
            case ast.Either(options=options):
                for way in options:
                    yield _point("branch", way.span, "chosen")
                    yield from _body(way.body)
            case ast.AtMost():
                yield _point("limit", line.span, "reached")
            case ast.Until(hooks=hooks):
                yield _point("rule", line.span, "over")
                for hook in hooks:
                    yield from _hook(hook)
            case ast.Repeat(body=body) | ast.Times(body=body) | ast.TakeTurns(body=body) | ast.AllAtOnce(body=body):
                yield from _body(body)


def _both(span: Span) -> Iterator[Point]:
    yield _point("branch", span, "yes")
    yield _point("branch", span, "no")


def _is_moment(statement: ast.Statement) -> bool:
    """`may act MOMENT`: whether anybody does is seen at the actions."""
    return statement.items[0].span.text == "act" and len(statement.items) == 2


def _is_all(noun: ast.Noun) -> bool:
    """`each player`, `each KIND`, `each NAME in players`: of these there is always one."""
    everybody = {id(filter_) for filter_ in noun.filters if filter_.kind == "in_" and filter_.path and filter_.path.span.text == "players"}
    return all(id(filter_) in everybody for filter_ in noun.filters) and noun.quantifier is None and len(noun.path.words) == 1
