"""How a test fails: where, what was expected, what there was instead, and what happened before."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.ir.scenes import Place, Trial


class Failed(Exception):
    """Stops a test."""

    def __init__(self, place: Place, expected: str, got: str) -> None:
        super().__init__(f"{place.file}:{place.line}: expected {expected}; got {got}")
        self.place = place
        self.expected = expected
        self.got = got


@dataclass(frozen=True, slots=True)
class Failure:
    """A test that failed. `transcript` are the sentences of what happened since its first step."""

    trial: Trial
    place: Place
    expected: str
    got: str
    transcript: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = f"{self.place.file}:{self.place.line}"
        said = [f"{place}: {self.trial.title}", f"  expected: {self.expected}", f"  got: {self.got}"]
        return "\n".join([*said, *(f"    {sentence}" for sentence in self.transcript)])
