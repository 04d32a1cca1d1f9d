"""`ann can deal THING`, `ann cannot deal THING because NEED`: what may be put into a bundle, by the needs of its goods."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ir.scenes import Holds
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.expressions import expression
from rulelang.lower.scenes.scene import ALWAYS, Scene
from rulelang.lower.types import PLAYER, UNKNOWN, YES_NO
from rulelang.syntax import ast

NOT_HIS = "owner"
"""The reason that stands before all needs: it is not his."""


def dealable(scene: Scene, fact: ast.Fact, who: int, node: ast.Expr | ast.Per) -> Holds | None:
    """A pure function that says whether somebody may deal in a thing or a card; if a need is named, whether that is the first to fail."""
    because = fact.because.text if fact.because is not None else ""
    probe = scene.env(fact.span, True, who)
    value = UNKNOWN if isinstance(node, ast.Per) else expression(probe, node).type
    if isinstance(node, ast.Per) or value.many or value.base not in ("thing", "card"):
        if value != UNKNOWN:
            scene.error("unknown-fact", f"`{node.span.text}` is no thing and no card", fact.span, help="`ann can deal THING`")
        return None
    rows = scene.compiler.deals.goods_of(value)
    known = [NOT_HIS, *(need.name.text for row in rows for need in row.needs)]
    if because and because not in (*known, *ALWAYS):
        scene.world.unknown("unknown-name", "need of these goods called", because, fact.span, known)
        return None

    def emit(env: Env) -> Value:
        code = env.code
        item = expression(env, node)
        # How many of the needs, from the first on, are met: the first to fail is the one after these.
        met, open_ = code.register(), code.register()
        code.move(met, code.const(0))
        code.move(open_, code.const(1))
        for test in _tests(scene, env, who, rows, item):
            code.op("mul", open_, test(), out=open_)
            code.op("add", met, open_, out=met)
        wanted = len(known) if not because else known.index(because) if because in known else -1
        return Value(YES_NO, code.op("eq", met, code.const(wanted)))

    part = scene.value(fact.span, emit, who)
    return Holds(part.function, wanted=bool(because) or fact.kind == "can")


def _tests(scene: Scene, env: Env, who: int, rows: list[ast.Goods], item: Value) -> list[Callable[[], int]]:
    code = env.code
    player = Value(PLAYER, code.const(who))

    def his() -> int:
        slot = "owner" if item.type.base == "thing" else "card_holder"
        return code.op("mul", code.op("eq", code.load(slot, item.operand), player.operand), code.const(int(bool(rows))))

    needs = [need.function for row in rows for need in scene.compiler.deals.needs.get(row, ())]
    return [his, *(lambda one=one: code.call(one, player.operand, item.operand, results=1) for one in needs)]
