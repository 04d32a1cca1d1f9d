"""One function as text: an op a line, indented by structure, registers and numbers by name where the name is known.

    fn 12 rule turn(player: player) -> 1  # property.mono:80
      store doubles[player] = 0  ; property.mono:81
      r1 = load asleep[player]  ; property.mono:83
      if r1
        call 13:sleep(player)  ; property.mono:84

What type a register has is guessed: from the op that wrote it last on the page or, for a constant that is only moved to it, from what
is done with it further down. That is good enough to name things.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.naming import chain_text, entry_name, function_name, member_type, message_text, place, result_type, set_type, value_text
from rulelang.ir.program import Op, Program, Slot
from rulelang.ir.shape import constant, entries, fits, parts, rest, results_of

_TYPES: dict[str, tuple[str | None, ...]] = {
    "pay": ("holder", "holder", "money", "purpose", "thing"),
    "own": ("thing", "holder"),
    "step": ("thing",),
    "pieces": ("piece", "group", "holder", "holder"),
    "card": ("card", "holder"),
    "place": ("player", "thing"),
    "out": ("player",),
    "turn": ("player",),
    "roll": ("player",),
    "draw": ("deck", "player"),
    "act": ("player",),
    "perform": ("player",),
}
"""The types of an op's first operands, where the op says them."""

_ALIKE = frozenset({"eq", "ne", "meet", "join", "less"})
"""Ops whose two operands are of one type. Where numbers are put in order, a number is meant."""

_MEMBER = frozenset({"has", "with", "without", "first"})
"""Ops of a set and a member of it."""


def print_function(program: Program, number: int) -> Iterator[str]:
    """The lines of a function."""
    function = program.functions[number]
    page = _Page(program, number)
    yield page.header()
    depth, last = 1, (function.origin, place(program, function.origin))
    for index, op in enumerate(function.code):
        if op.code in ("else", "end") or (op.code == "atomic" and op.args == (0,)):
            depth = max(1, depth - 1)
        # Ops of one line often have different origins, by the overrides on the way; the comment is for the line.
        here = last[1] if op.origin == last[0] else place(program, op.origin)
        yield f"{'  ' * depth}{page.line(index)}{'' if here == last[1] else f'  ; {here}'}"
        last = (op.origin, here)
        if op.code in ("if", "else", "loop") or (op.code == "atomic" and op.args == (1,)):
            depth += 1


class _Page:
    """The page of one function: what its registers are called and what type each holds."""

    def __init__(self, program: Program, number: int) -> None:
        function = program.functions[number]
        self.program = program
        self.number = number
        self.function = function
        names = [name for name, _ in function.parameters]
        # A parameter keeps its number where its name would be mistaken for another's.
        self.names = {
            register: name
            for register, name in enumerate(names)
            if names.count(name) == 1 and not (name[:1] == "r" and name[1:].isdecimal())
        }
        self.types: dict[int, str | None] = {register: type_name for register, (_, type_name) in enumerate(function.parameters)}

        self.moved: str | None = None
        """What is moved by the op at hand, if it moves something."""
        self.later = self._look_ahead()

    def _look_ahead(self) -> dict[int, str | None]:
        """For each `move`, the type of what it moves by what is done with it later."""
        found: dict[int, str | None] = {}
        wanted: dict[int, str] = {}
        for index in range(len(self.function.code) - 1, -1, -1):
            op = self.function.code[index]
            if not _is_sound(self.program, op):
                continue
            if op.code == "move":
                self.moved = found[index] = wanted.get(op.out)
            elif op.code == "next" and op.out in wanted and op.args[0] not in wanted:
                wanted[op.args[0]] = set_type(self.program, wanted[op.out]) or ""
            wanted |= {operand: type_name for operand, type_name in self.expected(op) if operand >= 0 and type_name}
        return found

    def expected(self, op: Op) -> list[tuple[int, str | None]]:
        """The operands of an op with the types that it expects of them."""
        program, args = self.program, op.args
        match op.code:
            case "load":
                return list(zip(args[1:], program.slots[args[0]].domains, strict=False))
            case "store":
                slot = program.slots[args[0]]
                return [(args[1], slot.type), *zip(args[2:], slot.domains, strict=False)]
            case "call" | "within" | "turn":
                called = program.functions[args[1] if op.code == "turn" else args[0]]
                return [(operand, type_name) for operand, (_, type_name) in zip(rest(op), called.parameters, strict=False)]
        operands = [arg for letter, arg in parts(op) if letter == "o"]
        return list(zip(operands, self.operand_types(op, operands), strict=True))

    def header(self) -> str:
        function = self.function
        words = "".join(word for word, holds in (("pure ", function.pure), ("actor ", function.actor)) if holds)
        parameters = ", ".join(f"{self.register(index)}: {type_}" for index, (_, type_) in enumerate(function.parameters))
        results = f" -> {function.results}" if function.results else ""
        origin = f"{place(self.program, function.origin)}{chain_text(self.program, function.origin)}"
        return f"{words}fn {self.number} {function.name}({parameters}){results}  # {origin}"

    def register(self, number: int) -> str:
        return self.names.get(number, f"r{number}")

    def operand(self, operand: int, type_name: str | None = None) -> str:
        if operand >= 0:
            return self.register(operand)
        value = constant(self.program, operand)
        return f"constant {~operand}?" if value is None else value_text(self.program, value, type_name)

    def type_of(self, operand: int) -> str | None:
        return self.types.get(operand) if operand >= 0 else None

    def line(self, index: int) -> str:
        """An op as text; remembers the types of its results."""
        op = self.function.code[index]
        self.moved = self.later.get(index)
        if not _is_sound(self.program, op):
            return f"{'' if op.out < 0 else f'r{op.out} = '}{op.code}? {' '.join(map(str, op.args))}".rstrip()
        text = self.text(op)
        if op.out >= 0:
            outs = range(op.out, op.out + max(1, results_of(self.program, op)))
            text = f"{', '.join(map(self.register, outs))} = {text}"
            type_name = self.result_type(op)
            for register in outs:
                self.types[register] = type_name
        return text

    def text(self, op: Op) -> str:
        program, args = self.program, op.args
        match op.code:
            case "load":
                return f"load {self.element(program.slots[args[0]], args[1:])}"
            case "store":
                slot = program.slots[args[0]]
                return f"store {self.element(slot, args[2:])} = {self.operand(args[1], slot.type)}"
            case "table":
                table = program.tables[args[0]]
                return f"table {table.name}[{', '.join(self.operand(arg) for arg in args[1 : 1 + len(table.sizes)])}]"
            case "call" | "within":
                return f"{op.code} {self.called(args[0], rest(op))}"
            case "turn":
                return f"turn {self.operand(args[0], 'player')}: {self.called(args[1], rest(op))}"
            case "next":
                return f"next of {self.register(args[0])} from {self.operand(args[1], member_type(program, self.types.get(args[0])))}"
            case "perform":
                return f"perform {self.operand(args[0], 'player')}: {self.register(args[1])}"
            case "say" | "fault":
                return f"{op.code} {self.spread(message_text(program, program.messages[args[0]]), op)}"
            case "mark":
                return f"mark {self.spread(program.marks[args[0]], op)}"
            case "roll":
                times, die = program.dice[args[0]]
                return f"roll {times} {entry_name([die.name for die in program.dies], die)}: {self.operand(args[1], 'player')}"
            case "act":
                return f"act {self.spread(program.moments[args[0]].name, op)}"
            case "ask_yes" | "ask_option" | "ask_member" | "ask_number" | "ask_goods":
                return f"{op.code} {self.spread(program.decisions[args[0]].name, op)}"
            case "loop" if args[0] == -1:
                return "loop forever"
        return f"{op.code} {', '.join(self.operands(op))}".rstrip()

    def element(self, slot: Slot, indexes: tuple[int, ...]) -> str:
        shown = ", ".join(self.operand(index, domain) for index, domain in zip(indexes, slot.domains, strict=False))
        return f"{slot.name}[{shown}]" if shown else slot.name

    def called(self, number: int, values: tuple[int, ...]) -> str:
        parameters = self.program.functions[number].parameters
        types = [type_name for _, type_name in parameters] + [None] * len(values)
        shown = ", ".join(self.operand(value, type_name) for value, type_name in zip(values, types, strict=False))
        return f"{function_name(self.program, number)}({shown})"

    def spread(self, name: str, op: Op) -> str:
        """The name of an entry, then the operands."""
        operands = self.operands(op)
        return f"{name}: {', '.join(operands)}" if operands else name

    def operands(self, op: Op) -> list[str]:
        """The operands as text; first the plain number, where it is one and no entry of a table."""
        operands = [arg for letter, arg in parts(op) if letter == "o"]
        types = self.operand_types(op, operands)
        plain = [str(arg) for letter, arg in parts(op) if letter == "n" and entries(self.program, op.code) is None]
        return plain + [self.operand(arg, type_name) for arg, type_name in zip(operands, types, strict=True)]

    def operand_types(self, op: Op, operands: list[int]) -> list[str | None]:
        types: list[str | None] = [None] * len(operands)
        program = self.program
        if op.code == "move":
            types = [self.moved]
        elif op.code == "return":
            types = [result_type(program, self.number)]
        elif op.code in _ALIKE:
            types = [self.type_of(operands[0]) or self.type_of(operands[1])] * 2
        elif op.code in _MEMBER:
            inside = member_type(program, self.type_of(operands[0])) or self.type_of(operands[1])
            types = [set_type(program, inside), inside]
        elif op.code == "pick":
            # The domain's number tells whose members the set has.
            number = constant(program, operands[1])
            domains = list(program.domains)
            types = [set_type(program, domains[number]) if number is not None and 0 <= number < len(domains) else None, None]
        elif op.code.startswith("ask_"):
            decision = program.decisions[op.args[0]]
            context: list[str | None] = [type_name for _, type_name in decision.context]
            first: list[str | None] = ["player"]
            match op.code:
                case "ask_member":
                    first.append(set_type(program, decision.domain))
                case "ask_goods":
                    first.append("player")
                case "ask_option":
                    first.append(None)
                case "ask_number":
                    first += [decision.domain, decision.domain]
            types = first + context
        else:
            types = list(_TYPES.get(op.code, ()))
        return (types + [None] * len(operands))[: len(operands)]

    def result_type(self, op: Op) -> str | None:
        program = self.program
        match op.code:
            case "move":
                return self.type_of(op.args[0]) or self.moved
            case "load":
                return program.slots[op.args[0]].type
            case "with" | "without" | "meet" | "join" | "less":
                types = self.operand_types(op, list(op.args))
                return types[0]
            case "first" | "next":
                return member_type(program, self.types.get(op.args[0]))
            case "draw":
                return "card"
            case "call":
                return result_type(program, op.args[0])
            case "pick":
                return member_type(program, self.operand_types(op, list(op.args))[0])
            case "ask_member":
                return program.decisions[op.args[0]].domain
        return None


def _is_sound(program: Program, op: Op) -> bool:
    """Whether the op fits its shape and the entries that it names are there."""
    if not fits(op):
        return False
    sizes = {"s": len(program.slots), "t": len(program.tables), "f": len(program.functions)}
    if any(letter in sizes and not 0 <= arg < sizes[letter] for letter, arg in parts(op)):
        return False
    named = entries(program, op.code)
    return named is None or 0 <= op.args[0] < named[1]
