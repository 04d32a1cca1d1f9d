"""`rulelang odds EDITION`: exact probabilities of where tokens are, and what follows from them."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from rulelang.commands.arguments import Edition, Format, Settings, Variants, settings_of
from rulelang.commands.compiled import compiled
from rulelang.loader import strategy_meant
from rulelang.refusal import Refusal
from rulelang.report.style import style_of

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.lab.odds import Tangled


class Cards(StrEnum):
    replaced = "replaced"
    kept_out = "kept-out"


def odds(
    edition: Edition,
    strategy: Annotated[
        str,
        typer.Option("--strategy", metavar="NAME", help="Who answers what the rules ask; without it nobody acts, and all answers are no."),
    ] = "",
    variant: Variants = None,
    set: Settings = None,
    cards: Annotated[
        Cards, typer.Option("--cards", help="replaced: a card drawn goes back among the others at once; kept-out: decks are what they are.")
    ] = Cards.replaced,
    format: Annotated[Format, typer.Option("--format", help="Tables, or JSON.")] = Format.text,
) -> int:
    """Show where tokens are in the long run, exactly.

    Shares of spaces and groups, money a throw, throws to earn back a cost.
    """
    from rulelang.engine.faults import Fault
    from rulelang.lab.chain import NoChance, TooManyStates
    from rulelang.lab.odds import NeverOver, NothingThrown, Tangled
    from rulelang.lab.odds import odds as work_out
    from rulelang.lab.solving import NotSettled
    from rulelang.lab.tables import as_json, write_odds

    program = compiled(edition, variant or (), settings_of(set), [strategy] if strategy else [])
    strategy = strategy_meant(strategy)
    if strategy and strategy not in program.strategies:
        raise Refusal(f"there is no strategy {strategy} in {edition}", f"there are: {', '.join(program.strategies) or 'none'}")
    try:
        with _watched() as tell:
            found = work_out(program, strategy, replaced=cards is Cards.replaced, tell=tell)
    except Tangled as tangled:
        raise _refused(program, strategy, tangled) from None
    except TooManyStates as many:
        mend = "try --cards replaced" if cards is Cards.kept_out else "a rule counts without end, or remembers too much"
        raise Refusal(f"{program.title} has {many.states:,} states or more: too many to look at", mend, code=1) from None
    except NoChance:
        raise Refusal(f"{program.title} goes on without anything left to chance", "a loop of decisions never ends", code=1) from None
    except NothingThrown:
        raise Refusal(f"in {program.title} no dice move a token", "odds are shares of throws", code=1) from None
    except NeverOver:
        mend = "a card or a space leads back to itself whatever is drawn or thrown; another --strategy may answer otherwise"
        raise Refusal(f"in {program.title} what follows a throw never ends", mend, code=1) from None
    except Fault as fault:
        mend = "another --strategy may answer otherwise; `rulelang show --only strategies` names them. If none should, mend the rule"
        raise Refusal(f"a rule cannot go on: {fault}", mend, code=1) from None
    except NotSettled:
        raise Refusal(f"the odds of {program.title} do not settle", "another strategy may make the game go round", code=1) from None
    if format is Format.json:
        sys.stdout.write(json.dumps(as_json(program, found), ensure_ascii=False, indent=2) + "\n")
    else:
        write_odds(program, found, sys.stdout)
    return 0


@contextlib.contextmanager
def _watched() -> Iterator[Callable[[int], None]]:
    """Says at a terminal how many states have been found."""
    if not sys.stderr.isatty() or not style_of(sys.stderr).colour:
        yield lambda states: None
        return
    from rich.console import Console

    from rulelang.play.wording import wording

    words = wording()
    with Console(stderr=True).status("") as status:
        yield lambda states: status.update(words.say("odds.states_so_far", states=f"{states:,}"))


def _refused(program: Program, strategy: str, tangled: Tangled) -> Refusal:
    places = "\n".join(f"  {origin.file}:{origin.line} ({origin.rule}) reads {what}" for what, origin in tangled.reads[:4])
    more = f"\n  and {len(tangled.reads) - 4} more lines" if len(tangled.reads) > 4 else ""
    who = f" by the strategy {strategy}" if strategy else ""
    return Refusal(
        f"where tokens go in {program.title}{who} depends on more than where they are:\n{places}{more}",
        "a strategy that asks for less, or another variant; for the game as a whole: rulelang simulate",
        code=1,
    )
