"""A game written down so that it can be played again: each throw, card and decision as a line of JSON, in the order in which they came.

First line: what is played and by whom. Then `{"who": 1, "roll": [3, 4]}`, `{"draw": "chance.drunk"}`, `{"pick": 12}`,
`{"pass": 7}` (so many decisions to do nothing, one after the other) and `{"who": 2, "asked": "buy", "answer": ["yes"]}`. Last line:
the digest of the events, the hash of the transcript, the round and the winners.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rulelang.engine.actions import Answer, Pass, answer_from_json, answer_to_json
from rulelang.engine.events import Digest, Kind
from rulelang.engine.game import Game
from rulelang.engine.state import Waiting
from rulelang.engine.tape import Draw, Pick, Roll, Tape
from rulelang.ir.program import Program
from rulelang.pipeline import load
from rulelang.play.saves import Seat
from rulelang.play.session import Rules, Session
from rulelang.play.transcript import Told, Transcript

FORMAT = "rulelang/playthrough/1"
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Cast:
    """What is played, by whom, and how far. `drivers` are strategies, or `random`."""

    edition: str
    drivers: tuple[str, ...]
    seed: int
    rounds: int
    variants: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")[: len(self.drivers)]


@cache
def compiled(edition: str, variants: tuple[str, ...]) -> Program:
    compilation = load(edition, variants=variants)
    assert compilation.program is not None, [found.message for found in compilation.diagnostics]
    return compilation.spoken()


@dataclass
class Played:
    """A game in progress at a table, with what is made of its events: lines of the record, a digest, a transcript."""

    cast: Cast
    tape: Tape | None = None
    lines: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        program = compiled(self.cast.edition, self.cast.variants)
        self.program = program
        seats = [Seat(name, driver) for name, driver in zip(self.cast.names, self.cast.drivers, strict=True)]
        self.session = Session(Rules(program, self.cast.edition, self.cast.variants), seats, last_round=self.cast.rounds)
        self.digest = Digest()
        self.text = io.StringIO()
        self.session.watchers.append(self._told)
        self.session.transcripts.append(Transcript(self.text, self.session.narrator, False))
        self.game = Game.new_game(program, self.cast.names, seed=self.cast.seed, tape=self.tape, entry=-1)
        self.session.go_on(self.game)
        self.game.run(program.entry)

    def _told(self, told: Told) -> None:
        row = told.row
        self.digest.append(row)
        match row[0], row[2:]:
            case Kind.ROLL, (player, _, _, *faces):
                self.lines.append({"who": player, "roll": faces})
            case Kind.DRAW, (_, _, card) if card >= 0:
                self.lines.append({"draw": self.program.domains["card"].names[card]})
            case Kind.PICK, (_, member) if member >= 0:
                self.lines.append({"pick": member})

    def asked(self, waiting: Waiting) -> str:
        return self.program.moments[waiting.index].name if waiting.kind == "act" else self.program.decisions[waiting.index].name

    def decide(self, answer: Answer) -> None:
        """Writes the decision down, then goes on with it."""
        waiting = self.game.waiting
        assert waiting is not None, "nobody is asked any more"
        if isinstance(answer, Pass):
            if self.lines and "pass" in self.lines[-1]:
                self.lines[-1]["pass"] += 1
            else:
                self.lines.append({"pass": 1})
        else:
            self.lines.append({"who": waiting.who, "asked": self.asked(waiting), "answer": answer_to_json(answer)})
        self.game.apply(answer)

    def end(self) -> dict[str, Any]:
        layout, result = self.game.machine.layout, self.game.result
        names = self.cast.names
        return {
            "digest": f"{self.digest.value:016x}",
            "transcript": hashlib.sha256(self.text.getvalue().encode()).hexdigest()[:16],
            "round": self.game.state.slots[layout.round],
            "winners": None if result is None else [name for player, name in enumerate(names) if result.winners >> player & 1],
        }


def record(cast: Cast) -> Played:
    """Plays a game by its drivers."""
    played = Played(cast)
    while (waiting := played.game.waiting) is not None:
        driver = played.session.drivers[waiting.who]
        assert driver is not None
        played.decide(driver.answer(played.game))
    return played


def replay(cast: Cast, lines: Sequence[dict[str, Any]], *, by_seed: bool = False) -> Played:
    """Plays a record again: its decisions with its throws and cards, or `by_seed` with what the streams of its seed give."""
    program = compiled(cast.edition, cast.variants)
    played = Played(cast, None if by_seed else Tape(_chances(program, lines), strict=True))
    for who, asked, answer in _decisions(lines):
        waiting = played.game.waiting
        assert waiting is not None, f"the game is over, and {asked} is still to be answered"
        if not isinstance(answer, Pass):
            assert (waiting.who, played.asked(waiting)) == (who, asked), "somebody else is asked, or something else"
        played.decide(answer)
    return played


def _chances(program: Program, lines: Sequence[dict[str, Any]]) -> Iterator[Roll | Draw | Pick]:
    cards = {name: card for card, name in enumerate(program.domains["card"].names)}
    decks = {card: index for index, deck in enumerate(program.decks) for card in deck.cards}
    for line in lines:
        match line:
            case {"who": int(player), "roll": list(faces)}:
                yield Roll(tuple(faces), player)
            case {"draw": str(name)}:
                yield Draw(cards[name], decks[cards[name]])
            case {"pick": int(member)}:
                yield Pick(member)


def _decisions(lines: Sequence[dict[str, Any]]) -> Iterator[tuple[int, str, Answer]]:
    for line in lines:
        match line:
            case {"pass": int(times)}:
                yield from ((-1, "", Pass()) for _ in range(times))
            case {"who": int(who), "asked": str(asked), "answer": list(answer)}:
                yield who, asked, answer_from_json(answer)


# ------------------------------------------------------------------------------------------------------------------ files
def write(path: Path, played: Played) -> None:
    cast = played.cast
    head = {
        "format": FORMAT,
        "edition": cast.edition,
        "variants": list(cast.variants),
        "drivers": list(cast.drivers),
        "seed": cast.seed,
        "rounds": cast.rounds,
    }
    lines = [head, *played.lines, {"end": played.end()}]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def read(path: Path) -> tuple[Cast, list[dict[str, Any]], dict[str, Any]]:
    """(what is played, the lines, how it ended)."""
    head, *lines, last = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    assert head["format"] == FORMAT, path
    cast = Cast(head["edition"], tuple(head["drivers"]), head["seed"], head["rounds"], tuple(head["variants"]))
    return cast, lines, last["end"]
