"""Where the data that ships with the package lies: grammar, editions, specification.

In a checkout these are folders at the root of the repository; an installed wheel carries copies under `rulelang/_data`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """The folder `name` (grammar, editions, spec) of the bundled data. It may be missing if the installation is broken."""
    shipped = _PACKAGE / "_data" / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name


@cache
def grammar_text() -> str:
    """The text of the one grammar."""
    return (data_dir("grammar") / "mono.lark").read_text(encoding="utf-8")
