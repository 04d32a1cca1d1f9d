"""The static part of the verifier: domains, slots, tables and the other tables of a Program that name no functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from rulelang.ir.program import Measure, Program, Slot
from rulelang.machine.slots import machine_slots


def domain_size(program: Program, name: str) -> int | None:
    """How many members a domain has that indexes slots, or None if there is no such domain.

    `#n` is the numbers 0…n-1. `holder` is made of others: the players, the bank, the pots.
    """
    if name in program.domains:
        return len(program.domains[name].names)
    if name.startswith("#") and name[1:].isdecimal() and len(name) < 12:
        return int(name[1:])
    if name == "holder":
        return program.players[1] + 1 + count(program, "pot")
    return None


def count(program: Program, domain: str) -> int:
    """How many members a named domain has; none if it is not there."""
    return len(program.domains[domain].names) if domain in program.domains else 0


def check_layout(program: Program) -> Iterator[str]:
    """Problems of everything that stands on its own."""
    yield from _check_header(program)
    yield from _check_slots(program)
    yield from _check_tables(program)
    yield from _check_things(program)
    yield from _check_equipment(program)
    yield from _check_reports(program)


def _check_header(program: Program) -> Iterator[str]:
    least, most = program.players
    if not 1 <= least <= most:
        yield f"players: {least} to {most}"
    if count(program, "player") != most:
        yield f"domain player: {count(program, 'player')} members for at most {most} players"
    for key, domain in program.domains.items():
        if domain.name != key:
            yield f"domain {key}: is named {domain.name}"
        if len(domain.names) != len(domain.titles):
            yield f"domain {key}: {len(domain.names)} names and {len(domain.titles)} titles"
        if len(set(domain.names)) != len(domain.names):
            yield f"domain {key}: a name stands twice"


def _check_slots(program: Program) -> Iterator[str]:
    names: set[str] = set()
    for number, slot in enumerate(program.slots):
        where = f"slot {number} {slot.name}"
        if slot.name in names:
            yield f"{where}: the name stands twice"
        names.add(slot.name)
        yield from (f"{where}: {problem}" for problem in _check_slot(program, slot))
    end = 0
    for slot in sorted(program.slots, key=lambda slot: slot.base):
        if slot.base < end:
            yield f"slot {slot.name}: overlaps what lies before {end}"
        elif slot.base > end:
            yield f"slot {slot.name}: leaves a gap from {end} to {slot.base}"
        end = max(end, slot.base + slot.size)
    yield from _check_machine_slots(program)
    if program.slot_count != end:
        yield f"slots: slot_count is {program.slot_count}, but they end at {end}"


def _check_machine_slots(program: Program) -> Iterator[str]:
    """The slots that the machine reads and writes by itself are there, as it expects them."""
    if any(piece.subs not in (1, count(program, "group")) for piece in program.pieces):
        return  # said elsewhere; the stock of such a piece has no size
    sizes = {name: domain_size(program, name) or 0 for name in ("player", "holder", "thing", "card")}
    declared = {slot.name: slot for slot in program.slots}
    for wanted in machine_slots(sizes, program.dice, program.dies, program.decks, program.pieces):
        found = declared.get(wanted.name)
        if found is None:
            yield f"slots: there is no {wanted.name}, which the machine needs"
            continue
        for what, has, needs in (("type", found.type, wanted.type), ("domains", found.domains, wanted.domains)):
            if has != needs:
                yield f"slot {found.name}: its {what} {has} instead of {needs}"


def _check_slot(program: Program, slot: Slot) -> Iterator[str]:
    if len(slot.domains) > 2:
        yield f"{len(slot.domains)} dimensions"
    sizes = [domain_size(program, domain) for domain in slot.domains]
    for domain, size in zip(slot.domains, sizes, strict=True):
        if size is None:
            yield f"there is no domain {domain}"
    wanted = prod(size for size in sizes if size is not None)
    if None not in sizes and slot.size != wanted:
        yield f"size {slot.size} instead of {wanted}"
    if len(slot.initial) not in (1, slot.size):
        yield f"{len(slot.initial)} initial values for {slot.size} elements"
    if slot.low > slot.high:
        yield f"range {slot.low} to {slot.high}"
    # Sets hold bits, not numbers: their range says nothing.
    if not slot.type.startswith("set of "):
        for value in slot.initial:
            if not slot.low <= value <= slot.high:
                yield f"initial value {value} is outside {slot.low} to {slot.high}"
                break


def _check_tables(program: Program) -> Iterator[str]:
    for number, table in enumerate(program.tables):
        where = f"table {number} {table.name}"
        if len(table.sizes) not in (1, 2) or any(size < 0 for size in table.sizes):
            yield f"{where}: sizes {table.sizes}"
        elif prod(table.sizes) != len(table.values):
            yield f"{where}: {len(table.values)} values instead of {prod(table.sizes)}"


def _check_things(program: Program) -> Iterator[str]:
    things = count(program, "thing")
    if not 0 <= program.spaces <= things:
        yield f"spaces: {program.spaces} of {things} things"
    for name, column in (("kind_of", program.kind_of), ("group_of", program.group_of), ("shown_by", program.shown_by)):
        if len(column) != things:
            yield f"{name}: {len(column)} entries for {things} things"
    for name, members in program.kinds.items():
        yield from _check_set(f"kind {name}", members, things)
    for thing, kind in enumerate(program.kind_of):
        if kind not in program.kinds:
            yield f"kind_of: thing {thing} is of the kind {kind}, which is not there"
    yield from _check_indexes("group_of", "group", program.group_of, count(program, "group"))
    yield from _check_indexes("shown_by", "piece", program.shown_by, len(program.pieces))
    for number, ladder in enumerate(program.ladders):
        where = f"ladder {number} {ladder.name}"
        yield from _check_set(where, ladder.members, things)
        if len(ladder.counts) != len(ladder.steps):
            yield f"{where}: {len(ladder.counts)} rows of counts for {len(ladder.steps)} steps"
        for row in ladder.counts:
            if len(row) != len(program.pieces) or any(number < 0 for number in row):
                yield f"{where}: counts {row} for {len(program.pieces)} pieces"


def _check_set(where: str, members: int, size: int) -> Iterator[str]:
    if members < 0 or members >> size:
        yield f"{where}: members outside the {size} of the domain"


def _check_indexes(where: str, what: str, column: Sequence[int], size: int) -> Iterator[str]:
    """Entries of a column that are an index or -1."""
    for position, index in enumerate(column):
        if not -1 <= index < size:
            yield f"{where}: {what} {index} of entry {position} is not there"


def _check_equipment(program: Program) -> Iterator[str]:
    for number, (times, die) in enumerate(program.dice):
        if times < 1 or not 0 <= die < len(program.dies):
            yield f"dice {number}: {times} of die {die}"
    for die_ in program.dies:
        if not die_.faces or len(die_.faces) != len(die_.is_word):
            yield f"die {die_.name}: {len(die_.faces)} faces, {len(die_.is_word)} marked as words or numbers"
        for face, is_word in zip(die_.faces, die_.is_word, strict=False):
            if is_word and not 0 <= face < len(die_.words):
                yield f"die {die_.name}: word {face} is not there"
    if len(program.decks) != count(program, "deck"):
        yield f"decks: {len(program.decks)} for {count(program, 'deck')} members of the domain"
    dealt: set[int] = set()
    for deck in program.decks:
        for card in deck.cards:
            if not 0 <= card < count(program, "card"):
                yield f"deck {deck.name}: card {card} is not there"
            elif card in dealt:
                yield f"deck {deck.name}: card {card} stands twice"
            dealt.add(card)
    if len(program.pieces) != count(program, "piece"):
        yield f"pieces: {len(program.pieces)} for {count(program, 'piece')} members of the domain"
    for piece in program.pieces:
        if piece.subs not in (1, count(program, "group")):
            yield f"piece {piece.name}: {piece.subs} supplies for {count(program, 'group')} groups"
        if piece.supply < -1:
            yield f"piece {piece.name}: a supply of {piece.supply}"


def _check_parts(program: Program, measure: Measure, where: str) -> Iterator[str]:
    """A measure that divides has two parts that do not, and is split by what splits both."""
    if measure.kind != "divides" or len(measure.parts) != 2:
        yield f"{where}: {measure.kind} {len(measure.parts)} other measures"
        return
    for part in measure.parts:
        if not 0 <= part < len(program.measures) or program.measures[part].kind == "divides":
            yield f"{where}: measure {part} is not there, or divides others"
        elif missing := _split(measure) - _split(program.measures[part]):
            yield f"{where}: measure {part} is not split by {', '.join(sorted(role for role, _ in missing))}"


def _split(measure: Measure) -> set[tuple[str, str]]:
    return set(zip(measure.by, measure.types, strict=False))


def _check_reports(program: Program) -> Iterator[str]:
    for number, measure in enumerate(program.measures):
        where = f"measure {number} {measure.name}"
        if measure.kind not in ("sums", "counts", "divides"):
            yield f"{where}: there is no kind {measure.kind}"
        elif measure.kind == "divides" or measure.parts:
            yield from _check_parts(program, measure, where)
        elif measure.kind == "sums" and not 0 <= measure.purpose < count(program, "purpose"):
            yield f"{where}: purpose {measure.purpose} is not there"
        if len(measure.by) != len(measure.types):
            yield f"{where}: {len(measure.by)} roles and {len(measure.types)} types"
        for role in measure.by if measure.kind == "sums" else ():
            if role not in ("payer", "receiver", "thing", "player"):
                yield f"{where}: there is no role {role}"
    for setting in program.settings:
        # A list may be of any length; its range holds for each of its numbers.
        for value in setting.value:
            if (setting.low is not None and value < setting.low) or (setting.high is not None and value > setting.high):
                yield f"setting {setting.name}: {value} is outside its range"
        for reader in setting.readers:
            if not 0 <= reader < len(program.functions):
                yield f"setting {setting.name}: function {reader} is not there"
