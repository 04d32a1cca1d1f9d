"""How many there may be of what a game declares: the machine lays out its state from these numbers.

A number beyond its bound is reported and cut, so that no later stage needs to fear for its time or memory.
"""

from __future__ import annotations

from dataclasses import replace

from rulelang.check.model import Entry, Model
from rulelang.diagnostics import Diagnostics
from rulelang.source import Span
from rulelang.syntax import ast

MOST_PLAYERS = 16
MOST_DICE = 20
MOST_COPIES = 100
MOST_ACTIONS = 10_000
MOST_THINGS = 2_000
MOST_STEPS = 100


def keep_bounds(model: Model, diagnostics: Diagnostics) -> None:
    """Cuts what is beyond its bound."""
    _players(model, diagnostics)
    if model.dice is not None:
        count = _cut(model.dice.value.count, 1, MOST_DICE, "dice are thrown together", model.dice.span, diagnostics)
        model.dice.value = replace(model.dice.value, count=count)
    for _, entry in model.values_of("card"):
        copies = _cut(entry.value.copies, 1, MOST_COPIES, "copies of a card are made", entry.span, diagnostics)
        entry.value = entry.value if copies == entry.value.copies else replace(entry.value, copies=copies)
    for _, entry in model.values_of("moment"):
        most: int | None = entry.value.most
        if most is not None and most != (least := _cut(most, 1, MOST_ACTIONS, "actions are done in a moment", entry.span, diagnostics)):
            entry.value = replace(entry.value, most=least)
    for _, entry in model.values_of("ladder"):
        _ladder(entry, model, diagnostics)
    places = model.of("place")
    if len(places) > MOST_THINGS:
        extra = list(places)[MOST_THINGS:]
        _say(len(places), 1, MOST_THINGS, "spaces and things are in a game", places[extra[0]].span, diagnostics)
        for name in extra:
            del places[name]
            del model.of("row")[name]


def _players(model: Model, diagnostics: Diagnostics) -> None:
    low, high = model.players
    if 1 <= low <= high <= MOST_PLAYERS:
        return
    place = next((x.section.head.span for x in reversed(model.layers) if x.section and x.section.head.players == model.players), None)
    if place is not None:
        _say(high if high > MOST_PLAYERS else low, 1, MOST_PLAYERS, "players play a game", place, diagnostics)
    model.players = (max(1, min(low, MOST_PLAYERS)), max(1, min(high, MOST_PLAYERS)))


def _ladder(entry: Entry, model: Model, diagnostics: Diagnostics) -> None:
    """Numbers of steps that are written; those of settings are cut by `steps_of`."""
    steps: list[ast.LadderStep] = []
    for step in entry.value.steps:
        count = step.count
        if count is not None:
            count = _cut(count, 1, MOST_STEPS, "steps are of one piece", step.span, diagnostics)
        up_to = step.up_to
        if isinstance(up_to, ast.Num):
            up_to = replace(up_to, value=_cut(up_to.value, 1, MOST_STEPS, "steps are of one piece", up_to.span, diagnostics))
        elif isinstance(up_to, ast.Noun):
            _setting_of_steps(up_to, model, diagnostics)
        steps.append(replace(step, count=count, up_to=up_to))
    entry.value = replace(entry.value, steps=tuple(steps))


def _setting_of_steps(node: ast.Noun, model: Model, diagnostics: Diagnostics) -> None:
    """A setting that says how many steps there are: its values and its range are bounded."""
    entry = model.find("setting", node.path.words[0].text)
    if entry is None:
        return
    setting: ast.Setting = entry.value
    high = setting.high
    if high is not None:
        high = _cut(high, 1, MOST_STEPS, "steps are of one piece", setting.span, diagnostics)
    values = tuple(
        replace(v, value=_cut(v.value, 0, MOST_STEPS, "steps are of one piece", v.span, diagnostics)) if isinstance(v, ast.Num) else v
        for v in setting.values
    )
    entry.value = replace(setting, high=high, values=values)


def _cut(value: int, low: int, high: int, what: str, span: Span, diagnostics: Diagnostics) -> int:
    if low <= value <= high:
        return value
    _say(value, low, high, what, span, diagnostics)
    return max(low, min(value, high))


def _say(value: int, low: int, high: int, what: str, span: Span, diagnostics: Diagnostics) -> None:
    least = f"{low} to {high:,}" if low else f"at most {high:,}"
    diagnostics.error("out-of-bounds", f"{least} {what}, not {value:,}", span, help="choose a number within these bounds")
