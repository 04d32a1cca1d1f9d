"""Nodes of the syntax tree: what there is in a game."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.syntax.nodes.bodies import Body, Event, Header, Hook, TypeName
from rulelang.syntax.nodes.expressions import Expr, Node, Noun, Num, Path, Pct, Text, Word

Constant = Num | Pct | Text | Word
"""A value in a table or setting: number, percentage, string, name (yes and no are names)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Column(Node):
    """`price 60`, `fees 2, 10, 30` in a row of a table."""

    name: Word
    values: tuple[Constant, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FieldDef(Node):
    """`name : type [by step] [of group] [= default] …` under a kind, `each player has`, a promise.

    `state` fields change during the game. `owner` is the kind named after `of` (the column is then a column of that).
    """

    name: Word
    type: TypeName
    by: Word | None
    owner: Word | None
    default: tuple[Constant, ...] | None
    state: bool
    rounding: str | None
    low: int | None
    high: int | None
    help: Text | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ValueDef(Node):
    """A worked-out value: `subject's name [at parameter : type] is …`; the first case that holds, the last may be bare."""

    target: Path
    parameter: tuple[Word, TypeName] | None
    cases: tuple[tuple[Expr, Expr | None], ...]
    """(value, condition); condition None for `otherwise` and for the one-line form."""
    added: tuple[Expr, ...] = ()
    """what layers above add to it"""
    only: tuple[Noun, ...] = ()
    """what layers above narrow it to"""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShownBy(Node):
    """`owner is shown by flag`"""

    target: Path
    piece: Word


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Setting(Node):
    name: Word
    type: TypeName
    values: tuple[Constant, ...]
    rounding: str | None
    low: int | None
    high: int | None
    help: Text | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Purpose(Node):
    name: Word
    title: Text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Measure(Node):
    """Counts an `event` where `condition` holds, or sums payments made for `purpose`, either split by the names in `by`; or divides the
    first of two measures, its `parts`, by the second."""

    name: Word
    title: Text
    event: Event | None = None
    purpose: Word | None = None
    by: tuple[Word, ...] = ()
    condition: Expr | None = None
    parts: tuple[Word, Word] | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Die(Node):
    """Faces: numbers or words."""

    name: Word
    faces: tuple[Num | Word, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Dice(Node):
    count: int
    die: Word


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Piece(Node):
    name: Word
    title: Text
    plural: Word | None
    each: Word | None
    supply: Expr | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LadderStep(Node):
    """`block up to N` (steps 1…N of one piece) or `tower 1`, whose lower pieces go back if `returns` names them.

    `like`: a lower piece whose values it has in columns by step, so that it needs none of its own.
    """

    piece: Word
    up_to: Expr | None
    count: int | None
    returns: Word | None
    like: Word | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ladder(Node):
    name: Word
    kind: Word
    steps: tuple[LadderStep, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Has_(Node):
    """`each player has`, `each group has`; owner None is `game has`."""

    owner: Word | None
    fields: tuple[FieldDef, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StartsWith(Node):
    """`each player starts with`: (count, piece, condition), the first that holds."""

    owner: Word
    cases: tuple[tuple[int, Word, Expr | None], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pot(Node):
    name: Word
    title: Text | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Moment(Node):
    name: Word
    title: Text | None
    most: int | None
    needs: tuple[Need, ...] = ()
    removals: tuple[Removal, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Kind(Node):
    name: Word
    title: Text | None
    parent: Word | None
    plural: Word | None
    owned: bool
    items: tuple[FieldDef | ValueDef | Hook | ShownBy, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rule(Node):
    header: Header
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Need(Node):
    """A named condition of an action or of goods, with the reason shown when it is not met."""

    name: Word
    condition: Expr
    reason: Text | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Limit(Node):
    """`limit N per turn [per group]`"""

    count: Expr
    period: Word
    per: Word | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Removal(Node):
    """Inside `change`: `remove needs NAME`, `remove limit`, `remove NAME`; what is needs, limit or name."""

    what: str
    name: Word | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Action(Node):
    header: Header
    title: Text | None
    allowed: tuple[Word, ...]
    needs: tuple[Need, ...]
    limits: tuple[Limit, ...]
    removals: tuple[Removal, ...]
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Goods(Node):
    """`goods money`, `goods kept card`: what may be dealt in. `words` is the name as written."""

    words: tuple[Word, ...]
    needs: tuple[Need, ...]
    removals: tuple[Removal, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EndsAfter(Node):
    rounds: Expr
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EndsWhen(Node):
    event: Event
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EndsIf(Node):
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Promise(Node):
    name: Word
    title: Text
    most: int
    items: tuple[FieldDef | Hook | EndsAfter | EndsWhen | EndsIf, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ending(Node):
    name: Word
    title: Text | None
    condition: Expr | None
    winners: Expr | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Group(Node):
    name: Word
    title: Text
    colour: Text | None
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Row(Node):
    """One line of a board or table of things: kind, name, title, the group it is in, columns."""

    kind: Word
    name: Word
    title: Text
    group: Word | None
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table(Node):
    """`board` (tokens move along its rows, in order) or `things` (off the board). `line` is `board line`: no way round."""

    board: bool
    line: bool
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Play(Node):
    """How a kept card is played: as an action in `moment`, or at a `hook`ed event. The hook's body is the play."""

    moment: Word | None
    hook: Hook | None
    condition: Expr | None
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card(Node):
    """`[N] card NAME "text"`; `keep` if the drawer keeps it."""

    name: Word
    title: Text
    copies: int
    keep: bool
    plays: tuple[Play, ...]
    body: Body

    @property
    def does(self) -> bool:
        """Whether any line says what it does."""
        return self.keep or bool(self.plays or self.body)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Deck(Node):
    """`aside`: used cards lie aside and are shuffled when none is left; else they go under the deck."""

    name: Word
    title: Text
    aside: bool
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Cards(Node):
    """`cards of DECK`, under `replace` or `add to`."""

    deck: Word
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CardOf(Node):
    """`card NAME of DECK ["text"]`, under `replace`: a new body for one card, a new text, or both."""

    card: Word
    deck: Word
    body: Card


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RowOf(Node):
    """`space NAME` under `replace`: the row that takes the place of one space, None if there is none. `columns` do not belong here."""

    name: Word
    row: Row | None
    columns: tuple[Column, ...]
