"""Dice: which are rolled together, and what `dice` show.

`dice` are those that were last rolled together: the common ones (`roll dice`), or so many of a sort (`roll 3 white`). Where an edition
has only one such set, its faces are read where the machine keeps them; where it has several, each throw is noted in slots of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.bounds import MOST_DICE
from rulelang.lower.effects import blocks
from rulelang.lower.emit import Value
from rulelang.lower.env import Env
from rulelang.lower.types import COUNT, FACE
from rulelang.lower.world import World
from rulelang.syntax import ast

_SHOWN, _MANY = "dice shown", "dice thrown"


# --------------------------------------------------------------------------------------------------------------- which dice
def collect(world: World) -> None:
    """Every set of dice that is rolled together somewhere: the common ones first, then each die alone, then so many of a sort."""
    names = [die.name for die in world.dies]
    if world.model.dice is not None:
        node: ast.Dice = world.model.dice.value
        die = world.model.canonical(node.die.text)
        if die in names:
            world.throws.append(len(world.dice))
            world.dice.append((node.count, names.index(die)))
            world.use("die", die)
        else:
            world.unknown("unknown-name", "die", node.die.text, node.die.span, names)
            if names:  # lines that speak of the dice are not to blame
                world.throws.append(len(world.dice))
                world.dice.append((node.count, 0))
    for index in range(len(names)):
        if (1, index) not in world.dice:
            world.dice.append((1, index))
    for count, word in _thrown(world):
        name = world.model.canonical(word)
        if name in names and 1 <= count <= MOST_DICE:
            one = (count, names.index(name))
            if one not in world.dice:
                world.dice.append(one)
            if world.dice.index(one) not in world.throws:
                world.throws.append(world.dice.index(one))


def _thrown(world: World) -> Iterator[tuple[int, str]]:
    """What stands in lines like `roll 3 white`."""
    for category in ("rule", "action", "card"):
        for _, entry in world.model.values_of(category):
            yield from _rolls(entry.value.body)
    for _, entry in world.model.values_of("card"):
        for play in entry.value.plays:
            yield from _rolls(play.body or (play.hook.body if play.hook else ()))
    for hook in world.model.hooks:
        yield from _rolls(hook.hook.body)


def _rolls(lines: ast.Body) -> Iterator[tuple[int, str]]:
    for line in lines:
        if isinstance(line, ast.Do | ast.May):
            match line.statement.items:
                case (*_, ast.Noun(path=verb), ast.Num(value=count), ast.Noun(path=die)) if verb.words[0].text in ("roll", "rolls"):
                    yield count, die.words[0].text
        for inner in blocks(line):
            yield from _rolls(inner)


def lay_out(world: World) -> None:
    """Where what `dice` show is noted, if there are several sets that they may be."""
    if len(world.throws) > 1:
        most = max(world.dice[index][0] for index in world.throws)
        world.store.add_slot(_SHOWN, COUNT.key, ((f"#{most}", most),), (0,) * most)
        world.store.add_slot(_MANY, COUNT.key, (), (world.dice[world.throws[0]][0],), 0, most)


# ------------------------------------------------------------------------------------------------------------- what they show
def shown(env: Env, place: int) -> Value:
    """What the die at a place (an operand, from 0) of `dice` shows; a place that there is not is a fault."""
    world, code = env.compiler.world, env.code
    if len(world.throws) == 1:
        return Value(FACE, code.load(f"dice.{world.throws[0]}", place))
    beyond = code.op("mul", code.op("ge", place, code.load(_MANY)), code.const(MOST_DICE))
    return Value(FACE, code.load(_SHOWN, code.op("add", place, beyond)))


def note(env: Env, index: int) -> None:
    """`dice` are now this set."""
    world, code = env.compiler.world, env.code
    if len(world.throws) > 1 and index in world.throws:
        for place in range(world.dice[index][0]):
            code.store_slot(_SHOWN, code.load(f"dice.{index}", code.const(place)), code.const(place))
        code.store_slot(_MANY, code.const(world.dice[index][0]))


def alike(env: Env) -> int:
    """All of `dice`, two or more, show the same face."""
    world, code = env.compiler.world, env.code
    if not world.throws:
        return code.const(0)
    if len(world.throws) == 1:
        return all_alike(env, world.throws[0])
    many = code.load(_MANY)
    first = code.load(_SHOWN, code.const(0))
    result = code.op("ge", many, code.const(2))
    for place in range(1, max(world.dice[index][0] for index in world.throws)):
        same = code.op("eq", first, code.load(_SHOWN, code.const(place)))
        result = code.op("mul", result, code.op("max", same, code.op("le", many, code.const(place))))
    return result


def all_alike(env: Env, index: int) -> int:
    """All dice of a set, two or more, show the same face."""
    code = env.code
    count = env.compiler.world.dice[index][0]
    if count < 2:
        return code.const(0)
    first = code.load(f"dice.{index}", code.const(0))
    result = code.const(1)
    for place in range(1, count):
        result = code.op("mul", result, code.op("eq", first, code.load(f"dice.{index}", code.const(place))))
    return result


def total(env: Env) -> Value:
    """The sum of the numbers that `dice` show; words, which are stored below zero, count nothing."""
    world, code = env.compiler.world, env.code
    result: int | None = None
    if len(world.throws) > 1:
        many = code.load(_MANY)
        for place in range(max(world.dice[index][0] for index in world.throws)):
            face = code.op("max", code.load(_SHOWN, code.const(place)), code.const(0))
            face = code.op("mul", face, code.op("gt", many, code.const(place)))
            result = face if result is None else code.op("add", result, face)
    elif world.throws:
        count, die = world.dice[world.throws[0]]
        for place in range(count):
            face = code.load(f"dice.{world.throws[0]}", code.const(place))
            if any(world.dies[die].is_word):
                face = code.op("max", face, code.const(0))
            result = face if result is None else code.op("add", result, face)
    return Value(COUNT, code.const(0) if result is None else result)
