"""The digest of the rules: deaf to texts, alert to everything else."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace

import pytest

from rulelang.ir.codec import read_program, write_program
from rulelang.ir.digest import CALLED, UNHEARD, hash_rules
from rulelang.ir.program import Case, Currency, Domain, Function, Op, Origin, Program
from rulelang.ir.shape import parts
from tests.ir.changes import Change, calm, inside, table, whole
from tests.ir.samples import sample, text


def test_word() -> None:
    assert re.fullmatch(r"[0-9a-f]{16}", hash_rules(sample()))
    assert hash_rules(sample()) == hash_rules(read_program(write_program(sample())))


def test_fields_are_there() -> None:
    for named in (UNHEARD, CALLED):
        for class_, names in named.items():
            assert is_dataclass(class_)
            assert set(names) <= {field.name for field in fields(class_)}


def _elsewhere(program: Program) -> Program:
    """All origins moved by a line: a comment was added on top of the file."""
    origins = tuple(Origin(origin.rule, origin.file, origin.line + 1, origin.chain) for origin in program.origins)
    functions = tuple(
        replace(function, name=f"{function.name}'", origin=0, code=tuple(Op(op.code, op.out, op.args, 0) for op in function.code))
        for function in program.functions
    )
    return replace(program, origins=origins, functions=functions)


def _other_pool(program: Program) -> Program:
    """The constants in another order."""
    count = len(program.constants)

    def op(old: Op) -> Op:
        args = tuple(~(count - 1 - ~arg) if letter == "o" and arg < 0 else arg for letter, arg in parts(old))
        return replace(old, args=args)

    functions = tuple(replace(function, code=tuple(op(old) for old in function.code)) for function in program.functions)
    return replace(program, constants=program.constants[::-1], functions=functions)


def _explained(program: Program) -> Program:
    """One more function at the end, for an explanation and a text only."""
    extra = Function("shown", (("player", "player"), ("lot", "thing")), 2, 1, True, False, (Op("return", -1, (0,), 0),), 0)
    number = len(program.functions)
    program = replace(program, functions=(*program.functions, extra), cases=(Case(2, "x", "y", 0),))
    return table("actions", 0, title=text("", "!", values=((number, "player"),)))(program)


def _titles(program: Program) -> Program:
    return replace(program, domains={name: Domain(name, domain.names, domain.names) for name, domain in program.domains.items()})


SAME: dict[str, Change] = {
    "titles": whole(title="Spiel", edition="other", variants=()),
    "titles of a domain": _titles,
    "digest": whole(rules_hash="feed"),
    "currency": whole(currency=Currency("€", "€", True, 1000)),
    "texts": whole(texts={"help": "help"}, settings=()),
    "measures": whole(measures=()),
    "messages": table("messages", 0, literals=("", " has rolled ", "!")),
    "reason": inside("actions", 0, "needs", reason=text("no")),
    "title of an action": table("actions", 0, title=text("Kaufen")),
    "title of a slot": table("slots", "cleared", title="geräumt"),
    "places and names": _elsewhere,
    "order of constants": _other_pool,
    "functions of texts": _explained,
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_same(change: Change) -> None:
    changed = change(sample())
    assert changed != sample()
    assert hash_rules(changed) == hash_rules(sample())


def _op(function: int, number: int, **changes: object) -> Change:
    def change(program: Program) -> Program:
        code = list(program.functions[function].code)
        code[number] = replace(code[number], **changes)  # type: ignore[arg-type]
        return table("functions", function, code=tuple(code))(program)

    return change


OTHER: dict[str, Change] = {
    "players": whole(players=(1, 2)),
    "a constant in use": lambda program: replace(program, constants=tuple(value + 1 for value in program.constants)),
    "an op": _op(4, 1, code="store"),
    "an op of a called function": _op(2, 0, args=(1, 1, -1)),
    "an op of a turn": _op(8, 0, out=6),
    "an op of a strategy": _op(11, 0, code="ge"),
    "an op of candidates": _op(1, 2, args=(6,)),
    "a limit": inside("actions", 0, "limits", period="game"),
    "a cost": table("actions", 0, cost=-1),
    "a table": table("tables", 0, values=(0, 10, 12, 8, 1)),
    "initial values": table("slots", "counted", initial=(1,)),
    "faces": table("dies", 0, faces=(1, 2, 3, 4, 6, 0)),
    "cards": table("decks", 0, cards=(1, 0)),
    "aside": table("decks", 0, aside=True),
    "supply": table("pieces", 0, supply=5),
    "most": table("moments", 0, most=19),
    "plans": calm(plans={}),
    "default strategy": whole(default_strategy=""),
    "an ending": whole(endings=()),
    "an id": table("decisions", 0, name="clean"),
    "registers": table("functions", 9, registers=2),
}


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_other(change: Change) -> None:
    assert hash_rules(change(sample())) != hash_rules(sample())
