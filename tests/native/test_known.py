"""What worked-out values hang on: nothing else changes them; and a program whose tests are cut in two plays the same game."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from rulelang import native
from rulelang.engine.drivers import Driver, StrategyDriver, play_out
from rulelang.engine.faults import Stop
from rulelang.engine.game import Game
from rulelang.ir.layout import domain_size
from rulelang.ir.program import Program, Slot
from rulelang.native.keeping import Keeping
from rulelang.native.program import Native
from rulelang.native.splitting import split
from tests.engine.naive import interpret
from tests.native.both import program
from tests.project.sources import ROOT

EDITIONS = ("classic", "disney", str(ROOT / "tests" / "games" / "barter.mono"))
ROUNDS = 25


@cache
def positions(edition: str) -> list[list[int]]:
    """The states of a few games after some rounds."""
    found = []
    of = program(edition)
    for number in range(3):
        game = Game.new_game(of, of.players[1], seed=5, game_number=number, last_round=ROUNDS)
        drivers: list[Driver] = [StrategyDriver(of, next(iter(of.strategies)))] * of.players[1]
        play_out(game, drivers, ROUNDS)
        found.append(list(game.machine.state.slots))
    return found


def disturbed(of: Program, slots: list[int], hanging: dict[int, tuple[int, ...]], member: int, random: Random) -> list[int]:
    """The state with other values everywhere but where the value of a member hangs."""
    found = list(slots)
    for number, slot in enumerate(of.slots):
        if slot.name.startswith(("deck.", "piece.")):
            continue
        kept = hanging.get(number)
        for place in range(slot.size):
            if slot.type.startswith("set of "):
                size = domain_size(of, slot.type.removeprefix("set of ")) or 0
                held = sum(1 << element for element in range(size) if kept is not None and kept[element] >> member & 1)
                found[slot.base + place] ^= random.getrandbits(size) & ~held
            elif kept is None or not kept[place // _stride(of, slot)] >> member & 1:
                low, high = max(slot.low, -3), min(slot.high, 9)
                found[slot.base + place] = random.randint(low, high) if low <= high else slot.low
    return found


def _stride(of: Program, slot: Slot) -> int:
    return (domain_size(of, slot.domains[1]) or 1) if len(slot.domains) > 1 else 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_else_changes_a_value(edition: str) -> None:
    of = program(edition)
    keeping = Keeping(of)
    random = Random(1)
    looked_at = 0
    for number, function in enumerate(of.functions):
        hanging = keeping.by_member(number)
        if hanging is None or keeping.weight(number) < 4:
            continue
        for member in range(keeping.members(number)):
            arguments = (random.randrange(of.players[1]), member)
            slots = random.choice(positions(edition))
            try:
                before = interpret(of, function, list(slots), arguments, iter(()))
            except Stop:
                continue
            for _ in range(2):
                other = disturbed(of, slots, hanging, member, random)
                assert interpret(of, function, other, arguments, iter(())) == before, (function.name, arguments)
                looked_at += 1
    assert looked_at > 100


@pytest.mark.parametrize("edition", EDITIONS[:2])
def test_what_others_have_changes_nothing_where_only_his_own_is_read(edition: str) -> None:
    of = program(edition)
    keeping = Keeping(of)
    random = Random(2)
    looked_at = 0
    for number, function in enumerate(of.functions):
        if keeping.by_member(number) is None or not (own := keeping.own(number)):
            continue
        for member in range(keeping.members(number)):
            arguments = (random.randrange(of.players[1]), member)
            slots = random.choice(positions(edition))
            other = list(slots)
            for slot in (of.slots[slot] for slot in own):
                here = (arguments[0] * _stride(of, slot), (arguments[0] + 1) * _stride(of, slot))
                for place in (place for place in range(slot.size) if not here[0] <= place < here[1]):
                    other[slot.base + place] = random.choice(slots[slot.base : slot.base + slot.size])
            try:
                before = interpret(of, function, list(slots), arguments, iter(()))
            except Stop:
                continue
            assert interpret(of, function, other, arguments, iter(())) == before, (function.name, arguments)
            looked_at += other != slots
    assert looked_at > 100


def test_what_hangs_on_an_element_is_not_everything() -> None:
    """A group of three: its own members, not the board."""
    of = program("classic")
    keeping = Keeping(of)
    number = next(place for place, function in enumerate(of.functions) if function.name == "value deed.completing")
    owner = next(place for place, slot in enumerate(of.slots) if slot.name == "owner")
    things = of.domains["thing"].names
    hanging = keeping.by_member(number)
    assert hanging is not None
    places = set(of.kinds)  # spaces of other kinds are never asked about
    deeds = [place for place in range(len(things)) if of.kinds["deed"] >> place & 1]
    on_strand = [things[place] for place in deeds if hanging[owner][things.index("strand")] >> place & 1]
    assert places and on_strand == ["fleet_street", "trafalgar_square"]


def test_a_program_cut_in_two_plays_the_same_game() -> None:
    of = program("classic")
    keeping = Keeping(of)
    cut, halves = split(of, lambda number: keeping.by_member(number) is not None)
    assert {of.functions[number].name for number in halves} >= {"legal build", "legal lift"}
    digests = []
    for one in (of, cut):
        rows: list[tuple[int, ...]] = []
        game = Game.new_game(one, 3, seed=4, sink=rows, last_round=30)
        drivers: list[Driver] = [StrategyDriver(one, "steady")] * 3
        play_out(game, drivers, 30)
        digests.append(rows)
    assert digests[0] == digests[1] and len(digests[0]) > 500


@pytest.mark.skipif(not native.available(), reason="no llvmlite")
def test_what_is_kept() -> None:
    """Tests of actions, and values of deeds; nothing that hangs on money or on whose turn it is."""
    made = Native(program("classic"), ("steady",))
    names = {made.program.functions[number].name for number in made.known.kept}
    assert {"legal build, first half", "value deed.completing", "value player.could_raise"} <= names
    assert not {"value deed.in_reach", "legal build", "legal buy", "value player.least_bid"} & names
