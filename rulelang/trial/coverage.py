"""Tests that are watched: which points of the rules they reach."""

from __future__ import annotations

from dataclasses import replace

from rulelang.engine.events import Kind
from rulelang.ir.reaching import Map, Point, probed
from rulelang.ir.scenes import Stage
from rulelang.trial.table import Table


class Watch:
    """Tests are run on its `stage` and shown to it when they are over; then `points` are those that any of them reached."""

    def __init__(self, stage: Stage, map: Map) -> None:
        self.stage = replace(stage, program=probed(stage.program, map.spots))
        self._map = map
        self._reached: set[int] = set()

    def __call__(self, table: Table) -> None:
        found = self._map
        self._reached |= found.always
        self._reached.update(point for point, reached in enumerate(table.loaded.reached) if reached)
        self._reached.update(found.cards[row[4]] for row in table.rows if row[0] == Kind.DRAW and row[4] in found.cards)
        self._reached.update(found.limits[limit] for limit in table.used_up if limit in found.limits)

    @property
    def points(self) -> set[Point]:
        return {self._map.points[number] for number in self._reached}
