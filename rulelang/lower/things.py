"""Cards and pieces passing from holder to holder; steps of ladders; state that changes; leaving the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env
from rulelang.lower.types import PLAYER, UNKNOWN
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.fields import FieldInfo


class Things:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self._leave_function = -1

    # --------------------------------------------------------------------------------------------------- cards and pieces
    def give_cards(self, env: Env, value: Value, receiver: Value) -> None:
        """Kept cards pass to a holder; to the bank: back to their decks."""
        code = env.code
        to = code.register()
        code.move(to, receiver.operand)
        with code.when(code.op("ge", to, code.const(self.compiler.world.most_players))):
            code.move(to, code.const(-1))
        if value.type.many:
            with code.members(value.operand, bound=512) as card:
                code.op("card", card, to)
            return
        code.op("card", value.operand, to)

    def give_pieces(self, env: Env, giver: Value, receiver: Value, piece: Value, count: int, sub: int | None = None) -> None:
        code = env.code
        code.op("pieces", piece.operand, code.const(0) if sub is None else sub, giver.operand, receiver.operand, count)
        self.compiler.endings.check(env, {"piece"})

    # ------------------------------------------------------------------------------------------------------------- steps
    def set_step(self, env: Env, thing: Value, step: int, span: Span) -> None:
        if thing.type == UNKNOWN:
            return
        if self.compiler.world.ladder_of(thing.type.kind) is None:
            env.error(
                "no-ladder", f"nothing is built on a {thing.type}: it has no ladder", span, help=f"declare `ladder NAME of {thing.type}`"
            )
            return
        env.at(span)
        env.code.op("step", thing.operand, step)
        self.compiler.endings.check(env, {"stepno"})

    def pieces_on(self, env: Env, player: int, piece: int) -> int | None:
        """How many of a piece stand on a player's things; None if it stands on none."""
        world = self.compiler.world
        if not any(counts[piece] for ladder in world.ladders for counts in ladder.counts):
            return None
        code = env.code
        result = code.register()
        code.move(result, code.const(0))
        for ladder in world.ladders:
            if not any(c[piece] for c in ladder.counts):
                continue
            counts = tuple(c[piece] for c in ladder.counts)
            table = world.store.add_table(f"ladder.{ladder.name}.{world.pieces[piece].name}", (len(counts),), counts)
            mine = code.op("meet", code.load("holdings", player), code.const(ladder.members))
            with code.members(mine, bound=512) as thing:
                code.op("add", result, code.table(table, code.load("stepno", thing)), out=result)
        return result

    def whole_groups(self, env: Env, who: Value) -> int:
        """How many groups somebody owns whole."""
        world = self.compiler.world
        code = env.code
        result = code.register()
        code.move(result, code.const(0))
        held = code.load("holdings", who.operand)
        for index in range(len(world.groups)):
            members = sum(1 << t for t, g in enumerate(world.group_of) if g == index) & world.owned_kinds
            if members:
                missing = code.op("size", code.op("less", code.const(members), held))
                code.op("add", result, code.op("eq", missing, code.const(0)), out=result)
        return result

    # ------------------------------------------------------------------------------------------------------------- leaving
    def leave(self, env: Env, who: Value) -> None:
        """The player is out. The function has no actor of its own, so that endings are looked at before lines are cut."""
        if self._leave_function < 0:
            store = self.compiler.world.store
            self._leave_function = store.reserve_function()
            code = Code(store, "leave game", False, False)
            code.origin = store.origin("leave game", None)
            player = code.parameter("player", PLAYER)
            inner = Env(self.compiler, code, "leave game")
            inner.bind_player(player.operand)
            index = self._leave_function

            def finish() -> None:
                self.compiler.hooks.fire(inner, "leaves", "before", {"player": player})
                self.compiler.hooks.fire(inner, "leaves", "when", {"player": player})
                self.compiler.promises.left(inner, player)
                code.op("out", player.operand)
                self.compiler.endings.check(inner, {"in_game"})
                self.compiler.finish(index, code)

            self.compiler.later(finish)
        env.code.call(self._leave_function, who.operand)


class State:
    """State that authors declare: stores, with what listens to them."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler

    def store(self, env: Env, info: FieldInfo, owner: Value | None, value: int, span: Span) -> None:
        code = env.code
        index = owner.operand if owner is not None else None
        listening = [h for h in self.compiler.hooks.of("becomes", "when") if h.heard.field is info]
        old = code.load(info.slot, index) if listening else -1
        before = code.register() if listening else -1
        if listening:
            code.move(before, old)
        code.store_slot(info.slot, value, index)
        self.compiler.endings.check(env, {info.slot})
        roles = {}
        if owner is not None:
            roles = {"player" if owner.type.base in ("player", "holder") else "thing": owner}
        for hook in listening:
            changed = code.op(
                "mul", code.op("eq", value, code.const(hook.heard.value)), code.op("ne", before, code.const(hook.heard.value))
            )
            with code.when(changed):
                self.compiler.hooks.emit(env, hook, roles)
