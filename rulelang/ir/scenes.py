"""Tests and positions as data: what is set up, what is done, what must then hold, as functions of one Program and names.

The front end makes a `Stage` of a text (`lower/scenes`); the runner plays it (`trial`). A stage's Program is that of the edition with
further functions behind its own, so that a state of the one is a state of the other. People are ann, bob, cat … by their seats.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.ir.program import Program

PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
"""The names of the players in tests and positions, by seat."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file, and how it reads there."""

    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A value that a test names: `function` is pure and takes nothing, `type` is the type of what it returns.

    The type `standing` is a step of the ladder of the thing `thing`.
    """

    type: str
    function: int
    thing: int = -1


@dataclass(frozen=True, slots=True)
class Given:
    """A fact that is set up: `function` does it. With `within`, it takes one number from so much to so much, which chance draws."""

    place: Place
    function: int
    within: tuple[int, int] | None = None


# ------------------------------------------------------------------------------------------------------------------ steps
@dataclass(frozen=True, slots=True)
class Throw:
    """`ann rolls 5 red`: her next throw; where nothing is going on, `turn` is her whole turn, which begins."""

    faces: tuple[int | str, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """`ann draws CARD`: the next card; where nothing is going on, she draws. `cards` are the copies of the card as (deck, card, function
    in which she draws from that deck)."""

    cards: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Picking:
    """`chance picks X`: what chance picks next."""

    part: Part


@dataclass(frozen=True, slots=True)
class Declining:
    """`ann declines`: no to what she is asked."""


@dataclass(frozen=True, slots=True)
class Saying:
    """`ann buys`, `bob raises to 10`, `bob accepts`: the name of a question or of an option, and what she then chooses."""

    words: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Choosing:
    """`ann chooses …`: an option by its `word`, a number, a member, or a bundle of `parts`."""

    word: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Adding:
    """`ann promises loan 110 3`, `ann adds 2 PIECE`: what of hers goes into the bundle that is then chosen, as (component, value)."""

    parts: tuple[tuple[int, Part], ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """`ann builds on X`: an action; `function` performs it where nothing is going on."""

    action: int
    parts: tuple[Part, ...]
    function: int


@dataclass(frozen=True, slots=True)
class Doing:
    """A rule by its header, a verb of the machine, a landing, a debt: `function` does it."""

    function: int


@dataclass(frozen=True, slots=True)
class Beginning:
    """`game begins`: the game's own rule, from its first line."""


Reading = Throw | Drawing | Picking | Declining | Saying | Choosing | Adding | Acting | Doing | Beginning


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that somebody does (-1: nobody in particular), with all that it can be taken for."""

    place: Place
    who: int
    readings: tuple[Reading, ...]


# ----------------------------------------------------------------------------------------------------------------- checks
@dataclass(frozen=True, slots=True)
class Holds:
    """`function` is pure and returns 1 or 0; `got` is what to show if it is not as it is `wanted`."""

    function: int
    wanted: bool = True
    got: Part | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """Such a payment has happened. `purpose` is an index, -1 for any."""

    payer: Part
    receiver: Part
    amount: Part
    purpose: int = -1
    thing: Part | None = None


@dataclass(frozen=True, slots=True)
class Legal:
    """Whether somebody can do an action (with any parameters if there are no `parts`); if not, `because` names the need that he is told."""

    who: int
    action: int
    parts: tuple[Part, ...] | None
    wanted: bool
    because: str = ""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over and, if `winner` is a player, he is among the winners."""

    winner: int = -1
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """The game has come to rest because it waits for somebody: `word` is roll, draw, choose, act, or the name of a question or option."""

    who: int
    word: str


@dataclass(frozen=True, slots=True)
class Choosable:
    """Whether somebody who is asked for a number, a member, a bundle or a way may choose this."""

    who: int
    choosing: Choosing
    wanted: bool


@dataclass(frozen=True, slots=True)
class Check:
    place: Place
    what: Holds | Paid | Legal | Over | Asked | Choosable


# ----------------------------------------------------------------------------------------------------------------- scenes
@dataclass(frozen=True, slots=True)
class Act:
    """Steps, and what holds after them."""

    steps: tuple[Step, ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A test. `prepare` makes the table ready as the game's rule does, without what chance and players decide."""

    place: Place
    title: str
    players: int
    prepare: int
    given: tuple[Given, ...]
    acts: tuple[Act, ...]
    follows: tuple[tuple[int, str], ...] = ()
    """(player, strategy): who decides by a strategy what the steps leave open."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A position: a game that begins at the turn of player `first`."""

    place: Place
    name: str
    title: str
    players: int
    prepare: int
    given: tuple[Given, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Stage:
    """Tests and positions of one edition with its variants. `turns` is the function of `program` that plays on from a turn: it takes the
    player, then as many further values as it has parameters, all of them 0."""

    program: Program
    trials: tuple[Trial, ...]
    openings: tuple[Opening, ...]
    turns: int
