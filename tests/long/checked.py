"""A game that is looked at all the time: what must hold at each event and each wait, and that a save goes on as the game would have.

The game is played twice. The first time every event is checked, and the digest at each decision noted. The second time, at some
moments, the game is saved as JSON text, loaded, and played on from what was loaded, while a copy goes a few decisions ahead by itself:
the digest must be the noted one all along, so that every save goes on as the unbroken game did.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulelang.engine.drivers import Driver
from rulelang.engine.events import Digest, Row
from rulelang.engine.game import Game
from rulelang.engine.invariants import check_conserved, check_invariants
from rulelang.ir.program import Program

AHEAD = 12
"""How many decisions a copy goes ahead."""


class Watched:
    """A sink that digests, and looks at the state at each event once it is known."""

    def __init__(self, checking: bool) -> None:
        self.digest = Digest()
        self.game: Game | None = None
        self.checking = checking

    def append(self, row: Row) -> None:
        self.digest.append(row)
        if self.checking and self.game is not None:
            problems = check_conserved(self.game.program, self.game.state, self.game.machine.layout)
            assert not problems, (row, problems)


@dataclass(slots=True)
class Record:
    """What the first playing left: the digest at each decision and at the end, and which decisions fell in the middle of a rule."""

    digests: list[int] = field(default_factory=list)
    in_rules: list[int] = field(default_factory=list)
    rounds: int = 0
    over: bool = False


def begin(program: Program, players: int, seed: int, number: int, rounds: int, checking: bool = False) -> tuple[Game, Watched]:
    """A game that has begun, every event of it watched; it stops after so many rounds."""
    watched = Watched(checking)
    game = Game.new_game(program, players, seed=seed, game_number=number, sink=watched, entry=-1, last_round=rounds)
    watched.game = game
    game.run(program.entry)
    return game, watched


def play_checked(program: Program, drivers: Sequence[Driver], seed: int, number: int, rounds: int) -> Record:
    """Plays with all checks: at every event, and that whoever is asked is in the game and gives a legal answer."""
    game, watched = begin(program, len(drivers), seed, number, rounds, checking=True)
    record = Record()
    while (waiting := game.waiting) is not None:
        problems = check_invariants(program, game.state, game.machine.layout)
        assert not problems, (waiting, problems)
        assert not game.machine.has_left(waiting.who), f"player {waiting.who} is out and is asked {waiting}"
        if waiting.kind != "act":
            record.in_rules.append(len(record.digests))
        record.digests.append(watched.digest.value)
        game.apply(drivers[waiting.who].answer(game))
    record.digests.append(watched.digest.value)
    record.over = game.is_terminal()
    record.rounds = game.state.slots[game.machine.layout.round]
    assert record.over or record.rounds == rounds, "the game waits for nothing and is not over"
    assert not check_invariants(program, game.state, game.machine.layout)
    return record


def play_broken(program: Program, drivers: Sequence[Driver], seed: int, number: int, record: Record, moments: int) -> int:
    """Plays the same game, saved and loaded at so many moments, at least half of them in the middle of rules. How many there were."""
    dice = random.Random(f"{seed} {number}")
    decisions = range(len(record.digests) - 1)
    chosen = set(dice.sample(decisions, min(moments // 2, len(decisions))))
    others = [index for index in record.in_rules if index not in chosen]
    chosen |= set(dice.sample(others, min(moments - len(chosen), len(others))))
    game, watched = begin(program, len(drivers), seed, number, record.rounds)
    for index in decisions:
        assert watched.digest.value == record.digests[index], f"decision {index}: another game"
        if index in chosen:
            game = _saved(game, watched)
            _ahead(game, drivers, record, index)
        waiting = game.waiting
        assert waiting is not None
        game.apply_legal(drivers[waiting.who].answer(game))
    assert watched.digest.value == record.digests[-1]
    assert game.is_terminal() == record.over
    return len(chosen)


def _saved(game: Game, watched: Watched) -> Game:
    """The game as it comes back from its save."""
    text = json.dumps(game.to_json())
    loaded = Game.from_json(game.program, json.loads(text), sink=watched)
    assert loaded.state == game.state
    assert loaded.names == game.names
    watched.game = loaded
    return loaded


def _ahead(game: Game, drivers: Sequence[Driver], record: Record, index: int) -> None:
    """A copy plays on, and the game itself stays as it is."""
    before = json.dumps(game.to_json())
    copy = game.copy()
    digest = Digest(record.digests[index])
    copy.machine.sink = digest
    for next_ in range(index + 1, min(index + 1 + AHEAD, len(record.digests))):
        waiting = copy.waiting
        assert waiting is not None
        copy.apply_legal(drivers[waiting.who].answer(copy))
        assert digest.value == record.digests[next_]
    assert json.dumps(game.to_json()) == before
