"""`verify`: whether a Program keeps the contract that engine and native code rely on.

The verifier is the only guard between a Program and machine code that does not look again, so it refuses whatever it cannot show:
a register that may be read unwritten, a loop or a pure call without an end, an index that names nothing. Each problem is one line
that says where. The functions are looked at here, the rest of the Program in `layout` and `signatures`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.flow import check_flow
from rulelang.ir.layout import check_layout, domain_size
from rulelang.ir.ops import OPS
from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import constant, entries, fits, parts, reads, rest, results_of, text_width
from rulelang.ir.signatures import check_signatures

ASKED = {"ask_yes": "yes", "ask_option": "option", "ask_member": "member", "ask_number": "number", "ask_goods": "goods"}
"""The kind of decision that each op asks for."""

MOST_REGISTERS = 2**16
"""More than any rule needs; a call's registers are memory that engine and native code lay out without asking."""

DROPPED = frozenset({"call", "roll", "draw", "pick", "ask_yes", "ask_option", "ask_member", "ask_number"})
"""Ops that are worth doing for more than their result: it may go nowhere (out is -1)."""


def verify(program: Program) -> list[str]:
    """All problems of the program, in order: layout, functions, calls, then what refers to functions. Empty if it is sound."""
    problems = list(check_layout(program))
    for number, function in enumerate(program.functions):
        problems += _check_function(program, number, function)
    problems += _check_calls(program)
    problems += check_signatures(program)
    # Names come from a file, perhaps not one of ours; a problem stays one line.
    return [" ".join(problem.splitlines()) for problem in problems]


def _check_function(program: Program, number: int, function: Function) -> Iterator[str]:
    where = f"function {number} {function.name}"
    if not 0 <= function.origin < len(program.origins):
        yield f"{where}: origin {function.origin} is not there"
    sound = function.registers <= MOST_REGISTERS
    if not sound:
        yield f"{where}: {function.registers} registers; the most is {MOST_REGISTERS}"
    if function.registers < len(function.parameters):
        yield f"{where}: {len(function.parameters)} parameters do not fit in {function.registers} registers"
    if function.results < 0:
        yield f"{where}: {function.results} results"
    if function.actor and (not function.parameters or function.parameters[0][1] not in ("player", "holder")):
        yield f"{where}: has an actor, but its first parameter is not a player or holder"
    for index, op in enumerate(function.code):
        place = f"{where}, op {index} {op.code}"
        if op.code not in OPS:
            sound = False
            yield f"{place}: there is no such op"
            continue
        if not fits(op):
            sound = False
            yield f"{place}: {len(op.args)} args do not fit the shape `{OPS[op.code].shape}`"
            continue
        for problem in _check_op(program, function, op):
            sound = False
            yield f"{place}: {problem}"
    # The walk over the flow trusts indexes: where they are off, what it would say is noise.
    if sound:
        for index, problem in check_flow(program, function):
            code = f" {function.code[index].code}" if index < len(function.code) else ""
            yield f"{where}, op {index}{code}: {problem}"


def _check_op(program: Program, function: Function, op: Op) -> Iterator[str]:
    """What can be said of one op by itself."""
    if not 0 <= op.origin < len(program.origins):
        yield f"origin {op.origin} is not there"
    if function.pure and not OPS[op.code].pure:
        yield "is not allowed in a pure function"
    named = {"s": ("slot", len(program.slots)), "t": ("table", len(program.tables)), "f": ("function", len(program.functions))}
    valid = True
    for letter, arg in parts(op):
        if letter in named:
            what, count = named[letter]
            if not 0 <= arg < count:
                valid = False
                yield f"{what} {arg} is not there"
        elif letter == "o" and arg < 0:
            if ~arg >= len(program.constants):
                yield f"constant {~arg} is not there"
    for register in reads(program, op):
        if not 0 <= register < function.registers:
            yield f"register r{register} is not among the {function.registers}"
            break
    if not valid:
        return
    yield from _check_out(program, function, op)
    yield from _check_numbers(program, op)
    yield from _check_indexes(program, op)
    if op.code in ("call", "within", "turn"):
        yield from _check_call(program, function, op)
    if op.code == "return" and len(op.args) != function.results:
        yield f"returns {len(op.args)} of {function.results} results"
    if op.code == "loop" and (op.args[0] < -1 or (op.args[0] == -1 and function.pure)):
        yield f"a loop with the bound {op.args[0]}{' in a pure function' if op.args[0] == -1 else ''}"


def _check_out(program: Program, function: Function, op: Op) -> Iterator[str]:
    count = results_of(program, op)
    if count <= 0:
        if op.out != -1:
            yield f"has no result for r{op.out}"
    elif op.out < 0:
        if op.out < -1 or op.code not in DROPPED:
            yield "its result goes to no register"
    elif op.out + count > function.registers:
        yield f"its results, r{op.out} to r{op.out + count - 1}, are not among the {function.registers} registers"


def _check_numbers(program: Program, op: Op) -> Iterator[str]:
    """The plain number of an op: which table of the program it is an index of, and what follows from the entry."""
    named = entries(program, op.code)
    if named is None:
        return
    what, count = named
    number = op.args[0]
    if not 0 <= number < count:
        yield f"{what} {number} is not there"
    elif op.code in ASKED:
        decision = program.decisions[number]
        if decision.kind != ASKED[op.code]:
            yield f"decision {decision.name} is of the kind {decision.kind}"
        if len(rest(op)) != len(decision.context):
            yield f"hands {len(rest(op))} values to decision {decision.name}, which takes {len(decision.context)}"
    elif op.code in ("say", "fault"):
        for function, _ in program.messages[number].values:
            # A value is worked out by a pure function of the op's first values; -1 says that it is the op's value at the same place.
            if 0 <= function < len(program.functions) and len(program.functions[function].parameters) > len(rest(op)):
                yield f"message {number} works out {program.functions[function].name} from {len(rest(op))} values"
        given = sum(text_width(program, type_name) for function, type_name in program.messages[number].values if function == -1)
        if given > len(rest(op)):
            yield f"message {number} has more values than the {len(rest(op))} it is given"


def _check_indexes(program: Program, op: Op) -> Iterator[str]:
    """Indexes of a slot or table that are constants: inside its sizes, and 0 where it has no such dimension."""
    match op.code:
        case "load" | "store":
            slot = program.slots[op.args[0]]
            sizes = [size for domain in slot.domains if (size := domain_size(program, domain)) is not None]
            name, indexes = f"slot {slot.name}", op.args[-2:]
            if len(sizes) != len(slot.domains):
                return
        case "table":
            table = program.tables[op.args[0]]
            sizes, name, indexes = list(table.sizes), f"table {table.name}", op.args[-2:]
        case _:
            return
    for position, operand in enumerate(indexes):
        value = constant(program, operand)
        size = sizes[position] if position < len(sizes) else 1
        if value is None and operand >= 0 and position >= len(sizes):
            yield f"{name} has no dimension {position + 1} for r{operand}"
        elif value is not None and not 0 <= value < size:
            yield f"index {value} is outside {name}"


def _check_call(program: Program, function: Function, op: Op) -> Iterator[str]:
    called = program.functions[op.args[1] if op.code == "turn" else op.args[0]]
    if len(rest(op)) != len(called.parameters):
        yield f"hands {len(rest(op))} values to {called.name}, which takes {len(called.parameters)}"
    if function.pure and not called.pure:
        yield f"calls {called.name}, which is not pure, from a pure function"
    if op.code != "call" and called.results:
        yield f"{called.name} returns {called.results} results to nobody"


def _check_calls(program: Program) -> Iterator[str]:
    """No pure function calls itself, be it through others; one loop at most is the game itself."""
    # Depth-first with three colours, by an explicit stack: a chain of calls may be longer than Python's own stack.
    done: set[int] = set()
    for root, function in enumerate(program.functions):
        if not function.pure or root in done:
            continue
        path = [(root, iter(_pure_calls(program, root)))]
        open_ = {root}
        while path:
            caller, calls = path[-1]
            called = next(calls, None)
            if called is None:
                path.pop()
                open_.discard(caller)
                done.add(caller)
            elif called[1] in open_:
                yield (
                    f"function {caller} {program.functions[caller].name}, op {called[0]} call: "
                    f"the pure function {program.functions[called[1]].name} calls itself"
                )
            elif called[1] not in done:
                path.append((called[1], iter(_pure_calls(program, called[1]))))
                open_.add(called[1])
    games = [
        f"function {number} {function.name}, op {index} loop"
        for number, function in enumerate(program.functions)
        for index, op in enumerate(function.code)
        if op.code == "loop" and op.args == (-1,)
    ]
    for place in games[1:]:
        yield f"{place}: only one loop may be the game itself; {games[0]} is one already"


def _pure_calls(program: Program, number: int) -> list[tuple[int, int]]:
    """(op index, function) for each call of a pure function in the code of one."""
    return [
        (index, op.args[0])
        for index, op in enumerate(program.functions[number].code)
        if op.code == "call" and op.args and 0 <= op.args[0] < len(program.functions) and program.functions[op.args[0]].pure
    ]
