"""A person puts together what is given and asked in a deal: things by number, name or amount, until it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.actions import Answer, Done, NumberRange, PutIn, TakeOut
from rulelang.engine.legality import AMOUNTS
from rulelang.engine.state import Waiting
from rulelang.play.forms import Value
from rulelang.play.wishes import words_of

if TYPE_CHECKING:
    from rulelang.play.person import PersonAtTerminal


class Bundles:
    """One bundle. Each answer is a small step of the engine's, so the list is asked for anew after each."""

    def __init__(self, person: PersonAtTerminal, waiting: Waiting) -> None:
        self.person = person
        self.session = person.session
        self.waiting = waiting

    def answer(self) -> Answer:
        """The next step: something in, something out, or done."""
        steps = self.session.game.legal_actions()
        inside = self.session.narrator.bundle(self.session.game.state.draft, unfinished=True)
        owner = self.session.values.name("player", self.waiting.owner)
        words = self.person.words
        contents = self.session.narrator.listed(inside)
        self.person.say("  " + words("person.bundle", owner=owner, contents=contents))
        for number, step in enumerate(steps, 1):
            self.person.say(f"  {number:>2}  {self._text(step)}")
        while True:
            line = self.person.line(self.waiting)
            chosen = self._understood(steps, line)
            if chosen is not None:
                verdict = self.session.game.is_legal(chosen)
                if verdict.ok:
                    return chosen
                self.person.say(self.person.refusal(line, verdict.reason))

    def _text(self, step: Answer) -> str:
        words = self.person.words
        match step:
            case Done():
                return words("person.bundle_done")
            case PutIn(component, 0) if self.session.program.components[component].kind in AMOUNTS:
                return words("person.bundle_out", what=self._amount_of(component))
            case PutIn(component, value):
                return words("person.bundle_in", what=self._named(component, value))
            case TakeOut(component, value):
                return words("person.bundle_out", what=self._named(component, value))
            case NumberRange(least, most, _, component):
                return words("person.bundle_amount", what=self._amount_of(component), least=least, most=most)
            case _:
                return str(step)

    def _named(self, component: int, member: int) -> Value:
        """A member of a component's set; for a field of a new promise with the name of the field."""
        declared = self.session.program.components[component]
        if declared.kind == "promises":
            return self.session.narrator.promised.of_domain(declared.domain, member)
        if declared.kind in AMOUNTS:
            return self._amount_of(component)
        name = self.session.values.name(declared.domain, member)
        return f"{self.session.values.texts.word(declared.title)} {name}" if declared.title else name

    def _amount_of(self, component: int) -> str:
        declared = self.session.program.components[component]
        if declared.kind == "pieces":
            return self.session.values.name("piece", declared.index).said("other")
        return str(self.session.values.texts.word(declared.title)) if declared.title else self.person.words("word.money")

    def _understood(self, steps: list[Answer], line: str) -> Answer | None:
        """`3` the third line; `money 100` or `2 100` an amount; a name puts in what it names, or takes it out; an empty line is done."""
        if not line or line.casefold() in self.person.words("person.done_words").split():
            return Done()
        first, *rest = line.replace(",", "").split()
        amount = int(rest[-1]) if rest and rest[-1].isdecimal() else None
        if first.isdecimal() and (not rest or amount is not None):
            number = int(first)
            if not 1 <= number <= len(steps):
                self.person.say(self.person.words("person.no_number", most=len(steps)))
                return None
            return self._with_amount(steps[number - 1], amount)
        small = self.person.small_words
        wanted = [word for word in words_of(line, small) if not word.isdecimal()]
        for step in steps:
            if wanted and set(wanted) <= set(words_of(self._text(step), small)):
                return self._with_amount(step, amount)
        self.person.say(self.person.words("person.not_understood", line=line))
        return None

    def _with_amount(self, step: Answer, amount: int | None) -> Answer | None:
        if not isinstance(step, NumberRange):
            return step
        if amount is None:
            self.person.say(self.person.words("person.how_much", what=self._amount_of(step.component)))
            return None
        return PutIn(step.component, amount)
