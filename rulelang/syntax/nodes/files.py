"""Nodes of the syntax tree: overrides, strategies, tests, positions, and the file that holds them all."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.source import Source
from rulelang.syntax.nodes.bodies import Header, Hook
from rulelang.syntax.nodes.declarations import (
    Action,
    Card,
    CardOf,
    Cards,
    Column,
    Constant,
    Deck,
    Dice,
    Die,
    Ending,
    Goods,
    Group,
    Has_,
    Kind,
    Ladder,
    Measure,
    Moment,
    Piece,
    Pot,
    Promise,
    Purpose,
    Removal,
    RowOf,
    Rule,
    Setting,
    StartsWith,
    Table,
    ValueDef,
)
from rulelang.syntax.nodes.expressions import Expr, Node, Noun, Path, Prep, Statement, Text, Word


# ------------------------------------------------------------------------------------------------------------ overrides
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Target(Node):
    """What an override names. kind is rule, action, card, value, or the word of a named declaration (deck, goods, …).

    rule, action: `header`; card: `words` = (card, deck); value: `path`; others: `words`.
    """

    kind: str
    header: Header | None = None
    path: Path | None = None
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Set(Node):
    name: Word
    values: tuple[Constant, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rename(Node):
    old: Word
    new: Word
    plural: Word | None
    title: Text | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Replace(Node):
    declaration: Declaration


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Change(Node):
    """`change X`: `part` holds the lines below it, as the declaration that X is (an Action, Goods, a Moment); else columns, or what is left
    of a worked-out set."""

    target: Target
    part: Action | Goods | Moment | None
    columns: tuple[Column, ...]
    removals: tuple[Removal, ...]
    only: tuple[Noun, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Remove(Node):
    target: Target


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AddTo(Node):
    """`add to X`: cards of a deck, actions allowed in a moment (words below it), what a worked-out value is more."""

    target: Target
    cards: tuple[Card, ...]
    words: tuple[Word, ...]
    added: tuple[Expr, ...] = ()


# ----------------------------------------------------------------------------------------------------------- strategies
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Worth(Node):
    """`value of deed is …`; `replaces` if it stands under `replace`."""

    target: Path
    cases: tuple[tuple[Expr, Expr | None], ...]
    replaces: bool


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Attempt(Node):
    """One line of a plan: an action, when to try it and which one is best (direction best, highest or lowest)."""

    statement: Statement
    condition: Expr | None
    direction: str | None
    measure: Expr | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DealAttempt(Node):
    """`ask NOUN, offer NOUN [if C] [up to A]`: see chapter 15 of the reference."""

    ask: Noun
    offer: Noun
    condition: Expr | None
    up_to: Expr | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Plan(Node):
    """`in MOMENT` (or `add to MOMENT` if `adds`): attempts, tried from the top."""

    moment: Word
    adds: bool
    attempts: tuple[Attempt | DealAttempt, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Answer(Node):
    """One line for one decision: `buy deed if …`, `raise up to …`, `claim 0`."""

    statement: Statement
    up_to: Expr | None
    condition: Expr | None
    replaces: bool


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ByDefault(Node):
    """`by default`: what computer players do whose strategy does not say."""

    items: tuple[Worth | Plan | Answer | ValueDef, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Strategy(Node):
    name: Word
    title: Text
    parent: Word | None
    items: tuple[Setting | Set | Worth | Plan | Answer | ValueDef, ...]


# ------------------------------------------------------------------------------------------------------ tests, positions
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Fact(Node):
    """One fact or step of a test. kind: do, owns, has, about, is, is_not, holds, asked, chooses, can, cannot, can_choose, cannot_choose.

    do: `statement`. owns: `subject`, `items` (what, then state words), `preps`, `with_each` = (count, piece).
    has: `subject`, `count` (or None), `value`. about: `low`, `high`. is, is_not, chooses, can_choose, cannot_choose: `subject`, `value`.
    holds: `value`, a condition (a comparison, say) about `subject`.
    asked: `subject`, `word`. can, cannot: `subject`, `statement`, `because`.
    """

    kind: str
    subject: Expr | None = None
    statement: Statement | None = None
    items: tuple[Expr, ...] = ()
    preps: tuple[Prep, ...] = ()
    with_each: tuple[int, Word] | None = None
    count: int | None = None
    value: Expr | Path | None = None
    low: int | None = None
    high: int | None = None
    because: Word | None = None
    word: Word | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step(Node):
    """A line of a test. word is given, when or then."""

    word: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Test(Node):
    """`test "title" [with VARIANT, SETTING = VALUE …]`"""

    title: Text
    variants: tuple[Word, ...]
    settings: tuple[Set, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position(Node):
    name: Word
    title: Text
    variants: tuple[Word, ...]
    settings: tuple[Set, ...]
    facts: tuple[Fact, ...]


Declaration = (
    Setting
    | Purpose
    | Measure
    | Die
    | Dice
    | Piece
    | Ladder
    | Has_
    | StartsWith
    | Pot
    | Moment
    | Kind
    | Rule
    | Action
    | Goods
    | Promise
    | Ending
    | Group
    | Table
    | Deck
    | Cards
    | CardOf
    | RowOf
    | Hook
    | ValueDef
    | ByDefault
)
Override = Set | Rename | Replace | Change | Remove | AddTo


# ---------------------------------------------------------------------------------------------------------------- files
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Head(Node):
    """The line that opens a file or a section. kind is edition, library or variant; `None` file heads are allowed for tests."""

    kind: str
    name: Word
    title: Text
    extends: Word | None
    uses: tuple[Word, ...]
    fits: tuple[Word, ...]
    over: tuple[Word, ...]
    after: tuple[Word, ...]
    players: tuple[int, int] | None
    currency: Currency | None
    locales: tuple[Word, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Currency(Node):
    """`currency "euro" symbol "€" before, shown times 1000`"""

    name: Text
    symbol: Text | None
    before: bool
    times: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Section(Node):
    """An edition, library or variant with its declarations; a file may hold one edition or library, and variants after it."""

    head: Head
    declarations: tuple[Declaration | Override, ...]
    strategies: tuple[Strategy, ...]
    tests: tuple[Test, ...]
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class File(Node):
    """A whole file. `loose` holds strategies, tests and positions that stand before any head."""

    source: Source
    sections: tuple[Section, ...]
    loose: tuple[Strategy | Test | Position, ...]

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """All of the file: a strategy has a head of its own, whatever stands above it."""
        alone = (item for item in self.loose if isinstance(item, Strategy))
        return (*alone, *(strategy for section in self.sections for strategy in section.strategies))
