"""Whether two syntax trees say the same: equal in everything but where they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from rulelang.source import Source, Span
from rulelang.syntax import ast

Naming = Callable[[str], str]
"""What a word stands for."""


def same_tree(left: object, right: object, left_naming: Naming = str, right_naming: Naming = str) -> bool:
    """Compares nodes, tuples of nodes and plain values; spans and sources do not count. Words are the same if they stand for the same."""
    if isinstance(left, Span | Source):
        return isinstance(right, type(left))
    if type(left) is not type(right):
        return False
    if isinstance(left, ast.Word) and isinstance(right, ast.Word):
        return left_naming(left.text) == right_naming(right.text)
    if isinstance(left, ast.TypeName) and isinstance(right, ast.TypeName):
        return left_naming(left.name) == right_naming(right.name) and left.is_list == right.is_list
    if isinstance(left, ast.Node):
        return all(same_tree(getattr(left, f.name), getattr(right, f.name), left_naming, right_naming) for f in fields(left))
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(same_tree(a, b, left_naming, right_naming) for a, b in zip(left, right, strict=True))
    return left == right
