"""Tallies: what is counted of a game, as rows over its events. The one definition for the engine and for machine code.

A tally is a flat list of whole numbers, its cells. A `Count` adds to one of its cells where an event of its kind happens; which one is
said by its axes, each a value of the event. Beside these, cells count how often rules, cards and actions began, and what the holders had
and who was ahead at the beginning of some rounds; one says who had the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod

from rulelang.engine.events import EVENTS, Kind, Row
from rulelang.engine.layout import Layout
from rulelang.ir.layout import count as members
from rulelang.ir.layout import domain_size
from rulelang.ir.program import Measure, Program
from rulelang.ir.reading import WRITTEN, parts_of_settings

ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 100, 120, 150, 200, 250, 300, 400, 500, 700, 1000)
"""The rounds at whose beginning the money of all holders is noted."""
NUMBERS = 32
"""What is counted by a plain number has so many cells; the last is for that and all above it, the first for 0 and below."""
MOST_CELLS = 60_000
"""Of one count. One that would need more is not split by its last roles."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The value at a place of an event, as a number from 0 to size - 1 after `low` is taken away. Where it is not there, the value at
    `otherwise` stands in, if there is one; else nothing is counted, unless numbers are `clipped` to the ends."""

    role: str
    type: str
    place: int
    low: int
    size: int
    otherwise: int = -1
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """The value at a place must be from low to high; `outside`: must not."""

    place: int
    low: int
    high: int
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """`adds`: the place of the value that is added, -1: 1 is. `base`: where its cells begin; they lie in the order of the axes, the last
    running fastest."""

    name: str
    kind: Kind
    axes: tuple[Axis, ...]
    adds: int = -1
    only: tuple[Bound, ...] = ()
    base: int = 0

    @property
    def size(self) -> int:
        return prod(axis.size for axis in self.axes)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.size for axis in self.axes)


class Tallies:
    """What is counted for a program: `counts`, `calls` (for each function that is counted, its cell), and where the rest lies. `size` is
    that of a game's tally."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self.counts: dict[str, Count] = {}
        self.size = 0
        for declared in _counts(program, self.layout):
            whole = replace(declared, axes=_fitting(declared.axes))
            for count in (whole, *_margins(whole)):
                self.counts[count.name] = replace(count, base=self.size)
                self.size += count.size
        self.rules = tuple(called(program))
        """The functions that authors know by name."""
        self.settings = parts_of_settings(program)
        self.calls: dict[int, int] = {}
        for number in sorted({*self.rules, *(number for part in self.settings.values() for number in part.functions)}):
            self.calls[number] = self.size
            self.size += 1
        self.guards = {number: guards(program, number) for number in self.calls}
        """For each function that is counted, the returns that take the count back."""
        self.leading = self.size
        """Who is ahead + 1, 0: nobody yet."""
        self.changes = self.size + 1
        """How often somebody else came to be ahead."""
        self.first = self.size + 2
        """Who had the first turn + 1, 0: nobody."""
        self.reached = self.size + 3
        """For each of ROUNDS, 1 if the game came there."""
        self.money = self.reached + len(ROUNDS)
        """For each of ROUNDS, what each holder had."""
        self.size = self.money + len(ROUNDS) * self.layout.holders

    def margin(self, name: str, *roles: str) -> Count:
        """A count, split by these of its roles only; by none: all that it has counted."""
        found = self.split(name, *roles)
        assert found is not None, f"{name} is not split by {roles}"
        return found

    def split(self, name: str, *roles: str) -> Count | None:
        """The same; None if it is not counted so."""
        count = self.counts[name]
        same = tuple(axis.role for axis in count.axes) == roles
        return count if same else self.counts.get(_margin_name(name, roles))

    def of_kind(self, kind: Kind) -> list[Count]:
        return [count for count in self.counts.values() if count.kind == kind]


def _counts(program: Program, layout: Layout) -> Iterator[Count]:
    def axis(kind: Kind, field: str, *, low: int = 0) -> Axis:
        fields = EVENTS[kind].fields
        place = next(place for place, (name, _) in enumerate(fields) if name == field)
        size = _members(program, fields[place][1])
        return Axis(field, fields[place][1], place, low, size - low)

    players = layout.players - 1
    purpose = axis(Kind.PAY, "purpose", low=-1)
    yield Count("turns", Kind.TURN, (axis(Kind.TURN, "player"),))
    yield Count("throws", Kind.ROLL, (axis(Kind.ROLL, "player", low=-1),))
    yield Count("landings", Kind.MOVE, (axis(Kind.MOVE, "to"),), only=(Bound(1, 0, program.spaces),))
    yield Count("payments", Kind.PAY, (purpose,), only=(Bound(2, 1, 2**62),))
    yield Count("paid", Kind.PAY, (purpose, axis(Kind.PAY, "payer")), adds=2)
    yield Count("received", Kind.PAY, (purpose, axis(Kind.PAY, "receiver")), adds=2)
    yield Count("money for", Kind.PAY, (purpose, axis(Kind.PAY, "thing", low=-1)), adds=2)
    passing = (Bound(1, 0, players, outside=True), Bound(2, 0, players))
    yield Count("purchases", Kind.OWN, (axis(Kind.OWN, "thing"),), only=passing)
    yield Count("buyers", Kind.OWN, (replace(axis(Kind.OWN, "to"), type="player", size=layout.players),), only=passing)
    yield Count("cards", Kind.DRAW, (axis(Kind.DRAW, "card"),))
    yield Count("actions", Kind.ACT, (axis(Kind.ACT, "action"), axis(Kind.ACT, "player")))
    yield Count("decisions", Kind.DECIDE, (axis(Kind.DECIDE, "decision"),))
    yield Count("leavers", Kind.OUT, (axis(Kind.OUT, "player"),))
    for measure in program.measures:
        if measure.kind != "divides":
            yield _measure(program, measure, layout.players)


def _measure(program: Program, measure: Measure, players: int) -> Count:
    name = f"measure {measure.name}"
    if measure.kind == "sums":
        places = {"payer": 0, "receiver": 1, "player": 0, "thing": 4}
        axes = []
        for role, type_ in zip(measure.by, measure.types, strict=True):
            if role == "player":
                axes.append(Axis(role, type_, 0, 0, players, otherwise=1))
            else:
                low = -1 if role == "thing" else 0
                axes.append(Axis(role, type_, places[role], low, _members(program, type_) - low))
        return Count(name, Kind.PAY, tuple(axes), adds=2, only=(Bound(3, measure.purpose, measure.purpose),))
    mark = program.marks.index(measure.name) if measure.name in program.marks else -1
    found = []
    for place, (role, type_) in enumerate(zip(measure.by, measure.types, strict=True), 1):
        size = _members(program, type_)
        if size:
            found.append(Axis(role, type_, place, -1, size + 1))
        elif type_ == "yes/no":
            found.append(Axis(role, type_, place, 0, 2))
        elif not type_.startswith("set of ") and type_ != "text":
            found.append(Axis(role, type_, place, 0, NUMBERS, clipped=True))
    return Count(name, Kind.MARK, tuple(found), only=(Bound(0, mark, mark),))


def _margin_name(name: str, roles: Sequence[str]) -> str:
    return f"{name} by {' and '.join(roles) or 'nothing'}"


def _margins(count: Count) -> Iterator[Count]:
    """What is split by several roles once more by each of them alone, and all of it together: sums over cells have no spread of their own
    that could be worked out from those of the cells."""
    single = [(axis,) for axis in count.axes] if len(count.axes) > 1 else []
    for axes in [*single, ()] if count.axes else []:
        away = [axis for axis in count.axes if axis not in axes and axis.otherwise < 0 and not axis.clipped]
        bounds = (Bound(axis.place, axis.low, axis.low + axis.size - 1) for axis in away)
        yield replace(count, name=_margin_name(count.name, [axis.role for axis in axes]), axes=axes, only=(*count.only, *bounds))


def _fitting(axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    while prod(axis.size for axis in axes) > MOST_CELLS:
        axes = axes[:-1]
    return axes


def _members(program: Program, type_: str) -> int:
    """How many values a type has that stand for entities; 0 for plain numbers."""
    match type_:
        case "action":
            return len(program.actions)
        case "decision":
            return len(program.decisions)
        case "space":
            return program.spaces
        case "step":
            return max((len(ladder.counts) for ladder in program.ladders), default=0)
    if type_ in program.kinds:
        return members(program, "thing")
    return domain_size(program, type_) or 0


def called(program: Program) -> Iterator[int]:
    """The functions whose calls are counted: what an author wrote as a rule, a hook, a card or an action, and that does something."""
    for number, function in enumerate(program.functions):
        if function.pure or function.origin < 0 or function.name.split(" ", 1)[0] not in WRITTEN:
            continue
        rule = program.origins[function.origin].rule
        written = rule if not rule.endswith(")") else rule.rpartition(" (")[0]
        if function.name in (rule, written) or function.name.startswith("card "):
            yield number


_PREPARING = frozenset(
    (
        *("load", "table", "move", "has", "size", "first", "with", "without", "meet", "join", "less", "eq", "ne", "lt", "le", "gt", "ge"),
        *("not", "add", "sub", "mul", "min", "max", "div_down", "div_up", "div_near", "reach", "ask_yes"),
    )
)
"""Ops that change nothing."""


def guards(program: Program, number: int) -> frozenset[int]:
    """Where a function returns because its condition is not met or its card is not played: returns that stand alone under an `if` before
    anything is done."""
    code = program.functions[number].code
    found: set[int] = set()
    place = 0
    while place < len(code):
        op = code[place]
        if op.code == "if" and [other.code for other in code[place + 1 : place + 3]] == ["return", "end"]:
            found.add(place + 1)
            place += 3
        elif op.code in _PREPARING or (op.code == "call" and program.functions[op.args[0]].pure):
            place += 1
        else:
            break
    return frozenset(found)


class CallCounts:
    """How often each function was called that is counted and whose condition was met."""

    def __init__(self, tallies: Tallies) -> None:
        self.counts = dict.fromkeys(tallies.calls, 0)
        self._guards = tallies.guards

    def begins(self, function: int) -> None:
        if function in self.counts:
            self.counts[function] += 1

    def returns(self, function: int, place: int) -> None:
        if place in self._guards.get(function, ()):
            self.counts[function] -= 1


class Tally:
    """The tally of one game of the engine: a sink for its rows. `slots` is the game's state, `calls` what the machine tells of calls."""

    def __init__(self, tallies: Tallies, slots: Sequence[int]) -> None:
        self.tallies = tallies
        self.slots = slots
        self.cells = [0] * tallies.size
        self.calls = CallCounts(tallies)
        self._by_kind = {kind: tallies.of_kind(kind) for kind in Kind}

    def append(self, row: Row) -> None:
        values = row[2:]
        for count in self._by_kind[Kind(row[0])]:
            place = _cell(count, values)
            if place >= 0:
                self.cells[place] += 1 if count.adds < 0 else values[count.adds]
        if row[0] == Kind.ROUND:
            self._round(values[0])
        elif row[0] == Kind.TURN and not self.cells[self.tallies.first]:
            self.cells[self.tallies.first] = values[0] + 1

    def finished(self) -> list[int]:
        """The cells of a game that is over, or has stopped."""
        for function, cell in self.tallies.calls.items():
            self.cells[cell] = self.calls.counts[function]
        return self.cells

    def _round(self, number: int) -> None:
        tallies, cells = self.tallies, self.cells
        layout = tallies.layout
        money = self.slots[layout.money : layout.money + layout.holders]
        if number in ROUNDS:
            index = ROUNDS.index(number)
            cells[tallies.reached + index] = 1
            first = tallies.money + index * layout.holders
            cells[first : first + layout.holders] = money
        inside = [player for player in range(layout.players) if self.slots[layout.in_game] >> player & 1]
        most = max((money[player] for player in inside), default=0)
        ahead = [player for player in inside if money[player] == most]
        if len(ahead) == 1 and cells[tallies.leading] != ahead[0] + 1:
            cells[tallies.changes] += cells[tallies.leading] != 0
            cells[tallies.leading] = ahead[0] + 1


def _cell(count: Count, values: Sequence[int]) -> int:
    """The cell to which an event adds, -1 if it is not counted."""
    for bound in count.only:
        if (bound.low <= values[bound.place] <= bound.high) == bound.outside:
            return -1
    index = 0
    for axis in count.axes:
        at = values[axis.place] - axis.low
        if axis.otherwise >= 0 and not 0 <= at < axis.size:
            at = values[axis.otherwise] - axis.low
        if axis.clipped:
            at = min(max(at, 0), axis.size - 1)
        if not 0 <= at < axis.size:
            return -1
        index = index * axis.size + at
    return count.base + index
