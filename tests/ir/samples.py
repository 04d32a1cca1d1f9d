"""A small Program that has one of everything, and a builder for the functions of others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulelang.ir.digest import hash_rules
from rulelang.ir.program import (
    Action,
    Case,
    Component,
    Currency,
    Decision,
    Deck,
    Die,
    Domain,
    Ending,
    Function,
    Ladder,
    Limit,
    Measure,
    Message,
    Moment,
    Need,
    Op,
    Origin,
    Piece,
    Program,
    SettingValue,
    Slot,
    Strategy,
    Table,
)
from rulelang.machine.slots import machine_slots


@dataclass(frozen=True)
class K:
    """A constant operand."""

    value: int


@dataclass
class Assembler:
    """Collects functions; `K` operands become constants of the pool."""

    constants: list[int] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)

    def operand(self, value: int | K) -> int:
        if isinstance(value, int):
            return value
        if value.value not in self.constants:
            self.constants.append(value.value)
        return ~self.constants.index(value.value)

    def op(self, code: str, out: int, *args: int | K, origin: int = 0) -> Op:
        return Op(code, out, tuple(self.operand(arg) for arg in args), origin)

    def fn(
        self,
        name: str,
        parameters: str,
        registers: int,
        results: int,
        *code: tuple[Any, ...],
        pure: bool = True,
        actor: bool = False,
        origin: int = 0,
    ) -> int:
        """Adds a function and returns its number. Each op is (code, out, args …), perhaps with a dict of further fields at the end."""
        typed = tuple((name_, type_) for name_, type_ in (text.split(": ") for text in parameters.split(", ") if text))
        ops = tuple(self.op(*line[:-1], **line[-1]) if isinstance(line[-1], dict) else self.op(*line) for line in code)
        self.functions.append(Function(name, typed, registers, results, pure, actor, ops, origin))
        return len(self.functions) - 1


def domain(name: str, *names: str) -> Domain:
    return Domain(name, names, tuple(name.title() for name in names))


def text(*literals: str, values: tuple[tuple[int, str], ...] = ()) -> Message:
    return Message(literals, values)


def at(line: int) -> dict[str, int]:
    """The origin of an op: line n of the sample's file is origin n."""
    return {"origin": line}


def sample() -> Program:
    """A tiny game: roll, move, perhaps buy; whoever has nothing left is out."""
    a = Assembler()
    players, things = domain("player", "p1", "p2"), domain("thing", "start", "red_lane", "red_road", "pond", "hill")
    dice, dies = ((2, 0),), (Die("white", (1, 2, 3, 4, 5, 0), ("star",), (False,) * 5 + (True,)),)
    decks, pieces = (Deck("luck", "Luck", (0, 1), False),), (Piece("hut", "Hut", "Huts", 1, 4),)
    slots = machine_slots({"player": 2, "holder": 3, "thing": 5, "card": 2}, dice, dies, decks, pieces)
    base = sum(slot.size for slot in slots)
    slots += [
        Slot("cleared", "yes/no", ("player", "thing"), base, 10, (0,), 0, 1, True, "cleared"),
        Slot("counted", "count", ("player",), base + 10, 2, (0,), 0, 2**63 - 1, False, ""),
        Slot("built", "set of thing", (), base + 12, 1, (0b00110,), 0, 0, False, ""),
    ]
    money, owner, cleared, counted = (
        next(number for number, slot in enumerate(slots) if slot.name == name) for name in ("money", "owner", "cleared", "counted")
    )
    yes, everything = K(1), K(0b11111)
    one = a.fn("limit of buy", "", 0, 1, ("return", -1, yes))
    free = a.fn(
        "free things", "player: player", 3, 1,
        ("move", 1, everything, at(1)),
        ("move", 2, K(0), at(1)),
        ("loop", -1, 5, at(2)),
        ("next", 2, 1, K(0), at(2)),
        ("break_if", -1, 2, at(2)),
        ("end", -1, at(2)),
        ("less", 1, everything, K(0b10001), at(3)),
        ("return", -1, 1, at(3)),
    )  # fmt: skip
    price = a.fn("price", "player: player, lot: thing", 3, 1, ("table", 2, 0, 1, K(0)), ("return", -1, 2))
    unowned = a.fn("unowned", "player: player, lot: thing", 3, 1, ("load", 2, owner, 1, K(0)), ("eq", 2, 2, K(-1)), ("return", -1, 2))
    buy = a.fn(
        "buy", "player: player, lot: thing", 3, 0,
        ("call", 2, price, 0, 1, at(4)),
        ("pay", -1, 0, K(2), 2, K(0), 1, at(4)),
        ("own", -1, 1, 0, at(5)),
        ("mark", -1, 0, 0, 1, at(5)),
        pure=False, actor=True, origin=4,
    )  # fmt: skip
    over = a.fn(
        "one is left", "", 2, 1, ("load", 0, money, K(0), K(0)), ("load", 1, money, K(1), K(0)), ("min", 0, 0, 1),
        ("le", 0, 0, K(0)), ("return", -1, 0),
    )  # fmt: skip
    winners = a.fn("winners", "", 0, 1, ("return", -1, K(0b11)))
    dealt = a.fn("money to deal in", "player: player", 2, 1, ("load", 1, money, 0, K(0)), ("return", -1, 1))
    turn = a.fn(
        "turn", "player: player", 7, 0,
        ("roll", 1, 0, 0, at(6)),
        ("if", -1, 1, at(7)),
        ("ask_yes", 2, 0, 0, 1, at(7)),
        ("if", -1, 2, at(7)),
        ("store", -1, cleared, yes, 0, K(3), at(8)),
        ("else", -1, at(8)),
        ("draw", 2, K(0), 0, at(9)),
        ("card", -1, 2, K(-1), at(9)),
        ("end", -1, at(9)),
        ("end", -1, at(9)),
        ("act", 3, 0, 0, K(1), at(10)),
        ("ge", 5, 3, K(0), at(10)),
        ("if", -1, 5, at(10)),
        ("perform", -1, 0, 3, at(10)),
        ("end", -1, at(10)),
        ("atomic", -1, 1, at(11)),
        ("step", -1, K(1), K(1), at(11)),
        ("atomic", -1, 0, at(11)),
        ("say", -1, 0, 0, 1, at(12)),
        ("ask_goods", 6, 1, 0, 0, at(13)),
        pure=False, actor=True, origin=6,
    )  # fmt: skip
    game = a.fn(
        "game", "", 1, 0,
        ("pick", 0, K(0b11), K(0), at(14)),
        ("loop", -1, -1, at(15)),
        ("turn", -1, 0, turn, 0, at(15)),
        ("sub", 0, K(1), 0, at(16)),
        ("endings", -1, at(16)),
        ("end", -1, at(16)),
        pure=False, origin=14,
    )  # fmt: skip
    plan = a.fn("plan", "player: player", 1, 2, ("return", -1, K(-1), K(-1)))
    answer = a.fn("answer", "player: player, total: count", 3, 1, ("gt", 2, 1, K(6)), ("return", -1, 2))
    goods = a.fn("goods", "player: player", 1, 1, ("return", -1, K(2**60 + 1)))
    program = Program(
        edition="toy", title="Toy", variants=("quick",), players=(2, 2), currency=Currency("units", "u.", False, 1), rules_hash="",
        domains={
            "player": players,
            "thing": things,
            "group": domain("group", "red"),
            "card": domain("card", "gift", "toll"),
            "deck": domain("deck", "luck"),
            "piece": domain("piece", "hut"),
            "purpose": domain("purpose", "purchase"),
            "moment": domain("moment", "anytime"),
        },
        spaces=5, loop=True, kinds={"corner": 0b10001, "lot": 0b01110}, kind_of=("corner", "lot", "lot", "lot", "corner"),
        group_of=(-1, 0, 0, -1, -1), shown_by=(-1, 0, 0, -1, -1), constants=tuple(a.constants),
        slots=tuple(slots), slot_count=base + 13,
        tables=(Table("price", (5,), (0, 10, 12, 8, 0)), Table("yield", (5, 3), tuple(range(15)))),
        functions=tuple(a.functions),
        origins=tuple(
            Origin("game", "toy.mono", line, ("quick: replace turn", "--set pace=2") if line == 6 else ()) for line in range(17)
        ),
        dice=dice, dies=dies, decks=decks, pieces=pieces,
        ladders=(Ladder("building", 0b00110, ("bare", "one"), ((0,), (1,))),),
        components=(Component("money", "", -1, -1, dealt),),
        decisions=(
            Decision("clear", "yes", (), "", (("total", "count"),), text("Clear it?"), (), True),
            Decision("give", "goods", (), "", (), text("What do you give?"), (), False),
        ),
        moments=(Moment("anytime", "at any time", 20, (0,)),),
        actions=(
            Action(
                "buy", text("Buy ", "", values=((price, "money"),)), (("lot", "thing", "thing", free),),
                (Need("unowned", 1, unowned, text("{taken}"), 4),), (Limit(one, "turn", counted, -1),), price, buy, False, 4,
            ),
        ),
        endings=(Ending("last", "the last one left", over, winners, 16),),
        measures=(
            Measure("spent", "Spent", "sums", 0, ("payer", "thing"), ("holder", "thing")),
            Measure("bought", "Bought", "counts", -1, ("player",), ("player",)),
            Measure("price", "Spent on what was bought", "divides", -1, (), (), (0, 1)),
        ),
        marks=("bought",), messages=(text("", " rolled ", ".", values=((-1, "player"), (-1, "count"))),),
        strategies={"calm": Strategy("calm", "Calm", {0: (plan,)}, {0: answer, 1: goods})}, default_strategy="calm",
        settings=(SettingValue("pace", "count", (2,), "2", 1, None, "How fast", ("toy.mono:2", "--set pace=2"), (0,)),),
        cases=(Case(price, "price of lot", "", 4),), entry=game, texts={"about": "A toy – nothing more."},
    )  # fmt: skip
    return reseal(program)


def reseal(program: Program) -> Program:
    """The program with the digest of what it now is."""
    return replace(program, rules_hash=hash_rules(program))
