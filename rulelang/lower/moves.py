"""Tokens: moving forwards past spaces, backwards, and what a landing sets off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.types import COUNT, PLAYER, Type

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

SPACE = Type("thing", "space")
DEEPEST = 32
"""How many landings and draws may stand inside one another."""
LONGEST_WAY = 4096
"""Most spaces that one move goes over: a bound for the loop over them."""


class Moves:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._functions: dict[str, int] = {}

    def advance(self, env: Env, who: Value, steps: int) -> None:
        env.code.call(self._function("advance"), who.operand, steps)

    def advance_to(self, env: Env, who: Value, space: int) -> None:
        env.code.call(self._function("advance to"), who.operand, space)

    def back(self, env: Env, who: Value, steps: int) -> None:
        env.code.call(self._function("go back"), who.operand, steps)

    def back_to(self, env: Env, who: Value, space: int) -> None:
        env.code.call(self._function("go back to"), who.operand, space)

    def arrive(self, env: Env, who: Value, space: int) -> None:
        """Puts somebody's token on a space as if his move forwards ended there (for tests: `ann lands on SPACE`)."""
        env.code.call(self._function("arrive at"), who.operand, space)

    def place(self, env: Env, who: Value, space: int, way: int) -> None:
        """The token goes to a space (way: 0 put there, 1 forwards, 2 backwards), and that may end the game."""
        env.code.op("place", who.operand, space, env.code.const(way))
        self.compiler.endings.check(env, {"position"})

    def _function(self, name: str) -> int:
        if name not in self._functions:
            store = self.compiler.world.store
            index = self._functions[name] = store.reserve_function()
            code = Code(store, name, False, True)
            code.origin = store.origin(name, None)
            env = Env(self.compiler, code, name)
            who = code.parameter("player", PLAYER)
            env.bind_player(who.operand)
            by_steps = name in ("advance", "go back")
            argument = code.parameter("steps" if by_steps else "space", COUNT if by_steps else SPACE)
            self.compiler.later(lambda: self._body(name, index, env, who, argument))
        return self._functions[name]

    def _body(self, name: str, index: int, env: Env, who: Value, argument: Value) -> None:
        code = env.code
        spaces = self.compiler.world.spaces
        size = code.const(max(1, spaces))
        match name:
            case "land":
                self._land(env, who, argument.operand)
            case "arrive at":
                code.op("place", who.operand, argument.operand, code.const(0))
                self._reach(env, who, argument.operand, code.load("moves", who.operand))
                code.call(self._function("land"), who.operand, argument.operand)
            case "advance":
                self._forwards(env, who, argument.operand)
            case "advance to":
                # A whole round if he stands there: the way is at least one space long.
                ahead = code.op("sub", code.op("sub", argument.operand, code.load("position", who.operand)), code.const(1))
                code.call(self._function("advance"), who.operand, code.op("add", self._modulo(env, ahead, size), code.const(1)))
            case "go back":
                to = code.op("sub", code.load("position", who.operand), argument.operand)
                if self.compiler.world.model.board_loops:
                    to = self._modulo(env, to, size)
                else:
                    to = code.op("max", to, code.const(0))
                self.place(env, who, to, 2)
                code.call(self._function("land"), who.operand, to)
            case "go back to":
                self.place(env, who, argument.operand, 2)
                code.call(self._function("land"), who.operand, argument.operand)
        self.compiler.finish(index, code)

    @staticmethod
    def _modulo(env: Env, value: int, size: int) -> int:
        code = env.code
        return code.op("sub", value, code.op("mul", code.op("div_down", value, size), size))

    def _forwards(self, env: Env, who: Value, steps: int) -> None:
        compiler = self.compiler
        world = compiler.world
        code = env.code
        size = code.const(max(1, world.spaces))
        start = code.load("position", who.operand)
        end = code.op("add", start, steps)
        if world.model.board_loops:
            to = self._modulo(env, end, size)
        else:
            to = code.op("min", end, code.const(max(0, world.spaces - 1)))
            steps = code.op("sub", to, start)
        self.place(env, who, to, 1)
        moves = code.load("moves", who.operand)
        passed = self._heard("passes") | self._heard("reaches")
        if passed:
            self._pass(env, who, start, steps, size, code.const(passed), moves)
        self._reach(env, who, to, moves)
        code.call(self._function("land"), who.operand, to)

    def _reach(self, env: Env, who: Value, to: int, moves: int) -> None:
        """What happens on the space where a move forwards ends, before the landing."""
        code = env.code
        reached = self._heard("reaches")
        if reached:
            with code.when(code.op("has", code.const(reached), to)):
                for hook in self.compiler.hooks.of("reaches", "when"):
                    self.compiler.hooks.emit(env, hook, {"player": who, "space": Value(SPACE, to)})
                    self._unless_moved(env, who, moves)

    def _heard(self, event: str) -> int:
        """The spaces at which some hook listens to an event."""
        everything = self.compiler.world.mask("space")
        mask = 0
        for hook in self.compiler.hooks.of(event, "when"):
            mask |= everything if hook.heard.kinds < 0 else hook.heard.kinds & everything
        return mask

    def _pass(self, env: Env, who: Value, start: int, steps: int, size: int, listening: int, moves: int) -> None:
        """Goes from one listening space to the next, as long as it lies before the end of the move."""
        compiler = self.compiler
        code = env.code
        done = code.register()
        code.move(done, code.const(0))
        cursor = code.register()
        code.op("add", start, code.const(1), out=cursor)
        code.op("loop", LONGEST_WAY)
        space = code.op("first", listening, cursor)
        code.op("break_if", code.op("lt", space, code.const(0)))
        way = code.op("add", self._modulo(env, code.op("sub", space, cursor), size), code.const(1))
        code.op("add", done, way, out=done)
        code.op("break_if", code.op("ge", done, steps))
        for event in ("passes", "reaches"):
            for hook in compiler.hooks.of(event, "when"):
                compiler.hooks.emit(env, hook, {"player": who, "space": Value(SPACE, space)})
                self._unless_moved(env, who, moves)
        code.op("add", space, code.const(1), out=cursor)
        code.op("end")

    def _unless_moved(self, env: Env, who: Value, moves: int) -> None:
        code = env.code
        with code.when(code.op("ne", code.load("moves", who.operand), moves)):
            code.op("return")

    def _land(self, env: Env, who: Value, space: int) -> None:
        compiler = self.compiler
        code = env.code
        code.op("nest", DEEPEST)
        moves = code.load("moves", who.operand)
        roles = {"player": who, "space": Value(SPACE, space)}
        compiler.hooks.instead(env, "lands", roles)
        for hook in (*compiler.hooks.of("lands", "before"), *compiler.hooks.of("lands", "when")):
            compiler.hooks.emit(env, hook, roles)
            self._unless_moved(env, who, moves)
