"""Bodies: the lines of rules, hooks, actions and cards, with chains of sibling lines put together.

`if` takes the `else if` and `else` after it, `either` its `or`s, `may` its `otherwise`; a follower without its leader is an orphan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.build.expressions import event, expression, noun, statement
from rulelang.syntax.build.origin import Origin, maybe_token, maybe_tree, token_at, tree_at, trees

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree
    from rulelang.syntax.outline import OutlineLine

_LEADERS = {
    "else_if": ("`else if`", "an `if`"),
    "else_": ("`else`", "an `if`"),
    "otherwise": ("`otherwise`", "a `may` line"),
    "or_option": ("`or`", "an `either`"),
}

_MEANT = {
    ("if_", "otherwise"): "below an `if` write `else`",
    ("may", "else_"): "below a `may` line write `otherwise`",
    ("if_", "or_option"): "below an `if` write `else`, or join the conditions by `or` in its line",
}
"""What a follower was meant to be, by the line above it."""


def body(lines: Sequence[OutlineLine]) -> ast.Body:
    """The statements of a block."""
    built: list[ast.Line] = []
    index = 0
    after_broken = False
    above = ""
    while index < len(lines):
        line = lines[index]
        index += 1
        if line.tree is None:
            after_broken = True
            continue
        form = line.form
        if form in _LEADERS:
            # After a broken line it may well belong to that one: its message is enough.
            if not after_broken:
                word, leader = _LEADERS[form]
                mend = _MEANT.get((above, form), "it stands directly below that and its lines, at the same indentation")
                line.origin.diagnostics.error("orphan-line", f"{word} does not follow {leader}", line.span, help=mend)
            continue
        followers: list[OutlineLine] = []
        while index < len(lines) and _follows(form, followers, lines[index]):
            followers.append(lines[index])
            index += 1
        after_broken = False
        above = form
        one = _line(line, line.tree, followers)
        if one is not None:
            built.append(one)
    return tuple(built)


def _follows(form: str, followers: Sequence[OutlineLine], line: OutlineLine) -> bool:
    match form:
        case "if_":
            return line.form in ("else_if", "else_") and not (followers and followers[-1].form == "else_")
        case "may":
            return line.form == "otherwise" and not followers
        case "either":
            return line.form == "or_option"
        case _:
            return False


def _line(line: OutlineLine, tree: Tree, followers: Sequence[OutlineLine]) -> ast.Line | None:
    origin = line.origin
    span = origin.whole
    match line.form:
        case "do":
            return ast.Do(span, statement(origin, tree_at(tree, 0)))
        case "becomes":
            return ast.Becomes(span, _at(origin, tree, 0), _at(origin, tree, 1))
        case "let":
            return ast.Let(span, origin.word(token_at(tree, 0)), _at(origin, tree, 1))
        case "if_":
            return _if(line, followers)
        case "repeat":
            return ast.Repeat(span, _at(origin, tree, 0), body(line.children))
        case "again":
            return ast.Again(span, _at(origin, tree, 0))
        case "times":
            return ast.Times(span, _at(origin, tree, 0), body(line.children))
        case "each":
            return ast.Each(span, noun(origin, tree_at(tree, 0)), origin.maybe_word(maybe_token(tree, -1)), body(line.children))
        case "take_turns":
            return _take_turns(line, tree)
        case "all_at_once":
            return ast.AllAtOnce(span, body(line.children))
        case "may":
            return _may(line, tree, followers)
        case "must":
            return ast.Must(span, _maybe_at(origin, tree, 0), statement(origin, tree_at(tree, 1)), _at(origin, tree, 2))
        case "either":
            return _either(line, tree, followers)
        case "choose":
            return _choose(line, tree)
        case "choose_listed":
            return _choose_listed(line, tree)
        case "until":
            return _until(line, tree)
        case "hook":
            origin.diagnostics.error(
                "misplaced-line", "a hook does not stand among the things that a rule does", span,
                help="write it at the margin or below a `kind`; if it is to last until something happens, below `until …`",
            )  # fmt: skip
            return None
        case "limit":
            per = origin.maybe_word(maybe_token(tree, 2))
            return ast.AtMost(span, _at(origin, tree, 0), origin.word(token_at(tree, 1)), per)
        case "say":
            return ast.Say(span, origin.text(token_at(tree, 0)))
        case "stop" | "stop_action" | "end_turn" | "drop_out" as kind:
            return ast.Simple(span, kind)
        case form:  # pragma: no cover - the grammar has no other
            raise AssertionError(f"no statement is called {form}")


def _at(origin: Origin, tree: Tree, index: int) -> ast.Expr:
    return expression(origin, tree_at(tree, index))


def _maybe_at(origin: Origin, tree: Tree, index: int) -> ast.Expr | None:
    found = maybe_tree(tree, index)
    return None if found is None else expression(origin, found)


def _if(line: OutlineLine, followers: Sequence[OutlineLine]) -> ast.If:
    branches: list[tuple[ast.Expr, ast.Body]] = []
    otherwise: ast.Body = ()
    for one in (line, *followers):
        assert one.tree is not None, "a broken line is not part of a chain"
        if one.form == "else_":
            otherwise = body(one.children)
        else:
            branches.append((_at(one.origin, one.tree, 0), body(one.children)))
    return ast.If(line.span, tuple(branches), otherwise)


def _may(line: OutlineLine, tree: Tree, followers: Sequence[OutlineLine]) -> ast.May:
    """The question's text stands behind the line; where nothing stands between, the grammar takes it for one more item."""
    origin = line.origin
    text = origin.maybe_text(maybe_token(tree, 3)) if len(tree.children) > 3 else None
    asked = statement(origin, tree_at(tree, 2))
    if text is None and len(asked.items) > 1 and isinstance(asked.items[-1], ast.Text) and not asked.preps:
        text = asked.items[-1]
        before = asked.items[:-1]
        asked = ast.Statement(Span(origin.source, asked.span.start, before[-1].span.end), before, ())
    no = body(followers[0].children) if followers else ()
    return ast.May(line.span, _maybe_at(origin, tree, 0), asked, text, body(line.children), no)


def _either(line: OutlineLine, tree: Tree, followers: Sequence[OutlineLine]) -> ast.Either:
    if not followers:
        line.origin.diagnostics.error(
            "missing-or", "`either` offers ways to choose from, and there is only one", line.span,
            help="write the other way below `or`, at the same indentation; for a yes or no, use `may`",
        )  # fmt: skip
    options: list[ast.Way] = []
    for one in (line, *followers):
        assert one.tree is not None, "a broken line is not part of a chain"
        name, text = one.origin.maybe_word(maybe_token(one.tree, -2)), one.origin.maybe_text(maybe_token(one.tree, -1))
        options.append(ast.Way(one.span, name, text, body(one.children)))
    return ast.Either(line.span, _maybe_at(line.origin, tree, 0), tuple(options))


def _choose(line: OutlineLine, tree: Tree) -> ast.Choose:
    origin = line.origin
    who, name, text, _from, low, _to, high, condition = range(8)
    return ast.Choose(
        line.span,
        _maybe_at(origin, tree, who),
        origin.word(token_at(tree, name)),
        origin.maybe_text(maybe_token(tree, text)),
        _at(origin, tree, low),
        _maybe_at(origin, tree, high),
        _maybe_at(origin, tree, condition),
    )


def _choose_listed(line: OutlineLine, tree: Tree) -> ast.Choose:
    """`choose NAME from A, B, C`"""
    origin = line.origin
    who, name, text, _from, *listed, condition = range(len(tree.children))
    first, *also = (_at(origin, tree, index) for index in listed)
    return ast.Choose(
        line.span,
        _maybe_at(origin, tree, who),
        origin.word(token_at(tree, name)),
        origin.maybe_text(maybe_token(tree, text)),
        first,
        None,
        _maybe_at(origin, tree, condition),
        tuple(also),
    )


def _until(line: OutlineLine, tree: Tree) -> ast.Until:
    hooks: list[ast.Hook] = []
    for child in line.children:
        if child.form == "hook":
            hooks.append(hook(child))
        elif child.tree is not None:
            line.origin.diagnostics.error(
                "misplaced-line", "below `until` stand hooks: lines with `before`, `when` or `instead of`", child.span,
                help="to do something until then, write a hook that does it, or `repeat`",
            )  # fmt: skip
    return ast.Until(line.span, event(line.origin, tree_at(tree, 0)), _maybe_at(line.origin, tree, 1), tuple(hooks))


def _take_turns(line: OutlineLine, tree: Tree) -> ast.TakeTurns:
    origin = line.origin
    starting: ast.Expr | None = None
    rounds: ast.Expr | None = None
    until: ast.Expr | None = None
    left_of = endless = False
    said: set[str] = set()
    for option in trees(tree)[1:]:
        form = str(option.data)
        topic = "start" if form.startswith("starting") else form
        if topic in said:
            origin.diagnostics.error("said-twice", "this is said twice in one line", origin.span(option), help="leave one of them out")
            continue
        said.add(topic)
        match form:
            case "starting_with" | "starting_left_of":
                starting, left_of = _at(origin, option, 0), form == "starting_left_of"
            case "round_after_round":
                endless = True
            case "up_to_rounds":
                rounds = _at(origin, option, 0)
            case "until_":
                until = _at(origin, option, 0)
    among, name = _at(origin, tree, 0), origin.word(token_at(tree, 2))
    return ast.TakeTurns(line.span, among, name, starting, left_of, endless, rounds, until, body(line.children))


def hook(line: OutlineLine) -> ast.Hook:
    """A `before`, `when` or `instead of` line with its body."""
    assert line.tree is not None, "a broken line is not built"
    return hook_of(line, line.tree, body(line.children))


def hook_of(line: OutlineLine, tree: Tree, done: ast.Body) -> ast.Hook:
    """The hook that a tree `(WHEN, event, condition)` stands for, or such a tree with a name."""
    if tree.data == "named_hook":
        return replace(hook_of(line, tree_at(tree, 0), done), name=line.origin.word(token_at(tree, 1)))
    when = token_at(tree, 0)
    word = "instead_of" if when.startswith("instead") else str(when)
    return ast.Hook(line.span, word, event(line.origin, tree_at(tree, 1)), _maybe_at(line.origin, tree, 2), done)
