"""Every test that stands in an edition, a variant, a file of tests beside them, or a game of tests/games."""

from __future__ import annotations

import pytest

from rulelang.trial.run import run
from tests.mono.scripts import all_tests, trial_at


@pytest.mark.parametrize(("name", "line"), [pytest.param(name, line, id=f"{name}:{title}") for name, line, title in all_tests()])
def test_mono(name: str, line: int) -> None:
    stage, trial = trial_at(name, line)
    failure = run(stage, trial)
    assert failure is None, f"\n{failure}"
