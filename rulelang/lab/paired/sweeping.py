"""A setting at many values, each against the edition as it is: in sentences, and as a table.

At its own value the edition is what it is: that is marked, and no question. What games do not decide is not called longer or shorter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.lab.many.figures import Unit
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.naming import Names
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.shown import Shown
from rulelang.lab.paired.contrasts import Contrast, only
from rulelang.lab.paired.tables import change, decided, interval, signed_difference


@dataclass(frozen=True, slots=True)
class Sweep:
    """`values` of a setting with the contrasts of each (`sides`). `plans`: that of the edition as it is, then one for each value."""

    names: Names
    setting: str
    values: Sequence[str]
    sides: Sequence[Sequence[Contrast]]
    plans: Sequence[Plan]

    def _own(self, place: int) -> bool:
        """Whether this is the value that the edition has."""
        return self.plans[place + 1].settings[self.setting] == self.plans[0].settings[self.setting]

    def answers(self) -> Iterator[str]:
        """Where games are longest and shortest, and which values differ from the edition as it is."""
        wording = self.names.wording
        if all(only(found, "ended") is None for found in self.sides):
            yield wording.say("compare.nothing_ends", rounds=self.plans[0].last_round or 0)
            return
        lengths = [
            (value, one)
            for place, (value, found) in enumerate(zip(self.values, self.sides, strict=True))
            if not self._own(place) and (one := only(found, "rounds")) is not None
        ]
        same = [value for value, one in lengths if not one.difference.mean and not one.difference.deviation]
        decided = [(value, one) for value, one in lengths if one.decided]
        left = [value for value, one in lengths if value not in same and not one.decided]
        if len(same) == len(lengths):
            yield wording.say("compare.sweep_same")
            return
        if decided:
            yield self._ends(decided, "compare.sweep_known_ends" if left else "compare.sweep_ends")
        if not decided and not same:
            yield wording.say("compare.sweep_none")
        elif len(decided) == len(lengths):
            yield wording.say("compare.sweep_all")
        else:
            found = [value for value, _ in decided]
            for sentence, values in (("compare.sweep_some", found), ("compare.sweep_equal", same), ("compare.sweep_open", left)):
                if values:
                    yield wording.say(sentence, values=wording.listed(values))

    def _ends(self, decided: Sequence[tuple[str, Contrast]], sentence: str) -> str:
        """The shortest and the longest games, of those that are known to differ and of the edition as it is."""
        names = self.names
        known: list[tuple[str, Estimate]] = [(value, one.second) for value, one in decided]
        known.append((self.plans[0].settings[self.setting], decided[0][1].first))
        shortest, longest = (some(known, key=lambda one: one[1].mean) for some in (min, max))
        return names.wording.say(
            sentence,
            setting=self.setting,
            least=shortest[0],
            shortest=names.mean(Unit.number, shortest[1]),
            most=longest[0],
            longest=names.mean(Unit.number, longest[1]),
        )

    def table(self) -> Shown:
        """A row for each value."""
        say = self.names.wording.say
        headers = (
            *(self.setting, say("simulate.rounds"), say("compare.difference"), say("simulate.interval")),
            *(say("compare.change"), say("compare.decided")),
            *(say("simulate.minutes"), say("simulate.unfinished"), say("compare.first_seat")),
        )
        rows = tuple(self._row(place) for place in range(len(self.values)))
        return Shown("sweep", say("compare.sweep", setting=self.setting), headers, rows, tuple(range(len(headers))))

    def _row(self, place: int) -> tuple[str, ...]:
        names, say, found, own = self.names, self.names.wording.say, self.sides[place], self._own(place)
        length, ended, seat, minutes = only(found, "rounds"), only(found, "ended"), only(found, "wins", seat=1), only(found, "minutes")
        told: tuple[str, ...] = ("", "", "", "", "")
        if length is not None:
            known = "" if own else decided(names, length)
            around = interval(names, Unit.number, length.difference)
            told = (names.mean(Unit.number, length.second), signed_difference(names, length), around, change(names, length), known)
        return (
            say("compare.own_value", value=self.values[place]) if own else self.values[place],
            *told,
            "" if minutes is None else names.mean(Unit.minutes, minutes.second),
            names.number(Unit.share, 1.0 if ended is None else 1 - ended.second.mean, 0.01),
            "" if seat is None else names.about(Unit.share, seat.second),
        )
