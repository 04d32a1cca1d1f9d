"""Runs one test: sets it up, takes its steps as the game asks for them, and looks at what must hold.

Between two steps the game goes on by itself: in a moment everybody passes, a choice with one possibility is none. Whatever else it
waits for must be what the next step says.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import replace

from rulelang.engine.actions import Answer, ChanceOutcome, Member, Option, Pass
from rulelang.engine.chance import Streams
from rulelang.engine.drivers import StrategyDriver
from rulelang.engine.events import Kind
from rulelang.engine.faults import Fault
from rulelang.engine.legality import can_act
from rulelang.engine.state import Waiting
from rulelang.ir.scenes import PEOPLE, Acting, Asked, Beginning, Choosable, Doing, Drawing, Opening, Place, Stage, Step, Throw, Trial
from rulelang.trial.answers import Answers
from rulelang.trial.failure import Failed, Failure
from rulelang.trial.hints import question
from rulelang.trial.looking import look
from rulelang.trial.setting import set_up
from rulelang.trial.table import Table

MOST_ANSWERS = 10_000
"""What a test may bring about; more is a game that does not come to an end by itself."""


def run(stage: Stage, trial: Trial, watch: Callable[[Table], None] | None = None, locale: str | None = None) -> Failure | None:
    """None if the test passes. `watch` is shown the table when the test is over, however it ends. `locale`: the language in which its
    story is told; that of the edition if none is named."""
    played = Run(stage, trial)
    try:
        played.go()
    except Failed as failed:
        return Failure(trial, failed.place, failed.expected, failed.got, _story(stage, trial, locale))
    finally:
        if watch is not None:
            watch(played.table)
    return None


def after(stage: Stage, opening: Opening, players: int, seed: int, game_number: int) -> list[int]:
    """The slots of the state at a position once the steps of the stage's only trial have been taken there. Chance has no part in it but for
    the amounts of the position, which are those of the game with that seed and number. Raises: Failed."""
    [trial] = stage.trials
    streams = Streams(seed % 2**64, game_number, stage.program.players[1], len(stage.program.decks), [0] * _streams(stage))
    given = []
    for fact in opening.given:
        if fact.within is not None:
            low, high = fact.within
            amount = low + streams.below(streams.set_up, high - low + 1)
            fact = replace(fact, within=(amount, amount))
        given.append(fact)
    played = Run(stage, replace(trial, players=players, prepare=opening.prepare, given=tuple(given)))
    played.go()
    return played.game.state.slots


def _streams(stage: Stage) -> int:
    return stage.program.players[1] + 2 + len(stage.program.decks)


def _story(stage: Stage, trial: Trial, locale: str | None) -> tuple[str, ...]:
    """The same once more, told: most tests pass, and need no story."""
    again = Run(stage, trial, telling=True, locale=locale)
    with contextlib.suppress(Failed):
        again.go()
    return tuple(again.table.told)


class Run:
    def __init__(self, stage: Stage, trial: Trial, telling: bool = False, locale: str | None = None) -> None:
        self.trial = trial
        self.table = Table(stage, trial.players, telling, locale)
        self.game = self.table.game
        self.answers = Answers(self.table)
        self.steps: deque[Step] = deque()
        self.begun: Step | None = None
        """The step for which something was begun that has to ask for it."""
        self.last = trial.place
        self.whole = False
        """Whether the game's own rule runs: then turn follows turn."""
        self.rests = False
        """Whether something may be left open when all steps are taken, because it is looked at who is asked."""
        self.known_from = 0
        """The first event that was not yet looked at for a card that came by itself."""
        self.drivers = {who: StrategyDriver(stage.program, name) for who, name in trial.follows}
        self.named = -1
        """The card that was last drawn because the test names it."""

    def go(self) -> None:
        """Raises: Failed."""
        trial = self.trial
        self.whole = any(isinstance(r, Beginning) for act in trial.acts[:1] for step in act.steps[:1] for r in step.readings)
        set_up(self.game, trial.place, -1 if self.whole else trial.prepare, trial.given)
        self.table.tell_from_here()
        self.known_from = len(self.table.rows)
        for act in trial.acts:
            since = len(self.table.rows)
            self.steps.extend(act.steps)
            self.rests = any(isinstance(check.what, (Asked, Choosable)) for check in act.checks)
            self._play()
            for check in act.checks:
                self._guard(check.place, lambda check=check, since=since: look(self.table, check, since))

    def _play(self) -> None:
        """Goes on until all steps are taken and the game has come to rest."""
        for _ in range(MOST_ANSWERS):
            self._known_cards()
            self._known_numbers()
            waiting = self.game.waiting
            if waiting is None:
                self._used_up()
                if not self.steps:
                    return
                self._begin(self.steps[0])
                continue
            answer = self._answer(waiting)
            if answer is None:
                return
            if isinstance(answer, ChanceOutcome) and waiting.kind == "draw":
                self.named = answer.values[0]
            self._guard(self.last, lambda answer=answer: self.game.apply(answer))
        raise Failed(self.last, "an end", f"{MOST_ANSWERS} answers and no end")

    # ----------------------------------------------------------------------------------------------------------- answers
    def _answer(self, waiting: Waiting) -> Answer | None:
        """What the test says, or what goes without saying; None if the game rests here."""
        rest = self.answers.of_rest(waiting)
        if rest is not None:
            return rest
        while self.steps and self.answers.adds(self.steps[0], waiting):
            self._take()
        if self.steps and self.answers.rest is None:
            answer = self._said(self.steps[0], waiting)
            if answer is not None:
                self._take()
                return answer
        if not waiting.is_chance and waiting.who in self.drivers:
            return self._by_strategy(waiting.who)
        match waiting.kind:
            case "act":
                if waiting.may_pass or not can_act(self.game.machine, waiting):
                    return Pass()
                if not self.steps:
                    self._used_up()
                    return None
            case "member" if waiting.choices.bit_count() == 1:
                return Member(waiting.choices.bit_length() - 1)
            case "option" if waiting.choices.bit_count() == 1:
                return Option(waiting.choices.bit_length() - 1)
            case "roll" if self.whole and not self.steps and self._turn_begins(Kind.ROLL):
                return None
            case "yes" | "option" | "member" | "number" if self.whole and not self.steps and self._turn_begins(Kind.ROLL, Kind.DECIDE):
                return None
        self._used_up()
        if self.rests and not self.steps:
            return None
        place = self.steps[0].place if self.steps else self.last
        expected = f"`{place.text}` to be next" if self.steps else "nothing to be left open"
        raise Failed(place, expected, question(self.table, waiting))

    def _said(self, step: Step, waiting: Waiting) -> Answer | None:
        """The step as an answer. What names something else where there is only one possibility is for a later question."""
        try:
            return self.answers.of(step, waiting)
        except Failed:
            if waiting.kind in ("member", "option") and waiting.choices.bit_count() == 1:
                return None
            raise

    def _by_strategy(self, who: int) -> Answer:
        """What her strategy says. One that wants what is not legal is a mistake, though a game goes on with the default."""
        driver = self.drivers[who]
        found: list[Answer] = []
        self._guard(self.last, lambda: found.append(driver.answer(self.game)))
        if driver.illegal:
            raise Failed(self.last, "a strategy to decide what is legal", f"{driver.strategy.title} does not, for {PEOPLE[who]}")
        return found[0]

    def _take(self) -> None:
        step = self.steps.popleft()
        self.last = step.place
        self.begun = None

    def _used_up(self) -> None:
        if self.answers.rest is not None:
            step, _ = self.answers.rest
            raise Failed(step.place, "the number to be asked for", "there is nothing to choose: leave the number out")

    def _turn_begins(self, *since: Kind) -> bool:
        """Whether nothing of these kinds happened in this turn yet."""
        last = next((row for row in reversed(self.table.rows) if row[0] in (Kind.TURN, *since)), None)
        return last is not None and last[0] == Kind.TURN

    # --------------------------------------------------------------------------------------------------------- beginning
    def _begin(self, step: Step) -> None:
        """Nothing goes on: the step begins something."""
        if self.game.result is not None:
            raise Failed(step.place, "this to happen", "the game is over")
        if self.begun is step:
            raise Failed(step.place, "this to be asked for", "it never was")
        for reading in step.readings:
            match reading:
                case Acting(action, parts, function):
                    params = tuple(self.table.value(part) for part in parts)
                    refusal = self.table.refusal(step.who, action, params)
                    if refusal is not None:
                        raise Failed(step.place, "this to be possible", f"{refusal[1]} ({refusal[0]})")
                    self._run(step, function)
                    return
                case Doing(function):
                    self._run(step, function)
                    return
                case Beginning():
                    self._run(step, self.table.program.entry)
                    return
                case Throw(_, turn):
                    self._run(step, turn, taken=False)
                    return
                case Drawing(cards):
                    functions = sorted({function for _, _, function in cards})
                    if len(functions) > 1:
                        raise Failed(step.place, "one card", "there are cards of this name in two decks: say `from DECK`")
                    self._run(step, functions[0], taken=False)
                    return
        raise Failed(step.place, "somebody to be asked this", "nobody is asked anything here")

    def _run(self, step: Step, function: int, taken: bool = True) -> None:
        if taken:
            self._take()
        else:
            self.begun = step
            self.last = step.place
        self._guard(step.place, lambda: self.game.run(function))

    def _known_cards(self) -> None:
        """Cards that had to come were drawn without being asked for; they are named all the same."""
        rows = self.table.rows
        while self.known_from < len(rows):
            row = rows[self.known_from]
            self.known_from += 1
            if row[0] != Kind.DRAW or row[4] < 0:
                continue
            if row[4] == self.named:
                self.named = -1
                continue
            title = self.table.values.text("card", row[4])
            step = self.steps[0] if self.steps else None
            cards = [card for r in step.readings if isinstance(r, Drawing) for _, card, _ in r.cards] if step is not None else []
            if row[4] not in cards:
                raise Failed(step.place if step is not None else self.last, "this to be next", f"the card that comes is known: {title}")
            self._take()

    def _known_numbers(self) -> None:
        """Numbers that were the only ones there were no questions; they may be named all the same."""
        unasked = self.table.unasked[:]
        self.table.unasked.clear()
        for who, decision, number in unasked:
            if self.answers.of_number(who, decision, number):
                continue
            if self.steps and self.answers.names_number(self.steps[0], who, decision, number):
                self._take()

    def _guard(self, place: Place, work: object) -> None:
        """A rule that cannot go on fails the test."""
        assert callable(work)
        try:
            work()
        except Fault as fault:
            where = f" ({fault.file}:{fault.line})" if fault.file else ""
            raise Failed(place, "the rules to go on", f"{fault.message}{where}") from fault
