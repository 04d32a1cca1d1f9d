"""Tallies: machine code counts what the engine counts, to the last digit, and the engine counts what happened."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulelang import native
from rulelang.engine.drivers import play_out
from rulelang.engine.events import Kind, Row
from rulelang.engine.game import Game
from rulelang.engine.tallies import NUMBERS, ROUNDS, Tallies, Tally
from rulelang.ir.program import Program
from rulelang.native.play import Result
from rulelang.pipeline import load
from tests.native.both import QUICK, drivers, program

LAST = 120
STALLS = """
edition stalls "Stalls"
  players 2 to 3

die coin faces 1, 2, 3
dice are 2 coin
purpose toll "Tolls"
purpose gift "Gifts"
pot box "The box"

kind stall

board
  stall one "A"
  stall two "B"
  stall three "C"

rule call player with luck: yes/no for number: number
  say "{player} calls {number}."

rule hail player
  stop

measure calls "Calls" counts call player with luck for number by luck and number and player
measure hails "Hails" counts hail player
measure tolls "Tolls" sums toll by payer and receiver
measure moved "By whom" sums gift by player and thing
measure tolls_all "All tolls" sums toll

rule game
  each player
    bank pays 50 to player
    put token on one
  take turns among players as player, round after round
    roll dice
    advance total of dice
    call player with (total of dice is 4) for (total of dice - 3) * 20
    pay 1 to box as toll
    if player's space is two
      bank pays 1 to player for player's space as gift
      hail player

ending broke "Broke"
  as soon as round is 40
  winners are players
"""


@cache
def _stalls() -> Program:
    compilation = load("stalls.mono", buffers={"stalls.mono": STALLS})
    assert not compilation.diagnostics.has_errors, [str(found) for found in compilation.diagnostics]
    return compilation.program


def _named(name: str) -> Program:
    return _stalls() if name == "stalls" else program(name)


def _counted(of: Program, number: int, seats: tuple[str, ...], players: int) -> tuple[list[int], list[Row]]:
    """The cells of a game of the engine, and its rows."""
    rows: list[Row] = []
    game = Game.new_game(of, players, seed=3, game_number=number, entry=-1)
    tally = Tally(Tallies(of), game.machine.s)

    class Both:
        def append(self, row: Row) -> None:
            rows.append(row)
            tally.append(row)

    game.machine.sink, game.machine.calls = Both(), tally.calls
    game.stop_after(LAST)
    game.run(of.entry)
    play_out(game, drivers(of, players, tuple(seats[seat % len(seats)] for seat in range(players)) if seats else ()), LAST)
    return tally.finished(), rows


@pytest.mark.parametrize(
    ("name", "seats", "players"),
    [("classic", ("steady",), 4), ("millionaire", ("steady",), 3), ("kids", ("steady",), 4), ("mega", ("steady",), 5), ("stalls", (), 3)],
)
def test_machine_code_counts_as_the_engine_does(name: str, seats: tuple[str, ...], players: int) -> None:
    np, _ = pytest.importorskip("numpy"), pytest.importorskip("llvmlite")
    of = _named(name)
    tallies = Tallies(of)
    machine = native.compile_program(of, seats, tallies=True, level=QUICK)
    games = 3
    results = np.zeros((games, int(Result.COUNT)), dtype=np.int64)
    cells = np.zeros((games, tallies.size), dtype=np.int64)
    beginning = machine.beginning(machine.first(players, None, LAST))
    machine.play_into(beginning, 3, 5, games, results.ctypes.data, cells.ctypes.data)
    for game in range(games):
        expected, rows = _counted(of, 5 + game, seats, players)
        different = {cell: (expected[cell], int(cells[game, cell])) for cell in range(tallies.size) if expected[cell] != cells[game, cell]}
        assert not different, [next(c.name for c in tallies.counts.values() if c.base <= cell < c.base + c.size) for cell in different]
        assert any(cells[game]) and results[game, Result.ROLLS] == sum(row[0] == Kind.ROLL for row in rows)


def test_tallies_are_what_the_rows_say() -> None:
    """Counted once more, by hand, from the rows of a game."""
    of = program("classic")
    tallies = Tallies(of)
    cells, rows = _counted(of, 1, ("steady",), 4)

    def table(name: str) -> list[int]:
        count = tallies.counts[name]
        return cells[count.base : count.base + count.size]

    assert sum(table("throws")) == sum(row[0] == Kind.ROLL for row in rows)
    assert table("turns")[:4] == [sum(row[0] == Kind.TURN and row[2] == player for row in rows) for player in range(4)]
    landed = Counter(row[4] for row in rows if row[0] == Kind.MOVE and row[3] >= 0)
    assert table("landings") == [landed[space] for space in range(of.spaces)]
    paid = Counter((row[5], row[2]) for row in rows if row[0] == Kind.PAY for _ in range(row[4]))
    holders = tallies.layout.holders
    assert table("paid") == [paid[purpose, holder] for purpose in range(-1, 11) for holder in range(holders)]
    bought = Counter(row[2] for row in rows if row[0] == Kind.OWN and row[3] in (-1, 8) and 0 <= row[4] < 8)
    assert table("purchases") == [bought[thing] for thing in range(len(of.kind_of))] and sum(bought.values()) == sum(table("buyers"))
    names = {of.functions[number].name: cells[cell] for number, cell in tallies.calls.items()}
    assert names["action buy"] == sum(row[0] == Kind.ACT and row[3] == 1 for row in rows) > 0
    assert names["rule turn"] == sum(row[0] == Kind.TURN for row in rows)
    last = max(row[2] for row in rows if row[0] == Kind.ROUND)
    assert cells[tallies.reached : tallies.reached + len(ROUNDS)] == [int(round_ <= last) for round_ in ROUNDS]
    begun = cells[tallies.money : tallies.money + holders]
    assert begun[:8] == [1500] * 4 + [0] * 4 and sum(begun) == 0


def test_measures_are_split_by_what_they_name() -> None:
    of = _stalls()
    tallies = Tallies(of)
    cells, rows = _counted(of, 2, (), 3)
    numbers, tolls = tallies.counts["measure calls"], tallies.counts["measure tolls"]
    assert [axis.role for axis in numbers.axes] == ["luck", "number", "player"] and numbers.shape == (2, NUMBERS, 4)
    called = Counter((row[3], min(max(row[4], 0), NUMBERS - 1), row[5]) for row in rows if row[0] == Kind.MARK and len(row) == 6)
    assert cells[numbers.base : numbers.base + numbers.size] == [
        called[luck, number, player] for luck in (0, 1) for number in range(NUMBERS) for player in range(-1, 3)
    ]
    turns = sum(row[0] == Kind.TURN for row in rows)
    assert sum(cells[tolls.base : tolls.base + tolls.size]) == cells[tallies.counts["measure tolls_all"].base] == turns
    moved = tallies.counts["measure moved"]
    gifts = sum(row[0] == Kind.PAY and row[5] == 1 for row in rows)
    # The bank pays, so that the player is who gets it.
    assert (
        moved.shape == (3, 4)
        and sum(cells[moved.base : moved.base + moved.size]) == gifts == cells[tallies.counts["measure hails"].base] > 0
    )
