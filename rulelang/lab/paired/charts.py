"""Contrasts as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulelang.lab.many.charts import ONE, OTHER, board, drawing, telling, text_of
from rulelang.lab.many.figures import Unit
from rulelang.lab.many.naming import Names
from rulelang.lab.many.summing import SPREAD, Scalar
from rulelang.lab.paired.contrasts import Contrast, only
from rulelang.lab.paired.pairing import Pairs
from rulelang.lab.paired.verdict import Sides, title_of, winners

_MOST = 18


def charts(pairs: Pairs, found: Sequence[Contrast], names: Names, sides: Sides) -> Iterator[tuple[str, str]]:
    """(title, SVG) of two sides."""
    say = names.wording.say
    changes = _changes(found)
    if changes:
        yield say("compare.chart_changes"), _forest(changes, names)
    if any(pairs.sums[side].values[SPREAD.index(Scalar.ROUNDS_ENDED)] for side in (0, 1)):
        yield say("compare.chart_over"), _over(pairs, names, sides)
    wins = winners(found, names)
    if len(wins) > 1:
        yield say("simulate.chart_wins"), _wins(wins, names, sides)
    landings = {one.column.roles[0].value: one for one in found if one.measure == "landings" and one.key[1] and one.key[1][0][0] == "to"}
    if landings and pairs.plans[0].program.spaces == names.plan.program.spaces:
        yield say("compare.chart_board"), _board(landings, names)


def _changes(found: Sequence[Contrast]) -> list[Contrast]:
    """Relative changes of whole measures that are known to some degree, the strongest first."""
    shown = [one for one in found if one.whole and one.measure != "ended" and one.change is not None and one.change_high is not None]
    shown = [one for one in shown if (one.change_high or 0.0) - (one.change or 0.0) < 0.5 and abs(one.change or 0.0) < 3]
    return sorted(shown, key=lambda one: -abs(one.effect))[:_MOST]


def _forest(shown: Sequence[Contrast], names: Names) -> str:
    """Changes with their intervals; pale where they are not decided."""
    canvas, axes = drawing(7.5, 0.8 + 0.28 * len(shown))
    for place, one in enumerate(shown):
        change, low, high = (100 * (value or 0.0) for value in (one.change, one.change_low, one.change_high))
        colour = ONE if one.decided else "#9aa5b1"
        axes.plot([low, high], [place, place], color=colour, linewidth=2)
        axes.plot([change], [place], "o", color=colour, markersize=5)
    axes.set_yticks(range(len(shown)), [title_of(one, names) for one in shown])
    axes.axvline(0, color=OTHER, linewidth=1)
    axes.invert_yaxis()
    axes.set_xlabel("%")
    return text_of(canvas)


def _over(pairs: Pairs, names: Names, sides: Sides) -> str:
    """The share of the games that are still played after so many rounds."""
    canvas, axes = drawing(7.5, 2.8)
    for side, (title, colour) in enumerate(((sides.first, ONE), (sides.second, OTHER))):
        sums = pairs.sums[side]
        values = sorted(sums.values[SPREAD.index(Scalar.ROUNDS_ENDED)].items())
        left, rounds, shares = sums.games, [0], [100.0]
        for value, games in values:
            left -= games
            rounds.append(value)
            shares.append(100 * left / sums.games)
        axes.step(rounds, shares, where="post", color=colour, label=title)
    axes.set_xlabel(names.wording.say("simulate.round"))
    axes.set_ylabel("%")
    axes.set_ylim(0, 102)
    axes.legend(frameon=False, fontsize=8)
    return text_of(canvas)


def _wins(wins: Sequence[Contrast], names: Names, sides: Sides) -> str:
    canvas, axes = drawing(7.5, 0.9 + 0.5 * len(wins))
    for offset, title, colour, estimates in (
        (-0.2, sides.first, ONE, [one.first for one in wins]),
        (0.2, sides.second, OTHER, [one.second for one in wins]),
    ):
        halves = [100 * ((one.high or one.mean) - one.mean) for one in estimates]
        means = [100 * one.mean for one in estimates]
        places = [place + offset for place in range(len(wins))]
        drawn = axes.barh(places, means, height=0.36, color=colour, xerr=halves, capsize=2, label=title)
        telling(drawn, (f"{title}: {names.about(Unit.share, estimate)}" for estimate in estimates))
    axes.set_yticks(range(len(wins)), [names.text(one.column.roles[0]) for one in wins])
    axes.invert_yaxis()
    axes.set_xlabel("%")
    canvas.legend(loc="outside upper center", ncols=2, frameon=False, fontsize=8)
    return text_of(canvas)


def _board(landings: Mapping[int, Contrast], names: Names) -> str:
    """The second side's board: how many more or fewer of a hundred landings are on each space. Landings themselves would tell of little but
    of how long games are."""
    first, second = (sum(means) for means in zip(*((one.first.mean, one.second.mean) for one in landings.values()), strict=True))
    shifts = [0.0] * names.plan.program.spaces
    for space, one in landings.items():
        shifts[space] = 100 * ((one.second.mean / second if second else 0.0) - (one.first.mean / first if first else 0.0))
    widest = max(map(abs, shifts)) or 1.0
    say = names.wording.say
    told = [say("compare.minus" if shift < 0 else "compare.plus", number=names.wording.decimal(abs(shift), 2)) for shift in shifts]
    # The ends of the scale are too dark for what is written there.
    return board(names, told, [0.5 + 0.4 * shift / widest for shift in shifts], "RdBu_r")


def sweep_chart(names: Names, setting: str, values: Sequence[str], sides: Sequence[Sequence[Contrast]]) -> str:
    """Rounds for each value of a setting."""
    canvas, axes = drawing(7.5, 2.8)
    shown = [(value, one) for value, found in zip(values, sides, strict=True) if (one := only(found, "rounds")) is not None]
    numbers = [float(value) for value, _ in shown]
    means = [one.second.mean for _, one in shown]
    halves = [(one.second.high or one.second.mean) - one.second.mean for _, one in shown]
    axes.errorbar(numbers, means, yerr=halves, color=ONE, marker="o", markersize=4, capsize=3)
    axes.set_xlabel(setting)
    axes.set_ylabel(names.wording.say("simulate.rounds"))
    return text_of(canvas)
