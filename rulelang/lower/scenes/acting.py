"""`ann can act MOMENT`, `ann cannot act MOMENT because NEED`: whether somebody has what a moment needs."""

from __future__ import annotations

from rulelang.ir.scenes import Holds
from rulelang.lower.calls import plain_word
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.scenes.scene import ALWAYS, Scene
from rulelang.lower.types import YES_NO
from rulelang.syntax import ast


def may_act(scene: Scene, fact: ast.Fact, who: int, node: ast.Expr | ast.Per) -> Holds | None:
    """A pure function that says whether all needs are met; if one is named, whether that is the first that is not."""
    world = scene.world
    name = world.model.canonical(plain_word(node) or "")
    if name not in world.moments:
        world.unknown("unknown-name", "moment", plain_word(node) or node.span.text, node.span, world.moments)
        return None
    moment = world.moments.index(name)
    names = [need.name.text for need in scene.compiler.moments.needs(moment)]
    because = fact.because.text if fact.because is not None else ""
    if because and because not in (*names, *ALWAYS):
        world.unknown("unknown-name", f"need of {name} called", because, fact.span, names)
        return None

    def emit(env: Env) -> Value:
        code = env.code
        assert env.player is not None  # a scene's function has somebody who acts
        met = code.call(scene.compiler.moments.met(moment), env.player.operand, results=1)
        wanted = len(names) if not because else names.index(because) if because in names else -1
        return Value(YES_NO, code.op("eq", met, code.const(wanted)))

    part = scene.value(fact.span, emit, who)
    return Holds(part.function, wanted=bool(because) or fact.kind == "can")
