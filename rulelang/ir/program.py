"""`Program`: everything that is needed to play an edition, without its source.

A Program is plain data: tables of entities and texts, a layout of state slots, and functions made of flat typed ops. Every value
in a game is a whole number of 64 bits, or a set of entities as a bit set (bit i = entity i of its domain):

- money, counts, yes/no (1/0), steps, rounds: the number itself
- an entity (player, thing, group, card, deck, piece, space …): its index in its domain; nobody and nothing: -1
- a holder: players 0…P-1 (P = most players the edition allows), the bank P, pots P+1…
- a set: bits over its domain

Operands. An op's `args` are whole numbers whose meaning is declared by the op's row in `rulelang/ir/ops.py`. An *operand* is a
register if it is >= 0, else the constant `program.constants[~operand]`. Registers of a call are numbered from 0: parameters first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Domain:
    """A class of entities. `names` are ids, `titles` what people read; both in index order."""

    name: str
    names: tuple[str, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A region of the state: one value, or an array over one or two domains, stored row by row from `base`.

    `domains` names what indexes it (empty for one value). A domain named `#n` is the numbers 0…n-1. `type` is a type name
    (money, count, yes/no, player, thing, set of cards …); `initial` is one value for all or one for each element. `public` slots are
    the author's own state (`each player has`, `state`): their changes are events; the others are the machine's.
    """

    name: str
    type: str
    domains: tuple[str, ...]
    base: int
    size: int
    initial: tuple[int, ...]
    low: int
    high: int
    public: bool
    title: str


@dataclass(frozen=True, slots=True)
class Table:
    """Constants over one or two dimensions: a column of the board, amounts by step. `sizes` are (n,) or (n, m)."""

    name: str
    sizes: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an op comes from: the rule it stands in, file and line, and the overrides on the way (lowest first), as text."""

    rule: str
    file: str
    line: int
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Op:
    """One instruction. `out` is the register that takes the result, -1 if none; `code` names a row of `ops.OPS`."""

    code: str
    out: int
    args: tuple[int, ...]
    origin: int


@dataclass(frozen=True, slots=True)
class Function:
    """A rule, handler, card, action, worked-out value, need or strategy line.

    `parameters` are (name, type) for registers 0…; with `actor`, register 0 is the player on whose behalf the lines run: when he has
    left the game, the call ends. `pure` functions draw no chance, ask nothing, change nothing. `results` is how many values return.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    registers: int
    results: int
    pure: bool
    actor: bool
    code: tuple[Op, ...]
    origin: int


@dataclass(frozen=True, slots=True)
class Case:
    """Text of one case of a worked-out value, for `--why`: its expression, its condition, and where it stands."""

    function: int
    expression: str
    condition: str
    origin: int


@dataclass(frozen=True, slots=True)
class Message:
    """A text with placeholders. `parts` alternates literal text and (function, type) of a pure function with the context's
    parameters; rendered by the front end in the locale's words for the type. A `bundle` is as many numbers as the program has components
    (`text_width`), any other value is one. `text` is the whole as it stands in the source: a translation is found by it."""

    literals: tuple[str, ...]
    values: tuple[tuple[int, str], ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A named decision. kind: yes, option, member, number, goods.

    `options` are the names of the alternatives (option); `domain` is the domain of the members (member), a type name (number), or
    `card` (yes) where the question is whether to play a card kept: the title is then the card's.
    `context` are the (name, type) of the values that are handed to whoever decides, in the order of the op's last operands.
    `title` is the question (of a kept card: the card's) and `ways` what each alternative reads like; their functions take who is
    asked, then the context. `echoed`: a yes is at once followed by an event that says what is done.
    """

    name: str
    kind: str
    options: tuple[str, ...]
    domain: str
    context: tuple[tuple[str, str], ...]
    title: Message
    ways: tuple[Message, ...]
    echoed: bool

    @property
    def word(self) -> str:
        """What strategies and tests call it: several decisions may go by one word, told apart by what follows it in the name."""
        return self.name.partition(" (")[0]


@dataclass(frozen=True, slots=True)
class Need:
    """A condition of an action, tested as soon as the first `depth` parameters are known. `function` takes the player and those
    parameters; `reason` is shown when it does not hold."""

    name: str
    depth: int
    function: int
    reason: Message
    origin: int


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` (an operand-free pure function of no parameters) times per `period` (turn, round, game), counted in `slot`,
    indexed by player and, if `per` >= 0, by what the pure function `per` makes of player and parameters (a group, say; -1:
    the limit does not hold for these)."""

    count: int
    period: str
    slot: int
    per: int


@dataclass(frozen=True, slots=True)
class Action:
    """What a player may do in a moment.

    `parameters` are (name, type, domain, candidates): candidates is a pure function of the player and the parameters before it that
    returns the set to try. `function` performs it: player, then parameters. `cost` is a pure function of player and parameters:
    what the action's own payments take from the player (being able to pay is a need as well; -1 when it pays nothing).
    `offered` actions are performed by rules only (`player may buy deed`), never listed in a moment.
    """

    name: str
    title: Message
    parameters: tuple[tuple[str, str, str, int], ...]
    needs: tuple[Need, ...]
    limits: tuple[Limit, ...]
    cost: int
    function: int
    offered: bool
    origin: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A point at which players may act: `actions` by index, at most `most` of them for each player."""

    name: str
    title: str
    most: int
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """One register of a bundle (what a player puts into a deal). kind: money, things, cards, pieces, promises, amount.

    money, amount: a number. things, cards, promises: a set over `domain`. pieces: a count of piece `index` (of group `sub`, if >= 0).
    promises are rows of a table of promises that he holds; a new promise is made of the components that name its fields (kinds
    amount and things): `title` is what people read.
    `allowed` is a pure function of (player) that returns what of his may be dealt in: the most money, the set, the most pieces. An amount
    that is not 0 is `least` or more. `needs` say why something may not be dealt in, the first that does not hold; their functions take
    whose goods these are and, for a set (`depth` 1), the member.
    """

    kind: str
    domain: str
    index: int
    sub: int
    allowed: int
    title: str = ""
    least: int = 0
    needs: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True)
class PromiseField:
    """`component` names it in a bundle with a new promise; -1 if no new ones are dealt in."""

    name: str
    type: str
    slot: int
    component: int


@dataclass(frozen=True, slots=True)
class Promise:
    """A kind of promise as people read it: what is decided by it stands in functions and slots. Its domain is `promise.NAME`.

    `title` has (index of the field, its type) for each value. `in_force` is the slot of the rows in use, `giver` and `holder` those of who
    keeps each and who owns it.
    """

    name: str
    title: Message
    in_force: int
    giver: int
    holder: int
    fields: tuple[PromiseField, ...]


@dataclass(frozen=True, slots=True)
class Die:
    """`faces` are numbers; a word is its index in `words` (then all faces are words or numbers mixed: `is_word` says which)."""

    name: str
    faces: tuple[int, ...]
    words: tuple[str, ...]
    is_word: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """`cards` by index; `aside`: used cards lie aside until none is left, else they go under the deck."""

    name: str
    title: str
    cards: tuple[int, ...]
    aside: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of which there is a limited number. `subs` is 1, or the number of groups if each has its own supply.

    `supply` is how many the bank has at first (-1: no limit)."""

    name: str
    title: str
    plural: str
    subs: int
    supply: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """What stands on a thing at each step. `counts[step]` is a tuple with the number of each piece (by piece index)."""

    name: str
    members: int
    steps: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """`holds` and `winners` are pure functions of no parameters; winners returns a set of players."""

    name: str
    title: str
    holds: int
    winners: int
    origin: int


@dataclass(frozen=True, slots=True)
class Measure:
    """What a report counts. kind `sums` adds payments with `purpose`; `counts` counts events marked with `mark` by the op `mark`;
    `divides` is what the first of two other measures came to by what the second did, their places being `parts`. `by` are roles (of
    payments: payer, receiver, thing, player; of two measures: what both are split by), `types` the types of their values."""

    name: str
    title: str
    kind: str
    purpose: int
    by: tuple[str, ...]
    types: tuple[str, ...]
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Strategy:
    """`plans[moment]` are the lines that are tried in that moment, in order: pure functions of the player that return (action or -1,
    parameters…, padded to the most parameters of any action with -1); the first that returns an action decides, and if that is not
    legal the player passes. `answers[decision]` is a pure function of the player and the decision's context:
    yes -> 1/0; option -> index; member -> member; number -> number; goods -> the registers of a bundle."""

    name: str
    title: str
    plans: dict[int, tuple[int, ...]]
    answers: dict[int, int]


@dataclass(frozen=True, slots=True)
class SettingValue:
    """A setting as compiled, for `show` and for the header of a transcript. `readers` are the functions in which it is read; what is laid
    out by it before the game is in none."""

    name: str
    type: str
    value: tuple[int, ...]
    text: str
    low: int | None
    high: int | None
    help: str
    chain: tuple[str, ...]
    readers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Currency:
    name: str
    symbol: str
    before: bool
    times: int


@dataclass(frozen=True, slots=True)
class Translation:
    """What an edition says, in one language: `texts` by the text in the source, `names` by the names that are shown as words because
    nothing has a title there (options, columns). Each is its forms by name: `""` the text itself, `gen`, `acc one` …; with `count`
    the value that decides and a sentence for each form by number."""

    texts: dict[str, dict[str, str]]
    names: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Program:
    """One edition with its variants and settings, compiled."""

    edition: str
    title: str
    variants: tuple[str, ...]
    players: tuple[int, int]
    currency: Currency
    rules_hash: str
    """Digest of everything that decides how a game goes (not of titles): a save names it."""
    domains: dict[str, Domain]
    """player (names p1…; titles are given by the driver), thing, group, card, deck, piece, pot, purpose, step, face, moment …"""
    spaces: int
    """Things 0…spaces-1 are the board, in order."""
    loop: bool
    kinds: dict[str, int]
    """Each kind's members, as a set of things."""
    kind_of: tuple[str, ...]
    group_of: tuple[int, ...]
    shown_by: tuple[int, ...]
    """For each thing: the piece that shows its owner, or -1."""
    constants: tuple[int, ...]
    slots: tuple[Slot, ...]
    slot_count: int
    tables: tuple[Table, ...]
    functions: tuple[Function, ...]
    origins: tuple[Origin, ...]
    dice: tuple[tuple[int, int], ...]
    """Sets of dice that are rolled together, by index: (count, die)."""
    dies: tuple[Die, ...]
    decks: tuple[Deck, ...]
    pieces: tuple[Piece, ...]
    ladders: tuple[Ladder, ...]
    components: tuple[Component, ...]
    decisions: tuple[Decision, ...]
    moments: tuple[Moment, ...]
    actions: tuple[Action, ...]
    endings: tuple[Ending, ...]
    measures: tuple[Measure, ...]
    marks: tuple[str, ...]
    messages: tuple[Message, ...]
    """Texts of `say` lines."""
    strategies: dict[str, Strategy]
    default_strategy: str
    settings: tuple[SettingValue, ...]
    cases: tuple[Case, ...] = ()
    promises: tuple[Promise, ...] = ()
    entry: int = 0
    """The function that plays the game: no parameters."""
    texts: dict[str, str] = field(default_factory=dict)
    """Values of the type text, by `text N`."""
    locale: str = "en"
    """The language in which the edition is written."""
    locales: dict[str, Translation] = field(default_factory=dict)
    """The languages that came with it. One for its own language gives forms of its names."""
