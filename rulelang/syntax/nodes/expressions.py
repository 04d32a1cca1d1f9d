"""Nodes of the syntax tree: words, expressions, conditions and statements, which hold one another."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction

from rulelang.source import Span


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Node:
    span: Span

    def __repr__(self) -> str:
        # One for all: a hundred generated ones would cost a third of the time that this module takes to load.
        parts = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.name != "span")
        return f"{type(self).__name__}({', '.join(parts)})"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Word(Node):
    """A name as written."""

    text: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Num(Node):
    value: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pct(Node):
    """A literal percentage; `value` is the number before the sign."""

    value: Fraction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Text(Node):
    """A string; `value` is unescaped. `{…}` inside is read by the checker where the place allows it."""

    value: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Path(Node):
    """`a`, `a's b`, `a's b's c`."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Filter(Node):
    """Narrows a noun. `kind` is the rule alias of the grammar:

    in_, other_than: `path`; with_extreme: `word` is the field, `direction` highest or lowest;
    that_is, that_is_not, that_has, that_has_no, that_owns, that_owns_not, owned_by, not_owned_by: `path`;
    that_can (the noun acts): `word` is the action; doable_by: `path` acts with the noun, `word` is the action;
    whose: `path` compared by `op` with `bound`; whose_is, whose_is_not: `path` and `bound`.
    """

    kind: str
    path: Path | None = None
    word: Word | None = None
    direction: str | None = None
    op: str | None = None
    bound: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Noun(Node):
    """`[no|any|every|all|other|next|random|first] path filter…`"""

    quantifier: str | None
    path: Path
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Of(Node):
    """`head of operand`: a share of an amount, a field of a thing."""

    head: Path | Pct
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HalfOf(Node):
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AllOf(Node):
    """`all of X`: everything in X, as one thing to own, give or collect."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NumberOf(Node):
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Total(Node):
    """`total FIELD of SET`, or `total of dice` with no field."""

    field: Word | None
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Extreme(Node):
    """`highest FIELD of SET`: the value, not the thing that has it."""

    direction: str
    field: Word
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class At(Node):
    """`base at index`: a column by step, a list by place (counted from 1), a worked-out value with a parameter."""

    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SeenBy(Node):
    """`base seen by who`: worked out with that player as `player`."""

    base: Expr
    who: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Binary(Node):
    """op is one of + - * /"""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rounded(Node):
    """mode is up, down or nearest"""

    operand: Expr
    mode: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Limited(Node):
    """`operand but at most|at least bound`; op is most or least"""

    operand: Expr
    op: str
    bound: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compare(Node):
    """op is one of < <= > >="""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Is(Node):
    subject: Expr
    negated: bool
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CountIs(Node):
    """`2 players are out`: exactly so many of the nouns are so."""

    count: int
    noun: Path
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Has(Node):
    """`owner has value`; with `count`, `bank has 2 blocks` (at least)."""

    owner: Expr
    negated: bool
    count: int | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Same(Node):
    """`all X have the same FIELD`"""

    operand: Expr
    field: Word


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Owns(Node):
    owner: Expr
    negated: bool
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Can(Node):
    who: Expr
    action: Statement


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Logic(Node):
    """op is and or or"""

    op: str
    left: Expr
    right: Expr


Expr = (
    Num
    | Pct
    | Text
    | Noun
    | Of
    | HalfOf
    | AllOf
    | NumberOf
    | Total
    | Extreme
    | At
    | SeenBy
    | Binary
    | Rounded
    | Limited
    | Compare
    | Is
    | CountIs
    | Has
    | Same
    | Owns
    | Can
    | Not
    | Logic
)


# ----------------------------------------------------------------------------------------------------------- statements
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Per(Node):
    """`40 per hut, 115 per tower`"""

    parts: tuple[tuple[Expr, Path], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Prep(Node):
    """A preposition and its argument; `each` when it reads `to each other player`."""

    word: str
    argument: Expr
    each: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Statement(Node):
    """`[who] verb [what] [prep what]…`: which of the leading items is the verb, the checker finds out."""

    items: tuple[Expr | Per, ...]
    preps: tuple[Prep, ...]
