"""What goods need before they may be dealt in, one need after the other, each with the words that say why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.ir.program import Message, Need
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.types import PLAYER, Type
from rulelang.machine.sayings import NEEDED
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


class GoodsNeeds:
    """Makes the needs of one line `goods …`. Each looks at whose goods they are and, if `item` is given (its name and type), at one of
    them; a thing of another kind meets what is needed here."""

    def __init__(self, compiler: Compiler, node: ast.Goods, item: tuple[str, Type] | None) -> None:
        self.compiler = compiler
        self.node = node
        self.item = item
        self.rule = f"goods {' '.join(word.text for word in node.words)}"

    def all(self) -> list[Need]:
        depth = 0 if self.item is None else 1
        found = []
        for need in self.node.needs:
            env = self._env(f"need {need.name.text} of {self.rule}", need.condition)
            function = self.compiler.returning(env.code, self._met(env, need))
            origin = self.compiler.world.store.origin(self.rule, need.condition.span)
            found.append(Need(need.name.text, depth, function, self._reason(need), origin))
        return found

    def _met(self, env: Env, need: ast.Need) -> int:
        code = env.code
        met = code.register()
        code.move(met, code.const(1))
        kind = self.item[1].kind if self.item is not None else None
        if kind is None:
            return condition(env, need.condition)
        with code.when(code.op("has", code.const(self.compiler.world.mask(kind)), env.subjects[0].operand)):
            code.move(met, condition(env, need.condition))
        return met

    def _reason(self, need: ast.Need) -> Message:
        what, messages = f"text of {self.rule}", self.compiler.messages
        if need.reason is not None:
            return messages.read(need.reason, lambda hole: self._env(what, hole))
        quoted = messages.source(need.condition)
        return messages.saying(NEEDED, quoted.type, self.compiler.returning(self._env(what, need).code, quoted.operand))

    def _env(self, what: str, node: ast.Node) -> Env:
        """A new pure function of a player, and of the item if there is one."""
        code = Code(self.compiler.world.store, what, True, False)
        env = Env(self.compiler, code, self.rule)
        env.at(node.span)
        env.bind_player(code.parameter("player", PLAYER).operand)
        if self.item is not None:
            called, type_ = self.item
            value = code.parameter(called, type_)
            env.bind(called, Value(type_, value.operand))
            if type_.base == "thing":
                env.subjects.insert(0, value)
        return env
