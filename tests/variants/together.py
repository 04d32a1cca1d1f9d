"""Variants on an edition: which fit, what two of them come to, and a random game with them."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import pytest

from rulelang.check.model import Layer
from rulelang.commands.fitting import fitting as fitting_sections
from rulelang.diagnostics import Diagnostic
from rulelang.engine.drivers import RandomDriver, play_out
from rulelang.engine.game import Game
from rulelang.engine.invariants import check_invariants
from rulelang.ir.program import Program
from rulelang.pipeline import Compilation, bundled_names, bundled_path, load

RIVALRY = ("conflict", "hook-conflict", "amount-conflict", "declared-twice")
"""What may be said of two variants that contradict one another."""


@cache
def fitting(edition: str) -> tuple[str, ...]:
    """The bundled variants that say they fit an edition or what it is made of, and that it does not use already."""
    compilation = load(edition)
    layers = {layer.name for layer in compilation.layers}
    return tuple(name for _, section in fitting_sections(compilation) if (name := section.head.name.text) not in layers)


def pairs(edition: str) -> list[tuple[str, str]]:
    return list(combinations(fitting(edition), 2))


def without_strategies(edition: str) -> dict[str, str]:
    """The edition as a text that uses no strategies: they take a third of the time, and each variant is compiled with them by itself. One
    whose own strategies stand on others stays as it is."""
    path = bundled_path(edition)
    assert path is not None
    text = path.read_text("utf-8")
    if re.search(r"^strategy .* extends ", text, re.MULTILINE):
        return {}
    head = next(line for line in text.split("\n") if line.startswith("edition "))
    names = "|".join(bundled_names("strategies"))
    return {str(path): text.replace(head, re.sub(rf", (?:{names})\b", "", head))}


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Looking for garbage among all the trees that stay would take a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


@contextmanager
def without_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Programs do not get their word (`hash_rules`), which takes a sixth of the time and is read of few."""
    with monkeypatch.context() as patched:
        patched.setattr("rulelang.lower.rows.hash_rules", lambda program: "")
        yield


@dataclass(frozen=True)
class Outcome:
    """Two variants together: the word of their Program, or what they contradict one another in."""

    word: str
    said: frozenset[str]


def compiled(edition: str, variants: Sequence[str], buffers: dict[str, str] | None = None) -> Compilation:
    """As far as it goes: what is given twice is not compiled."""
    compilation = load(edition, variants=tuple(variants), buffers=buffers)
    compilation.model
    if not compilation.found.has_errors:
        compilation._lowered
    return compilation


def outcome(compilation: Compilation) -> Outcome:
    said = frozenset(f"{one.slug}: {one.message}" for one in compilation.found)
    return Outcome("" if said else compilation.program.rules_hash, said)


def arrangement(compilation: Compilation) -> list[tuple[Layer | object, ...]]:
    """All that later stages read of the order of variants."""
    return [(layer.name, layer.level, layer.section, layer.over, layer.behind) for layer in compilation.layers]


def wrong(compilation: Compilation, pair: tuple[str, str]) -> list[str]:
    """What is amiss with how a pair is refused: it must be a rivalry, with both places and a mend."""
    return [f"{' + '.join(pair)}: {one.slug}: {one.message}: {why}" for one in compilation.found for why in _amiss(one, compilation, pair)]


def _amiss(one: Diagnostic, compilation: Compilation, pair: tuple[str, str]) -> Iterator[str]:
    if one.slug not in RIVALRY:
        yield "this is no rivalry of two variants"
    sides = [_belonging(compilation, name) for name in pair]
    places = [one.span.source.path, *(label.span.source.path for label in one.labels)]
    if not all(any(path in side for path in places) for side in sides) or len(set(places)) < 2:
        yield f"it does not point at both: {places}"
    if not one.help or not ("first line" in one.help or "uses" in one.help):
        yield f"the mend is not said: {one.help}"


def _belonging(compilation: Compilation, name: str) -> set[str]:
    """The files of a variant and of those that it uses."""
    sections = {layer.name: layer.section for layer in compilation.layers}
    found: set[str] = set()
    stack = [name]
    while stack:
        section = sections.get(stack.pop())
        if section is not None and section.head.kind == "variant":
            found.add(section.span.source.path)
            stack += [word.text for word in section.head.uses]
    return found


def play(program: Program, number: int, rounds: int) -> None:
    """A game of players who decide at random; a fault at run time, or money that is not conserved, is an AssertionError or a Fault."""
    low, high = program.players
    game = Game.new_game(program, min(high, max(low, 3)), seed=number)
    play_out(game, [RandomDriver()] * len(game.names), rounds)
    assert game.is_terminal() or game.state.slots[game.machine.layout.round] >= rounds
    assert not check_invariants(program, game.state)
