"""Figures as tables that an author of games understands: for the terminal and for the page of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulelang.engine.tallies import ROUNDS
from rulelang.lab.many.figures import LENGTHS, Figure, Figures, Role, Unit
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.naming import Names

FEW = 10
"""Rows of a long list that are shown if not all are wanted."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table: `numbers` are the columns that stand at the right; `more` says how many rows were left out, "": none."""

    id: str
    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    more: str = ""


class Tables:
    """All tables of what was played. `all_rows`: also the long lists to their end."""

    def __init__(self, figures: Figures, names: Names, *, all_rows: bool) -> None:
        self.figures = figures
        self.names = names
        self.all_rows = all_rows
        self.say: Callable[..., str] = names.wording.say

    def __iter__(self) -> Iterator[Shown]:
        makers = (
            *(self._lengths, self._endings, self._wins, self._strategies, self._players, self._money),
            *(self._purposes, self._measures, self._things, self._cards, self._actions, self._rules),
        )
        for make in makers:
            shown = make()
            if shown.rows:
                yield shown

    # ---------------------------------------------------------------------------------------------------------- pieces
    def _table(self, id_: str, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> Shown:
        """The first `texts` columns hold text, the others numbers."""
        numbers = tuple(range(texts, len(headers)))
        return Shown(id_, title, tuple(headers), tuple(tuple(row) for row in rows), numbers)

    def _cut(self, shown: Shown) -> Shown:
        left = len(shown.rows) - FEW
        if self.all_rows or left <= 2:
            return shown
        more = self.say("simulate.more", rows=left)
        return Shown(shown.id, shown.title, shown.headers, shown.rows[:FEW], shown.numbers, more)

    def _both(self, unit: Unit, estimate: Estimate) -> tuple[str, str]:
        return self.names.mean(unit, estimate), self.names.interval(unit, estimate)

    # ---------------------------------------------------------------------------------------------------------- tables
    def _lengths(self) -> Shown:
        say, rows = self.say, []
        titles = {
            "rounds": say("simulate.rounds"),
            "turns": say("simulate.turns"),
            "throws": say("simulate.throws"),
            "minutes": say("simulate.minutes"),
        }
        if self.figures.ended:
            for name in LENGTHS:
                [figure] = self.figures.of(name)
                spread = self.figures.spread(name)
                size = 60 if name == "minutes" else 1
                quantiles = (self.names.wording.number(round(value / size)) for value in (spread.low, spread.median, spread.high))
                rows.append([titles[name], *self._both(figure.unit, figure.estimate), *quantiles])
        decisions, lead = self.figures.of("decisions")[0], self.figures.of("lead changes")[0]
        rows.append([say("simulate.decisions"), *self._both(Unit.number, decisions.estimate), "", "", ""])
        rows.append([say("simulate.lead"), *self._both(Unit.number, lead.estimate), "", "", ""])
        headers = [say("simulate.a_game"), say("simulate.mean"), say("simulate.interval")]
        headers += [say("simulate.short"), say("simulate.middle"), say("simulate.long")]
        return self._table("length", say("simulate.length"), headers, rows)

    def _endings(self) -> Shown:
        rows = [
            [self.names.text(figure.by[0]), *self._both(Unit.share, figure.estimate)] for figure in self.figures.of("endings", "ending")
        ]
        ended = self.figures.one("ended")
        if ended.mean < 1 and ended.low is not None and ended.high is not None:
            unfinished = Estimate(ended.games, 1 - ended.mean, ended.deviation, 1 - ended.high, 1 - ended.low)
            rows.append([self.say("simulate.unfinished"), *self._both(Unit.share, unfinished)])
        return self._table("endings", self.say("simulate.endings"), [self.say("simulate.ending"), *self._share()], rows)

    def _share(self) -> list[str]:
        return [self.say("simulate.share"), self.say("simulate.interval")]

    def _wins(self) -> Shown:
        # Where players move from seat to seat, a seat has no strategy of its own.
        unnamed = self.names.plan.rotate or not any(self.names.plan.strategies)
        leavers = {figure.by[0].value: figure.estimate for figure in self.figures.of("leavers", "player")}
        rows = []
        for figure in self.figures.of("wins", "seat"):
            left = leavers.get(figure.by[0].value)
            who = [self.names.text(figure.by[0])]
            if not unnamed:
                who.append(self.names.strategy(self.names.plan.strategies[figure.by[0].value]))
            rows.append([*who, *self._both(Unit.share, figure.estimate), "" if left is None else self.names.about(Unit.share, left)])
        first = [self.say("simulate.seat")] if unnamed else [self.say("simulate.seat"), self.say("simulate.strategy")]
        headers = [*first, self.say("simulate.wins"), self.say("simulate.interval"), self.say("simulate.leaves")]
        return self._table("wins", self.say("simulate.who_wins"), headers, rows, len(first))

    def _strategies(self) -> Shown:
        plan = self.names.plan
        rows = []
        for figure in self.figures.of("wins", "strategy"):
            name = list(dict.fromkeys(plan.strategies))[figure.by[0].value]
            seats = sum(strategy == name for strategy in plan.strategies)
            rows.append([self.names.text(figure.by[0]), str(seats), *self._both(Unit.share, figure.estimate)])
        headers = [self.say("simulate.strategy"), self.say("simulate.seats"), self.say("simulate.wins"), self.say("simulate.interval")]
        return self._table("strategies", self.say("simulate.by_strategy"), headers, rows)

    def _players(self) -> Shown:
        rows = []
        for figure in self.figures.of("wins", "player"):
            strategy = self.names.strategy(self.names.plan.strategies[figure.by[0].value])
            rows.append([self.names.text(figure.by[0]), strategy, *self._both(Unit.share, figure.estimate)])
        headers = [self.say("simulate.player"), self.say("simulate.strategy"), self.say("simulate.wins"), self.say("simulate.interval")]
        return self._table("players", self.say("simulate.by_player"), headers, rows, 2)

    def _money(self) -> Shown:
        reached = {figure.by[0].value: figure.estimate for figure in self.figures.of("reached", "round")}
        rounds: dict[int, dict[int, Figure]] = {}
        for figure in self.figures.of("money", "round", "holder"):
            rounds.setdefault(figure.by[0].value, {})[figure.by[1].value] = figure
        holders = sorted({holder for row in rounds.values() for holder in row})
        shown = [
            round_ for round_ in ROUNDS if round_ in rounds and (self.all_rows or round_ in (1, 5, 10, 20, 30, 50, 80, 120, 200, 300, 500))
        ]
        rows = [
            [
                str(round_),
                self.names.about(Unit.share, reached[round_]),
                *(self.names.about(Unit.money, rounds[round_][holder].estimate) if holder in rounds[round_] else "" for holder in holders),
            ]
            for round_ in shown
        ]
        headers = [self.say("simulate.round"), self.say("simulate.still_played")]
        headers += [self.names.text(Role("holder", "holder", holder)) for holder in holders]
        return self._table("money", self.say("simulate.money"), headers, rows, 0)

    def _purposes(self) -> Shown:
        figures = self.figures
        players = range(self.names.plan.players)

        def by_players(measure: str, role: str) -> dict[int, float]:
            totals: dict[int, float] = {}
            for figure in figures.of(measure, "purpose", role):
                if figure.by[1].value in players:
                    totals[figure.by[0].value] = totals.get(figure.by[0].value, 0.0) + figure.estimate.mean
            return totals

        paid, received = by_players("paid", "payer"), by_players("received", "receiver")
        often = {figure.by[0].value: figure.estimate for figure in figures.of("payments", "purpose")}
        rows = []
        for figure in sorted(figures.of("paid", "purpose"), key=lambda figure: -figure.estimate.mean):
            purpose = figure.by[0].value
            rows.append(
                [
                    self.names.text(figure.by[0]),
                    self.names.about(Unit.number, often[purpose]) if purpose in often else "",
                    *self._both(Unit.money, figure.estimate),
                    self.names.number(Unit.money, paid.get(purpose, 0.0), figure.estimate.error),
                    self.names.number(Unit.money, received.get(purpose, 0.0), figure.estimate.error),
                ]
            )
        headers = [self.say("simulate.purpose"), self.say("simulate.payments"), self.say("simulate.amount"), self.say("simulate.interval")]
        headers += [self.say("simulate.paid"), self.say("simulate.received")]
        return self._table("purposes", self.say("simulate.purposes"), headers, rows)

    def _measures(self) -> Shown:
        """Each measure of the edition as a whole, and by seats where it is split so."""
        program = self.names.plan.program
        players = range(self.names.plan.players)
        rows = []
        for measure in program.measures:
            name = f"measure {measure.name}"
            if measure.kind == "divides":
                continue
            [whole] = self.figures.of(name)
            by_seat: dict[int, Figure] = {}
            for role, type_ in zip(measure.by, measure.types, strict=True):
                if type_ in ("player", "holder") and not by_seat:
                    by_seat = {figure.by[0].value: figure for figure in self.figures.of(name, role)}
            seats = [self.names.about(whole.unit, by_seat[seat].estimate) if seat in by_seat else "" for seat in players]
            rows.append([self._title(measure.title), *self._both(whole.unit, whole.estimate), *seats])
        headers = [self.say("simulate.measure"), self.say("simulate.mean"), self.say("simulate.interval"), *self.names.people]
        return self._table("measures", self.say("simulate.measures"), headers, rows)

    def _title(self, text: str) -> str:
        return str(self.names.values.texts.name(text))

    def _things(self) -> Shown:
        """Spaces and other things, with all measures that are split by one."""
        program = self.names.plan.program
        things = program.kinds.keys() | {"thing", "space"}
        columns: list[tuple[str, dict[int, Figure]]] = [
            (self.say("simulate.landings"), self._by_thing("landings", "to")),
            (self.say("simulate.bought"), self._by_thing("purchases", "thing")),
        ]
        for measure in program.measures:
            for role, type_ in zip(measure.by, measure.types, strict=True):
                if type_ in things and (found := self._by_thing(f"measure {measure.name}", role)):
                    columns.append((self._title(measure.title), found))
        columns = [column for column in columns if column[1]]
        rows = []
        for thing in range(len(program.kind_of)):
            if any(thing in found for _, found in columns):
                cells = [self.names.about(found[thing].unit, found[thing].estimate) if thing in found else "" for _, found in columns]
                rows.append([self.names.text(Role("thing", "thing", thing)), *cells])
        return self._table("things", self.say("simulate.things"), [self.say("simulate.thing"), *(title for title, _ in columns)], rows)

    def _by_thing(self, measure: str, role: str) -> dict[int, Figure]:
        return {figure.by[0].value: figure for figure in self.figures.of(measure, role)}

    def _cards(self) -> Shown:
        return self._often("cards", "card", self.say("simulate.cards"), self.say("simulate.card"))

    def _actions(self) -> Shown:
        return self._often("actions", "action", self.say("simulate.actions"), self.say("simulate.action"))

    def _rules(self) -> Shown:
        return self._often("rules", "rule", self.say("simulate.rules"), self.say("simulate.rule"))

    def _often(self, measure: str, role: str, title: str, header: str) -> Shown:
        found = sorted(self.figures.of(measure, role), key=lambda figure: -figure.estimate.mean)
        if measure == "rules":  # cards and actions have tables of their own
            functions = self.names.plan.program.functions
            found = [figure for figure in found if functions[figure.by[0].value].name.split(" ", 1)[0] not in ("card", "action")]
        rows = [[self.names.text(figure.by[0]), *self._both(Unit.number, figure.estimate)] for figure in found]
        headers = [header, self.say("simulate.mean"), self.say("simulate.interval")]
        if measure == "rules":
            rows = [[row[0], self.names.place(figure.by[0]), *row[1:]] for row, figure in zip(rows, found, strict=True)]
            headers.insert(1, self.say("simulate.stands"))
        return self._cut(self._table(measure, title, headers, rows, 2 if measure == "rules" else 1))
