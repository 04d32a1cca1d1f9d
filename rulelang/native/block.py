"""The block of memory that one game lives in: what machine code keeps of a game, then the state's slots, all in words of 64 bits.

A set takes as many words as it has bits / 64, low word first. The order: the words of `Word`, then for each player the number of his
strategy, the counters and the keys of the streams of chance, where the functions are that decide, what sleeps (see `sleep`), the slots in
the order of the program, and what is kept of worked-out values (see `known`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from enum import IntEnum

from rulelang.engine.chance import chain, stream_ids
from rulelang.engine.layout import Layout, first_values
from rulelang.ir.layout import domain_size
from rulelang.ir.program import Program

MASK = 2**64 - 1
MOST_ARGUMENTS = 8
LINE = 8
"""Words of a line of the processor's cache, and of a vector."""


class Word(IntEnum):
    """The first words of the block."""

    FAULT = 0
    """0, or the origin of the first fault + 2."""
    ATOMIC = 1
    ROWS = 2
    """Events so far, up to the first fault."""
    BUFFER = 3
    """Where rows go (an address), how far it is filled, how long it is, in words."""
    FILLED = 4
    LENGTH = 5
    DIGEST = 6
    OVER = 7
    """1: the game is over; WINNERS and ENDING say how. 2: it has stopped after its last round."""
    WINNERS = 8
    ENDING = 9
    ILLEGAL = 10
    NESTED = 11
    DEPTH = 12
    LAST_ROUND = 13
    UNASKED = 14
    """Turns in which nobody has been asked, one after the other."""
    ROLLS = 15
    DECISIONS = 16
    TAPE = 17
    """Where the recorded decisions and chances are (an address), how far they have been used, how many words they are."""
    USED = 18
    RECORDED = 19
    KIND = 20
    """Why the first fault: an index of `faults.REASONS`."""
    OUTPUT = 21
    """Where the cells of the tally are (an address); see `tallies`."""
    LEAST = 22
    """While a line of a plan is looked at: the money for which it comes out the same; see `tracked`."""
    MOST = 23
    READ = 24
    """While a line of a plan is looked at: the classes of what it has read; see `sleep`."""
    FRESH = 25
    """For each period of limits (turn, round: bits 0 and 1), 1 if nothing has been counted in it."""
    ARGUMENTS = 26
    """What the entry is called with, if it has parameters: at most MOST_ARGUMENTS words."""
    WORDS = 34
    """How many words the block has, written where the functions are that decide."""
    COUNT = 35


class Block:
    """Where everything lies. `width`: bits of a set. `strategies` and `sleeping`: words for each player and for what sleeps."""

    def __init__(self, program: Program, sleeping: int = 0) -> None:
        self.program = program
        self.layout = Layout(program)
        self.players = program.players[1]
        self.width = set_width(program)
        self.set_words = self.width // 64
        self.streams = self.players + 2 + len(program.decks)
        self.seats = int(Word.COUNT)
        self.counters = self.seats + self.players
        self.keys = self.counters + self.streams
        self.links = self.keys + self.streams
        """Where the functions are that decide in each moment (its plan, its first legal action) and each decision; see `decide`."""
        self.sleep = whole_lines(self.links + 2 * len(program.moments) + len(program.decisions))
        self.state = self.sleep + sleeping
        self.places: list[int] = []
        """For each element of the state, the word at which it lies."""
        self.wide: list[bool] = []
        place = self.state
        wide: dict[int, bool] = {}
        for slot in program.slots:
            wide |= dict.fromkeys(range(slot.base, slot.base + slot.size), slot.type.startswith("set of "))
        for base in range(program.slot_count):
            self.places.append(place)
            self.wide.append(wide[base])
            place += self.set_words if wide[base] else 1
        self.words = self.copied = place
        """All words; those with which a game begins."""

    def keep(self, words: int, more: int) -> int:
        """Adds words that are 0 when a game begins and others that may hold anything then; where they are."""
        place = whole_lines(self.words)
        self.copied = place + words
        self.words = place + words + more
        return place

    # -------------------------------------------------------------------------------------------------- to and fro
    def put_slots(self, words: list[int], slots: Sequence[int]) -> None:
        """Writes the engine's flat list of slots into the words of a block."""
        for base, value in enumerate(slots):
            for word in range(self.set_words if self.wide[base] else 1):
                words[self.places[base] + word] = signed(value >> 64 * word)

    def slots(self, words: Sequence[int]) -> list[int]:
        """The engine's flat list of slots."""
        return [
            sum((words[place + word] & MASK) << 64 * word for word in range(self.set_words)) if wide else words[place]
            for place, wide in zip(self.places, self.wide, strict=True)
        ]

    def first(self, players: int, seats: Sequence[int], slots: Sequence[int] | None = None) -> list[int]:
        """The words of a game that begins: `players` of them, player i by strategy seats[i]; `slots` as the engine has them, if not the
        first."""
        words = [0] * self.words
        values = list(first_values(self.program)) if slots is None else list(slots)
        if slots is None:
            values[self.layout.in_game] = (1 << players) - 1
            values[self.layout.players_count] = players
        self.put_slots(words, values)
        words[self.seats : self.seats + len(seats)] = seats
        return words

    def keys_of(self, seed: int, game: int) -> list[int]:
        """The keys of all streams, as the block has them."""
        start = chain(chain(0, seed), game)
        return [signed(chain(start, stream)) for stream in stream_ids(self.players, len(self.program.decks))]


def whole_lines(words: int) -> int:
    """A number of words made up to whole lines of the processor's cache."""
    return (words + LINE - 1) // LINE * LINE


def room(words: int) -> ctypes.Array[ctypes.c_int64]:
    """Memory for a block, which begins where a line of the cache does: vectors then never lie across two."""
    whole = (ctypes.c_int64 * (words + LINE))()
    return (ctypes.c_int64 * words).from_buffer(whole, -ctypes.addressof(whole) % (8 * LINE))


def set_width(program: Program) -> int:
    """Bits of a set that can hold each domain of the program: 64 for nearly all."""
    largest = max((len(domain.names) for domain in program.domains.values()), default=0)
    largest = max(largest, domain_size(program, "holder") or 0, program.spaces, *(len(d.options) for d in program.decisions), 1)
    return (largest + 63) // 64 * 64


def signed(value: int) -> int:
    """The low 64 bits as a signed number."""
    value &= MASK
    return value - 2**64 if value >> 63 else value
