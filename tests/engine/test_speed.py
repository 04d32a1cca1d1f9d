"""How fast the engine is, on the made-up game of `classic.py`: `pytest -m bench -s tests/engine/test_speed.py`."""

from __future__ import annotations

from collections import Counter
from time import perf_counter

import pytest

from rulelang.engine.drivers import StrategyDriver
from rulelang.engine.game import Game
from rulelang.engine.legality import legal_actions
from rulelang.engine.loaded import load
from tests.engine.classic import classic
from tests.engine.naive import interpret
from tests.engine.playing import number

pytestmark = pytest.mark.bench


def test_games() -> None:
    """Whole games of four strategies, at most 120 rounds; at least 5 a second."""
    program = classic()
    driver = StrategyDriver(program)
    counts: Counter[str] = Counter()
    games = 20
    begin = perf_counter()
    for index in range(games):
        game = Game.new_game(program, 4, seed=1, game_number=index)
        while game.waiting is not None and game.state.slots[game.machine.layout.round] <= 120:
            counts["asks"] += 1
            game.apply_legal(driver.answer(game))
        counts["turns"] += game.state.slots[game.machine.layout.turns]
    seconds = perf_counter() - begin
    print(f"\n{games / seconds:.1f} games/s, {counts['turns'] / seconds:,.0f} turns/s, {counts['asks'] / seconds:,.0f} decisions/s")
    assert games / seconds > 5


def test_guards() -> None:
    """One strategy's plan over the twenty-eight things, for each of four players; ops counted by the slowest interpreter."""
    program = classic()
    game = Game.new_game(program, 4, seed=3)
    driver = StrategyDriver(program)
    while game.state.slots[game.machine.layout.round] < 30:
        game.apply_legal(driver.answer(game))
    plan, s = number(program, "plan_before"), game.state.slots
    slow, times = 50, 2000
    begin = perf_counter()
    for _ in range(slow):
        for player in range(4):
            interpret(program, program.functions[plan], s, (player,), iter(()))
    slow_call = (perf_counter() - begin) / slow / 4
    function = load(program).call
    begin = perf_counter()
    for _ in range(times):
        for player in range(4):
            function(plan, s, player)
    call = (perf_counter() - begin) / times / 4
    print(f"\nplan: {call * 1e6:.1f} µs, {1 / call:,.0f} plans/s; op by op {slow_call * 1e6:.0f} µs: {slow_call / call:.0f} times slower")
    begin = perf_counter()
    for _ in range(200):
        legal_actions(game.machine)
    print(f"legal_actions: {(perf_counter() - begin) / 200 * 1e6:.0f} µs")
    begin = perf_counter()
    for _ in range(500):
        game.copy()
    print(f"copy: {(perf_counter() - begin) / 500 * 1e6:.0f} µs")
