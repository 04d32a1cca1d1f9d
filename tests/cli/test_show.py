"""`rulelang show --only …`: what an author names and hooks on to, each with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.commands.show import Part
from rulelang.pipeline import load
from tests.cli.terminal import run

NAMED = ("kinds", "moments", "purposes", "rules", "hooks")


def without_lines(shown: str) -> str:
    """A library may grow by a line without changing what is shown here."""
    return re.sub(r"─+", "──", re.sub(r"\.mono:\d+ *$", ".mono:…", shown, flags=re.MULTILINE))


def test_what_can_be_named(capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    shown = []
    for part in NAMED:
        code, out, err = run(capsys, "show", "classic", "--only", part)
        assert (code, err) == (0, "")
        shown.append(out)
    assert without_lines("".join(shown)) == snapshot


def test_every_part_is_in_the_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    whole = run(capsys, "show", "kids")[1]
    for part in Part:
        alone = run(capsys, "show", "kids", "--only", part)[1]
        assert alone in whole
    assert set(NAMED) < set(Part)


@pytest.mark.parametrize("edition", ["classic", "disney", "millionaire"])
def test_nothing_is_left_out(edition: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As many rows as there are declarations in force, and an edition's own words for them."""
    monkeypatch.setenv("COLUMNS", "400")
    model = load(edition).model
    sizes = {part: len(model.of(part[:-1])) for part in ("kinds", "moments", "purposes", "rules")} | {"hooks": len(model.hooks)}
    for part, size in sizes.items():
        lines = run(capsys, "show", edition, "--only", part)[1].splitlines()
        assert sum(".mono:" in line for line in lines) == size, part
        if part in ("kinds", "moments", "purposes"):
            assert {model.latest(name) for name in model.of(part[:-1])} == {line.split()[0] for line in lines if ".mono:" in line}


def test_a_variant_shows_in_the_places(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    plain = run(capsys, "show", "classic", "--only", "hooks")[1]
    changed = run(capsys, "show", "classic", "--only", "hooks", "--variant", "free_parking_pot")[1]
    assert "free_parking_pot.mono:" in changed and "free_parking_pot.mono:" not in plain


def test_a_kind_shows_its_worked_out_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "quay.mono").write_text('edition quay "Quay" extends kids\nkind pier\n  width : count\n  toll is 2\n', "utf-8")
    assert "width, toll" in run(capsys, "show", str(tmp_path / "quay.mono"), "--only", "kinds")[1]
