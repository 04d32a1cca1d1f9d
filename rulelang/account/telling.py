"""The account of one name, as text for a terminal and as an object for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.account.chains import Piece, Step, chain_of, fact_chain, layer_steps, node_title
from rulelang.account.lines import Place, place_of
from rulelang.account.listeners import Listener, listeners
from rulelang.account.names import Meant, called
from rulelang.check.model import Layer, Model
from rulelang.report.style import Style, printable
from rulelang.syntax.spacing import tidy

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

Json = dict[str, object]
_INLINE = 60
"""Letters of a change that is told in the line of its step."""


@dataclass(frozen=True, slots=True)
class Account:
    """`name` is how it is said so that only this is meant; `steps` the layers on the way; `now` what it is, by origin."""

    name: str
    title: str
    steps: tuple[tuple[str, Step], ...]
    """each with what it was done to, if that is not what the account is of"""
    now: tuple[Piece, ...]
    hooks: tuple[Listener, ...]
    place: Place | None = None
    """of a layer"""
    gone: bool = False
    """a higher layer took it away"""
    doc: str = ""
    """of what the machine knows"""


def account_of(model: Model, compiler: Compiler | None, meant: Meant) -> Account:
    """Without a compiler nobody knows who listens."""
    if meant.layer is not None:
        return _of_layer(model, meant.layer)
    if meant.doc:
        return Account(meant.said, "", (), (), (), doc=meant.doc)
    if meant.category == "fact":
        chain = fact_chain(model, meant.said)
        return Account(meant.said, "", tuple(("", step) for step in chain.steps), chain.now, ())
    entry = meant.entry
    assert entry is not None
    chain = chain_of(model, meant.category, entry, meant.column)
    heard = listeners(compiler, meant.category, entry) if compiler is not None and not meant.column else ()
    title = model.titles.get(entry.name) or node_title(entry.value)
    return Account(meant.name, title, tuple(("", step) for step in chain.steps), chain.now, heard, gone=chain.gone)


def _of_layer(model: Model, layer: Layer) -> Account:
    """What a layer declares and changes, and its hooks."""
    section = layer.section
    assert section is not None
    steps = tuple((called(category, entry.name), step) for category, entry, step in layer_steps(model, layer))
    hooks = tuple(
        Listener(layer.name, place_of(one.hook.span), tidy(one.hook.span.text.split("\n")[0]))
        for one in model.hooks
        if one.layer is layer and not one.owner
    )
    return Account(f"{layer.kind} {layer.name}", section.head.title.value, steps, (), hooks, place_of(section.head.span))


# ------------------------------------------------------------------------------------------------------------------ text
def text(account: Account, style: Style) -> str:
    return "".join(f"{line}\n" for line in _lines(account, style))


def _lines(account: Account, style: Style) -> Iterator[str]:
    title = f'  "{printable(account.title)}"' if account.title else ""
    yield style.paint(printable(account.name), "bold") + title
    if account.place is not None:
        yield "  " + style.paint(printable(str(account.place)), "dim")
    if account.doc:
        yield from ("", f"  known to the machine: {printable(account.doc)}")
    yield from _steps(account, style)
    if account.now:
        yield from ("", "  " + style.paint("now", "bold"))
        for piece in account.now:
            yield from (f"    {printable(line)}" for line in piece.lines[:-1])
            origin = style.paint(printable(f"   ← {piece.layer}, {piece.place}"), "dim") if piece.layer != account.steps[0][1].layer else ""
            yield f"    {printable(piece.lines[-1])}{origin}"
    elif account.gone:
        yield from ("", "  " + style.paint("now", "bold"), "    it is there no more")
    if account.hooks:
        yield from ("", "  " + style.paint("hooks" if account.place is not None else "hooks on it", "bold"))
        wide = max(len(str(hook.place)) for hook in account.hooks)
        for hook in account.hooks:
            layer = "" if account.place is not None else f"  ({hook.layer})"
            yield f"    {style.paint(printable(str(hook.place)).ljust(wide), 'dim')}  {printable(hook.line)}{printable(layer)}"


def _steps(account: Account, style: Style) -> Iterator[str]:
    if account.steps:
        yield ""
    wide = max((len(str(step.place)) for _, step in account.steps), default=0)
    named = max((len(step.layer) for _, step in account.steps), default=0)
    for whose, step in account.steps:
        inline = _inline(step)
        who = "" if account.place is not None else step.layer.ljust(named) + "  "
        what = printable(f"{who}{step.what}{f' {whose}' if whose else ''}{f'  {inline}' if inline else ''}")
        yield f"  {style.paint(printable(str(step.place)).ljust(wide), 'dim')}  {what}"
        if not inline:
            yield from ("      " + _coloured(line, style) for line in step.marked)


def _inline(step: Step) -> str:
    """`200`, `200 → 400`: a small change in one line."""
    marks = [line[:2] for line in step.marked]
    said = [line[2:].removeprefix("value ") for line in step.marked]
    if marks == ["+ "] and step.what == "declared":
        return said[0]
    if marks == ["- ", "+ "]:
        shown = f"{said[0]} → {said[1]}"
        return shown if len(shown) <= _INLINE else ""
    return ""


def _coloured(line: str, style: Style) -> str:
    colour = {"- ": "red", "+ ": "green"}.get(line[:2], "dim")
    return style.paint(printable(line), colour)


# ------------------------------------------------------------------------------------------------------------------ JSON
def document(account: Account) -> Json:
    told: Json = {"name": account.name, "title": account.title}
    if account.place is not None:
        told |= _place(account.place)
    told |= {"gone": account.gone, "doc": account.doc}
    told["steps"] = [
        ({"of": whose} if whose else {}) | {"layer": step.layer, "what": step.what} | _place(step.place) | {"lines": list(step.marked)}
        for whose, step in account.steps
    ]
    told["now"] = [{"layer": piece.layer, **_place(piece.place), "lines": list(piece.lines)} for piece in account.now]
    told["hooks"] = [{"layer": hook.layer, **_place(hook.place), "line": hook.line} for hook in account.hooks]
    return told


def _place(place: Place) -> Json:
    return {"file": place.file, "line": place.line}
