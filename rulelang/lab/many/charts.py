"""Figures as pictures: SVG drawn by matplotlib, without a screen and without the date, so that the same figures give the same text."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from rulelang.engine.tallies import ROUNDS
from rulelang.lab.many.figures import Figures, Role, Unit
from rulelang.lab.many.naming import Names

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

_STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.axisbelow": True,
    "svg.fonttype": "none",
    "text.parse_math": False,  # names may hold signs of money
    "svg.hashsalt": "rulelang",
}
ONE, OTHER = "#2f6f8f", "#c8553d"


def charts(figures: Figures, names: Names) -> Iterator[tuple[str, str]]:
    """(title, SVG) of each picture for which there is something to draw."""
    say = names.wording.say
    drawn: list[tuple[str, Callable[[Figures, Names], str]]] = []
    if figures.ended:
        drawn.append((say("simulate.chart_length"), _length))
        drawn.append((say("simulate.chart_wins"), _wins))
    if len(figures.of("reached", "round")) > 1:
        drawn.append((say("simulate.chart_money"), _money))
    if figures.of("landings", "to"):
        drawn.append((say("simulate.chart_board"), _board))
    if figures.of("paid", "purpose"):
        drawn.append((say("simulate.chart_purposes"), _purposes))
    for title, draw in drawn:
        yield title, draw(figures, names)


def drawing(width: float, height: float) -> tuple[Drawing, Axes]:
    """An empty picture of that size in inches."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as New

    matplotlib.rcParams.update(_STYLE)
    canvas = New(figsize=(width, height), layout="constrained")
    FigureCanvasSVG(canvas)
    return canvas, canvas.add_subplot()


_TOLD = "told: "


def telling(marks: Iterable[Artist], texts: Iterable[str]) -> None:
    """Has each mark of a picture say its text where the mouse rests on it."""
    for mark, text in zip(marks, texts, strict=True):
        mark.set_gid(_TOLD + text)


def text_of(canvas: Drawing) -> str:
    """The picture as SVG that takes the room there is."""
    stream = io.StringIO()
    with warnings.catch_warnings():
        # Texts stay texts: whether a letter is in the font at hand is the reader's browser's affair.
        warnings.simplefilter("ignore", UserWarning)
        canvas.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    text = re.sub(rf'<g id="{_TOLD}([^"]*)">', r"<g><title>\1</title>", text[text.index("<svg") :])
    return re.sub(r'(<svg [^>]*?) width="[^"]*"', r"\1", re.sub(r'(<svg [^>]*?) height="[^"]*"', r"\1", text, count=1), count=1)


def _length(figures: Figures, names: Names) -> str:
    """How many games are over in each class of rounds."""
    spread = figures.spread("rounds")
    least, most = spread.classes[0][0], spread.classes[-1][0]
    width = max(1, ceil((most - least + 1) / 40))
    bars: dict[int, int] = {}
    for value, games in spread.classes:
        bars[(value - least) // width] = bars.get((value - least) // width, 0) + games
    canvas, axes = drawing(7.5, 2.6)
    starts = [least + index * width for index in bars]
    drawn = axes.bar(starts, list(bars.values()), width=0.9 * width, align="edge", color=ONE)
    classes = [f"{start}–{start + width - 1}" if width > 1 else f"{start}" for start in starts]
    telling(drawn, (f"{rounds}: {games}" for rounds, games in zip(classes, bars.values(), strict=True)))
    axes.axvline(spread.median, color=OTHER, linewidth=1)
    axes.set_xlabel(names.wording.say("simulate.rounds"))
    axes.set_ylabel(names.wording.say("simulate.chart_games"))
    return text_of(canvas)


def _wins(figures: Figures, names: Names) -> str:
    """Shares with their intervals, by seat; the line is an even share."""
    shown = figures.of("wins", "seat")
    canvas, axes = drawing(7.5, 0.9 + 0.35 * len(shown))
    labels = [names.text(figure.by[0]) for figure in shown]
    means = [100 * figure.estimate.mean for figure in shown]
    below = [100 * (figure.estimate.mean - (figure.estimate.low or 0.0)) for figure in shown]
    above = [100 * ((figure.estimate.high or figure.estimate.mean) - figure.estimate.mean) for figure in shown]
    drawn = axes.barh(labels, means, color=ONE, xerr=[[max(0.0, x) for x in below], [max(0.0, x) for x in above]], capsize=3)
    telling(drawn, (f"{label}: {names.about(figure.unit, figure.estimate)}" for label, figure in zip(labels, shown, strict=True)))
    axes.axvline(sum(means) / len(means), color=OTHER, linewidth=1)
    axes.invert_yaxis()
    axes.set_xlabel("%")
    return text_of(canvas)


def _money(figures: Figures, names: Names) -> str:
    """What each holder has, round by round, as long as one game in twenty is still played."""
    reached = {figure.by[0].value: figure.estimate.mean for figure in figures.of("reached", "round")}
    shown = [round_ for round_ in ROUNDS if reached.get(round_, 0.0) >= 0.05]
    lines: dict[int, dict[int, float]] = {}
    for figure in figures.of("money", "round", "holder"):
        lines.setdefault(figure.by[1].value, {})[figure.by[0].value] = figure.estimate.mean
    canvas, axes = drawing(7.5, 3.0)
    for holder, values in lines.items():
        rounds = [round_ for round_ in shown if round_ in values]
        axes.plot(rounds, [values[round_] for round_ in rounds], marker=".", label=names.text(Role("holder", "holder", holder)))
    axes.set_xlabel(names.wording.say("simulate.round"))
    axes.legend(frameon=False, fontsize=8)
    return text_of(canvas)


def _purposes(figures: Figures, names: Names) -> str:
    """What the players pay, by purpose."""
    players = figures.plan.players
    totals: dict[int, float] = {}
    for figure in figures.of("paid", "purpose", "payer"):
        if figure.by[1].value < players:
            totals[figure.by[0].value] = totals.get(figure.by[0].value, 0.0) + figure.estimate.mean
    shown = sorted(((amount, purpose) for purpose, amount in totals.items() if amount > 0), reverse=True)[:15]
    canvas, axes = drawing(7.5, 0.7 + 0.26 * max(1, len(shown)))
    labels = [names.text(Role("purpose", "purpose", purpose)) for _, purpose in shown]
    drawn = axes.barh(labels, [amount for amount, _ in shown], color=ONE)
    telling(drawn, (f"{label}: {names.number(Unit.money, amount)}" for label, (amount, _) in zip(labels, shown, strict=True)))
    axes.invert_yaxis()
    return text_of(canvas)


# ------------------------------------------------------------------------------------------------------------------ board
def _board(figures: Figures, names: Names) -> str:
    """The board, each space coloured by how often tokens land there."""
    landings = {figure.by[0].value: figure.estimate.mean for figure in figures.of("landings", "to")}
    often = [landings.get(space, 0.0) for space in range(figures.plan.program.spaces)]
    # From the least to the second most: where tokens are sent to stands out anyway, and would leave all others alike.
    ordered = sorted(often)
    least, most = ordered[0], ordered[-2:][0]
    parts = [min(1.0, (one - least) / (most - least)) if most > least else 0.5 for one in often]
    return board(names, [names.wording.decimal(one, 2) for one in often], [0.85 * part for part in parts], "YlOrRd")


def board(names: Names, told: Sequence[str], parts: Sequence[float], colours: str) -> str:
    """The board with a text for each space, each coloured by a part of a scale of colours, from 0 to 1: round a square if it is a loop,
    else line by line, as one reads."""
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    program = names.plan.program
    places, across, down = _layout(program.spaces, program.loop)
    canvas, axes = drawing(8.6, 8.6 * down / across)
    for space, (x, y) in enumerate(places):
        colour = colormaps[colours](parts[space])
        square = axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white", linewidth=1.5))
        name = names.text(Role("space", "space", space))
        telling([square], [f"{name}: {told[space]}"])
        ink = "white" if _brightness(colour) < 0.45 else "#222222"
        axes.text(x + 0.5, y + 0.42, _broken(name), ha="center", va="center", fontsize=6, color=ink, linespacing=0.95)
        axes.text(x + 0.5, y + 0.86, told[space], ha="center", va="center", fontsize=6.5, color=ink)
    axes.set_xlim(0, across)
    axes.set_ylim(down, 0)
    axes.set_aspect("equal")
    axes.axis("off")
    return text_of(canvas)


def _brightness(colour: tuple[float, ...]) -> float:
    """As the eye has it (ITU-R BT.601), from 0 to 1."""
    red, green, blue = colour[:3]
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _layout(spaces: int, loop: bool) -> tuple[list[tuple[int, int]], int, int]:
    """For each space the place of its square (from the left, from the top), and the size of the whole."""
    if loop and spaces >= 8:
        # Begins at the right below and goes clockwise, as boards are printed; the sides are as even as can be.
        side = ceil(spaces / 4)
        path = [(side - step, side) for step in range(side)]
        path += [(0, side - step) for step in range(side)]
        path += [(step, 0) for step in range(side)]
        path += [(side, step) for step in range(side)]
        return path[:spaces], side + 1, side + 1
    across = min(spaces, 10) or 1
    return [(space % across, space // across) for space in range(spaces)], across, ceil(spaces / across) or 1


def _broken(title: str, width: int = 11, lines: int = 4) -> str:
    """A title in short lines."""
    import textwrap

    return "\n".join(textwrap.wrap(title, width, max_lines=lines, placeholder=" …"))
