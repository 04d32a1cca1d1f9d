"""Streams of chance: pure functions of seed, game, stream and n; each number as likely; and the numbers themselves, as a fixed record."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.chance import GAMMA, MASK, Streams, chain, mix, stream_ids

WORDS = st.integers(0, MASK)


def streams(seed: int = 0, game: int = 0, players: int = 4, decks: int = 2) -> Streams:
    return Streams(seed, game, players, decks, [0] * (players + 2 + decks))


def test_the_numbers_never_change() -> None:
    # Native code and every later version must give these.
    assert mix(1) == 0x5692161D100B05E5
    assert chain(0, 0) == mix(GAMMA)
    drawn = streams(seed=7, game=3)
    assert [drawn.below(0, 6) for _ in range(8)] == [1, 0, 3, 0, 4, 5, 5, 3]
    assert [drawn.below(drawn.deck(1), 2**64) for _ in range(2)] == [913709931442910668, 18030003215079008969]


def test_the_documented_formula() -> None:
    seed, game, stream, n = 11, 5, (4 << 32) + 1, 3
    key = chain(chain(chain(0, seed), game), stream)
    drawn = streams(seed, game)
    place = drawn.deck(1)
    drawn.counters[place] = n
    assert drawn.below(place, 2**64) == mix((key + GAMMA * ((n << 16) + 1)) & MASK)
    assert drawn.counters[place] == n + 1


@given(WORDS, WORDS, st.integers(0, 7), st.integers(0, 2**40), st.integers(1, 2**64))
def test_a_draw_is_a_function_of_its_place(seed: int, game: int, stream: int, n: int, bound: int) -> None:
    one, two = streams(seed, game), streams(seed, game)
    one.counters[stream] = two.counters[stream] = n
    two.below((stream + 1) % 8, 6)  # another stream moves nothing
    drawn = one.below(stream, bound)
    assert drawn == two.below(stream, bound)
    assert 0 <= drawn < bound


@given(WORDS, st.integers(1, 2**64))
def test_rejection_moves_no_later_draw(seed: int, bound: int) -> None:
    # Just above 2^63 almost half of the words are rejected.
    one, two = streams(seed), streams(seed)
    one.below(0, bound)
    two.below(0, 2**63 + 1)
    assert one.below(0, 1000) == two.below(0, 1000)


def test_rejection_is_unbiased() -> None:
    # With 3 * 2^62 numbers a plain remainder would give the lowest third twice as often.
    bound = 3 * 2**62
    drawn = streams(seed=1)
    thirds = Counter(drawn.below(0, bound) // 2**62 for _ in range(9000))
    assert all(abs(count - 3000) < 200 for count in thirds.values())


def test_dice_are_even() -> None:
    drawn = streams(seed=2)
    faces = Counter(drawn.below(1, 6) for _ in range(30000))
    assert sum((count - 5000) ** 2 / 5000 for count in faces.values()) < 20  # chi squared, 5 degrees: 1 in 800


def test_pairs_are_even() -> None:
    drawn = streams(seed=3)
    pairs = Counter((drawn.below(0, 6), drawn.below(0, 6)) for _ in range(36000))
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < 66  # 35 degrees: 1 in 900


def test_more_players_change_nobodys_dice() -> None:
    few, many = streams(5, players=2), streams(5, players=8)
    assert [few.below(1, 6) for _ in range(20)] == [many.below(1, 6) for _ in range(20)]
    assert few.below(few.set_up, 100) == many.below(many.set_up, 100)
    assert few.below(few.deck(1), 100) == many.below(many.deck(1), 100)


def test_streams_differ() -> None:
    assert len(set(stream_ids(8, 4))) == 14
    drawn = streams()
    assert len({tuple(drawn.below(stream, 1000) for _ in range(3)) for stream in range(8)}) == 8
