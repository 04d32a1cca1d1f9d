"""Ranges of numbers, both ends included, and what ops make of them. A set is the number that its bits make."""

from __future__ import annotations

from rulelang.machine.slots import HIGH, LOW

Range = tuple[int, int]
FULL: Range = (LOW, HIGH)
BIT: Range = (0, 1)


def join(a: Range | None, b: Range | None) -> Range | None:
    """The range of what is in either; None is nothing."""
    if a is None or b is None:
        return a if b is None else b
    return (min(a[0], b[0]), max(a[1], b[1]))


def compared(code: str, a: Range, b: Range) -> Range:
    """1 or 0, if the ranges say which."""
    (al, ah), (bl, bh) = a, b
    match code:
        case "lt":
            sure, never = ah < bl, al >= bh
        case "le":
            sure, never = ah <= bl, al > bh
        case "gt":
            sure, never = al > bh, ah <= bl
        case "ge":
            sure, never = al >= bh, ah < bl
        case "has":
            sure, never = False, ah <= 0 or bh < 0
        case _:
            alike, apart = al == ah == bl == bh, ah < bl or al > bh
            sure, never = (alike, apart) if code == "eq" else (apart, alike)
    return (1, 1) if sure else (0, 0) if never else BIT


def combined(code: str, a: Range, b: Range, width: int) -> Range:
    """What an op on two numbers or sets makes, numbers being of any size; sets have `width` bits."""
    match code:
        case "add":
            return (a[0] + b[0], a[1] + b[1])
        case "sub":
            return (a[0] - b[1], a[1] - b[0])
        case "mul":
            products = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
            return (min(products), max(products))
        case "min":
            return (min(a[0], b[0]), min(a[1], b[1]))
        case "max":
            return (max(a[0], b[0]), max(a[1], b[1]))
        case "div_down" | "div_up" | "div_near":
            if b[0] > 0:
                near = b[0]
                return (min(0, -(-a[0] // near) - 1), max(0, a[1] // near + 1))
            bound = max(-a[0], a[1])
            return (-bound, bound)
        case "with":
            return (0, max(_smear(a[1]), (1 << min(width, b[1] + 1)) - 1 if b[1] >= 0 else 0))
        case "without" | "less":
            return (0, max(0, a[1]))
        case "meet":
            return (0, max(0, min(_smear(a[1]), _smear(b[1]))))
        case "join":
            return (0, max(_smear(a[1]), _smear(b[1]), 0))
        case "first":
            return (-1, max(-1, a[1].bit_length() - 1))
    raise AssertionError(code)


def _smear(high: int) -> int:
    return (1 << max(0, high).bit_length()) - 1
