"""The text of a Program: what people read, so it is held as text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulelang.ir.printer import print_program
from rulelang.ir.program import Program
from tests.ir.programs import PROGRAMS
from tests.ir.samples import Assembler, K, sample

BUILT = next(number for number, slot in enumerate(sample().slots) if slot.name == "built")


class TextFile(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "txt"


def test_sample(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(print_program(sample())) + "\n" == snapshot(extension_class=TextFile)


def test_some_functions() -> None:
    number = next(number for number, function in enumerate(sample().functions) if function.name == "price")
    assert list(print_program(sample(), [number])) == [
        f"pure fn {number} price(player: player, lot: thing) -> 1  # toy.mono:0",
        "  r2 = table price[lot]",
        "  return r2",
    ]


def _lines(*code: tuple[object, ...], parameters: str = "player: player, lots: set of things") -> list[str]:
    program = sample()
    a = Assembler(list(program.constants))
    a.fn("tried", parameters, 9, 0, *code, pure=False)
    program = replace(program, constants=tuple(a.constants), functions=(*program.functions, *a.functions))
    return list(print_program(program, [len(program.functions) - 1]))[1:]


@pytest.mark.parametrize(
    ("op", "line"),
    [
        (("meet", 2, 1, K(0b00110)), "  r2 = meet lots, {red_lane red_road}"),
        (("join", 2, K(0b11111), 1), "  r2 = join {all things}, lots"),
        (("less", 2, 1, K(0)), "  r2 = less lots, {}"),
        (("less", 2, 1, K(0b100000)), "  r2 = less lots, {0x20?}"),
        (("has", 2, 1, K(3)), "  r2 = has lots, pond"),
        (("eq", 2, 0, K(1)), "  r2 = eq player, p2"),
        (("eq", 2, 0, K(-1)), "  r2 = eq player, none"),
        (("add", 2, 0, K(1)), "  r2 = add player, 1"),
        (("pay", -1, K(2), 0, K(5), K(0), K(-1)), "  pay bank, player, 5, purchase, none"),
        (("own", -1, K(1), K(1)), "  own red_lane, p2"),
        (("own", -1, K(9), K(1)), "  own 9?, p2"),
        (("store", -1, BUILT, K(0b110), K(0), K(0)), "  store built = {red_lane red_road}"),
        (("pick", 2, K(0b110), K(1)), "  r2 = pick {red_lane red_road}, 1"),
        (("loop", -1, -1), "  loop forever"),
        (("next", 2, 1, K(0)), "  r2 = next of lots from start"),
        (("perform", -1, 0, 2), "  perform player: r2"),
        (("load", 2, 99, 0, 0), "  r2 = load? 99 0 0"),
        (("jump", -1), "  jump?"),
        (("add", 2, 0, -99), "  r2 = add player, constant 98?"),
        (("say", -1, 7), "  say? 7"),
    ],
)
def test_operands(op: tuple[object, ...], line: str) -> None:
    assert _lines(op)[0] == line


def test_types_follow_the_registers() -> None:
    assert _lines(
        ("load", 2, BUILT, K(0), K(0)), ("with", 3, 2, K(4)), ("first", 4, 3, K(0)), ("eq", 5, 4, K(2)), ("draw", 6, K(0), 0)
    ) == [
        "  r2 = load built",
        "  r3 = with r2, hill",
        "  r4 = first r3, start",
        "  r5 = eq r4, red_road",
        "  r6 = draw luck, player",
    ]


def test_constants_are_named_by_what_is_done_with_them() -> None:
    code = [("move", 2, K(6)), ("loop", -1, 9), ("next", 3, 2, K(0)), ("own", -1, 3, 0), ("move", 4, K(1)), ("store", -1, 0, 4, 4, K(0))]
    assert _lines(*code) == [
        "  r2 = move {red_lane red_road}",
        "  loop 9",
        "    r3 = next of r2 from start",
        "    own r3, player",
        "    r4 = move p2",
        "    store money[r4] = r4",
    ]


def test_names_that_could_be_mistaken() -> None:
    assert _lines(("out", -1, 0), ("out", -1, 1), ("out", -1, 2), parameters="r1: player, it: player, it: player") == [
        "  out r0",
        "  out r1",
        "  out r2",
    ]


@given(PROGRAMS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_anything_can_be_printed(program: Program) -> None:
    assert list(print_program(program)) == list(print_program(program))


def test_snapshot_is_there() -> None:
    assert (Path(__file__).parent / "__snapshots__" / "test_printer" / "test_sample.txt").is_file()
