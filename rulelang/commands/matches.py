"""What is compared with what: sides as plans, and what they are called."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulelang.commands.sides import Side, side_of
from rulelang.refusal import Refusal

if TYPE_CHECKING:
    from rulelang.lab.many.beginning import Beginning
    from rulelang.lab.many.plan import Plan
    from rulelang.pipeline import Compilation
    from rulelang.play.wording import Wording


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the options ask for, for all sides."""

    players: int | None
    strategies: tuple[str, ...]
    seed: int
    rounds: int
    position: str | None
    what_if: str | None
    locale: str | None
    threads: int
    rotate: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """`plans`: the first is what the others are compared with. `titles` are theirs; `whats` what makes each of the others other than the
    first. `sweep`: the setting that goes through `values`. `what_if`: what somebody does first on the second side."""

    plans: tuple[Plan, ...]
    titles: tuple[str, ...]
    whats: tuple[str, ...]
    wording: Wording
    command: str
    people: tuple[str, ...] = ()
    sweep: str = ""
    values: tuple[str, ...] = ()
    what_if: str = ""


def matched(first: str, second: str | None, variants: Sequence[str], settings: Sequence[str], sweep: str | None, wishes: Wishes) -> Match:
    """The sides that a command names.

    Raises: Refusal for wishes that do not go together, or nothing to compare with.
    """
    ways = [second is not None, sweep is not None, wishes.what_if is not None]
    if sum(ways) > 1:
        raise Refusal("B, --sweep and --what-if are three ways to say what to compare with", "give one of them")
    if wishes.what_if is not None and wishes.position is None:
        raise Refusal("--what-if needs a position in which it happens", "add --from POSITION")
    if second is not None and (variants or settings):
        raise Refusal(
            "--variant and --set are for a comparison with the edition as it is", "write them into A and B, such as classic+clock"
        )
    if not any(ways) and not variants and not settings:
        raise Refusal("there is nothing to compare with", "name B, or say --variant, --set, --sweep, --what-if or --screen")
    if sweep is not None:
        return _swept(first, variants, settings, sweep, wishes)
    base = side_of(first, variants, settings) if wishes.what_if is not None else side_of(first)
    other = base if wishes.what_if is not None else side_of(second) if second is not None else side_of(first, variants, settings)
    built = [Built(base, wishes), Built(other, wishes, wishes.what_if)]
    wording = built[0].wording
    titles = _titles(built, wording, wishes.what_if)
    what = wording.say("compare.cited", text=wishes.what_if) if wishes.what_if else _what(built[0], built[1], wording)
    plans = _plans(built)
    if wishes.what_if is None:
        _distinct(plans)
    again = repeated(first, second, variants, settings, wishes, plans)
    return Match(plans, titles, (what,), wording, again, built[0].people, what_if=wishes.what_if or "")


def _swept(first: str, variants: Sequence[str], settings: Sequence[str], sweep: str, wishes: Wishes) -> Match:
    from rulelang.commands.compare import settings_shown, values_of

    setting, values = values_of(sweep)
    built = [Built(side_of(first, variants, settings), wishes)]
    if setting not in {one.name for one in built[0].program.settings}:
        raise Refusal(f"{built[0].side.text} has no setting {setting}", f"rulelang show {built[0].side.name} --only settings")
    plans = _opened(side_of(first, variants, settings), setting, values, wishes)
    if plans is None:
        others = [one for one in settings if one.partition("=")[0] != setting]
        built += [Built(side_of(first, variants, [*others, f"{setting}={value}"]), wishes) for value in values]
        plans = _plans(built)
    wording = built[0].wording
    shown = settings_shown(wording, [f"{setting}={value}" for value in values])
    again = repeated(first, None, variants, settings, wishes, plans, ["--sweep", sweep])
    return Match(plans, (built[0].title, *shown), tuple(shown), wording, again, built[0].people, sweep=setting, values=tuple(values))


def _opened(side: Side, setting: str, values: Sequence[str], wishes: Wishes) -> tuple[Plan, ...] | None:
    """One program for all values, if the setting is a number that the rules read as they go; None if it is not, or if games begin at a
    position, which is set up by rules that may read it too."""
    if wishes.position is not None or side.name.endswith(".json"):
        return None
    built = Built(side, wishes, open_settings=(setting,))
    known = next(one for one in built.program.settings if one.name == setting)
    numbers = [int(value) for value in values if value.lstrip("-").isdecimal()]
    inside = all((known.low is None or known.low <= value) and (known.high is None or value <= known.high) for value in numbers)
    assert built.compilation is not None
    if len(numbers) < len(values) or known.type == "yes/no" or not inside or not built.compilation.is_open(setting):
        return None
    return (built.plan, *(replace(built.plan, values=((setting, value),)) for value in numbers))


def repeated(
    first: str,
    second: str | None,
    variants: Sequence[str],
    settings: Sequence[str],
    wishes: Wishes,
    plans: Sequence[Plan],
    others: Sequence[str] = (),
) -> str:
    """What plays the same games again, on any machine, but for how many there are."""
    from rulelang.commands.seating import written
    from rulelang.commands.simulate import seating

    words = ["rulelang", "compare", first, *([second] if second is not None else [])]
    words += [word for variant in variants for word in ("--variant", variant)]
    words += [word for setting in settings for word in ("--set", setting)]
    words += ["--from", wishes.position] if wishes.position is not None else []
    words += ["--what-if", wishes.what_if] if wishes.what_if is not None else []
    words += others
    if len({plan.strategies for plan in plans}) == 1:
        words += seating(plans[0], written(wishes.strategies))
    else:  # each edition's own
        words += ["--players", str(plans[0].players), *(word for strategy in wishes.strategies for word in ("--strategy", strategy))]
    words += ["--seed", str(wishes.seed), "--rounds", str(wishes.rounds), *(["--rotate"] if wishes.rotate else [])]
    words += ["--locale", wishes.locale] if wishes.locale else []
    return shlex.join(words)


def _distinct(plans: Sequence[Plan]) -> None:
    """Raises: Refusal if two sides are the same games."""
    first, second = plans
    if (
        first.program.rules_hash == second.program.rules_hash
        and first.settings == second.settings
        and first.strategies == second.strategies
    ):
        raise Refusal(
            f"both sides are the same rules (hash {first.program.rules_hash}): there is nothing to compare",
            "another edition, variant or value on one side",
        )


def _plans(built: Sequence[Built]) -> tuple[Plan, ...]:
    counts = {one.plan.players for one in built}
    if len(counts) > 1:
        raise Refusal("the sides are for different numbers of players", "--players N, for both")
    return tuple(one.plan for one in built)


class Built:
    """A side, compiled and seated."""

    def __init__(self, side: Side, wishes: Wishes, what_if: str | None = None, open_settings: Sequence[str] = ()) -> None:
        from rulelang.commands.compiled import compiled, loaded, spoken
        from rulelang.commands.seating import seats, strategies_in
        from rulelang.commands.simulate import people_of, table_of, turned
        from rulelang.lab.many.plan import Plan
        from rulelang.play.texts import own_locale
        from rulelang.play.wording import wording

        self.side = side
        named = strategies_in(wishes.strategies)
        beginning: Beginning | None = None
        players = wishes.players
        self.compilation: Compilation | None = None
        if side.name.endswith(".json"):
            self.program = compiled(side.name, side.variants, side.settings, named, wishes.locale)
        else:
            self.compilation = loaded(side.name, side.variants, side.settings, named, open_settings)
            self.program = spoken(self.compilation, wishes.locale)
        if wishes.position is not None:
            if self.compilation is None:
                raise Refusal(f"{side.name} is compiled: positions stand in its source only", "name the edition itself")
            if wishes.rotate:
                raise turned()
            players, beginning = _begun(self.compilation, self.program, wishes, what_if)
        count = len(seats(self.program, players, (), wishes.strategies, wishes.locale))
        self.wording = wording(wishes.locale or own_locale(self.program))
        strategies = table_of(self.program, count, wishes.strategies)
        self.plan = Plan(self.program, strategies, wishes.seed, wishes.rounds, wishes.rotate, beginning)
        self.people = tuple(people_of(beginning, self.wording, count))

    @property
    def title(self) -> str:
        """The edition's, with what its words add."""
        from rulelang.play.texts import Texts

        title = str(Texts(self.program, self.wording).name(self.program.title))
        added = self.added()
        return self.wording.say("compare.with", edition=title, what=self.wording.listed(added)) if added else title

    def added(self) -> list[str]:
        """Its variants by title, its settings with their values."""
        from rulelang.commands.compare import settings_shown

        settings = settings_shown(self.wording, [f"{name}={value}" for name, value in self.side.settings.items()])
        return [*self.variants().values(), *settings]

    def variants(self) -> dict[str, str]:
        """Titles of the variants that were chosen, by name."""
        from rulelang.play.texts import Texts

        if self.compilation is None:
            return {}
        texts = Texts(self.program, self.wording)
        sections = [
            layer.section for layer in self.compilation.layers if layer.section is not None and layer.section.head.kind == "variant"
        ]
        return {section.head.name.text: str(texts.name(section.head.title.value)) for section in sections}


def _begun(compilation: Compilation, program: object, wishes: Wishes, what_if: str | None) -> tuple[int, Beginning]:
    from rulelang.commands.simulate import position_of
    from rulelang.ir.program import Program

    assert isinstance(program, Program) and wishes.position is not None
    steps = steps_of(what_if) if what_if else None
    return position_of(compilation, program, wishes.position, wishes.players, wishes.seed, steps, what_if or "")


_DEAL = re.compile(r"^\s*(?P<who>\w+)\s+(?P<does>\w+)\s+(?P<gives>[^,]+?)\s+for\s+(?P<gets>[^,]+?)\s+with\s+(?P<partner>\w+)\s*$")


def steps_of(what_if: str) -> str:
    """Steps as in a test. `ann trades old for 40 with bob` is a deal struck at once: offered, put together, accepted."""
    deal = _DEAL.match(what_if)
    if deal is None:
        return what_if
    who, partner = deal["who"], deal["partner"]
    return f"{who} {deal['does']} with {partner}, {who} chooses {deal['gives']}, {who} chooses {deal['gets']}, {partner} accepts"


def _titles(built: Sequence[Built], wording: Wording, what_if: str | None) -> tuple[str, ...]:
    """What the sides are called in tables: short, if they are one edition."""
    first, second = built
    if what_if is not None:
        return wording.say("compare.as_it_is"), wording.say("compare.cited", text=what_if)
    if first.program.edition == second.program.edition:
        first_title, second_title = (wording.listed(one.added()) if one.added() else wording.say("compare.as_it_is") for one in built)
        return first_title, second_title
    return first.title, second.title


def _what(first: Built, second: Built, wording: Wording) -> str:
    """What makes the second side other: what only it has, else all of it."""
    if first.program.edition != second.program.edition:
        return second.title
    before = {*first.added()}
    only = [one for one in second.added() if one not in before]
    return wording.listed(only) if only else second.title
