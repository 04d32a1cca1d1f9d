"""What is summed up within a game: groups, settings, and one measure by another. Against the same worked out game by game."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from rulelang import native
from rulelang.engine.drivers import play_out
from rulelang.engine.events import Kind, Row
from rulelang.engine.game import Game
from rulelang.lab.many.figures import Figure, Figures, Unit
from rulelang.lab.many.intervals import quotient
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.playing import Compiled
from rulelang.lab.many.running import run
from tests.lab.many.test_running import compilation, needs_llvm, program
from tests.native.both import drivers

GAMES = 60


@cache
def plan() -> Plan:
    return Plan(compilation("classic", "round_limit").program, ("steady",) * 4, seed=6)


@cache
def cells() -> NDArray[np.int64]:
    """The tallies of all games, a row each."""
    player = Compiled(plan())
    assert player.at_once >= GAMES
    return player.play(0, GAMES).cells


@cache
def figures() -> Figures:
    return Figures(run(plan(), GAMES))


def column(measure: str, role: str, value: int) -> NDArray[np.int64]:
    count = plan().tallies.margin(measure, role)
    return cells()[:, count.base + value - count.axes[0].low]


def figure(measure: str, role: str = "", value: int = 0) -> Figure:
    return next(one for one in figures().of(measure, *([role] if role else [])) if not role or one.by[0].value == value)


@needs_llvm
def test_groups_are_the_sums_of_their_things() -> None:
    of = plan().program
    orange = of.domains["group"].names.index("orange")
    members = [thing for thing, group in enumerate(of.group_of) if group == orange]
    assert len(members) == 3
    for measure, role, unit in (("landings", "to", Unit.number), ("measure rent_earned", "thing", Unit.money)):
        games = np.sum([column(measure, role, thing) for thing in members], axis=0)
        found = figure(measure, "group", orange)
        assert found.unit is unit and games.any()
        assert (found.estimate.mean, found.estimate.deviation) == pytest.approx((games.mean(), games.std(ddof=1)))


@needs_llvm
def test_a_setting_plays_a_part_where_it_is_read() -> None:
    of, tallies = plan().program, plan().tallies
    known = {of.settings[one.by[0].value].name: one.estimate for one in figures().of("settings", "setting")}
    calls = {of.functions[number].name: number for number in tallies.calls}

    def begun(*names: str) -> float:
        return float(sum(cells()[:, tallies.calls[calls[name]]].mean() for name in names))

    assert known["salary"].mean == pytest.approx(begun("when player reaches start")) and known["salary"].mean > 5
    assert known["start_money"].mean == 1
    # The fine is a worked-out value: by the action, and by the rule for the last try.
    assert known["jail_fine"].mean == pytest.approx(begun("action bail", "instead of take_throws if player is jailed"))
    # A need of an action is read when it is done.
    assert known["pay_on_last_try"].mean == pytest.approx(begun("action bail"))
    assert known["rent_on_claim"].mean == 0
    # An ending's own.
    by_rounds = next(one.estimate.mean for one in figures().of("endings", "ending") if of.endings[one.by[0].value].name != "last_player")
    assert known["last_round"].mean == pytest.approx(by_rounds) and by_rounds > 0


@needs_llvm
def test_one_measure_by_another() -> None:
    of = plan().program
    vine = of.domains["thing"].names.index("vine_street")
    rents, prices = column("measure rent_earned", "thing", vine), column("measure purchases", "thing", vine)
    found = figure("measure deed_return", "thing", vine)
    ratio = rents.mean() / prices.mean()
    rest = rents - ratio * prices
    assert found.unit is Unit.ratio and found.estimate.mean == pytest.approx(ratio)
    assert found.estimate.error == pytest.approx(rest.std(ddof=1) / GAMES**0.5 / prices.mean())
    whole = figure("measure deed_return").estimate
    assert whole.mean == pytest.approx(figure("measure rent_earned").estimate.mean / figure("measure purchases").estimate.mean)
    station = of.domains["group"].names.index("railways")
    group = figure("measure deed_return", "group", station).estimate
    assert group.mean == pytest.approx(
        figure("measure rent_earned", "group", station).estimate.mean / figure("measure purchases", "group", station).estimate.mean
    )
    assert whole.low is not None and whole.high is not None and whole.low < whole.mean < whole.high


def test_what_is_divided_by_nothing_is_left_out() -> None:
    short = Plan(program("classic"), ("steady",) * 2, seed=1, last_round=1)
    found = Figures(run(short, 1, engine=True))
    bought = {one.by[0].value for one in found.of("measure purchases", "thing")}
    assert {one.by[0].value for one in found.of("measure deed_return", "thing")} == bought
    assert len(bought) < 5


def test_the_interval_of_a_quotient_holds_the_truth_as_often_as_it_says() -> None:
    """1500 times: 80 pairs that go together, y = 3 x + noise. 95% within four standard errors of a count of 1500."""
    chance = np.random.default_rng(2)
    held = 0
    for _ in range(1500):
        x = chance.integers(1, 9, size=80)
        y = 3 * x + chance.integers(-4, 5, size=80)
        found = quotient(80, (int(y.sum()), int((y * y).sum())), (int(x.sum()), int((x * x).sum())), float((x * y).sum()))
        assert found.low is not None and found.high is not None
        held += found.low <= 3 <= found.high
    assert 0.925 <= held / 1500 <= 0.972


# ------------------------------------------------------------------------------------------------------------ the library's
def test_turns_in_jail_and_bankruptcies_by_creditor() -> None:
    """Counted once more from the rows of a game of the engine."""
    of = program("classic_us")
    jailed = next(slot.base for slot in of.slots if slot.name == "player.jailed")
    inside: list[int] = []
    marks: dict[str, list[Row]] = {name: [] for name in of.marks}
    left: list[int] = []
    for number in range(4):
        game = Game.new_game(of, 3, seed=8, game_number=number, entry=-1)

        class Rows:
            def append(self, row: Row) -> None:
                match Kind(row[0]):
                    case Kind.TURN if game.machine.s[jailed + row[2]]:  # noqa: B023
                        inside.append(row[2])
                    case Kind.OUT:
                        left.append(row[2])
                    case Kind.MARK:
                        marks[of.marks[row[2]]].append(row)

        game.machine.sink = Rows()
        game.stop_after(80)
        game.run(of.entry)
        play_out(game, drivers(of, 3, ("steady",) * 3), 80)
    assert [row[3] for row in marks["jail_turns"]] == inside and len(inside) > 10
    bank = of.players[1]
    assert [row[3] for row in marks["ruined_by"]] == left == [row[3] for row in marks["ruins"]] and left
    assert all(row[4] != row[3] and (row[4] < 3 or row[4] == bank) for row in marks["ruined_by"])


@pytest.mark.skipif(not native.available(), reason="no llvmlite")
def test_the_bank_is_a_creditor() -> None:
    found = Figures(run(Plan(program("classic_us"), ("steady",) * 4, seed=1), 300))
    creditors = {one.by[0].value: one.estimate.mean for one in found.of("measure ruined_by", "creditor")}
    assert creditors[program("classic_us").players[1]] > 0
    assert sum(creditors.values()) == pytest.approx(found.one("measure ruins").mean) == pytest.approx(found.one("measure ruined_by").mean)
