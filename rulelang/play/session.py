"""One game at a table: who sits there and decides, who watches, what can be taken back, when it is saved."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol

from rulelang.engine.actions import Act
from rulelang.engine.drivers import Driver, RandomDriver, StrategyDriver
from rulelang.engine.events import Kind, Row
from rulelang.engine.game import Game, Watch
from rulelang.engine.loaded import Loaded, load
from rulelang.engine.state import Waiting
from rulelang.ir.program import Program
from rulelang.play.amounts import Amounts
from rulelang.play.events import Narrator
from rulelang.play.saves import Save, Seat, packed, write_save
from rulelang.play.spoken import Spoken
from rulelang.play.texts import own_locale
from rulelang.play.transcript import Header, Told, Transcript
from rulelang.play.values import Values
from rulelang.play.view import View
from rulelang.play.why import Why, why
from rulelang.play.wording import wording
from rulelang.refusal import Refusal

PERSON, RANDOM = "person", "random"
_HEADINGS = frozenset((Kind.ROUND, Kind.TURN))
_CHANCE = frozenset((Kind.ROLL, Kind.DRAW, Kind.PICK))


class Leave(Exception):
    """A person leaves the table; the game is to be saved where it was saved before, or under a name of its own."""


class Undo(Exception):
    """A person takes back the last decision."""


class Person(Protocol):
    def answer(self, session: Session, waiting: Waiting) -> object:
        """A legal answer; raises Leave or Undo."""
        ...


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played: the program, and what was asked for to get it."""

    program: Program
    edition: str
    variants: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the game that can be gone back to."""

    game: Game
    places: tuple[int, ...]


class Session:
    """`watchers` see each event as it happens; `transcripts` get it too but may hold it back; `person` decides for seats of people.
    `last_round`: after which the game is to stop; None leaves a game that was begun elsewhere its own."""

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Seat],
        person: Person | None = None,
        explain: bool = False,
        last_round: int | None = None,
        locale: str | None = None,
    ) -> None:
        self.rules = rules
        self.program = rules.program
        self.seats = tuple(seats)
        self.person = person
        self.explain = explain
        self._last_round = last_round
        self.loaded: Loaded = load(self.program)
        self.wording = wording(locale or own_locale(self.program))
        self.values = Values(self.program, [seat.name for seat in seats], self.wording)
        self.spoken = Spoken(self.loaded, self.values, lambda: self.game.machine)
        self.narrator = Narrator(self.program, self.values, self.wording, self.spoken)
        self.drivers = [_driver(self.program, seat.driver) for seat in seats]
        self.watchers: list[Callable[[Told], None]] = []
        self.transcripts: list[Transcript] = []
        self.amounts = Amounts(self.loaded, self.values)
        self.save_path: str | None = None
        self._marks: list[Mark] = []
        self._asked: Game | None = None
        self._game: Game | None = None

    # ------------------------------------------------------------------------------------------------------ the beginning
    def begin(self, seed: int, game_number: int = 0) -> None:
        """Starts the game: it runs to its first decision, and watchers see what happens on the way."""
        early: list[Row] = []
        names = [seat.name for seat in self.seats]
        game = Game.new_game(self.program, names, seed=seed, game_number=game_number, sink=Watch(early.append), entry=-1)
        self.go_on(game)
        for row in early:
            self._tell(row, game.state.rows)
        game.run(self.program.entry)

    def go_on(self, game: Game) -> None:
        """Goes on with a game that was begun elsewhere: a save, a position."""
        self._take(game)
        for transcript in self.transcripts:
            transcript.begin(self.header())
        if self._last_round is not None:
            game.stop_after(self._last_round)

    @property
    def game(self) -> Game:
        assert self._game is not None, "no game has begun"
        return self._game

    @property
    def view(self) -> View:
        return View(self.program, self.loaded.layout, self.game.state.slots)

    def header(self) -> Header:
        players = tuple((seat.name, seat.driver) for seat in self.seats)
        rules, program = self.rules, self.program
        title = str(self.values.texts.name(program.title))
        return Header(rules.edition, title, rules.variants, dict(rules.settings), program.rules_hash, self.game.state.seed, players)

    # --------------------------------------------------------------------------------------------------------- the middle
    def play(self) -> bool:
        """Plays until the game is over (True), or the last round that is wanted (False)."""
        while (waiting := self.game.waiting) is not None:
            if self._last_round is not None and self.view.round > self._last_round:
                return False  # a save of a later round
            self.step(waiting)
        for transcript in self.transcripts:
            transcript.release()
        return self.game.is_terminal()

    def step(self, waiting: Waiting) -> None:
        """One decision."""
        driver = self.drivers[waiting.who]
        if driver is not None:
            self.game.apply_legal(driver.answer(self.game))
            return
        assert self.person is not None, "a person decides, and nobody is there"
        self._asked = self.game.copy()
        mark = Mark(self._asked, tuple(transcript.hold() for transcript in self.transcripts))
        try:
            answer = self.person.answer(self, waiting)
        except Undo:
            self._take_back()
            return
        self._marks.append(mark)
        self.game.apply_legal(answer)  # type: ignore[arg-type]

    @property
    def can_undo(self) -> bool:
        return bool(self._marks)

    def _take_back(self) -> None:
        mark = self._marks.pop()
        self._take(mark.game.copy())
        for transcript, place in zip(self.transcripts, mark.places, strict=True):
            transcript.take_back(place)

    def _take(self, game: Game) -> None:
        self._game = game
        game.words = self.spoken
        game.machine.sink = Watch(self._happened)

    # --------------------------------------------------------------------------------------------------------- the events
    def _happened(self, row: Row) -> None:
        if row[0] in _CHANCE:
            # What chance has shown cannot be unseen.
            self._marks.clear()
            for transcript in self.transcripts:
                transcript.release()
        self._tell(row, self.game.state.rows)

    def _tell(self, row: Row, number: int) -> None:
        if not (self.watchers or self.transcripts):
            return
        reason = self._why(row) if self.explain else None
        told = Told(number, row, self.narrator.sentence(row), self.narrator.is_bookkeeping(row), reason)
        for watcher in self.watchers:
            watcher(told)
        for transcript in self.transcripts:
            transcript.tell(told)

    def _why(self, row: Row) -> Why | None:
        if row[0] in _HEADINGS:
            return None
        amount = self.amounts.of(self.game.machine, row) if row[0] == Kind.PAY else None
        return why(self.program, self.game.state.frames, row[1], amount)

    def candidates(self, who: int, action: int, parameters: Sequence[tuple[str, str, str, int]], most: int = 400) -> Iterator[Act]:
        """Ways to fill in an action, legal or not, those first that are about what the player owns."""
        ranges: list[list[int]] = []
        for name, declared, _, _ in parameters:
            type_name = name if name in self.program.kinds else declared  # a parameter is often called as its kind
            members = list(range(len(self.values.names(type_name))))
            if type_name in self.program.kinds:
                members = [member for member in members if self.program.kinds[type_name] >> member & 1]
            if members and type_name not in ("player", "group", "card", "deck", "purpose"):
                members.sort(key=lambda thing: self.view.owner(thing) != who)
            ranges.append(members or [1])
        for number, chosen in enumerate(product(*ranges)):
            if number == most:
                return
            yield Act(action, chosen)

    # ----------------------------------------------------------------------------------------------------------- the save
    def save(self, path: str | None = None, game: Game | None = None) -> str:
        """Writes the game to a file; the path is remembered. What was told so far goes to the transcripts."""
        path = path or self.save_path or self._own_name()
        written = (game or self.game).to_json()
        rules = self.rules
        save = Save(rules.edition, rules.variants, rules.settings, self.program.rules_hash, self.seats, written, packed(self.program))
        write_save(path, save)
        self.save_path = path
        return path

    def saved(self, path: str) -> str:
        """Where the game is now, and the command that goes on with it, as a shell reads it."""
        return self.wording.say("person.saved", path=path, quoted=shlex.quote(path))

    def save_before_leaving(self, path: str | None = None) -> str | None:
        """As `save`, of the moment in which a person was last asked: a rule may be half done now. None if nobody was ever asked."""
        return None if self._asked is None else self.save(path, self._asked)

    def spare_path(self) -> str:
        """Where the game is saved if it cannot be where it should."""
        return os.path.join(tempfile.gettempdir(), self._own_name())  # noqa: PTH118

    def _own_name(self) -> str:
        return f"{self.program.edition}-{self.game.state.seed}.rulelang-save"


def _driver(program: Program, name: str) -> Driver | None:
    if name == PERSON:
        return None
    if name == RANDOM:
        return RandomDriver()
    if name not in program.strategies:
        from rulelang.diagnostics import nearest

        known = [*program.strategies, RANDOM]
        close = nearest(name, known)
        raise Refusal(
            f"there is no strategy `{name}` in {program.title}",
            f"did you mean `{close[0]}`?" if close else f"there are: {', '.join(known)}",
        )
    return StrategyDriver(program, name)
