"""What can be done to a bundle, as a person reads it: each small step, and what each part is called."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.engine.actions import Answer, Done, NumberRange, PutIn, TakeOut
from rulelang.engine.legality import AMOUNTS
from rulelang.play.forms import Value
from rulelang.play.session import Session


@dataclass(frozen=True, slots=True)
class Goods:
    """The words for the components of bundles in one game."""

    session: Session

    def step(self, step: Answer) -> str:
        """A line of the list."""
        say = self.session.wording.say
        match step:
            case Done():
                return say("person.bundle_done")
            case NumberRange(least, most, _, component):
                ends = {"least": self.amount(component, least), "most": self.amount(component, most)}
                return say("person.bundle_amount", what=self.amount_of(component), **ends)
            case TakeOut(component, value):
                return say("person.bundle_out", what=self.named(component, value))
            case PutIn(component, value):
                key = "person.bundle_out" if self.takes_amounts(component) and value == 0 else "person.bundle_in"
                return say(key, what=self.named(component, value))
            case _:
                return str(step)

    def takes_amounts(self, component: int) -> bool:
        return self.session.program.components[component].kind in AMOUNTS

    def is_money(self, component: int) -> bool:
        """Is it counted in the currency? A field of a new promise may be, too."""
        return self.session.program.components[component].domain == "money"

    def amount(self, component: int, amount: int) -> str:
        """So much of it, as it is shown and typed."""
        return self.session.values.money(amount) if self.is_money(component) else self.session.wording.number(amount)

    def named(self, component: int, member: int) -> Value:
        """A member of a component's set; for a field of a new promise with the name of the field."""
        declared = self.session.program.components[component]
        if declared.kind == "promises":
            return self.session.narrator.promised.of_domain(declared.domain, member)
        if self.takes_amounts(component):
            return self.amount_of(component)
        name = self.session.values.name(declared.domain, member)
        return f"{self.session.values.texts.word(declared.title)} {name}" if declared.title else name

    def amount_of(self, component: int) -> str:
        """What an amount is of: money, pieces of a sort, a field of a new promise."""
        declared = self.session.program.components[component]
        if declared.kind == "pieces":
            return self.session.values.name("piece", declared.index).said("other")
        title = declared.title
        return str(self.session.values.texts.word(title)) if title else self.session.wording.say("word.money")

    def called(self, step: Answer) -> str:
        """What a step is about, without what is done to it."""
        match step:
            case NumberRange(_, _, _, component):
                return self.amount_of(component)
            case PutIn(component, value) | TakeOut(component, value):
                return str(self.named(component, value))
            case _:
                return self.step(step)
