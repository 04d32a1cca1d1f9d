"""The syntax tree of one `.mono` file.

Frozen dataclasses, compared by identity so that later stages can keep types and bindings in side tables keyed by node. Every
node starts with its `span`. Names are kept as `Word`s (text and span), never resolved here.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction

from rulelang.source import Source, Span


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


# ---------------------------------------------------------------------------------------------------------- expressions
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
    """`owner has value`; with `count`, `bank has 2 houses` (at least)."""

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
    """`40 per cottage, 115 per castle`"""

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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Do(Node):
    statement: Statement


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Becomes(Node):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Let(Node):
    name: Word
    value: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class If(Node):
    """Branches in order, each a condition and a body; `otherwise` may be empty."""

    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Repeat(Node):
    """`repeat up to N times`"""

    count: Expr
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Again(Node):
    """`again if C`: goes on in a repeat only if C holds."""

    condition: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Times(Node):
    count: Expr
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Each(Node):
    """`each NOUN [as NAME]`"""

    noun: Noun
    name: Word | None
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TakeTurns(Node):
    """`take turns among SET as NAME, …`. `starting` is the player who begins, or whose left neighbour begins if `left_of`."""

    among: Expr
    name: Word
    starting: Expr | None
    left_of: bool
    endless: bool
    rounds: Expr | None
    until: Expr | None
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AllAtOnce(Node):
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class May(Node):
    """`[who] may DO` with an optional body (done after a yes) and `otherwise` (after a no)."""

    who: Expr | None
    statement: Statement
    body: Body
    otherwise: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Must(Node):
    who: Expr | None
    statement: Statement
    until: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Either(Node):
    """`[who] either [NAME]` … `or [NAME]` …: options in order, each a name (or none) and a body."""

    who: Expr | None
    options: tuple[tuple[Word | None, Body], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choose(Node):
    """`[who] choose NAME from A [to B] [if C]`"""

    who: Expr | None
    name: Word
    low: Expr
    high: Expr | None
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Until(Node):
    """A lasting effect: the hooks in it hold until the event."""

    event: Event
    condition: Expr | None
    hooks: tuple[Hook, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Simple(Node):
    """kind is stop, stop_action, end_turn or drop_out"""

    kind: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Say(Node):
    text: Text


Line = Do | Becomes | Let | If | Repeat | Again | Times | Each | TakeTurns | AllAtOnce | May | Must | Either | Choose | Until | Simple | Say
Body = tuple[Line, ...]


# --------------------------------------------------------------------------------------------------- events and headers
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EventItem(Node):
    """One place of an event: alternatives (usually one), or a number."""

    options: tuple[Path, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Event(Node):
    """`player pays rent to receiver`; for `player's jailed becomes yes`, `becomes` holds target and value."""

    items: tuple[EventItem, ...]
    preps: tuple[tuple[str, EventItem], ...]
    becomes: tuple[Path, Path] | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Hook(Node):
    """when is before, when or instead_of"""

    when: str
    event: Event
    condition: Expr | None
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TypeName(Node):
    name: str
    is_list: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HeaderItem(Node):
    """A word of a header: a parameter if it has a type or is the name of one, else a literal word."""

    word: Word
    type: TypeName | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Header(Node):
    items: tuple[HeaderItem, ...]
    preps: tuple[tuple[str, HeaderItem], ...]


# --------------------------------------------------------------------------------------------------------- declarations
Constant = Num | Pct | Text | Word
"""A value in a table or setting: number, percentage, string, name (yes and no are names)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Column(Node):
    """`price 60`, `rents 2, 10, 30` in a row of a table."""

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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShownBy(Node):
    """`owner is shown by booth`"""

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
    """Counts an `event`, or sums payments made for `purpose`; split by the names in `by`."""

    name: Word
    title: Text
    event: Event | None
    purpose: Word | None
    by: tuple[Word, ...]


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
    """`house up to N` (steps 1…N of one piece) or `hotel 1`, whose lower pieces go back if `returns` names them."""

    piece: Word
    up_to: Expr | None
    count: int | None
    returns: Word | None


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
class Promise(Node):
    name: Word
    title: Text
    most: int
    items: tuple[FieldDef | Hook | EndsAfter | EndsWhen, ...]


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
    """`card NAME of DECK`, under `replace`: a new body for one card."""

    card: Word
    deck: Word
    body: Card


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpaceColumns(Node):
    """`space NAME column…` under `replace`: new values for named columns of one space."""

    name: Word
    columns: tuple[Column, ...]


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
    """`change X`: `part` holds the lines below it, as the declaration that X is (an Action, Goods) or columns."""

    target: Target
    part: Action | Goods | None
    columns: tuple[Column, ...]
    removals: tuple[Removal, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Remove(Node):
    target: Target


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AddTo(Node):
    """`add to X`: cards of a deck, actions allowed in a moment (words below it)."""

    target: Target
    cards: tuple[Card, ...]
    words: tuple[Word, ...]


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
    """`ask NOUN, offer NOUN [if C] [up to A]`: see spec/strategies.md."""

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
class Strategy(Node):
    name: Word
    title: Text
    parent: Word | None
    items: tuple[Setting | Set | Worth | Plan | Answer | ValueDef, ...]


# ------------------------------------------------------------------------------------------------------ tests, positions
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Fact(Node):
    """One fact or step of a test. kind: do, owns, has, about, is, is_not, chooses, can, cannot.

    do: `statement`. owns: `subject`, `items` (what, then state words), `preps`, `with_each` = (count, piece).
    has: `subject`, `count` (or None), `value`. about: `low`, `high`. is, is_not, chooses: `subject`, `value`.
    can, cannot: `subject`, `statement`, `because`.
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step(Node):
    """A line of a test. word is given, when or then."""

    word: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Test(Node):
    title: Text
    variants: tuple[Word, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Position(Node):
    name: Word
    title: Text
    variants: tuple[Word, ...]
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
    | SpaceColumns
    | Hook
    | ValueDef
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
