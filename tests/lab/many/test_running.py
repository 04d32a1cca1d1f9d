"""Many games: the same sums whoever plays them and however many work, from the start and from a position, and what can go wrong."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulelang import native
from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.lab.many.beginning import Beginning
from rulelang.lab.many.figures import Figures
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import FEW, Interpreted, level_for
from rulelang.lab.many.running import Stop, run
from rulelang.lab.many.summing import Sums
from rulelang.lab.many.working import Pieces, WorkerDied
from rulelang.native.play import Result
from rulelang.pipeline import Compilation, load
from rulelang.staging import opening
from rulelang.trial.setting import begun

needs_llvm = pytest.mark.skipif(not native.available(), reason="no llvmlite")

RUNAWAY = """
edition runaway "Runaway"
  players 2 to 2
die coin faces 1, 2
dice are 1 coin
kind spot
board
  spot start "Start"
  spot far "Far"
each player has
  hoard : count = 3000000000 "hoard"
rule game
  take turns among players as player, round after round
    roll dice
    if total of dice is 1 and round is 1
      hoard becomes hoard * hoard * hoard
"""


@cache
def compilation(edition: str, *variants: str) -> Compilation:
    found = load(edition, variants=variants)
    found.program
    return found


def program(edition: str) -> Program:
    return compilation(edition).program


def from_position(edition: str, name: str, players: int, seed: int) -> Beginning:
    stage = opening(compilation(edition), name)
    return Beginning(stage, stage.openings[0], program(edition), players, seed)


def same(one: Sums, other: Sums) -> bool:
    return (one.games, one.sums, one.squares, one.values) == (other.games, other.sums, other.squares, other.values)


# ------------------------------------------------------------------------------------------------------------- who plays
@needs_llvm
@pytest.mark.parametrize("rotate", [False, True])
def test_engine_and_machine_code_give_the_same_figures(rotate: bool) -> None:
    plan = Plan(program("kids"), ("steady",) * 3, seed=4, rotate=rotate)
    fast, slow = run(plan, 12), run(plan, 12, engine=True)
    assert same(fast.sums, slow.sums) and fast.sums.games == 12
    assert (fast.engine, slow.engine) == (False, True)


@needs_llvm
def test_from_a_position_as_well() -> None:
    beginning = from_position("classic", "saturday", 3, 9)
    assert beginning.drawn > 0
    plan = Plan(program("classic"), ("steady", "cautious", "trader"), seed=9, last_round=60, beginning=beginning)
    assert same(run(plan, 5).sums, run(plan, 5, engine=True).sums)


@needs_llvm
def test_the_number_of_threads_makes_no_difference() -> None:
    plan = Plan(program("kids"), ("steady",) * 4, seed=2)
    first = run(plan, 700, 1)
    assert all(same(first.sums, run(plan, 700, threads).sums) for threads in (2, 3, 8))


def test_nor_do_processes_of_the_engine() -> None:
    plan = Plan(program("kids"), ("steady",) * 2, seed=2)
    assert same(run(plan, 10, 1, engine=True).sums, run(plan, 10, 2, engine=True).sums)


def test_rotating_players_keep_their_strategies() -> None:
    plan = Plan(program("classic"), ("steady", "cautious", "trader"), rotate=True)
    assert [plan.seats(game)[0] for game in range(4)] == ["steady", "cautious", "trader", "steady"]
    small = Plan(program("kids"), ("steady",) * 3, seed=5, rotate=True)
    figures = Figures(run(small, 9, engine=True))
    plain = Plan(program("kids"), ("steady",) * 3, seed=5)
    won, seats = Counter[int](), Counter[int]()
    for number in range(9):
        batch = Interpreted(plain).play(number, 1)
        begins = int(batch.cells[0, plain.tallies.first]) - 1
        [place] = [one for one in range(3) if int(batch.results[0, Result.WINNERS]) >> one & 1]
        won[(place + number) % 3] += 1
        seats[(place - begins) % 3] += 1
    for role, expected in (("player", won), ("seat", seats)):
        shares = [figure.estimate.mean for figure in figures.of("wins", role)]
        assert shares == pytest.approx([expected[one] / 9 for one in range(3)]) and sum(shares) == pytest.approx(1)


# ------------------------------------------------------------------------------------------------------------- positions
def test_amounts_are_drawn_anew_for_each_game() -> None:
    beginning = from_position("classic", "saturday", 3, 7)
    stage = opening(compilation("classic"), "saturday")
    money = next(slot.base for slot in program("classic").slots if slot.name == "money")
    seen = set()
    for game in range(8):
        slots, counters = beginning.state(game)
        state = begun(stage, stage.openings[0], program("classic"), ["Ann", "Bob", "Cat"], 7, game).state
        assert (slots, counters) == (state.slots, state.counters)
        seen.add(tuple(slots[money : money + 3]))
    assert len(seen) > 4


DEALT = """
edition dealt "Dealt"
  players 2 to 2
die coin faces 1, 2
dice are 1 coin
kind spot
board
  spot start "Start"
  spot far "Far"
rule set_up
  roll dice
  each player
    bank pays (total of dice) * 5 to player
rule game
  set_up
  take turns among players as player, round after round
    roll dice
ending done "Done"
  as soon as round is 3
  winners are players
position early "Early"
  ann has about 3 to 9
  bob begins
"""


def test_where_chance_makes_more_than_amounts_the_engine_sets_up_each_game() -> None:
    found = load("dealt.mono", buffers={"dealt.mono": DEALT})
    assert not found.diagnostics.has_errors, [one.message for one in found.diagnostics]
    stage = opening(found, "early")
    beginning = Beginning(stage, stage.openings[0], found.program, 2, 1)
    for game in range(6):
        state = begun(stage, stage.openings[0], found.program, ["a", "b"], 1, game).state
        assert beginning.state(game) == (state.slots, state.counters)


# ------------------------------------------------------------------------------------------------------- what goes wrong
@needs_llvm
def test_games_that_a_rule_stops_are_left_out() -> None:
    found = load("runaway.mono", buffers={"runaway.mono": RUNAWAY})
    assert not found.diagnostics.has_errors, [one.message for one in found.diagnostics]
    plan = Plan(found.program, ("", ""), seed=3, last_round=4)
    fast, slow = run(plan, 40), run(plan, 40, engine=True)
    assert same(fast.sums, slow.sums)
    assert 20 < fast.sums.faulty == slow.sums.faulty < 40 and fast.sums.games + fast.sums.faulty == 40 == fast.games
    assert list(fast.sums.faults) == list(slow.sums.faults)
    for number, fault in fast.sums.faults.items():
        assert (fault.rule, fault.line) == ("rule game", slow.sums.faults[number].line)
        with pytest.raises(type(fault)):
            Game.new_game(found.program, 2, seed=3, game_number=number, last_round=4)


def test_games_without_end_are_unfinished() -> None:
    plan = Plan(load("runaway.mono", buffers={"runaway.mono": RUNAWAY.replace("3000000000", "1")}).program, ("", ""), last_round=6)
    figures = Figures(run(plan, 6, engine=True))
    assert figures.one("ended").mean == 0 == figures.ended and figures.sums.games == 6
    assert figures.spread("rounds").classes == ()


class _Work:
    """Counts; its third piece is the end of whoever works on it."""

    at_once = 10

    def __init__(self, how: str) -> None:
        self.how = how

    def __call__(self, first: int, count: int) -> int:
        if first == 20:
            match self.how:
                case "bug":
                    raise ValueError("a bug")
                case "killed":
                    os.kill(os.getpid(), signal.SIGKILL)
                case "interrupted":
                    raise KeyboardInterrupt
        return count


@pytest.mark.parametrize(
    ("how", "threads", "processes", "pause"),
    [("bug", 1, False, 0.0), ("bug", 2, False, 0.0), ("killed", 2, True, 0.0), ("killed", 2, True, 0.5), ("bug", 2, True, 0.0)],
)
def test_what_was_done_before_a_worker_dies_is_kept(how: str, threads: int, processes: bool, pause: float) -> None:
    """Also if that is known before the next piece is handed out."""
    done = []
    with pytest.raises(WorkerDied):
        for count, piece in Pieces(_Work(how), 1000, threads, processes=processes):
            done.append((count, piece))
            time.sleep(pause)
    # A process that is killed takes with it what others have not yet handed over.
    assert done == [(10, 10)] * len(done) and (len(done) == 2 or how == "killed")


def test_an_interruption_keeps_the_first_games(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(program("kids"), ("steady",) * 2, seed=2)

    def progress(done: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    played = run(plan, 100, 1, engine=True, progress=progress)
    assert played.stop is Stop.interrupted and played.games == 8
    assert same(played.sums, run(plan, 8, engine=True).sums)


@needs_llvm
def test_quick_machine_code_for_few_games_is_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert level_for(FEW) != level_for(FEW + 1)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    plan = Plan(program("kids"), ("steady",) * 3)
    quick = run(plan, 20)
    monkeypatch.setattr("rulelang.lab.many.running.level_for", lambda games: None)
    assert same(run(plan, 20).sums, quick.sums)
    assert len(list(tmp_path.glob("native-*"))) == 2
