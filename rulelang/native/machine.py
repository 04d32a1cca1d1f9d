"""`Machine`: a Program as machine code for the strategies at its table, and games of it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from struct import Struct
from typing import NamedTuple

from rulelang.engine.faults import Fault
from rulelang.ir.program import Program
from rulelang.ir.shape import most_parameters
from rulelang.native.block import Block, Word, room, signed
from rulelang.native.code import Loaded
from rulelang.native.faults import MESSAGES, reason
from rulelang.native.play import Result
from rulelang.native.ranges import slot_range
from rulelang.native.tape import Tape

Row = tuple[int, ...]
_NEVER = -1
AT_ONCE = 256
"""Games that a thread takes at a time."""
_ROW = Struct(f"{int(Result.COUNT)}q")


class Outcome(NamedTuple):
    """What became of a game. `ending`: its index, -1 if the rules ran out, None if the game is not over: then it stopped after its last
    round, or `fault` says what stopped it. `winners` is a set of players. `rolls` counts throws of any number of dice, `illegal` choices
    of strategies that were not legal, `rows` events (0 if nobody listens). `events` are the rows, if they were asked for."""

    ending: int | None
    winners: int
    fault: Fault | None
    rounds: int
    turns: int
    rolls: int
    decisions: int
    illegal: int
    rows: int
    digest: int
    events: tuple[Row, ...] = ()

    @property
    def over(self) -> bool:
        return self.ending is not None


class Machine:
    """Plays games. Threads may share it: each game has a block of its own."""

    def __init__(self, program: Program, strategies: tuple[str, ...], events: str, block: Block, code: Sequence[bytes]) -> None:
        self.program = program
        self.strategies = strategies
        self.events = events
        self.block = block
        self._code, self._deciding = Loaded(code[0]), Loaded(code[1])
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        self._play = self._code.function("play", pointer)
        self._play_many = self._code.function("play_many", pointer, pointer, number, number, number, pointer)
        linked = (ctypes.c_int64 * block.words)()
        self._deciding.function("links", pointer)(ctypes.addressof(linked))
        block.words = linked[Word.WORDS]
        self._links = linked[block.links : block.sleep]

    # ------------------------------------------------------------------------------------------------------ beginnings
    def first(
        self,
        players: int,
        seats: Sequence[str] | None = None,
        last_round: int | None = None,
        *,
        slots: Sequence[int] | None = None,
        arguments: Sequence[int] = (),
    ) -> list[int]:
        """The words of a game that begins, from the very beginning or from `slots`, the engine's flat list; `arguments` are those of the
        entry. `seats` are the strategies of the players, by default in the order in which they were
        compiled, round
        and round. ValueError for a wrong number of players a strategy that was not compiled, or values that cannot be."""
        least, most = self.program.players
        if not least <= players <= most:
            raise ValueError(f"{self.program.title} is for {least} to {most} players, not for {players}")
        named = list(seats or ())
        if seats is None and self.strategies:
            named = [self.strategies[seat % len(self.strategies)] for seat in range(players)]
        if len(named) != players and self.strategies:
            raise ValueError(f"{len(named)} strategies for {players} players")
        for name in named:
            if name not in self.strategies:
                raise ValueError(f"the strategy {name} was not compiled; these were: {', '.join(self.strategies)}")
        if slots is not None:
            self._check(slots)
        words = self.block.first(players, [self.strategies.index(name) for name in named], slots)
        words[self.block.links : self.block.sleep] = self._links
        words[Word.ARGUMENTS : Word.ARGUMENTS + len(arguments)] = arguments
        words[Word.LAST_ROUND] = _NEVER if last_round is None else last_round
        return words

    def _check(self, slots: Sequence[int]) -> None:
        """Machine code relies on the ranges of slots, so that values from outside must be in them. ValueError says which is not."""
        if len(slots) != self.program.slot_count:
            raise ValueError(f"{len(slots)} values for a state of {self.program.slot_count}")
        for slot in self.program.slots:
            low, high = slot_range(self.program, slot, self.block.width)
            for value in slots[slot.base : slot.base + slot.size]:
                if not low <= value <= high:
                    raise ValueError(f"{slot.name} cannot be {value}: it is from {low} to {high}")

    # ----------------------------------------------------------------------------------------------------------- games
    def play(
        self,
        seed: int = 0,
        game: int = 0,
        players: int = 4,
        *,
        seats: Sequence[str] | None = None,
        last_round: int | None = None,
        tape: Tape | None = None,
    ) -> Outcome:
        """Plays one game; by the tape as far as it goes, if the machine was compiled to take one."""
        words = self.first(players, seats, last_round)
        return self.play_from(words, seed, game, tape)[0]

    def tape(self) -> Tape:
        """An empty one for this program."""
        return Tape(most_parameters(self.program), self.block.set_words)

    def play_from(self, first: Sequence[int], seed: int, game: int, tape: Tape | None = None) -> tuple[Outcome, list[int]]:
        """Plays one game from the words of a block; also its words when it ended. With rows, a game with more of them than fit in the
        buffer is played once more
        with a longer one."""
        length = 1 << 16
        while True:
            words = room(self.block.words)
            words[: len(first)] = list(first)
            for place, key in enumerate(self.block.keys_of(seed, game)):
                words[self.block.keys + place] = key
            buffer = (ctypes.c_int64 * (length if self.events == "rows" else 1))()
            words[Word.BUFFER] = ctypes.addressof(buffer)
            words[Word.LENGTH] = len(buffer)
            recorded = (ctypes.c_int64 * max(1, len(tape.words) if tape else 0))(*(tape.words if tape else ()))
            words[Word.TAPE] = ctypes.addressof(recorded)
            words[Word.RECORDED] = len(tape.words) if tape else 0
            self._play(ctypes.addressof(words))
            if self.events != "rows" or words[Word.FILLED] <= length:
                break
            length = words[Word.FILLED]
        ended = list(words)
        rows = tuple(self._rows(buffer, ended[Word.FILLED])) if self.events == "rows" else ()
        values = [
            *(ended[Word[field.name]] for field in (Result.OVER, Result.WINNERS, Result.ENDING, Result.FAULT, Result.KIND)),
            ended[self.block.places[self.block.layout.round]],
            ended[self.block.places[self.block.layout.turns]],
            *(ended[Word[field.name]] for field in (Result.ROLLS, Result.DECISIONS, Result.ILLEGAL, Result.ROWS, Result.DIGEST)),
        ]
        return self._outcome(values, rows), ended

    def beginning(self, words: Sequence[int]) -> ctypes.Array[ctypes.c_int64]:
        """The words of a game that begins, as memory for `play_into`."""
        return (ctypes.c_int64 * self.block.words)(*words)

    def play_into(self, beginning: ctypes.Array[ctypes.c_int64], seed: int, first: int, games: int, results: int, tallies: int = 0) -> None:
        """Plays games with the numbers from `first` on, and writes at two addresses: for each game its `Result` words, and behind one
        another the cells of their tallies, which must be 0 before (if the machine was compiled to count). Other threads go on meanwhile;
        `beginning` must be nobody else's."""
        beginning[Word.OUTPUT] = tallies
        block = room(self.block.words)
        self._play_many(ctypes.addressof(block), ctypes.addressof(beginning), signed(seed), signed(first), games, results)

    def fault_of(self, words: Sequence[int]) -> Fault:
        """What stopped a game whose `Result` words say that something did."""
        return self._fault(words[Result.FAULT] - 2, words[Result.KIND])

    def play_many(
        self,
        first: int,
        count: int,
        players: int = 4,
        *,
        seed: int = 0,
        seats: Sequence[str] | None = None,
        last_round: int | None = None,
        threads: int = 1,
    ) -> Iterator[Outcome]:
        """The games with numbers first … first + count - 1, in order. What comes does not depend on the number of threads, and memory not
        on
        that of games."""
        beginning = (ctypes.c_int64 * self.block.words)(*self.first(players, seats, last_round))
        chunks = [(number, min(AT_ONCE, first + count - number)) for number in range(first, first + count, AT_ONCE)]

        def run(chunk: tuple[int, int]) -> ctypes.Array[ctypes.c_int64]:
            number, games = chunk
            block = room(self.block.words)
            results = (ctypes.c_int64 * (games * int(Result.COUNT)))()
            places = ctypes.addressof(block), ctypes.addressof(beginning), ctypes.addressof(results)
            self._play_many(places[0], places[1], signed(seed), signed(number), games, places[2])
            return results

        if threads <= 1:
            for chunk in chunks:
                for values in _ROW.iter_unpack(run(chunk)):
                    yield self._outcome(values, ())
            return
        with ThreadPoolExecutor(threads) as pool:
            waiting = [pool.submit(run, chunk) for chunk in chunks[: 2 * threads]]
            for index in range(len(chunks)):
                results = waiting[index].result()
                if index + 2 * threads < len(chunks):
                    waiting.append(pool.submit(run, chunks[index + 2 * threads]))
                waiting[index] = waiting[-1]
                for values in _ROW.iter_unpack(results):
                    yield self._outcome(values, ())

    # ---------------------------------------------------------------------------------------------------------- results
    def _outcome(self, values: Sequence[int], rows: tuple[Row, ...]) -> Outcome:
        over, winners, ending, fault, _, rounds, turns, rolls, decisions, illegal, told, digest = values  # as `Result` has them
        counts = rounds, turns, rolls, decisions, illegal, told, digest & 2**64 - 1
        if fault or over != 1:
            return Outcome(None, 0, self.fault_of(values) if fault else None, *counts, rows)
        return Outcome(ending, winners & 2**64 - 1, None, *counts, rows)

    def _fault(self, origin: int, kind: int) -> Fault:
        message = "".join(self.program.messages[kind - MESSAGES].literals) if kind >= MESSAGES else reason(kind)
        if not 0 <= origin < len(self.program.origins):
            return Fault(message)
        place = self.program.origins[origin]
        return Fault(message, place.rule, place.file, place.line, origin)

    def _rows(self, buffer: ctypes.Array[ctypes.c_int64], filled: int) -> Iterator[Row]:
        """Rows as the engine has them. Where sets take several words, all values of a row do."""
        words = self.block.set_words
        place = 0
        while place < filled:
            count = buffer[place]
            head = (buffer[place + 1], buffer[place + 2])
            start = place + 3
            size = (count - 2) * words if words > 1 else count - 2
            values = buffer[start : start + size]
            if words > 1:
                values = [_joined(values[at : at + words]) for at in range(0, size, words)]
            yield (*head, *values)
            place = start + size


def _joined(words: Sequence[int]) -> int:
    """A number, or a set that takes several words, low word first."""
    return words[0] if words[-1] < 0 else sum((word & 2**64 - 1) << 64 * place for place, word in enumerate(words))
