"""No rule, action or card of the bundled editions that no test ever runs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.engine.events import Kind
from rulelang.engine.machine import Machine
from rulelang.ir.scenes import Stage
from rulelang.pipeline import Compilation, bundled_names, load
from rulelang.trial.failure import Failed
from rulelang.trial.run import Run
from tests.mono.scripts import ROOT, benches_of, files

Declared = tuple[str, str]
"""(what it is, where it is declared)"""


def _rules(compilation: Compilation) -> Iterator[tuple[str, Declared]]:
    """(name of the function that does it, the rule or action)"""
    compilation.program
    for family in compilation.compiler.families.by_shape.values():
        for pattern in family.patterns:
            what = "action" if pattern.is_action else "rule"
            name = f"action {pattern.verb}" if pattern.is_action else pattern.title
            yield name, (f"{what} {pattern.title}", _place(pattern.entry.span))
    for card, play in compilation.compiler.cards.plays:
        name = compilation.compiler.cards.play_name(card)
        yield f"play {name}", (name.replace("_", " ", 1), _place(play.span))


def _cards(compilation: Compilation) -> dict[int, Declared]:
    compilation.program
    return {card.index: (f"card {card.entry.value.name.text}", _place(card.entry.value.span)) for card in compilation.compiler.world.cards}


def _place(span: object) -> str:
    source, line = span.source, span.line  # type: ignore[attr-defined]
    return f"{Path(source.path).name}:{line}"


def _tested(used: set[str]) -> list[str]:
    """Files whose tests count: editions, the files of tests beside them, and the variants that editions use."""
    return [name for name in files() if name.startswith("editions/") and ("variants" not in name or Path(name).stem in used)]


def _run(stage: Stage, pushed: set[int], drawn: set[int]) -> None:
    for trial in stage.trials:
        played = Run(stage, trial)
        with contextlib.suppress(Failed):  # test_editions says so
            played.go()
        drawn.update(row[4] for row in played.table.rows if row[0] == Kind.DRAW)


def test_every_rule_and_card_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    pushed: set[int] = set()
    push = Machine.push

    def recorded(machine: Machine, function: int, arguments: list[int], turn: bool = False) -> bool:
        pushed.add(function)
        return push(machine, function, arguments, turn)

    monkeypatch.setattr(Machine, "push", recorded)
    wanted: set[Declared] = set()
    used: set[str] = set()
    for name in bundled_names():
        compilation = load(str(ROOT / "editions" / f"{name}.mono"))
        wanted |= {declared for _, declared in _rules(compilation)} | set(_cards(compilation).values())
        used |= {layer.name for layer in compilation.layers}
    run: set[Declared] = set()
    for name in _tested(used):
        for bench in benches_of(name):
            pushed.clear()
            drawn: set[int] = set()
            _run(bench.stage, pushed, drawn)
            names = {bench.stage.program.functions[number].name for number in pushed}
            run |= {declared for function, declared in _rules(bench.compilation) if function in names}
            run |= {declared for card, declared in _cards(bench.compilation).items() if card in drawn}
    missing = sorted(f"{where}: {what}" for what, where in wanted - run)
    assert not missing, "never run by a test:\n" + "\n".join(missing)
