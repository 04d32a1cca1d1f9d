"""`import rulelang`: all names are there, its example runs, and what no game can be asked is refused by the errors that are named."""

from __future__ import annotations

import json
import pydoc
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang import Act, ChanceOutcome, Game, Member, Number, Option, Pass, Program, StrategyDriver, Yes


@pytest.fixture(scope="module")
def kids() -> Program:
    return rulelang.load("kids").program


def test_all_names_are_there() -> None:
    for name in rulelang.__all__:
        assert getattr(rulelang, name) is not None
    assert set(rulelang.__all__) <= set(dir(rulelang))
    with pytest.raises(AttributeError, match="module rulelang has no nothing"):
        rulelang.nothing


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    doc = rulelang.__doc__ or ""
    example = textwrap.dedent(doc[doc.index("    import rulelang") : doc.index("\n`load`")])
    exec(compile(example, "rulelang", "exec"), {})
    assert capsys.readouterr().out.startswith("[Fraction(")


def test_every_name_says_what_it_is() -> None:
    for name in rulelang.__all__:
        thing = getattr(rulelang, name)
        if callable(thing) and name != "Answer":
            assert thing.__doc__ and not thing.__doc__.startswith(f"{name}("), name
    for name in ("new_game", "legal_actions", "chance_outcomes", "apply", "returns", "copy", "to_json", "from_json"):
        assert getattr(Game, name).__doc__, name
    assert "chance_outcomes" in pydoc.render_doc(rulelang)


def test_importing_it_loads_next_to_nothing() -> None:
    code = "import sys, rulelang; print(*(name for name in sys.modules if name.startswith('rulelang')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split() == ["rulelang"]


# --------------------------------------------------------------------------------------------------------- what is refused
@pytest.mark.parametrize("players", [0, 1, 9, -1, [], ["Ann"], list("ABCDE")])
def test_a_wrong_number_of_players(kids: Program, players: Any) -> None:
    with pytest.raises(ValueError, match="is for 2 to 4 players, not for"):
        Game.new_game(kids, players)


def test_a_name_is_no_list_of_names(kids: Program) -> None:
    with pytest.raises(ValueError, match="list of names"):
        Game.new_game(kids, "Ann")


WRONG: list[Any] = [Pass(), Yes(), Member(99), Member(-5), Number(10**30), Act(-1), Act(999), Option(7), ChanceOutcome((1,)), "x", None]


@pytest.mark.parametrize("answer", WRONG, ids=repr)
@pytest.mark.parametrize("explicit", [False, True])
def test_an_answer_to_something_else(kids: Program, answer: Any, explicit: bool) -> None:
    game = Game.new_game(kids, 2, seed=7, explicit_chance=explicit)
    if explicit and answer == ChanceOutcome((1,)):
        answer = ChanceOutcome((99,))
    before = game.to_json()
    found = game.is_legal(answer)
    assert not found.ok and found.need and found.reason
    with pytest.raises(rulelang.IllegalAnswer) as caught:
        game.apply(answer)
    assert caught.value.verdict == found
    assert game.to_json() == before


def test_after_the_end(kids: Program) -> None:
    game = Game.new_game(kids, 3, seed=2)
    drivers = [StrategyDriver(kids)] * 3
    with pytest.raises(ValueError, match="3 players need 3 drivers, not 2"):
        rulelang.play_out(game, drivers[:2])
    assert rulelang.play_out(game, drivers)
    assert game.is_terminal() and sum(game.returns()) == 1
    assert (game.waiting, game.legal_actions(), game.chance_outcomes()) == (None, [], [])
    assert not game.is_legal(Pass()).ok
    for driver in (drivers[0], rulelang.RandomDriver()):
        with pytest.raises(ValueError, match="waits for nothing"):
            driver.answer(game)
    assert Game.from_json(kids, json.loads(json.dumps(game.to_json()))).returns() == game.returns()


WAITS = {"kind": "yes", "who": 0, "index": 0, "least": 0, "most": 0, "choices": 0, "may_pass": False, "owner": -1, "context": []}
DAMAGE: list[dict[str, Any]] = [
    {},
    {"players": 77},
    {"slots": []},
    {"counters": [0]},
    {"frames": [{"function": 0, "pc": 10**6, "registers": [], "turn": False, "atomic": 0}]},
    {"frames": []},
    {"waiting": {**WAITS, "kind": "dance"}},
    {"waiting": {**WAITS, "who": 9}},
    {"waiting": {**WAITS, "index": 999}},
]


@pytest.mark.parametrize("damage", DAMAGE, ids=str)
def test_a_save_that_does_not_fit(kids: Program, damage: dict[str, Any]) -> None:
    data = Game.new_game(kids, 2, seed=7).to_json()
    if not damage:
        assert Game.from_json(kids, data).to_json() == data
        data["names"] = ["Ann"]
    with pytest.raises(rulelang.SaveError):
        Game.from_json(kids, {**data, "state": {**data["state"], **damage}})


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "mine.mono"
    path.write_text('edition mine "Mine" extends classic\n')
    assert rulelang.load(path).program.title == "Mine"
    assert rulelang.load("classic", variants="clock").program.variants == ("clock",)
    with pytest.raises(rulelang.Refusal, match="no such file"):
        rulelang.load("nope").program
    with pytest.raises(rulelang.Refusal, match=r"kids has errors, the first at command line:2:\d+: "):
        rulelang.load("kids", settings={"salary": "99999"}).program
