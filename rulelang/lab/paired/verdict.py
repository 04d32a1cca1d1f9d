"""The answer in sentences: how much longer, what is left unfinished, which seat gains, what changes most. Where the games do not decide,
that is what is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isinf

from rulelang.lab.many.figures import Unit
from rulelang.lab.many.naming import Names
from rulelang.lab.many.running import Stop
from rulelang.lab.paired.contrasts import Contrast, only
from rulelang.lab.paired.pairing import Pairs

MOST_NAMED = 5
SMALL = 0.1
"""Effects below are not worth a sentence."""
_NEARLY = 0.999
_LENGTHS = ("rounds", "turns", "throws", "minutes", "decisions")
_SAID = (*_LENGTHS, "ended", "wins", "endings")


@dataclass(frozen=True, slots=True)
class Sides:
    """What the sides are called (`first`, `second`), and `what` makes the second other than the first. `edition`: both are this one.
    `told`: what the second is called where there is room for more than over a column."""

    first: str
    second: str
    what: str
    edition: str = ""
    told: str = ""


def head(pairs: Pairs, names: Names, sides: Sides) -> Iterator[str]:
    """What was played."""
    say = names.wording.say
    yield say(
        "compare.head_of_one" if sides.edition else "compare.head",
        edition=sides.edition,
        first=sides.first,
        second=sides.told or sides.second,
        games=say("compare.pairs", count=pairs.games, number=names.wording.number(pairs.games)),
        **names.seated(),
    )
    yield from names.circumstances()
    if pairs.dropped:
        yield say("compare.dropped", count=pairs.dropped)
    if pairs.stop is not Stop.none:
        yield say("compare.partial")


def answers(pairs: Pairs, found: Sequence[Contrast], names: Names, what: str) -> Iterator[str]:
    """What came of it."""
    yield from _length(pairs, found, names, what)
    yield from _unfinished(pairs, found, names)
    yield from _winners(winners(found, names), names)
    yield from _most(found, names)


def percent(names: Names, part: float, spread: float) -> str:
    return names.number(Unit.share, part, spread)


def _length(pairs: Pairs, found: Sequence[Contrast], names: Names, what: str) -> Iterator[str]:
    say = names.wording.say
    length, ended = only(found, "rounds"), only(found, "ended")
    if ended is None:
        return  # All were broken off after the same number of rounds: that says nothing of their length.
    if length is None or length.change is None or length.change_low is None or length.change_high is None:
        return
    half = (length.change_high - length.change_low) / 2
    low, high = length.change_low, length.change_high
    values = {
        "what": what,
        "first": names.mean(Unit.number, length.first),
        "second": names.mean(Unit.number, length.second),
    }
    if not length.difference.deviation and not length.difference.mean:
        all_end = ended.first.mean == ended.second.mean == 1
        yield say("compare.same_length" if all_end else "compare.same_as_far", what=what)
    elif not length.decided:
        yield say(
            "compare.length_open",
            what=what,
            count=pairs.games,
            games=names.wording.number(pairs.games),
            low=_signed(names, low, half),
            high=_signed(names, high, half),
        )
    elif length.change > 0:
        yield say(
            "compare.longer",
            **values,
            change=percent(names, length.change, half),
            low=percent(names, low, half),
            high=percent(names, high, half),
        )
    else:
        yield say(
            "compare.shorter",
            **values,
            change=percent(names, -length.change, half),
            low=percent(names, -high, half),
            high=percent(names, -low, half),
        )
    minutes = only(found, "minutes")
    if minutes is None or not minutes.decided or minutes.change is None or minutes.change_low is None or minutes.change_high is None:
        return
    if not length.decided or (minutes.change > 0) != (length.change > 0):
        half = (minutes.change_high - minutes.change_low) / 2
        yield say(
            "compare.minutes_more" if minutes.change > 0 else "compare.minutes_less",
            change=percent(names, abs(minutes.change), half),
            minutes=names.number(Unit.minutes, abs(minutes.difference.mean), 2),
        )


def _unfinished(pairs: Pairs, found: Sequence[Contrast], names: Names) -> Iterator[str]:
    ended = only(found, "ended")
    rounds = pairs.plans[0].last_round
    if ended is None:
        yield names.wording.say("compare.none_ends", rounds=rounds or 0)
        return
    if ended.first.mean > _NEARLY and ended.second.mean > _NEARLY:
        return
    yield names.wording.say(
        "compare.unfinished",
        first=percent(names, 1 - ended.first.mean, 0.01),
        second=percent(names, 1 - ended.second.mean, 0.01),
        rounds=rounds or 0,
    )


def winners(found: Sequence[Contrast], names: Names) -> list[Contrast]:
    """Wins of those whose wins are asked about: at a position, or where they decide differently, the players; else the seats."""
    plan = names.plan
    asked = "player" if plan.beginning is not None or len(set(plan.strategies)) > 1 else "seat"
    return wins_by(found, asked)


def wins_by(found: Sequence[Contrast], role: str) -> list[Contrast]:
    """Wins, split so."""
    return [one for one in found if one.measure == "wins" and one.column.roles[0].name == role]


def _winners(wins: Sequence[Contrast], names: Names) -> Iterator[str]:
    if len(wins) < 2:
        return
    say = names.wording.say
    moved = [one for one in wins if one.decided]
    if not moved:
        bounds = [max(abs(one.difference.low or 0.0), abs(one.difference.high or 0.0)) for one in wins]
        nobody = "compare.no_player" if wins[0].column.roles[0].name == "player" else "compare.no_seat"
        yield say(nobody, points=_points(names, max(bounds)))
    for one in sorted(moved, key=lambda one: -abs(one.difference.mean)):
        more = one.difference.mean > 0
        low, high = one.difference.low or 0.0, one.difference.high or 0.0
        yield say(
            "compare.wins_more" if more else "compare.wins_less",
            player=names.text(one.column.roles[0]),
            points=_points(names, abs(one.difference.mean)),
            low=_points(names, low if more else -high),
            high=_points(names, high if more else -low),
            first=names.mean(Unit.share, one.first),
            second=names.mean(Unit.share, one.second),
        )


def _most(found: Sequence[Contrast], names: Names) -> Iterator[str]:
    """What else changes, the strongest effects first. What is rarely there at all is no change worth a sentence, nor is what changes as the
    length of games does."""
    say = names.wording.say
    length = only(found, "rounds")
    changed = [one for one in found if one.decided and one.whole and one.measure not in _SAID and abs(one.effect) >= SMALL]
    changed = [one for one in changed if length is None or not _follows(one, length)]
    for one in sorted(changed, key=lambda one: -abs(one.effect))[:MOST_NAMED]:
        title = title_of(one, names)
        if one.change is None or one.change_low is None or one.change_high is None or isinf(one.effect) or one.change > 4:
            yield say("compare.from_to", what=title, first=names.mean(one.unit, one.first), second=names.mean(one.unit, one.second))
            continue
        half = (one.change_high - one.change_low) / 2
        more = one.change > 0
        yield say(
            "compare.more" if more else "compare.less",
            what=title,
            change=percent(names, abs(one.change), half),
            low=percent(names, one.change_low if more else -one.change_high, half),
            high=percent(names, one.change_high if more else -one.change_low, half),
        )
    if not changed:
        yield say("compare.nothing_else")


def _follows(one: Contrast, length: Contrast) -> bool:
    """Whether a measure changes by as much as the length of games does, as far as they tell: a round has as much of it as before."""
    if one.change_low is None or one.change_high is None or length.change_low is None or length.change_high is None:
        return False
    return length.decided and one.change_low <= length.change_high and one.change_high >= length.change_low


def title_of(contrast: Contrast, names: Names) -> str:
    """What a measure is called, with what it is split by."""
    measure = contrast.measure
    if measure.startswith("measure "):
        name = measure.removeprefix("measure ")
        title = names.title(next(one for one in names.plan.program.measures if one.name == name))
    else:
        title = names.measure(measure)
    if not contrast.column.roles:
        return title
    return names.wording.say("compare.split", measure=title, by=names.text(contrast.column.roles[0]))


def _points(names: Names, share: float) -> str:
    return names.wording.decimal(100 * share, 1)


def _signed(names: Names, part: float, spread: float) -> str:
    text = percent(names, abs(part), spread)
    return names.wording.say("compare.minus" if part < 0 else "compare.plus", number=text)
