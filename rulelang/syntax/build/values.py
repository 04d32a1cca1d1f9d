"""Fields, settings and worked-out values: what things have, and what can be turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.syntax import ast
from rulelang.syntax.build.expressions import expression, path, percentage, type_name
from rulelang.syntax.build.origin import Origin, maybe_token, maybe_tree, token_at, tree_at, trees

if TYPE_CHECKING:
    from rulelang.syntax.lalr import Token, Tree
    from rulelang.syntax.outline import OutlineLine

Cases = tuple[tuple[ast.Expr, ast.Expr | None], ...]


def setting(origin: Origin, tree: Tree) -> ast.Setting:
    name, typed, value, rounding, low, high, help_text = range(7)
    return ast.Setting(
        origin.whole,
        origin.word(token_at(tree, name)),
        type_name(origin, tree_at(tree, typed)),
        constants(origin, tree_at(tree, value)),
        _rounding(maybe_token(tree, rounding)),
        *_reach(origin, maybe_tree(tree, low), maybe_tree(tree, high)),
        origin.maybe_text(maybe_token(tree, help_text)),
    )


def field(origin: Origin, tree: Tree) -> ast.FieldDef:
    """A `column_def`, `state_def` or `promise_field`."""
    name, typed = origin.word(token_at(tree, 0)), type_name(origin, tree_at(tree, 1))
    value: Tree | None
    match str(tree.data):
        case "promise_field":
            rounding, low, high = _rounding(maybe_token(tree, 2)), maybe_tree(tree, 3), maybe_tree(tree, 4)
            reach = _reach(origin, low, high)
            return ast.FieldDef(origin.whole, name, typed, None, None, None, False, rounding, *reach, None)
        case "state_def":
            by, owner, value, rounding, numbers = None, None, tree_at(tree, 2), None, 3
        case _:
            by, owner = origin.maybe_word(maybe_token(tree, 2)), origin.maybe_word(maybe_token(tree, 3))
            value, rounding, numbers = maybe_tree(tree, 4), _rounding(maybe_token(tree, 5)), 6
    return ast.FieldDef(
        origin.whole,
        name,
        typed,
        by,
        owner,
        None if value is None else constants(origin, value),
        tree.data == "state_def",
        rounding,
        *_reach(origin, maybe_tree(tree, numbers), maybe_tree(tree, numbers + 1)),
        origin.maybe_text(maybe_token(tree, numbers + 2)),
    )


def value_def(line: OutlineLine, tree: Tree) -> ast.ValueDef:
    """`subject's name [at parameter : type] is …` with its cases, in the line or below it."""
    origin = line.origin
    parameter = None
    if len(tree.children) == 4:  # strategies know no parameters
        name, typed = maybe_token(tree, 1), maybe_tree(tree, 2)
        if name is not None and typed is not None:
            parameter = (origin.word(name), type_name(origin, typed))
    return ast.ValueDef(origin.whole, path(origin, tree_at(tree, 0)), parameter, cases(line, tree))


def cases(line: OutlineLine, tree: Tree) -> Cases:
    """The cases of a worked-out value whose one-line form is the last child of the tree."""
    inline = maybe_tree(tree, -1)
    if inline is not None:
        return ((expression(line.origin, inline), None),)
    found: list[tuple[ast.Expr, ast.Expr | None]] = []
    last: OutlineLine | None = None
    for child in line.children:
        if child.tree is None:
            continue
        if last is not None:
            child.origin.diagnostics.error(
                "unreachable-case", "no case is looked at after `otherwise`", child.span, help="move the `otherwise` to the end"
            )
            break
        value = expression(child.origin, tree_at(child.tree, 0))
        if child.form == "case_if":
            found.append((value, expression(child.origin, tree_at(child.tree, 1))))
        else:
            found.append((value, None))
            last = child
    return tuple(found)


def shown_by(origin: Origin, tree: Tree) -> ast.ShownBy:
    return ast.ShownBy(origin.whole, path(origin, tree_at(tree, 0)), origin.word(token_at(tree, 1)))


def fields_only(lines: Sequence[OutlineLine], where: str) -> tuple[ast.FieldDef, ...]:
    """The fields below a line that takes nothing else."""
    found: list[ast.FieldDef] = []
    for line in lines:
        if line.tree is None:
            continue
        if line.form in ("column_def", "state_def"):
            found.append(field(line.origin, line.tree))
        else:
            line.origin.diagnostics.error(
                "misplaced-line", f"below `{where}` stand only values to keep: `name : type = value`", line.span,
                help="write it at the margin" if line.form in ("hook", "value_def") else None,
            )  # fmt: skip
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------ constants
def constants(origin: Origin, tree: Tree) -> tuple[ast.Constant, ...]:
    """The values of a `value`, or of a `column` after its name."""
    found = tuple(_constant(origin, child) for child in trees(tree))
    match found:
        case (ast.Num() as first, ast.Num() as second) if _looks_like_one_number(origin, first, second):
            both = first.span.to(second.span)
            mend = f"write `{both.text.replace(',', '')}`, or a space after the comma if two are meant"
            origin.diagnostics.warning("thousands-comma", "this is read as two numbers", both, help=mend)
    return found


def _looks_like_one_number(origin: Origin, first: ast.Num, second: ast.Num) -> bool:
    between = origin.source.text[first.span.end : second.span.start]
    return between == "," and len(second.span.text) == 3 and not second.span.text.startswith("0")


def column(origin: Origin, tree: Tree) -> ast.Column:
    return ast.Column(origin.span(tree), origin.word(token_at(tree, 0)), constants(origin, tree))


def columns(origin: Origin, tree: Tree) -> tuple[ast.Column, ...]:
    """The columns among the children of a row."""
    return tuple(column(origin, child) for child in trees(tree) if child.data == "column")


def _constant(origin: Origin, tree: Tree) -> ast.Constant:
    token = token_at(tree, 0)
    match str(tree.data):
        case "number" | "negative":
            return ast.Num(origin.span(tree), _signed(origin, tree))
        case "percent":
            return percentage(origin, token)
        case "string":
            return origin.text(token)
        case _:
            return origin.word(token)


def _rounding(token: Token | None) -> str | None:
    return None if token is None else token.split()[-1]


def _reach(origin: Origin, low: Tree | None, high: Tree | None) -> tuple[int | None, int | None]:
    """The bounds after `in`. A range that is the wrong way round is said here, and then taken for none."""
    first, last = _maybe_number(origin, low), _maybe_number(origin, high)
    if first is None or last is None or first <= last:
        return first, last
    assert low is not None
    mend = f"write the smaller first: `{last}..{first}`"
    origin.diagnostics.error("bad-range", "the first number is larger than the second", origin.span(low), help=mend)
    return None, None


def _maybe_number(origin: Origin, tree: Tree | None) -> int | None:
    return None if tree is None else _signed(origin, tree)


def _signed(origin: Origin, tree: Tree) -> int:
    """A number as it is printed: `5` or `-5`."""
    number = origin.number(token_at(tree, -1))
    return -number if tree.data == "negative" else number
