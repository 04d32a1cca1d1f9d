"""Whole numbers in JSON: exact for every reader. Those beyond ±(2^53 - 1) are written as strings of digits."""

from __future__ import annotations

EXACT = 2**53 - 1
"""The largest number that every reader of JSON keeps."""


def written(value: int) -> int | str:
    """A number as JSON may hold it; `int` reads it back."""
    return value if -EXACT <= value <= EXACT else str(value)
