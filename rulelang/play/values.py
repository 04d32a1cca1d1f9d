"""Values of a game as people read them (`text`) and as programs read them (`plain`), by their type in the Program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulelang.ir.program import NOBODY, Domain, Program
from rulelang.play.forms import Name, Value
from rulelang.play.texts import Texts
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
    """`players` are the names of those who sit at the table, in seat order. A Speaker for the engine."""

    program: Program
    players: Sequence[str]
    wording: Wording
    texts: Texts = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", Texts(self.program, self.wording))

    @property
    def bank(self) -> int:
        """The bank's number as a holder; players are below it, pots above."""
        return self.program.players[1]

    @property
    def pots(self) -> Sequence[str]:
        """Their names; as holders they come after the bank."""
        return self.program.domains["pot"].names if "pot" in self.program.domains else ()

    def money(self, amount: int) -> str:
        """`200 u.`, `€20`, `M1.5 million`: as the edition writes it, numbers as the language does."""
        currency = self.program.currency
        text = self.texts.currency(currency, self.wording.number(abs(amount) * currency.times))
        return f"-{text}" if amount < 0 else text

    @property
    def sign(self) -> str:
        """What stands beside an amount of money: `u.`, `£`."""
        return self.texts.currency(self.program.currency, "").strip()

    def money_of(self, amount: float, digits: int) -> str:
        """An average, with so many digits."""
        currency = self.program.currency
        text = self.texts.currency(currency, self.wording.decimal(abs(amount) * currency.times, digits))
        return f"-{text}" if amount < 0 and round(abs(amount), digits) else text

    # ---------------------------------------------------------------------------------------------------------- people
    def text(self, type_name: str, value: int) -> str:
        """What a person reads: titles, money with its sign, yes and no in the language's words."""
        return str(self.value(type_name, value))

    def value(self, type_name: str, value: int) -> Value:
        """… as it goes into a sentence, which may ask for a form of it. A count is a number, for what goes with it."""
        if type_name.startswith(_SET):
            inside = self._member_type(type_name)
            return self.wording.together([self.value(inside, member) for member in members(value)])
        match type_name:
            case "money":
                return self.money(value)
            case "yes/no":
                return self.wording.say("word.yes" if value else "word.no")
            case "count" | "number":
                return value
            case "face" if value < 0:
                return self.texts.word(next((die.words[-1 - value] for die in self.program.dies if len(die.words) >= -value), ""))
            case "percent":
                return self.wording.percent(value)
            case "text":
                return self.texts.word(self.program.texts.get(f"text {value}", ""))
        return self.name(type_name, value)

    def name(self, type_name: str, value: int) -> Name:
        """Somebody or something, with the forms that the language has for it."""
        if value == NOBODY:
            return self.wording.name("word.nobody" if type_name in ("player", "holder") else "word.nothing")
        if type_name in ("player", "holder") and 0 <= value < len(self.players):
            return self.wording.player(self.players[value])
        if type_name == "holder":
            if value == self.bank:
                return self.wording.name("word.bank")
            type_name, value = "pot", value - self.bank - 1
        domain = self._domain(type_name)
        if domain is None or not 0 <= value < len(domain.titles):
            return Name(str(value))
        plural = self.program.pieces[value].plural if domain.name == "piece" else ""
        carrier = "space" if domain.name == "thing" and value < self.program.spaces else domain.name
        return self.texts.name(domain.titles[value], self._carrier(carrier), plural)

    def _carrier(self, type_name: str) -> Mapping[str, str]:
        return self.wording.carriers.get(type_name, {})

    def saying(self, saying: str, **numbers: int) -> str:
        """A sentence of the machine's own."""
        return self.wording.fill(self.wording.texts.get(saying, saying), numbers)

    # --------------------------------------------------------------------------------------------------------- programs
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
                return self._holder(value)
        domain = self._domain(type_name)
        if domain is None:
            return value
        return domain.names[value] if 0 <= value < len(domain.names) else None

    def names(self, type_name: str) -> list[tuple[str, ...]]:
        """For each value of a type, what a person may call it: its title and its name."""
        if type_name == "player":
            return [tuple(sorted(self.name("player", player).all_forms())) for player in range(len(self.players))]
        domain = self._domain(type_name)
        if type_name == "holder":
            return [(self.text("holder", holder),) for holder in range(self.bank + 1 + len(self.pots))]
        if domain is None:
            return []
        called = (self.name(type_name, member).all_forms() | {title} for member, title in enumerate(domain.titles))
        return [(*sorted(forms), name.replace("_", " ")) for forms, name in zip(called, domain.names, strict=False)]

    def holder(self, value: int) -> str:
        return self.text("holder", value)

    def _holder(self, value: int) -> str | None:
        if value == self.bank:
            return "bank"
        if 0 <= value < len(self.players):
            return self.players[value]
        pot = value - self.bank - 1
        return self.pots[pot] if 0 <= pot < len(self.pots) else None

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

    def shown(self, dice: int, value: int) -> Value:
        """What a die of this set shows, for people."""
        face = self.face(dice, value)
        return face if isinstance(face, int) else self.texts.word(face)

    def face(self, dice: int, value: int) -> int | str:
        """What a die of this set shows: its number, or its word."""
        words = self.program.dies[self.program.dice[dice][1]].words
        return words[-1 - value] if -len(words) <= value < 0 else value
