"""`run` and `resume`: whole games from the command line, and every way in which one can go wrong."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.terminal import begin, run

BELLS = """edition bells "Bells"
  players 2 to 4

rule game
  take turns among players as player, round after round
    say "Ding."

ending quiet "Silence"
  as soon as round < 0
  winners are players
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("edition", ["disney", "kids", "classic.mono"])
def test_a_game_to_its_end(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "run", edition, "--quiet")
    assert (code, err) == (0, "")
    assert "over after" in out
    assert out.count("winner") == 1


def test_the_game_is_shown_as_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "run", "kids", "--seed", "3")
    assert code == 0
    for shown in ("Round 1", "Turn 1:", "rolls", "┌", "winner"):
        assert shown in out


def test_transcripts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "run", "disney", "--transcript", "a.txt", "--quiet", "--rounds", "9", "--why")
    assert code == 0
    assert "stopped after 9 rounds" in out
    text = (folder / "a.txt").read_text("utf-8")
    assert "Round 9" in text
    assert "Round 10" not in text
    assert "editions/rules/turns.mono:" in text
    run(capsys, "run", "disney", "--transcript", "b.jsonl", "--quiet", "--rounds", "9", "--why")
    told = [json.loads(line) for line in (folder / "b.jsonl").read_text("utf-8").splitlines()]
    assert told[0]["edition"] == "disney"
    assert {"pay", "move", "roll", "own"} <= {entry["kind"] for entry in told}
    assert all(entry["file"].startswith("editions/") for entry in told if entry["kind"] in ("pay", "move", "own"))
    code, out, _ = run(capsys, "run", "disney", "--transcript", "-", "--quiet", "--rounds", "9", "--why")
    assert out == text


def test_a_game_that_nobody_wins_is_stopped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bells.mono").write_text(BELLS, "utf-8")
    code, out, err = run(capsys, "run", "bells.mono", "--quiet")
    assert (code, "stopped after 1000 rounds" in out) == (0, True), out + err
    assert err == "warning: nobody has won after 1000 rounds\n  help: with --rounds N it goes on for longer\n"
    code, out, err = run(capsys, "run", "bells.mono", "--quiet", "--rounds", "1001")
    assert (code, "stopped after 1001 rounds" in out, err) == (0, True, "")


def test_same_seed_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    games = [run(capsys, "run", "disney", "--transcript", "-", "--seed", seed)[1] for seed in ("5", "5", "6")]
    assert games[0] == games[1] != games[2]


def test_settings_variants_and_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "run", "disney", "--set", "start_money=400", "--variant", "free_parking_pot",
        "--strategy", "cautious", "--strategy", "2=random",
        "--players", "3", "--rounds", "3", "--transcript", "-",
    )  # fmt: skip
    assert code == 0
    assert "Ann (cautious), Bob (random), Cat (cautious)" in out
    assert "Ann gets 400 u. from the bank" in out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["disney", "--players", "1"], 2, "2 to 6 players"),
        (["disney", "--players", "9"], 2, "2 to 6 players"),
        (["disney", "--variant", "free_parking_pto"], 2, "did you mean `free_parking_pot`?"),
        (["disney", "--set", "salry=300"], 2, "did you mean `salary`?"),
        (["disney", "--set", "salary=99999999"], 2, "out-of-range"),
        (["disney", "--set", "salary=yes"], 2, "--set"),
        (["disney", "--strategy", "stedy"], 2, "did you mean `steady`?"),
        (["disney", "--strategy", "9=steady"], 2, "there is no player 9"),
        (["disney", "--rounds", "0"], 2, "--rounds"),
        (["disney", "--transcript", "game.doc"], 2, "neither .txt nor .jsonl"),
        (["disney", "--transcript", "no/folder/x.txt"], 2, "no such file"),
        (["disney", "--human", "Ada", "--human", "ada"], 2, "two people"),
        (["disny"], 2, "did you mean `disney`?"),
        (["."], 2, "folder"),
    ],
)
def test_what_cannot_be_played(arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    got, _, err = run(capsys, "run", *arguments, *([] if "--rounds" in arguments else ["--rounds", "1"]))
    assert got == code
    assert said in err
    assert "help:" in err


def test_the_strategy_of_an_ancestor_is_found_before_a_bundled_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "child.mono").write_text('edition child "Child" extends kids\n')
    code, out, err = run(capsys, "run", "child.mono", "--strategy", "steady", "--quiet")
    assert (code, err) == (0, "")
    assert out.splitlines()[1:] == run(capsys, "run", "kids", "--strategy", "steady", "--quiet")[1].splitlines()[1:]


KEEPER = 'strategy keeper "Beekeeper" extends steady\n  set reserve = 300\n'


def test_a_strategy_below_a_variant_is_one_of_the_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = 'edition bees "Bees" extends classic\n\nvariant fair "Fair" fits bees\n\nset salary = 300\n\n' + KEEPER
    (folder / "bees.mono").write_text(lines)
    (folder / "keeper.mono").write_text('strategy keeper "Another of that name"\n')
    (folder / "hive.mono").write_text('edition hive "Hive" extends bees\n')
    for chosen in (["bees.mono"], ["bees.mono", "--variant", "fair"], ["hive.mono"]):
        code, out, err = run(capsys, "run", *chosen, "--strategy", "keeper", "--rounds", "1")
        assert (code, err) == (0, ""), err
        assert re.search(r"Dan +keeper ", out)


def test_a_strategy_of_a_file_for_bundled_editions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "keeper.mono").write_text(KEEPER)
    (folder / "mine.mono").write_text(KEEPER.replace(" keeper", " shy"))
    code, out, err = run(capsys, "run", "classic", "--strategy", "keeper.mono", "--strategy", "2=./mine.mono", "--rounds", "1")
    assert (code, err) == (0, ""), err
    assert re.search(r"Dan +keeper ", out) and re.search(r"Bob +shy ", out)
    few = ("--games", "2", "--players", "2", "--format", "json")
    code, out, _ = run(capsys, "simulate", "classic", "--strategy", "./mine.mono", *few)
    assert code == 0
    assert "--strategy ./mine.mono" in out
    (folder / "bare.mono").write_text('test "nothing"\n  then ann has 1500\n')
    for name, said in (
        ("keeper", "there is no strategy `keeper`\n  help: did you mean `keeper.mono`?"),
        ("./other.mono", "other.mono: no such file"),
        ("bare.mono", "bare.mono holds no strategy\n  help: a strategy begins `strategy NAME"),
    ):
        code, _, err = run(capsys, "run", "classic", "--strategy", name, "--rounds", "1")
        assert (code, said in err) == (2, True), err


def test_tests_are_no_hindrance_to_another_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A test speaks of four houses: with three to a hotel there is no such step, and no such test."""
    lines = "\ntest \"four\"\n  given ann owns old_kent_road, old_kent_road has 4 houses\n"
    lines += "  then ann cannot build on old_kent_road because whole\n"
    (folder / "home.mono").write_text('edition home "Home" extends classic\n  players 2 to 4\n' + lines)
    for command in ("run", "check"):
        code, out, err = run(capsys, command, "home.mono", "--variant", "short_hotels", *(["--quiet"] if command == "run" else []))
        assert (code, err) == (0, ""), out
    assert run(capsys, "test", "home.mono")[0] == 0
    code, out, _ = run(capsys, "test", "home.mono", "--variant", "short_hotels")
    assert code == 1
    assert "no step has exactly 4 of `houses`" in out
    # What is wrong in a test is said by `check`, and is no reason not to play.
    (folder / "wrong.mono").write_text('edition wrong "Wrong" extends classic\n  players 2 to 4\n' + lines.replace("whole", "whle"))
    assert run(capsys, "check", "wrong.mono")[0] == 1
    assert run(capsys, "run", "wrong.mono", "--quiet")[0] == 0


def test_a_person_saves_and_goes_on(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "?", "not", "board", "save first.save", "1", "quit second.save")
    code, out, _ = run(capsys, "run", "disney", "--human", "Ada", "--players", "3", "--seed", "4")
    assert code == 0
    assert "rulelang resume second.save" in out
    assert sorted(path.name for path in folder.iterdir()) == ["first.save", "second.save"]
    typed(monkeypatch, "quit")
    code, out, _ = run(capsys, "resume", "second.save")
    assert code == 0
    assert "Ada" in out


def test_a_save_of_an_edition_that_has_changed(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mine.mono").write_text('edition mine "Mine" extends disney\n')
    typed(monkeypatch, "quit game.save")
    assert run(capsys, "run", "mine.mono", "--human", "Ada")[0] == 0
    (folder / "mine.mono").write_text('edition mine "Mine" extends disney\n\nset salary = 300\n')
    code, _, err = run(capsys, "resume", "game.save")
    assert code == 2
    assert "has changed since" in err
    typed(monkeypatch, "quit")
    assert run(capsys, "resume", "game.save", "--as-saved")[0] == 0
    (folder / "mine.mono").unlink()
    code, _, err = run(capsys, "resume", "game.save")
    assert code == 2
    assert "--as-saved" in err


def test_ctrl_c_saves_a_game_with_people(folder: Path) -> None:
    command = ("run", "disney", "--human", "Ada", "--seed", "4", "--transcript", "t.txt")
    with begin(folder, *command, stdin=subprocess.PIPE) as process:
        assert process.stdout
        while "Ada> " not in (seen := process.stdout.readline()) and "what do you do?" not in seen:
            assert process.poll() is None
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the game is saved" in err
    assert "Traceback" not in err
    assert (folder / "disney-4.rulelang-save").exists()
    assert "rolls" in (folder / "t.txt").read_text("utf-8")


def test_a_closed_pipe(folder: Path) -> None:
    command = f"{sys.executable} -m rulelang run disney --transcript - | head -n 3"
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk(folder: Path) -> None:
    (folder / "full.txt").symlink_to("/dev/full")
    command = [sys.executable, "-m", "rulelang", "run", "kids", "--quiet", "--transcript", "full.txt"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "the disk is full" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.bench
def test_times() -> None:
    """The figures of the command line, medians of ten whole processes."""
    for arguments, most in ((["check", "disney.mono"], 0.5), (["run", "disney.mono", "--quiet"], 2.0)):
        times = []
        for _ in range(10):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-m", "rulelang", *arguments], stdout=subprocess.DEVNULL, check=True, env=os.environ)
            times.append(time.perf_counter() - begun)
        median = sorted(times)[5]
        print(f"rulelang {' '.join(arguments)}: {median:.2f} s, the median of ten")
        assert median <= most


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('variant v "V" for classic\n', 1, "v.mono has an error"),
        ('library v "V"\n', 2, "holds no variant"),
        (None, 2, "no such file"),
    ],
    ids=["a broken one", "none in the file", "no file"],
)
def test_a_variant_by_its_path(text: str | None, code: int, said: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if text is not None:
        (folder / "v.mono").write_text(text, "utf-8")
    found, _, err = run(capsys, "run", "classic", "--variant", "./v.mono" if text else "no/v.mono", "--quiet")
    assert found == code
    assert said in err


def test_a_rule_that_cannot_go_on_is_told_at_its_own_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not at a line of the machine, which has none: whoever is paid may be nobody."""
    (folder / "tolls.mono").write_text(
        'variant tolls "Tolls" fits classic\nwhen player passes station if station\'s owner is not player\n  pay 5 to station\'s owner\n'
    )
    code, _, err = run(capsys, "run", "classic", "--variant", "tolls.mono", "--quiet", "--rounds", "20")
    assert code == 1
    assert err.startswith("error: a rule cannot go on: tolls.mono:3: nobody is there to give or to get it (in when player passes station")


def test_a_save_with_a_seat_too_few(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "quit it.save")
    assert run(capsys, "run", "classic", "--human", "Ada", "--seed", "3")[0] == 0
    data = json.loads((folder / "it.save").read_text())
    del data["seats"][-1]
    (folder / "it.save").write_text(json.dumps(data))
    code, _, err = run(capsys, "resume", "it.save")
    assert code == 2
    assert err == "error: it.save: 3 seats, and 4 players in the game\n  help: take an earlier save\n"
