"""A person puts together what is given and asked in a deal: things by number, name or amount, until it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.engine.actions import Answer, NumberRange
from rulelang.engine.state import Waiting
from rulelang.play.goods import Goods
from rulelang.play.packing import Heard, Packing
from rulelang.play.reasons import refusal

if TYPE_CHECKING:
    from rulelang.play.person import PersonAtTerminal


class Bundles:
    """One bundle. Each answer is a small step of the engine's, so the list is asked for anew after each."""

    def __init__(self, person: PersonAtTerminal, waiting: Waiting) -> None:
        self.person = person
        self.session = person.session
        self.waiting = waiting
        self.goods = Goods(self.session)

    def answers(self) -> tuple[Answer, ...]:
        """The next steps, all legal as the bundle stands: things in, things out, or done."""
        steps = self.session.game.legal_actions()
        inside = self.session.narrator.bundle(self.session.game.state.draft, unfinished=True)
        owner = self.session.values.name("player", self.waiting.owner)
        contents = self.session.narrator.listed(inside)
        self.person.say("  " + self.person.words("person.bundle", owner=owner, contents=contents))
        for number, step in enumerate(steps, 1):
            self.person.say(f"  {number:>2}  {self.goods.step(step)}")
        packing = Packing(self.goods, steps)
        heard = Heard()
        while True:
            line = self.person.line(self.waiting)
            if self.person.is_wait(line):
                self.person.unclear(line)
                continue
            heard = packing.heard(line, heard)
            if heard.reply or not (heard.answers or heard.wants):
                self.person.say(heard.reply or self.person.words("person.all_inside"))
            elif heard.wants is not None:
                self.person.say(self._how_much(heard.wants))
            elif self._are_legal(line, heard.answers):
                return heard.answers

    def _how_much(self, step: NumberRange) -> str:
        example = self.goods.amount(step.component, min(step.most, max(step.least, 50)))
        return self.person.words("person.how_much", what=self.goods.amount_of(step.component), amount=example)

    def _are_legal(self, line: str, answers: tuple[Answer, ...]) -> bool:
        for answer in answers:
            verdict = self.session.game.is_legal(answer)
            if not verdict.ok:
                self.person.say(refusal(self.session, line, verdict.reason))
                return False
        return True
