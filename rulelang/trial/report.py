"""What tests never reached, as text and as JSON: a table by file, then the places."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TextIO

from rulelang.ir.reaching import Point
from rulelang.report.style import Style, printable

COLUMNS: tuple[tuple[str, frozenset[str]], ...] = (
    ("rules", frozenset({"rule", "action", "ending", "attempt", "answer"})),
    ("branches", frozenset({"branch", "case"})),
    ("cards", frozenset({"card"})),
    ("needs", frozenset({"need", "limit"})),
    ("settings", frozenset({"setting"})),
    ("lines", frozenset({"line"})),
)
"""What is counted together, in the order of the table's columns."""

NEVER = {
    ("rule", ""): "never run",
    ("rule", "over"): "never over",
    ("action", ""): "never done",
    ("ending", ""): "never the end",
    ("card", ""): "never drawn",
    ("need", "unmet"): "always met",
    ("limit", "reached"): "never reached its limit",
    ("branch", "yes"): "never yes",
    ("branch", "no"): "never no",
    ("branch", "some"): "never for any",
    ("branch", "none"): "never for none",
    ("branch", "chosen"): "never chosen",
    ("branch", "declined"): "never declined",
    ("case", ""): "never the case",
    ("setting", ""): "never read",
    ("attempt", ""): "never tried",
    ("answer", ""): "never answered",
    ("line", ""): "never reached",
}
"""How what was not reached is told, by kind and way."""


@dataclass(frozen=True, slots=True)
class Covered:
    """One file: what there is to reach in it, in the order of its lines, and what was reached of it."""

    file: str
    points: tuple[Point, ...]
    reached: frozenset[Point]

    def count(self, kinds: frozenset[str] | None = None) -> tuple[int, int]:
        """(reached, all), of some kinds or of everything."""
        points = [point for point in self.points if kinds is None or point.kind in kinds]
        return sum(point in self.reached for point in points), len(points)

    @property
    def missed(self) -> list[Point]:
        return [point for point in self.points if point not in self.reached]


def share(files: Iterable[Covered]) -> Fraction:
    """How much of all was reached, in percent; 100 where there is nothing to reach."""
    counts = [covered.count() for covered in files]
    everything = sum(all_ for _, all_ in counts)
    return Fraction(100 * sum(reached for reached, _ in counts), everything) if everything else Fraction(100)


def shown(percent: Fraction) -> str:
    """With one decimal, rounded down: what is a little short of 95 is not shown as 95."""
    tenths = percent * 10 // 1
    return f"{tenths // 10}.{tenths % 10}%"


def write_coverage(files: Sequence[Covered], stream: TextIO, style: Style) -> None:
    """The table and the places."""
    from rulelang.play.tables import write_table

    if not any(covered.points for covered in files):
        return
    used = [(title, kinds) for title, kinds in COLUMNS if any(covered.count(kinds)[1] for covered in files)]
    folder = _folder([covered.file for covered in files if covered.points])
    rows = [
        [covered.file.removeprefix(folder), *(_cell(covered.count(kinds)) for _, kinds in used), shown(share([covered]))]
        for covered in files
        if covered.points
    ]
    sums = [tuple(map(sum, zip(*(covered.count(kinds) for covered in files), strict=True))) for _, kinds in used]
    rows.append(["in all", *(_cell((reached, all_)) for reached, all_ in sums), shown(share(files))])
    write_table(stream, "", [f"in {folder}" if folder else "file", *(title for title, _ in used), "reached"], rows, range(1, len(used) + 2))
    lines = [line for covered in files for line in places(covered, style)]
    if lines:
        stream.write("\n".join(lines) + "\n\n")


def _folder(files: Sequence[str]) -> str:
    """The folder that all files have in common, with the stroke behind it; none for a single file."""
    if len(files) < 2 or len({file.startswith("/") for file in files}) > 1:
        return ""
    common = os.path.commonpath(files)
    return f"{common}/" if common else ""


def _cell(count: tuple[int, int]) -> str:
    return f"{count[0]}/{count[1]}" if count[1] else ""


def places(covered: Covered, style: Style) -> Iterator[str]:
    """`FILE:LINE  never yes, never no  TEXT`; lines that were only never reached and stand below one another in one."""
    by_line = [(line, list(points)) for line, points in groupby(covered.missed, key=lambda point: point.line)]
    at = 0
    while at < len(by_line):
        first, points = by_line[at]
        last = at
        while last + 1 < len(by_line) and _is_plain(by_line[last][1]) and _is_plain(by_line[last + 1][1]):
            if by_line[last + 1][0] != by_line[last][0] + 1:
                break
            last += 1
        place = f"{covered.file}:{first}" if last == at else f"{covered.file}:{first}-{by_line[last][0]}"
        told = ", ".join(dict.fromkeys(NEVER[point.kind, point.way] for point in points if point.kind != "line" or len(points) == 1))
        text = points[0].text if last == at else "…"
        yield f"{printable(place)}  {style.paint(told, 'yellow')}  {printable(text)}"
        at = last + 1


def _is_plain(points: list[Point]) -> bool:
    return all(point.kind == "line" for point in points)


def document(files: Sequence[Covered]) -> dict[str, object]:
    """As in `spec/tests.schema.json`."""
    return {
        "percent": float(round(share(files), 2)),
        **_counts(files),
        "files": [
            {
                "file": covered.file,
                "percent": float(round(share([covered]), 2)),
                **_counts([covered]),
                "missed": [
                    {"line": point.line, "kind": point.kind, "way": point.way, "text": point.text, "told": NEVER[point.kind, point.way]}
                    for point in covered.missed
                ],
            }
            for covered in files
        ],
    }


def _counts(files: Sequence[Covered]) -> dict[str, object]:
    whole = [covered.count() for covered in files]
    by_column = {title: [covered.count(kinds) for covered in files] for title, kinds in COLUMNS}
    return {
        "reached": sum(reached for reached, _ in whole),
        "all": sum(all_ for _, all_ in whole),
        "kinds": {
            title: {"reached": sum(reached for reached, _ in counts), "all": sum(all_ for _, all_ in counts)}
            for title, counts in by_column.items()
        },
    }
