"""Values of a game as people read them (`text`) and as programs read them (`plain`), by their type in the Program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.ir.program import NOBODY, Domain, Program
from rulelang.play.wording import Wording

Plain = int | str | bool | None | list["Plain"]

_SET = "set of "


def members(bits: int) -> Iterator[int]:
    """The members of a set, lowest first."""
    index = 0
    while bits > 0:
        if bits & 1:
            yield index
        bits >>= 1
        index += 1


@dataclass(frozen=True, slots=True)
class Values:
    """`players` are the names of those who sit at the table, in seat order."""

    program: Program
    players: Sequence[str]
    wording: Wording

    @property
    def bank(self) -> int:
        """The bank's number as a holder; players are below it, pots above."""
        return self.program.players[1]

    def money(self, amount: int) -> str:
        """`200 u.`, `€20`, `M1.5 million`: as the edition writes it, thousands apart in long numbers."""
        currency = self.program.currency
        units = abs(amount) * currency.times
        number = f"{units:,}" if units >= 10_000 else str(units)
        sign = "-" if amount < 0 else ""
        return f"{sign}{currency.symbol}{number}" if currency.before else f"{sign}{number} {currency.symbol}".rstrip()

    def text(self, type_name: str, value: int) -> str:
        """What a person reads: titles, money with its sign, yes and no in the language's words."""
        say = self.wording.say
        if type_name.startswith(_SET):
            inside = self._member_type(type_name)
            return self.wording.listed([self.text(inside, member) for member in members(value)])
        match type_name:
            case "money":
                return self.money(value)
            case "yes/no":
                return say("word.yes") if value else say("word.no")
            case "count" | "number" | "value" | "percent":
                return str(value)
        if value == NOBODY:
            return say("word.nobody") if type_name in ("player", "holder") else say("word.nothing")
        titles = self._titles(type_name)
        if titles is None or not 0 <= value < len(titles):
            return str(value)
        return titles[value]

    def plain(self, type_name: str, value: int) -> Plain:
        """What a program reads: names as declared, numbers as numbers, nobody and nothing as null, sets as lists."""
        if type_name.startswith(_SET):
            inside = self._member_type(type_name)
            return [self.plain(inside, member) for member in members(value)]
        match type_name:
            case "yes/no":
                return bool(value)
            case "player":
                return self.players[value] if 0 <= value < len(self.players) else None
            case "holder":
                return self._holder(value, self._pots(titles=False), bank="bank")
        domain = self._domain(type_name)
        if domain is None:
            return value
        return domain.names[value] if 0 <= value < len(domain.names) else None

    def names(self, type_name: str) -> list[tuple[str, ...]]:
        """For each value of a type, what a person may call it: its title and its name."""
        titles = self._titles(type_name) or ()
        domain = self._domain(type_name)
        if domain is None or type_name == "player":
            return [(title,) for title in titles]
        return [(title, name.replace("_", " ")) for title, name in zip(titles, domain.names, strict=False)]

    def holder(self, value: int) -> str:
        return self.text("holder", value)

    def _titles(self, type_name: str) -> Sequence[str] | None:
        match type_name:
            case "player":
                return self.players
            case "holder":
                spare = [""] * (self.bank - len(self.players))
                return [*self.players, *spare, self.wording.say("word.bank"), *self._pots(titles=True)]
        domain = self._domain(type_name)
        return None if domain is None else domain.titles

    def _holder(self, value: int, pots: Sequence[str], bank: str) -> str | None:
        if value == self.bank:
            return bank
        if 0 <= value < len(self.players):
            return self.players[value]
        pot = value - self.bank - 1
        return pots[pot] if 0 <= pot < len(pots) else None

    def _pots(self, titles: bool) -> Sequence[str]:
        domain = self.program.domains.get("pot")
        return () if domain is None else domain.titles if titles else domain.names

    def _domain(self, type_name: str) -> Domain | None:
        domains = self.program.domains
        if type_name in domains:
            return domains[type_name]
        if type_name == "space" or type_name in self.program.kinds:
            return domains.get("thing")
        return None

    def _member_type(self, set_type: str) -> str:
        noun = set_type.removeprefix(_SET)
        for name in (noun, noun.removesuffix("s"), noun.removesuffix("es"), noun.removesuffix("ies") + "y"):
            if name in ("player", "holder", "space") or name in self.program.domains or name in self.program.kinds:
                return name
        return "count"

    def face(self, dice: int, value: int) -> int | str:
        """What a die of this set shows: its number, or its word."""
        words = self.program.dies[self.program.dice[dice][1]].words
        return words[-1 - value] if -len(words) <= value < 0 else value
