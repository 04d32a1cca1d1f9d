"""A card that pays, or is paid, and then sends the token to a space where the same is paid again.

What the card would pay after the token has moved is void and never paid; of that the lint of lost lines speaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from rulelang.check.model import Entry
from rulelang.diagnostics import Label
from rulelang.ir.program import Op
from rulelang.lints.certain import Value
from rulelang.lints.lookout import Lookout
from rulelang.lints.lost import Moved, Tokens
from rulelang.lints.machine import named, sent_to_known_space, walk
from rulelang.lints.tree import nodes
from rulelang.source import Span
from rulelang.syntax import ast

_WHO = "who"


@dataclass(frozen=True)
class Payment:
    """Paid by who drew the card, or to him."""

    pays: bool
    amount: Value
    purpose: Value

    def repeats(self, other: Payment, own: int) -> bool:
        """Is it the same once more? `own` is the purpose that all payments of cards have."""
        if self.pays != other.pays:
            return False
        same_purpose = isinstance(self.purpose, int) and self.purpose >= 0 and self.purpose not in (own,) and self.purpose == other.purpose
        same_amount = isinstance(self.amount, int) and self.amount > 0 and self.amount == other.amount
        return same_purpose or same_amount


def charged_twice(look: Lookout) -> None:
    world = look.world
    own = world.purposes.index("card") if "card" in world.purposes else -1
    functions = {f.name: i for i, f in enumerate(look.program.functions) if f.name.startswith("card ")}
    for key, entry in look.model.values_of("card"):
        places = [(node, world.constants[name][1]) for node, name in _sent_to(look, entry)]
        function = functions.get(f"card {key}")
        if function is None or not places:
            continue
        card = _payments(look, function, (_WHO,), deep=False, but_for=_void(look, function, entry))
        for node, space in places if card else ():
            landing = _landing(look, space)
            again = next((p for p in card for q in landing if p.repeats(q, own)), None)
            if again is not None:
                _report(look, entry, node, space, again)


def _sent_to(look: Lookout, entry: Entry) -> list[tuple[ast.Node, str]]:
    """Spaces to which the card sends the token by name."""
    found: list[tuple[ast.Node, str]] = []
    for node in nodes(entry.value.body):
        if isinstance(node, ast.Prep) and node.word == "to" and isinstance(node.argument, ast.Noun):
            name = look.model.canonical(node.argument.path.words[0].text)
            constant = look.world.constants.get(name)
            if constant is not None and constant[0].base == "thing" and constant[1] < look.world.spaces:
                found.append((node, name))
    return found


def _void(look: Lookout, function: int, entry: Entry) -> frozenset[int]:
    """Origins of the lines of a card that are never done, because its token has moved above them."""
    watched = {id(one.test): one for one in look.compiler.watched}
    void: list[ast.Line] = []

    def reached(op: Op, moved: Moved) -> frozenset[int]:
        one = watched.get(id(op))
        if one is None:
            return frozenset()
        if one.players & moved.certain:
            void.extend(_from(one.below, entry.value.body))
        return one.players

    code = look.program.functions[function]
    Tokens(look.program).walk(code, reached)
    spans = [node.span for node in nodes(*void)]
    origins = look.program.origins
    return frozenset(
        op.origin
        for op in code.code
        for span in spans
        if op.origin >= 0 and (origins[op.origin].file, origins[op.origin].line) == (span.placed.source.path, span.placed.line)
    )


def _from(line: ast.Line, body: tuple[ast.Line, ...]) -> tuple[ast.Line, ...]:
    """A line and those below it in its block."""
    for block in _blocks(body):
        for index, one in enumerate(block):
            if isinstance(one, ast.Node) and one.span.start == line.span.start:
                return block[index:]
    return (line,)


def _blocks(part: object) -> Iterator[tuple[Any, ...]]:
    """All lists of lines in these lines, the outer before the inner."""
    if isinstance(part, tuple):
        yield part
        for one in part:
            yield from _blocks(one)
    elif isinstance(part, ast.Node):
        for field in fields(part):
            yield from _blocks(getattr(part, field.name))


def _payments(
    look: Lookout, function: int, arguments: tuple[Value, ...], *, deep: bool, but_for: frozenset[int] = frozenset()
) -> set[Payment]:
    """Payments of, or to, who drew the card: in the function's own lines or, `deep`, in all that they may lead to; but for those of some
    origins."""
    paying = named(look, "pay")
    found: set[Payment] = set()

    def seen(op: Op, values: tuple[Value, ...]) -> None:
        if op.code != "call" or values[0] not in paying or op.origin in but_for:
            return
        payer, amount, receiver, purpose = values[1:5]
        if payer == _WHO or receiver == _WHO:
            found.add(Payment(payer == _WHO, amount, purpose))

    def instead(call: tuple[int, tuple[Value, ...]]) -> list[tuple[int, tuple[Value, ...]]] | None:
        return [] if call[0] in paying or (not deep and call[0] != function) else None

    walk(look, False, seen=seen, instead=instead).call(function, arguments)
    return found


def _landing(look: Lookout, space: int) -> set[Payment]:
    """What may be paid when a token is sent forwards to a space."""
    found: set[Payment] = set()
    for function in named(look, "land"):
        found |= _payments(look, function, (_WHO, space), deep=True)
    way = sent_to_known_space(look)
    for function in named(look, "advance to"):
        for call in way((function, (_WHO, space))) or ():
            found |= _payments(look, *call, deep=True)
    return found


def _report(look: Lookout, entry: Entry, node: ast.Node, space: int, payment: Payment) -> None:
    name = look.world.things[space]
    kind = look.model.of("kind").get(look.world.kind_of[space])
    amount = f"{payment.amount} " if isinstance(payment.amount, int) else "the same "
    does = "pays" if payment.pays else "gets"
    labels = [Label(kind.span, "what happens on such a space")] if kind is not None else []
    paid: Span = next((n.span for n in nodes(entry.value.body) if isinstance(n, ast.Do) and "advance" not in n.span.text), node.span)
    look.warning(
        "charged-twice",
        f"who draws this card {does} {amount}and, sent to `{name}`, {does} it there again",
        node.span,
        help="leave the payment to the space, or `put token on` it, which sets nothing off",
        labels=[Label(paid, "here for the first time"), *labels] if paid is not node.span else labels,
    )
