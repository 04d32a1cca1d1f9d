"""A case → a test of the language, as the syntax tree that its lines would have.

So a ruling runs as any test does, and every message about it points at the file of rulings: each node has the span of what it was made
from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from rulelang.diagnostics import Diagnostics
from rulelang.ir.scenes import PEOPLE
from rulelang.rulings.reading import Case
from rulelang.rulings.tree import Branch, Leaf, Series, Tree
from rulelang.source import Span
from rulelang.syntax import ast

Form = tuple[tuple[str, str | None], ...]
"""The places of an action after its verb: (preposition or "", literal word or None for what is named)."""
Forms = Callable[[str], list[Form]]
"""The forms of all actions of a name; none if there is none such."""

_OF_PLAYERS = ("at", "holds", "lacks", "can", "cannot", "asked")
_PERCENT = re.compile(r"[0-9]+%")


def translate(case: Case, forms: Forms, diagnostics: Diagnostics) -> ast.Test:
    return _Translator(forms, diagnostics).test(case)


class _Translator:
    def __init__(self, forms: Forms, diagnostics: Diagnostics) -> None:
        self.forms = forms
        self.diagnostics = diagnostics

    def test(self, case: Case) -> ast.Test:
        span = case.head
        lines = [ast.Step(span, "given", tuple(fact for tree in case.given for fact in self._facts(tree)))]
        for when, then in case.acts:
            lines.append(ast.Step(span, "when", tuple(step for tree in when for step in self._steps(tree))))
            lines.append(ast.Step(span, "then", tuple(fact for tree in then for fact in self._facts(tree))))
        return ast.Test(span, ast.Text(span, case.full_title), (), (), tuple(lines))

    def _player(self, leaf: Leaf, *others: str) -> ast.Noun:
        """Only people do things, stand somewhere, hold cards and are asked. Whoever is wrong is taken for the first, so that the rest of
        the line is looked at, too."""
        if leaf.text in (*PEOPLE, *others):
            return _noun(leaf)
        mend = f"players are called {', '.join(PEOPLE)}, by their seats"
        self.diagnostics.error("bad-ruling", f"nobody is called `{leaf.text}`", leaf.span, help=mend)
        return _word(PEOPLE[0], leaf.span)

    # ------------------------------------------------------------------------------------------------ facts and outcomes
    def _facts(self, tree: Tree) -> Iterator[ast.Fact]:
        """What a fact or an outcome says of its one subject."""
        for subject, said in _entries(tree):
            if isinstance(said, Leaf):
                who = self._player(subject, *(["game"] if said.value == "over" else []))
                yield _scalar(who, said, tree.span)
                continue
            for key, value in _entries(said):
                yield from self._said(subject, said, key, value)

    def _said(self, subject: Leaf, said: Tree, key: Leaf, value: Tree) -> Iterator[ast.Fact]:
        assert isinstance(said, Branch)
        who = self._player(subject) if key.text in _OF_PLAYERS else _noun(subject)
        span = key.span.to(value.span)
        match key.text:
            case "money":
                yield ast.Fact(span, "has", who, value=_value(value))
            case "at":
                yield _do(span, [who, _word("stands", key.span)], [ast.Prep(value.span, "on", _value(value))])
            case "owns":
                each = next(iter(_entries(said.get("each"))), None)
                with_each = (_int(each[1]), ast.Word(each[0].span, each[0].text)) if each is not None else None
                for thing in _leaves(value):
                    yield ast.Fact(span, "owns", who, items=(_noun(thing),), with_each=with_each)
            case "owner":
                yield _owner(span, who, value)
            case "holds":
                for card in _leaves(value):
                    yield _do(span, [who, _word("holds", key.span), _noun(card)])
            case "lacks":
                for card in _leaves(value):
                    yield ast.Fact(span, "has", who, value=_noun(card, "no"))
            case "has":
                yield from _counts(who, value)
            case "is" | "is_not":
                for word in _leaves(value):
                    yield ast.Fact(span, key.text, who, value=_noun(word))
            case "state":
                for name, state in _entries(value):
                    words = (name,) if subject.text == "game" else (subject, name)
                    yield ast.Fact(name.span.to(state.span), "is", _path(words), value=_value(state))
            case "pays":
                preps = [ast.Prep(v.span, k.text, _value(v)) for k, v in said.entries if k.text in ("to", "as", "for")]
                span = key.span.to(max((prep.span for prep in preps), key=lambda one: one.end))
                yield _do(span, [who, _word("pays", key.span), _value(value)], preps)
            case "can" | "cannot" if (chosen := _chosen(value)) is not None:
                yield ast.Fact(span, f"{key.text}_choose", who, value=chosen)
            case "can":
                yield ast.Fact(span, "can", who, self._action(value, span))
            case "cannot":
                because = said.get("because")
                whole = span if because is None else span.to(because.span)
                need = ast.Word(because.span, because.text) if isinstance(because, Leaf) else None
                yield ast.Fact(whole, "cannot", who, self._action(value, whole), because=need)
            case "asked":
                assert isinstance(value, Leaf)
                yield ast.Fact(span, "asked", who, word=ast.Word(value.span, value.text))

    # -------------------------------------------------------------------------------------------------------------- steps
    def _steps(self, tree: Tree) -> Iterator[ast.Fact]:
        for subject, said in _entries(tree):
            if isinstance(said, Leaf):
                who = self._player(subject, *(["game"] if said.value == "begins" else []))
                yield _do(tree.span, [who, _word(said.text, said.span)])
            else:
                yield self._step(tree.span, subject, said)

    def _step(self, span: Span, subject: Leaf, said: Tree) -> ast.Fact:
        assert isinstance(said, Branch)
        who = self._player(subject, *(["chance"] if said.get("picks") is not None else []))
        values = {key.text: (key, value) for key, value in said.entries}
        verb, value = next(pair for name, pair in values.items() if name not in ("from", "to"))
        word = _word(verb.text, verb.span)
        preps = [ast.Prep(v.span, name, _value(v)) for name, (_, v) in values.items() if name in ("from", "to")]
        match verb.text:
            case "lands_on":
                return _do(span, [who, _word("lands", verb.span)], [ast.Prep(value.span, "on", _value(value))])
            case "does":
                action = self._action(value, span)
                return ast.Fact(span, "do", statement=ast.Statement(span, (who, *action.items), action.preps))
            case "says":
                return _do(span, [who, _value(value)])
            case "chooses":
                return ast.Fact(span, "chooses", who, value=_sum(_leaves(value)))
            case "promises" | "adds":
                return _do(span, [who, word, *_bundle(verb.text, value)])
            case "rolls":
                return _do(span, [who, word, *(_value(face) for face in _leaves(value))])
            case _:  # draws, owes, plays, picks
                return _do(span, [who, word, _value(value)], preps)

    def _action(self, tree: Tree, span: Span) -> ast.Statement:
        """`build`, `{build: [bakery]}`: what is named takes the open places of the action's form, in order."""
        if isinstance(tree, Leaf):
            return ast.Statement(span, (_noun(tree),), ())
        [(name, named)] = _entries(tree)
        given = list(_leaves(named))
        forms = self.forms(name.text)
        fitting = [form for form in forms if sum(literal is None for _, literal in form) == len(given)]
        if forms and not fitting:
            wanted = sum(literal is None for _, literal in forms[0])
            message = f"`{name.text}` is done to {wanted}, and {len(given)} are named"
            self.diagnostics.error("bad-ruling", message, named.span, help=f"name {wanted}, in the order of its form")
            given = (given * wanted)[:wanted]
        form = (fitting or forms or [(("", None),) * len(given)])[0]
        items: list[ast.Expr] = [_noun(name)]
        preps: list[ast.Prep] = []
        for preposition, literal in form:
            leaf = given.pop(0) if literal is None else None
            node = _value(leaf) if leaf is not None else _word(literal or "", name.span)
            if preposition:
                preps.append(ast.Prep(node.span, preposition, node))
            else:
                items.append(node)
        return ast.Statement(span, tuple(items), tuple(preps))


# ---------------------------------------------------------------------------------------------------------------- parts
def _entries(tree: Tree | None) -> tuple[tuple[Leaf, Tree], ...]:
    return tree.entries if isinstance(tree, Branch) else ()


def _leaves(tree: Tree) -> Iterator[Leaf]:
    """One or several."""
    match tree:
        case Leaf():
            yield tree
        case Series(items=items):
            yield from (item for item in items if isinstance(item, Leaf))
        case _:
            return


def _int(tree: Tree) -> int:
    assert isinstance(tree, Leaf) and isinstance(tree.value, int)
    return tree.value


def _noun(leaf: Leaf, quantifier: str | None = None) -> ast.Noun:
    return ast.Noun(leaf.span, quantifier, ast.Path(leaf.span, (ast.Word(leaf.span, leaf.text),)))


def _word(text: str, span: Span) -> ast.Noun:
    return ast.Noun(span, None, ast.Path(span, (ast.Word(span, text),)))


def _path(words: tuple[Leaf, ...]) -> ast.Noun:
    span = words[-1].span
    return ast.Noun(span, None, ast.Path(span, tuple(ast.Word(word.span, word.text) for word in words)))


def _value(tree: Tree) -> ast.Expr:
    assert isinstance(tree, Leaf)
    match tree.value:
        case bool():
            return _word(tree.text, tree.span)
        case int() as number:
            return ast.Num(tree.span, number)
        case text if text is not None and _PERCENT.fullmatch(text):
            return ast.Pct(tree.span, Fraction(text.removesuffix("%")))
        case _:
            return _noun(tree)


def _sum(leaves: Iterator[Leaf]) -> ast.Expr:
    """`[bakery, 50]` as `bakery + 50`."""
    first, *rest = (_value(leaf) for leaf in leaves)
    for node in rest:
        first = ast.Binary(first.span.to(node.span), "+", first, node)
    return first


def _chosen(action: Tree) -> ast.Expr | None:
    """What is chosen, of `{choose: X}`; None of any action."""
    chosen = action.get("choose") if isinstance(action, Branch) else None
    return _sum(_leaves(chosen)) if chosen is not None else None


def _do(span: Span, items: list[ast.Expr], preps: list[ast.Prep] | None = None) -> ast.Fact:
    return ast.Fact(span, "do", statement=ast.Statement(span, tuple(items), tuple(preps or ())))


def _scalar(who: ast.Noun, said: Leaf, span: Span) -> ast.Fact:
    """`ann: out`, `game: over`, `bob: wins`"""
    if said.value == "wins":
        return _do(span, [who, _word("wins", said.span)])
    return ast.Fact(span, "is", who, value=_noun(said))


def _owner(span: Span, thing: ast.Noun, value: Tree) -> ast.Fact:
    assert isinstance(value, Leaf)
    if value.value == "nobody":
        return ast.Fact(span, "has", thing, value=ast.Noun(value.span, "no", ast.Path(value.span, (ast.Word(value.span, "owner"),))))
    return ast.Fact(span, "owns", _noun(value), items=(thing,))


def _counts(who: ast.Noun, value: Tree) -> Iterator[ast.Fact]:
    """`{stall: 3}`, `{share: {mills: 2}}`"""
    for piece, count in _entries(value):
        span = piece.span.to(count.span)
        if isinstance(count, Leaf):
            yield ast.Fact(span, "has", who, count=_int(count), value=_noun(piece))
            continue
        for group, number in _entries(count):
            yield ast.Fact(span, "has", who, count=_int(number), value=_in_group(piece, group))


def _in_group(piece: Leaf, group: Leaf) -> ast.Noun:
    inside = ast.Filter(group.span, "in_", ast.Path(group.span, (ast.Word(group.span, group.text),)))
    return ast.Noun(piece.span, None, ast.Path(piece.span, (ast.Word(piece.span, piece.text),)), (inside,))


def _bundle(verb: str, value: Tree) -> list[ast.Expr]:
    """`{loan: [110, 1]}` as `loan 110 1`; `{token: 2}` as `2 token`, `{share: {mills: 2}}` as `2 share in mills`."""
    [(name, said)] = _entries(value)
    if verb == "promises":
        return [_noun(name), *(_value(leaf) for leaf in _leaves(said))]
    if isinstance(said, Leaf):
        return [_value(said), _noun(name)]
    [(group, count)] = _entries(said)
    return [_value(count), _in_group(name, group)]
