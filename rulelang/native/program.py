"""A Program as LLVM text: the functions that are reached from the entry with the strategies at the table, and what plays a game of them.

`Native` names functions and writes them when they are first named, pure ones at once, so that whoever calls them knows whether they can
fault, others one after the other. Functions that come out alike are one.
"""

from __future__ import annotations

from rulelang.engine.tallies import Tallies
from rulelang.ir.program import Program
from rulelang.native import decide, play
from rulelang.native.block import MOST_ARGUMENTS, Block
from rulelang.native.calls import Table
from rulelang.native.emit import Body
from rulelang.native.functions import Writer
from rulelang.native.intervals import FULL
from rulelang.native.keeping import MOST, Keeping
from rulelang.native.known import Known
from rulelang.native.parts import Events, Parts
from rulelang.native.ranges import Ranges
from rulelang.native.reading import OWN, Reads
from rulelang.native.sleep import Sleep
from rulelang.native.sleepers import shape_of
from rulelang.native.splitting import Halves, split
from rulelang.native.tracked import Slopes, TrackedWriter, slopes_of

LARGE = 200
"""Lines of a function of which one is enough."""
FEW = 3
"""Results that are returned in registers."""
PLAYED = ("play", "play_many")
ODDS = '!0 = !{!"branch_weights", i32 1, i32 4000}'


def block_of(program: Program, strategies: tuple[str, ...]) -> Block:
    """The layout of the memory of a game with these strategies at the table."""
    return Block(program, shape_of(program, Reads(program), strategies).words)


class Native:
    """One program with the strategies at the table, as text. `entry` plays a game: the program's own, or one that begins where a turn
    does."""

    def __init__(
        self,
        program: Program,
        strategies: tuple[str, ...],
        events: Events = "none",
        *,
        taped: bool = False,
        entry: int | None = None,
        tallies: Tallies | None = None,
    ) -> None:
        reads = Reads(program)
        shape = shape_of(program, reads, strategies)
        self.block = Block(program, shape.words)
        self.halves: dict[int, Halves] = {}
        keeping = Keeping(program)
        if self.block.width == MOST:
            program, self.halves = split(program, lambda number: keeping.by_member(number) is not None)
            keeping.now(program)
            reads = Reads(program)
        self.program = program
        self.table = Table(program, strategies)
        self.entry = program.entry if entry is None else entry
        ranges = Ranges(self.table, self.block.width)
        arguments = program.functions[self.entry].parameters
        if len(arguments) > MOST_ARGUMENTS:
            raise ValueError(f"{program.functions[self.entry].name} takes {len(arguments)} values; an entry takes {MOST_ARGUMENTS}")
        ranges.survey([(self.entry, [FULL] * len(arguments))])
        self.parts = Parts(self.table, ranges, self.block, events, taped, tallies)
        self.sleep = Sleep(self.parts, self.table, self.block, shape, reads)
        self.parts.wakes = self.sleep.wake
        self.known = Known(self, keeping, frozenset(halves.first for halves in self.halves.values()))
        self._tracked_names: dict[tuple[int, frozenset[int], Slopes], str] = {}
        self._tracked_results: dict[tuple[int, frozenset[int], Slopes], Slopes] = {}
        self._pure_names: dict[int, str] = {}
        self._noting: dict[int, str] = {}
        self._faultless: dict[int, bool] = {}
        self._named: set[int] = set()
        self._waiting: list[int] = []
        for moment in sorted({op.args[0] for number in ranges.reached for op in program.functions[number].code if op.code == "act"}):
            decide.plan(self.parts, self, moment)  # before all that calls the same functions without looking at a line (see `pure`)
        play.write(self)
        while self._waiting:
            number = self._waiting.pop()
            self.parts.module.define(Writer(self, number).write(), unique=True)
        decide.write_links(self.parts)

    def text(self) -> str:
        """All of it."""
        return self.parts.module.text(list(self.parts.module.functions), ODDS)

    def texts(self) -> tuple[str, str]:
        """The rules, and what decides for the players, each to be compiled by itself; what both call is in both."""
        module = self.parts.module
        return module.text(module.reached(PLAYED), ODDS, brief=True), module.text(module.reached(("links",)), ODDS)

    # ----------------------------------------------------------------------------------------------------------- types
    def parameter_types(self, number: int) -> list[str]:
        count = len(self.program.functions[number].parameters)
        return [self.parts.module.set if self.parts.kinds.is_set(number, register) else "i64" for register in range(count)]

    def result_types(self, number: int) -> list[str]:
        count = self.program.functions[number].results
        return [self.parts.module.set if self.parts.kinds.result_is_set(number, place) else "i64" for place in range(count)]

    def by_memory(self, number: int) -> bool:
        """Whether results are written where a last parameter says: more than a few do not fit into registers, and LLVM's own way round that
        went wrong for eleven of them."""
        return self.program.functions[number].results > FEW

    def return_type(self, number: int) -> str:
        types = [] if self.by_memory(number) else self.result_types(number)
        if not self.program.functions[number].pure:
            types = ["i32", *types]
        match types:
            case []:
                return "void"
            case [one]:
                return one
            case _:
                return "{ " + ", ".join(types) + " }"

    # ----------------------------------------------------------------------------------------------------------- calls
    def name(self, number: int) -> str:
        """Of a function that is not pure; it is written later."""
        if number not in self._named:
            self._named.add(number)
            self._waiting.append(number)
        return f"f{number}"

    def pure(self, body: Body, number: int, given: list[str], sure: bool = False) -> list[str]:
        """Calls a pure function; its results. Of a large one that also notes what it reads there need be no other: whoever is not looking
        at a line of a plan pays no heed to the notes. `sure`: if it is kept, what it is given is inside (see `known`)."""
        if (noting := self._noting.get(number)) is not None:
            return self._results(body, number, noting, given)
        name = self.raw(number)
        if number in self.known.kept:
            name = self.known.look_up(number, name, sure)
        return self._results(body, number, name, given)

    def raw(self, number: int) -> str:
        """The name of a pure function that works its values out."""
        if number not in self._pure_names:
            self._pure_names[number] = self.parts.module.define(Writer(self, number).write())
        return self._pure_names[number]

    def faultless(self, number: int) -> bool:
        """Whether a pure function cannot fault."""
        if number not in self._faultless:
            self._faultless[number] = "fault" not in self.parts.module.reached((self.raw(number),))
        return self._faultless[number]

    def _results(self, body: Body, number: int, name: str, given: list[str]) -> list[str]:
        return self.outcome(body, number, name, given)[1]

    def outcome(self, body: Body, number: int, name: str, given: list[str]) -> tuple[str, list[str]]:
        """Calls a function: how it ended ("" if it is pure), and its results."""
        results = self.result_types(number)
        type_ = self.return_type(number)
        pure = self.program.functions[number].pure
        if self.by_memory(number):
            room = body.local(f"[{len(results)} x {self.parts.module.set}]")
            value = body.call(type_, name, *given, f"ptr {room}")
            places = [body.let(f"getelementptr inbounds {self.parts.module.set}, ptr {room}, i64 {place}") for place in range(len(results))]
            return value, [body.load(address, result) for address, result in zip(places, results, strict=True)]
        value = body.call(type_, name, *given)
        if pure and len(results) <= 1:
            return "", [value] if results else []
        if not results:
            return value, []
        fields = [body.let(f"extractvalue {type_} {value}, {place}") for place in range(len(results) + (not pure))]
        return ("", fields) if pure else (fields[0], fields[1:])

    # --------------------------------------------------------------------------------------------------------- tracking
    def _on_money(self, number: int, own: frozenset[int], given: Slopes) -> bool:
        """Whether what a function does can depend on the player's money."""
        return any(given) or (self.parts.slots["money"], OWN) in self.sleep.reads.of(number, own)

    def tracked_results(self, number: int, own: frozenset[int], given: Slopes) -> Slopes:
        """How the results of a function change with the player's money."""
        if not self._on_money(number, own, given):
            return (0,) * self.program.functions[number].results
        key = (number, own, given)
        if key not in self._tracked_results:
            self._tracked_results[key] = slopes_of(self, number, own, given)[1]
        return self._tracked_results[key]

    def tracked(
        self, body: Body, number: int, own: frozenset[int], slopes: Slopes, given: list[str], read: str, sure: bool = False
    ) -> list[str]:
        """Calls a pure function so that it notes for which money of its player it would have gone the same way. What it reads is
        noted too: at the address `read` by who calls, or by itself. A line notes it as it goes: what it reads hangs on what it finds."""
        if number not in self.sleep.bits and not self._on_money(number, own, slopes):
            self.sleep.reading(body, self.sleep.reads.of(number, own), read)
            return self.pure(body, number, given, sure)
        key = (number, own, slopes)
        if key not in self._tracked_names:
            writer = TrackedWriter(self, number, own, slopes, f"t{number}_{len(self._tracked_names)}")
            self._tracked_names[key] = ""
            written = writer.write()
            self._tracked_names[key] = self.parts.module.define(written)
            if len(written.lines) > LARGE and not any(slopes) and number not in self._pure_names and number not in self.known.kept:
                self._noting[number] = self._tracked_names[key]
        return self._results(body, number, self._tracked_names[key], given)
