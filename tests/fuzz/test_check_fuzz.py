"""No text makes the compiler raise or hang, and what it finds no fault with the verifier accepts."""

from __future__ import annotations

import pytest

from tests.fuzz.checking import MOST_SECONDS, Report, fuzz

SHARDS = 5


def well(report: Report) -> None:
    shown = [f"input {number} ({one.kind}): {problem}\n{one.text[:2000]}" for number, problem, one in report.failures[:3]]
    assert not report.failures, f"{len(report.failures)} of {report.inputs} inputs:\n" + "\n\n".join(shown)
    assert report.slowest < MOST_SECONDS


@pytest.mark.parametrize("shard", range(SHARDS))
def test_five_thousand_inputs(shard: int) -> None:
    report = fuzz(5_000 // SHARDS, seed=1000 + shard)
    well(report)
    # The inputs go deep enough to be worth the time: some compile, most kinds of mistakes are met.
    assert report.clean > 5
    assert len(report.slugs) > 40


@pytest.mark.long
@pytest.mark.parametrize("shard", range(20))
def test_two_hundred_thousand_inputs(shard: int) -> None:
    well(fuzz(10_000, seed=2000 + shard, large=True))
