"""Machine code of made-up functions against the slowest interpreter: numbers, sets, loops, faults."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings

from rulelang import native
from rulelang.engine.faults import Stop
from rulelang.ir.program import Op
from tests.engine.naive import interpret
from tests.engine.test_translation import ARGUMENTS, FUNCTION, PROGRAM, SLOT, code, with_subject
from tests.ir.samples import reseal

pytest.importorskip("llvmlite")
FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@FEW
@given(code(pure=True), ARGUMENTS)
def test_pure_functions(ops: tuple[Op, ...], arguments: tuple[int, ...]) -> None:
    program = reseal(with_subject(ops, pure=True))
    machine = native.compile_program(program, (), entry=len(program.functions) - 1, level=0)
    first = machine.first(4, arguments=arguments)
    slots = machine.block.slots(first)
    expected: Sequence[int] | None
    try:
        expected = interpret(program, program.functions[FUNCTION["subject"]], slots, arguments, iter(()))
    except Stop:
        expected = None
    outcome, words = machine.play_from(first, 0, 0)
    if expected is None:
        assert outcome.fault is not None
        return
    base = PROGRAM.slots[SLOT["found"]].base
    assert outcome.fault is None
    assert machine.block.slots(words)[base : base + 8] == [*expected, 1]
