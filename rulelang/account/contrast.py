"""Differences for people, like ones together and counted, and as an object for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from rulelang.account.comparing import Differing
from rulelang.account.lines import Place
from rulelang.check.keys import category_word
from rulelang.report.style import Style, printable

MOST_NAMES = 6
"""So many of a group of like differences are named."""
_SHORT = 48
"""Letters of a name, or of what became of it, of which several stand in one line."""
_ARROW = 90
"""Letters of what was and what is that stand in one line."""
MOST_LINES = 16
"""So many lines are shown of a block that was replaced."""

Json = dict[str, object]
_COLOURS = {"- ": "red", "+ ": "green", "  ": "dim"}


def text(found: Sequence[Differing], sides: tuple[str, str], style: Style, *, everything: bool = False) -> str:
    """`sides` are what the two are called."""
    return "".join(f"{line}\n" for line in _lines(found, sides, style, everything))


def _lines(found: Sequence[Differing], sides: tuple[str, str], style: Style, everything: bool) -> Iterator[str]:
    for (category, what, part, name), group in groupby(_grouped(found), key=_alike):
        listed = list(group)
        words = _words(category, len(listed))
        if name:
            yield from _block(listed, style, everything)
        elif what in ("left", "right"):
            only = f"only in {printable(sides[what == 'right'])}"
            yield from _listed(f"{words} {only}".lstrip(), [_only(one) for one in listed], style, everything)
        elif what == "renamed":
            yield from _listed(f"{words} renamed", [_arrow(one) for one in listed], style, everything)
        elif len(listed) == 1:
            yield _one(listed[0])
        else:
            head = f"{words} reworded" if part == "text" else words if part in _PLAIN else f"{part} of {words}"
            yield from _listed(head, [f"{printable(one.name)}: {_arrow(one)}" for one in listed], style, everything)


_PLAIN = ("", "value", "is")
"""Parts that need no name."""
_UNNAMED = ("starts", "shown", "players", "currency", "locales", "board", "dice")
"""Categories whose names say all."""


def _words(category: str, count: int) -> str:
    """`3 rules`"""
    if category in _UNNAMED:
        return ""
    word = category_word(category)
    many = "strategies" if word == "strategy" else word if word == "goods" else f"{word}s"
    return f"{count} {word if count == 1 else many}"


def _alike(one: Differing) -> tuple[str, str, str, str]:
    """What is told together: like differences, or all that is shown as lines of one declaration."""
    if _is_block(one):
        return one.category, "changed", "", one.name
    return one.category, one.what, one.part, ""


def _is_block(one: Differing) -> bool:
    """Is it shown as lines that went and came? So are rules, needs and all that is long."""
    if not one.marked or one.part == "text":
        return False
    long = max(len(one.before), len(one.after)) > 1 or len("".join((*one.before, *one.after))) > _ARROW
    return long or one.part == "does" or one.part.startswith("needs ")


def _grouped(found: Sequence[Differing]) -> list[Differing]:
    """In their order, like ones beside one another, those that only one side has last."""
    categories = {category: rank for rank, category in enumerate(dict.fromkeys(one.category for one in found))}
    ranks = {key: rank for rank, key in enumerate(dict.fromkeys(map(_alike, found)))}
    lasts = {"left": 1, "right": 2}
    return sorted(found, key=lambda one: (categories[one.category], lasts.get(one.what, 0), ranks[_alike(one)]))


def _only(one: Differing) -> str:
    """A hook is found by where it stands, other things by their names."""
    place = one.left or one.right
    return printable(f"{one.name}  {place}" if one.category == "hook" else one.name)


def _listed(head: str, names: Sequence[str], style: Style, everything: bool) -> Iterator[str]:
    """Short names in lines as wide as the terminal, long ones each on its own."""
    shown = names if everything or len(names) <= MOST_NAMES + 1 else names[:MOST_NAMES]
    more = [f"and {len(names) - len(shown)} more (--all)"] if len(shown) < len(names) else []
    if max(map(len, shown)) > _SHORT:
        yield f"{head}:"
        yield from (f"    {name}" for name in [*shown, *more])
    else:
        yield from wrap(f"{head}: {'; '.join([*shown, *more])}", style.width, subsequent_indent="    ", break_on_hyphens=False)


def _one(one: Differing) -> str:
    who = _who(one)
    if one.what == "moved" and not one.before:
        return f"{who} {printable(one.after[0])}"
    part = "" if one.part in _PLAIN else f": {one.part}"
    return f"{who}{part} {_arrow(one)}"


def _who(one: Differing) -> str:
    return printable(one.name if one.category in _UNNAMED else f"{category_word(one.category)} {one.name}")


def _arrow(one: Differing) -> str:
    before, after = (printable("; ".join(line.strip() for line in lines)) for lines in (one.before, one.after))
    if one.part in ("text", "title", "help"):
        before, after = (f'"{text}"' if text else "" for text in (before, after))
    if not before:
        return f"added: {after}"
    if not after:
        return f"gone: {before}"
    return f"{before} → {after}"


def _block(listed: Sequence[Differing], style: Style, everything: bool) -> Iterator[str]:
    """All lines of one declaration that went and came."""
    first = listed[0]
    here = next((one.left for one in listed if one.before), first.left)
    there = next((one.right for one in listed if one.after), first.right)
    places = f"   {here} → {there}" if here is not None and there is not None else ""
    yield f"{_who(first)}:" + style.paint(printable(places), "dim")
    lines = [line for one in listed for line in one.marked]
    shown = lines if everything else lines[:MOST_LINES]
    yield from ("    " + style.paint(printable(line), _COLOURS[line[:2]]) for line in shown)
    if len(shown) < len(lines):
        yield f"    … {len(lines) - len(shown)} more lines (--all)"


# ------------------------------------------------------------------------------------------------------------------ JSON
def document(one: Differing) -> Json:
    told: Json = {"category": category_word(one.category).strip("`"), "what": one.what, "name": one.name, "part": one.part}
    return told | {"before": list(one.before), "after": list(one.after), "left": _place(one.left), "right": _place(one.right)}


def _place(place: Place | None) -> Json | None:
    return None if place is None else {"file": place.file, "line": place.line}
