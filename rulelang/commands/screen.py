"""`rulelang compare A --screen`: every bundled variant that fits, alone and in pairs, within a budget of time; ranked by what they do.

Time counts from the beginning, compiling included. First each variant alone, in the order of their names; then pairs, those first whose two
variants changed the length of games most. What there was no time for is said.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

from rulelang.commands.guard import INTERRUPTED, complain
from rulelang.commands.many import unended, watched
from rulelang.commands.matches import Built, Wishes, repeated
from rulelang.commands.sides import side_of
from rulelang.commands.writing import ready
from rulelang.lab.many.document import versions
from rulelang.lab.many.figures import Unit
from rulelang.lab.many.naming import Names
from rulelang.lab.many.plan import Plan
from rulelang.lab.many.working import WorkerDied
from rulelang.lab.paired.ranking import Ranking
from rulelang.lab.paired.screening import Screening, Tried, order
from rulelang.refusal import Refusal

GAMES = 1000
FORMAT = "rulelang/screening/1"


class _Screen:
    """What is tried, and what there was no time for. `skipped`: what cannot be compiled together, and why. `folder`: of the report."""

    def __init__(
        self, name: str, variants: Sequence[str], settings: Sequence[str], wishes: Wishes, budget: int, games: int, out: str | None
    ) -> None:
        self.until = perf_counter() + budget
        self._side = (name, tuple(variants), tuple(settings))
        self._wishes = wishes
        self.base = self._built(())
        self.names = Names(self.base.plan, self.base.wording)
        self.titles = dict(self._fitting())
        if not self.titles:
            more = " that it does not have already" if variants or "+" in name else ""
            raise Refusal(f"no bundled variant fits {self.base.side.name}{more}", "--sweep tries its settings; or write a variant for it")
        self.folder = ready(out) if out is not None else None
        self.command = repeated(
            name, None, variants, settings, wishes, (self.base.plan,), ["--screen", "--budget", str(budget), "--games", str(games)]
        )
        self.skipped: dict[tuple[str, ...], str] = {}
        self.left = 0
        self.interrupted = False
        try:
            self.screening = Screening(self.base.plan, games, wishes.threads)
        except WorkerDied as died:
            raise Refusal(f"a worker died before there was anything to compare with: {died}", "fewer --games, or --threads 1", 1) from None

    def _built(self, names: tuple[str, ...]) -> Built:
        name, variants, settings = self._side
        return Built(side_of(name, [*variants, *names], settings), self._wishes)

    def _fitting(self) -> Iterator[tuple[str, str]]:
        """Bundled variants that fit and are not used already, with their titles."""
        from rulelang.commands.fitting import fitting
        from rulelang.play.texts import Texts

        compilation = self.base.compilation
        if compilation is None:
            raise Refusal(f"{self._side[0]} is compiled: variants fit its source only", "name the edition itself")
        texts = Texts(self.base.program, self.base.wording)
        used = {layer.name for layer in compilation.layers}
        for _, section in fitting(compilation):
            if section.head.name.text not in used:
                yield section.head.name.text, str(texts.name(section.head.title.value))

    def go(self) -> None:
        """Tries as much as there is time for. Ctrl-C is the end of the time."""
        try:
            self._through([(name,) for name in self.titles])
            self._through(order(self.screening.tried))
        except KeyboardInterrupt:
            self.interrupted = True

    def _through(self, wanted: Sequence[tuple[str, ...]]) -> None:
        with watched(len(wanted), self.base.wording) as progress:
            for place, names in enumerate(wanted):
                if perf_counter() >= self.until:
                    self.left += len(wanted) - place
                    return
                plan = self._plan(names)
                if plan is not None:
                    try:
                        self.screening.take(names, plan)
                    except WorkerDied as died:
                        self.skipped[names] = str(died)
                if progress is not None:
                    progress(place + 1)

    def _plan(self, names: tuple[str, ...]) -> Plan | None:
        """None if they do not go together: then that is noted, and not told at length."""
        with contextlib.redirect_stderr(io.StringIO()):
            try:
                plan = self._built(names).plan
            except Refusal as refusal:
                self.skipped[names] = refusal.message
                return None
        if plan.players != self.base.plan.players:
            self.skipped[names] = f"{plan.players}"
            return None
        return plan

    @property
    def endless(self) -> bool:
        """Whether no game came to its end, so that all were broken off after the same number of rounds."""
        ended = [one.contrasts["ended"] for one in self.screening.tried]
        return bool(ended) and not any(one.first.mean or one.second.mean for one in ended)

    # ------------------------------------------------------------------------------------------------------------ told
    def title(self, names: Sequence[str]) -> str:
        return self.base.wording.listed([self.titles[name] for name in names])

    def head(self) -> list[str]:
        say = self.base.wording.say
        return [
            say(
                "compare.screen_head",
                edition=self.base.title,
                tried=len(self.screening.tried),
                games=say("simulate.games", count=self.screening.games, number=self.base.wording.number(self.screening.games)),
                **self.names.seated(),
            ),
            *self.names.circumstances(),
            *([say("compare.screen_left", count=self.left)] if self.left else []),
            *([say("compare.screen_skipped", count=len(self.skipped))] if self.skipped else []),
            *([say("compare.partial")] if self.interrupted else []),
        ]

    def answers(self) -> Iterator[str]:
        say, ranked = self.base.wording.say, self.screening.ranked()
        if not ranked:
            yield say("compare.screen_untried")
            return
        if self.endless:
            yield say("compare.nothing_ends", rounds=self.base.plan.last_round or 0)
            return
        decided = [one for one in ranked if one.length.decided and one.length.change is not None]
        for sign, key in ((1, "compare.screen_longer"), (-1, "compare.screen_shorter")):
            found = [one for one in decided if (one.length.change or 0.0) * sign > 0]
            if found:
                first = max(found, key=lambda one: abs(one.length.change or 0.0))
                yield say(key, what=self.title(first.names), change=self.names.number(Unit.share, abs(first.length.change or 0.0), 0.02))
        together = [one for one in ranked if one.interaction is not None and one.interaction.decided]
        for one in sorted(together, key=lambda one: -abs(one.interaction.effect if one.interaction else 0.0))[:3]:
            assert one.interaction is not None
            more = one.interaction.difference.mean > 0
            yield say(
                "compare.joint_more" if more else "compare.joint_less",
                what=self.title(one.names),
                rounds=self.names.number(Unit.number, abs(one.interaction.difference.mean), one.interaction.difference.error * 2),
            )
        if not decided:
            yield say("compare.screen_none")

    def tables(self, all_rows: bool) -> Ranking:
        """What was tried; nothing if nothing was."""
        return Ranking(self.screening.ranked(), self.names, self.title, all_rows=all_rows)

    def document(self) -> dict[str, Any]:
        program, plan = self.base.program, self.base.plan
        return {
            "format": FORMAT,
            "answers": list(self.answers()),
            "versions": versions(),
            "command": self.command,
            "edition": program.edition,
            "rules_hash": program.rules_hash,
            "players": plan.players,
            "strategies": list(plan.strategies),
            "seed": plan.seed,
            "rotate": plan.rotate,
            "last_round": plan.last_round,
            "games": self.screening.games,
            "partial": self.interrupted,
            "left": self.left,
            "skipped": [{"variants": list(names), "why": why} for names, why in self.skipped.items()],
            "tried": [_tried(one) for one in self.screening.ranked()],
        }


def _tried(one: Tried) -> dict[str, Any]:
    from rulelang.lab.paired.document import contrast_json

    return {
        "variants": list(one.names),
        **{name: contrast_json(contrast) for name, contrast in one.contrasts.items()},
        "interaction": None if one.interaction is None else contrast_json(one.interaction),
    }


def screened(
    name: str,
    variants: Sequence[str],
    settings: Sequence[str],
    wishes: Wishes,
    budget: int,
    games: int | None,
    out: str | None,
    *,
    as_json: bool,
    all_rows: bool,
) -> int:
    """Tries, ranks and tells."""
    from rulelang.commands.compared import show_tables, write_page
    from rulelang.report.style import printable, style_of

    screen = _Screen(name, variants, settings, wishes, budget, games or GAMES, out)
    screen.go()
    say = screen.base.wording.say
    if as_json:
        sys.stdout.write(json.dumps(screen.document(), ensure_ascii=False, indent=2) + "\n")
    else:
        style = style_of(sys.stdout)
        sys.stdout.write("\n".join(printable(line) for line in screen.head()) + "\n\n")
        for line in screen.answers():
            sys.stdout.write(style.paint(printable(line), "bold") + "\n")
        sys.stdout.write("\n")
        show_tables(screen.tables(all_rows), sys.stdout)
    if screen.folder is not None:
        write_page(
            screen.folder,
            screen.document(),
            screen.base.wording,
            title=say("compare.screen_report", edition=screen.base.title),
            head=screen.head(),
            answers=list(screen.answers()),
            charts=[],
            tables=screen.tables(True),
            hashes=[screen.base.program.rules_hash],
            command=screen.command,
            partial=screen.interrupted,
            to=sys.stderr if as_json else sys.stdout,
        )
    if screen.interrupted:
        complain(f"stopped after {len(screen.screening.tried)} variants and pairs")
        return INTERRUPTED
    if not screen.screening.tried:
        mend = "a longer --budget, or fewer --games" if screen.left else "`--format json` says why each was left out"
        complain("no variant was tried", mend)
        return 1
    return unended(screen.base.plan) if screen.endless else 0
