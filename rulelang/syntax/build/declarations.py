"""Declarations: what an edition or a library says there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.syntax import ast
from rulelang.syntax.build import statements, tables
from rulelang.syntax.build.expressions import event, expression, header
from rulelang.syntax.build.origin import Origin, maybe_token, maybe_tree, token_at, tokens, tree_at
from rulelang.syntax.build.values import field, fields_only, setting, shown_by, value_def

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Tree
    from rulelang.syntax.outline import OutlineLine


def declaration(line: OutlineLine, tree: Tree) -> ast.Declaration:
    """The declaration that a line of the outline is; `tree` is its parse, without a word like `replace` before it."""
    origin, span = line.origin, line.span
    match str(tree.data):
        case "setting":
            return setting(origin, tree)
        case "purpose":
            return ast.Purpose(span, origin.word(token_at(tree, 0)), origin.text(token_at(tree, 1)))
        case "measure_count" | "measure_sum" | "measure_share":
            return _measure(origin, tree)
        case "die":
            return _die(origin, tree)
        case "dice":
            return ast.Dice(span, origin.number(token_at(tree, 0)), origin.word(token_at(tree, 1)))
        case "piece":
            return _piece(origin, tree)
        case "ladder":
            return _ladder(line, tree)
        case "each_has":
            owner = origin.word(token_at(tree, 0))
            return ast.Has_(span, owner, fields_only(line.children, f"each {owner.text} has"))
        case "game_has":
            return ast.Has_(span, None, fields_only(line.children, "game has"))
        case "starts_with":
            return ast.StartsWith(span, origin.word(token_at(tree, 0)), _start_cases(line.children))
        case "pot":
            return ast.Pot(span, origin.word(token_at(tree, 0)), origin.maybe_text(maybe_token(tree, 1)))
        case "moment":
            most = maybe_token(tree, 2)
            title = origin.maybe_text(maybe_token(tree, 1))
            return moment(line, origin.word(token_at(tree, 0)), title, None if most is None else origin.number(most), changed=False)
        case "kind":
            return _kind(line, tree)
        case "rule":
            return ast.Rule(span, header(origin, tree_at(tree, 0)), statements.body(line.children))
        case "action":
            title = origin.maybe_text(maybe_token(tree, 1))
            return action(line, header(origin, tree_at(tree, 0)), title, changed=False)
        case "goods":
            return goods(line, tuple(origin.word(token) for token in tokens(tree)), changed=False)
        case "promise":
            return _promise(line, tree)
        case "ending":
            return _ending(line, tree)
        case "group":
            return tables.group(line, tree)
        case "board" | "things":
            return tables.table(line, tree)
        case "deck":
            return tables.deck(line, tree)
        case "cards":
            return ast.Cards(span, origin.word(token_at(tree, 0)), tables.cards(line.children))
        case "card_of":
            return tables.card_of(line, tree)
        case "space":
            return tables.row_of(line, tree)
        case "hook" | "named_hook":
            return statements.hook_of(line, tree, statements.body(line.children))
        case "value_def":
            return value_def(line, tree)
        case form:  # pragma: no cover - the grammar has no other
            raise AssertionError(f"no declaration is called {form}")


def _measure(origin: Origin, tree: Tree) -> ast.Measure:
    name, title = origin.word(token_at(tree, 0)), origin.text(token_at(tree, 1))
    if tree.data == "measure_share":
        return ast.Measure(origin.whole, name, title, parts=(origin.word(token_at(tree, 2)), origin.word(token_at(tree, 3))))
    by = origin.words(maybe_tree(tree, 3))
    if tree.data == "measure_sum":
        return ast.Measure(origin.whole, name, title, purpose=origin.word(token_at(tree, 2)), by=by)
    condition = maybe_tree(tree, 4)
    asked = None if condition is None else expression(origin, condition)
    return ast.Measure(origin.whole, name, title, event(origin, tree_at(tree, 2)), by=by, condition=asked)


_MOST_FACES = 1_000


def _die(origin: Origin, tree: Tree) -> ast.Die:
    name, faces = origin.word(token_at(tree, 0)), tree_at(tree, 1)
    if faces.data == "face_list":
        listed = (token for token in tokens(faces))
        found = tuple(
            ast.Num(origin.span(token), origin.number(token)) if token.type == "NUMBER" else origin.word(token) for token in listed
        )
        return ast.Die(origin.whole, name, found)
    low, high = origin.number(token_at(faces, 0)), origin.number(token_at(faces, 2))
    if not 0 <= high - low < _MOST_FACES:
        said = "the faces of a die go from a number to a larger one" if high < low else f"a die has at most {_MOST_FACES:,} faces"
        origin.diagnostics.error("bad-range", said, origin.span(faces), help="for instance `faces 1 to 6`")
        high = low
    return ast.Die(origin.whole, name, tuple(ast.Num(origin.span(faces), face) for face in range(low, high + 1)))


def _piece(origin: Origin, tree: Tree) -> ast.Piece:
    name, title = origin.word(token_at(tree, 0)), origin.text(token_at(tree, 1))
    plural, each, supply = origin.maybe_word(maybe_token(tree, 2)), origin.maybe_word(maybe_token(tree, 4)), maybe_tree(tree, 5)
    return ast.Piece(origin.whole, name, title, plural, each, None if supply is None else expression(origin, supply))


def _ladder(line: OutlineLine, tree: Tree) -> ast.Ladder:
    steps: list[ast.LadderStep] = []
    for child in line.children:
        if child.tree is None:
            continue
        origin, step = child.origin, child.tree
        piece = origin.word(token_at(step, 0))
        if child.form == "ladder_up_to":
            steps.append(ast.LadderStep(child.span, piece, expression(origin, tree_at(step, 1)), None, None))
        else:
            returns = origin.maybe_word(maybe_token(step, 2))
            like = origin.maybe_word(maybe_token(step, -1))
            steps.append(ast.LadderStep(child.span, piece, None, origin.number(token_at(step, 1)), returns, like))
    return ast.Ladder(line.span, line.origin.word(token_at(tree, 0)), line.origin.word(token_at(tree, 1)), tuple(steps))


def _start_cases(lines: Sequence[OutlineLine]) -> tuple[tuple[int, ast.Word, ast.Expr | None], ...]:
    found: list[tuple[int, ast.Word, ast.Expr | None]] = []
    for line in lines:
        if line.tree is None:
            continue
        origin = line.origin
        condition = expression(origin, tree_at(line.tree, 2)) if line.form == "start_if" else None
        found.append((origin.number(token_at(line.tree, 0)), origin.word(token_at(line.tree, 1)), condition))
    return tuple(found)


def _kind(line: OutlineLine, tree: Tree) -> ast.Kind:
    items: list[ast.FieldDef | ast.ValueDef | ast.Hook | ast.ShownBy] = []
    for child in line.children:
        match child.form, child.tree:
            case _, None:
                pass
            case (("column_def" | "state_def"), part):
                items.append(field(child.origin, part))
            case "value_def", part:
                items.append(value_def(child, part))
            case "shown_by", part:
                items.append(shown_by(child.origin, part))
            case _:
                items.append(statements.hook(child))
    origin = line.origin
    parent, plural = (origin.maybe_word(maybe_token(tree, index)) for index in (2, 3))
    title, owned = origin.maybe_text(maybe_token(tree, 1)), maybe_token(tree, 4) is not None
    return ast.Kind(line.span, origin.word(token_at(tree, 0)), title, parent, plural, owned, tuple(items))


# -------------------------------------------------------------------------------------------------------------- actions
def action(line: OutlineLine, named: ast.Header, title: ast.Text | None, *, changed: bool) -> ast.Action:
    """An action from the lines below it; `changed`: they stand below `change action …` and may take away."""
    allowed: list[ast.Word] = []
    needs: list[ast.Need] = []
    limits: list[ast.Limit] = []
    removals: list[ast.Removal] = []
    does: list[OutlineLine] = []
    for child in line.children:
        origin = child.origin
        match child.form, child.tree:
            case "allowed", part if part is not None:
                allowed.extend(origin.words(tree_at(part, 0)))
            case "needs", part if part is not None:
                needs.append(need(origin, part))
            case "limit", part if part is not None:
                per = origin.maybe_word(maybe_token(part, 2))
                limits.append(ast.Limit(child.span, expression(origin, tree_at(part, 0)), origin.word(token_at(part, 1)), per))
            case (("remove_needs" | "remove_limit"), part) if part is not None:
                removals.append(_removal(child, part, changed=changed))
            case _:
                does.append(child)
    return ast.Action(
        line.span, named, title, tuple(allowed), tuple(needs), tuple(limits), tuple(removals), statements.body(does)
    )  # fmt: skip


def need(origin: Origin, tree: Tree) -> ast.Need:
    reason = origin.maybe_text(maybe_token(tree, 2))
    return ast.Need(origin.whole, origin.word(token_at(tree, 0)), expression(origin, tree_at(tree, 1)), reason)


def goods(line: OutlineLine, words: tuple[ast.Word, ...], *, changed: bool) -> ast.Goods:
    """What may be dealt in, with its needs."""
    return ast.Goods(line.span, words, *_needs_only(line, "goods have", changed=changed))


def moment(line: OutlineLine, name: ast.Word, title: ast.Text | None, most: int | None, *, changed: bool) -> ast.Moment:
    """A moment, with what who acts in it needs; nobody is told why he is not asked."""
    for child in line.children:
        if child.form == "needs" and child.tree is not None and maybe_token(child.tree, 2) is not None:
            child.origin.diagnostics.error(
                "misplaced-line", "who lacks what a moment needs is not asked, so nobody reads a reason", child.span,
                help="leave `else …` out",
            )  # fmt: skip
    return ast.Moment(line.span, name, title, most, *_needs_only(line, "a moment has", changed=changed))


def _needs_only(line: OutlineLine, what: str, *, changed: bool) -> tuple[tuple[ast.Need, ...], tuple[ast.Removal, ...]]:
    """The needs below a line; other lines do not belong there."""
    needs: list[ast.Need] = []
    removals: list[ast.Removal] = []
    for child in line.children:
        match child.form, child.tree:
            case _, None:
                pass
            case "needs", part:
                needs.append(need(child.origin, part))
            case "remove_needs", part:
                removals.append(_removal(child, part, changed=changed))
            case _:
                child.origin.diagnostics.error("misplaced-line", f"{what} only needs: `needs NAME: condition`", child.span)
    return tuple(needs), tuple(removals)


def _removal(line: OutlineLine, tree: Tree, *, changed: bool) -> ast.Removal:
    origin = line.origin
    if not changed:
        origin.diagnostics.error(
            "misplaced-line", "there is nothing to remove in what is declared here", line.span, help="leave out what is not wanted"
        )
    if tree.data == "remove_limit":
        return ast.Removal(line.span, "limit", None)
    return ast.Removal(line.span, "needs", origin.word(token_at(tree, 1)))


# ------------------------------------------------------------------------------------------------- promises and endings
def _promise(line: OutlineLine, tree: Tree) -> ast.Promise:
    items: list[ast.FieldDef | ast.Hook | ast.EndsAfter | ast.EndsWhen | ast.EndsIf] = []
    for child in line.children:
        match child.form, child.tree:
            case _, None:
                pass
            case "promise_field", part:
                items.append(field(child.origin, part))
            case "ends_after", part:
                items.append(ast.EndsAfter(child.span, expression(child.origin, tree_at(part, 0)), statements.body(child.children)))
            case "ends_when", part:
                condition = maybe_tree(part, 2)
                checked = None if condition is None else expression(child.origin, condition)
                items.append(ast.EndsWhen(child.span, event(child.origin, tree_at(part, 1)), checked))
            case "ends_if", part:
                items.append(ast.EndsIf(child.span, expression(child.origin, tree_at(part, 0))))
            case _:
                items.append(statements.hook(child))
    name, title, most = (token_at(tree, index) for index in range(3))
    origin = line.origin
    return ast.Promise(line.span, origin.word(name), origin.text(title), origin.number(most), tuple(items))


def _ending(line: OutlineLine, tree: Tree) -> ast.Ending:
    condition: ast.Expr | None = None
    winners: ast.Expr | None = None
    for child in line.children:
        if child.tree is None:
            continue
        found = expression(child.origin, tree_at(child.tree, 0))
        if child.form == "as_soon_as":
            if condition is not None:
                _said_twice(child, "an ending has one condition", "join the two with `or`, or declare two endings")
            condition = found
        else:
            if winners is not None:
                _said_twice(child, "an ending says once who wins", "leave one of the lines out")
            winners = found
    title = line.origin.maybe_text(maybe_token(tree, 1))
    return ast.Ending(line.span, line.origin.word(token_at(tree, 0)), title, condition, winners)


def _said_twice(line: OutlineLine, message: str, mend: str) -> None:
    line.origin.diagnostics.error("said-twice", message, line.span, help=mend)
