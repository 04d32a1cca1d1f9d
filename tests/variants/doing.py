"""What a setting or a variant does: the first event in which two games of one seed differ, with it and without.

`python -m tests.variants.doing EDITION` tells it for every setting of an edition and every variant that fits. Events are compared by
names, not by numbers; marks for measures and what rules only note in their own fields do not count: something else must come of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulelang.engine import loaded
from rulelang.engine.drivers import Driver, RandomDriver, StrategyDriver, play_out
from rulelang.engine.events import Kind, Row
from rulelang.engine.game import Game
from rulelang.engine.machine import Machine
from rulelang.ir.program import Program
from rulelang.ir.scenes import Stage
from rulelang.pipeline import load
from rulelang.play.events import Narrator
from rulelang.play.spoken import Spoken
from rulelang.play.values import Values
from rulelang.play.wording import wording
from rulelang.staging import opening
from rulelang.syntax import ast
from rulelang.trial.setting import begun, play_on
from tests.variants.together import fitting

ROUNDS = 60
GAMES = (
    ("", 1),
    ("", 2),
    ("random", 1),
    ("random", 2),
    ("random", 3),
    ("", 3),
    ("random", 4),
    ("random", 5),
    ("", 4),
    *(("random", seed) for seed in range(6, 40)),
)
"""(strategy, "" for the edition's own; seed), in the order in which they are tried."""

NEEDED: dict[str, list[tuple[str, ...]]] = {"claim_turns": [("rent_claims",)]}
"""Settings of what only a variant makes a rule."""

GIVEN: dict[tuple[str, str], dict[str, str]] = {
    ("online", name): {"turn_seconds": "60"} for name in ("choice_seconds", "deal_seconds", "auction_seconds", "turn_time_limit")
}
"""Settings of an edition that a setting or a variant only counts with: nobody takes five minutes for a turn."""

LATE = """edition late_game "Late" extends {edition}
  players 2 to 4

position late "Buildings everywhere"
  {built}
  ann begins
"""
BUILT = {
    "": "ann owns orange with 1 hotel each, ann owns red with 3 houses each, bob owns pink with 1 hotel each, bob owns green",
    "millionaire": "ann owns energy with 4 branches each, bob owns media with 3 branches each",
}
"""Whole groups with buildings, to which players who decide at random seldom come; by edition, "" for any other."""

GROUNDS = ("clock", "turn_clock")
"""Variants that other variants stand on: by themselves they only keep something that nothing reads."""

Event = tuple[Any, ...]


class Differs(Exception):
    """The game need not be played on."""


@dataclass(frozen=True)
class Effect:
    """The first event that differs, of game `seed` of players who decide by `strategy`."""

    strategy: str
    seed: int
    number: int
    without: str
    with_: str

    def __str__(self) -> str:
        return f"game {self.seed}{f' ({self.strategy})' if self.strategy else ''}, event {self.number}: {self.without} / {self.with_}"


def no_game() -> Machine:
    raise AssertionError("nothing is asked of the game's state")


class Told:
    """A sink that turns rows into events by name. With `expected`, it stops the game at the first that is another one."""

    def __init__(self, program: Program, names: Sequence[str], expected: Sequence[Event] | None = None) -> None:
        self.program = program
        values = Values(program, list(names), wording())
        self.narrator = Narrator(program, values, wording(), Spoken(loaded.load(program), values, no_game))
        self.events: list[Event] = []
        self.expected = expected

    def append(self, row: Row) -> None:
        if row[0] in (Kind.MARK, Kind.SET):
            return
        event = self._event(row)
        self.events.append(event)
        if self.expected is not None:
            number = len(self.events) - 1
            if number >= len(self.expected) or self.expected[number] != event:
                raise Differs

    def _event(self, row: Row) -> Event:
        plain = self.narrator.plain(row)
        if row[0] == Kind.SAY:
            plain["message"] = "…".join(self.program.messages[row[2]].literals)
        return tuple((key, _frozen(value) if isinstance(value, list) else value) for key, value in plain.items())


def _frozen(values: list[Any]) -> tuple[Any, ...]:
    """Without what is empty at the end: a bundle has a place for each kind of goods, also for those that are not in it."""
    frozen = [tuple(value) if isinstance(value, list) else value for value in values]
    while frozen and frozen[-1] == ():
        frozen.pop()
    return tuple(frozen)


def _drivers(program: Program, strategy: str, players: int) -> list[Driver]:
    return [RandomDriver() if strategy == "random" or not program.strategies else StrategyDriver(program)] * players


def events(program: Program, strategy: str, seed: int, expected: Sequence[Event] | None = None) -> tuple[list[Event], bool]:
    """(events of a game, did it stop at one that was not expected)"""
    players = min(program.players[1], 4)
    names = [f"p{number}" for number in range(players)]
    told = Told(program, names, expected)
    try:
        game = Game.new_game(program, players, seed=seed, sink=told, last_round=ROUNDS)
        play_out(game, _drivers(program, strategy, players), ROUNDS)
    except Differs:
        return told.events, True
    return told.events, expected is not None and len(told.events) < len(expected)


@cache
def program(edition: str, variants: tuple[str, ...] = (), settings: tuple[tuple[str, str], ...] = ()) -> Program:
    return load(edition, variants=variants, settings=dict(settings)).program


@cache
def _base(edition: str, variants: tuple[str, ...], given: tuple[tuple[str, str], ...], strategy: str, seed: int) -> list[Event]:
    return events(program(edition, variants, given), strategy, seed)[0]


def effect(
    edition: str,
    variants: tuple[str, ...],
    more: tuple[str, ...] = (),
    settings: Mapping[str, str] | None = None,
    given: Mapping[str, str] | None = None,
) -> Effect | None:
    """What `more` variants or other settings change in games of an edition with variants and `given` settings."""
    given = given or {}
    for name in more:
        given = {**given, **GIVEN.get((edition, name), {})}
    other = load(edition, variants=(*variants, *more), settings={**given, **(settings or {})}).program
    for strategy, seed in GAMES:
        expected = _base(edition, variants, tuple(given.items()), strategy, seed)
        found, differs = events(other, strategy, seed, expected)
        if differs:
            number = len(found) - 1 if found != expected[: len(found)] else len(found)
            return Effect(strategy, seed, number, _text(expected, number), _text(found, number))
    return None


def effect_late(edition: str, variant: str) -> Effect | None:
    """What a variant changes in games that begin late, with players who decide at random: for what early games seldom come to."""
    text = LATE.format(edition=edition, built=BUILT.get(edition, BUILT[""]))
    sides = []
    for variants in ((), (variant,)):
        compilation = load("late.mono", variants=variants, buffers={"late.mono": text})
        sides.append((opening(compilation, "late"), compilation.program))
    for seed in range(20):
        expected = _late(*sides[0], seed)
        found = _late(*sides[1], seed)
        number = next((n for n, pair in enumerate(zip(expected, found, strict=False)) if pair[0] != pair[1]), None)
        if number is not None:
            return Effect("random", seed, number, _text(expected, number), _text(found, number))
    return None


def _late(stage: Stage, program: Program, seed: int) -> list[Event]:
    [late] = stage.openings
    names = [f"p{number}" for number in range(late.players)]
    game = begun(stage, late, program, names, seed)
    told = game.machine.sink = Told(program, names)
    play_on(stage, late, game)
    play_out(game, [RandomDriver()] * late.players, ROUNDS // 4)
    return told.events


def _text(listed: Sequence[Event], number: int) -> str:
    if number >= len(listed):
        return "(over)"
    return " ".join(f"{key} {value}" if key != "kind" else str(value) for key, value in listed[number] if value is not None)


# -------------------------------------------------------------------------------------------------------------- settings
def others(setting: ast.Setting, spaces: Sequence[str]) -> Iterator[str]:
    """Values of its range that a setting does not have, as texts for `--set`."""
    if len(setting.values) > 1:
        yield ", ".join(_scaled(value, 2) for value in setting.values)
        return
    [value] = setting.values
    low = setting.low if setting.low is not None else 0
    match value:
        case ast.Word(text=("yes" | "no") as text):
            yield "no" if text == "yes" else "yes"
        case ast.Word(text=text):
            yield from [name for name in spaces if name != text][:3]
        case ast.Num(value=number):
            high = setting.high if setting.high is not None else 10 * number + 10
            wanted = (2 * number, number + 1, number - 1, number // 2, low, high)
            yield from (str(one) for one in dict.fromkeys(wanted) if low <= one <= high and one != number)
        case ast.Pct(value=share):
            top = setting.high if setting.high is not None else 100
            whole = int(share)
            yield from (f"{one}%" for one in dict.fromkeys((2 * whole, whole // 2, top, low)) if low <= one <= top and one != share)


def _scaled(value: ast.Constant, factor: int) -> str:
    return str(value.value * factor) if isinstance(value, ast.Num) else value.span.text


def setting_effect(edition: str, variants: tuple[str, ...], name: str) -> tuple[str, Effect] | None:
    """(the value that shows it, the first event that differs)"""
    model = load(edition, variants=variants).model
    entry = model.of("setting")[name]
    for value in others(entry.value, list(model.of("row"))):
        found = effect(edition, variants, settings={name: value}, given=GIVEN.get((edition, name)))
        if found is not None:
            return value, found
    return None


def settings_of(edition: str, variants: tuple[str, ...] = ()) -> list[str]:
    return list(load(edition, variants=variants).model.of("setting"))


def own_settings(edition: str) -> list[tuple[str, str]]:
    """(variant, setting that it declares)"""
    base = set(settings_of(edition))
    return [
        (variant, name)
        for variant in fitting(edition)
        for name, entry in load(edition, variants=(variant,)).model.of("setting").items()
        if name not in base and entry.layer.name == variant
    ]


def grounds(edition: str, variant: str) -> list[tuple[str, ...]]:
    """What a setting of a variant is tried with: the variant, then those that use it."""
    users = [(name,) for name in fitting(edition) if variant in _used(name)]
    return users if variant in GROUNDS else [(variant,), *users]


@cache
def _used(variant: str) -> frozenset[str]:
    return frozenset(word.text for word in load(variant).file.sections[0].head.uses)


def first_effect(edition: str, name: str, tried: Sequence[tuple[str, ...]]) -> str:
    """Told for people; empty if nothing differs."""
    for variants in tried:
        found = setting_effect(edition, variants, name)
        if found is not None:
            return f"{name} = {found[0]}{f' with {variants[0]}' if variants else ''}: {found[1]}"
    return ""


def main() -> None:
    edition = sys.argv[1] if len(sys.argv) > 1 else "classic"
    for name in settings_of(edition):
        print(first_effect(edition, name, NEEDED.get(name, [()])) or f"{name}: NOTHING", flush=True)
    for variant, name in own_settings(edition):
        print(first_effect(edition, name, grounds(edition, variant)) or f"{variant}, {name}: NOTHING", flush=True)
    for variant in fitting(edition):
        print(f"{variant}: {effect(edition, (), (variant,)) or 'NOTHING'}", flush=True)


if __name__ == "__main__":
    main()
