"""Games that were recorded, played once more as machine code from a tape of their throws, cards and decisions: the same rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import pytest

from rulelang import native
from rulelang.engine.actions import Act, Answer, Bundle, Done, Pass, PutIn, TakeOut
from rulelang.engine.events import Kind, Row
from rulelang.native.machine import Machine
from rulelang.play.transcript import Told
from tests.native.both import QUICK
from tests.playthroughs import playthrough
from tests.playthroughs.playthrough import FOLDER, Played, compiled, read

pytest.importorskip("llvmlite")
RECORDS = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@cache
def machine(edition: str, variants: tuple[str, ...]) -> Machine:
    return native.compile_program(compiled(edition, variants), (), events="rows", taped=True, level=QUICK)


@dataclass
class Taped(Played):
    """A game that writes a tape while it is played on the engine, and keeps its rows."""

    rows: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.code = machine(self.cast.edition, self.cast.variants)
        self.recorded = self.code.tape()
        super().__post_init__()

    def _told(self, told: Told) -> None:
        super()._told(told)
        self.rows.append(told.row)
        match told.row[0], told.row[2:]:
            case Kind.ROLL, (_, dice, _, *faces):
                self.recorded.roll(dice, tuple(faces))
            case Kind.DRAW, (_, deck, card) if card >= 0:
                self.recorded.draw(deck, card)
            case Kind.PICK, (_, member) if member >= 0:
                self.recorded.pick(member)

    def decide(self, answer: Answer) -> None:
        waiting = self.game.waiting
        assert waiting is not None
        match answer:
            case Act(action, params):
                self.recorded.act(waiting.index, (action, *params))
            case Pass():
                self.recorded.act(waiting.index, (-1,))
            case PutIn() | TakeOut():
                pass
            case Done():
                self.recorded.decide(waiting.index, self.game.state.draft)
            case Bundle(values):
                self.recorded.decide(waiting.index, values)
            case _:
                value = getattr(answer, "value", getattr(answer, "index", None))
                self.recorded.decide(waiting.index, (int(type(answer).__name__ == "Yes") if value is None else value,))
        super().decide(answer)


@pytest.mark.parametrize("name", RECORDS)
def test_recorded_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cast, lines, _ = read(FOLDER / f"{name}.jsonl")
    monkeypatch.setattr(playthrough, "Played", Taped)
    played = playthrough.replay(cast, lines)
    assert isinstance(played, Taped)
    outcome = played.code.play(cast.seed, 0, len(cast.drivers), last_round=cast.rounds, tape=played.recorded)
    assert outcome.fault is None
    rows = [row for row in outcome.events if row[0] != Kind.GAME_BEGIN]
    assert rows == [row for row in played.rows if row[0] != Kind.GAME_BEGIN]


def test_a_tape_that_does_not_fit_is_a_fault() -> None:
    code = machine("classic", ())
    tape = code.tape()
    tape.draw(0, 0)
    outcome = code.play(1, 0, 4, tape=tape)
    assert outcome.fault is not None
    assert "recorded" in outcome.fault.message

