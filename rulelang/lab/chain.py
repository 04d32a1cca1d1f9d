"""A Markov chain of a slice: its states, found by the engine from the beginning of the game on, and the ways between them.

A state is what the game waits for chance with: the slots of the slice, and of the calls that have not ended the registers that are
still read. Decisions between two chances are answered by the strategy. Probabilities are fractions.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from rulelang.engine.actions import ChanceOutcome
from rulelang.engine.drivers import StrategyDriver
from rulelang.engine.events import Kind, Row
from rulelang.engine.game import Game
from rulelang.engine.machine import Machine
from rulelang.engine.state import State
from rulelang.ir.program import Program
from rulelang.lab.alike import Alike
from rulelang.lab.liveness import Registers
from rulelang.lab.spent import Spent

MOST_STATES = 200_000
"""Some minutes, and a gigabyte of memory: what a step costs is far more than the number that stands for its state."""
TOLD_EVERY = 500
RICH = 2**40
"""What each holder has: all payments are met."""
MOST_ANSWERS = 10_000
"""More answers than any rule asks for between two chances: then nothing happens by chance any more."""
OVER = -1

Seen = tuple[str, int, int]
"""Something that happened: what, and two numbers (see `Watch`)."""


class TooManyStates(Exception):
    """The chain has more states than the bound: at least `states`."""

    def __init__(self, states: int) -> None:
        super().__init__(f"{states:,} states or more")
        self.states = states


class NoChance(Exception):
    """The game goes on without anything left to chance."""


@dataclass(slots=True)
class Chain:
    """`ways[i]` are (probability, target) from state i, the target `OVER` where the game ends; `seen[i]` what is expected to happen on
    the next step from i."""

    ways: list[list[tuple[Fraction, int]]] = field(default_factory=list)
    seen: list[dict[Seen, Fraction]] = field(default_factory=list)


class Watch:
    """A sink that counts what happens.

    ("stop", space, flags): a token rests at the end of a throw's consequences, `flags` being a set over the slots in `flagged`;
    ("by", space, total): after which total; ("land", space, 0): a token comes to a space; ("roll", dice, 0); ("turn", 0, 0);
    ("lap", 0, 0); ("over", 0, 0); ("mark", mark, 0); ("gain", purpose, 0) and ("cost", purpose, 0): money to and from the player.
    """

    def __init__(self, flagged: tuple[int, ...], dice: frozenset[int]) -> None:
        self.flagged = flagged
        self.dice = dice
        self.counts: Counter[Seen] = Counter()
        self.open = False
        self.game: Game | None = None

    def append(self, row: Row) -> None:
        match row:
            case (Kind.ROLL, _, _, dice, *_) if dice in self.dice:
                self.close()
                self.counts["roll", dice, 0] += 1
                self.open = True
            case (Kind.TURN, *_):
                self.close()
                self.counts["turn", 0, 0] += 1
            case (Kind.MOVE, _, _, old, new, way):
                self.counts["land", new, 0] += 1
                if way == 1 and new <= old:
                    self.counts["lap", 0, 0] += 1
            case (Kind.PAY, _, payer, receiver, amount, purpose, _):
                if payer == 0 and receiver != 0:
                    self.counts["cost", purpose, 0] += amount
                elif receiver == 0 and payer != 0:
                    self.counts["gain", purpose, 0] += amount
            case (Kind.OVER, *_):
                self.counts["over", 0, 0] += 1
            case (Kind.MARK, _, mark, *_):
                self.counts["mark", mark, 0] += 1

    def close(self) -> None:
        """A throw's consequences are over: the token rests."""
        if self.open and self.game is not None:
            self.open = False
            slots, layout = self.game.machine.s, self.game.machine.layout
            flags = sum(1 << place for place, base in enumerate(self.flagged) if slots[base])
            space = slots[layout.position]
            self.counts["stop", space, flags] += 1
            self.counts["by", space, slots[layout.rolled]] += 1


class Explorer:
    """Finds the chain of a cut program. `live` says which slots may still be read where a call waits; `replaced` as in `Touches`."""

    def __init__(
        self, program: Program, live: Callable[[int, int], int], flagged: tuple[int, ...], dice: frozenset[int], replaced: bool
    ) -> None:
        self.program = program
        self.replaced = replaced
        self.flagged = flagged
        self.dice = dice
        self.registers = Registers(program)
        self.spent = Spent(program)
        self.driver = StrategyDriver(program)
        first = Game.new_game(program, 1, explicit_chance=True, entry=-1)
        self.layout = first.machine.layout
        self.initial = list(first.machine.s)
        self.live = live
        self.alike = None if replaced else Alike(program, self.layout)
        self._ranges: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def explore(self, most: int = MOST_STATES, tell: Callable[[int], None] = lambda states: None) -> Chain:
        """All states that can come. `tell` is told now and then how many have been found. TooManyStates, NoChance."""
        if self.alike is not None and (orders := self.alike.arrangements()) > most:
            raise TooManyStates(orders)
        chain = Chain()
        numbers: dict[object, int] = {}
        states: deque[tuple[State, bool]] = deque()

        def number_of(game: Game, watch: Watch) -> int:
            if game.waiting is None:
                return OVER
            self._clean(game)
            key = self._key(game.state, watch.open)
            found = numbers.get(key)
            if found is None:
                if len(numbers) >= most:
                    raise TooManyStates(len(numbers) + 1)
                found = numbers[key] = len(numbers)
                states.append((game.state, watch.open))
            return found

        watch = Watch(self.flagged, self.dice)
        game = Game.new_game(self.program, 1, explicit_chance=True, sink=watch, entry=-1)
        watch.game = game
        self._rich(game)
        game.run(self.program.entry)
        self._on(game, watch)
        number_of(game, watch)
        while states:
            state, open_ = states.popleft()
            ways: dict[int, Fraction] = {}
            seen: dict[Seen, Fraction] = {}
            waiting = game_at(game, state)
            for outcome, probability in self._outcomes(waiting):
                watch = Watch(self.flagged, self.dice)
                watch.open = open_
                after = game_at(game, state.copy())
                after.machine.sink = watch
                watch.game = after
                after.apply_legal(outcome)
                self._on(after, watch)
                target = number_of(after, watch)
                ways[target] = ways.get(target, Fraction(0)) + probability
                for what, count in watch.counts.items():
                    seen[what] = seen.get(what, Fraction(0)) + probability * count
            chain.ways.append([(probability, target) for target, probability in ways.items()])
            chain.seen.append(seen)
            if len(chain.seen) % TOLD_EVERY == 0:
                tell(len(numbers))
        return chain

    # ------------------------------------------------------------------------------------------------------------- one step
    def _on(self, game: Game, watch: Watch) -> None:
        """Answers what the player is asked, until chance decides."""
        for _ in range(MOST_ANSWERS):
            waiting = game.waiting
            if waiting is None:
                watch.close()
                return
            if waiting.is_chance:
                if waiting.kind == "roll" and waiting.index in self.dice:
                    watch.close()
                return
            if waiting.kind == "act":
                watch.close()
            game.apply_legal(self.driver.answer(game))
        raise NoChance

    def _outcomes(self, game: Game) -> list[tuple[ChanceOutcome, Fraction]]:
        waiting = game.waiting
        assert waiting is not None
        if waiting.kind == "draw" and self.replaced:
            cards = self.program.decks[waiting.index].cards
            return [(ChanceOutcome((card,)), Fraction(1, len(cards))) for card in cards]
        return game.chance_outcomes()

    def _rich(self, game: Game) -> None:
        money = self.layout.money
        game.machine.s[money : money + self.layout.holders] = [RICH] * self.layout.holders

    def _clean(self, game: Game) -> None:
        """Makes all that the slice does not read what it was at the beginning, so that equal states are equal."""
        state = game.state
        old = state.slots
        slots = self.initial[:]
        for begin, end in self._read_from(state):
            slots[begin:end] = old[begin:end]
        slots[self.layout.in_game] = 1
        slots[self.layout.players_count] = 1
        # A landing asks whether there was a move since it began, never how many there were.
        moves = old[self.layout.moves]
        for frame in state.frames:
            self.registers.clean(frame, moves)
        self.spent.clear(state.frames)
        state.slots[:] = slots
        if self.alike is not None:
            self.alike.settle(state)
        self._rich(game)
        state.rows = 0
        state.counters[:] = [0] * len(state.counters)

    def _key(self, state: State, open_: bool) -> object:
        frames = tuple((frame.function, frame.pc, tuple(frame.registers), frame.turn) for frame in state.frames)
        return open_, state.waiting, frames, tuple(tuple(state.slots[begin:end]) for begin, end in self._read_from(state))

    def _read_from(self, state: State) -> list[tuple[int, int]]:
        """Where in the slots lies what may still be read, from where the top call waits on."""
        place = state.frames[-1].function, state.frames[-1].pc
        found = self._ranges.get(place)
        if found is None:
            live = self.live(*place)
            found = self._ranges[place] = [
                (slot.base, slot.base + (1 if slot.domains[:1] == ("player",) else slot.size))
                for index, slot in enumerate(self.program.slots)
                if live >> index & 1 and slot.name not in ("moves", "in_game", "players_count")
            ]
        return found


def game_at(game: Game, state: State) -> Game:
    """The game in another state."""
    found = Game(Machine(game.machine.loaded, state, explicit=True), game.names)
    found.words = game.words
    return found
