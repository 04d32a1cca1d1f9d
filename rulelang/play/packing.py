"""What a line says of a bundle: names, amounts and numbers of the list, several at once; nothing that is typed gets lost.

All parts of a line are understood, or none is done: whoever types `dumbo, 100` and gets the half of it would not notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulelang.engine.actions import Answer, Done, NumberRange, PutIn, TakeOut
from rulelang.play import typed
from rulelang.play.goods import Goods
from rulelang.play.wishes import words_of

_COMMA = re.compile(r"(?<!\d),|,(?!\d{3}(?!\d))|[;+]")
"""Between parts; a comma within a number is none."""


@dataclass(frozen=True, slots=True)
class Heard:
    """`answers` are the small steps; `wants` is that of which the amount is still to be said; `reply` is what to say instead."""

    answers: tuple[Answer, ...] = ()
    wants: NumberRange | None = None
    reply: str = ""


class Packing:
    """Understands lines while a bundle stands as it does: `steps` are what can be done to it now."""

    def __init__(self, goods: Goods, steps: Sequence[Answer]) -> None:
        self.goods = goods
        self.steps = steps
        self.values = goods.session.values
        self.say = goods.session.wording.say
        words = goods.session.wording.words
        self.small = words("person.small_words")
        self.done = words("person.done_words")
        self.out, self.into = words("person.out_words"), words("person.in_words")
        self.between = set(words("person.and_words"))

    def heard(self, line: str, before: Heard | None = None) -> Heard:
        """`before` is what was heard last, if an amount is still wanted: a number answers it."""
        if before is not None and before.wants is not None:
            amount = self._amount(line, before.wants.component)
            if amount is not None:
                return Heard((*before.answers, PutIn(before.wants.component, amount)))
        if not line or line.casefold() in self.done:
            return Heard((Done(),))
        listed = self._listed(line)
        if listed is not None:
            return listed
        return self._part(line) or self._several(line) or Heard(reply=self.say("person.not_understood", line=line))

    def _listed(self, line: str) -> Heard | None:
        """Numbers of the list: `3`, `2 100`, `3, 4`."""
        found: list[Heard] = []
        for part in _COMMA.split(line):
            number, *rest = part.split(maxsplit=1)
            if not number.isdecimal() or (rest and typed.number(rest[0]) is None):
                return None
            if not 1 <= int(number) <= len(self.steps):
                return Heard(reply=self.say("person.no_number", most=len(self.steps)))
            found.append(self._done_to(self.steps[int(number) - 1], rest[0] if rest else ""))
        return _together(found)

    def _several(self, line: str) -> Heard | None:
        """`dumbo, bambi and 100`: each part by itself; `remove dumbo and bambi`: the verb is for both. None if a part is no name."""
        parts: list[str] = []
        for piece in _COMMA.split(line):
            named = list(self._named_in(piece))
            if not named:
                return None
            parts += named
        found: list[Heard] = []
        way: list[str] = []
        for part in parts:
            words = part.split()
            verbs = words[: self._verbs(words)]
            heard = self._part(part if verbs else " ".join([*way, *words]), add=len(parts) > 1)
            way = verbs or way
            if heard is None:
                heard = self._money(part)
            if heard is None:
                return Heard(reply=self.say("person.not_understood", line=part))
            found.append(heard)
        return _together(found)

    def _named_in(self, piece: str) -> Iterator[str]:
        """The parts that a joining word stands between; a name that has such a word in it stays whole."""
        words = piece.split()
        at = 0
        while at < len(words):
            ends = [i for i, word in enumerate(words) if i > at and word.casefold() in self.between] + [len(words)]
            whole = [end for end in ends if self._part(" ".join(words[at:end])) is not None]
            end = whole[-1] if whole else ends[0]
            yield " ".join(words[at:end])
            at = end + 1

    def _money(self, part: str) -> Heard | None:
        """A bare number among names is an amount of money, if money can be given."""
        step = next((step for step in self.steps if isinstance(step, NumberRange) and self._is_money(step.component)), None)
        return None if step is None or typed.number(part) is None else self._done_to(step, part)

    def _is_money(self, component: int) -> bool:
        return self.goods.session.program.components[component].kind == "money"

    def _part(self, part: str, add: bool = False) -> Heard | None:
        """A name, with a verb or without, with an amount before or behind it or without; an amount with the currency's sign. A name
        without a verb takes out what is in the bundle, but among several it is to be there: `add`."""
        if typed.has_sign(part, self.values):
            return self._money(typed.without_sign(part, self.values))
        bare = typed.without_sign(part, self.values)
        words = (bare if bare[-1:].isspace() and bare.strip()[-1:].isdecimal() else part).split()
        verbs = self._verbs(words)
        for skipped in dict.fromkeys((0, verbs)):
            out = any(word.casefold() in self.out for word in words[:skipped])
            into = skipped > 0 and not out
            for name, amount in self._readings(words[skipped:]):
                if amount and _COMMA.search(part):
                    break  # two parts
                step = self._step(name, by_name=skipped < verbs)
                if step is not None and add and not skipped and isinstance(step, TakeOut):
                    return Heard()
                if step is not None:
                    return self._done_to(step, amount, out, into)
        return None

    def _verbs(self, words: Sequence[str]) -> int:
        """How many words at the beginning say what is to be done."""
        verbs = 0
        while verbs < len(words) - 1 and words[verbs].casefold() in (*self.out, *self.into):
            verbs += 1
        return verbs

    def _readings(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """(name, amount): a number may belong to the name (`101 dalmatians`), or say how much (`50 money`, `money 50`)."""
        yield " ".join(words), ""
        amounts = [typed.number(typed.without_sign(word, self.values)) is not None for word in words]
        if len(words) > 1 and amounts[-1]:
            yield " ".join(words[:-1]), words[-1]
        if len(words) > 1 and amounts[0]:
            yield " ".join(words[1:]), words[0]

    def _step(self, name: str, by_name: bool) -> Answer | None:
        """The step that is about what the words name: best that of this very name. Unless `by_name`, they may say as well what it does."""
        wanted = set(words_of(name, self.small))
        if not wanted or all(word.isdecimal() for word in wanted):
            return None
        named = [(set(words_of(self.goods.called(step), self.small)), step) for step in self.steps]
        fitting = [(own, step) for own, step in named if wanted <= own]
        if not fitting and not by_name:
            fitting = [(own, step) for own, step in named if wanted <= {*own, *words_of(self.goods.step(step), self.small)}]
        return min(fitting, key=lambda one: len(one[0]), default=(None, None))[1]

    def _amount(self, text: str, component: int) -> int | None:
        return typed.money(text, self.values) if self.goods.is_money(component) else typed.number(text)

    def _done_to(self, step: Answer, typed_amount: str, out: bool = False, into: bool = False) -> Heard:
        """What the line does with what it names."""
        what = self.goods.called(step)
        match step:
            case NumberRange(component=component) | PutIn(component=component) if self.goods.takes_amounts(component):
                if out or (isinstance(step, PutIn) and not typed_amount):
                    return Heard((PutIn(component, 0),))
                if not typed_amount:
                    return Heard(wants=step) if isinstance(step, NumberRange) else Heard((step,))
                amount = self._amount(typed_amount, component)
                if amount is None:
                    least = self.goods.amount(component, 1)
                    return Heard(reply=self.say("person.whole_amounts", unit=least))
                return Heard((PutIn(component, amount),))
            case PutIn() | TakeOut() if typed_amount:
                return Heard(reply=self.say("person.no_amount", what=what, amount=typed_amount))
            case PutIn() if out:
                return Heard(reply=self.say("person.not_inside", what=what))
            case TakeOut() if into:
                return Heard(reply=self.say("person.inside", what=what))
        return Heard((step,))


def _together(found: Sequence[Heard]) -> Heard:
    """All of it, or what is to be said instead."""
    for one in found:
        if one.reply:
            return one
    wants = [one.wants for one in found if one.wants is not None]
    whole = Heard(tuple(dict.fromkeys(answer for one in found for answer in one.answers)))
    return replace(whole, wants=wants[0]) if wants else whole
