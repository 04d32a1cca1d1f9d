"""A comparison for programs: one JSON object (`rulelang/comparison/1`, described in spec/24-compare.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any

from rulelang.lab.many.document import parquet_of, versions
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.plan import Plan
from rulelang.lab.paired.contrasts import Contrast
from rulelang.lab.paired.pairing import Key, Pairs

FORMAT = "rulelang/comparison/1"


def as_json(
    pairs: Pairs, titles: Sequence[str], found: Sequence[Sequence[Contrast]], answers: Sequence[str], command: str
) -> dict[str, Any]:
    """`titles` are those of the sides, `found` the contrasts of each with the first."""
    plan = pairs.plans[0]
    return {
        "format": FORMAT,
        "answers": list(answers),
        "versions": versions(),
        "command": command,
        "seed": plan.seed,
        "players": plan.players,
        "rotate": plan.rotate,
        "position": plan.beginning.name if plan.beginning else None,
        "last_round": plan.last_round,
        "played_by": "engine" if pairs.engine else "machine code",
        "pairs": pairs.games,
        "dropped": pairs.dropped,
        "partial": bool(pairs.stop),
        "sides": [_side(plan, title) for plan, title in zip(pairs.plans, titles, strict=True)],
        "contrasts": [
            {
                "side": side + 1,
                "figures": [contrast_json(one) for one in some],
                "only_first": [_key(key) for key in shared.only_first],
                "only_second": [_key(key) for key in shared.only_other],
            }
            for side, (some, shared) in enumerate(zip(found, pairs.shared, strict=True))
        ],
    }


def as_parquet(document: Mapping[str, Any]) -> bytes:
    """The figures of all sides as a Parquet file; what is known of all of them is metadata."""
    rows = [_flat(figure, contrasts["side"]) for contrasts in document["contrasts"] for figure in contrasts["figures"]]
    estimates = {f"{which}_{name}": "double" for which in _ESTIMATES for name in ("mean", "deviation", "low", "high")}
    numbers = dict.fromkeys(("change", "change_low", "change_high", "effect", "chance", "adjusted"), "double")
    known = {name: str(document[name]) for name in ("format", "command", "seed", "pairs", "partial")}
    known["sides"] = json.dumps(document["sides"], ensure_ascii=False)
    return parquet_of(rows, {"side": "int64", **estimates, **numbers, "decided": "bool"}, known)


_ESTIMATES = ("first", "second", "difference")


def _flat(figure: Mapping[str, Any], side: int) -> dict[str, Any]:
    inside = {f"{which}_{name}": value for which in _ESTIMATES for name, value in figure[which].items()}
    return {"side": side, **{name: value for name, value in figure.items() if name not in _ESTIMATES}, **inside}


def _side(plan: Plan, title: str) -> dict[str, Any]:
    program = plan.program
    return {
        "title": title,
        "edition": program.edition,
        "variants": list(program.variants),
        "settings": plan.settings,
        "rules_hash": program.rules_hash,
        "strategies": list(plan.strategies),
    }


def _key(key: Key) -> dict[str, Any]:
    return {"measure": key[0], "by": dict(key[1])}


def contrast_json(one: Contrast) -> dict[str, Any]:
    """One measure on both sides."""
    return {
        **_key(one.key),
        "unit": one.unit.value,
        "first": _estimate(one.first),
        "second": _estimate(one.second),
        "difference": _estimate(one.difference),
        "change": one.change,
        "change_low": one.change_low,
        "change_high": one.change_high,
        "effect": None if isinf(one.effect) else one.effect,
        "chance": one.chance,
        "adjusted": one.adjusted,
        "decided": one.decided,
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "deviation": estimate.deviation, "low": estimate.low, "high": estimate.high}
