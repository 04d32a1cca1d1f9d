"""Every fenced block of the reference does what the page says."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from rulelang import native
from rulelang.bundled import grammar_text
from rulelang.cli import main
from rulelang.lab.many.figures import Figures
from rulelang.lab.many.naming import Names
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.running import run
from rulelang.lab.odds import odds
from rulelang.lab.paired.contrasts import contrasts
from rulelang.lab.paired.pairing import Pairs
from rulelang.pipeline import load
from rulelang.play.wording import wording
from tests.spec.pages import Block, blocks, pages
from tests.spec.running import commands, compiled, digest, failures, fault, files, found, limited, origins, play, reasons, ruled, transcript

BLOCKS = [block for block in blocks() if block.language == "mono"]


def _named(chosen: list[Block]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", chosen, ids=lambda block: block.where)


@_named([block for block in BLOCKS if not block.fails])
def test_clean(block: Block) -> None:
    assert found(block) == [], block.where


@_named([block for block in BLOCKS if block.fails])
def test_fails(block: Block) -> None:
    said = found(block)
    assert {one.slug for one in said} == {block.fails}, [f"{one.slug}: {one.message} ({one.span.text})" for one in said]


@_named([block for block in BLOCKS if block.plays])
def test_plays(block: Block) -> None:
    play(compiled(block))


@_named([block for block in BLOCKS if block.has_tests and not block.fails])
def test_rulings(block: Block) -> None:
    assert failures(block) == []


OTHERS = [block for block in blocks() if block.language != "mono"]


@_named([block for block in OTHERS if block.language == "faults"])
def test_faults(block: Block) -> None:
    for line in block.payload.splitlines():
        header, _, said = line.partition("  ")
        assert said.strip() in fault(block, header.strip()), line


@_named([block for block in OTHERS if block.language == "transcript"])
def test_transcripts(block: Block) -> None:
    assert transcript(block) == block.payload.splitlines()


@_named([block for block in OTHERS if block.language == "stops"])
def test_stops(block: Block) -> None:
    first, *sentences = block.payload.splitlines()
    game, told = limited(block, int(first.split()[1]))
    assert told == sentences
    assert game.stopped and not game.is_terminal() and game.waiting is None


@_named([block for block in OTHERS if block.language == "reasons"])
def test_reasons(block: Block) -> None:
    assert reasons(block) == block.payload.splitlines()


@_named([block for block in OTHERS if block.language == "words"])
def test_small_words(block: Block) -> None:
    pattern = re.search(r"^NAME: /\(\?!\(\?:(.*?)\)\\b\)", grammar_text(), re.MULTILINE)
    assert pattern is not None
    small = {form for word in pattern[1].split("|") for form in ((word[:-2], word[:-1]) if word.endswith("?") else (word,))}
    assert set(block.payload.split()) == small


@_named([block for block in OTHERS if block.language == "same_game"])
def test_same_game(block: Block) -> None:
    games = [digest(block, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


@_named([block for block in OTHERS if block.language == "odds"])
def test_odds(block: Block) -> None:
    program = compiled(block)
    found = odds(program, "")
    names = program.domains["thing"].names
    shares = {names[rest.space]: rest.share for rest in found.rests} | {"laps": found.laps, "turns": found.turns, "games": found.games}
    for line in block.payload.splitlines():
        what, *_, share = line.split()
        if what in ("paid", "received"):
            told, left_out = (found.costs, found.untold.costs) if what == "paid" else (found.gains, found.untold.gains)
            purpose = program.domains["purpose"].names.index(line.split()[1])
            assert (purpose in left_out) == ("at least" in line), line
            shares[what] = told[purpose]
        assert shares[what] == pytest.approx(float(Fraction(share)), abs=1e-12), line


@_named([block for block in OTHERS if block.language == "simulated"])
def test_simulated(block: Block) -> None:
    """Each truth lies in the interval of many games; so wide a one that a seed which misses it would be a rare one."""
    plan = Plan(compiled(block), ("",) * 2)
    played = run(plan, 4000, engine=not native.available())
    figures, names = Figures(played), Names(plan, wording())
    known = {(figure.measure, *(f"{role.name} {names.plain(role)}" for role in figure.by)): figure for figure in figures.rows}
    for line in block.payload.splitlines():
        what, truth = line.split(" = ")
        estimate = known[tuple(what.split(", "))].estimate
        assert abs(estimate.mean - Fraction(truth)) <= 4 * max(estimate.error, 1e-9), line


@_named([block for block in OTHERS if block.language == "compared"])
def test_compared(block: Block) -> None:
    """As above; a difference that is 0 is so in every game."""
    first, *lines = block.payload.splitlines()
    name, value = first.removeprefix("with ").split("=")
    turned = load("page.mono", settings={name: value}, buffers={"page.mono": block.text}).program
    plans = [Plan(compiled(block), ("",) * 2), Plan(turned, ("",) * 2)]
    pairs = Pairs(plans, 1)
    assert pairs.play(4000)
    known = {(one.measure, *(f"{role} {id_}" for role, id_ in one.key[1])): one for one in contrasts(pairs)}
    for line in lines:
        what, truth = line.split(" = ")
        difference = known[tuple(what.split(", "))].difference
        assert abs(difference.mean - Fraction(truth)) <= 4 * difference.error, line


@_named([block for block in OTHERS if block.language == "program"])
def test_program(block: Block) -> None:
    known = origins(compiled(block))
    for line in block.payload.splitlines():
        assert line in known, known


@_named([block for block in OTHERS if block.language == "console"])
def test_console(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in files(block).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    for command, shown in commands(block):
        main(command)
        out, err = capsys.readouterr()
        assert (out + err).rstrip("\n") == shown


@_named([block for block in OTHERS if block.language == "rulings"])
def test_rulings_as_data(block: Block) -> None:
    assert ruled(block) == []


def test_every_block_is_run() -> None:
    known = {"faults", "transcript", "reasons", "stops", "words", "same_game", "program", "console", "rulings", "odds", "yaml"}
    known |= {"simulated", "compared"}
    assert {block.language for block in OTHERS} <= known


def test_there_are_pages() -> None:
    assert len(pages()) >= 10


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_pages_are_short(page) -> None:  # type: ignore[no-untyped-def]
    assert page.read_text("utf-8").count("\n") <= 420
