"""All tests and positions of one edition → a `Stage`.

The compiler has made the edition's Program; it goes on where it stopped, so that the functions of scenes lie behind the others and what
they call is the same code that a game runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.ir.program import Program
from rulelang.ir.scenes import PEOPLE, Act, Opening, Stage, Trial
from rulelang.lower.scenes.checking import Checking
from rulelang.lower.scenes.doing import Steps
from rulelang.lower.scenes.given import given
from rulelang.lower.scenes.preparing import prepare
from rulelang.lower.scenes.scene import Scene, person, place, seats
from rulelang.syntax import ast
from rulelang.syntax.scenes import followed

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


def stage(compiler: Compiler, program: Program, tests: Sequence[ast.Test], positions: Sequence[ast.Position]) -> Stage:
    """What is wrong in the texts becomes diagnostics; the stage is of use only without errors."""
    first = len(compiler.world.store.functions)
    ready = prepare(Scene(compiler, "made ready"))
    trials = tuple(_trial(compiler, test, ready) for test in tests)
    openings = tuple(_opening(compiler, position, ready) for position in positions)
    compiler.drain()
    compiler.decisions.settle()
    compiler.refinish(first)
    store = compiler.world.store
    extended = replace(
        program,
        constants=tuple(store.constants),
        tables=tuple(store.tables),
        functions=tuple(f for f in store.functions if f is not None),
        origins=tuple(store.origins),
        decisions=compiler.decisions.rows(),
        messages=tuple(compiler.messages.rows),
        texts={f"text {i}": t for i, t in enumerate(compiler.texts)},
    )
    return Stage(extended, trials, openings, compiler.rounds.loop if compiler.rounds is not None else -1)


def look_through(compiler: Compiler, tests: Sequence[ast.Test], positions: Sequence[ast.Position]) -> None:
    """Only finds what is wrong in the texts."""
    for test in tests:
        _trial(compiler, test, -1)
    for position in positions:
        _opening(compiler, position, -1)
    compiler.drain()


def _players(compiler: Compiler, node: ast.Test | ast.Position) -> int:
    """As many as are named, at least the fewest that the edition is for."""
    least, most = compiler.world.model.players
    named = seats(node.steps if isinstance(node, ast.Test) else node.facts)
    if named > most:
        compiler.diagnostics.error(
            "too-many-people",
            f"{PEOPLE[named - 1]} is player number {named}, and {compiler.world.model.edition} is for {least} to {most}",
            node.span,
            help=f"the players are {', '.join(PEOPLE[:most])}",
        )
    return max(min(named, most), least)


def _trial(compiler: Compiler, test: ast.Test, ready: int) -> Trial:
    scene = Scene(compiler, f"test “{test.title.value}”")
    steps, checking = Steps(scene), Checking(scene)
    facts: list[ast.Fact] = []
    acts: list[tuple[list[ast.Fact], list[ast.Fact]]] = [([], [])]
    for line in test.steps:
        match line.word:
            case "given":
                if acts != [([], [])]:
                    mend = "put this line above the first `when`"
                    scene.error("unknown-fact", "what is given comes first in a test", line.span, help=mend)
                facts.extend(line.facts)
            case "when":
                if acts[-1][1]:
                    acts.append(([], []))
                acts[-1][0].extend(line.facts)
            case _:
                acts[-1][1].extend(line.facts)
    played = tuple(
        Act(
            tuple(step for fact in done if (step := steps.step(fact)) is not None),
            tuple(check for fact in held if (check := checking.check(fact)) is not None),
        )
        for done, held in acts
    )
    follows = _follows(scene, facts)
    rows = given(scene, [fact for fact in facts if followed(fact) is None], about=False)
    return Trial(place(test.span), test.title.value, _players(compiler, test), ready, rows, played, follows)


def _follows(scene: Scene, facts: Sequence[ast.Fact]) -> tuple[tuple[int, str], ...]:
    """Who decides by which strategy."""
    found: dict[int, str] = {}
    for fact in facts:
        strategy = followed(fact)
        if strategy is None or fact.statement is None:
            continue
        who = person(fact.statement.items[0])
        known = list(scene.compiler.strategies.all)
        if who is None:
            mend = f"players are called {', '.join(PEOPLE)}"
            scene.error("unknown-fact", f"`{fact.span.text}`: only players follow a strategy", fact.span, help=mend)
        elif strategy.text not in known:
            scene.world.unknown("unknown-strategy", "strategy", strategy.text, strategy.span, known)
        elif who in found:
            scene.error("said-twice", f"{PEOPLE[who]} follows two strategies", fact.span, help="leave one of them out")
        else:
            found[who] = strategy.text
    return tuple(found.items())


def _opening(compiler: Compiler, position: ast.Position, ready: int) -> Opening:
    scene = Scene(compiler, f"position {position.name.text}")
    first = 0
    facts: list[ast.Fact] = []
    for fact in position.facts:
        statement = fact.statement
        who = person(statement.items[0]) if statement is not None else None
        if statement is not None and who is not None and [i.span.text for i in statement.items[1:]] == ["begins"]:
            first = who
        else:
            facts.append(fact)
    rows = given(scene, facts, about=True)
    return Opening(place(position.span), position.name.text, position.title.value, _players(compiler, position), ready, rows, first)
