"""`compare` from the command line: sentences, tables, reports, and every way in which it can go wrong."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from rulelang import native
from tests.cli import terminal
from tests.cli.terminal import fits
from tests.lab.paired.test_contrasts import TOLLS

TRADE = "ann trades vine_street for 200 with bob"
ENDLESS = TOLLS.replace("as soon as number of players that are home > 0", "as soon as number of players that are home > 9")
SCHEMA = "comparison.schema.json"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tolls.mono").write_text(TOLLS)
    (tmp_path / "endless.mono").write_text(ENDLESS)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    return terminal.run(capsys, "compare", *arguments)


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    return terminal.document(capsys, SCHEMA, "compare", *arguments)


def figure(found: dict[str, Any], measure: str, side: int = 0) -> dict[str, Any]:
    one = next(one for one in found["contrasts"][side]["figures"] if one["measure"] == measure and not one["by"])
    assert isinstance(one, dict)
    return one


# ------------------------------------------------------------------------------------------------------------ the answer
def test_what_does_not_change_is_said_to_be_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "tolls.mono", "--set", "stakes=4", "--games", "300")
    assert (code, err) == (0, "")
    assert "With stakes = 4, every game is just as long." in out
    assert "No seat gains or loses" in out and "Tolls: 100% more" in out
    assert "Tolls, as it is against stakes = 4: 300 games on each side" in out


def test_what_only_follows_from_longer_games_is_not_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A game twice as long has twice as many landings; that salaries are six times as much is worth a sentence."""
    found = document(capsys, "kids", "--set", "salary=6", "--games", "400", "--players", "2", "--rounds", "100")
    length, landings = figure(found, "rounds"), figure(found, "landings")
    assert length["decided"] and landings["decided"] and landings["effect"] > 1
    assert landings["change_low"] <= length["change_high"] and landings["change_high"] >= length["change_low"]
    said = [line.partition(":")[0] for line in found["answers"]]
    assert "Salaries" in said and "Landings" not in said and "Payments" not in said


def test_longer_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "classic", "--variant", "build_on_landing", "--games", "150", "--rounds", "60")
    assert code == 0
    assert re.search(r"With Build only where you stand, games take \d+% longer \(\d+% to \d+%\): [\d.]+ rounds instead of", out)
    assert re.search(r"\d+\.\d% of the games are unfinished after 60 rounds, \d+\.\d% without it\.", out)


def test_where_the_games_do_not_decide_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "classic", "--variant", "no_auctions", "--games", "60", "--rounds", "60")
    assert code == 0 and "60 games do not decide whether they are longer or shorter with No auctions" in out


def test_two_editions(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "kids", "kids_2013", "--games", "80")
    assert [side["edition"] for side in found["sides"]] == ["kids", "kids_2013"] and found["format"] == "rulelang/comparison/1"
    assert {"measure": "measure shows", "by": {}} in found["contrasts"][0]["only_first"]
    rounds = figure(found, "rounds")
    assert rounds["difference"]["mean"] == pytest.approx(rounds["second"]["mean"] - rounds["first"]["mean"])
    assert rounds["change_low"] < rounds["change"] < rounds["change_high"]


def test_the_same_whoever_plays(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("tolls.mono", "tolls.mono+stakes=7", "--games", "40", "--seed", "3")
    first = document(capsys, *wanted, "--threads", "1")
    assert document(capsys, *wanted, "--threads", "3") == first
    monkeypatch.setattr(native, "available", lambda: False)
    second = document(capsys, *wanted)
    assert {**second, "played_by": ""} == {**first, "played_by": ""} and second["played_by"] == "engine"


def test_a_sweep(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "tolls.mono", "--sweep", "stakes=0..6:2", "--games", "200", "--out", "report")
    assert code == 0 and "At every value each game is just as long" in out
    found = json.loads((folder / "report/results.json").read_text("utf-8"))
    assert [side["settings"]["stakes"] for side in found["sides"]] == ["2", "0", "2", "4", "6"]
    base = figure(found, "measure tolls")["first"]["mean"]
    for side, stakes in enumerate((0, 2, 4, 6)):
        if stakes:
            assert figure(found, "measure tolls", side)["second"]["mean"] == pytest.approx(base * stakes / 2)
    assert "<svg" in (folder / "report/report.html").read_text("utf-8")


def test_a_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    code, out, _ = run(capsys, "kids", "--set", "salary=6", "--games", "60", "--players", "2", "--rounds", "60", "--out", "report")
    assert code == 0 and "report.html, results.json and figures.parquet" in out
    found = json.loads((folder / "report/results.json").read_text("utf-8"))
    fits(found, SCHEMA)
    table = parquet.read_table(folder / "report/figures.parquet")
    [contrasts] = found["contrasts"]
    assert len(table) == len(contrasts["figures"])
    for row, one in zip(table.to_pylist(), contrasts["figures"], strict=True):
        assert row["side"] == 1 and all(row[name] == one[name] for name in ("measure", "unit", "change", "effect", "adjusted", "decided"))
        assert all(row[f"{side}_{name}"] == value for side in ("first", "second", "difference") for name, value in one[side].items())
        told = {row["role_1"]: row["value_1"]} if row["role_1"] is not None else {}
        assert told == {role: None if value is None else str(value) for role, value in one["by"].items()}
    assert [side["title"] for side in json.loads(table.schema.metadata[b"sides"])] == ["as it is", "salary = 6"]
    # The board says how the landings of both sides are spread, whatever they are in all.
    page = (folder / "report/report.html").read_text("utf-8")
    board = page[page.index('aria-label="Landings on each space: so many more or fewer of a hundred"') :]
    shifts = [float(shift) for shift in re.findall(r"<title>[^<]*: ([+-]\d+\.\d\d)</title>", board[: board.index("</svg>")])]
    assert len(shifts) == 32 and abs(sum(shifts)) < 0.2 and max(map(abs, shifts)) < 5 and any(shifts)


def test_a_sweep_that_changes_something(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "kids", "--sweep", "salary=0,2,6", "--games", "200", "--players", "2", "--rounds", "100")
    assert code == 0 and "Games are shortest with salary = 0" in out and "longest with salary = 6" in out
    assert "At every other value they differ in length" in out and "95% interval" in out
    [row] = re.findall(r"^ +6 .*$", out, re.M)
    assert re.search(r" \+\d+ +\+\d+ to \+\d+ .* yes ", row)
    assert re.search(r"^2 \(as it is\) .*\+0 +\+0% +\d", out, re.M), "that is no question: neither yes nor no"


def test_a_sweep_calls_nothing_longer_that_is_not_known_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "classic", "--sweep", "salary=150,200,400", "--games", "60", "--players", "2", "--rounds", "60")
    assert code == 0 and "Of the values that these games decide, games are shortest with salary = 400" in out
    assert "longest with salary = 200" in out and "They differ in length from the edition as it is at 400." in out
    assert "At 150 these games do not decide" in out, "and 200 is the edition as it is"


def test_what_if(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ("classic", "--from", "opening", "--what-if", TRADE, "--games", "30", "--rounds", "40")
    found = document(capsys, *wanted)
    assert found["position"] == "opening" and found["sides"][0]["rules_hash"] == found["sides"][1]["rules_hash"]
    money = next(
        one for one in found["contrasts"][0]["figures"] if one["measure"] == "measure rent_earned" and one["by"] == {"thing": "vine_street"}
    )
    assert money["first"]["mean"] != money["second"]["mean"]
    steps = "ann trades vine_street for 200 with bob"
    code, _, err = run(capsys, "classic", "--from", "saturday", "--what-if", steps)
    assert code == 1 and f"error: --what-if: `{steps}`: first sell what is built in Orange (unbuilt)" in err
    code, _, err = run(capsys, *wanted[:3], "--what-if", "ann trades mayfair for 5000 with bob")
    assert code == 1 and "may not be put into the bundle" in err
    # It is said of people, who have names there.
    wins = {one["by"]["player"]: one for one in found["contrasts"][0]["figures"] if one["measure"] == "wins" and "player" in one["by"]}
    assert set(wins) == {1, 2, 3} and wins[1]["difference"]["mean"] < 0 and wins[1]["decided"]
    assert re.search(r"Ann wins \d+\.\d games in a hundred less often \(.*\): \d+% instead of \d+%\.", " ".join(found["answers"]))
    assert not any("Seat" in line for line in found["answers"])
    steps = f"“{TRADE}”"
    assert found["sides"][1]["title"] == steps
    _, out, _ = run(capsys, *wanted, "--out", "report")
    assert f"as it is against {steps}" in out and re.search(r"^Players\n.*as it is +what if", out, re.M) and "wins: Ann" in out
    assert re.search(r"^wins: Ann +\d+% +\d+% +-\d+ points +-\d+ to -\d+ points ", out, re.M), "shares lie so many points apart"
    assert f"as it is against {steps}</title>" in Path("report/report.html").read_text("utf-8")
    code, out, err = run(capsys, *wanted[:3], "--what-if", "ann sings")
    assert code == 1 and "nothing that somebody can do is called `sings`" in out and "that cannot be done there" in err


def test_a_screening(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rulelang import loader

    some = ["free_parking_pot", "round_limit", "short_game"]
    monkeypatch.setattr(loader, "bundled_names", lambda kind="": some if kind == "variants" else [])
    code, out, _ = run(capsys, "classic", "--screen", "--games", "20", "--rounds", "30", "--budget", "600", "--out", "report")
    assert code == 0 and "What each variant does" in out
    found = json.loads((folder / "report/results.json").read_text("utf-8"))
    fits(found, SCHEMA)
    tried = {tuple(one["variants"]) for one in found["tried"]} | {tuple(one["variants"]) for one in found["skipped"]}
    assert {("free_parking_pot",), ("round_limit",), ("short_game",)} <= tried and len(tried) == 6 and not found["left"]
    pair = next(one for one in found["tried"] if len(one["variants"]) == 2)
    assert pair["interaction"]["measure"] == "rounds"
    # The seats are so many that one of them moves most by chance: corrected together, with what was tried.
    seats = [one[f"seat {seat}"] for one in found["tried"] for seat in (1, 2, 3, 4)]
    assert min(one["adjusted"] for one in seats) == pytest.approx(min(1.0, len(seats) * min(one["chance"] for one in seats)))
    assert re.search(r"^What each variant does to who wins\n.*seat that moves most +difference +95% interval +decided", out, re.M)
    assert re.search(r" Seat [1-4]( \(begins\))? +[+-]\d+(\.\d+)? points +[+-]\d+(\.\d+)? to [+-]\d+(\.\d+)? points +(yes|no)", out)
    assert re.search(r"^Rounds that two variants add together.*\nvariants .*\n─+\n.* and .* (yes|no) *$", out, re.M)


def test_no_time_to_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of what was not tried."""
    from rulelang.commands import screen

    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(screen, "perf_counter", lambda: next(clock))
    code, out, err = run(capsys, "classic", "--screen", "--games", "10", "--budget", "1", "--rounds", "5")
    assert code == 1 and "there was no time (--budget)" in out and "None of them was tried: nothing is known." in out
    assert "makes games longer" not in out and "What each variant does" not in out and "no variant was tried" in err


def test_an_interrupted_screening_says_nothing_of_what_it_has_not_tried(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulelang.lab.paired.screening import Screening

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Screening, "take", interrupted)
    code, out, _ = run(capsys, "classic", "--screen", "--games", "10", "--rounds", "5")
    assert code == 130 and "None of them was tried" in out and "makes games longer" not in out


def test_a_screening_of_games_that_never_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rulelang import loader

    monkeypatch.setattr(loader, "bundled_names", lambda kind="": ["free_parking_pot"] if kind == "variants" else [])
    code, out, err = run(capsys, "classic", "--screen", "--games", "10", "--rounds", "3")
    assert code == 1 and "No game comes to its end within 3 rounds, whatever was tried." in out and "more --rounds" in err
    assert "makes games longer" not in out


def _without_players(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Contrasts but for what each player wins, whatever his seat."""
    return [one for one in found["contrasts"][0]["figures"] if (one["measure"], *one["by"]) != ("wins", "player")]


def test_rotating(capsys: pytest.CaptureFixture[str]) -> None:
    """The first place begins here; whoever sits there, the strategies are those of the players."""
    wanted = ("kids", "--set", "start_money=35", "--players", "2", "--games", "30")
    plain, turned = document(capsys, *wanted), document(capsys, *wanted, "--rotate")
    assert (plain["rotate"], turned["rotate"]) == (False, True)
    # All decide alike, so that the games are the same.
    assert _without_players(plain) == _without_players(turned)
    mixed = ("classic", "--set", "start_money=1000", "--players", "2", "--strategy", "2=cautious", "--games", "20", "--rounds", "40")
    assert document(capsys, *mixed)["contrasts"] != document(capsys, *mixed, "--rotate")["contrasts"]
    _, out, _ = run(capsys, *mixed, "--rotate")
    assert "wins: Player 2" in out and "wins: Seat 2" in out, "who plays otherwise, and who begins"
    code, _, err = run(capsys, "classic", "--from", "opening", "--what-if", "ann rolls 1 2", "--rotate")
    assert code == 2 and "whose turn it is" in err


# ------------------------------------------------------------------------------------------------------------- precision
def test_as_many_games_as_the_precision_takes(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "tolls.mono", "--set", "gift=1", "--precision", "5%")
    assert found["pairs"] == 1000, "every game is as long: known at once"
    found = document(capsys, "kids", "--set", "start_money=35", "--precision", "4%", "--players", "2")
    rounds = figure(found, "rounds")
    assert found["pairs"] % 1000 == 0 and rounds["change_high"] - rounds["change"] <= 0.04


def test_a_precision_that_is_not_reached(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "kids", "--set", "start_money=35", "--precision", "0.01%", "--most-games", "1500", "--players", "2")
    assert code == 1 and "1500 games on each side are not enough" in err and "rounds" in out


# ------------------------------------------------------------------------------------------------------- what goes wrong
class _Mortal:
    """Plays as long as it lives: the game with number 300 is the last it sees."""

    def __init__(self, play: Any, how: type[BaseException]) -> None:
        self.play, self.how = play, how

    def __call__(self, player: Any, first: int, count: int) -> Any:
        if first <= 300 < first + count:
            raise self.how("no memory is left")
        return self.play(player, first, count)


@pytest.mark.skipif(not native.available(), reason="no llvmlite")
@pytest.mark.parametrize(
    ("how", "code", "said"), [(MemoryError, 1, "a worker died after 256 games"), (KeyboardInterrupt, 130, "stopped after 256 games")]
)
def test_what_was_played_is_shown(
    how: type[BaseException], code: int, said: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulelang.lab.many.playing import Compiled

    mortal = _Mortal(Compiled.play, how)
    monkeypatch.setattr(Compiled, "play", lambda player, first, count: mortal(player, first, count))
    found, out, err = run(capsys, "tolls.mono", "--set", "stakes=4", "--threads", "1", "--out", "report")
    assert found == code and said in err and "Partial results" in out and "256 games on each side" in out
    assert json.loads((folder / "report/results.json").read_text("utf-8"))["partial"]


@pytest.mark.skipif(not native.available(), reason="no llvmlite")
def test_a_worker_that_dies_while_screening(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rulelang.lab.many.playing import Compiled

    mortal = _Mortal(Compiled.play, MemoryError)
    monkeypatch.setattr(Compiled, "play", lambda player, first, count: mortal(player, first, count))
    code, out, err = run(capsys, "classic", "--screen", "--games", "400", "--rounds", "20", "--threads", "1")
    assert (code, out) == (1, "") and "a worker died before there was anything to compare with: no memory is left" in err


def test_games_that_never_end(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "endless.mono", "--set", "stakes=0", "--games", "20", "--rounds", "6")
    assert code == 1 and "No game comes to its end within 6 rounds, on either side." in out
    assert "just as long" not in out and "no game came to its end within 6 rounds" in err and "more --rounds" in err
    code, out, err = run(capsys, "endless.mono", "--sweep", "stakes=0..4:2", "--games", "20", "--rounds", "6")
    assert code == 1 and "No game comes to its end within 6 rounds, whatever was tried." in out and "just as long" not in out


def test_games_that_do_not_all_end(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "tolls.mono", "--set", "stakes=4", "--games", "60", "--rounds", "1")
    assert code == 0 and "With stakes = 4, every game that comes to its end is just as long." in out and "unfinished after 1 rounds" in out


# ---------------------------------------------------------------------------------------------------------------- again
@pytest.mark.parametrize(
    "wanted",
    [
        ("tolls.mono", "tolls.mono+stakes=7", "--precision", "3%"),
        ("kids", "--set", "start_money=35", "--players", "2", "--rotate", "--rounds", "60", "--seed", "4", "--games", "30"),
        ("tolls.mono", "--sweep", "stakes=0..4:2", "--games", "20"),
        ("classic", "--from", "opening", "--what-if", TRADE, "--games", "9", "--strategy", "2=cautious"),
        ("kids", "kids_2013", "--games", "10"),
    ],
)
def test_the_command_that_repeats_it_is_complete(wanted: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *wanted, "--out", "report")
    again = shlex.split(found["command"])
    assert again[:2] == ["rulelang", "compare"] and not {"--out", "--format", "--precision"}.intersection(again)
    assert {"--players", "--seed", "--rounds", "--games"} <= set(again) and ("--strategy" in again) == (wanted[0] != "tolls.mono")
    code, out, _ = run(capsys, *again[2:], "--format", "json")
    assert code == 0 and json.loads(out) == found
    assert found["command"] in html.unescape((folder / "report/report.html").read_text("utf-8"))


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("tolls.mono",), 2, "there is nothing to compare with"),
        (("tolls.mono", "tolls.mono", "--set", "stakes=3"), 2, "are for a comparison with the edition as it is"),
        (("tolls.mono", "tolls.mono", "--sweep", "stakes=1..3"), 2, "three ways"),
        (("tolls.mono", "--what-if", "ann rolls 1"), 2, "needs a position"),
        (("tolls.mono", "--sweep", "stakes"), 2, "not of the form"),
        (("tolls.mono", "--sweep", "=1..3"), 2, "not of the form"),
        (("tolls.mono", "--sweep", "stakes="), 2, "there is no value after the `=`"),
        (("tolls.mono", "--sweep", "stakes=9..1:2"), 2, "it goes from 9 down to 1\n  help: the lower value first: --sweep stakes=1..9:2"),
        (("tolls.mono", "--sweep", "stakes=1..9:0"), 2, "a step of 0 leads nowhere"),
        (("tolls.mono", "--sweep", "stakes=1..9:two"), 2, "STEP: `two` is no whole number"),
        (("tolls.mono", "--sweep", "stakes=1.5..9"), 2, "LOW: `1.5` is no whole number"),
        (("tolls.mono", "--sweep", "stakes=1.."), 2, "HIGH: it is missing"),
        (("tolls.mono", "tolls.mono", "--out", "report"), 2, "both sides are the same rules (hash "),
        (("tolls.mono", "tolls.mono+stakes=2"), 2, "both sides are the same rules (hash "),
        (("kids", "--screen", "--out", "report"), 2, "no bundled variant fits kids"),
        (("tolls.mono", "--set", "stakes=12", "--out", "report"), 2, "does not fit"),
        (("tolls.mono", "--sweep", "salary=1..3"), 2, "has no setting salary"),
        (("tolls.mono", "--sweep", "stakes=8..12"), 2, "what --set asks for does not fit"),
        (("tolls.mono", "--set", "stakes=3", "--precision", "nearly"), 2, "not a part between 0 and 1"),
        (("tolls.mono", "--set", "stakes=3", "--games", "1"), 2, "--games"),
        (("tolls.mono", "nowhere"), 2, "nowhere"),
        (("tolls.mono", "kids", "--players", "3"), 2, "is for 2 players, not for 3"),
        (("tolls.mono", "--screen", "--sweep", "stakes=1..3"), 2, "compares an edition with its variants"),
        (("tolls.mono", "--set", "stakes=3", "--out", "tolls.mono"), 2, "this is a file"),
    ],
)
def test_wishes_that_cannot_be_met(arguments: tuple[str, ...], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, out, err = run(capsys, *arguments)
    assert (found, out) == (code, "") and said in err
    assert not Path("report").exists(), "nothing is left of what is refused"
