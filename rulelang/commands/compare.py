"""`rulelang compare A B`: the same games under other rules, and what that changes."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import (
    Format,
    From,
    LastRound,
    Locale,
    Players,
    Rotate,
    Seed,
    Settings,
    Strategies,
    Threads,
    Variants,
)
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.commands.matches import Match, Wishes
    from rulelang.lab.paired.pairing import Pairs
    from rulelang.play.wording import Wording

BLOCK = 1000
"""Pairs that are played before it is looked at how many more it takes."""


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="An edition, or EDITION+VARIANT+SETTING=VALUE.", show_default=False)],
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="B", help="What to compare it with; else say --variant, --set, --sweep, --what-if or --screen.", show_default=False
        ),
    ] = None,
    variant: Variants = None,
    set: Settings = None,
    sweep: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=LOW..HIGH:STEP", help="One setting at many values, such as start_money=500..2500:250.", show_default=False
        ),
    ] = None,
    from_: From = None,
    what_if: Annotated[
        str | None,
        typer.Option(
            metavar="STEPS", help='With --from: what somebody does first, such as "ann trades old for 40 with bob".', show_default=False
        ),
    ] = None,
    screen: Annotated[bool, typer.Option("--screen", help="Try all bundled variants that fit, alone and in pairs.")] = False,
    budget: Annotated[int, typer.Option(metavar="SECONDS", min=1, help="With --screen: how long, compiling included.")] = 120,
    players: Players = None,
    strategy: Strategies = None,
    seed: Seed = 1,
    rounds: LastRound = 200,
    rotate: Rotate = False,
    precision: Annotated[
        str, typer.Option(metavar="PERCENT", help="Play until the change in rounds is known to so much, either way.")
    ] = "1%",
    most_games: Annotated[int, typer.Option(metavar="N", min=2, help="… but no more games than that on a side.")] = 50_000,
    games: Annotated[int | None, typer.Option(metavar="N", min=2, help="Just so many, whatever the precision.", show_default=False)] = None,
    threads: Threads = None,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Write a report there: HTML, JSON, Parquet.", show_default=False)] = None,
    format: Annotated[Format, typer.Option("--format", help="Sentences and tables, or JSON.")] = Format.text,
    all_: Annotated[bool, typer.Option("--all", help="What is not decided as well, and long tables to their end.")] = False,
    locale: Locale = None,
) -> int:
    """Play the same games under two sets of rules: how much longer, who gains, what changes.

    B is another edition, or A with variants or settings (--variant, --set), at many values of a setting (--sweep), after something else has
    happened (--what-if), or with every bundled variant in turn (--screen).
    """
    from rulelang.commands.matches import Wishes, matched
    from rulelang.commands.writing import ready
    from rulelang.lab.many.working import processors

    wanted = precision_of(precision)
    wishes = Wishes(players, tuple(strategy or ()), seed, rounds, from_, what_if, locale, threads or processors(), rotate)
    if screen:
        from rulelang.commands.screen import screened

        _alone(second, sweep, what_if, option="--screen")
        return screened(first, variant or (), set or (), wishes, budget, games, out, as_json=format is Format.json, all_rows=all_)
    match = matched(first, second, variant or (), set or (), sweep, wishes)
    folder = ready(out) if out is not None else None
    pairs, reached = _played(match, wishes, None if games is not None else wanted, games or most_games)
    if pairs.games < 2:
        return _stopped(pairs, match, wanted, reached)
    _report(match, pairs, folder, as_json=format is Format.json, all_rows=all_)
    return _stopped(pairs, match, wanted, reached)


def _alone(*others: object, option: str) -> None:
    if any(other is not None for other in others):
        raise Refusal(f"{option} compares an edition with its variants", "leave B, --sweep and --what-if out")


def precision_of(text: str) -> float:
    """`1%` or `0.01`, as a part."""
    try:
        part = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        part = 0.0
    if not 0 < part < 1:
        raise Refusal(f"--precision {text}: not a part between 0 and 1", "for example --precision 1%")
    return part


def _played(match: Match, wishes: Wishes, precision: float | None, most: int) -> tuple[Pairs, bool]:
    """Pairs in blocks of BLOCK: as many as the precision takes, or all there may be. Whether it was reached."""
    from rulelang.commands.many import announce, watched
    from rulelang.lab.many.playing import level_for
    from rulelang.lab.paired.contrasts import contrasts, needed, only
    from rulelang.lab.paired.pairing import Pairs

    for plan in match.plans[:1]:
        announce(plan)
    pairs = Pairs(match.plans, wishes.threads, level=level_for(most) if precision is None else None)
    wanted = most if precision is None else min(most, BLOCK)
    with watched(most, match.wording) as progress:
        while True:
            before = pairs.played
            tell = None if progress is None else lambda done, before=before: progress(before + done)
            if not pairs.play(wanted - pairs.played, tell) or precision is None or pairs.games < 2:
                return pairs, precision is None
            lengths = [only(contrasts(pairs, side), "rounds") for side in range(len(pairs.shared))]
            more = max((needed(one, precision, pairs.games) for one in lengths if one is not None), default=0)
            if not more:
                return pairs, True
            if wanted >= most:
                return pairs, False
            # In steps, since what is needed is known the better the more there is.
            wanted = min(most, max(pairs.played + BLOCK, min(-(-more // BLOCK) * BLOCK, 4 * pairs.played)))


def _report(match: Match, pairs: Pairs, folder: object, *, as_json: bool, all_rows: bool) -> None:
    from pathlib import Path

    from rulelang.commands.compared import Compared

    compared = Compared(match, pairs, all_rows)
    if as_json:
        sys.stdout.write(json.dumps(compared.document(), ensure_ascii=False, indent=2) + "\n")
    else:
        compared.show(sys.stdout)
    if folder is not None:
        assert isinstance(folder, Path)
        compared.write(folder, sys.stderr if as_json else sys.stdout)


def _stopped(pairs: Pairs, match: Match, precision: float, reached: bool) -> int:
    """Says what came between, if something did; the exit code."""
    from rulelang.commands.guard import INTERRUPTED, complain
    from rulelang.commands.many import unended
    from rulelang.lab.many.running import Stop
    from rulelang.lab.many.summing import Scalar

    match pairs.stop:
        case Stop.interrupted:
            complain(f"stopped after {pairs.played} games on each side")
            return INTERRUPTED
        case Stop.worker:
            complain(f"a worker died after {pairs.played} games on each side: {pairs.why}", "what was played until then is shown")
            return 1
    if not reached:
        complain(
            f"{pairs.played} games on each side are not enough to know the change in rounds to {100 * precision:g}%",
            "--most-games lets it play more, --precision asks for less",
        )
        return 1
    if pairs.games and not any(sums.sums[Scalar.ENDED] for sums in pairs.sums):
        return unended(pairs.plans[0])
    return _faults(pairs)


def _faults(pairs: Pairs) -> int:
    from rulelang.commands.guard import complain

    for sums in pairs.sums:
        for number, fault in list(sums.faults.items())[:2]:
            complain(f"game {number}: {fault}", "such games are left out on both sides")
    return 1 if pairs.dropped else 0


def values_of(text: str) -> tuple[str, list[str]]:
    """`start_money=0..400:50` or `start_money=0,100,400` as a setting and its values.

    Raises: Refusal that names the part which is wrong.
    """
    name, sign, values = (part.strip() for part in text.partition("="))
    if not sign or not name:
        raise Refusal(f"--sweep {text}: not of the form NAME=LOW..HIGH:STEP", "for example --sweep start_money=500..2500:250")
    found = _stepped(text, name, values) if ".." in values else [value.strip() for value in values.split(",") if value.strip()]
    if not found:
        raise Refusal(f"--sweep {text}: there is no value after the `=`", f"for example --sweep {name}=0..400:50, or {name}=0,100,400")
    if len(found) > MOST_VALUES:
        raise Refusal(f"--sweep {text}: {len(found)} values, and {MOST_VALUES} are the most", "take larger steps")
    return name, found


def _stepped(text: str, name: str, values: str) -> list[str]:
    bounds, colon, step = (part.strip() for part in values.partition(":"))
    low, _, high = (part.strip() for part in bounds.partition(".."))
    numbers = []
    for what, word in (("LOW", low), ("HIGH", high), ("STEP", step if colon else "1")):
        try:
            numbers.append(int(word))
        except ValueError:
            said = f"`{word}` is no whole number" if word else "it is missing"
            raise Refusal(f"--sweep {text}: {what}: {said}", f"for example --sweep {name}=0..400:50") from None
    first, last, by = numbers
    if by <= 0:
        raise Refusal(f"--sweep {text}: a step of {by} leads nowhere", "a step of 1 or more; without `:STEP` it is 1")
    if first > last:
        raise Refusal(
            f"--sweep {text}: it goes from {first} down to {last}", f"the lower value first: --sweep {name}={last}..{first}{colon}{step}"
        )
    return [str(value) for value in range(first, last + 1, by)]


MOST_VALUES = 60


def settings_shown(wording: Wording, settings: Sequence[str]) -> list[str]:
    """`start_money=400` as it is read."""
    return [wording.say("compare.setting", name=name, value=value) for name, _, value in (text.partition("=") for text in settings)]
