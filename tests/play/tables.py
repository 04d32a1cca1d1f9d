"""A Program with a board, owners, pieces and cards, but no rules: enough to show states and to tell events."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.layout import Layout, first_values
from rulelang.engine.state import Waiting
from rulelang.ir.program import (
    Action,
    Component,
    Currency,
    Decision,
    Deck,
    Die,
    Domain,
    Ending,
    Ladder,
    Message,
    Origin,
    Piece,
    Program,
    Slot,
)
from rulelang.machine.slots import machine_slots
from rulelang.play.events import Narrator
from rulelang.play.inside import Inside
from rulelang.play.values import Values
from rulelang.play.view import View
from rulelang.play.wording import wording

BUILD = Message(("build on ", ""), ((-1, "thing"),), "build on {lane}")
FEELS = Message(("", " feels ", "."), ((-1, "player"), (-1, "money")), "{player} feels {money}.")


def named(name: str, *titles: str) -> Domain:
    return Domain(name, tuple(title.lower().replace(" ", "_") for title in titles), titles)


def text(literal: str) -> Message:
    return Message((literal,), (), literal)


def board_program(spaces: int = 40, loop: bool = True, before: bool = False) -> Program:
    things = named("thing", "The Start", *(f"Long Lane Number {n}" for n in range(1, spaces)))
    cards = named("card", "Advance to the start.", "Keep this.")
    domains = {
        "player": Domain("player", ("p1", "p2", "p3", "p4"), ("", "", "", "")),
        "thing": things,
        "group": named("group", "Red", "Blue"),
        "card": cards,
        "deck": named("deck", "Luck"),
        "pot": named("pot", "Middle"),
        "piece": named("piece", "Hut", "Tower"),
        "purpose": named("purpose", "Toll"),
    }
    dies = (Die("white", (1, 2, 3, 4, 5, 0), ("star",), (False,) * 5 + (True,)),)
    decks = (Deck("luck", "Luck", (0, 1), False),)
    pieces = (Piece("hut", "Hut", "Huts", 1, 32), Piece("tower", "Tower", "Towers", 1, 12))
    sizes = {"player": 4, "holder": 6, "thing": spaces, "card": 2}
    slots = machine_slots(sizes, ((2, 0),), dies, decks, pieces)
    end = sum(slot.size for slot in slots)
    slots.append(Slot("player.held", "yes/no", ("player",), end, 4, (0,), 0, 1, True, "held"))
    slots.append(Slot("player.tries", "count", ("player",), end + 4, 4, (0,), 0, 9, True, "tries"))
    slots.append(Slot("weather", "count", (), end + 8, 1, (0,), 0, 9, True, ""))
    return Program(
        edition="toy", title="Toy", variants=(), players=(2, 4), currency=Currency("units", "€" if before else "u.", before, 1),
        rules_hash="abc", domains=domains, spaces=spaces, loop=loop, kinds={"lane": (1 << spaces) - 2},
        kind_of=("start",) + ("lane",) * (spaces - 1), group_of=(-1,) * spaces, shown_by=(-1,) * spaces, constants=(),
        slots=tuple(slots), slot_count=end + 9, tables=(), functions=(),
        origins=(Origin("rule walk", "toy.mono", 7, ("set by quick (quick.mono:3)",)),),
        dice=((2, 0),), dies=dies, decks=decks, pieces=pieces,
        ladders=(Ladder("building", 0b1110, ("bare", "hut_1", "hut_2", "tower"), ((0, 0), (1, 0), (2, 0), (0, 1))),),
        components=(Component("money", "", -1, -1, -1), Component("things", "thing", -1, -1, -1)),
        decisions=(
            Decision("buy", "yes", (), "", (), text("Buy it"), (), False),
            Decision("sell", "yes", (), "", (), text("Sell it?"), (), True),
            Decision("way", "option", ("pay_it", "draw"), "", (), text("which way"), (text("Pay."), text("Draw")), False),
            Decision("bid", "number", (), "money", (), text("How much?"), (), False),
            Decision("whom", "member", (), "player", (), text("whom"), (), False),
            Decision("offer", "goods", (), "", (), text("You give"), (), False),
        ),
        moments=(),
        actions=(
            Action("build", BUILD, (("lane", "thing", "thing", -1),), (), (), -1, -1, False, 0),
        ),
        endings=(Ending("last", "one is left", -1, -1, 0),), measures=(), marks=("built",),
        messages=(FEELS,), strategies={}, default_strategy="", settings=(),
    )  # fmt: skip


class Spoken:
    """Titles without a game: their values are the parameters."""

    def __init__(self, program: Program, values: Values) -> None:
        self.program = program
        self.values = values
        self.inside = Inside(program, values, list)

    def message(self, message: Message, values: Sequence[int]) -> str:
        shown = [self.values.value(type_name, value) for (_, type_name), value in zip(message.values, values, strict=False)]
        return self.values.texts.message(message, shown)

    def action(self, action: int, player: int, parameters: Sequence[int]) -> str:
        return self.message(self.program.actions[action].title, parameters)

    def question(self, waiting: Waiting) -> str:
        return self.message(self.program.decisions[waiting.index].title, ())

    def way(self, waiting: Waiting, option: int) -> str:
        return self.message(self.program.decisions[waiting.index].ways[option], ())

    def asked(self, player: int, decision: int) -> Waiting:
        return Waiting(self.program.decisions[decision].kind, player, decision)


def narrator(program: Program, *players: str) -> Narrator:
    values = Values(program, players, wording())
    return Narrator(program, values, wording(), Spoken(program, values))


def view_of(program: Program, players: int) -> View:
    layout = Layout(program)
    slots = first_values(program)
    slots[layout.in_game] = (1 << players) - 1
    for player in range(players):
        slots[layout.money + player] = 1500
        slots[layout.position + player] = 0
    return View(program, layout, slots)
