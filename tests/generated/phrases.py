"""Random numbers, conditions and lines of the language, put together by its grammar and by type.

`Phrases` knows what there is to speak of in the edition that is being made. Whatever it says compiles; whether it makes sense does not
matter: both backends must make the same of it, faults included.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

MONEY, COUNT = "money", "count"
DEEPEST = 3
"""Blocks and expressions inside one another."""


@dataclass
class Phrases:
    dice: Random
    spaces: list[str] = field(default_factory=list)
    lots: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    pots: list[str] = field(default_factory=list)
    purposes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    """Yes/no fields of players."""
    counters: list[str] = field(default_factory=list)
    """Counts of players, from 0 to 30."""
    settings: dict[str, list[str]] = field(default_factory=lambda: {MONEY: [], COUNT: []})
    rules: list[str] = field(default_factory=list)
    """Rules without parameters that may be called."""
    decks: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    words: int = 0

    # ------------------------------------------------------------------------------------------------------------ choosing
    def pick(self, *options: str) -> str:
        return self.dice.choice(options)

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def name(self, stem: str) -> str:
        self.words += 1
        return f"{stem}_{self.words}"

    # ------------------------------------------------------------------------------------------------------------- numbers
    def money(self, depth: int = 0, thing: str = "") -> str:
        """An amount. `thing` is a name of a lot, if there is one at hand."""
        plain = [lambda: str(self.dice.choice((1, 2, 5, 10, 25, 60))), lambda: f"{self.dice.randint(1, 9)} * {self.count(DEEPEST)}"]
        plain += [lambda: "player's money"] if depth else []
        plain += [lambda: f"{thing}'s price", lambda: f"{thing}'s toll"] if thing else []
        plain += [lambda: self.dice.choice(self.settings[MONEY])] if self.settings[MONEY] else []
        if depth >= DEEPEST:
            return self.dice.choice(plain)()
        built = [
            lambda: f"{self.money(depth + 1, thing)} + {self.money(depth + 1, thing)}",
            lambda: f"({self.money(depth + 1, thing)} + {self.money(depth + 1, thing)}) * {self.dice.randint(1, 3)}",
            lambda: (
                f"((wage + {self.money(depth + 1, thing)}) / {self.dice.randint(2, 7)} rounded {self.pick('up', 'down', 'to nearest')})"
            ),
            lambda: f"({self.dice.choice((10, 25, 50, 150))}% of player's money rounded {self.pick('up', 'down')})",
            lambda: f"twice ({self.money(DEEPEST, thing)})",
            lambda: f"total price of {self.lots_of()}",
            lambda: f"{self.pick('highest', 'lowest')} toll of {self.lots_of()}",
        ]
        return self.dice.choice(plain if self.chance(0.5) else built)()

    def bounded(self, thing: str = "") -> str:
        """An amount that a payment may have: neither below 0 nor beyond all bounds."""
        return f"{self.money(1, thing)} but at most {self.dice.choice((20, 50, 200))}"

    def count(self, depth: int = 0) -> str:
        plain = [
            lambda: str(self.dice.randint(1, 6)),
            lambda: "total of dice",
            lambda: "number of players",
            lambda: f"number of {self.lots_of()}",
            lambda: "player's seat",
            lambda: "round",
            lambda: "player's space's number",
        ]
        plain += [lambda: f"player's {self.dice.choice(self.counters)}"] if self.counters else []
        plain += [lambda: self.dice.choice(self.settings[COUNT])] if self.settings[COUNT] else []
        if depth >= DEEPEST or self.chance(0.6):
            return self.dice.choice(plain)()
        return f"({self.count(depth + 1)} {self.pick('+', '-', '*')} {self.count(DEEPEST)})"

    # -------------------------------------------------------------------------------------------------------------- nouns
    def lots_of(self) -> str:
        options = ["lots", "player's lots", "lots that have no owner", "lots that are built_on", "lots that player does not own"]
        options += [f"lots in {self.dice.choice(self.groups)}", f"lots whose price >= {self.dice.choice((20, 40, 70))}"]
        options += ["lots with highest price", f"lots other than {self.dice.choice(self.lots)}"]
        return self.dice.choice(options)

    def others(self) -> str:
        options = ["other players", "players", "players with lowest money", f"players whose money < {self.dice.choice((40, 90, 150))}"]
        options += [f"players who own {self.dice.choice(self.lots)}"]
        options += [f"players who are {self.dice.choice(self.flags)}"] if self.flags else []
        return self.dice.choice(options)

    def player(self) -> str:
        return self.pick("next player", "player's right_neighbour", "player with highest money", "player with lowest money", "player")

    def payee(self) -> str:
        """Nobody pays himself."""
        who = self.player()
        return "next player" if who == "player" else who

    # --------------------------------------------------------------------------------------------------------- conditions
    def condition(self, depth: int = 0, thing: str = "") -> str:
        plain = [
            lambda: f"player's money {self.pick('<', '>=')} {self.dice.choice((30, 80, 150))}",
            lambda: f"{self.count(2)} {self.pick('<', '<=', '>', '>=', 'is')} {self.count(2)}",
            lambda: (
                f"player owns {self.pick('any', 'no', 'all')} {self.pick('lot in ' + self.dice.choice(self.groups))}"
                if self.chance(0.5)
                else f"player owns {self.dice.choice(self.lots)}"
            ),
            lambda: f"any lot in {self.dice.choice(self.groups)} is built_on",
            lambda: f"{self.pick('somebody', 'nobody')} owns {self.dice.choice(self.lots)}",
            lambda: f"player's space is {self.dice.choice(self.spaces)}",
            lambda: "dice are doubles",
            lambda: f"number of {self.others()} > 1",
        ]
        plain += [lambda: f"player is {self.pick('', 'not ')}{self.dice.choice(self.flags)}"] if self.flags else []
        plain += [lambda: f"{thing} has {self.pick('an owner', 'no owner')}", lambda: f"{thing} is built_on"] if thing else []
        if depth >= DEEPEST or self.chance(0.6):
            return self.dice.choice(plain)()
        one, other = self.condition(depth + 1, thing), self.condition(depth + 1, thing)
        return self.pick(f"({one} and {other})", f"({one} or {other})", f"not ({one})")

    # -------------------------------------------------------------------------------------------------------------- lines
    def block(self, indent: int, lines: int, *, moves: bool = True, draws: bool = True, thing: str = "", depth: int = 0) -> list[str]:
        """So many lines, with what stands below them. The last may move a token: what comes after it would be void."""
        found: list[str] = []
        for _ in range(lines):
            found += self.line(indent, draws=draws, thing=thing, depth=depth)
        if moves and self.chance(0.3):
            found.append(" " * indent + self.move())
        return found

    def move(self) -> str:
        steps = self.dice.randint(1, 4)
        return self.pick(
            f"put token on {self.dice.choice(self.spaces)}",
            f"advance to {self.dice.choice(self.spaces)}",
            f"go back {steps}",
            f"go back to {self.dice.choice(self.spaces)}",
            "advance to next lot",
        )

    def line(self, indent: int, *, draws: bool, thing: str, depth: int) -> list[str]:
        pad = " " * indent
        simple = [self._payment(thing) for _ in range(3)] + [self._state(), self._property(thing), 'say "Something happens."']
        if self.rules and depth < 2:
            simple.append(self.dice.choice(self.rules))
        if draws and self.decks:
            simple.append(f"draw from {self.dice.choice(self.decks)}")
        if depth >= DEEPEST or self.chance(0.55):
            return [pad + self.dice.choice(simple)]
        return self.dice.choice([self._if, self._each, self._loop, self._may, self._either, self._choose, self._until])(
            indent, thing, depth
        )

    def _payment(self, thing: str) -> str:
        purpose = f" as {self.dice.choice(self.purposes)}" if self.purposes and self.chance(0.6) else ""
        about = f" for {thing}" if thing and self.chance(0.3) else ""
        pot = self.dice.choice(self.pots) if self.pots else "bank"
        return self.dice.choice(
            [
                f"pay {self.bounded(thing)} to {self.pick('bank', pot)}{purpose}{about}",
                f"collect {self.bounded(thing)} from bank{purpose}{about}",
                f"pay {self.bounded(thing)} to {self.payee()}{purpose}",
                f"pay {self.dice.randint(1, 9)} to each other player{purpose}",
                f"collect {self.dice.randint(1, 9)} from each other player{purpose}",
                f"collect all of {pot}" if self.pots else "collect 3",
                f"pay {self.dice.randint(1, 9)} per lot{purpose}",
            ]
        )

    def _state(self) -> str:
        options = ['say "{player} has {player\'s money}."']
        if self.flags:
            flag = self.dice.choice(self.flags)
            options.append(f"player's {flag} becomes {self.pick('yes', 'no')}")
        if self.counters:
            counter = self.dice.choice(self.counters)
            options.append(f"player's {counter} becomes {self.count(2)} but at least 0 but at most 30")
        return self.dice.choice(options)

    def _property(self, thing: str) -> str:
        options = [
            f"give random lot that has no owner to {self.player()}",
            f"give first lot that player owns to {self.pick('bank', self.player())}",
            "give all of player's lots to next player" if self.chance(0.2) else "roll dice",
        ]
        options += [f"give {thing} to player"] if thing else []
        return self.dice.choice(options)

    def _if(self, indent: int, thing: str, depth: int) -> list[str]:
        pad = " " * indent
        found = [f"{pad}if {self.condition(0, thing)}", *self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)]
        if self.chance(0.4):
            found += [f"{pad}else if {self.condition(1, thing)}", *self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)]
        if self.chance(0.5):
            found += [f"{pad}else", *self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)]
        return found

    def _each(self, indent: int, thing: str, depth: int) -> list[str]:
        pad = " " * indent
        if self.chance(0.5):
            return [f"{pad}each player", *self.line(indent + 2, draws=False, thing="", depth=depth + 1)]
        one = self.name("one")
        payment = f"pay {self.dice.randint(1, 5)} to {self.pick('bank', 'next player')}"
        return [f"{pad}each lot in {self.lots_of()} as {one}", f"{pad}  if {self.condition(1, one)}", f"{pad}    {payment} for {one}"]

    def _loop(self, indent: int, thing: str, depth: int) -> list[str]:
        pad, times = " " * indent, self.dice.randint(2, 3)
        body = self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)
        if self.chance(0.5):
            return [f"{pad}{times} times", *body]
        return [f"{pad}repeat up to {times} times", *body, f"{pad}  again if {self.condition(1)}"]

    def _may(self, indent: int, thing: str, depth: int) -> list[str]:
        pad = " " * indent
        found = [f"{pad}player may {self.name('ask')}", *self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)]
        if self.chance(0.4):
            found += [f"{pad}otherwise", *self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)]
        return found

    def _either(self, indent: int, thing: str, depth: int) -> list[str]:
        pad = " " * indent
        found = [f"{pad}either {self.name('way')}", *self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)]
        for _ in range(self.dice.randint(1, 2)):
            found += [f"{pad}or {self.name('way')}", *self.line(indent + 2, draws=False, thing=thing, depth=depth + 1)]
        return found

    def _choose(self, indent: int, thing: str, depth: int) -> list[str]:
        pad, picked = " " * indent, self.name("pick")
        match self.dice.randint(0, 3):
            case 0:
                return [f"{pad}choose {picked} from other players", f"{pad}pay {self.dice.randint(1, 9)} to {picked}"]
            case 1:
                return [f"{pad}choose {picked} from {self.lots_of()} if {self.condition(2, picked)}", f"{pad}give {picked} to player"]
            case 2:
                return [f"{pad}choose {picked} from 1 to {self.dice.randint(2, 9)}", f"{pad}collect {picked} * 2 from bank"]
        who = self.name("who")
        return [
            f"{pad}let {who} be next player",
            f"{pad}{who} chooses {picked} from {self.pick('1, 4, 9', '2, 3')}",
            f"{pad}{who} pays 1 * {picked} to player",
        ]

    def _until(self, indent: int, thing: str, depth: int) -> list[str]:
        pad = " " * indent
        ends = self.pick("anyone rolls doubles", "turn begins", f"holder lands on {self.dice.choice(self.spaces)}")
        if not self.purposes or depth:
            return [pad + self._state()]
        return [
            f"{pad}until {ends}",
            f"{pad}  before {self.pick('holder', 'player')} pays {self.dice.choice(self.purposes)}",
            f"{pad}    {self.change()}",
        ]

    def change(self) -> str:
        """Of a payment."""
        return self.pick("double it", "halve it", "waive it", "it becomes 7", "add 3 to it", "subtract 2 from it", "round it up by 5")
