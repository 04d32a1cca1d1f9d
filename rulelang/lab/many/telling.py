"""What comes first: sentences that answer before any table."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.lab.many.figures import Figures, Unit
from rulelang.lab.many.intervals import CONFIDENCE, Estimate, standard_errors
from rulelang.lab.many.naming import Names
from rulelang.lab.many.running import Stop
from rulelang.lab.many.summing import Scalar


def head(figures: Figures, names: Names) -> Iterator[str]:
    """What was played."""
    played, plan, say = figures.played, figures.plan, names.wording.say
    title = str(names.values.texts.name(plan.program.title))
    yield say(
        "simulate.head",
        title=title,
        games=say("simulate.games", count=played.games, number=names.wording.number(played.games)),
        **names.seated(),
    )
    yield from names.circumstances()
    if played.stop is not Stop.none:
        number = names.wording.number
        yield say("simulate.partial", games=number(played.games), asked=number(played.asked))


def answers(figures: Figures, names: Names) -> Iterator[str]:
    """What came of it."""
    plan, sums, say = figures.plan, figures.sums, names.wording.say
    if not sums.games:
        return
    if figures.ended:
        rounds, seconds = figures.spread("rounds"), figures.spread("minutes")
        number = names.wording.number
        yield say(
            "simulate.half",
            count=rounds.median,
            median=number(rounds.median),
            minutes=number(round(seconds.median / 60)),
            low=number(rounds.low),
            high=number(rounds.high),
        )
    if figures.ended < sums.games:
        ended = figures.one("ended")
        assert plan.last_round is not None
        if not figures.ended:
            yield say("simulate.never_ends", rounds=plan.last_round)
        elif ended.low is not None and ended.high is not None:
            unfinished = Estimate(ended.games, 1 - ended.mean, ended.deviation, 1 - ended.high, 1 - ended.low)
            yield say(
                "simulate.unfinished_after",
                share=names.mean(Unit.share, unfinished),
                rounds=plan.last_round,
                interval=names.interval(Unit.share, unfinished),
            )
    else:
        yield say("simulate.all_end")
    yield from _seats(figures, names)


def _seats(figures: Figures, names: Names) -> Iterator[str]:
    """Whether one seat wins more than its part of the games that are won. With different strategies at the table that is no question of
    seats."""
    plan, say = figures.plan, names.wording.say
    seats = figures.of("wins", "seat")
    won = sum(figure.estimate.mean for figure in seats)
    if plan.players < 2 or not won or (len(set(plan.strategies)) > 1 and not plan.rotate) or plan.beginning is not None:
        return
    even = won / plan.players
    # So many seats are looked at that one of them may stand out by chance: the intervals are made wider accordingly.
    wide = standard_errors(1 - (1 - CONFIDENCE) / plan.players)
    best = max(seats, key=lambda figure: figure.estimate.mean)
    apart = [figure for figure in seats if abs(figure.estimate.mean - even) > wide * figure.estimate.error]
    if not apart:
        yield say("simulate.seats_even")
        return
    yield say(
        "simulate.best_seat",
        player=names.text(best.by[0]),
        share=names.mean(Unit.share, best.estimate),
        interval=names.interval(Unit.share, best.estimate),
        even=names.number(Unit.share, even, 0.01),
    )


def notes(figures: Figures, names: Names, *, all_rows: bool = True) -> Iterator[str]:
    """What should be known about the figures: rules that could not go on, choices that were not legal, questions that nobody answers, rules
    that were never needed (`all_rows`: by name)."""
    sums, say = figures.sums, names.wording.say
    if sums.faulty:
        yield say("simulate.faulty", count=sums.faulty)
    illegal = sums.sums[Scalar.ILLEGAL]
    if illegal:
        yield say("simulate.illegal", count=illegal)
    unanswered = open_decisions(figures)
    if unanswered:
        words = dict.fromkeys(names.question(number) for number in unanswered)
        yield say("simulate.open", questions=names.wording.listed(list(words)))
    never = [names.text(figure.by[0]) for figure in figures.of("rules", "rule") if not figure.estimate.mean]
    if never and sums.games:
        yield say("simulate.never", rules=names.wording.joined(never)) if all_rows else say("simulate.never_so_many", count=len(never))


def open_decisions(figures: Figures) -> list[int]:
    """Decisions that were asked, and to which a strategy at the table has no answer: the default was taken."""
    program = figures.plan.program
    asked = [figure.by[0].value for figure in figures.of("decisions", "decision") if figure.estimate.mean > 0]
    strategies = [program.strategies[name] for name in figures.plan.names]
    return [number for number in asked if any(number not in strategy.answers for strategy in strategies)]
