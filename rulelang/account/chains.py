"""Where a declaration came from: each layer that declared or changed it, what that changed, and whose each part is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rulelang.account.lines import Place, inside, place_of
from rulelang.account.parts import Difference, Part, differences, parts_of
from rulelang.check.model import Change, Entry, Layer, Model
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.compare import same_tree
from rulelang.syntax.spacing import tidy


@dataclass(frozen=True, slots=True)
class Step:
    """What one layer did. `marked` are lines that it took away (`- `), brought (`+ `) or left (`  `)."""

    layer: str
    what: str
    place: Place
    marked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """Parts as they are now, of one layer; where the first of them stands."""

    layer: str
    place: Place
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """The account of one declaration."""

    steps: tuple[Step, ...]
    now: tuple[Piece, ...]
    gone: bool = False


def chain_of(model: Model, category: str, entry: Entry, column: str = "") -> Chain:
    """With a column, only what has to do with that part. What a higher layer took away has no parts now."""
    before = model.lost.get((category, entry.name))
    steps = list(_steps(entry.chain, model, column))
    if before is not None and before is not entry:
        steps = [*_steps(before.chain, model, column), *steps]
    title = model.titles.get(entry.name) if category not in UNTITLED else None
    if before is entry:
        return Chain(tuple(steps), (), True)
    return Chain(tuple(steps), tuple(_pieces(entry, title, column)))


FACTS = ("players", "currency", "board", "things")
"""What an edition has one of: two lines of its head, and its tables."""


def fact_chain(model: Model, fact: str) -> Chain:
    """One of `FACTS`."""
    steps: list[Step] = []
    for layer in model.layers:
        for span, said in _facts(layer, fact):
            marked = (f"- {steps[-1].marked[-1][2:]}", f"+ {said}") if steps else (f"+ {said}",)
            steps.append(Step(layer.name, "replaced" if steps else "declared", place_of(span), marked))
    return Chain(tuple(steps), tuple(Piece(step.layer, step.place, (step.marked[-1][2:],)) for step in steps[-1:]))


UNTITLED = ("rule", "action", "value", "field", "card", "goods", "setting", "starts")
"""Categories of what a rename gives no title to: their keys are no names, or their titles are not shown."""


def _steps(changes: Sequence[Change], model: Model, column: str = "") -> Iterator[Step]:
    before: Change | None = None
    for change in changes:
        if change.span is None:
            continue
        marked: list[str] = []
        if change.what.startswith("renamed"):
            marked = [f"+ {tidy(change.span.text)}"]
        elif change.what.startswith("cards"):
            marked = list(_cards(model, change))
        elif change.what == "declared":
            marked = [f"+ {part.text}" for name, part in parts_of(change.value).items() if name == (column or "value")]
        elif before is not None:
            found = differences(parts_of(before.value), parts_of(change.value), same_tree)
            marked = list(marked_lines([one for one in found if column in ("", one.part)]))
            if column and not marked:
                continue
        yield Step(change.layer, change.what, place_of(change.span), tuple(marked))
        before = change


def _cards(model: Model, change: Change) -> Iterator[str]:
    """The cards that went from a deck, and those that came."""
    assert change.span is not None
    for (category, _), entry in model.lost.items():
        if category == "card" and entry.chain[-1].span == change.span:
            yield f"- {_card(entry.value)}"
    for _, entry in [*model.values_of("card"), *((k, e) for (c, k), e in model.lost.items() if c == "card")]:
        declared = entry.chain[0]
        if declared.span is not None and declared.layer == change.layer and inside(declared.span, change.span):
            yield f"+ {_card(declared.value)}"


def _card(card: ast.Card) -> str:
    copies = f"{card.copies} cards" if card.copies > 1 else "card"
    return f'{copies} {card.name.text} "{card.title.value}"'


def marked_lines(found: Sequence[Difference]) -> Iterator[str]:
    """The lines of differences, each after a mark; of blocks also the lines beside what changed."""
    for one in found:
        before, after = (tuple(worded(part)) if part is not None else () for part in (one.before, one.after))
        if len(before) <= 1 and len(after) <= 1:
            yield from (f"- {line}" for line in before)
            yield from (f"+ {line}" for line in after)
            continue
        yield from _block(before, after)


def _block(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for tag, low, high, new_low, new_high in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from (f"  {line}" for line in before[low:high])
        else:
            yield from (f"- {line}" for line in before[low:high])
            yield from (f"+ {line}" for line in after[new_low:new_high])


BARE = ("does", "says", "played", "limit", "steps")
"""Parts whose lines say what they are."""


def worded(part: Part) -> Iterator[str]:
    """A part as lines that say what it is."""
    if part.name in BARE or part.name.startswith("needs "):
        yield from part.lines
    elif len(part.lines) == 1:
        quoted = f'"{part.lines[0]}"' if part.name in ("title", "text", "help") else part.lines[0]
        yield f"{part.name} {quoted}"
    else:
        yield part.name
        yield from (f"  {line}" for line in part.lines)


def _pieces(entry: Entry, title: str | None, column: str) -> Iterator[Piece]:
    """The parts now: each, but for what the first layer left beside one another."""
    held: Piece | None = None
    for part in parts_of(entry.value, title).values():
        if column not in ("", part.name):
            continue
        layer = _origin(entry, part)
        place = place_of(part.span)
        lines = tuple(worded(part))
        if title is not None and part.content == title:
            layer, place = _renamed(entry, layer, place)
        together = held is not None and held.layer == layer and (layer == entry.layer.name or held.place == place)
        if held is not None and together:
            held = replace(held, lines=(*held.lines, *lines))
            continue
        if held is not None:
            yield held
        held = Piece(layer, place, lines)
    if held is not None:
        yield held


def _origin(entry: Entry, part: Part) -> str:
    """The layer that brought a part: the first that had it so."""
    for change in entry.chain:
        if change.value is not None:
            had = parts_of(change.value).get(part.name)
            if had is not None and (had.content is part.content or had.content == part.content):
                return change.layer
    return entry.layer.name


def _renamed(entry: Entry, layer: str, place: Place) -> tuple[str, Place]:
    for change in reversed(entry.chain):
        if change.what.startswith("renamed") and change.span is not None and '"' in change.span.text:
            return change.layer, place_of(change.span)
    return layer, place


def _facts(layer: Layer, fact: str) -> Iterator[tuple[Span, str]]:
    """(where, what is said of it)"""
    if layer.section is None:
        return
    head = layer.section.head
    if fact == "players" and layer.kind == "edition" and head.players is not None:
        yield head.span, f"{head.players[0]} to {head.players[1]}"
    elif fact == "currency" and layer.kind == "edition" and head.currency is not None:
        yield head.currency.span, tidy(head.currency.span.text)
    for declaration in layer.section.declarations:
        table = declaration.declaration if isinstance(declaration, ast.Replace) else declaration
        if isinstance(table, ast.Table) and table.board == (fact == "board") and fact in ("board", "things"):
            line = ", a line" if table.line else ""
            yield table.span, f"{len(table.rows)} {'spaces' if table.board else 'things'}{line}"


# ---------------------------------------------------------------------------------------------------------------- layers
def layer_steps(model: Model, layer: Layer) -> Iterator[tuple[str, Entry, Step]]:
    """(category, what was declared, what the layer did to it), in the order of the file."""
    found: list[tuple[int, int, str, Entry, Step]] = []
    entries = [(category, entry) for category, listed in model.entries.items() if category != "place" for entry in listed.values()]
    entries += [(category, entry) for (category, _), entry in model.lost.items()]
    if model.dice is not None:
        entries.append(("dice", model.dice))
    for category, entry in entries:
        for change, step in zip((c for c in entry.chain if c.span is not None), _steps(entry.chain, model), strict=True):
            if change.layer == layer.name and change.span is not None:
                found.append((change.span.start, len(found), category, entry, step))
    yield from ((category, entry, step) for _, _, category, entry, step in sorted(found, key=lambda row: row[:2]))


def node_title(node: ast.Node) -> str:
    """The title that a declaration prints, if it has one."""
    title = getattr(node, "title", None)
    return title.value if isinstance(title, ast.Text) else ""
