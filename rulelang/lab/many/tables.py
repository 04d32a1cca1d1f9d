"""Figures as tables that an author of games understands: for the terminal and for the page of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulelang.engine.tallies import ROUNDS
from rulelang.lab.many.breakdowns import flows, seat_role, splits
from rulelang.lab.many.figures import LENGTHS, Figure, Figures, Role, Unit
from rulelang.lab.many.further import is_thing
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.naming import Names
from rulelang.lab.many.shown import Shown, cut, table

FEW = 10
"""Rows of a long list that are shown if not all are wanted."""


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
            *(self._purposes, self._measures, self._groups, self._things),
            *(self._cards, self._actions, self._decisions, self._rules, self._settings),
        )
        for make in makers:
            shown = make()
            if shown.rows:
                yield shown
            if make == self._measures:
                yield from splits(self.figures, self.names)
            if make == self._purposes and self.all_rows:
                yield from flows(self.figures, self.names)

    # ---------------------------------------------------------------------------------------------------------- pieces
    def _cut(self, shown: Shown) -> Shown:
        return shown if self.all_rows else cut(shown, FEW, self.say)

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
        return table("length", say("simulate.length"), headers, rows)

    def _endings(self) -> Shown:
        rows = [
            [self.names.text(figure.by[0]), *self._both(Unit.share, figure.estimate)] for figure in self.figures.of("endings", "ending")
        ]
        ended = self.figures.one("ended")
        if ended.mean < 1 and ended.low is not None and ended.high is not None:
            unfinished = Estimate(ended.games, 1 - ended.mean, ended.deviation, 1 - ended.high, 1 - ended.low)
            rows.append([self.say("simulate.unfinished"), *self._both(Unit.share, unfinished)])
        return table("endings", self.say("simulate.endings"), [self.say("simulate.ending"), *self._share()], rows)

    def _share(self) -> list[str]:
        return [self.say("simulate.share"), self.say("simulate.interval")]

    def _won(self, role: str) -> Sequence[Figure]:
        """Where no game came to its end, nobody has won, and nobody has lost."""
        return self.figures.of("wins", role) if self.figures.ended else ()

    def _wins(self) -> Shown:
        rows = [[self.names.text(figure.by[0]), *self._both(Unit.share, figure.estimate)] for figure in self._won("seat")]
        return table("wins", self.say("simulate.who_wins"), [self.say("simulate.seat"), *self._wins_headers()], rows)

    def _wins_headers(self) -> list[str]:
        return [self.say("simulate.wins"), self.say("simulate.interval")]

    def _strategies(self) -> Shown:
        plan = self.names.plan
        rows = []
        for figure in self._won("strategy"):
            name = list(dict.fromkeys(plan.strategies))[figure.by[0].value]
            seats = sum(strategy == name for strategy in plan.strategies)
            rows.append([self.names.text(figure.by[0]), str(seats), *self._both(Unit.share, figure.estimate)])
        headers = [self.say("simulate.strategy"), self.say("simulate.seats"), *self._wins_headers()]
        return table("strategies", self.say("simulate.by_strategy"), headers, rows)

    def _players(self) -> Shown:
        """Wins, and where nobody changes his seat, how many leave the game and what they buy."""
        more = [] if self.names.plan.rotate else [("leavers", "player", "simulate.leaves"), ("buyers", "to", "simulate.buys")]
        columns = [(self.say(title), {one.by[0].value: one for one in self.figures.of(measure, role)}) for measure, role, title in more]
        columns = [(title, found) for title, found in columns if any(found.values())]
        rows = []
        wins = self._wins_headers() if self.figures.ended else []
        for figure in self.figures.of("wins", "player"):
            player = figure.by[0].value
            others = [self.names.about(found[player].unit, found[player].estimate) if player in found else "" for _, found in columns]
            strategy = self.names.strategy(self.names.plan.strategies[player])
            rows.append([self.names.text(figure.by[0]), strategy, *(self._both(Unit.share, figure.estimate) if wins else ()), *others])
        headers = [self.say("simulate.player"), self.say("simulate.strategy"), *wins, *(title for title, _ in columns)]
        return table("players", self.say("simulate.by_player"), headers, rows, 2)

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
        return table("money", self.say("simulate.money"), headers, rows, 0)

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
        return table("purposes", self.say("simulate.purposes"), headers, rows)

    def _measures(self) -> Shown:
        """Each measure of the edition as a whole, and by seats where it is split so."""
        players = range(self.names.plan.players)
        rows = []
        for measure in self.names.plan.program.measures:
            name = f"measure {measure.name}"
            whole = next(iter(self.figures.of(name)), None)
            if whole is None:  # there was nothing by which to divide
                continue
            role = seat_role(measure)
            by_seat = {figure.by[0].value: figure for figure in self.figures.of(name, role)} if role else {}
            seats = [self.names.about(whole.unit, by_seat[seat].estimate) if seat in by_seat else "" for seat in players]
            rows.append([self.names.title(measure), *self._both(whole.unit, whole.estimate), *seats])
        headers = [self.say("simulate.measure"), self.say("simulate.mean"), self.say("simulate.interval"), *self.names.people]
        return table("measures", self.say("simulate.measures"), headers, rows)

    def _things(self) -> Shown:
        """Spaces and other things, with all measures that are split by one."""
        program = self.names.plan.program
        columns = [("landings", "to", self.say("simulate.landings")), ("purchases", "thing", self.say("simulate.bought"))]
        for measure in program.measures:
            split = [role for role, type_ in zip(measure.by, measure.types, strict=True) if is_thing(program, type_)]
            columns += [(f"measure {measure.name}", role, self.names.title(measure)) for role in split]
        return self._side_by_side("thing", columns, self.say("simulate.things"), self.say("simulate.thing"))

    def _groups(self) -> Shown:
        """The same for all things of a group together."""
        columns = [("landings", "group", self.say("simulate.landings")), ("purchases", "group", self.say("simulate.bought"))]
        columns += [(f"measure {measure.name}", "group", self.names.title(measure)) for measure in self.names.plan.program.measures]
        return self._side_by_side("group", columns, self.say("simulate.groups"), self.say("simulate.group"))

    def _side_by_side(self, type_: str, measures: Sequence[tuple[str, str, str]], title: str, header: str) -> Shown:
        """A row for each thing or group, a column for each (measure, role, title) of which there is something to tell."""
        columns = []
        for measure, role, head in measures:
            if found := {figure.by[0].value: figure for figure in self.figures.of(measure, role)}:
                columns.append((head, found))
        rows = []
        for value in sorted({value for _, found in columns for value in found}):
            cells = [self.names.about(found[value].unit, found[value].estimate) if value in found else "" for _, found in columns]
            if value >= 0:
                rows.append([self.names.text(Role(type_, type_, value)), *cells])
        return table(f"{type_}s", title, [header, *(head for head, _ in columns)], rows)

    def _cards(self) -> Shown:
        return self._often("cards", "card", self.say("simulate.cards"), self.say("simulate.card"))

    def _actions(self) -> Shown:
        return self._often("actions", "action", self.say("simulate.actions"), self.say("simulate.action"))

    def _decisions(self) -> Shown:
        return self._often("decisions", "decision", self.say("simulate.questions"), self.say("simulate.question"))

    def _settings(self) -> Shown:
        """How often each played a part, and what it was."""
        plan, say = self.names.plan, self.say
        rows = []
        for figure in sorted(self.figures.of("settings", "setting"), key=lambda figure: -figure.estimate.mean):
            setting = plan.program.settings[figure.by[0].value]
            what = self.names.values.texts.name(setting.help)
            rows.append([setting.name, str(what), plan.settings[setting.name], *self._both(Unit.number, figure.estimate)])
        headers = [say("simulate.setting"), say("simulate.what_for"), say("simulate.value"), say("simulate.mean"), say("simulate.interval")]
        return self._cut(table("settings", say("simulate.settings"), headers, rows, 2))

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
        return self._cut(table(measure, title, headers, rows, 2 if measure == "rules" else 1))
