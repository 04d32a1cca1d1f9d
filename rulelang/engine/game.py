"""`Game`: one game, from its beginning to its end, in the words of OpenSpiel. The way in for everything outside the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from rulelang.engine.actions import (
    Act,
    Answer,
    Bundle,
    ChanceOutcome,
    Done,
    Member,
    No,
    Number,
    Option,
    Pass,
    PutIn,
    TakeOut,
    Yes,
)
from rulelang.engine.effects import Sink
from rulelang.engine.events import Kind, Row
from rulelang.engine.faults import Fault
from rulelang.engine.layout import first_values
from rulelang.engine.legality import Verdict, legal_actions, redrafted, verdict
from rulelang.engine.loaded import load
from rulelang.engine.machine import Machine
from rulelang.engine.phrases import Speaker, Words
from rulelang.engine.saved import fits
from rulelang.engine.state import Result, State, Waiting
from rulelang.engine.tape import Tape
from rulelang.ir.program import Program

FORMAT = "rulelang/save/1"


class IllegalAnswer(ValueError):
    """An answer that the game does not take; `verdict` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


class SaveError(ValueError):
    """A save that cannot be read."""


class OtherRules(SaveError):
    """A save of a game by other rules: `saved` and `present` are the hashes of the rules."""

    def __init__(self, edition: str, saved: str, present: str) -> None:
        super().__init__(f"this game of {edition} was played by other rules ({saved}) than these ({present})")
        self.saved = saved
        self.present = present


class Game:
    """A game in progress. `names` are the players' names, in order; `machine` is the inside, for tests and drivers.

    `events` is the list of rows so far, if they are recorded; `sink` takes each new row (a list, a Digest, …).
    """

    def __init__(self, machine: Machine, names: Sequence[str]) -> None:
        self.machine = machine
        self.program = machine.program
        self.names = tuple(names)
        self.words: Speaker = Words(machine.program, self.names)
        self.events: list[Row] = []

    @staticmethod
    def new_game(
        program: Program,
        players: int | Sequence[str] = 4,
        *,
        seed: int = 0,
        game_number: int = 0,
        explicit_chance: bool = False,
        tape: Tape | None = None,
        record: bool = False,
        sink: Sink | None = None,
        entry: int | None = None,
        arguments: Sequence[int] = (),
        last_round: int | None = None,
    ) -> Game:
        """Begins a game and runs it until it waits. `seed` and `game_number` count modulo 2^64.

        `record` keeps the events; `sink` takes them instead. With `entry`, that function is run with `arguments` in place of the
        game's own (-1: none; `run` can follow). `last_round` as in `stop_after`. ValueError for a wrong number of players, Fault for
        a rule that cannot go on.
        """
        if isinstance(players, str):
            raise ValueError(f"players are a number or a list of names: [{players!r}, …]")
        loaded = load(program)
        layout = loaded.layout
        count = players if isinstance(players, int) else len(players)
        if not program.players[0] <= count <= program.players[1]:
            raise ValueError(f"{program.title} is for {program.players[0]} to {program.players[1]} players, not for {count}")
        names = program.domains["player"].titles[:count] if isinstance(players, int) else tuple(players)
        slots = first_values(program)
        slots[layout.in_game] = (1 << count) - 1
        slots[layout.players_count] = count
        counters = [0] * (layout.players + 2 + len(program.decks))
        state = State(seed % 2**64, game_number % 2**64, count, slots, counters, [])
        game = Game(Machine(loaded, state, explicit=explicit_chance, tape=tape), names)
        game.machine.sink = sink if sink is not None else game.events if record else None
        state.last_round = last_round
        game.machine.event(Kind.GAME_BEGIN, -1, count)
        start = program.entry if entry is None else entry
        if start >= 0:
            game.run(start, *arguments)
        return game

    def run(self, function: int, *arguments: int) -> None:
        """Calls a function of the program, on top of what runs: for tests, and for positions that are set up by rules.

        ValueError while the game waits, when it has stopped or is over, or for another number of arguments than the function takes.
        """
        taken = len(self.program.functions[function].parameters)
        if len(arguments) != taken:
            raise ValueError(f"{self.program.functions[function].name} takes {taken} arguments, not {len(arguments)}")
        if self.machine.state.waiting is not None or self.machine.state.result is not None or self.machine.stopped:
            raise ValueError("the game waits, has stopped, or is over")
        with self.machine.loaded.faults():
            self.machine.push(function, list(arguments))
        self.machine.run()

    # ------------------------------------------------------------------------------------------------------- looking
    @property
    def state(self) -> State:
        return self.machine.state

    @property
    def waiting(self) -> Waiting | None:
        """What the game waits for; None when it is over (or a function that was run on its own has ended)."""
        return self.machine.state.waiting

    @property
    def result(self) -> Result | None:
        return self.machine.state.result

    @property
    def fault(self) -> Fault | None:
        """What stopped the game for good, if a rule could not go on; then it waits for nothing and has no result."""
        return self.machine.broken

    @property
    def stopped(self) -> bool:
        """Whether the game has come to the end of its last round (`stop_after`) without being over: it waits for nothing, and can go on."""
        return self.machine.stopped

    def is_terminal(self) -> bool:
        return self.machine.state.result is not None

    def returns(self) -> list[Fraction]:
        """For each player 1, shared among the winners, or 0; all 0 while the game goes on."""
        result = self.machine.state.result
        winners = 0 if result is None else result.winners
        share = Fraction(1, max(1, winners.bit_count()))
        return [share if winners >> player & 1 else Fraction(0) for player in range(self.machine.state.players)]

    def legal_actions(self) -> list[Answer]:
        """All answers to a decision: alternatives listed, a range of numbers as one entry, a bundle as small steps."""
        with self.machine.loaded.faults():
            return legal_actions(self.machine)

    def is_legal(self, answer: Answer) -> Verdict:
        with self.machine.loaded.faults():
            return verdict(self.machine, answer, self.words)

    def chance_outcomes(self) -> list[tuple[ChanceOutcome, Fraction]]:
        """What can happen where the game waits for chance, each once with its probability; their sum is 1. None elsewhere."""
        waiting = self.machine.state.waiting
        if waiting is None or not waiting.is_chance:
            return []
        if waiting.kind != "roll":
            members = [index for index in range(waiting.choices.bit_length()) if waiting.choices >> index & 1]
            return [(ChanceOutcome((member,)), Fraction(1, len(members))) for member in members]
        faces = self.machine.layout.faces[waiting.index]
        count = self.program.dice[waiting.index][0]
        weights = {face: Fraction(faces.count(face), len(faces)) for face in sorted(set(faces))}
        outcomes = []
        for throw in product(weights, repeat=count):
            probability = Fraction(1)
            for face in throw:
                probability *= weights[face]
            outcomes.append((ChanceOutcome(throw), probability))
        return outcomes

    # -------------------------------------------------------------------------------------------------------- playing
    def apply(self, answer: Answer) -> None:
        """Answers what the game waits for and runs it until it waits again. IllegalAnswer if it may not be; Fault as ever."""
        found = self.is_legal(answer)
        if not found.ok:
            raise IllegalAnswer(found)
        self.apply_legal(answer)

    def stop_after(self, last_round: int | None) -> None:
        """From now on the game stops after that round (`stopped`): before the turn that would open the next one, and before its event. It
        is not over then, and waits for nothing. One that has stopped so goes on, up to the new last round. None: there is none.

        The last round is a part of the state: copies and saves have it."""
        self.machine.state.last_round = last_round
        if self.machine.stopped:
            self.machine.run()

    def apply_legal(self, answer: Answer) -> None:
        """`apply` for an answer that has been looked at."""
        machine = self.machine
        match answer:
            case Act(action, params):
                machine.answer((action, *params))
            case Pass():
                machine.answer((-1,))
            case Yes():
                machine.answer((1,))
            case No():
                machine.answer((0,))
            case Option(value) | Member(value) | Number(value):
                machine.answer((value,))
            case Bundle(values):
                machine.answer(values)
            case Done():
                machine.answer(machine.state.draft)
            case PutIn() | TakeOut():
                machine.state.draft = redrafted(machine, answer)
            case ChanceOutcome(values):
                machine.outcome(values)
            case _:
                raise AssertionError(answer)

    # --------------------------------------------------------------------------------------------------- copy and save
    def copy(self) -> Game:
        """The same game once more; the copy records its events by itself, from those so far. A tape is not copied, nor a sink."""
        machine = Machine(self.machine.loaded, self.machine.state.copy(), explicit=self.machine.explicit)
        machine.broken = self.machine.broken
        game = Game(machine, self.names)
        game.words = self.words
        if self.machine.sink is self.events:
            game.events = self.events[:]
            machine.sink = game.events
        return game

    def to_json(self) -> dict[str, Any]:
        """The game as a JSON object, from which it goes on as if nothing had been. The events so far are not in it."""
        return {
            "format": FORMAT,
            "edition": self.program.edition,
            "rules_hash": self.program.rules_hash,
            "names": list(self.names),
            "explicit_chance": self.machine.explicit,
            "state": self.machine.state.to_json(),
        }

    @staticmethod
    def from_json(program: Program, data: dict[str, Any], *, tape: Tape | None = None, sink: Sink | None = None) -> Game:
        """The game that `to_json` wrote. OtherRules if it was played by other rules, SaveError if it is no save."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise SaveError(f"this is no saved game of the form {FORMAT}")
        if data.get("rules_hash") != program.rules_hash:
            raise OtherRules(str(data.get("edition")), str(data.get("rules_hash")), program.rules_hash)
        try:
            state = State.from_json(data["state"])
            names = [str(name) for name in data["names"]]
            explicit = bool(data["explicit_chance"])
        except (KeyError, TypeError, ValueError) as error:
            raise SaveError(f"this saved game is damaged: {error!r}") from error
        loaded = load(program)
        if not fits(loaded, state) or len(names) != state.players:
            raise SaveError("this saved game is damaged: it does not fit its rules")
        game = Game(Machine(loaded, state, explicit=explicit, tape=tape), names)
        game.machine.sink = sink
        return game


Watcher = Callable[[Row], None]


class Watch:
    """A sink that hands each row to a function."""

    def __init__(self, watcher: Watcher) -> None:
        self.append = watcher
