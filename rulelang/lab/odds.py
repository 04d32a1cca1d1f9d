"""`odds`: where tokens are, exactly, and what follows from that for money.

The rules that decide where a token goes are sliced out of the Program (`slicing`), run by the engine into a Markov chain (`chain`) and
solved (`solving`). One player alone, all payments met, endings left out; what the rules ask is answered by a named strategy, which
also says which actions are taken. The unit is the throw: shares of throws after which a token rests on a space, and money a throw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulelang.engine.layout import first_values
from rulelang.ir.program import Origin, Program, Strategy
from rulelang.lab.chain import MOST_STATES, Explorer
from rulelang.lab.cutting import cut
from rulelang.lab.folding import folded
from rulelang.lab.observing import answerable_endings, observable
from rulelang.lab.slicing import Slice, Slicer
from rulelang.lab.solving import long_run
from rulelang.lab.untold import Untold, untold
from rulelang.lab.visits import Visits

TANGLED = ("money", "owner", "holdings", "stepno", "debt", "creditor", "turns", "round", "piece.")
"""Slots that would make the slice the whole game, or its states endless; a name that ends in a point stands for all that begin so."""


class NothingThrown(Exception):
    """No dice move a token."""


class NeverOver(Exception):
    """What follows a throw leads back to itself whatever chance says: no other throw comes."""


class Tangled(Exception):
    """Where tokens go depends on more than where they are. `reads` are (what is read, where) of the lines that say so."""

    def __init__(self, reads: list[tuple[str, Origin]]) -> None:
        super().__init__(f"{len(reads)} lines read more than where tokens are")
        self.reads = reads


@dataclass(frozen=True, slots=True)
class Rest:
    """A place where tokens rest: a space, and the player's own yes/no state there (titles; empty: none of it holds)."""

    space: int
    state: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Income:
    """A group in one player's hands: what another's throw brings on the average, what it cost, and in how many throws of others that
    is back (None: never, or no action gets it)."""

    group: int
    step: str
    a_throw: float
    cost: int | None

    @property
    def throws_to_earn_back(self) -> float | None:
        return self.cost / self.a_throw if self.cost is not None and self.a_throw > 0 else None


@dataclass(slots=True)
class Odds:
    """`states` and `ways` are the size of the chain. All rates are per throw. `ends`: games end, and a new one begins at once; so many
    `games` a throw. A rate of `gains`, `costs` or `marks` of which `untold` names a part is a lower bound."""

    strategy: str
    replaced: bool
    states: int
    ways: int
    ends: bool
    rests: list[Rest] = field(default_factory=list)
    landings: dict[int, float] = field(default_factory=dict)
    groups: dict[int, float] = field(default_factory=dict)
    turns: float = 0.0
    laps: float = 0.0
    games: float = 0.0
    gains: dict[int, float] = field(default_factory=dict)
    costs: dict[int, float] = field(default_factory=dict)
    marks: dict[int, float] = field(default_factory=dict)
    untold: Untold = field(default_factory=Untold)
    incomes: list[Income] = field(default_factory=list)


def odds(
    whole: Program, strategy: str, *, replaced: bool = True, most: int = MOST_STATES, tell: Callable[[int], None] = lambda states: None
) -> Odds:
    """The odds of one program for a player with that strategy ("": who passes, and answers no). `replaced`: a card drawn goes back among
    the others at once. `most`, `tell`: as in `Explorer.explore`.

    Raises: Tangled if tokens depend on money or owners, NothingThrown, NeverOver, TooManyStates, NoChance, NotSettled; Fault if a rule
    cannot go on.
    """
    program = folded(whole)
    chosen = program.strategies[strategy] if strategy else Strategy("", "", {}, {})
    slicer = Slicer(program, chosen, replaced)
    base = slicer.slice()
    if tangled := _tangled(program, base):
        if strategy and not _tangled(program, Slicer(program, Strategy("", "", {}, {}), replaced).slice()):
            tangled = [read for read in tangled if read[1].rule.startswith("strategy ")] or tangled
        raise Tangled(tangled)
    first = first_values(program)
    first[next(slot.base for slot in program.slots if slot.name == "in_game")] = 1
    endings = answerable_endings(slicer, base, first)
    if endings:
        slicer = Slicer(program, chosen, replaced, endings)
        base = slicer.slice()
    observed = observable(slicer, base)
    sliced = slicer.slice(observed.ops, observed.among)
    order = {number: sorted(kept) for number, kept in sliced.kept.items()}
    dice = frozenset(
        program.functions[number].code[index].args[0]
        for number, kept in sliced.kept.items()
        for index in kept
        if program.functions[number].code[index].code == "roll"
    )
    if not dice:
        raise NothingThrown
    flagged = [
        slot
        for index, slot in enumerate(program.slots)
        if sliced.slots >> index & 1 and slot.public and slot.domains == ("player",) and slot.type == "yes/no"
    ]
    explorer = Explorer(
        cut(sliced, chosen, endings),
        lambda number, pc: sliced.live[number][order[number][pc]],
        tuple(slot.base for slot in flagged),
        dice,
        replaced,
    )
    chain = explorer.explore(most, tell)
    happened, ends = long_run(chain)
    throws = sum(count for (what, _, _), count in happened.items() if what == "roll")
    if not throws:
        raise NeverOver
    found = Odds(strategy, replaced, len(chain.ways), sum(len(ways) for ways in chain.ways), ends)
    found.untold = untold(slicer, base, sliced)
    came: dict[int, dict[int, float]] = {}
    for (what, one, two), count in sorted(happened.items()):
        rate = count / throws
        match what:
            case "stop":
                found.rests.append(Rest(one, tuple(slot.title or slot.name for at, slot in enumerate(flagged) if two >> at & 1), rate))
                group = program.group_of[one] if one >= 0 else -1
                if group >= 0:
                    found.groups[group] = found.groups.get(group, 0.0) + rate
            case "by":
                came.setdefault(one, {})[two] = rate
            case "land":
                found.landings[one] = rate
            case "turn":
                found.turns = rate
            case "lap":
                found.laps = rate
            case "over":
                found.games = rate
            case "gain" if rate:
                found.gains[one] = rate
            case "cost" if rate:
                found.costs[one] = rate
            case "mark" if rate:
                found.marks[one] = rate
    for holding in Visits(whole).holdings({space: list(by) for space, by in came.items()}):
        a_throw = sum(
            came.get(thing, {}).get(total, 0.0) * float(amount) for thing, by in holding.income.items() for total, amount in by.items()
        )
        found.incomes.append(Income(holding.group, holding.step, a_throw, holding.cost))
    return found


def _tangled(program: Program, base: Slice) -> list[tuple[str, Origin]]:
    """What the slice reads that makes it too much, and where."""
    names = {
        index: slot.name
        for index, slot in enumerate(program.slots)
        if any(slot.name == name or (name.endswith(".") and slot.name.startswith(name)) for name in TANGLED)
    }
    reads = [(names[op.args[0]], program.origins[op.origin]) for op in base.loads() if op.args[0] in names]
    return list(dict.fromkeys(read for read in reads if read[1].line > 0))
