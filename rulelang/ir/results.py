"""What pure ops of two operands come to, on whole numbers that have no end: whoever works with bounds looks at the result.

The compiler folds constants by these, lints and machine code work out what is certain, and `--why` retraces amounts.
"""

from __future__ import annotations

from collections.abc import Callable

TWO: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "min": min,
    "max": max,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "has": lambda a, b: a >> b & 1 if b >= 0 else 0,
    "meet": lambda a, b: a & b,
    "join": lambda a, b: a | b,
    "less": lambda a, b: a & ~b,
}

CHANGED_SETS: dict[str, Callable[[int, int], int]] = {
    "with": lambda a, b: a | 1 << b if b >= 0 else a,
    "without": lambda a, b: a & ~(1 << b) if b >= 0 else a,
}
"""A set with one member more or less."""
