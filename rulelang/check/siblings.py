"""Variants of one level: none lies above another, unless it uses the other or says `over` or `after` it.

`over NAME` decides whose contents win, `after NAME` whose handlers of an event come later. Where nothing is said they stand by name,
so that the order on a command line never decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulelang.diagnostics import Diagnostics, Label, together
from rulelang.syntax import ast


@dataclass(frozen=True, slots=True)
class Wanted:
    """A variant that was asked for; `word` is where, in a `uses`."""

    section: ast.Section
    word: ast.Word | None = None


def in_order(chosen: Mapping[str, Wanted], diagnostics: Diagnostics) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """(name, names that lie below it, names after which its handlers come), the lowest first."""
    over: dict[str, set[str]] = {}
    behind: dict[str, set[str]] = {}
    for name, one in chosen.items():
        head = one.section.head
        over[name] = {w.text for w in (*head.over, *head.uses) if w.text in chosen and w.text != name}
        behind[name] = over[name] | {w.text for w in head.after if w.text in chosen and w.text != name}
    _without_cycles(chosen, over, behind, diagnostics)
    placed: list[str] = []
    while len(placed) < len(chosen):
        name = min(n for n in chosen if n not in placed and behind[n] <= set(placed))
        placed.append(name)
    for name in placed:
        yield name, frozenset(_closure(over, name)), frozenset(_closure(behind, name))


def _without_cycles(chosen: Mapping[str, Wanted], over: dict[str, set[str]], behind: dict[str, set[str]], diagnostics: Diagnostics) -> None:
    """Reports variants that want to come after one another, and lets go of what they say."""
    for name in sorted(chosen):
        if name not in _closure(behind, name):
            continue
        ring = sorted(n for n in _closure(behind, name) if name in _closure(behind, n))
        rest = [n for n in ring if n != name]
        diagnostics.error(
            "order-cycle",
            f"`{name}` comes after {together([f'`{n}`' for n in rest])}, and before as well",
            chosen[name].section.head.span,
            labels=[Label(chosen[n].section.head.name.span, f"`{n}` says so here") for n in rest],
            help="take one `over`, `after` or `uses` out",
        )
        for one in ring:
            over[one] -= set(ring)
            behind[one] -= set(ring)


def _closure(below: Mapping[str, set[str]], name: str) -> set[str]:
    """Everything below a name, through others."""
    found: set[str] = set()
    stack = list(below[name])
    while stack:
        one = stack.pop()
        if one not in found:
            found.add(one)
            stack.extend(below[one])
    return found
