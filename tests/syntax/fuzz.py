"""Many random texts through parser and formatter: `python -m tests.syntax.fuzz 200000 [seed]`.

No text may raise, take long, give two messages for one line's grammar, or change its meaning when it is formatted.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

from rulelang.diagnostics import Diagnostics
from rulelang.source import Source
from rulelang.syntax.compare import same_tree
from rulelang.syntax.format import format_text
from rulelang.syntax.parser import parse_file
from tests.syntax.generated import Deriver

# What the formatter mends, and with it the message.
_MENDED = frozenset(("tab-indent",))


@dataclass
class Report:
    texts: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_text: str = ""


def fuzz(count: int, seed: int = 0, *, format_every: int = 5) -> Report:
    """Parses `count` random texts and formats each `format_every`th; raises AssertionError for a text that misbehaves."""
    report = Report()
    deriver = Deriver(seed)
    for number in range(count):
        text = _text(deriver, number)
        begun = time.perf_counter()
        parse_file(Source("fuzz", text), Diagnostics())
        took = time.perf_counter() - begun
        report.texts += 1
        report.seconds += took
        if took > report.slowest:
            report.slowest, report.slowest_text = took, text
        if number % format_every == 0:
            check_format(text)
    return report


def _text(deriver: Deriver, number: int) -> str:
    match number % 10:
        case 0:
            return deriver.file(3)
        case 1 | 2:
            return deriver.mutated(deriver.file(2))
        case 3:
            length = deriver.random.randint(0, 200)
            return deriver.random.randbytes(length).decode(deriver.random.choice(("latin-1", "utf-8", "utf-16-le")), "replace")
        case 4:
            return deriver.mutated(deriver.line(deriver.random.choice(("top", "section_item")), 20))
        case _:
            return deriver.noise()


def check_format(text: str) -> None:
    """The formatter keeps what a text says, and has nothing to do the second time."""
    said, said_after = Diagnostics(), Diagnostics()
    file = parse_file(Source("fuzz", text), said)
    formatted = format_text(text)
    if formatted == text:
        return
    assert format_text(formatted) == formatted, f"not stable: {text!r}"
    after = parse_file(Source("fuzz", formatted), said_after)
    assert same_tree(file, after), f"changed: {text!r}"
    before = [one.slug for one in said if one.slug not in _MENDED]
    assert before == [one.slug for one in said_after], f"other messages: {text!r}"


if __name__ == "__main__":
    found = fuzz(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    mean = found.seconds / found.texts * 1000
    print(f"{found.texts:,} texts, {mean:.2f} ms each, slowest {found.slowest * 1000:.0f} ms: {found.slowest_text[:200]!r}")
    sys.exit(found.slowest > 2)
