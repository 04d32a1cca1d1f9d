"""`simulate` from the command line: what is shown and written, and every way in which it can go wrong."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulelang import native
from rulelang.cli import main
from tests.cli import terminal
from tests.cli.terminal import begin, fits
from tests.lab.many.test_running import RUNAWAY

SEATS = ("--players", "2", "--games", "60")
SCHEMA = "simulation.schema.json"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return terminal.run(capsys, "simulate", *arguments)


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    return terminal.document(capsys, SCHEMA, "simulate", *arguments)


# ----------------------------------------------------------------------------------------------------------- what is shown
def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "kids", *SEATS)
    assert (code, err) == (0, "")
    for shown in ("60 games, 2 players (Steady), seed 1", "over within", "Who wins", "Player 2", "Fees earned", "Cards drawn", "rule turn"):
        assert shown in out
    assert re.search(r"rounds +\d+\.?\d* +\d+\.?\d* to \d+\.?\d*", out)


def test_in_russian(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "kids", *SEATS, "--locale", "ru")
    assert code == 0 and "60 партий, 2 игрока" in out and "Who" not in out


def test_the_same_figures_whoever_plays_them(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("kids", "--players", "2", "--games", "12", "--seed", "5")
    first = document(capsys, *wanted, "--threads", "1")
    assert document(capsys, *wanted, "--threads", "3") == first
    monkeypatch.setattr(native, "available", lambda: False)
    code, out, err = run(capsys, *wanted, "--format", "json")
    second = json.loads(out)
    assert code == 0 and err.count("llvmlite is not installed") == 1
    assert second.pop("played_by") == "engine" and first.pop("played_by") == "machine code" and second == first


ALONE = """
import sys
sys.modules["llvmlite"] = None
from rulelang.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("simulate", "kids", "--games", "2"), 0, "the engine plays"),
        (("compare", "kids", "--set", "salary=4", "--games", "2"), 0, "the engine plays"),
        (("compile", "kids", "--emit", "object"), 2, "llvmlite is not installed"),
        (("compile", "kids", "--emit", "llvm"), 0, ""),
    ],
)
def test_without_llvmlite(words: tuple[str, ...], code: int, said: str, folder: Path) -> None:
    """In a process of its own, since other tests have imported it."""
    done = subprocess.run([sys.executable, "-c", ALONE, *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == code and said in done.stderr and "internal error" not in done.stderr


def test_what_a_document_says(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "kids", *SEATS)
    throws = round(60 * next(one["mean"] for one in found["figures"] if one["measure"] == "throws" and not one["by"]))
    decisions = round(60 * next(one["mean"] for one in found["figures"] if one["measure"] == "decisions" and not one["by"]))
    counted = {"asked": 60, "played": 60, "ended": 60, "unfinished": 0, "faulty": 0, "throws": throws, "decisions": decisions}
    assert found["games"] == counted and not found["partial"]
    shares = [one["mean"] for one in found["figures"] if one["measure"] == "wins" and list(one["by"]) == ["seat"]]
    assert sum(shares) == pytest.approx(1) and len(shares) == 2
    whole = next(one for one in found["figures"] if one["measure"] == "measure fees_earned" and not one["by"])
    parts = [one for one in found["figures"] if one["measure"] == "measure fees_earned" and list(one["by"]) == ["thing"]]
    assert whole["mean"] == pytest.approx(sum(one["mean"] for one in parts)) and whole["mean"] > 0
    assert all(one["low"] <= one["mean"] <= one["high"] if one["games"] > 1 else one["low"] is None for one in found["figures"])
    rounds = found["lengths"]["rounds"]
    assert sum(games for _, games in rounds["classes"]) == 60 and rounds["low"] <= rounds["median"] <= rounds["high"]
    assert found["command"].startswith("rulelang simulate kids --games 60 --players 2 --strategy steady")


def test_strategies_and_turns(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "classic", "--games", "40", "--players", "3", "--strategy", "2=trader", "--rotate", "--rounds", "60")
    assert found["strategies"] == ["steady", "trader", "steady"] and found["rotate"]
    split = {tuple(one["by"]) for one in found["figures"] if one["measure"] == "wins"}
    assert split == {("seat",), ("player",), ("strategy",)}


def test_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "classic", "--from", "saturday", "--games", "30")
    assert code == 0 and "saturday" in out and "Ann" in out and not err
    code, _, err = run(capsys, "classic", "--from", "saturday", "--rotate")
    assert code == 2 and "whose turn it is" in err
    code, _, err = run(capsys, "classic", "--from", "sunday")
    assert code == 2 and "there is no position `sunday`" in err


def test_open_questions_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "classic", "--games", "30", "--rounds", "40")
    assert "No strategy at the table answers these questions" in out and "pay/draw (card fine_or_chance)" in out


# --------------------------------------------------------------------------------------------------------- what is written
class _Page(HTMLParser):
    VOID = frozenset(("meta", "link", "br", "hr", "img", "input"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href") and tag != "use"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "kids", *SEATS, "--out", "new/report")
    assert (code, err) == (0, "") and "new/report" in out
    assert sorted(path.name for path in (folder / "new/report").iterdir()) == ["figures.parquet", "report.html", "results.json"]
    text = (folder / "new/report/report.html").read_text("utf-8")
    page = _Page()
    page.feed(text)
    assert not page.open and page.seen.count("svg") == 5 and page.seen.count("table") >= 8
    assert all(link.startswith("#") for link in page.links), "needs nothing beside it"
    # What a picture is called is read aloud, and what a bar or a space stands for is said under the mouse.
    assert text.count('<svg role="img" aria-label="') == 5 and 'aria-label="Landings on each space, a game"' in text
    assert re.search(r"<g><title>Player 1: |<g><title>Seat 1 \(begins\): \d+% ± \d+</title>", text) and "told: " not in text
    found = json.loads((folder / "new/report/results.json").read_text("utf-8"))
    fits(found, SCHEMA)
    assert found["rules_hash"] in text and found["command"] in text


def test_the_table_of_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run(capsys, "kids", *SEATS, "--out", "report")
    figures = json.loads((folder / "report/results.json").read_text("utf-8"))["figures"]
    table = parquet.read_table(folder / "report/figures.parquet")
    rows = table.to_pylist()
    assert len(rows) == len(figures) and table.schema.metadata[b"edition"] == b"kids"
    for row, figure in zip(rows, figures, strict=True):
        assert all(row[name] == figure[name] for name in ("measure", "unit", "games", "mean", "deviation", "low", "high"))
        roles = {row[f"role_{place}"]: row[f"value_{place}"] for place in (1, 2, 3) if row[f"role_{place}"] is not None}
        assert roles == {role: None if value is None else str(value) for role, value in figure["by"].items()}


def test_the_same_report_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "kids", *SEATS, "--out", "one")
    run(capsys, "kids", *SEATS, "--out", "two", "--threads", "1")
    for name in ("report.html", "results.json"):
        assert (folder / "one" / name).read_text("utf-8") == (folder / "two" / name).read_text("utf-8"), name


def test_without_pyarrow_all_else_is_written(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rulelang.lab.many import document as documents

    monkeypatch.setattr(documents, "can_write_parquet", lambda: False)
    code, _, err = run(capsys, "kids", *SEATS, "--out", "report")
    assert code == 0 and "pyarrow is not installed" in err
    assert sorted(path.name for path in (folder / "report").iterdir()) == ["report.html", "results.json"]


SIGNS = """
edition signs "Money, <b>money</b> & $more_{"
  players 2 to 2
die coin faces 1, 2
dice are 1 coin
purpose toll "Paid in $ or in \\euro_{ 钱"
kind spot
board
  spot start "Start for $5 or $10_{x"
  spot far "遠く"
rule game
  each player
    bank pays 100 to player
    put token on start
  take turns among players as player, round after round
    roll dice
    advance total of dice
    pay 1 to bank as toll
ending done "<i>Done</i>"
  as soon as round is 9
  winners are players
"""


def test_names_are_shown_as_they_are(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither markup, nor formulas, nor letters that a font lacks."""
    (folder / "signs.mono").write_text(SIGNS, "utf-8")
    code, _, err = run(capsys, "signs.mono", "--games", "20", "--out", "report")
    assert (code, err) == (0, "")
    page = _Page()
    text = (folder / "report/report.html").read_text("utf-8")
    page.feed(text)
    assert not page.open and "b" not in page.seen and "i" not in page.seen
    assert "Start for $5" in text and "遠く" in text


def test_nothing_but_games_that_a_rule_stops(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stops.mono").write_text(RUNAWAY.replace("total of dice is 1 and round is 1", "total of dice > 0"))
    code, out, err = run(capsys, "stops.mono", "--games", "8", "--rounds", "5", "--out", "report")
    assert code == 1 and "8 games were stopped by a rule" in out and "and 3 more games" in err
    fits(json.loads((folder / "report/results.json").read_text("utf-8")), SCHEMA)


def test_rules_that_never_come_into_play_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "classic", "--games", "30", "--rounds", "40", "--all")
    assert re.search(r"Never came into play: .*action demand", out)
    _, out, _ = run(capsys, "classic", "--games", "30", "--rounds", "40")
    assert re.search(r"^\d+ rules never came into play \(--all names them\)\.$", out, re.M) and "Never came" not in out


# --------------------------------------------------------------------------------------------------------- what goes wrong
def test_nothing_is_left_of_what_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = run(capsys, "classic", "--variant", "auctions_like_nowhere", "--out", "report")
    assert code == 2 and not (folder / "report").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("kids", "--games", "0"), "--games"),
        (("kids", "--threads", "0"), "--threads"),
        (("kids", "--players", "9"), "is for 2 to 4 players, not for 9"),
        (("kids", "--strategy", "bold"), "there is no strategy"),
        (("kids", "--strategy", "7=steady"), "there is no player 7"),
        (("nowhere",), "nowhere"),
        (("kids", "--out", "file.txt"), "this is a file"),
        (("kids", "--out", " "), "no folder is named"),
        (("kids", "--out", "file.txt/deeper"), "a part of the path is a file"),
    ],
)
def test_wishes_that_cannot_be_met(
    arguments: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found out before a game is played."""
    from rulelang.lab.many import running

    monkeypatch.setattr(running, "run", None)
    (folder / "file.txt").write_text("")
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "") and said in err


def test_a_rule_that_stops_games_is_named_with_the_command_that_shows_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "stops.mono").write_text(RUNAWAY)
    code, out, err = run(capsys, "stops.mono", "--games", "20", "--rounds", "5")
    fits(json.loads(_json(capsys, "stops.mono", "--games", "20", "--rounds", "5")), SCHEMA)
    assert code == 1 and "games were stopped by a rule" in out and "No game comes to its end within 5 rounds" in out
    [again] = re.findall(r"to see it: rulelang (.*)", err)[:1]
    assert main(again.split()) == 1
    assert "stops.mono:16" in capsys.readouterr().err and "stops.mono:16" in err


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    return run(capsys, *arguments, "--format", "json")[1]


def _begun(*arguments: str) -> tuple[subprocess.Popen[str], int]:
    """The command with its standard error at a terminal, where a bar shows how far it is; and that terminal's other end."""
    other, terminal = os.openpty()
    process = begin(None, "simulate", *arguments, stderr=terminal)
    os.close(terminal)
    return process, other


def _read(terminal: int, until: str, seconds: float) -> str:
    """What is written at a terminal, until something stands there or nothing more comes."""
    text = ""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (until and re.search(until, text)):
        ready, _, _ = select.select([terminal], [], [], 0.2)
        try:
            more = os.read(terminal, 65536) if ready else b""
        except OSError:  # its other end is closed
            break
        text += more.decode("utf-8", "replace")
    return text


@pytest.mark.skipif(not native.available(), reason="no llvmlite")
def test_a_worker_that_dies(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rulelang.lab.many.playing import Compiled

    play = Compiled.play

    def mortal(player: Compiled, first: int, count: int) -> Any:
        if first >= 256:
            raise MemoryError("no memory is left")
        return play(player, first, count)

    monkeypatch.setattr(Compiled, "play", mortal)
    code, out, err = run(capsys, "kids", "--games", "1000", "--threads", "2", "--out", "report")
    assert code == 1 and "a worker died after 256 of 1000 games: no memory is left" in err and "Partial results" in out
    found = json.loads((folder / "report/results.json").read_text("utf-8"))
    assert found["partial"] and (found["games"]["asked"], found["games"]["played"]) == (1000, 256)
    monkeypatch.setattr(Compiled, "play", lambda player, first, count: mortal(player, 256, count))
    code, out, err = run(capsys, "kids", "--games", "1000", "--threads", "1")
    assert (code, out) == (1, "") and "a worker died after 0 of 1000 games" in err


def test_games_that_never_end(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "endless.mono").write_text(RUNAWAY.replace("3000000000", "1"), "utf-8")
    code, out, err = run(capsys, "endless.mono", "--games", "20", "--rounds", "6", "--out", "report")
    assert code == 1 and "No game comes to its end within 6 rounds." in out and "within 0 rounds" not in out
    assert "no game came to its end within 6 rounds" in err and "more --rounds" in err
    # Nobody has won, and nobody has lost.
    assert "Who wins" not in out and not re.search(r"\bwins\b", out) and "Players" in out
    page = (folder / "report/report.html").read_text("utf-8")
    assert "Who wins" not in page and "<svg" in page
    fits(json.loads((folder / "report/results.json").read_text("utf-8")), SCHEMA)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
@pytest.mark.parametrize("players", ["steady", "random"])
def test_ctrl_c_shows_what_there_is(players: str, folder: Path) -> None:
    process, terminal = _begun("kids", "--games", "100000000", "--strategy", players, "--threads", "2", "--out", "report")
    assert re.search(r"[1-9]\d*/100000000", shown := _read(terminal, r"[1-9]\d*/100000000", 120)), shown
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    err = _read(terminal, "", 5)
    os.close(terminal)
    assert process.returncode == 130, err
    assert "Partial results" in out and "stopped after" in err and "Traceback" not in out + err
    found = json.loads((folder / "report/results.json").read_text("utf-8"))
    fits(found, SCHEMA)
    assert found["partial"] and 0 < found["games"]["played"] < 10**8
    assert "Partial results" in (folder / "report/report.html").read_text("utf-8")
