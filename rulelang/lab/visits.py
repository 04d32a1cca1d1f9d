"""What it costs to come to a space that belongs to another, and what it cost him to have it so: found by playing it.

The engine lets one player land on a thing of which another owns the whole group, at each step of its ladder (or, where there is no
ladder, with so many things of the group), both with all the money they need, and adds up what passes from one to the other. What the
owner had to pay is found the same way: by performing the actions that make a thing his or raise it by a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulelang.engine.drivers import default
from rulelang.engine.events import Kind, Row
from rulelang.engine.faults import Fault
from rulelang.engine.game import Game, IllegalAnswer
from rulelang.ir.program import Program

VISITOR, OWNER = 0, 1
RICH = 2**40
MOST_ANSWERS = 1_000


@dataclass(frozen=True, slots=True)
class Holding:
    """A group in somebody's hands: the name of the step (or how many things), the income for each thing of the group on which a throw of
    a given total ends, and what it cost to have come so far (None: no action does it)."""

    group: int
    step: str
    income: dict[int, dict[int, Fraction]]
    cost: int | None


class Visits:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.land = next((number for number, function in enumerate(program.functions) if function.name == "land"), -1)

    def holdings(self, totals: dict[int, list[int]]) -> Iterator[Holding]:
        """For each group whose things are on the board, each state in which it can be. `totals[thing]`: the totals by which tokens come
        to it. Only states in which a visitor pays something are given."""
        program = self.program
        for group in range(len(program.domains["group"].names) if "group" in program.domains else 0):
            things = [t for t in range(program.spaces) if program.group_of[t] == group]
            if not things or self.land < 0:
                continue
            ladder = next((ladder for ladder in program.ladders if ladder.members >> things[0] & 1), None)
            found: list[Holding] = []
            if ladder is None:
                prices = self._sum(self.price(thing) for thing in things)
                for count in range(1, len(things) + 1):
                    # Any of them may be his, one as likely as another.
                    part = Fraction(count, len(things))
                    income = {
                        thing: {total: part * amount for total, amount in self._income(thing, _others(thing, things, count), 0, by).items()}
                        for thing, by in ((thing, totals.get(thing, [])) for thing in things)
                    }
                    found.append(Holding(group, str(count), income, None if prices is None else round(part * prices)))
            else:
                for step, name in enumerate(ladder.steps):
                    raised = [self.raising(thing, things, below) for thing in things for below in range(step)]
                    cost = self._sum([*(self.price(thing) for thing in things), *raised])
                    income = {thing: self._income(thing, things, step, totals.get(thing, [])) for thing in things}
                    found.append(Holding(group, name, income, cost))
            if any(any(by.values()) for holding in found for by in holding.income.values()):
                yield from found

    # --------------------------------------------------------------------------------------------------------- one trial each
    def _income(self, thing: int, owned: list[int], step: int, totals: list[int]) -> dict[int, Fraction]:
        return {total: self.visit(thing, owned, step, total) for total in totals}

    def visit(self, thing: int, owned: list[int], step: int, total: int) -> Fraction:
        """What a visitor pays to the owner, on the average of what chance still decides; 0 if the rules cannot be played so."""
        rows: list[Row] = []
        game = self._game(owned, step, rows)
        layout = game.machine.layout
        game.machine.s[layout.position + VISITOR] = thing
        game.machine.s[layout.rolled + VISITOR] = total
        for dice, (count, _) in enumerate(self.program.dice):
            faces = _faces(layout.faces[dice], count, total)
            if faces is not None:
                game.machine.s[layout.dice[dice] : layout.dice[dice] + count] = faces
                break
        try:
            game.run(self.land, VISITOR, thing)
            return self._paid(game, rows)
        except (Fault, IllegalAnswer):
            return Fraction(0)

    def _paid(self, game: Game, rows: list[Row]) -> Fraction:
        for _ in range(MOST_ANSWERS):
            waiting = game.waiting
            if waiting is None:
                break
            if waiting.is_chance:
                mean = Fraction(0)
                for outcome, probability in game.chance_outcomes():
                    after = game.copy()
                    more: list[Row] = []
                    after.machine.sink = more
                    after.apply_legal(outcome)
                    mean += probability * self._paid(after, more)
                return mean + _passed(rows, VISITOR, OWNER)
            game.apply_legal(default(game.machine, waiting))
        return Fraction(_passed(rows, VISITOR, OWNER))

    def price(self, thing: int) -> int | None:
        """What it costs to get a thing that nobody owns, None if no action does that."""
        return self._costs(thing, [], 0, lambda row: row[0] == Kind.OWN and row[2] == thing and row[4] == OWNER)

    def raising(self, thing: int, owned: list[int], step: int) -> int | None:
        """What the next step costs, None if no action does that."""
        return self._costs(thing, owned, step, lambda row: row[0] == Kind.STEP and row[2] == thing and row[4] == step + 1)

    def _costs(self, thing: int, owned: list[int], step: int, done: Callable[[Row], bool]) -> int | None:
        for action in self.program.actions:
            if len(action.parameters) != 1 or action.parameters[0][1] not in ("thing", *self.program.kinds):
                continue
            rows: list[Row] = []
            game = self._game(owned, step, rows)
            try:
                game.run(action.function, OWNER, thing)
            except (Fault, IllegalAnswer):
                continue
            if game.waiting is None and any(done(row) for row in rows):
                return sum(row[4] for row in rows if row[0] == Kind.PAY and row[2] == OWNER and row[3] != OWNER)
        return None

    def _game(self, owned: list[int], step: int, rows: list[Row]) -> Game:
        """Two players, of whom one owns these things at this step."""
        game = Game.new_game(self.program, max(2, self.program.players[0]), explicit_chance=True, entry=-1)
        layout, slots = game.machine.layout, game.machine.s
        slots[layout.money : layout.money + layout.holders] = [RICH] * layout.holders
        named = {slot.name: slot.base for slot in self.program.slots}
        slots[layout.turn_player] = VISITOR
        for player in range(game.state.players):
            slots[layout.position + player] = 0
        for thing in owned:
            slots[layout.owner + thing] = OWNER
            slots[layout.stepno + thing] = step
            if "holdings" in named:
                slots[named["holdings"] + OWNER] |= 1 << thing
        game.machine.sink = rows
        return game

    @staticmethod
    def _sum(costs: Iterable[int | None]) -> int | None:
        total = 0
        for cost in costs:
            if cost is None:
                return None
            total += cost
        return total


def _passed(rows: list[Row], payer: int, receiver: int) -> int:
    return sum(row[4] for row in rows if row[0] == Kind.PAY and row[2] == payer and row[3] == receiver)


def _others(thing: int, things: list[int], count: int) -> list[int]:
    """A thing and others, so many in all."""
    return [thing, *(other for other in things if other != thing)][:count]


def _faces(faces: tuple[int, ...], count: int, total: int) -> list[int] | None:
    """Some faces that add up to a total, None if there are none."""
    if count == 0:
        return [] if total == 0 else None
    for face in sorted({face for face in faces if face >= 0}):
        rest = _faces(faces, count - 1, total - face)
        if rest is not None:
            return [face, *rest]
    return None
