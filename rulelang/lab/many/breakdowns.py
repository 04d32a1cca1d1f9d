"""Tables that split further what others tell as a whole: money by purpose and payer, receiver or thing; measures by whatever an author
splits them by."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.program import Measure
from rulelang.lab.many.figures import Figure, Figures, Role
from rulelang.lab.many.further import is_thing
from rulelang.lab.many.naming import Names
from rulelang.lab.many.shown import Shown, table


def seat_role(measure: Measure) -> str:
    """By which of its roles a measure stands beside the players at the table: the last that can be a player; "": by none. The first is who
    does it, which a measure of its own may count as well."""
    return next((role for role, type_ in reversed([*zip(measure.by, measure.types, strict=True)]) if type_ in ("player", "holder")), "")


def splits(figures: Figures, names: Names) -> Iterator[Shown]:
    """A table for each role of a measure that is not a thing. What all stands beside the players is not told again."""
    program, say = names.plan.program, names.wording.say
    seats = range(names.plan.players)
    for measure in program.measures:
        for role, type_ in zip(measure.by, measure.types, strict=True):
            found = figures.of(f"measure {measure.name}", role)
            told = [figure for figure in found if figure.estimate.mean]
            beside = role == seat_role(measure) and all(figure.by[0].value in seats for figure in told)
            if is_thing(program, type_) or beside or not told:
                continue
            word = str(names.values.texts.word(role))
            rows = [
                [names.text(figure.by[0]), names.mean(figure.unit, figure.estimate), names.interval(figure.unit, figure.estimate)]
                for figure in found
            ]
            title = say("simulate.split", measure=names.title(measure), role=word)
            yield table(f"{measure.name}-{role}", title, [word, say("simulate.mean"), say("simulate.interval")], rows)


def flows(figures: Figures, names: Names) -> Iterator[Shown]:
    """Money by purpose: who pays it, who gets it, for what."""
    say = names.wording.say
    yield from _crossed(figures, names, "paid", "payer", say("simulate.by_payer"))
    yield from _crossed(figures, names, "received", "receiver", say("simulate.by_receiver"))
    yield from _crossed(figures, names, "money for", "thing", say("simulate.by_thing"), turned=True)


def _crossed(figures: Figures, names: Names, measure: str, role: str, title: str, *, turned: bool = False) -> Iterator[Shown]:
    """A row for each purpose and a column for each value of the role; `turned`: the other way round."""
    found: dict[tuple[Role, Role], Figure] = {}
    for figure in figures.of(measure, "purpose", role):
        if figure.estimate.mean and figure.by[1].value >= 0:
            found[(figure.by[1], figure.by[0]) if turned else (figure.by[0], figure.by[1])] = figure
    if not found:
        return
    downwards, across = (sorted({pair[side] for pair in found}, key=lambda one: one.value) for side in (0, 1))
    rows = []
    for down in downwards:
        cells = [found.get((down, other)) for other in across]
        rows.append([names.text(down), *("" if cell is None else names.about(cell.unit, cell.estimate) for cell in cells)])
    header = names.wording.say("simulate.thing" if turned else "simulate.purpose")
    yield table(f"{measure.replace(' ', '-')}-{role}", title, [header, *(names.text(other) for other in across)], rows)
