"""Compiling and playing what the reference shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from rulelang.diagnostics import Diagnostic, Diagnostics
from rulelang.engine.drivers import RandomDriver, play_out
from rulelang.engine.events import Digest, Kind, Row
from rulelang.engine.faults import Fault
from rulelang.engine.game import Game, Watch
from rulelang.engine.invariants import check_invariants
from rulelang.ir.program import Program
from rulelang.ir.scenes import Stage
from rulelang.pipeline import Compilation, load
from rulelang.play.amounts import Amounts
from rulelang.play.saves import Seat
from rulelang.play.session import RANDOM, Rules, Session
from rulelang.play.why import why
from rulelang.rulings import shelf
from rulelang.source import Source
from rulelang.staging import benches
from rulelang.trial.run import Run, run
from tests.spec.pages import SPEC, Block

MOST_ROUNDS = 150
GAMES = 4


@cache
def beside() -> dict[str, str]:
    """The scaffolds as files that lie beside every block."""
    return {path.name: path.read_text("utf-8").replace("…", "") for path in sorted((SPEC / "scaffolds").glob("*.mono"))}


@lru_cache(maxsize=64)
def compilation(text: str, variants: tuple[str, ...] = (), tables: tuple[tuple[str, str], ...] = ()) -> Compilation:
    languages = {f"locales/{name}.yaml": table for name, table in tables}
    return load("block.mono", variants=variants, buffers={"block.mono": text, **beside(), **languages})


PARTS = ("unused-", "unpaid-", "uncounted-", "action-never", "moment-")
"""Warnings that say of a part that nothing uses it: in a scaffold that is no wonder."""


def found(block: Block) -> list[Diagnostic]:
    """What is said of a block: every error, and the warnings about the lines that the page shows."""
    said = compilation(block.text, block.variants, block.tables).diagnostics
    if not block.inside:
        return list(said)
    shown = [one for one in said if one.span.source.path == "block.mono" and block.first <= one.span.line <= block.last]
    return [one for one in said if one.severity == "error" or (one in shown and (block.fails or not one.slug.startswith(PARTS)))]


def compiled(block: Block) -> Program:
    return compilation(block.text, block.variants).program


def play(program: Program, games: int = GAMES, rounds: int = MOST_ROUNDS) -> None:
    """Some games by players who decide at random; what must be conserved is, wherever somebody is asked."""
    for number in range(games):
        low, high = program.players
        game = Game.new_game(program, low + number % (high - low + 1), seed=number)
        driver = RandomDriver()
        asked = 0
        while (waiting := game.waiting) is not None and game.state.slots[game.machine.layout.round] <= rounds:
            assert not waiting.is_chance
            if asked % 7 == 0:
                assert check_invariants(program, game.state) == []
            asked += 1
            game.apply_legal(driver.answer(game))
        assert check_invariants(program, game.state) == []


def stages(name: str, buffers: dict[str, str] | None = None, variants: tuple[str, ...] = ()) -> Iterator[Stage]:
    """The tests in a file, ready to be run."""
    for bench in benches(name, variants=variants, buffers=buffers):
        yield bench.stage


def wrong(name: str, buffers: dict[str, str] | None = None, variants: tuple[str, ...] = ()) -> list[str]:
    """What the tests in a file found wrong."""
    found = [run(ready, trial) for ready in stages(name, buffers, variants) for trial in ready.trials]
    return [f"{one.trial.title}: {one.place.text}: expected {one.expected}; got {one.got}" for one in found if one is not None]


def failures(block: Block) -> list[str]:
    """What the tests in a block found wrong."""
    return wrong("block.mono", {"block.mono": block.text, **beside()}, block.variants)


def ruled(block: Block) -> list[str]:
    """What is wrong in a file of rulings, or with them."""
    said = Diagnostics()
    cases = shelf.cases([Source("block.yaml", block.payload)], said)
    found = [one.message for one in said]
    assert cases
    for setup, members in shelf.grouped(cases).items():
        ready = shelf.ready(setup, members, on="block.mono", buffers={"block.mono": block.text, **beside()})
        found += [one.message for one in ready.found]
        assert ready.stage is not None
        found += [str(one) for trial in ready.stage.trials if (one := run(ready.stage, trial)) is not None]
    return found


def transcript(block: Block) -> list[str]:
    """The sentences of what happens in the first test of a block."""
    ready = next(stages("block.mono", {"block.mono": block.text, **beside()}, block.variants))
    once = Run(ready, ready.trials[0], telling=True)
    once.go()
    return once.table.told


def limited(block: Block, rounds: int) -> tuple[Game, list[str]]:
    """A game of two, by players who decide at random, that stops after so many rounds; and its sentences."""
    program = compiled(block)
    rules = Rules(program, program.edition)
    session = Session(rules, [Seat(name, RANDOM) for name in ("Ann", "Bob")], last_round=rounds)
    told: list[str] = []
    session.watchers.append(lambda one: None if one.quiet else told.append(one.sentence))
    session.begin(seed=1)
    session.play()
    return session.game, told


def reasons(block: Block) -> list[str]:
    """The payments of the first test of a block, each with why it was made. `line N` is a line of what the page shows."""
    ready = next(stages("block.mono", {"block.mono": block.text, **beside()}, block.variants))
    once = Run(ready, ready.trials[0], telling=True)
    table = once.table
    amounts = Amounts(table.loaded, table.values)
    sink = table.game.machine.sink
    told: list[str] = []

    def happened(row: Row) -> None:
        assert sink is not None
        sink.append(row)
        if row[0] == Kind.PAY and table.telling:
            found = why(table.program, table.game.state.frames, row[1], amounts.of(table.game.machine, row))
            told.append(table.narrator.sentence(row))
            told.extend(f"  {_where(block, line)}" for line in (found.lines() if found is not None else ()))

    table.game.machine.sink = Watch(happened)
    once.go()
    return told


def _where(block: Block, line: str) -> str:
    """The places in a line by the lines of the page; what is not shown there stands in the scaffold."""

    def place(match: re.Match[str]) -> str:
        number = int(match[1])
        return f"line {number - block.first + 1}" if block.first <= number <= block.last else f"{block.inside}.mono:{number}"

    return re.sub(r"block\.mono:(\d+)", place, line)


def fault(block: Block, header: str) -> str:
    """What is said when a rule is run for the first player."""
    program = compiled(block)
    game = Game.new_game(program, program.players[0], entry=-1)
    number = next(index for index, function in enumerate(program.functions) if function.name == f"rule {header}")
    try:
        game.run(number, *[0] * len(program.functions[number].parameters))
    except Fault as stopped:
        return stopped.message
    return ""


def digest(block: Block, seed: int) -> int:
    """The hash of all events of a game by players who decide at random."""
    kept = Digest()
    game = Game.new_game(compiled(block), 2, seed=seed, sink=kept)
    play_out(game, [RandomDriver()] * 2, MOST_ROUNDS)
    return kept.value


def files(block: Block) -> dict[str, str]:
    """The block as a file beside the scaffolds."""
    named = re.search(r"^(?:edition|library|variant) (\w+)", block.text, re.MULTILINE)
    assert named is not None, f"{block.where} has no section"
    return {**beside(), f"{named[1]}.mono": block.text, **{f"locales/{name}.yaml": table for name, table in block.tables}}


def commands(block: Block) -> Iterator[tuple[list[str], str]]:
    """(arguments of `rulelang`, what it writes). Words are not quoted: none of them has a space."""
    for part in re.split(r"^\$ ", block.payload, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line.split()[1:], shown.rstrip("\n")


def origins(program: Program) -> set[str]:
    """Ids with titles, and the layers that made and changed settings, rules and actions: `set NAME declared by A, set by B`."""

    def told(chain: tuple[str, ...]) -> str:
        return ", ".join(re.sub(r" \(.*\)$", "", step) for step in chain)

    known = {f'{name} "{title}"' for domain in program.domains.values() for name, title in zip(domain.names, domain.titles, strict=True)}
    known |= {f'{piece.name} "{piece.title}"' for piece in program.pieces}
    known |= {f"set {setting.name} {told(setting.chain)}" for setting in program.settings}
    return known | {f"{origin.rule} {told(origin.chain)}" for origin in program.origins if origin.chain}
