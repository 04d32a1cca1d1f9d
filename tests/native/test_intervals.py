"""Ranges hold every number that an op can make."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.expressions import first, has, nearest, with_, without
from rulelang.native.intervals import Range, combined, compared

SMALL = st.integers(-6, 40)
ENDS = st.tuples(SMALL, SMALL).map(lambda ends: (min(ends), max(ends)))
NUMBERS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": min,
    "max": max,
    "div_down": lambda a, b: a // b,
    "div_up": lambda a, b: -(-a // b),
    "div_near": nearest,
}
SETS: dict[str, Callable[[int, int], int]] = {
    "with": with_,
    "without": without,
    "meet": lambda a, b: a & b,
    "join": lambda a, b: a | b,
    "less": lambda a, b: a & ~b,
    "first": first,
}
TESTS: dict[str, Callable[[int, int], int]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "has": has,
}


def all_of(range_: Range) -> range:
    return range(range_[0], range_[1] + 1)


@pytest.mark.parametrize("code", NUMBERS)
@given(a=ENDS, b=ENDS)
def test_numbers(code: str, a: Range, b: Range) -> None:
    low, high = combined(code, a, b, 64)
    for x in all_of(a):
        for y in all_of(b):
            if y or not code.startswith("div"):
                assert low <= NUMBERS[code](x, y) <= high


@pytest.mark.parametrize("code", SETS)
@given(a=ENDS, b=ENDS)
def test_sets(code: str, a: Range, b: Range) -> None:
    a = (0, max(0, a[1]))
    b = (max(-1 if code in ("with", "without") else 0, b[0]), max(0, b[1]))
    low, high = combined(code, a, b, 64)
    for x in all_of(a):
        for y in all_of(b):
            assert low <= SETS[code](x, y) <= high


@pytest.mark.parametrize("code", TESTS)
@given(a=ENDS, b=ENDS)
def test_comparisons(code: str, a: Range, b: Range) -> None:
    if code == "has":
        a, b = (0, max(0, a[1])), (max(-1, b[0]), max(-1, b[1]))
    low, high = compared(code, a, b)
    for x in all_of(a):
        for y in all_of(b):
            assert low <= int(TESTS[code](x, y)) <= high
