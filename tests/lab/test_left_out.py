"""What odds say about money that they cannot tell, and what a setting makes certain."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pytest

from rulelang.engine.drivers import StrategyDriver
from rulelang.engine.game import Game
from rulelang.ir.program import Function, Op, Program
from rulelang.ir.verifier import verify
from rulelang.lab.folding import Flow, folded
from rulelang.lab.odds import Odds, odds
from rulelang.lab.tables import as_json, write_odds
from rulelang.pipeline import load


@cache
def program(edition: str, variants: tuple[str, ...] = (), settings: tuple[tuple[str, str], ...] = (), strategy: str = "leaves") -> Program:
    compilation = load(edition, variants=list(variants), settings=dict(settings), strategies=[strategy])
    assert not compilation.diagnostics.has_errors
    return compilation.program


@cache
def worked_out(edition: str, variants: tuple[str, ...] = (), settings: tuple[tuple[str, str], ...] = ()) -> Odds:
    return odds(program(edition, variants, settings), "leaves")


def purpose(rules: Program, name: str) -> int:
    return rules.domains["purpose"].names.index(name)


@pytest.mark.parametrize("edition", ["classic", "classic_us"])
def test_a_setting_that_decides_is_no_state(edition: str) -> None:
    """`by_card_too or player is not by_card`, with by_card_too = yes: each landing on the first space pays 200 more."""
    plain, doubled = worked_out(edition), worked_out(edition, ("double_on_go",))
    salary = purpose(program(edition), "salary")
    assert salary not in doubled.untold.gains
    assert doubled.gains[salary] == pytest.approx(plain.gains[salary] + 200 * plain.landings[0], abs=1e-9)
    assert doubled.gains[salary] > plain.gains[salary] + 6


def test_what_needs_more_makes_the_figure_a_lower_bound() -> None:
    asked = (("by_card_too", "no"),)
    rules = program("classic", ("double_on_go",), asked)
    plain, found = worked_out("classic"), worked_out("classic", ("double_on_go",), asked)
    salary = purpose(rules, "salary")
    assert found.gains[salary] == pytest.approx(plain.gains[salary])
    assert [(one.what, one.origin.file.rpartition("/")[2], one.origin.line) for one in found.untold.gains[salary]] == [
        ("player.by_card", "double_on_go.mono", 10)
    ]
    stream = io.StringIO()
    write_odds(rules, found, stream)
    lines = stream.getvalue().splitlines()
    assert any(line.startswith("received: Salaries") and line.endswith("at least 33.804") for line in lines)
    told = next(line for line in lines if line.startswith("received: Salaries") and "double_on_go.mono:10" in line)
    assert "player.by_card" in told
    assert as_json(rules, found)["unanswered"]["gains"]["salary"] == [
        {
            "reads": "player.by_card",
            "rule": "when player lands on go if by_card_too or player is not by_card (double_on_go)",
            "file": "editions/variants/double_on_go.mono",
            "line": 10,
        }
    ]


def test_what_the_plain_game_leaves_out() -> None:
    """Rent and deeds hang on owners; the cards that count houses are missing among what cards cost, and only there."""
    found, rules = worked_out("classic"), program("classic")
    names = rules.domains["purpose"].names
    assert {names[one] for one in found.untold.gains} == {"rent"}
    assert {names[one] for one in found.untold.costs} == {"rent", "purchase", "redemption", "interest", "card"}
    assert {one.what for one in found.untold.costs[names.index("card")]} == {"stepno", "holdings", "piece.house", "piece.hotel"}
    assert found.costs[names.index("card")] > 0
    assert found.untold.marks == {}


def test_a_pot_pays_what_cannot_be_told() -> None:
    found, rules = worked_out("classic_us", ("free_parking_pot",)), program("classic_us", ("free_parking_pot",))
    tax = purpose(rules, "tax")
    # What goes into the pot is paid all the same, and comes back to nobody as a tax.
    assert found.costs[tax] == pytest.approx(worked_out("classic_us").costs[tax])
    assert tax not in found.untold.gains and tax not in found.untold.costs
    (pot,) = [one for one in found.untold.gains if one != purpose(rules, "rent")]
    assert [(one.what, one.origin.file.rpartition("/")[2]) for one in found.untold.gains[pot]] == [("money", "free_parking_pot.mono")]


def test_a_purpose_left_out_as_a_whole_is_named() -> None:
    found, rules = worked_out("classic_us", ("income_tax_choice",)), program("classic_us", ("income_tax_choice",))
    tax = purpose(rules, "tax")
    assert tax not in found.costs
    assert tax not in found.untold.gains
    assert {one.what for one in found.untold.costs[tax]} == {"money", "holdings", "stepno"}


TWO_PURPOSES = """edition turns "By turns"
  players 1 to 2
purpose odd "Odd"
purpose even "Even"
die coin faces 1, 2
dice are 1 coin
kind spot
board
  spot start "Start"
  spot last "Last"
rule game
  each player
    put token on start
  take turns among players as player, round after round
    roll dice
    advance total of dice
    pay 5 to bank as odd
    if player's money > 100
      pay 7 to bank as even
ending nobody "Nobody is left"
  as soon as number of players is 0
  winners are players
"""


def test_one_payment_told_and_one_not() -> None:
    compilation = load("turns.mono", buffers={"turns.mono": TWO_PURPOSES})
    assert not compilation.diagnostics.has_errors, [one.message for one in compilation.diagnostics]
    rules = compilation.program
    found = odds(rules, "")
    assert found.costs == {purpose(rules, "odd"): pytest.approx(5.0)}
    assert found.untold.gains == {}
    assert {key: [(one.what, one.origin.line) for one in readings] for key, readings in found.untold.costs.items()} == {
        purpose(rules, "even"): [("money", 18)]
    }


# ---------------------------------------------------------------------------------------------------------------------- folding
def small(code: list[tuple[str, int, tuple[int, ...]]], parameters: int = 1) -> tuple[Program, Function]:
    """A pure function of numbers beside those of the game; constants are 0 (~0), 1 (~1) and 7 (~2)."""
    rules = replace(program("classic"), constants=(0, 1, 7))
    function = Function("f", tuple((f"p{n}", "count") for n in range(parameters)), 8, 1, True, False, tuple(Op(*op, 0) for op in code), 0)
    return replace(rules, functions=(function,), actions=()), function


def codes(rules: Program) -> list[str]:
    return [op.code for op in folded(rules).functions[0].code]


def test_a_branch_that_cannot_be_taken_goes() -> None:
    rules, _ = small(
        [
            ("move", 1, (~1,)),
            ("if", -1, (1,)),
            ("add", 2, (0, ~2)),
            ("else", -1, ()),
            ("move", 2, (~0,)),
            ("end", -1, ()),
            ("return", -1, (2,)),
        ]
    )
    assert codes(rules) == ["move", "add", "return"]


def test_what_differs_by_the_way_is_not_certain() -> None:
    code = [
        ("move", 1, (~1,)),
        ("if", -1, (0,)),
        ("move", 1, (~0,)),
        ("end", -1, ()),
        ("if", -1, (1,)),
        ("return", -1, (~2,)),
        ("end", -1, ()),
    ]
    rules, function = small([*code, ("return", -1, (~0,))])
    assert codes(rules) == [op.code for op in function.code]
    assert Flow(rules, function).follow({0: 0})[5] == {0: 0, 1: 1}
    assert Flow(rules, function).follow({0: 1})[5] is None


def test_a_loop_is_followed_until_nothing_changes() -> None:
    """The first round finds 1 in the register, later ones 0: the test of the loop stays."""
    rules, function = small(
        [
            ("move", 1, (~1,)),
            ("loop", -1, (7,)),
            ("not", 2, (1,)),
            ("break_if", -1, (2,)),
            ("move", 1, (~0,)),
            ("end", -1, ()),
            ("return", -1, (1,)),
        ]
    )
    assert codes(rules) == [op.code for op in function.code]


def test_ends_stay_where_both_branches_return() -> None:
    rules, _ = small(
        [("if", -1, (0,)), ("return", -1, (~1,)), ("else", -1, ()), ("return", -1, (~0,)), ("end", -1, ()), ("return", -1, (~2,))]
    )
    assert codes(rules) == ["if", "return", "else", "return", "end"]


@pytest.mark.parametrize(
    ("edition", "variants"), [("classic", ("double_on_go", "free_parking_pot", "income_tax_choice")), ("online", ()), ("kids_2013", ())]
)
def test_a_folded_program_is_the_same_game(edition: str, variants: tuple[str, ...]) -> None:
    rules = program(edition, variants, strategy="steady")
    less = folded(rules)
    assert verify(less) == []
    assert sum(len(function.code) for function in less.functions) < sum(len(function.code) for function in rules.functions)

    def played(rules: Program) -> list[object]:
        rows: list[object] = []
        game = Game.new_game(rules, 3, seed=5, sink=rows)
        driver = StrategyDriver(rules)
        for _ in range(400):
            if game.waiting is None:
                break
            game.apply_legal(driver.answer(game))
        return [*rows, game.state.slots]

    whole = played(rules)
    assert len(whole) > 200
    assert played(less) == whole
