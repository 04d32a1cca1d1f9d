"""Cards: drawing one and doing it, keeping it, playing it later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.check.model import HookEntry
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.moves import DEEPEST
from rulelang.lower.types import CARD, DECK, PLAYER
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler


class Cards:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._decks: dict[str, int] = {}
        self._bodies: dict[int, int] = {}
        self.plays: list[tuple[int, ast.Play]] = []
        """(card, play) for kept cards that are played in a moment: they become actions"""

    def collect(self) -> None:
        """Hooks and actions by which kept cards are played."""
        for card in self.compiler.world.cards:
            node: ast.Card = card.entry.value
            for play in node.plays:
                if play.hook is not None:
                    entry = HookEntry(play.hook, card.entry.layer, node.name.text, "card")
                    body = play.body or play.hook.body
                    self.compiler.hooks.add(entry, 1, body, play.condition or play.hook.condition, card=card.index)
                else:
                    self.plays.append((card.index, play))

    def title(self, index: int) -> str:
        card = self.compiler.world.cards[index]
        return str(card.entry.value.title.value)

    def play_name(self, index: int) -> str:
        return f"play_{self.compiler.world.cards[index].entry.value.name.text}"

    def draw(self, env: Env, who: Value, deck: Value, span: Span) -> None:
        """Draws from a deck; which one may be known only at run time (a column of a space)."""
        code = env.code
        world = self.compiler.world
        index = world.store.constant_of(deck.operand)
        if deck.type != DECK:
            return
        if index is not None:
            if 0 <= index < len(world.decks):
                code.call(self._deck(world.decks[index].name), who.operand)
            return
        for number, row in enumerate(world.decks):
            with code.when(code.op("eq", deck.operand, code.const(number))):
                code.call(self._deck(row.name), who.operand)

    def _deck(self, name: str) -> int:
        if name not in self._decks:
            store = self.compiler.world.store
            index = self._decks[name] = store.reserve_function()
            code = Code(store, f"draw from {name}", False, True)
            code.origin = store.origin(f"draw from {name}", self.compiler.world.model.of("deck")[name].span)
            env = Env(self.compiler, code, f"draw from {name}")
            who = code.parameter("player", PLAYER)
            env.bind_player(who.operand)
            self.compiler.later(lambda: self._deck_body(name, index, env, who))
        return self._decks[name]

    def _deck_body(self, name: str, index: int, env: Env, who: Value) -> None:
        code = env.code
        code.op("nest", DEEPEST)
        world = self.compiler.world
        number = [d.name for d in world.decks].index(name)
        card = code.op("draw", code.const(number), who.operand)
        with code.when(code.op("lt", card, code.const(0))):
            code.op("return")
        roles = {"player": who, "card": Value(CARD, card)}
        self.compiler.hooks.fire(env, "draws", "when", roles, early=True)
        cards = [world.cards[c] for c in world.decks[number].cards]
        kept = sum(1 << c.index for c in cards if c.entry.value.keep)
        keeps = code.op("has", code.const(kept), card)
        with code.when(keeps):
            code.op("card", card, who.operand)
        with code.when(code.op("not", keeps)):
            # Back before it is done: its lines may end the turn, and the card must not be lost.
            code.op("card", card, code.const(-1))
        groups: dict[int, list[int]] = {}
        for info in cards:
            if info.entry.value.body:
                groups.setdefault(self._body(info.entry.value, info.index, name), []).append(info.index)
        self._pick(env, card, sorted((indexes[0], indexes, f) for f, indexes in groups.items()), who)
        self.compiler.hooks.fire(env, "draws", "when", roles, early=False)
        self.compiler.finish(index, code)

    def _pick(self, env: Env, card: int, rows: list[tuple[int, list[int], int]], who: Value) -> None:
        """Calls the body of the card drawn: halves the candidates until one is left."""
        code = env.code
        if not rows:
            return
        if len(rows) <= 2:
            for _, indexes, function in rows:
                with code.when(code.op("has", code.const(sum(1 << i for i in indexes)), card)):
                    code.call(function, who.operand)
            return
        half = len(rows) // 2
        low = sum(1 << i for _, indexes, _ in rows[:half] for i in indexes)
        code.op("if", code.op("has", code.const(low), card))
        self._pick(env, card, rows[:half], who)
        code.otherwise()
        self._pick(env, card, rows[half:], who)
        code.op("end")

    def _body(self, node: ast.Card, index: int, deck: str) -> int:
        """The function that does a card; copies share it."""
        key = id(node)
        if key not in self._bodies:
            world = self.compiler.world
            function = self._bodies[key] = world.store.reserve_function()
            code = Code(world.store, f"card {deck}.{node.name.text}", False, True)
            env = Env(self.compiler, code, f"card {node.name.text}", world.cards[index].entry.chain_text)
            env.at(node.span)
            who = code.parameter("player", PLAYER)
            env.bind_player(who.operand)
            env.card = index
            env.watch = (who.operand, code.load("moves", who.operand))

            def finish() -> None:
                self.compiler.body(env, node.body)
                self.compiler.finish(function, code)

            self.compiler.later(finish)
        return self._bodies[key]
