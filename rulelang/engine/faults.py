"""`Fault`: a rule that cannot go on, with the place where it stands. What callers show; never a bare traceback."""

from __future__ import annotations

from typing import NoReturn


class Fault(Exception):
    """`message` says what went wrong; `rule`, `file`, `line` where ("" and 0 if nowhere in a text), `origin` the index of that place."""

    def __init__(self, message: str, rule: str = "", file: str = "", line: int = 0, origin: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.file = file
        self.line = line
        self.origin = origin

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file else ""
        rule = f" (in {self.rule})" if self.rule else ""
        return f"{place}{self.message}{rule}"


class Stop(Exception):
    """What stops an op; the interpreter makes a Fault of it that names the place."""


def overflow() -> NoReturn:
    raise Stop("a number is beyond 64 bits")


def outside(*index: int) -> NoReturn:
    raise Stop(f"there is no element {', '.join(map(str, index))}")


def beyond(value: int, low: int, high: int) -> NoReturn:
    raise Stop(f"{value} is not within {low} to {high}")


def too_often(bound: int) -> NoReturn:
    raise Stop(f"a loop did not end after {bound} rounds")


def describe(error: BaseException) -> str | None:
    """What to say of an exception that an op raised, or None if it is no fault of the rules but a bug of the engine."""
    match error:
        case Stop():
            return str(error)
        case ZeroDivisionError():
            return "a division by 0"
        case RecursionError():
            return "values that need one another without end"
        case OverflowError() | MemoryError():
            return "a number is beyond 64 bits"
        case _:
            return None
