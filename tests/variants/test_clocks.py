"""Clocks: what somebody with a watch reports is a decision, written down, replayed and saved; estimates add up declared seconds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulelang.engine.actions import Act, Answer, Yes
from rulelang.engine.drivers import StrategyDriver, play_out
from rulelang.engine.events import Digest, Kind, Row
from rulelang.engine.game import Game, Watch
from rulelang.engine.legality import legal_actions
from rulelang.ir.program import Program
from rulelang.pipeline import load
from tests.playthroughs.playthrough import Cast, Played, read, replay, write

WATCHED = """edition watched "Played by the watch" extends classic uses time_limit, turn_time_limit
  players 2 to 4

set by_watch = yes
set turn_watch = yes
"""
TURNS_OUT = (3, 4, 9)
"""Turns in which the player's time is up before he throws."""
LAST_TURN = 14
"""The time of the game is called before this turn."""


@pytest.fixture(scope="module")
def cast(tmp_path_factory: pytest.TempPathFactory) -> Cast:
    path = tmp_path_factory.mktemp("clocks") / "watched.mono"
    path.write_text(WATCHED)
    return Cast(str(path), ("steady", "cautious", "steady"), 5, 60)


def reported(game: Game, program: Program) -> Answer | None:
    """What the keeper of the watch says here; None where it is for the player to decide."""
    waiting, layout = game.waiting, game.machine.layout
    assert waiting is not None
    turns = game.state.slots[layout.turns]
    if waiting.kind == "act" and turns in TURNS_OUT:
        names = [action.name for action in program.actions]
        return next((one for one in legal_actions(game.machine) if isinstance(one, Act) and names[one.action] == "time_up"), None)
    if waiting.kind == "yes" and program.decisions[waiting.index].name == "call_time" and turns >= LAST_TURN:
        return Yes()
    return None


def step(played: Played) -> None:
    waiting = played.game.waiting
    assert waiting is not None
    driver = played.session.drivers[waiting.who]
    assert driver is not None
    played.decide(reported(played.game, played.program) or driver.answer(played.game))


def watched(cast: Cast) -> Played:
    played = Played(cast)
    while played.game.waiting is not None:
        step(played)
    return played


def test_what_is_reported_is_recorded_and_replayed(cast: Cast, tmp_path: Path) -> None:
    played = watched(cast)
    assert played.game.is_terminal()
    asked = Counter(line["asked"] for line in played.lines if "asked" in line and line["answer"] != ["no"])
    assert asked["call_time"] == 1
    said = [line for line in played.lines if line.get("answer", [None])[0] == "act"]
    number = [action.name for action in played.program.actions].index("time_up")
    assert sum(line["answer"][1] == number for line in said) >= len(TURNS_OUT)  # after a double once more
    path = tmp_path / "watched.jsonl"
    write(path, played)
    again, lines, end = read(path)
    assert replay(again, lines).end() == end == played.end()
    assert replay(again, lines, by_seed=True).end() == end


def test_a_turn_goes_otherwise_when_time_is_up(cast: Cast) -> None:
    """Nobody acts any more before that throw: the same game without the reports is another one."""
    unwatched = Played(cast)
    while unwatched.game.waiting is not None and unwatched.game.state.slots[unwatched.game.machine.layout.turns] < LAST_TURN:
        driver = unwatched.session.drivers[unwatched.game.waiting.who]
        assert driver is not None
        unwatched.decide(driver.answer(unwatched.game))
    assert unwatched.lines != watched(cast).lines[: len(unwatched.lines)]


def test_saved_with_the_clock_running(cast: Cast) -> None:
    """In the middle of a turn whose time is up the game is saved; what was saved goes on as the game does."""
    played = Played(cast)
    slot = next(slot for slot in played.program.slots if slot.name == "player.called_out")
    while not any(played.game.state.slots[slot.base : slot.base + slot.size]):
        step(played)
    kept = Game.from_json(played.program, played.game.to_json())
    assert kept.state.slots == played.game.state.slots
    ends = []
    for game in (played.game, kept):
        digest = Digest()
        game.machine.sink = digest
        while game.waiting is not None:
            driver = played.session.drivers[game.waiting.who]
            assert driver is not None
            game.apply_legal(reported(game, played.program) or driver.answer(game))
        ends.append((digest.value, game.result, game.state.slots))
    assert ends[0] == ends[1]


def test_the_estimate_is_what_was_declared() -> None:
    """Every throw, purchase, building, mortgage, deal and auction takes its seconds."""
    program = load("classic", variants=("clock",)).program
    rows: list[Row] = []
    game = Game.new_game(program, 3, seed=4, sink=Watch(rows.append))
    play_out(game, [StrategyDriver(program)] * 3, 15)
    names, slots = [action.name for action in program.actions], {slot.name: number for number, slot in enumerate(program.slots)}
    acts = Counter(names[row[3]] for row in rows if row[0] == Kind.ACT)
    throws = sum(row[0] == Kind.ROLL for row in rows)
    auctions = sum(row[0] == Kind.SET and row[2] == slots["game.lot"] and row[6] >= 0 for row in rows)
    declared = 20 * throws + 60 * auctions + 40 * acts["trade"]
    declared += 10 * sum(acts[name] for name in ("buy", "build", "mortgage", "lift", "sell"))
    assert acts["buy"] and auctions and throws > 40
    played = game.state.slots[program.slots[slots["game.time_played"]].base]
    assert played == declared


def test_estimated_minutes_end_a_game() -> None:
    program = load("classic", variants=("time_limit",), settings={"minutes": "5"}).program
    game = Game.new_game(program, 3, seed=2)
    assert play_out(game, [StrategyDriver(program)] * 3, 100)
    played = game.state.slots[next(slot.base for slot in program.slots if slot.name == "game.time_played")]
    assert 300 <= played < 400


