"""A comparison that has been played, on the terminal and in files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from rulelang.commands.matches import Match
from rulelang.commands.writing import PAGE, put, put_figures
from rulelang.lab.many.document import versions
from rulelang.lab.many.naming import Names
from rulelang.lab.many.page import page
from rulelang.lab.many.shown import Shown
from rulelang.lab.paired import verdict
from rulelang.lab.paired.charts import charts, sweep_chart
from rulelang.lab.paired.contrasts import LENGTH, contrasts, holm
from rulelang.lab.paired.document import as_json, as_parquet
from rulelang.lab.paired.pairing import Pairs
from rulelang.lab.paired.sweeping import Sweep
from rulelang.lab.paired.tables import ContrastTables
from rulelang.play.tables import write_table
from rulelang.play.wording import Wording
from rulelang.report.style import printable, style_of


class Compared:
    """Sentences, tables and charts of a match."""

    def __init__(self, match: Match, pairs: Pairs, all_rows: bool) -> None:
        self.match = match
        self.pairs = pairs
        self.all_rows = all_rows
        self.found = [contrasts(pairs, side) for side in range(len(pairs.shared))]
        if match.sweep:
            # The same question at many values.
            lengths = holm([one for found in self.found for one in found if one.key == LENGTH])
            self.found = [
                [*(one for one in found if one.key != LENGTH), length] for found, length in zip(self.found, lengths, strict=False)
            ]
        # The columns of a contrast are those of its second side.
        self.names = [Names(plan, match.wording, match.people) for plan in match.plans[1:]]

    @property
    def command(self) -> str:
        """What gives the same figures again: with as many games as it came to."""
        return f"{self.match.command} --games {self.pairs.played}"

    def _sides(self) -> verdict.Sides:
        match = self.match
        editions = {plan.program.edition for plan in match.plans}
        title = str(self.names[0].values.texts.name(match.plans[0].program.title)) if len(editions) == 1 else ""
        if match.sweep:
            return verdict.Sides(
                match.wording.say("compare.as_it_is"), match.wording.say("compare.all_values", setting=match.sweep), "", title
            )
        first, second = match.titles
        short = match.wording.say("compare.what_if") if match.what_if else second
        return verdict.Sides(first, short, match.whats[0], "" if title in first else title, second)

    def _sweep(self) -> Sweep:
        match = self.match
        return Sweep(self.names[0], match.sweep, match.values, self.found, match.plans)

    def head(self) -> list[str]:
        return list(verdict.head(self.pairs, self.names[0], self._sides()))

    def answers(self) -> list[str]:
        if self.match.sweep:
            return list(self._sweep().answers())
        return list(verdict.answers(self.pairs, self.found[0], self.names[0], self.match.whats[0]))

    def tables(self, all_rows: bool) -> Iterable[Shown]:
        match = self.match
        if match.sweep:
            return [self._sweep().table()]
        return ContrastTables(self.found[0], self.names[0], self._sides(), all_rows=all_rows)

    def document(self) -> dict[str, Any]:
        return as_json(self.pairs, self.match.titles, self.found, self.answers(), self.command)

    def show(self, stream: TextIO) -> None:
        style = style_of(stream)
        for line in self.head():
            stream.write(printable(line) + "\n")
        stream.write("\n")
        for line in self.answers():
            stream.write(style.paint(printable(line), "bold") + "\n")
        stream.write("\n")
        show_tables(self.tables(self.all_rows), stream)

    def write(self, folder: Path, to: TextIO) -> None:
        """Page and document; says where they are."""
        match, say = self.match, self.match.wording.say
        pictures: list[tuple[str, str]]
        if match.sweep:
            numbers = all(value.lstrip("-").isdigit() for value in match.values)
            chart = sweep_chart(self.names[0], match.sweep, match.values, self.found) if numbers else ""
            pictures = [(say("compare.sweep", setting=match.sweep), chart)] if chart else []
        else:
            pictures = list(charts(self.pairs, self.found[0], self.names[0], self._sides()))
        document = self.document()
        write_page(
            folder,
            document,
            match.wording,
            title=say("compare.report", first=match.titles[0], second=match.sweep or match.titles[1]),
            head=self.head(),
            answers=self.answers(),
            charts=pictures,
            tables=self.tables(True),
            hashes=[plan.program.rules_hash for plan in match.plans[:2]],
            command=self.command,
            partial=bool(self.pairs.stop),
            to=to,
            table=lambda: as_parquet(document),
        )


def show_tables(tables: Iterable[Shown], stream: TextIO) -> None:
    for table in tables:
        write_table(stream, table.title, table.headers, table.rows, table.numbers)
        if table.more:
            stream.write(f"  {table.more}\n\n")


def write_page(
    folder: Path,
    document: dict[str, Any],
    wording: Wording,
    *,
    title: str,
    head: Sequence[str],
    answers: Sequence[str],
    charts: Sequence[tuple[str, str]],
    tables: Iterable[Shown],
    hashes: Sequence[str],
    command: str,
    partial: bool,
    to: TextIO,
    table: Callable[[], bytes] | None = None,
) -> None:
    """Writes a page, a document, and a Parquet file if there is a `table`; says where they are."""
    files = put_figures(folder, document, table)
    made_by = wording.say("simulate.made_by", hash=wording.listed(list(dict.fromkeys(hashes))), version=versions().get("rulelang", ""))
    text = page(
        wording,
        title=title,
        head=head,
        answers=answers,
        notes=[],
        charts=charts,
        tables=tables,
        made_by=made_by,
        command=command,
        partial=partial,
    )
    put(folder, PAGE, text.encode())
    to.write(printable(wording.say("simulate.written", folder=str(folder), files=wording.listed([PAGE, *files]))) + "\n")
