"""Rolling dice: the verbs, and what hears of a throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.check.bounds import MOST_DICE
from rulelang.lower import dice, places
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.calls import Call

def roll(env: Env, call: Call) -> None:
    """The common dice, or one die by its name."""
    node = places.item(call)
    world = env.compiler.world
    word = node.path.words[0].text if isinstance(node, ast.Noun) else ""
    if word != "dice":
        index = _named(env, node)
        if index is not None:
            _throw(env, places.who(env, call), world.dice.index((1, index)))
        return
    if not world.dice or world.model.dice is None:
        env.error("no-dice", "there are no common dice", node.span, help="declare them: `dice are 2 white`")
        return
    _throw(env, places.who(env, call), 0)


def roll_many(env: Env, call: Call) -> None:
    """So many dice of one sort, together."""
    count, node = places.item(call), places.item(call, 1)
    index = _named(env, node)
    if index is None:
        return
    if not isinstance(count, ast.Num):
        env.error("wrong-type", "how many dice are rolled is known before the game: a number", count.span, help="write it out: `roll 3 …`")
    elif not 1 <= count.value <= MOST_DICE:
        env.error("out-of-bounds", f"1 to {MOST_DICE} dice are thrown together, not {count.value:,}", count.span, help="choose fewer")
    else:
        _throw(env, places.who(env, call), env.compiler.world.dice.index((count.value, index)))


def _named(env: Env, node: ast.Expr) -> int | None:
    """The die of that name; None after a diagnostic."""
    world = env.compiler.world
    word = node.path.words[0].text if isinstance(node, ast.Noun) else ""
    names = [die.name for die in world.dies]
    name = world.model.canonical(word)
    if name not in names:
        world.unknown("unknown-name", "die", word or node.span.text, node.span, ["dice", *names])
        return None
    world.use("die", name)
    return names.index(name)


def _throw(env: Env, who: Value, index: int) -> None:
    """The throw of one set of dice, with what hears of it."""
    _heard(env, "before", who, index)
    env.code.op("roll", index, who.operand)
    dice.note(env, index)
    _heard(env, "when", who, index)


def _heard(env: Env, when: str, who: Value, index: int) -> None:
    """Hooks of this throw: those of any dice, of its sort, and of doubles if the dice show them."""
    count, die = env.compiler.world.dice[index]
    for hook in env.compiler.hooks.of("rolls", when):
        if hook.heard.dies and die not in hook.heard.dies:
            continue
        if not hook.heard.doubles:
            env.compiler.hooks.emit(env, hook, {"player": who})
        elif count > 1:
            env.at(hook.entry.hook.span)
            with env.code.when(dice.all_alike(env, index)):
                env.compiler.hooks.emit(env, hook, {"player": who})
