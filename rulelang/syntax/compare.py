"""Whether two syntax trees say the same: equal in everything but where they stand."""

from __future__ import annotations

from dataclasses import fields

from rulelang.source import Source, Span
from rulelang.syntax import ast


def same_tree(left: object, right: object) -> bool:
    """Compares nodes, tuples of nodes and plain values; spans and sources do not count."""
    if isinstance(left, Span | Source):
        return isinstance(right, type(left))
    if type(left) is not type(right):
        return False
    if isinstance(left, ast.Node):
        return all(same_tree(getattr(left, field.name), getattr(right, field.name)) for field in fields(left))
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same_tree, left, right))
    return left == right
