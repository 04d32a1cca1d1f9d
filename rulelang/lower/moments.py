"""Moments: points of the game in which players may act, one after the other, until they pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import Moment
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code
from rulelang.lower.env import Env
from rulelang.lower.types import PLAYER
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

DEFAULT_MOST = 100
"""How often one may act in a moment that does not say `at most N actions each`."""


class Moments:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._met: dict[int, int] = {}
        self._one: dict[int, int] = {}
        self._everyone: dict[int, int] = {}

    def act(self, env: Env, moment: int, who: int, may_pass: int) -> int:
        """Emits the op by which somebody picks an action: the register of the action, its parameters after it."""
        code = env.code
        out = code.register(1 + self.compiler.actions.most_parameters)
        if not self.needs(moment):
            code.op("act", moment, who, code.const(may_pass), out=out)
            return out
        # Who has not what the moment needs is not asked.
        for register in range(out, out + 1 + self.compiler.actions.most_parameters):
            code.move(register, code.const(-1))
        met = code.call(self.met(moment), who, results=1)
        with code.when(code.op("eq", met, code.const(len(self.needs(moment))))):
            code.op("act", moment, who, code.const(may_pass), out=out)
        return out

    def needs(self, moment: int) -> tuple[ast.Need, ...]:
        world = self.compiler.world
        node: ast.Moment = world.model.of("moment")[world.moments[moment]].value
        return node.needs

    def met(self, moment: int) -> int:
        """The pure function (player): how many of what the moment needs, in its order, he has before one that he lacks."""
        if moment not in self._met:
            world = self.compiler.world
            index = self._met[moment] = world.store.reserve_function()
            name = world.moments[moment]
            entry = world.model.of("moment")[name]
            code = Code(world.store, f"who may act in {name}", True, False)
            env = Env(self.compiler, code, f"moment {name}", entry.chain_text)
            env.bind_player(code.parameter("player", PLAYER).operand)
            code.results = 1
            for number, need in enumerate(self.needs(moment)):
                env.at(need.span)
                met = condition(env.child(), need.condition)
                code.mark("need", need.condition.span, "unmet", "zero", met)
                with code.when(code.op("not", met)):
                    code.op("return", code.const(number))
            code.op("return", code.const(len(self.needs(moment))))
            self.compiler.finish(index, code)
        return self._met[moment]

    def one(self, moment: int) -> int:
        """The function in which one player acts until he passes."""
        if moment not in self._one:
            world = self.compiler.world
            index = self._one[moment] = world.store.reserve_function()
            name = world.moments[moment]
            code = Code(world.store, f"moment {name}", False, True)
            env = Env(self.compiler, code, f"moment {name}")
            env.at(world.model.of("moment")[name].span)
            who = code.parameter("player", PLAYER)
            env.bind_player(who.operand)
            code.results = 1
            done = code.register()
            code.move(done, code.const(0))
            most = world.model.of("moment")[name].value.most or DEFAULT_MOST
            left = code.register()
            code.move(left, code.const(most))
            code.op("loop", most + 1)
            code.op("break_if", code.op("le", left, code.const(0)))
            code.op("sub", left, code.const(1), out=left)
            first = self.act(env, moment, who.operand, 1)
            code.op("break_if", code.op("lt", first, code.const(0)))
            code.move(done, code.const(1))
            code.op("perform", who.operand, first)
            code.op("end")
            code.op("return", done)
            self.compiler.finish(index, code)
        return self._one[moment]

    def everyone(self, moment: int) -> int:
        """Everybody acts in turn, from the given player on, until a whole round passes in which nobody did."""
        if moment not in self._everyone:
            world = self.compiler.world
            index = self._everyone[moment] = world.store.reserve_function()
            code = Code(world.store, f"everyone in {world.moments[moment]}", False, False)
            code.origin = world.store.origin(f"moment {world.moments[moment]}", world.model.of("moment")[world.moments[moment]].span)
            first = code.parameter("first", PLAYER)
            rounds = code.register()
            code.move(rounds, code.const(world.model.of("moment")[world.moments[moment]].value.most or DEFAULT_MOST))
            code.op("loop", 2 * DEFAULT_MOST)
            code.op("break_if", code.op("le", rounds, code.const(0)))
            code.op("sub", rounds, code.const(1), out=rounds)
            acted = code.register()
            code.move(acted, code.const(0))
            with code.members(code.load("in_game"), start=first.operand, bound=64) as who:
                with code.when(code.op("has", code.load("in_game"), who)):
                    did = code.call(self.one(moment), who, results=1)
                    code.op("max", acted, did, out=acted)
            code.op("break_if", code.op("not", acted))
            code.op("end")
            self.compiler.finish(index, code)
        return self._everyone[moment]

    def rows(self) -> tuple[Moment, ...]:
        """Moments with their actions; a moment that does not exist, and one in which nothing is allowed, are diagnostics."""
        world = self.compiler.world
        by_moment: dict[str, list[int]] = {m: [] for m in world.moments}
        for act in self.compiler.actions.all:
            for word in act.allowed:
                name = world.model.canonical(word.text)
                if name == "always":
                    for actions in by_moment.values():
                        actions.append(act.index)
                elif name in by_moment:
                    by_moment[name].append(act.index)
                elif name not in ("offered", "when offered"):
                    world.unknown("unknown-name", "moment", word.text, word.span, [*world.moments, "always", "offered"])
        rows = []
        for name, actions in by_moment.items():
            node: ast.Moment = world.model.of("moment")[name].value
            title = node.title.value if node.title else name.replace("_", " ")
            rows.append(Moment(name, title, node.most or DEFAULT_MOST, tuple(dict.fromkeys(actions))))
        return tuple(rows)
