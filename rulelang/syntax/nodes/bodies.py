"""Nodes of the syntax tree: what a rule does, line by line; events, hooks and headers."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.syntax.nodes.expressions import Expr, Node, Noun, Path, Statement, Text, Word


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
    """`[who] may DO ["question"]` with an optional body (done after a yes) and `otherwise` (after a no)."""

    who: Expr | None
    statement: Statement
    text: Text | None
    body: Body
    otherwise: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Must(Node):
    who: Expr | None
    statement: Statement
    until: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Either(Node):
    """`[who] either [NAME] ["text"]` … `or [NAME] ["text"]` …"""

    who: Expr | None
    options: tuple[Way, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Way(Node):
    """One of the ways of `either`: its name and its text, if it has them, and its lines."""

    name: Word | None
    text: Text | None
    body: Body


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choose(Node):
    """`[who] choose NAME ["question"] from A [to B] [if C]`; of `from A, B, C` the first is `low`, the others are `also`."""

    who: Expr | None
    name: Word
    text: Text | None
    low: Expr
    high: Expr | None
    condition: Expr | None
    also: tuple[Expr, ...] = ()


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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AtMost(Node):
    """`limit N per turn [per group]` in a body: what follows it is done at most so often"""

    count: Expr
    period: Word
    per: Word | None


Line = (
    Do
    | Becomes
    | Let
    | If
    | Repeat
    | Again
    | Times
    | Each
    | TakeTurns
    | AllAtOnce
    | May
    | Must
    | Either
    | Choose
    | Until
    | Simple
    | Say
    | AtMost
)
Body = tuple[Line, ...]


# --------------------------------------------------------------------------------------------------- events and headers
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EventItem(Node):
    """One place of an event: alternatives (usually one), or a number."""

    options: tuple[Path, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Event(Node):
    """`player pays toll to receiver`; for `player's held becomes yes`, `becomes` holds target and value (a number as a word)."""

    items: tuple[EventItem, ...]
    preps: tuple[tuple[str, EventItem], ...]
    becomes: tuple[Path, Path] | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Hook(Node):
    """when is before, when or instead_of; `name` is that by which a layer above may replace or remove it."""

    when: str
    event: Event
    condition: Expr | None
    body: Body
    name: Word | None = None


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
