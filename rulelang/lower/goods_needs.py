"""What goods need before they may be dealt in, one need after the other, each with the words that say why not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulelang.ir.program import Message, Need
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.messages import shown
from rulelang.lower.types import PLAYER, TEXT, UNKNOWN, Type
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
            function = self._pure(f"need {need.name.text} of {self.rule}", need.condition, lambda env, need=need: self._met(env, need))
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
        if need.reason is None:
            before, _, after = re.split(r"(\{\w+\})", NEEDED)
            text = self.compiler.world.store.constant(self.compiler.text(need.condition.span.text))
            return Message((before, after), ((self._pure(f"text of {self.rule}", need, lambda env: text), TEXT.key),), NEEDED)

        def function(node: ast.Expr) -> tuple[int, str] | None:
            types: list[Type] = []

            def emit(env: Env) -> int:
                value = shown(env, node)
                types.append(value.type)
                return value.operand

            index = self._pure(f"text of {self.rule}", node, emit)
            return None if types[0] == UNKNOWN else (index, types[0].key)

        return self.compiler.messages.read(need.reason, function)

    def _pure(self, name: str, node: ast.Node, emit: object) -> int:
        """A pure function of a player, and of the item if there is one, that returns what `emit` makes."""
        code = Code(self.compiler.world.store, name, True, False)
        env = Env(self.compiler, code, self.rule)
        env.at(node.span)
        env.bind_player(code.parameter("player", PLAYER).operand)
        if self.item is not None:
            called, type_ = self.item
            value = code.parameter(called, type_)
            env.bind(called, Value(type_, value.operand))
            if type_.base == "thing":
                env.subjects.insert(0, value)
        assert callable(emit)
        code.results = 1
        code.op("return", emit(env))
        index = self.compiler.world.store.reserve_function()
        self.compiler.finish(index, code)
        return index
