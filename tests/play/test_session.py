"""A whole game at a table: watched, written down, interrupted, taken back, saved and gone on with."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.commands.seating import seats
from rulelang.engine.game import Game
from rulelang.ir.program import Program
from rulelang.play.person import PersonAtTerminal
from rulelang.play.result import write_result
from rulelang.play.saves import Seat, read_save
from rulelang.play.session import Leave, Rules, Session
from rulelang.play.transcript import Transcript
from rulelang.refusal import Refusal
from rulelang.report.style import Style
from tests.engine.classic import classic


@pytest.fixture(scope="module")
def program() -> Program:
    return classic()


def session_of(
    program: Program, *drivers: str, lines: Iterator[str] | None = None, explain: bool = False, rounds: int | None = None
) -> tuple[Session, io.StringIO]:
    screen = io.StringIO()

    def ask(prompt: str) -> str:
        assert lines is not None
        for line in lines:
            return line
        raise EOFError

    person = PersonAtTerminal(screen, Style(), lambda: None, ask) if "person" in drivers else None
    names = ("Ann", "Bob", "Cat", "Dan")
    return Session(Rules(program, "toy"), [Seat(names[n], driver) for n, driver in enumerate(drivers)], person, explain, rounds), screen


def written(session: Session, as_json: bool = False) -> io.StringIO:
    stream = io.StringIO()
    session.transcripts.append(Transcript(stream, session.narrator, as_json))
    return stream


def test_a_game_of_computers(program: Program) -> None:
    session, _ = session_of(program, *["steady"] * 4)
    text, lines = written(session), written(session, as_json=True)
    session.begin(seed=1)
    assert session.play()
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert told[0]["kind"] == "game"
    assert told[0]["players"] == [{"name": name, "driver": "steady"} for name in ("Ann", "Bob", "Cat", "Dan")]
    assert [entry["event"] for entry in told[1:]] == list(range(1, session.game.state.rows + 1))
    assert told[-1]["kind"] == "over"
    sentences = [line.strip() for line in text.getvalue().splitlines()[1:] if line.strip() and not line.startswith("──")]
    assert sentences == [entry["text"] for entry in told[1:] if not entry.get("quiet") and entry["kind"] != "round"]
    quiet = [entry for entry in told[1:] if entry.get("quiet")]
    assert quiet and all(entry["kind"] in ("set", "mark", "card", "decide") for entry in quiet)
    assert all(entry["values"] == [True] for entry in quiet if entry["kind"] == "decide")


def test_the_same_game_again(program: Program) -> None:
    texts = []
    for _ in range(2):
        session, _ = session_of(program, "steady", "random", "steady", rounds=20)
        texts.append(written(session))
        session.begin(seed=8)
        session.play()
    assert texts[0].getvalue() == texts[1].getvalue()


def test_why_names_rule_and_place(program: Program) -> None:
    session, _ = session_of(program, "steady", "steady", explain=True, rounds=2)
    lines = written(session, as_json=True)
    session.begin(seed=1)
    session.play()
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    paid = next(entry for entry in told if entry["kind"] == "pay")
    assert paid["rule"]
    assert paid["file"].endswith(".mono")
    assert paid["line"] > 0


def test_stopping_after_rounds(program: Program) -> None:
    session, _ = session_of(program, "steady", "steady", rounds=2)
    text = written(session)
    session.begin(seed=1)
    assert not session.play()
    assert "Round 2" in text.getvalue()
    assert "Round 3" not in text.getvalue()
    stream = io.StringIO()
    write_result(session, stream)
    assert "stopped after 2 rounds" in stream.getvalue()


def test_undo_goes_back_and_the_transcript_with_it(program: Program) -> None:
    """A decision that leads to another one can be taken back; what dice have shown cannot."""
    plain, _ = session_of(program, "person", "steady", lines=iter(["1", "yes"] * 3))
    expected = written(plain)
    plain.begin(seed=5)
    with pytest.raises(Leave):
        plain.play()
    undone, screen = session_of(program, "person", "steady", lines=iter(["undo", "1", "undo", "yes", "1", "undo", "yes", "1", "yes"]))
    got = written(undone)
    undone.begin(seed=5)
    with pytest.raises(Leave):
        undone.play()
    assert "nothing to take back" in screen.getvalue()
    shorter, longer = sorted((expected.getvalue(), got.getvalue()), key=len)
    assert longer.startswith(shorter)


def test_a_moment_with_nothing_to_do_is_no_question(program: Program) -> None:
    """Nothing can be built yet: the first question is about what the first throw brought."""
    session, screen = session_of(program, "person", "steady", lines=iter(["yes"]))
    session.begin(seed=5)
    with pytest.raises(Leave):
        session.play()
    assert "go on" not in screen.getvalue()
    assert screen.getvalue().startswith("Ann: buy?")


def test_what_is_not_understood(program: Program) -> None:
    session, screen = session_of(program, "person", "steady", lines=iter(["xyzzy", "99", "?", "not"]))
    session.begin(seed=5)
    with pytest.raises(Leave):
        session.play()
    shown = screen.getvalue()
    assert "I don't understand “xyzzy”" in shown
    assert "The numbers go from 1 to 2." in shown
    assert "This is a question" in shown
    assert "save and leave" in shown


def test_save_and_go_on(program: Program, tmp_path: Path) -> None:
    """A game that was saved in the middle ends as the one that was not."""
    path = tmp_path / "game.save"
    lines = ["1", "yes", "1", "no", "1", "1", "yes"]
    session, _ = session_of(program, "person", "steady", lines=iter(lines))
    session.begin(seed=5)
    with pytest.raises(Leave):
        session.play()
    session.save(str(path))
    save = read_save(str(path))
    assert save.program() == program
    assert save.rules_hash == program.rules_hash
    again, _ = session_of(program, *(seat.driver for seat in save.seats), lines=iter([]))
    again.go_on(Game.from_json(program, dict(save.game)))
    assert again.game.state == session.game.state


def test_leaving_saves_the_last_moment_that_was_whole(program: Program, tmp_path: Path) -> None:
    session, _ = session_of(program, "person", "steady", lines=iter(["1"]))
    session.begin(seed=5)
    assert session.save_before_leaving(str(tmp_path / "x")) is None
    with pytest.raises(Leave):
        session.play()
    asked = session.game.state.copy()
    path = session.save_before_leaving(str(tmp_path / "x"))
    assert path is not None
    assert Game.from_json(program, dict(read_save(path).game)).state == asked


@pytest.mark.parametrize(
    ("players", "people", "strategies", "said"),
    [
        (1, [], [], "for 2 to"),
        (99, [], [], "not for 99"),
        (2, ["A", "B", "C"], [], "3 people"),
        (3, ["Ada", "ada"], [], "two people"),
        (3, ["  "], [], "no name"),
        (3, [], ["9=steady"], "no player 9"),
        (3, ["Ada"], ["Ada=steady"], "is a person"),
    ],
)
def test_seats_that_do_not_fit(program: Program, players: int, people: list[str], strategies: list[str], said: str) -> None:
    with pytest.raises(Refusal, match=said) as caught:
        seats(program, players, people, strategies)
    assert caught.value.help


def test_seats(program: Program) -> None:
    assert [seat.name for seat in seats(program, None, [], [])] == ["Ann", "Bob", "Cat", "Dan"]
    mixed = seats(program, 3, ["Bob"], ["random", "3=steady"])
    assert [(seat.name, seat.driver) for seat in mixed] == [("Bob", "person"), ("Ann", "random"), ("Cat", "steady")]


def test_an_unknown_strategy_is_refused_with_the_nearest(program: Program) -> None:
    with pytest.raises(Refusal, match="no strategy `stedy`") as caught:
        session_of(program, "stedy", "steady")
    assert caught.value.help == "did you mean `steady`?"
