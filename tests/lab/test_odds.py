"""Odds against the published tables, against chains solved by hand, and where they cannot be."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from rulelang.ir.program import Program
from rulelang.ir.verifier import verify
from rulelang.lab.chain import MOST_STATES, TooManyStates
from rulelang.lab.cutting import cut
from rulelang.lab.odds import NothingThrown, Odds, Tangled, odds
from rulelang.lab.slicing import Slicer
from rulelang.pipeline import load
from tests.lab import published
from tests.lab.trips import trip

HERE = Path(__file__).parent
AGAIN = str(HERE / "roll_again.mono")


@cache
def program(edition: str, strategy: str = "", variant: str = "") -> Program:
    compilation = load(edition, strategies=[strategy] if strategy else [], variants=[variant] if variant else [])
    assert not compilation.diagnostics.has_errors
    return compilation.program


@cache
def worked_out(edition: str, strategy: str = "", variant: str = "") -> Odds:
    return odds(program(edition, strategy, variant), strategy)


def shares(found: Odds) -> list[float]:
    """In percent: the spaces in order, and at the end who is in jail."""
    table = [0.0] * 41
    for rest in found.rests:
        table[40 if rest.state else rest.space] += 100 * rest.share
    return table


def small(*lines: str, rules: str = "    roll dice\n    advance total of dice") -> Program:
    text = f"""edition small "Small"
  players 1 to 2
die coin faces 1, 2
dice are 1 coin
kind spot
board
  spot start "Start"
  spot middle "Middle"
  spot last "Last"
rule game
  each player
    put token on start
  take turns among players as player, round after round
{rules}
""" + "\n".join(lines)
    compilation = load("small.mono", buffers={"small.mono": text})
    assert not compilation.diagnostics.has_errors, [one.message for one in compilation.diagnostics]
    return compilation.program


ENDING = """
ending nobody "Nobody is left"
  as soon as number of players is 0
  winners are players
"""


@pytest.mark.parametrize(
    ("strategy", "variant", "expected", "within"),
    [
        ("leaves", "", published.SHORT, 0.0001),
        ("stays", "", published.LONG, 0.001),
        ("", "", published.LONG, 0.001),
        ("stays", AGAIN, published.LONG_THROWING_AGAIN, 0.001),
    ],
    ids=["leaves at once", "stays", "no strategy", "stays and throws again"],
)
def test_published_tables(strategy: str, variant: str, expected: tuple[float, ...], within: float) -> None:
    found = shares(worked_out("classic_us", strategy, variant))
    assert found == pytest.approx(expected, abs=within)
    assert sum(found) == pytest.approx(100)


def test_rates_a_throw() -> None:
    found, rules = worked_out("classic_us", "leaves"), program("classic_us", "leaves")
    purposes = rules.domains["purpose"].names
    assert found.gains[purposes.index("salary")] == pytest.approx(34.647, abs=0.001)
    assert found.laps == pytest.approx(0.17323, abs=0.00001)
    assert 1 / found.turns == pytest.approx(1.1866, abs=0.0001)
    assert found.marks[rules.marks.index("arrests")] == pytest.approx(0.0395, abs=0.0001)
    stays = worked_out("classic_us", "stays")
    assert stays.gains[purposes.index("salary")] == pytest.approx(32.725, abs=0.001)
    assert 1 / stays.turns == pytest.approx(1.1659, abs=0.0001)


def test_what_a_group_brings() -> None:
    found, rules = worked_out("classic_us", "leaves"), program("classic_us", "leaves")
    groups = rules.domains["group"].names
    by_step = {(groups[one.group], one.step): one for one in found.incomes}
    for step, incomes, throws in (
        ("hotel", published.HOTELS_SHORT, published.BREAK_EVEN_HOTELS),
        ("house 3", published.THREE_HOUSES_SHORT, published.BREAK_EVEN_THREE_HOUSES),
    ):
        for group, income in incomes.items():
            one = by_step[group, step]
            assert one.a_throw == pytest.approx(income, abs=0.001)
            assert one.throws_to_earn_back == pytest.approx(throws[group], abs=0.051)
    railroads = by_step["railways", "4"]
    assert railroads.a_throw == pytest.approx(published.FOUR_RAILROADS_SHORT, abs=0.001)
    assert railroads.cost == 800


def test_the_slice_is_a_sound_program() -> None:
    rules = program("classic_us", "leaves")
    slicer = Slicer(rules, rules.strategies["leaves"], replaced=True)
    sliced = slicer.slice()
    cut_down = cut(sliced, rules.strategies["leaves"], ())
    assert verify(cut_down) == []
    ops = sum(len(function.code) for function in rules.functions if not function.pure)
    assert sum(len(function.code) for function in cut_down.functions if not function.pure) < ops / 2
    read = {slot.name for index, slot in enumerate(rules.slots) if sliced.slots >> index & 1}
    assert {"position", "player.jailed", "player.doubles_in_turn"} <= read
    # The throw of who came to a utility by a card moves nobody, so who owns it does not matter.
    assert not {"owner", "money", "player.by_card"} & read


def test_a_deck_that_remembers() -> None:
    """One card of four sends home: of each four trips one takes one throw, three take two. Three cards are alike, so that a deck whose
    cards have all been seen lies in one of four ways."""
    rules = trip('  3 card nothing "Nothing."\n')
    for replaced in (True, False):
        found = odds(rules, "", replaced=replaced)
        assert {rest.space: rest.share for rest in found.rests} == pytest.approx({0: 4 / 7, 1: 3 / 7})
    kept_out = odds(rules, "", replaced=False)
    assert odds(rules, "", replaced=True).states < kept_out.states <= 2 * 2 * (1 + 2 + 3 + 4 + 4)
    with pytest.raises(TooManyStates):
        odds(rules, "", replaced=False, most=3)


def test_games_that_end() -> None:
    """One step or two towards the third space, where the game is over. E throws from the start and M from the middle: E = 1 + M / 2, M =
    1 + E / 2, so E = 2; the middle is thrown from 2/3 times, and half of these throws go past the end to the start."""
    rules = small('ending home "Home"\n  as soon as any player\'s space is last\n  winners are players whose space is last\n')
    found = odds(rules, "")
    assert 1 / found.games == pytest.approx(2.0)
    assert {rest.space: rest.share for rest in found.rests} == pytest.approx({0: 1 / 6, 1: 1 / 3, 2: 1 / 2})


def test_tangled_by_a_rule() -> None:
    rules = small(ENDING, rules="    roll dice\n    if player's money > 5\n      advance 1\n    else\n      advance 2")
    with pytest.raises(Tangled) as tangled:
        odds(rules, "")
    assert [(what, origin.line) for what, origin in tangled.value.reads] == [("money", 15)]


def test_tangled_by_a_strategy() -> None:
    with pytest.raises(Tangled) as tangled:
        worked_out("classic", "steady")
    assert all(origin.rule == "strategy steady" for _, origin in tangled.value.reads)


def test_no_dice() -> None:
    with pytest.raises(NothingThrown):
        odds(small(ENDING, rules="    advance 1\n    roll dice"), "")


def test_too_many_states() -> None:
    with pytest.raises(TooManyStates) as many:
        odds(program("classic", "leaves"), "leaves", replaced=False)
    assert many.value.states > MOST_STATES


def run_rulelang(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "rulelang", *arguments], capture_output=True, text=True, timeout=120, check=False)


def test_at_the_terminal() -> None:
    done = run_rulelang("odds", "classic_us", "--strategy", "leaves", "--format", "json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["format"] == "rulelang/odds/1"
    held = [rest for rest in found["rests"] if rest["state"]]
    assert [rest["share"] for rest in held] == [pytest.approx(0.039499, abs=1e-6)]
    refused = run_rulelang("odds", "classic", "--strategy", "steady")
    assert refused.returncode == 1
    assert "editions/strategies/steady.mono:" in refused.stderr
    assert "Traceback" not in refused.stderr
