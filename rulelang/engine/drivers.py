"""Who decides when nobody is at the table: by a strategy of the Program, or at random.

A decision that a strategy does not answer gets its default: pass (or, where something must be done, the first thing that can be), no,
the last option that is open, the lowest member, the lowest number, an empty bundle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rulelang.engine.actions import Act, Answer, Bundle, Done, Member, No, Number, NumberRange, Option, Pass, PutIn, Yes
from rulelang.engine.chance import member_at
from rulelang.engine.game import Game
from rulelang.engine.legality import LEGAL, acts, can_act, failed, legal_actions, verdict
from rulelang.engine.machine import Machine
from rulelang.engine.state import Waiting
from rulelang.ir.program import Program


class Driver(Protocol):
    def answer(self, game: Game) -> Answer:
        """A legal answer to what the game waits for."""
        ...


class StrategyDriver:
    """Answers by a strategy of the program (`name`; "": its default). A number outside the range that is offered is taken to its nearest
    end; a member below 0 means that the strategy has no answer, and the default is taken. `illegal` counts its choices that were
    not legal: in a moment they count as passing, elsewhere the default is taken. ValueError if there is no such strategy."""

    def __init__(self, program: Program, name: str = "") -> None:
        name = name or program.default_strategy
        if name not in program.strategies:
            raise ValueError(f"there is no strategy {name}; there are: {', '.join(program.strategies) or 'none'}")
        self.strategy = program.strategies[name]
        self.illegal = 0

    def answer(self, game: Game) -> Answer:
        machine, waiting = game.machine, _asked(game)
        if waiting.is_chance:
            raise ValueError("no player decides what chance does")
        with machine.loaded.faults():
            return self._act(machine, waiting) if waiting.kind == "act" else self._decide(machine, waiting)

    def _act(self, machine: Machine, waiting: Waiting) -> Answer:
        for line in self.strategy.plans.get(waiting.index, ()):
            planned = machine.loaded.call(line, machine.s, waiting.who)
            # A program whose actions have no parameters has lines with one result.
            action, *padded = planned if isinstance(planned, tuple) else (planned,)
            if action >= 0:
                legal = action in machine.program.moments[waiting.index].actions
                params = tuple(padded[: len(machine.program.actions[action].parameters)]) if legal else ()
                if legal and failed(machine, waiting.who, action, params) is None:
                    return Act(action, params)
                self.illegal += 1
                break
        return default(machine, waiting)

    def _decide(self, machine: Machine, waiting: Waiting) -> Answer:
        function = self.strategy.answers.get(waiting.index)
        if function is None:
            return default(machine, waiting)
        value = machine.loaded.call(function, machine.s, waiting.who, *waiting.context)
        answer: Answer
        match waiting.kind:
            case "yes":
                return Yes() if value else No()
            case "option":
                answer = Option(value)
            case "member" if value < 0:
                return default(machine, waiting)
            case "member":
                answer = Member(value)
            case "number":
                return Number(min(max(value, waiting.least), waiting.most))
            case _:
                answer = Bundle(value if isinstance(value, tuple) else (value,))
        if verdict(machine, answer) is LEGAL:
            return answer
        self.illegal += 1
        return default(machine, waiting)


class RandomDriver:
    """Any legal answer, by the game's own stream for drivers. It passes half of the moments in which it may; all numbers of a range are as
    likely; a bundle is a few random steps."""

    def answer(self, game: Game) -> Answer:
        machine, waiting = game.machine, _asked(game)

        def below(bound: int) -> int:
            return machine.streams.below(machine.streams.driver, bound)

        with machine.loaded.faults():
            match waiting.kind:
                case "act" if waiting.may_pass and below(2):
                    return Pass()
                case "number":
                    return Number(waiting.least + below(waiting.most - waiting.least + 1))
                case "option":
                    return Option(member_at(waiting.choices, below(waiting.choices.bit_count())))
                case "member":
                    return Member(member_at(waiting.choices, below(waiting.choices.bit_count())))
                case "goods":
                    return self._step(legal_actions(machine), below)
                case _:
                    return self._any(legal_actions(machine), below)

    @staticmethod
    def _any(answers: Sequence[Answer], below: Callable[[int], int]) -> Answer:
        return answers[below(len(answers))]

    @staticmethod
    def _step(answers: Sequence[Answer], below: Callable[[int], int]) -> Answer:
        if len(answers) == 1 or below(3) == 0:
            return Done()
        match answers[1 + below(len(answers) - 1)]:
            case NumberRange(least, most, _, component):
                return PutIn(component, least + below(most - least + 1))
            case step:
                return step


def _asked(game: Game) -> Waiting:
    """What the game waits for. ValueError if it waits for nothing."""
    waiting = game.machine.state.waiting
    if waiting is None:
        raise ValueError("the game waits for nothing")
    return waiting


def default(machine: Machine, waiting: Waiting) -> Answer:
    """The answer of who has none."""
    match waiting.kind:
        case "act":
            if waiting.may_pass or not can_act(machine, waiting):
                return Pass()
            actions = machine.program.moments[waiting.index].actions
            return next(Act(action, params) for action in actions for params in acts(machine, waiting.who, action))
        case "yes":
            return No()
        case "option":
            return Option(waiting.choices.bit_length() - 1)
        case "member":
            return Member((waiting.choices & -waiting.choices).bit_length() - 1)
        case "number":
            return Number(waiting.least)
        case _:
            return Bundle((0,) * len(machine.program.components))


def play_out(game: Game, drivers: Sequence[Driver], max_rounds: int | None = None) -> bool:
    """Plays until the game is over (True), or its last round is (False; `max_rounds`, else the game's own); then it can be played on.
    Driver i decides for player i.

    The drivers' answers are not looked at again. A game that waits for chance, which no driver decides, is a ValueError, and so are
    fewer drivers than players.
    """
    machine = game.machine
    if len(drivers) < machine.state.players:
        raise ValueError(f"{machine.state.players} players need {machine.state.players} drivers, not {len(drivers)}")
    if max_rounds is not None:
        if machine.s[machine.layout.round] > max_rounds:
            return game.is_terminal()
        game.stop_after(max_rounds)
    while (waiting := machine.state.waiting) is not None:
        if waiting.is_chance:
            raise ValueError("the game waits for chance; begin it without explicit_chance to play it out")
        game.apply_legal(drivers[waiting.who].answer(game))
    return game.is_terminal()
