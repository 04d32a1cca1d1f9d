"""Compiled programs in the store: the same as if they were compiled, never an old one, and nothing but programs."""

from __future__ import annotations

import os
import pickle
import zlib
from pathlib import Path

import pytest

from rulelang import kept, store
from rulelang.lower.compiler import Compiler
from rulelang.pipeline import load
from rulelang.refusal import Refusal
from tests.cli.terminal import run

EDITION = 'edition ours "Ours" extends kids\n\nset start_money = 20\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(store, "INSTALLED", tmp_path / "installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.mono").write_text(EDITION, "utf-8")
    return tmp_path / "cache"


def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def compile(self: Compiler) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(Compiler, "compile", compile)


def records(place: Path) -> list[Path]:
    return sorted(place.glob("program-*"))


def test_a_kept_program_is_the_same_and_is_not_compiled_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = load("ours.mono").program
    assert records(place) == []  # nobody asked for it
    assert load("ours.mono", keeps=True).program == compiled
    assert len(records(place)) == 1
    no_compiler(monkeypatch)
    assert load("ours.mono", keeps=True).program == compiled
    with pytest.raises(AssertionError, match="compiled again"):
        load("ours.mono").program


def test_what_made_it_is_there_when_it_is_asked_for(place: Path) -> None:
    load("ours.mono", keeps=True).program
    again = load("ours.mono", keeps=True)
    assert len(again.compiler.world.store.functions) == len(again.program.functions)
    assert not again.idle_settings


def test_whatever_it_depends_on_makes_it_another(place: Path) -> None:
    def many() -> int:
        return len(records(place))

    first = load("ours.mono", keeps=True).program
    Path("ours.mono").write_text(EDITION.replace("20", "21"), "utf-8")
    assert load("ours.mono", keeps=True).program != first and many() == 2
    Path("house.mono").write_text('variant house "H" fits kids\n  set bus_fare = 1\n', "utf-8")
    with_variant = load("ours.mono", variants=["house.mono"], keeps=True).program
    assert with_variant != first and many() == 3
    Path("house.mono").write_text('variant house "H" fits kids\n  set bus_fare = 3\n', "utf-8")
    assert load("ours.mono", variants=["house.mono"], keeps=True).program != with_variant and many() == 4
    assert load("ours.mono", settings={"start_money": "22"}, keeps=True).program != first and many() == 5
    load("ours.mono", open_settings=["start_money"], keeps=True).program
    assert many() == 6


def test_what_is_wrong_is_said_each_time(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("ours.mono").write_text(EDITION + "\nrule never\n  collcet 5\n", "utf-8")
    told = []
    for _ in range(2):
        compilation = load("ours.mono", keeps=True)
        with pytest.raises(Refusal):
            compilation.program
        told.append([d.message for d in compilation.found])
    assert told[0] == told[1] != [] and records(place) == []
    Path("ours.mono").write_text(EDITION + '\nsetting idle : money = 5 "Read by nobody"\n', "utf-8")
    assert run(capsys, "run", "ours.mono", "--quiet")[0] == 0
    assert len(records(place)) == 1
    assert "unused-setting" in run(capsys, "check", "ours.mono")[1]  # a warning is not lost by keeping


class Foreign:
    def __reduce__(self) -> object:
        return os.mkdir, ("made_by_a_record",)


FOREIGN = [b"", b"x", zlib.compress(b"x"), zlib.compress(pickle.dumps(Foreign())), zlib.compress(pickle.dumps(7))]


@pytest.mark.parametrize("payload", FOREIGN)
def test_a_foreign_record_is_none(place: Path, payload: bytes) -> None:
    key = kept.key(load("ours.mono"))
    assert key is not None
    store.keep("program", key, payload)
    assert load("ours.mono", keeps=True).program == load("ours.mono").program
    assert not Path("made_by_a_record").exists()
