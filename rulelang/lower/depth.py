"""How deep the compiler may go into values in values, blocks in blocks and brackets in brackets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

DEEPEST_RECURSION = 5_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Room for texts that nest as deeply as the language allows: values in values, blocks in blocks, brackets in brackets."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEPEST_RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
