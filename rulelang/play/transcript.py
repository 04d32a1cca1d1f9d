"""A game as it is written down: one line an event, as sentences (`.txt`) or as JSON (`.jsonl`); with `--why`, where each came from.

Rows are held back as long as a person may still take back what led to them, so that a transcript tells the game that was played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

from rulelang.engine.events import Kind, Row
from rulelang.play.events import Narrator
from rulelang.play.values import Plain
from rulelang.play.why import Why
from rulelang.report.style import Style, printable


@dataclass(frozen=True, slots=True)
class Told:
    """An event at the moment when it happened: its number, its row, and what was known about it then."""

    number: int
    row: Row
    sentence: str
    quiet: bool = False
    """Nothing that people need to read: not in the text, and marked in JSON."""
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What a transcript begins with: enough to play the same game again."""

    edition: str
    title: str
    variants: tuple[str, ...]
    settings: dict[str, str]
    rules_hash: str
    seed: int
    players: tuple[tuple[str, str], ...]
    """(name, driver)"""


def text_lines(told: Told, style: Style) -> Iterator[str]:
    """The lines for people: turns and rounds stand out, what happens in a turn is indented."""
    kind = Kind(told.row[0])
    if told.quiet and told.why is None:
        return
    sentence = printable(told.sentence)
    match kind:
        case Kind.ROUND:
            yield ""
            yield style.paint(f"── {sentence} ──", "bold")
        case Kind.TURN:
            yield style.paint(sentence, "bold")
        case Kind.OVER | Kind.GAME_BEGIN:
            yield sentence
        case _:
            yield f"  {sentence}"
    if told.why is not None:
        for line in told.why.lines():
            yield style.paint(f"      {printable(line)}", "dim")


def json_object(told: Told, narrator: Narrator) -> dict[str, Plain]:
    shown: dict[str, Plain] = {"event": told.number, **narrator.plain(told.row), "text": told.sentence}
    if told.quiet:
        shown["quiet"] = True
    if told.why is not None:
        shown["rule"] = told.why.rule
        shown["file"] = told.why.file
        shown["line"] = told.why.line
        shown["overrides"] = list(told.why.overrides)
        if told.why.arithmetic:
            shown["arithmetic"] = told.why.arithmetic
    return shown


@dataclass(slots=True)
class Transcript:
    """Writes to a stream. `hold` marks a place to come back to, `take_back` forgets what came after it, `release` writes."""

    stream: TextIO
    narrator: Narrator
    as_json: bool
    style: Style = field(default_factory=Style)
    _held: list[Told] = field(default_factory=list)
    _holding: bool = False

    def begin(self, header: Header) -> None:
        if self.as_json:
            players: list[Plain] = [{"name": name, "driver": driver} for name, driver in header.players]  # type: ignore[misc]
            first: dict[str, Plain] = {
                "kind": "game",
                "edition": header.edition,
                "title": header.title,
                "variants": list(header.variants),
                "settings": [f"{name}={value}" for name, value in header.settings.items()],
                "rules_hash": header.rules_hash,
                "seed": header.seed,
                "players": players,
            }
            self.stream.write(json.dumps(first, ensure_ascii=False) + "\n")
        else:
            wording, word = self.narrator.wording, self.narrator.values.texts.word
            seats = [wording.say("transcript.player", player=name, driver=word(driver)) for name, driver in header.players]
            head = wording.say("transcript.head", title=header.title, players=wording.joined(seats), seed=header.seed)
            self.stream.write(f"{printable(head)}\n")

    def tell(self, told: Told) -> None:
        if self._holding:
            self._held.append(told)
        else:
            self._write(told)

    def hold(self) -> int:
        """A place for `take_back`."""
        self._holding = True
        return len(self._held)

    def take_back(self, place: int) -> None:
        del self._held[place:]

    def release(self) -> None:
        """Nothing can be taken back any more."""
        for told in self._held:
            self._write(told)
        self._held.clear()
        self._holding = False

    def _write(self, told: Told) -> None:
        if self.as_json:
            self.stream.write(json.dumps(json_object(told, self.narrator), ensure_ascii=False) + "\n")
        else:
            for line in text_lines(told, self.style):
                self.stream.write(line + "\n")
