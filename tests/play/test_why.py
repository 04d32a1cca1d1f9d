"""`--why`: each amount is what its arithmetic says, and every event has its place in a rule."""

from __future__ import annotations

import io
import json
import re
from fractions import Fraction

import pytest

from rulelang.engine.loaded import load as ready
from rulelang.ir.program import Program
from rulelang.pipeline import load
from rulelang.play.saves import Seat
from rulelang.play.session import Rules, Session
from rulelang.play.tracing import Part, Tracer, combined, first, number
from rulelang.play.transcript import Transcript


@pytest.fixture(scope="module")
def disney() -> Program:
    return load("disney").program


def told(program: Program, seed: int, rounds: int) -> list[dict[str, object]]:
    seats = [Seat(name, "steady") for name in ("Ann", "Bob", "Cat", "Dan")]
    session = Session(Rules(program, "disney"), seats, explain=True, last_round=rounds)
    stream = io.StringIO()
    session.transcripts.append(Transcript(stream, session.narrator, as_json=True))
    session.begin(seed)
    session.play()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("seed", [2, 5])
def test_arithmetic(disney: Program, seed: int) -> None:
    sums = 0
    for event in told(disney, seed, 60):
        arithmetic = str(event.get("arithmetic", ""))
        match = re.match(r"(\d+) u\. = ([\d ()×+/-]+?)(?::|;|$)", arithmetic)
        if match is None:
            continue
        sums += 1
        worth = eval(re.sub(r"(\d+)", r"Fraction(\1)", match[2].replace("×", "*")), {"Fraction": Fraction})
        assert abs(worth - int(match[1])) < 1, arithmetic
        if "is paid" not in arithmetic:
            assert event["amount"] == int(match[1])
    assert sums > 10


def test_every_event_has_its_place(disney: Program) -> None:
    for event in told(disney, 2, 30)[2:]:
        if event["kind"] not in ("turn", "round", "game_begin", "over"):
            assert str(event["file"]).startswith("editions/"), event
            assert isinstance(event["line"], int)
            assert event["line"] > 0


def test_doubled_amounts_say_why(disney: Program) -> None:
    said = [str(event.get("arithmetic", "")) for seed in range(1, 5) for event in told(disney, seed, 60)]
    assert any(re.search(r"= 2 × \d+: owner owns all of group", text) for text in said)


def test_traced_values_are_the_engine_s(disney: Program) -> None:
    """Working a value out slowly gives what the engine gives."""
    loaded = ready(disney)
    session = Session(Rules(disney, "disney"), [Seat(name, "steady") for name in ("Ann", "Bob", "Cat", "Dan")], last_round=25)
    session.begin(3)
    session.play()
    slots = session.game.state.slots
    compared = 0
    for case in disney.cases:
        function = disney.functions[case.function]
        if function.results != 1 or [type_ for _, type_ in function.parameters] != ["player", "thing"]:
            continue
        for thing in (1, 5, 12, 39):
            if "site" in function.name and not disney.kinds.get("site", 0) >> thing & 1:
                continue
            traced = Tracer(loaded, slots)
            try:
                engine = loaded.call(case.function, slots, 0, thing)
            except Exception:  # a value that this thing does not have
                continue
            assert traced.call(case.function, [number(0), number(thing)]).value == int(engine)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("code", "a", "b", "value", "text"),
    [
        ("mul", 2, 35, 70, "2 × 35"),
        ("mul", 1, 35, 35, "35"),
        ("add", 100, 10, 110, "100 + 10"),
        ("add", 0, 10, 10, "10"),
        ("sub", 9, 0, 9, "9"),
        ("div_down", 60, 2, 30, "60 / 2"),
        ("min", 4, 9, 4, "4"),
        ("eq", 4, 4, 1, "1"),
    ],
)
def test_what_a_number_is_made_of(code: str, a: int, b: int, value: int, text: str) -> None:
    assert combined(code, number(a), number(b), value).text == text


def test_brackets() -> None:
    total = combined("add", number(1), number(5), 6)
    assert combined("mul", number(4), total, 24).text == "4 × (1 + 5)"
    assert combined("sub", number(9), combined("sub", number(5), number(1), 4), 5).text == "9 - (5 - 1)"
    assert combined("add", combined("mul", number(2), number(3), 6), number(1), 7).text == "2 × 3 + 1"
    assert Part(70, "2 × 35", 1).shown == "2 × 35"


def test_first() -> None:
    assert [first(0b1010, start) for start in range(5)] == [1, 1, 3, 3, 1]
    assert first(0, 3) == -1
