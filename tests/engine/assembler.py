"""A small assembler for tests: text → Program.

One declaration a line; the lines of a function are indented. Registers are names; those of parameters come first. In an op, each word
is read by the op's shape: slot, table, function, message, decision, moment … by name, constants as numbers or `{1,3}` for a set. A
backslash at the end of a line joins the next one to it.

    players 2 4                          pots jackpot                    purposes rent tax
    space start GO                       thing brown_1 group brown       shown brown_1 booth
    slot coins count player 0 in 0..9 public                             table rents 2x3 1 2 3 4 5 6
    die d6 1 2 3 4 5 6                   dice d6 2                       die speed 1 2 bus
    deck chance c1 c2 c3 [aside]         piece house 32 [per_group]      ladder building brown_1 brown_2 : bare house=1 house=2
    message hi "hello {0:player}, {f:money}"
    decision buy yes thing               decision way option left right  decision lot member thing   decision bid number money
    component money - allowed_money      component things thing allowed_things
    action build site:thing:candidates needs owner 1 owns "not yours" limit turn count_fn slot [per_fn] cost cost_fn does do_build
    moment main 20 build sell            ending last holds winners       strategy wise main=plan buy=answer
    function name(a b) -> 2 [pure] [actor]
      x = add a 3
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field, replace

from rulelang.ir.ops import OPS
from rulelang.ir.program import (
    Action,
    Component,
    Currency,
    Decision,
    Deck,
    Die,
    Domain,
    Ending,
    Function,
    Ladder,
    Limit,
    Message,
    Moment,
    Need,
    Op,
    Origin,
    Piece,
    Program,
    Slot,
    Strategy,
    Table,
)
from rulelang.machine.slots import HIGH, LOW, machine_slots

CURRENCY = Currency("pounds", "£", True, 1)


@dataclass
class _Assembly:
    players: tuple[int, int] = (2, 4)
    names: dict[str, list[str]] = field(default_factory=lambda: {"thing": [], "group": [], "card": [], "pot": [], "purpose": ["none"]})
    spaces: int = 0
    loop: bool = True
    groups: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    slots: list[Slot] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    dies: list[Die] = field(default_factory=list)
    dice: list[tuple[str, tuple[int, int]]] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    ladders: list[tuple[str, list[str], list[str]]] = field(default_factory=list)
    constants: list[int] = field(default_factory=list)
    functions: list[tuple[str, list[str], int, set[str], list[tuple[int, str]]]] = field(default_factory=list)
    late: list[list[str]] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    message_names: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)

    def constant(self, value: int) -> int:
        if value not in self.constants:
            self.constants.append(value)
        return ~self.constants.index(value)


def assemble(text: str, entry: str = "game") -> Program:
    """The Program of a text. KeyError or ValueError names what cannot be read."""
    a = _Assembly()
    text = re.sub(r"\\\n\s*", "", text)
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    for number, line in lines:
        if not line.strip():
            continue
        if line.startswith("  ") and a.functions and not line.lstrip().startswith(_DECLARATIONS):
            a.functions[-1][4].append((number, line.strip()))
        else:
            _declare(a, line.strip())
    return _finish(a, entry)


_DECLARATIONS = (
    "players ", "pots ", "purposes ", "space ", "thing ", "shown ", "slot ", "table ", "die ", "dice ", "deck ", "piece ", "ladder ",
    "message ", "decision ", "component ", "action ", "moment ", "ending ", "strategy ", "function ", "marks ", "default ", "domain ",
)  # fmt: skip


def _declare(a: _Assembly, line: str) -> None:
    words = shlex.split(line)
    match words:
        case ["players", least, most]:
            a.players = (int(least), int(most))
        case ["pots", *names]:
            a.names["pot"] = names
        case ["purposes", *names]:
            a.names["purpose"] = names
        case ["domain", name, *names]:
            a.names[name] = names
        case [("space" | "thing") as kind, name, *rest]:
            a.names["thing"].append(name)
            if kind == "space":
                a.spaces += 1
            if rest[:1] == ["group"]:
                a.groups[name] = rest[1]
                if rest[1] not in a.names["group"]:
                    a.names["group"].append(rest[1])
        case ["shown", thing, piece]:
            a.shown[thing] = piece
        case ["slot", name, type_, *rest]:
            _slot(a, name, type_, rest)
        case ["table", name, sizes, *values]:
            a.tables.append(Table(name, tuple(map(int, sizes.split("x"))), tuple(map(int, values))))
        case ["die", name, *faces]:
            words_ = list(dict.fromkeys(face for face in faces if not face.isdecimal()))
            numbers = tuple(int(face) if face.isdecimal() else words_.index(face) for face in faces)
            a.dies.append(Die(name, numbers, tuple(words_), tuple(not face.isdecimal() for face in faces)))
        case ["dice", die, count]:
            a.dice.append((die, (int(count), [d.name for d in a.dies].index(die))))
        case ["deck", name, *cards]:
            aside = "aside" in cards
            cards = [card for card in cards if card != "aside"]
            start = len(a.names["card"])
            a.names["card"] += cards
            a.decks.append(Deck(name, name.title(), tuple(range(start, start + len(cards))), aside))
        case ["piece", name, supply, *rest]:
            a.pieces.append(Piece(name, name, name + "s", -1 if rest else 1, int(supply)))
        case ["ladder", name, *rest]:
            at = rest.index(":")
            a.ladders.append((name, rest[:at], rest[at + 1 :]))
        case ["message", name, template]:
            a.message_names.append(name)
            a.messages.append(template)
        case ["marks", *names]:
            a.marks += names
        case ["decision", name, kind, *rest]:
            options, domain = (), ""
            if kind == "option":
                options = tuple(word for word in rest if not word.startswith("+"))
                rest = [word for word in rest if word.startswith("+")]
            elif kind in ("member", "number"):
                domain, *rest = rest
            context = tuple((f"c{i}", word.removeprefix("+")) for i, word in enumerate(rest))
            a.decisions.append(Decision(name, kind, options, domain, context, _plain(name), tuple(map(_plain, options)), False))
        case ["function", *_]:
            head = re.fullmatch(r"function (\w+)\(([\w ]*)\)(?: -> (\d+))?((?: pure| actor)*)", line)
            if head is None:
                raise ValueError(line)
            a.functions.append((head[1], head[2].split(), int(head[3] or 0), set(head[4].split()), []))
        case _:
            a.late.append(words)


def _plain(text: str) -> Message:
    return Message((text,), ())


def _slot(a: _Assembly, name: str, type_: str, rest: list[str]) -> None:
    low, high, public = (0, 0, False) if type_.startswith("set") else (LOW, HIGH, False)
    if "public" in rest:
        rest.remove("public")
        public = True
    if "in" in rest:
        at = rest.index("in")
        low, high = map(int, rest[at + 1].split(".."))
        del rest[at : at + 2]
    type_ = type_.replace("_", " ")
    domains = tuple(word for word in rest if not re.fullmatch(r"-?\d+", word))
    initial = tuple(int(word) for word in rest if re.fullmatch(r"-?\d+", word)) or (max(0, low),)
    a.slots.append(Slot(name, type_, domains, 0, 0, initial, low, high, public, name))


def _finish(a: _Assembly, entry: str) -> Program:
    groups = a.names["group"]
    pieces = tuple(replace(piece, subs=len(groups) if piece.subs < 0 else 1) for piece in a.pieces)
    names = dict(a.names)
    names["player"] = [f"p{i + 1}" for i in range(a.players[1])]
    names["deck"] = [deck.name for deck in a.decks]
    names["piece"] = [piece.name for piece in pieces]
    names["moment"] = [words[1] for words in a.late if words[0] == "moment"]
    domains = {name: Domain(name, tuple(members), tuple(m.replace("_", " ").title() for m in members)) for name, members in names.items()}
    sizes = {name: len(domain.names) for name, domain in domains.items()}
    sizes["holder"] = a.players[1] + 1 + len(names["pot"])
    dice = [pair for _, pair in a.dice]
    slots = machine_slots(sizes, dice, a.dies, a.decks, pieces)
    base = slots[-1].base + slots[-1].size
    for slot in a.slots:
        size = 1
        for domain in slot.domains:
            size *= int(domain[1:]) if domain.startswith("#") else sizes[domain]
        slots.append(replace(slot, base=base, size=size))
        base += size
    things = names["thing"]
    finder = _Finder(a, slots, [f[0] for f in a.functions], names)
    functions = tuple(_function(a, finder, *declared) for declared in a.functions)
    messages = tuple(_message(finder, template) for template in a.messages)
    late = _late(a, finder)
    return Program(
        edition="test", title="Test", variants=(), players=a.players, currency=CURRENCY, rules_hash="0" * 16, domains=domains,
        spaces=a.spaces, loop=a.loop, kinds={"plain": (1 << len(things)) - 1}, kind_of=("plain",) * len(things),
        group_of=tuple(groups.index(a.groups[t]) if t in a.groups else -1 for t in things),
        shown_by=tuple(names["piece"].index(a.shown[t]) if t in a.shown else -1 for t in things),
        constants=tuple(a.constants), slots=tuple(slots), slot_count=base, tables=tuple(a.tables), functions=functions,
        origins=tuple(a.origins), dice=tuple(dice), dies=tuple(a.dies), decks=tuple(a.decks), pieces=pieces,
        ladders=tuple(_ladder(things, names["piece"], *ladder) for ladder in a.ladders), components=tuple(late["component"]),
        decisions=tuple(a.decisions), moments=tuple(late["moment"]), actions=tuple(late["action"]), endings=tuple(late["ending"]),
        measures=(), marks=tuple(a.marks), messages=messages, strategies={s.name: s for s in late["strategy"]},
        default_strategy=next((s.name for s in late["strategy"]), ""), settings=(),
        entry=finder.functions.index(entry) if entry in finder.functions else 0,
    )  # fmt: skip


@dataclass
class _Finder:
    a: _Assembly
    slots: list[Slot]
    functions: list[str]
    names: dict[str, list[str]]

    def function(self, name: str) -> int:
        return -1 if name == "-" else self.functions.index(name)

    def slot(self, name: str) -> int:
        return [slot.name for slot in self.slots].index(name)

    def number(self, code: str, word: str) -> int:
        if re.fullmatch(r"-?\d+", word):
            return int(word)
        tables = {
            "say": self.a.message_names, "fault": self.a.message_names, "mark": self.a.marks, "roll": [die for die, _ in self.a.dice],
            "act": self.names["moment"],
        }  # fmt: skip
        return tables.get(code, [d.name for d in self.a.decisions]).index(word)


def _function(
    a: _Assembly, finder: _Finder, name: str, parameters: list[str], results: int, flags: set[str], lines: list[tuple[int, str]]
) -> Function:
    registers: dict[str, int] = {parameter: index for index, parameter in enumerate(parameters)}
    origin = len(a.origins)
    a.origins.append(Origin(name, "test.mono", lines[0][0] - 1 if lines else 0))

    def operand(word: str) -> int:
        if word.startswith("{"):
            return a.constant(sum(1 << int(member) for member in word.strip("{}").split(",") if member))
        if re.fullmatch(r"-?\d+", word):
            return a.constant(int(word))
        for members in finder.names.values():
            if word not in registers and word in members:
                return a.constant(members.index(word))
        return registers[word]

    code = []
    for number, line in lines:
        words = line.split()
        outs: list[str] = []
        if "=" in words:
            at = words.index("=")
            outs, words = words[:at], words[at + 1 :]
        op, *rest = words
        shape = OPS[op].shape
        args = []
        for position, word in enumerate(rest):
            kind = shape.rstrip("*")[position] if position < len(shape.rstrip("*")) else "o"
            match kind:
                case "o":
                    args.append(operand(word))
                case "r":
                    args.append(registers[word])
                case "s":
                    args.append(finder.slot(word))
                case "t":
                    args.append([table.name for table in a.tables].index(word))
                case "f":
                    args.append(finder.function(word))
                case _:
                    args.append(finder.number(op, word))
        # Unused indexes of a slot or table are 0.
        while shape.rstrip("*") == shape and len(args) < len(shape):
            args.append(a.constant(0))
        for out in outs:
            registers.setdefault(out, len(registers))
        places = [registers[out] for out in outs]
        if places and places != list(range(places[0], places[0] + len(places))):
            raise ValueError(f"{line}: {outs} do not lie side by side")
        a.origins.append(Origin(name, "test.mono", number))
        code.append(Op(op, places[0] if places else -1, tuple(args), len(a.origins) - 1))
    types = tuple((parameter, "player" if index == 0 and "actor" in flags else "count") for index, parameter in enumerate(parameters))
    return Function(name, types, len(registers), results, "pure" in flags, "actor" in flags, tuple(code), origin)


def _message(finder: _Finder, template: str) -> Message:
    parts = re.split(r"\{(\w+):([^}]*)\}", template)
    values = []
    for function, type_ in zip(parts[1::3], parts[2::3], strict=True):
        values.append((-1 if function.isdecimal() else finder.function(function), type_))
    return Message(tuple(parts[0::3]), tuple(values))


def _ladder(things: list[str], pieces: list[str], name: str, members: list[str], steps: list[str]) -> Ladder:
    rows = []
    for step in steps:
        counts = dict(part.split("=") for part in step.split(",") if "=" in part)
        rows.append(tuple(int(counts.get(piece, 0)) for piece in pieces))
    return Ladder(name, sum(1 << things.index(member) for member in members), tuple(steps), tuple(rows))


def _late(a: _Assembly, finder: _Finder) -> dict[str, list]:
    made: dict[str, list] = {"component": [], "moment": [], "action": [], "ending": [], "strategy": []}
    late = sorted(a.late, key=lambda words: words[0] == "strategy")
    actions = [words[1] for words in a.late if words[0] == "action"]
    moments = [words[1] for words in a.late if words[0] == "moment"]
    for words in late:
        match words:
            case ["component", kind, domain, allowed, *rest]:
                index = finder.names["piece"].index(domain) if kind == "pieces" else -1
                made["component"].append(Component(kind, domain, index, int(rest[0]) if rest else -1, finder.function(allowed)))
            case ["moment", name, most, *names]:
                made["moment"].append(Moment(name, name, int(most), tuple(actions.index(action) for action in names)))
            case ["ending", name, holds, winners]:
                made["ending"].append(Ending(name, name, finder.function(holds), finder.function(winners), 0))
            case ["action", name, *rest]:
                made["action"].append(_action(finder, name, rest))
            case ["strategy", name, *rest]:
                plans, answers = {}, {}
                decisions = [decision.name for decision in a.decisions]
                for pair in rest:
                    left, right = pair.split("=")
                    if left in moments:
                        plans[moments.index(left)] = tuple(map(finder.function, right.split(",")))
                    else:
                        answers[decisions.index(left)] = finder.function(right)
                made["strategy"].append(Strategy(name, name, plans, answers))
            case _:
                raise ValueError(" ".join(words))
    return made


def _action(finder: _Finder, name: str, words: list[str]) -> Action:
    parameters, needs, limits = [], [], []
    cost, function, offered = -1, -1, False
    while words:
        match words:
            case ["needs", need, depth, test, reason, *rest]:
                needs.append(Need(need, int(depth), finder.function(test), _message(finder, reason), 0))
            case ["limit", period, count, slot, *rest]:
                per = -1
                if rest[:1] == ["per"]:
                    per, rest = finder.function(rest[1]), rest[2:]
                limits.append(Limit(finder.function(count), period, finder.slot(slot), per))
            case ["cost", test, *rest]:
                cost = finder.function(test)
            case ["does", test, *rest]:
                function = finder.function(test)
            case ["offered", *rest]:
                offered = True
            case [parameter, *rest]:
                title, domain, candidates = parameter.split(":")
                parameters.append((title, domain, domain, finder.function(candidates)))
        words = rest
    return Action(name, Message((name,), ()), tuple(parameters), tuple(needs), tuple(limits), cost, function, offered, 0)
