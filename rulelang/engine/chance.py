"""Chance: draw n of a stream is a pure function of (seed, game number, stream, n).

All arithmetic is unsigned with 64 bits (mod 2^64). GAMMA = 0x9E3779B97F4A7C15.

    mix(z):     z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9;  z ^= z >> 27;  z *= 0x94D049BB133111EB;  z ^= z >> 31
    chain(h,w): mix((h ^ w) + GAMMA)
    key:        chain(chain(chain(0, seed), game), stream)
    word(n, a): mix(key + GAMMA * ((n << 16 | a) + 1))              draw n < 2^48, attempt a < 2^16 (splitmix64 at that place)
    below(b):   the first word(n, a), a = 0, 1, …, that is under 2^64 - 2^64 mod b; the result is that word mod b

A rejected word moves the attempt on, not n: draw n + 1 is the same whatever became of draw n. The state holds one n for each stream
and one draw counts it up by 1. A throw of k dice is k draws, in order; a card is one draw (its place among the deck's unknown cards,
lowest first), and so is a pick from a set. A draw with one possible outcome counts as well.

Stream numbers are (class << 32) + index: class 1 the dice of player `index`, 2 the set-up, 3 the driver, 4 the deck `index`. So
neither more players nor more decks change the numbers of the others. Counters lie in the order: players, set-up, driver, decks.
"""

from __future__ import annotations

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15

_DICE, _SETUP, _DRIVER, _DECK = 1 << 32, 2 << 32, 3 << 32, 4 << 32


def mix(z: int) -> int:
    """The finalizer of splitmix64; `z` from 0 to 2^64 - 1."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def chain(hash_: int, word: int) -> int:
    """A hash of 64 bits with one more word (of which the low 64 bits count)."""
    return mix(((hash_ ^ word) + GAMMA) & MASK)


def stream_ids(players: int, decks: int) -> tuple[int, ...]:
    """The numbers of all streams, in the order of the state's counters; `players` is the most that the edition allows."""
    dice = (_DICE + player for player in range(players))
    return (*dice, _SETUP, _DRIVER, *(_DECK + deck for deck in range(decks)))


class Streams:
    """The streams of one game. The counters are the state's own list: a draw counts one of them up."""

    __slots__ = ("_keys", "counters", "driver", "set_up")

    def __init__(self, seed: int, game_number: int, players: int, decks: int, counters: list[int]) -> None:
        start = chain(chain(0, seed), game_number)
        self._keys = tuple(chain(start, stream) for stream in stream_ids(players, decks))
        self.counters = counters
        self.set_up = players
        self.driver = players + 1

    def deck(self, deck: int) -> int:
        """The place of a deck's stream among the counters."""
        return self.driver + 1 + deck

    def below(self, stream: int, bound: int) -> int:
        """The next draw of the stream at that place: a number from 0 to bound - 1, each as likely; 1 <= bound <= 2^64."""
        n = self.counters[stream]
        self.counters[stream] = n + 1
        place = (n << 16) + 1
        key = self._keys[stream]
        top = 2**64 - 2**64 % bound
        while (word := mix((key + GAMMA * place) & MASK)) >= top:
            place += 1
        return word % bound


def member_at(set_: int, place: int) -> int:
    """The member of a set at a place, the lowest being at 0."""
    for _ in range(place):
        set_ &= set_ - 1
    return (set_ & -set_).bit_length() - 1
