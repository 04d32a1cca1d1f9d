"""Figures for programs: one JSON object (`rulelang/simulation/1`, described in spec/23-simulate.md), and the same figures as a table."""

from __future__ import annotations

import io
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from rulelang.lab.many.figures import LENGTHS, Figure, Figures
from rulelang.lab.many.naming import Names
from rulelang.lab.many.summing import Scalar
from rulelang.lab.many.telling import open_decisions

FORMAT = "rulelang/simulation/1"
MOST_ROLES = 3


def as_json(figures: Figures, names: Names, command: str) -> dict[str, Any]:
    """The whole of it. Shares are from 0 to 1, money in the edition's units."""
    played, plan, sums = figures.played, figures.plan, figures.sums
    program = plan.program
    return {
        "format": FORMAT,
        "edition": program.edition,
        "title": program.title,
        "variants": list(program.variants),
        "settings": plan.settings,
        "rules_hash": program.rules_hash,
        "versions": versions(),
        "command": command,
        "seed": plan.seed,
        "players": plan.players,
        "strategies": list(plan.strategies),
        "rotate": plan.rotate,
        "position": plan.beginning.name if plan.beginning else None,
        "last_round": plan.last_round,
        "played_by": "engine" if played.engine else "machine code",
        "games": {
            "asked": played.asked,
            "played": played.games,
            "ended": figures.ended,
            "unfinished": sums.games - figures.ended,
            "faulty": sums.faulty,
            "throws": sums.sums[Scalar.THROWS],
            "decisions": sums.sums[Scalar.DECISIONS],
        },
        "partial": bool(played.stop),
        "faults": [
            {"game": number, "rule": fault.rule, "file": fault.file, "line": fault.line, "message": fault.message}
            for number, fault in sums.faults.items()
        ],
        "open_decisions": [program.decisions[number].name for number in open_decisions(figures)],
        "lengths": {
            name: {"low": spread.low, "median": spread.median, "high": spread.high, "classes": [list(one) for one in spread.classes]}
            for name in LENGTHS
            if (spread := figures.spread(name)).classes
        },
        "figures": [_figure(figure, names) for figure in figures.rows],
    }


def _figure(figure: Figure, names: Names) -> dict[str, Any]:
    estimate = figure.estimate
    return {
        "measure": figure.measure,
        "by": {role.name: names.plain(role) for role in figure.by},
        "unit": figure.unit.value,
        "games": estimate.games,
        "mean": estimate.mean,
        "deviation": estimate.deviation,
        "low": estimate.low,
        "high": estimate.high,
    }


def versions() -> Mapping[str, str]:
    """What the figures were made by."""
    found = {"python": platform.python_version()}
    for name in ("rulelang", "llvmlite"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def can_write_parquet() -> bool:
    return find_spec("pyarrow") is not None


def as_parquet(figures: Figures, names: Names, document: Mapping[str, Any]) -> bytes:
    """The figures as a Parquet file; what is known of all of them is metadata."""
    types = {"games": "int64", "mean": "double", "deviation": "double", "low": "double", "high": "double"}
    known = {name: str(document[name]) for name in ("format", "edition", "rules_hash", "command", "seed", "partial")}
    return parquet_of([_figure(figure, names) for figure in figures.rows], types, known)


def parquet_of(rows: Sequence[Mapping[str, Any]], types: Mapping[str, str], known: Mapping[str, str]) -> bytes:
    """A row for each figure: its measure, its roles as pairs of columns, its unit, and the columns of which the `types` are given."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    columns: dict[str, Any] = {"measure": pa.array([row["measure"] for row in rows], pa.string())}
    for place in range(MOST_ROLES):
        pairs = [list(row["by"].items())[place] if place < len(row["by"]) else (None, None) for row in rows]
        columns[f"role_{place + 1}"] = pa.array([role for role, _ in pairs], pa.string())
        columns[f"value_{place + 1}"] = pa.array([None if value is None else str(value) for _, value in pairs], pa.string())
    columns["unit"] = pa.array([row["unit"] for row in rows], pa.string())
    for name, type_ in types.items():
        columns[name] = pa.array([row[name] for row in rows], type_)
    stream = io.BytesIO()
    parquet.write_table(pa.table(columns).replace_schema_metadata(known), stream, compression="zstd")
    return stream.getvalue()
