"""`Game`: beginning, explicit chance, copies and saves at any point, faults that stop it, events and their digest."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.engine.actions import ChanceOutcome, No, Yes
from rulelang.engine.drivers import RandomDriver, StrategyDriver, play_out
from rulelang.engine.events import EVENTS, Digest, Kind, named, words_of
from rulelang.engine.faults import Fault
from rulelang.engine.game import Game, OtherRules, SaveError, Watch
from rulelang.engine.invariants import check_invariants
from rulelang.engine.tape import Pick, Roll, Tape
from tests.engine.classic import classic
from tests.engine.playing import begin, rows, run, sound, value, values

SMALL = """
players 2 3
purposes none
space go
space a
die d4 1 2 3 4
die odd 1 1 bus
dice d4 2
dice odd 2
decision again yes
slot out count #3
message stop "stop after {turns:count} turns"
function turns() -> 1 pure
  t = load turns
  return t
function game()
  loop -1
    t = roll d4 0
    store out t 0
    p = pick {0,1,2} 0
    store out p 1
    x = ask_yes again 0
    no = not x
    break_if no
  end
function throw()
  t = roll odd 0
  store out t 0
function divide(a)
  x = div_down 1 a
function table(a)
  divided = call deep a
function deep(a) -> 1 pure
  x = div_down 1 a
  return x
function halt()
  turn 0 halting
function halting()
  fault stop
"""


def test_players() -> None:
    program = sound(SMALL)
    assert Game.new_game(program, 2).names == ("P1", "P2")
    game = Game.new_game(program, ["ann", "bob", "cat"])
    assert game.names == ("ann", "bob", "cat") and value(game, "in_game") == 0b111 and value(game, "players_count") == 3
    for wrong in (1, 4, ["ann"]):
        with pytest.raises(ValueError, match="2 to 3 players"):
            Game.new_game(program, wrong)


def test_explicit_chance() -> None:
    game = begin(sound(SMALL), explicit=True)
    assert game.waiting is not None and game.waiting.kind == "roll" and game.waiting.is_chance and game.legal_actions() == []
    outcomes = game.chance_outcomes()
    assert len(outcomes) == 16 and sum(p for _, p in outcomes) == 1 and outcomes[0] == (ChanceOutcome((1, 1)), Fraction(1, 16))
    for impossible in (ChanceOutcome((1,)), ChanceOutcome((1, 5)), ChanceOutcome((1, -1)), Yes()):
        assert not game.is_legal(impossible).ok
    game.apply(ChanceOutcome((2, 4)))
    assert value(game, "out") == 6 and game.waiting.kind == "pick"
    assert game.chance_outcomes() == [(ChanceOutcome((member,)), Fraction(1, 3)) for member in range(3)]
    game.apply(ChanceOutcome((2,)))
    assert value(game, "out", 1) == 2 and game.waiting.kind == "yes" and game.chance_outcomes() == []


def test_faces_that_stand_twice_on_a_die() -> None:
    game = run(Game.new_game(sound(SMALL), 2, explicit_chance=True, entry=-1), "throw")
    assert dict(game.chance_outcomes()) == {
        ChanceOutcome((-1, -1)): Fraction(1, 9),
        ChanceOutcome((-1, 1)): Fraction(2, 9),
        ChanceOutcome((1, -1)): Fraction(2, 9),
        ChanceOutcome((1, 1)): Fraction(4, 9),
    }


def test_explicit_chance_comes_to_the_same_game() -> None:
    drawn = begin(sound(SMALL), seed=9)
    drawn.apply(Yes())
    drawn.apply(No())
    named = begin(sound(SMALL), explicit=True)
    for row in drawn.events:
        if row[0] == Kind.ROLL:
            named.apply(ChanceOutcome(row[5:]))
        elif row[0] == Kind.PICK:
            named.apply(ChanceOutcome(row[3:]))
        elif row[0] == Kind.DECIDE:
            named.apply(Yes() if row[4] else No())
    assert named.events == drawn.events and named.state.slots == drawn.state.slots


def test_tapes() -> None:
    tape = Tape([Roll((4, 4)), Pick(1), Roll((1, 2), 0)])
    game = begin(sound(SMALL), tape=tape)
    assert values(game, "out")[:2] == [8, 1] and tape.left() == [Roll((1, 2), 0)]
    game.apply(Yes())
    assert value(game, "out") == 3 and tape.left() == []
    strict = begin(sound(SMALL), tape=Tape([Roll((4, 4)), Pick(1)], strict=True))
    with pytest.raises(Fault, match="does not name"):
        strict.apply(Yes())
    for roll in (Roll((4, 5)), Roll((4,)), Roll((1, 1), 2)):
        with pytest.raises(Fault):
            begin(sound(SMALL), tape=Tape([roll]))
    with pytest.raises(Fault, match="cannot pick"):
        begin(sound(SMALL), tape=Tape([Pick(3)]))


# --------------------------------------------------------------------------------------------------------------- faults
def test_faults_have_a_place_and_stop_the_game() -> None:
    game = Game.new_game(sound(SMALL), 2, entry=-1)
    lines = SMALL.splitlines()
    with pytest.raises(Fault) as caught:
        run(game, "divide", 0)
    fault = caught.value
    assert (fault.message, fault.rule, fault.file) == ("a division by 0", "divide", "test.mono")
    assert lines[fault.line - 1] == "  x = div_down 1 a"
    assert str(fault) == f"test.mono:{fault.line}: a division by 0 (in divide)"
    assert game.fault is fault and game.waiting is None and not game.is_terminal()
    with pytest.raises(Fault):
        game.machine.run()


def test_the_place_is_the_innermost() -> None:
    with pytest.raises(Fault) as caught:
        run(Game.new_game(sound(SMALL), 2, entry=-1), "table", 0)
    assert caught.value.rule == "deep"


def test_the_text_of_a_fault() -> None:
    with pytest.raises(Fault, match="stop after 1 turns"):
        run(Game.new_game(sound(SMALL), 2, entry=-1), "halt")


def test_run_where_nothing_may_run() -> None:
    with pytest.raises(ValueError):
        run(begin(sound(SMALL)), "throw")
    with pytest.raises(ValueError, match="takes 1 arguments"):
        run(Game.new_game(sound(SMALL), 2, entry=-1), "divide")


# ------------------------------------------------------------------------------------------------------ copies and saves
def test_a_save_of_other_rules() -> None:
    program = sound(SMALL)
    data = begin(program).to_json()
    with pytest.raises(OtherRules) as caught:
        Game.from_json(replace(program, rules_hash="f" * 16), data)
    assert (caught.value.saved, caught.value.present) == ("0" * 16, "f" * 16)


@pytest.mark.parametrize("part", ["state", "names", "explicit_chance"])
def test_damaged_saves(part: str) -> None:
    program = sound(SMALL)
    data = begin(program).to_json()
    lacking = {key: data[key] for key in data if key != part}
    for other in (lacking, {**data, "format": "?"}, {**data, "state": {}}, []):
        with pytest.raises(SaveError):
            Game.from_json(program, other)  # type: ignore[arg-type]
    short = {**data, "state": {**data["state"], "slots": [0]}}
    with pytest.raises(SaveError):
        Game.from_json(program, short)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 150), st.booleans())
def test_any_point_of_a_game(seed: int, steps: int, random: bool) -> None:
    """A copy and a save, wherever it is, go on as the game does."""
    program = classic()
    driver = RandomDriver() if random else StrategyDriver(program)
    game = Game.new_game(program, 4, seed=seed, record=True)
    for _ in range(steps):
        if game.waiting is None:
            break
        game.apply(driver.answer(game))
    assert check_invariants(program, game.state) == []
    text = json.dumps(game.to_json())
    saved, copied = Game.from_json(program, json.loads(text)), game.copy()
    assert saved.state == game.state == copied.state
    assert json.dumps(saved.to_json()) == text
    before = len(game.events)
    rest: list[tuple[int, ...]] = []
    saved.machine.sink = rest
    for _ in range(60):
        if game.waiting is None:
            break
        answer = driver.answer(game.copy())
        for one in (game, saved, copied):
            assert driver.answer(one) == answer
            one.apply(answer)
        assert game.state == saved.state == copied.state
    assert copied.events == game.events and rest == game.events[before:]


def test_a_copy_lives_by_itself() -> None:
    game = begin(sound(SMALL))
    copy = game.copy()
    before = copy.to_json()
    game.apply(Yes())
    assert copy.to_json() == before != game.to_json()


# ---------------------------------------------------------------------------------------------------------------- events
def test_rows_have_the_fields_of_their_kinds() -> None:
    program = classic()
    game = Game.new_game(program, 4, seed=3, record=True)
    play_out(game, [StrategyDriver(program)] * 4, 60)
    assert set(EVENTS) == set(Kind)
    assert len(game.events) == game.state.rows
    for kind, origin, *fields in game.events:
        declared = EVENTS[Kind(kind)]
        assert len(fields) == len(declared.fields) or (declared.rest and len(fields) > len(declared.fields))
        assert -1 <= origin < len(program.origins)
    assert {Kind.TURN, Kind.ROLL, Kind.PAY, Kind.OWN, Kind.MOVE, Kind.DECIDE, Kind.ACT} <= {Kind(row[0]) for row in game.events}


def test_rows_by_name() -> None:
    assert named((Kind.ROLL, 7, 1, 0, 5, 2, 3)) == {"event": "roll", "origin": 7, "player": 1, "dice": 0, "total": 5, "faces": [2, 3]}
    assert named((Kind.OVER, -1, 0, 2**60)) == {"event": "over", "origin": -1, "ending": 0, "winners": str(2**60)}


def test_sinks() -> None:
    program = sound(SMALL)
    seen: list[tuple[int, ...]] = []
    digest = Digest()
    Game.new_game(program, 2, sink=Watch(seen.append))
    Game.new_game(program, 2, sink=digest)
    again = Digest()
    for row in seen:
        again.append(row)
    assert again.value == digest.value != 0
    assert Game.new_game(program, 2).events == []


def test_the_digest_never_changes() -> None:
    digest = Digest()
    digest.append((Kind.SAY, 5, 1, -1, 2**70))
    assert digest.value == 0x68a686bb0d3e526
    other = Digest()
    other.append((Kind.SAY, 6, 1, -1, 2**70))
    assert other.value == digest.value  # the origin does not count


@given(st.one_of(st.integers(-(2**63), -1), st.integers(0, 2**200)))
def test_words(value: int) -> None:
    words = words_of(value)
    assert all(0 <= word < 2**64 for word in words) and words
    if value >= 0:
        assert sum(word << 64 * place for place, word in enumerate(words)) == value and (len(words) == 1 or words[-1])
    else:
        assert words == (value + 2**64,)


def test_rounds_end_a_game_that_is_played_out() -> None:
    program = classic()
    game = Game.new_game(program, 4, seed=2)
    assert not play_out(game, [StrategyDriver(program)] * 4, 5)
    assert value(game, "round") == 5 and game.waiting is None and not game.is_terminal()
    assert not play_out(game, [StrategyDriver(program)] * 4, 7)
    assert value(game, "round") == 7
    unbroken = Game.new_game(program, 4, seed=2)
    play_out(unbroken, [StrategyDriver(program)] * 4, 7)
    assert unbroken.state == game.state
    with pytest.raises(ValueError, match="chance"):
        play_out(Game.new_game(program, 4, explicit_chance=True), [StrategyDriver(program)] * 4)
    assert rows(game, Kind.TURN) == []


def test_a_game_that_has_stopped_is_copied_saved_and_goes_on() -> None:
    program = classic()
    drivers = [StrategyDriver(program)] * 4
    unbroken = Game.new_game(program, 4, seed=2, last_round=6)
    assert not play_out(unbroken, drivers)
    game = Game.new_game(program, 4, seed=2, last_round=3)
    assert not play_out(game, drivers) and game.stopped
    with pytest.raises(ValueError, match="stopped"):
        game.run(program.entry)
    for other in (game.copy(), Game.from_json(program, json.loads(json.dumps(game.to_json())))):
        assert other.stopped and other.state == game.state
        other.stop_after(3)
        assert other.state == game.state
        assert not play_out(other, drivers, 6)
        assert other.state == unbroken.state
    assert value(game, "round") == 3


def test_the_last_round_is_in_the_save() -> None:
    program = classic()
    game = Game.new_game(program, 4, seed=2, last_round=4)
    again = Game.from_json(program, game.to_json())
    play_out(again, [StrategyDriver(program)] * 4)
    assert again.stopped and value(again, "round") == 4
