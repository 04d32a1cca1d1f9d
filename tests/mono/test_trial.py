"""How tests fail: what is left open, what is named and not used, what cannot be."""

from __future__ import annotations

from functools import cache

import pytest

from rulelang.ir.verifier import verify
from rulelang.staging import benches
from rulelang.trial.failure import Failure
from rulelang.trial.run import run
from tests.mono.scripts import ROOT

GAMES = ROOT / "tests" / "games"
CLASSIC = 'edition trial_tests "Tests" extends classic\n  players 2 to 3\n\n'
SNAKES = (GAMES / "snakes.mono").read_text("utf-8")
MARKET = (GAMES / "barter.mono").read_text("utf-8")


@cache
def _ran(head: str, lines: str) -> Failure | None:
    text = f'{head}\ntest "it"\n{lines}'
    [bench] = [b for b in benches("it.mono", buffers={"it.mono": text}) if any(t.title.value == "it" for t in b.tests)]
    stage = bench.stage
    [trial] = [trial for trial in stage.trials if trial.title == "it"]
    assert set(verify(stage.program)) <= set(verify(bench.compilation.program))
    return run(stage, trial)


def _lines(*lines: str) -> str:
    return "".join(f"  {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("lines", "expected", "got"),
    [
        (("when ann lands on strand",), "nothing to be left open", "ann decides “Buy Strand for £220”: `ann buys` or `ann declines`"),
        (("when ann lands on strand, ann rolls 1 2",), "`ann rolls 1 2` to be next", "ann decides “Buy"),
        (("when ann rolls 1 1", "then ann has 1500"), "nothing to be left open", "ann draws from Community Chest"),
        (("given ann owns light_blue", "when ann rolls 3 3"), "nothing to be left open", "ann rolls 2 dice, and the test names no throw"),
        (("given ann owns light_blue", "when ann rolls 3 3", "then bob is asked to roll"), "bob is asked to roll", "ann rolls 2 dice"),
        (("when ann lands on strand", "then ann is asked to raise"), "ann is asked to raise", "ann decides “Buy"),
        (("when ann lands on strand, ann buys", "then ann is asked to buy"), "ann is asked to buy", "nobody is asked anything"),
        (("when ann lands on strand", "then ann is asked to buy", "when ann buys, ann buys"), "somebody to be asked this", "nobody"),
        (("when ann rolls 1 2 3",), "this throw", "2 dice are rolled here"),
        (("when ann rolls 1 7",), "this to be possible", "that cannot happen"),
        (("when ann buys",), "somebody to be asked this", "nobody is asked anything here"),
        (("when ann lands on strand, bob buys",), "`bob buys` to be next", "ann decides “Buy"),
        (("when ann lands on strand, ann buys, ann declines",), "somebody to be asked this", "nobody is asked anything here"),
        (("when ann builds on strand",), "this to be possible", "Strand is not yours (owner)"),
        (("given ann owns red, ann has 10", "when ann builds on strand"), "this to be possible", "it costs £150, and you have £10 (money)"),
        (("when ann lands on strand, ann declines, bob raises to 2000",), "this to be possible", "it must be from 1 to 1500"),
        (("when ann lands on strand, ann declines, bob raises to 5, ann declines, bob raises to 7",), "somebody to be asked this", ""),
        (("given bob has 1", "when ann lands on strand, ann declines, bob raises to 3"), "this number to be possible", "1 is the only one"),
        (("when ann draws chest_go, bob draws chest_go",), "this card to be drawn", "it is not in Community Chest"),
        (("given ann has 0, ann owns mayfair", "when ann owes 50 to bob", "then ann has 0, bob has 1550"), "bob has 1550", "£1500"),
        (("given ann is out", "when ann rolls 1 2"), "this to be asked for", "it never was"),
        (("given ann has 0", "when ann owes 10 to bob, bob rolls 1 2"), "this to happen", "the game is over"),
        (("given ann owns brown with 1 hotel each, bank has 0 hotels, ann owns strand", "then mayfair has no owner, ann owns mayfair"),
         "ann owns mayfair", "nobody"),
        (("given ann owns orange with 4 houses each, bank has 2 houses, ann owns railways, ann owns red with 4 houses each, "
          "ann owns yellow with 4 houses each",), "this to be set up", "not enough"),
        (("given ann stands on jail", "then ann stands on go"), "ann stands on go", "Jail / Just Visiting"),
        (("given vine_street has 2 houses", "then vine_street has 1 hotel"), "vine_street has 1 hotel", "2 house"),
        (("when ann lands on income_tax", "then ann pays 100 to bank"), "ann pays 100 to bank", "ann pays £200 to bank"),
        (("then ann can build on strand",), "ann can build on strand", "ann cannot build because owner: Strand is not yours"),
        (("given ann owns red", "then ann cannot build on strand",), "ann cannot build on strand", "ann can build"),
        (("then ann cannot build on strand because even",), "because even", "ann cannot build because owner"),
        (("then game is over",), "game is over", "the game goes on"),
        (("given ann has 0", "when ann owes 10 to bank", "then ann wins"), "ann wins", "the game is over, won by Bob"),
        (("then ann's tries is 2",), "ann's tries is 2", "0"),
        (("then ann is jailed",), "ann is jailed", "that is not so"),
    ],
)  # fmt: skip
def test_failures(lines: tuple[str, ...], expected: str, got: str) -> None:
    failure = _ran(CLASSIC, _lines(*lines))
    assert failure is not None
    assert expected in failure.expected
    assert got in failure.got


@pytest.mark.parametrize(
    "lines",
    [
        ("given bob has 1", "when ann lands on strand, ann declines, bob raises to 1, ann declines", "then bob owns strand"),
        ("given bob has 1", "when ann lands on strand, ann declines, bob raises, ann declines", "then bob owns strand"),
        ("given ann has 0, ann owns mayfair", "when ann owes 50 to bob", "then ann cannot trade with cat because debt, cat has 1500"),
        ("given cat is out", "then cat is out, ann is not out"),
        ("given round is 7, ann owns strand", "when ann lands on strand", "then round is 7"),
        ("given strand's owner is ann, ann's space is jail", "then ann owns strand, ann stands on jail"),
        ("when bank pays 50 to ann, ann collects 20 from bob", "then ann has 1570, bob has 1480"),
        ("when ann advances to go", "then ann has 1700, ann stands on go"),
        ("given ann owns brown, ann owns strand", "then ann has 3 deeds, ann has 3 sites, bob has no deeds"),
        ("given ann owns strand, strand has no owner", "then strand has no owner"),
        ("when game begins, ann rolls 1 2, bob rolls 3 3, cat rolls 3 3, bob rolls 1 1, cat rolls 1 2", "then starter is cat"),
    ],
)  # fmt: skip
def test_passes(lines: tuple[str, ...]) -> None:
    failure = _ran(CLASSIC, _lines(*lines))
    assert failure is None, str(failure)


def test_the_way_there_is_told() -> None:
    failure = _ran(CLASSIC, _lines("given bob owns strand", "when ann lands on strand", "then ann has 1500"))
    assert failure is not None
    assert failure.transcript == ("Ann is put on Strand.", "Ann pays Bob £18: Rent, Strand.")
    assert str(failure).startswith("it.mono:8: it\n  expected: ann has 1500\n  got: £1482\n")


def test_a_known_card_must_be_named() -> None:
    """When all cards have been drawn, the deck comes round in order."""
    head = SNAKES.replace(
        "kind square\n",
        'deck luck "Luck"\n  used cards under\n  card one "One."\n    advance 1\n  card two "Two."\n    advance 2\n\nkind square\n',
    )
    drawn = "when ann draws one, ann draws two, ann draws one"
    assert _ran(head, _lines(drawn, "then ann stands on square_5")) is None
    failure = _ran(head, _lines("when ann draws one, ann draws two, ann draws two"))
    assert failure is not None
    assert failure.got == "the card that comes is known: One."


def test_picks_are_named() -> None:
    failure = _ran(MARKET, _lines("given ann owns wool_1", "when ann begins, ann visit_stalls"))
    assert failure is not None
    assert failure.got == "chance picks, and the test does not name what: `chance picks NAME`"


def test_nothing_is_prepared_that_chance_decides() -> None:
    """The market deals cards by chance: nobody has any here. In classic, the money is there and nobody has thrown."""
    assert _ran(MARKET, _lines("then ann has no wares, bob has no wares")) is None
    assert _ran(CLASSIC, _lines("then ann has 1500, starter is nobody, ann stands on go")) is None
