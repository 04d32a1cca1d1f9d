"""Goods and bundles: what may be dealt in, and how a deal is carried out.

A bundle is one register a component: money, a set of things, a set of kept cards, a number of each piece.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.ir.program import Component, Need
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.goods_needs import GoodsNeeds
from rulelang.lower.survey import piece_named
from rulelang.lower.types import BUNDLE, CARD, HOLDER, PLAYER, Type
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

NOWHERE = -1


class Deals:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.components: list[Component] = []
        self.needs: dict[ast.Goods, list[Need]] = {}
        """Of each line of goods, as soon as all that they may speak of is known."""
        self._functions: dict[str, int] = {}

    @property
    def width(self) -> int:
        return len(self.components)

    def collect(self) -> None:
        """Reads `goods …`: one component for money, all things, all kept cards, and each piece (of each group)."""
        world = self.compiler.world
        things: list[tuple[str, ast.Goods]] = []
        cards: ast.Goods | None = None
        money: ast.Goods | None = None
        pieces: list[tuple[int, ast.Goods]] = []
        promises = False
        for name, entry in world.model.values_of("goods"):
            node: ast.Goods = entry.value
            last = node.words[-1].text
            kind = world.type_named(last)
            piece = piece_named(world, last)
            if name == "promise" or last == "promises":
                promises = True
            elif name == "money":
                money = node
            elif last in ("card", "cards"):
                cards = node
            elif kind is not None and kind.base == "thing":
                things.append((kind.kind or "", node))
            elif piece is not None:
                pieces.append((piece, node))
            else:
                world.unknown("unknown-name", "sort of goods", name, node.span, ["money", "card", *world.kinds, *world.piece_names])
        if money is not None:
            self.components.append(Component("money", "money", -1, -1, self._allowed("money", [("", money)])))
            self._needs([(money, None)])
        if things:
            self.components.append(Component("things", "thing", -1, -1, self._allowed("things", things)))
            self._needs([(node, (kind or "thing", Type("thing", kind or None))) for kind, node in things])
        if cards is not None:
            self.components.append(Component("cards", "card", -1, -1, self._allowed("cards", [("", cards)])))
            self._needs([(cards, ("card", CARD))])
        for piece, node in pieces:
            for sub in range(world.pieces[piece].subs):
                self.components.append(
                    Component("pieces", world.pieces[piece].name, piece, sub, self._allowed("pieces", [("", node)], piece, sub))
                )
                self._needs([(node, None)])

        if promises:
            self.components.extend(self.compiler.promises.components(len(self.components)))

    def _needs(self, rows: list[tuple[ast.Goods, tuple[str, Type] | None]]) -> None:
        """The last component gets the needs of these lines."""
        number = len(self.components) - 1

        def fill() -> None:
            for node, item in rows:
                self.needs[node] = GoodsNeeds(self.compiler, node, item).all()
            needs = tuple(need for node, _ in rows for need in self.needs[node])
            self.components[number] = replace(self.components[number], needs=needs)

        self.compiler.later(fill)

    def _allowed(self, what: str, rows: list[tuple[str, ast.Goods]], piece: int = -1, sub: int = 0) -> int:
        """A pure function of a player: what of his may be dealt in."""
        compiler = self.compiler
        world = compiler.world
        index = world.store.reserve_function()
        code = Code(world.store, f"goods {what}", True, False)
        env = Env(compiler, code, f"goods {what}")
        env.at(rows[0][1].span)
        player = code.parameter("player", PLAYER)
        env.bind_player(player.operand)
        code.results = 1

        def finish() -> None:
            match what:
                case "money":
                    code.op("return", self._if_needs(env, rows[0][1], code.load("money", player.operand)))
                case "pieces":
                    held = code.load(f"piece.{world.pieces[piece].name}", player.operand, code.const(sub))
                    code.op("return", self._if_needs(env, rows[0][1], held))
                case "cards":
                    code.op("return", self._members(env, rows[0][1], "card", CARD, compiler.fields.hand(env, player)))
                case _:
                    result = code.const(0)
                    for kind, node in rows:
                        mine = code.op("meet", code.load("holdings", player.operand), code.const(world.mask(kind or None)))
                        result = code.op("join", result, self._members(env, node, kind or "thing", Type("thing", kind or None), mine))
                    code.op("return", result)
            compiler.finish(index, code)

        compiler.later(finish)
        return index

    def goods_of(self, type_: Type) -> list[ast.Goods]:
        """The lines of goods that are about a thing of this kind, or about kept cards."""
        world = self.compiler.world
        rows: list[ast.Goods] = [entry.value for _, entry in world.model.values_of("goods")]
        if type_.base == "card":
            return [row for row in rows if row.words[-1].text in ("card", "cards")]
        kinds = [(row, world.type_named(row.words[-1].text)) for row in rows]
        return [row for row, kind in kinds if kind is not None and kind.base == "thing" and world.mask(kind.kind) & world.mask(type_.kind)]

    def _if_needs(self, env: Env, node: ast.Goods, amount: int) -> int:
        code = env.code
        for need in node.needs:
            met = condition(env.child(), need.condition)
            code.mark("need", need.condition.span, "unmet", "zero", met)
            amount = code.op("mul", amount, met)
        return amount

    def _members(self, env: Env, node: ast.Goods, name: str, type_: Type, base: int) -> int:
        """The members of a set that meet the needs of their goods."""
        code = env.code
        if not node.needs:
            return base
        result = code.register()
        code.move(result, code.const(0))
        with code.members(base, bound=512) as member:
            inner = env.child()
            value = Value(type_, member)
            inner.bind(name, value)
            if type_.base == "thing":
                inner.subjects.insert(0, value)
            for need in node.needs:
                met = condition(inner, need.condition)
                code.mark("need", need.condition.span, "unmet", "zero", met)
                code.op("if", met)
            code.op("with", result, member, out=result)
            for _ in node.needs:
                code.op("end")
        return result

    # ----------------------------------------------------------------------------------------------------- carrying out
    def give(self, env: Env, giver: Value, receiver: Value, bundle: Value, purpose: int) -> None:
        env.code.call(
            self._function("give"),
            giver.operand,
            receiver.operand,
            env.code.const(purpose),
            *(bundle.operand + i for i in range(self.width)),
        )

    def swap(self, env: Env, who: Value, partner: Value, given: Value, asked: Value, purpose: int) -> None:
        """Both bundles change hands, all at once, so that what a new owner pays for a thing does not eat what he gave for it."""
        env.code.call(
            self._function("swap"),
            who.operand,
            partner.operand,
            env.code.const(purpose),
            *(given.operand + i for i in range(self.width)),
            *(asked.operand + i for i in range(self.width)),
        )

    def give_all(self, env: Env, giver: Value, receiver: Value, purpose: int) -> None:
        env.code.call(self._function("give all"), giver.operand, receiver.operand, env.code.const(purpose))

    def _function(self, name: str) -> int:
        if name not in self._functions:
            store = self.compiler.world.store
            index = self._functions[name] = store.reserve_function()
            code = Code(store, name, False, False)
            code.origin = store.origin(name, None)
            env = Env(self.compiler, code, name)
            giver = code.parameter("giver", HOLDER)
            receiver = code.parameter("receiver", HOLDER)
            purpose = code.parameter("purpose", Type("purpose"))
            env.bind_player(giver.operand)
            if name == "swap":
                both = [code.parameter(f"{c.kind}{i}", BUNDLE).operand for i, c in enumerate((*self.components, *self.components))]
                self.compiler.later(lambda: self._swap(index, env, giver, receiver, purpose.operand, both))
            elif name == "give":
                values = [code.parameter(f"{c.kind}{i}", BUNDLE).operand for i, c in enumerate(self.components)]
                self.compiler.later(lambda: self._give(index, env, giver, receiver, purpose.operand, values))
            else:
                self.compiler.later(lambda: self._everything(index, env, giver, receiver, purpose.operand))
        return self._functions[name]

    def _give(self, index: int, env: Env, giver: Value, receiver: Value, purpose: int, values: list[int]) -> None:
        self._carry_out(env, [(giver, receiver, values)], purpose)
        self.compiler.finish(index, env.code)

    def _swap(self, index: int, env: Env, who: Value, partner: Value, purpose: int, values: list[int]) -> None:
        given, asked = values[: self.width], values[self.width :]
        self._carry_out(env, [(who, partner, given), (partner, who, asked)], purpose)
        self.compiler.finish(index, env.code)

    def _carry_out(self, env: Env, bundles: list[tuple[Value, Value, list[int]]], purpose: int) -> None:
        """Bundles change hands, all at once: money first, then the rest, then new promises; who listens hears of it when all is done."""
        passing = self.compiler.passing
        transfers = [
            passing.transfer(env, giver, receiver, values[number])
            for giver, receiver, values in bundles
            for number, component in enumerate(self.components)
            if component.kind == "things" and not component.title
        ]
        passing.before(env, transfers)
        for number in sorted(range(self.width), key=lambda i: self.components[i].kind != "money"):
            for giver, receiver, values in bundles:
                self._component(env, self.components[number], giver, receiver, purpose, values[number])
        for transfer in transfers:
            passing.move(env, transfer)
        for giver, receiver, values in bundles:
            self.compiler.promises.give_drafts(env, giver, receiver, values)
        self.compiler.endings.check(env, {"money", "piece"})
        passing.heard(env, transfers)

    def _component(self, env: Env, component: Component, giver: Value, receiver: Value, purpose: int, value: int) -> None:
        """One component of a bundle passes; things, and the fields of a new promise, wait until all are known."""
        code = env.code
        match component.kind:
            case "promises":
                self.compiler.promises.pass_on(env, self.compiler.promises.all[component.domain.removeprefix("promise.")], value, receiver)
            case "money":
                with code.when(code.op("gt", value, code.const(0))):
                    code.op("pay", giver.operand, receiver.operand, value, purpose, code.const(-1))
            case "cards":
                self.compiler.things.give_cards(env, Value(Type("card", None, True), value), receiver)
            case "pieces":
                with code.when(code.op("gt", value, code.const(0))):
                    code.op("pieces", code.const(component.index), code.const(component.sub), giver.operand, receiver.operand, value)

    def _everything(self, index: int, env: Env, giver: Value, receiver: Value, purpose: int) -> None:
        """All that a holder has, whether or not it could be dealt in now."""
        compiler = self.compiler
        code = env.code
        world = compiler.world
        things = code.register()
        code.move(things, code.load("holdings", giver.operand))
        transfer = compiler.passing.transfer(env, giver, receiver, things)
        compiler.passing.before(env, [transfer])
        with code.when(code.op("gt", code.load("money", giver.operand), code.const(0))):
            code.op("pay", giver.operand, receiver.operand, code.load("money", giver.operand), purpose, code.const(-1))
        compiler.things.give_cards(env, Value(Type("card", None, True), compiler.fields.hand(env, giver)), receiver)
        compiler.promises.give_everything(env, giver, receiver)
        for number, piece in enumerate(world.pieces):
            for sub in range(piece.subs):
                held = code.load(f"piece.{piece.name}", giver.operand, code.const(sub))
                with code.when(code.op("gt", held, code.const(0))):
                    code.op("pieces", code.const(number), code.const(sub), giver.operand, receiver.operand, held)
        compiler.passing.move(env, transfer)
        compiler.endings.check(env, {"money", "piece"})
        compiler.passing.heard(env, [transfer])
        compiler.finish(index, code)
