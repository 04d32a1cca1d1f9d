"""Games that begin at a position: what is set up, what is drawn, and that they are games of the plain rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from rulelang.engine.drivers import StrategyDriver, play_out
from rulelang.engine.game import Game
from rulelang.engine.invariants import check_invariants
from rulelang.ir.scenes import Stage
from rulelang.pipeline import Compilation, load
from rulelang.refusal import Refusal
from rulelang.staging import opening
from rulelang.trial.setting import begun, play_on

NAMES = ("Ann", "Bob", "Cat")


@cache
def _classic() -> tuple[Compilation, dict[str, Stage]]:
    compilation = load("classic")
    return compilation, {name: opening(compilation, name) for name in ("opening", "saturday")}


def _begun(name: str, seed: int, names: Sequence[str] = NAMES) -> tuple[Stage, Game]:
    compilation, stages = _classic()
    stage = stages[name]
    return stage, begun(stage, stage.openings[0], compilation.program, names, seed)


def _money(game: Game, player: int) -> int:
    return game.state.slots[game.machine.layout.money + player]


def test_facts_are_set_up() -> None:
    _, game = _begun("saturday", 1)
    program, layout, s = game.program, game.machine.layout, game.state.slots
    assert [_money(game, player) for player in (1, 2)] == [85, 1210]
    assert 300 <= _money(game, 0) <= 400
    names = program.domains["thing"].names
    assert [names[s[layout.position + player]] for player in range(3)] == ["vine_street", "jail", "mayfair"]
    assert s[layout.owner + names.index("water_works")] == 1
    assert s[layout.stepno + names.index("vine_street")] == 3
    assert check_invariants(program, game.state) == []
    assert game.waiting is None


def test_what_nobody_counted_is_drawn() -> None:
    drawn = {_money(_begun("saturday", seed)[1], 0) for seed in range(40)}
    assert len(drawn) > 20
    assert min(drawn) >= 300 and max(drawn) <= 400
    assert _money(_begun("saturday", 7)[1], 0) == _money(_begun("saturday", 7)[1], 0)


@pytest.mark.parametrize("name", ["opening", "saturday"])
def test_the_game_is_played_on(name: str) -> None:
    stage, game = _begun(name, 3)
    play_on(stage, stage.openings[0], game)
    assert game.state.slots[game.machine.layout.turn_player] == 1
    assert game.state.slots[game.machine.layout.round] == 1
    again = Game.from_json(_classic()[0].program, game.to_json())
    for each in (game, again):
        assert play_out(each, [StrategyDriver(each.program) for _ in NAMES], 1000)
    assert game.state == again.state
    assert check_invariants(game.program, game.state) == []


def test_others_may_sit_down_too() -> None:
    _, game = _begun("opening", 1, (*NAMES, "Dan"))
    assert _money(game, 3) == 1500
    with pytest.raises(ValueError, match="3 players"):
        _begun("opening", 1, NAMES[:2])


def test_there_must_be_one() -> None:
    with pytest.raises(Refusal) as refusal:
        opening(_classic()[0], "satrday")
    assert refusal.value.help == "did you mean `saturday`?"


def test_a_position_for_other_variants() -> None:
    text = (
        'edition it "It" extends classic\n  players 2 to 3\n\n'
        'position late "Late"\n  with short_hotels\n  ann owns orange with 3 houses each\n'
    )
    buffers = {"it.mono": text}
    with pytest.raises(Refusal) as refusal:
        opening(load("it.mono", buffers=buffers), "late")
    assert refusal.value.help == "add --variant short_hotels"
    assert opening(load("it.mono", buffers=buffers, variants=("short_hotels",)), "late").openings[0].players == 2
