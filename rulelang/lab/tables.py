"""Odds as tables for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from rulelang.lab.untold import ANY
from rulelang.play.tables import write_table
from rulelang.play.values import Values
from rulelang.play.wording import wording
from rulelang.report.style import printable

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.lab.odds import Odds, Rest
    from rulelang.lab.untold import Reading

T = TypeVar("T")


def write_odds(program: Program, odds: Odds, stream: TextIO) -> None:
    words = wording()
    values = Values(program, [], words)
    say = words.say
    strategy = program.strategies[odds.strategy].title if odds.strategy else say("odds.nobody")
    stream.write(printable(say("odds.head", title=program.title, strategy=strategy)) + "\n")
    stream.write(say("odds.size", states=f"{odds.states:,}", ways=f"{odds.ways:,}") + "\n")
    stream.write(say("odds.replaced" if odds.replaced else "odds.kept_out") + "\n")
    if odds.games:
        stream.write(say("odds.ends", throws=f"{1 / odds.games:.3f}") + "\n")
    stream.write("\n")

    rows = [[str(rest.space), _place(program, values, rest), _percent(rest.share)] for rest in odds.rests]
    write_table(stream, say("odds.spaces"), [say("show.number"), say("odds.space"), say("odds.share")], rows, (0, 2))
    if odds.groups:
        rows = [[values.text("group", group), _percent(share)] for group, share in sorted(odds.groups.items())]
        write_table(stream, say("odds.groups"), [say("show.group"), say("odds.share")], rows, (1,))

    rows = [[say("odds.turns"), f"{odds.turns:.4f}"]]
    if odds.laps:
        rows.append([say("odds.laps"), f"{odds.laps:.5f}"])
    for table, left_out, key in ((odds.gains, odds.untold.gains, "odds.gain"), (odds.costs, odds.untold.costs, "odds.cost")):
        for purpose, rate in table.items():
            figure = f"{rate:.3f}"
            if purpose in left_out or ANY in left_out:
                figure = say("odds.at_least", figure=figure)
            rows.append([say(key, purpose=_purpose(values, purpose)), figure])
    for mark, rate in odds.marks.items():
        figure = f"{rate:.5f}"
        rows.append([program.marks[mark], say("odds.at_least", figure=figure) if mark in odds.untold.marks else figure])
    write_table(stream, say("odds.rates"), [say("odds.what"), say("odds.a_throw")], rows, (1,))
    if rows := list(_untold(program, values, odds)):
        write_table(stream, say("odds.untold"), [say("odds.what"), say("odds.reads"), say("odds.where")], rows)

    if odds.incomes:
        rows = [
            [
                values.text("group", one.group),
                one.step,
                f"{one.a_throw:.3f}",
                "" if one.cost is None else values.money(one.cost),
                "" if one.throws_to_earn_back is None else f"{one.throws_to_earn_back:.1f}",
            ]
            for one in odds.incomes
        ]
        headers = [say("show.group"), say("odds.step"), say("odds.income"), say("odds.price"), say("odds.earned_back")]
        write_table(stream, say("odds.incomes"), headers, rows, (2, 3, 4))


def _purpose(values: Values, purpose: int) -> str:
    if purpose == ANY:
        return values.wording.say("odds.any_purpose")
    return values.text("purpose", purpose) if purpose >= 0 else values.wording.say("word.money")


def _untold(program: Program, values: Values, odds: Odds) -> Iterator[list[str]]:
    """What is left out: its name, what it reads, and the line that does."""
    say, left_out = values.wording.say, odds.untold

    def row(name: str, readings: list[Reading]) -> list[str]:
        first = readings[0]
        where = f"{first.origin.file}:{first.origin.line}"
        more = len({(reading.origin.file, reading.origin.line) for reading in readings}) - 1
        return [name, first.what, say("odds.and_more_lines", where=where, count=more) if more else where]

    for purpose, readings in sorted(left_out.gains.items()):
        both = left_out.costs.get(purpose) == readings
        yield row(say("odds.both" if both else "odds.gain", purpose=_purpose(values, purpose)), readings)
    for purpose, readings in sorted(left_out.costs.items()):
        if left_out.gains.get(purpose) != readings:
            yield row(say("odds.cost", purpose=_purpose(values, purpose)), readings)
    for mark, readings in sorted(left_out.marks.items()):
        yield row(program.marks[mark], readings)


def _place(program: Program, values: Values, rest: Rest) -> str:
    title = values.text("space", rest.space) if rest.space >= 0 else values.wording.say("odds.off_board")
    return values.wording.say("odds.with_state", space=title, state=values.wording.listed(list(rest.state))) if rest.state else title


def _percent(share: float) -> str:
    return f"{100 * share:.4f}%"


def as_json(program: Program, odds: Odds) -> dict[str, Any]:
    """Shares and rates per throw, under the ids of the program (`spec/22-odds.md`)."""
    things = program.domains["thing"].names
    groups = program.domains["group"].names if "group" in program.domains else ()
    purposes = program.domains["purpose"].names if "purpose" in program.domains else ()

    def named(table: dict[int, T], names: tuple[str, ...]) -> dict[str, T]:
        return {names[index] if index >= 0 else "*" if index == ANY else "": value for index, value in table.items()}

    return {
        "format": "rulelang/odds/1",
        "edition": program.edition,
        "variants": list(program.variants),
        "rules_hash": program.rules_hash,
        "strategy": odds.strategy,
        "cards": "replaced" if odds.replaced else "kept-out",
        "states": odds.states,
        "ways": odds.ways,
        "games_end": odds.ends,
        "rests": [
            {"space": things[rest.space] if rest.space >= 0 else None, "state": list(rest.state), "share": rest.share}
            for rest in odds.rests
        ],
        "landings": {things[space]: rate for space, rate in odds.landings.items()},
        "groups": named(odds.groups, groups),
        "turns": odds.turns,
        "laps": odds.laps,
        "games": odds.games,
        "gains": named(odds.gains, purposes),
        "costs": named(odds.costs, purposes),
        "marks": {program.marks[mark]: rate for mark, rate in odds.marks.items()},
        "unanswered": {
            "gains": named(_readings(odds.untold.gains), purposes),
            "costs": named(_readings(odds.untold.costs), purposes),
            "marks": named(_readings(odds.untold.marks), program.marks),
        },
        "incomes": [
            {
                "group": groups[one.group],
                "step": one.step,
                "a_throw": one.a_throw,
                "cost": one.cost,
                "throws_to_earn_back": one.throws_to_earn_back,
            }
            for one in odds.incomes
        ],
    }


def _readings(table: dict[int, list[Reading]]) -> dict[int, list[dict[str, Any]]]:
    return {
        index: [
            {"reads": reading.what or None, "rule": reading.origin.rule, "file": reading.origin.file, "line": reading.origin.line}
            for reading in readings
        ]
        for index, readings in table.items()
    }
