"""The table as the game's own rule makes it ready, without what chance and players decide.

A test does not begin with the throws for the first turn, nor with cards that nobody named. So of the lines of `rule game` that stand before
its turns, those are done that draw no chance and ask nobody: a block line by line, a rule that has no parameters by its own lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulelang.lower.calls import plain_word
from rulelang.lower.env import Env
from rulelang.lower.headers import Family
from rulelang.lower.scenes.scene import Scene
from rulelang.syntax import ast

OPEN = frozenset(
    (
        *("roll", "draw", "pick", "turn", "end_turn", "perform", "act"),
        *("ask_yes", "ask_option", "ask_member", "ask_number", "ask_goods"),
    )
)
"""Ops after which something is open that only a test can say."""
DEEPEST = 16


def prepare(scene: Scene) -> int:
    """The function that makes the table ready; -1 if there is no game."""
    compiler = scene.compiler
    game = next((f for f in compiler.families.by_verb.get("game", []) if not f.open_keys), None)
    if game is None:
        return -1
    env = scene.env(game.patterns[0].entry.span, False)
    compiler.begin(env)
    sifter = Sifter(scene)
    for line in sifter.before_turns(game):
        sifter.add(env, line)
    return scene.finish(env)


class Sifter:
    """Keeps what leaves nothing open."""

    def __init__(self, scene: Scene) -> None:
        self.compiler = scene.compiler
        self._summaries: dict[int, tuple[bool, tuple[int, ...]]] = {}
        # Who is short of money would be asked; whom the bank pays is not, and nobody else pays before the game begins.
        self._debts = {f.function for f in self.compiler.families.by_verb.get("cannot_pay", [])}

    def before_turns(self, game: Family) -> Iterator[ast.Line]:
        for line in game.patterns[0].entry.value.body:
            if isinstance(line, ast.TakeTurns) and line.endless:
                return
            yield line

    def add(self, env: Env, line: ast.Line, depth: int = 0) -> None:
        """Lowers of a line what leaves nothing open."""
        kept = self._sift(env, line, depth)
        if kept:
            self.compiler.body(env, kept)

    def _sift(self, env: Env, line: ast.Line, depth: int) -> ast.Body:
        if self._is_closed(env, line):
            return (line,)
        if depth == DEEPEST:
            return ()
        match line:
            case ast.Each(body=body) | ast.Times(body=body) | ast.Repeat(body=body):
                return self._block(env, body, lambda lines: replace(line, body=lines), depth)
            case ast.Do(statement=statement):
                kept: ast.Body = ()
                for inner in self._lines_of(statement):
                    kept = (*kept, *self._sift(env, inner, depth + 1))
                return kept if kept and self._is_closed(env, *kept) else ()
        return ()

    def _block(self, env: Env, body: ast.Body, block: object, depth: int) -> ast.Body:
        """The block with those of its lines that are closed, each tried together with the ones before it."""
        assert callable(block)
        kept: ast.Body = ()
        for inner in body:
            if self._is_closed(env, block((*kept, inner))):
                kept = (*kept, inner)
        return (block(kept),) if kept else ()

    def _lines_of(self, statement: ast.Statement) -> list[ast.Line]:
        """The lines of a rule that has no parameters, with what hangs on it; none of any other."""
        word = plain_word(statement.items[0])
        if len(statement.items) != 1 or statement.preps or word is None:
            return []
        family = next((f for f in self.compiler.families.by_verb.get(word, []) if not f.open_keys), None)
        if family is None or family.patterns[0].is_action or self.compiler.hooks.of("rule", "instead_of", family):
            return []
        hooked = {when: self.compiler.hooks.of("rule", when, family) for when in ("before", "when")}
        lines = {
            when: [ast.If(h.entry.hook.span, ((h.condition, h.body),), ()) if h.condition is not None else h.body for h in hooks]
            for when, hooks in hooked.items()
        }
        found: list[ast.Line] = []
        for part in (*lines["before"], family.patterns[0].entry.value.body, *lines["when"]):
            found.extend(part if isinstance(part, tuple) else [part])
        return found

    # ----------------------------------------------------------------------------------------------------------- looking
    def _is_closed(self, env: Env, *lines: ast.Line) -> bool:
        """Whether lines leave nothing open: they are lowered, looked at, and taken back."""
        code = env.code
        said = self.compiler.diagnostics.found
        start, before, names = len(code.ops), len(said), dict(env.names)
        self.compiler.body(env, lines)
        self.compiler.drain()
        # A name that was made by a line which is not kept is no mistake of the author's.
        closed = len(said) == before and not any(self._opens(op.code, op.args) for op in code.ops[start:])
        code.take_back(start)
        del said[before:]
        self.compiler.decisions.forget(code, start)
        env.names = names
        return closed

    def _opens(self, code: str, args: tuple[int, ...]) -> bool:
        return code in OPEN or (code == "call" and self._reaches_open(args[0]))

    def _reaches_open(self, function: int) -> bool:
        """Whether a function opens something, or any that it calls."""
        seen: set[int] = set()
        stack = [function]
        while stack:
            number = stack.pop()
            if number in seen or number in self._debts:
                continue
            seen.add(number)
            opens, calls = self._summary(number)
            if opens:
                return True
            stack.extend(calls)
        return False

    def _summary(self, number: int) -> tuple[bool, tuple[int, ...]]:
        if number not in self._summaries:
            function = self.compiler.world.store.functions[number]
            code = function.code if function is not None else ()
            opens = any(op.code in OPEN for op in code)
            self._summaries[number] = (opens, tuple(op.args[0] for op in code if op.code == "call"))
        return self._summaries[number]
