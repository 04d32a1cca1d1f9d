"""A made-up edition on which the backends differ, made as small as it goes: lines and what stands below them are taken out as long as
it compiles and still shows a difference. `python -m tests.generated.shrinking SEED [NAME]` keeps it in `tests/corpus/`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tests.generated.making import own
from tests.generated.playing import Both, of_text

CORPUS = Path(__file__).parent.parent / "corpus"
GAMES = 6
STRETCHES = 12


def differs(text: str) -> bool:
    """Whether the text compiles and the backends play one of some games or stretches differently."""
    both = Both(of_text(text))
    if both.compilation.found.has_errors or both.compilation.diagnostics.has_errors:
        return False
    return any(both.game(number) for number in range(GAMES)) or any(both.stretch(number) for number in range(STRETCHES))


def shrunk(text: str, holds: Callable[[str], bool] = differs) -> str:
    """The smallest text that is found by taking blocks out, the largest first, for which it still holds."""
    lines = text.rstrip("\n").split("\n")
    smaller = True
    while smaller:
        smaller = False
        blocks = sorted(((_end(lines, start), start) for start in range(len(lines))), key=lambda block: block[1] - block[0])
        for end, start in blocks:
            shorter = lines[:start] + lines[end:]
            if _holds("\n".join(shorter) + "\n", holds):
                lines, smaller = shorter, True
                break
    return "\n".join(lines) + "\n"


def _end(lines: list[str], start: int) -> int:
    """Behind a line and all that stands below it."""
    depth = len(lines[start]) - len(lines[start].lstrip())
    end = start + 1
    while end < len(lines) and lines[end].strip() and len(lines[end]) - len(lines[end].lstrip()) > depth:
        end += 1
    return end


def _holds(text: str, holds: Callable[[str], bool]) -> bool:
    try:
        return holds(text)
    except Exception:
        return False  # another mistake than the one that is looked for


def main() -> None:
    seed = int(sys.argv[1])
    text = own(seed)
    if not differs(text):
        print(f"{seed}: no difference")
        return
    path = CORPUS / f"{sys.argv[2] if len(sys.argv) > 2 else f'own_{seed}'}.mono"
    path.write_text(shrunk(text), "utf-8")
    print(f"{path}: {len(path.read_text('utf-8').splitlines())} lines")


if __name__ == "__main__":
    main()
