"""What a screening tried, as tables: what it does to the length of games, to who wins, and what two variants do together; in each the
strongest effects stand first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulelang.lab.many.figures import Role, Unit
from rulelang.lab.many.naming import Names
from rulelang.lab.many.shown import Shown, cut, table
from rulelang.lab.many.tables import FEW
from rulelang.lab.paired.contrasts import Contrast
from rulelang.lab.paired.screening import Tried
from rulelang.lab.paired.tables import change, decided, interval, signed_difference

Title = Callable[[Sequence[str]], str]
"""What some variants are called."""


class Ranking:
    """The tables. `ranked`: the strongest effects on length first. `all_rows`: to their end."""

    def __init__(self, ranked: Sequence[Tried], names: Names, title: Title, *, all_rows: bool) -> None:
        self.ranked = ranked
        self.names = names
        self.title = title
        self.all_rows = all_rows
        self.say: Callable[..., str] = names.wording.say

    def __iter__(self) -> Iterator[Shown]:
        """Those in which there is something."""
        return (shown for shown in (self._length(), self._wins(), self._together()) if shown.rows)

    def _length(self) -> Shown:
        say, names = self.say, self.names
        rows = []
        for one in self.ranked:
            length, ended = one.length, one.contrasts["ended"]
            rounds = names.mean(Unit.number, length.second)
            unfinished = names.number(Unit.share, 1 - ended.second.mean, 0.01)
            changed = change(names, length)
            rows.append((self.title(one.names), rounds, *self._difference(length), changed, decided(names, length), unfinished))
        headers = (say("compare.variant"), say("simulate.rounds"), *self._headers(), say("compare.change"), say("compare.decided"))
        return self._cut("screen", say("compare.screen"), (*headers, say("simulate.unfinished")), rows)

    def _wins(self) -> Shown:
        say = self.say
        moved = [(one.names, *one.moved) for one in self.ranked]
        rows = [
            (self.title(names), self.names.text(Role("seat", "seat", seat)), *self._difference(wins), decided(self.names, wins))
            for names, seat, wins in sorted(moved, key=lambda one: -abs(one[2].effect))
        ]
        headers = (say("compare.variant"), say("compare.seat_moves"), *self._headers(), say("compare.decided"))
        return self._cut("screen-wins", say("compare.screen_wins"), headers, rows, texts=2)

    def _together(self) -> Shown:
        say = self.say
        pairs = [(one.names, one.interaction) for one in self.ranked if one.interaction is not None]
        rows = [
            (self.title(names), *self._difference(beyond), decided(self.names, beyond))
            for names, beyond in sorted(pairs, key=lambda one: -abs(one[1].effect))
        ]
        headers = (say("compare.variants"), *self._headers(), say("compare.decided"))
        return self._cut("screen-together", say("compare.screen_together"), headers, rows)

    def _difference(self, one: Contrast) -> tuple[str, str]:
        return signed_difference(self.names, one), interval(self.names, one.unit, one.difference)

    def _headers(self) -> tuple[str, str]:
        return self.say("compare.difference"), self.say("simulate.interval")

    def _cut(self, id_: str, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> Shown:
        shown = table(id_, title, headers, rows, texts)
        return shown if self.all_rows else cut(shown, 3 * FEW, self.say, spare=0)
