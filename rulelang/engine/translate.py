"""A function's code as Python: pure functions whole, others in blocks between the ops at which a game can wait or calls begin and end.

Both are translated when they are first needed. What the texts need at run time lies in one namespace for each Program: `f<n>` pure
function n, `T<n>` the values of table n, and the small functions of `expressions`. Every line knows its origin, so that whatever is
raised in it can say where the rule stands that raised it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any

from rulelang.engine import expressions, faults
from rulelang.engine.expressions import ANY, Inliner
from rulelang.engine.layout import Layout
from rulelang.ir.program import Function, Op, Program
from rulelang.ir.shape import blocks, rest
from rulelang.machine.slots import HIGH

_MARK = "<rules "


class Text:
    """Python source under construction."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.depth = 0
        self.origin = -1

    def emit(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)
        self.origins.append(self.origin)


class Namespace:
    """What the translated functions of one Program share."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        self.names: dict[str, Any] = {
            name: getattr(expressions, name) for name in ("nearest", "lowest", "first", "has", "with_", "without")
        }
        self.names |= {name: getattr(faults, name) for name in ("overflow", "outside", "too_often", "beyond")}
        for number, table in enumerate(program.tables):
            self.names[f"T{number}"] = table.values
        places = (op.args[0] for function in program.functions for op in function.code if op.code == "reach")
        self.reached = self.names["reached"] = bytearray(max(places, default=-1) + 1)
        """By place of the `reach` ops, if there are any: 1 once control has come there, in whichever game."""
        self.pure: list[Callable[..., Any] | None] = [None] * len(program.functions)
        """By number: pure functions as (slots, parameters …); None for the others."""
        self._origins: dict[str, list[int]] = {}

    def load(self, name: str, text: Text) -> None:
        """Runs a text, which defines functions in the namespace. `name` tells it from all others."""
        file = f"{_MARK}{name}>"
        self._origins[file] = text.origins
        code: CodeType = compile("\n".join(text.lines), file, "exec")
        exec(code, self.names)

    def origin_of(self, traceback: TracebackType | None) -> int | None:
        """The origin of the innermost translated line through which an exception came, or None."""
        origin = None
        while traceback is not None:
            lines = self._origins.get(traceback.tb_frame.f_code.co_filename)
            if lines is not None:
                origin = lines[traceback.tb_lineno - 1]
            traceback = traceback.tb_next
        return origin


def structure(function: Function) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """(else, end, inside): for each `if` its `else`, if any; for each `if`, `else` and `loop` its `end`; for each op the index of
    the `if` or `loop` that it stands in, -1 if in none (an `else` and an `end` stand in what they belong to)."""
    ends, elses = blocks(function.code)
    inside: dict[int, int] = {}
    open_: list[int] = []
    for index, op in enumerate(function.code):
        inside[index] = open_[-1] if open_ else -1
        if op.code in ("if", "loop"):
            open_.append(index)
        elif op.code == "end":
            open_.pop()
    inside[len(function.code)] = -1
    return elses, ends, inside


def assign(inliner: Inliner, program: Program, op: Op) -> bool:
    """Emits an op that changes nothing: an expression, the call of a pure function, a note. False if it is no such op."""
    if (value := inliner.expression(op)) is not None:
        inliner.define(op.out, value)
        return True
    if op.code == "reach":
        inliner.emit(f"reached[{op.args[0]}] = 1")
        return True
    if op.code != "call" or not program.functions[op.args[0]].pure:
        return False
    called = program.functions[op.args[0]]
    parts = [inliner.use(operand) for operand in rest(op)]
    text = f"f{op.args[0]}({', '.join(['s', *(part.text for part in parts)])})"
    if called.results == 1:
        inliner.define(op.out, expressions.joined(text, ANY, *parts))
        return True
    for register in range(op.out, op.out + called.results):
        inliner.overwrite(register)
    targets = ", ".join(inliner.name(register) for register in range(op.out, op.out + called.results))
    inliner.emit(f"{targets} = {text}" if targets and op.out >= 0 else text)
    return True


def take_next(inliner: Inliner, op: Op, leave: Callable[[], None]) -> None:
    """Emits `next`; `leave` emits what leaves the loop."""
    set_, member = inliner.name(op.args[0]), inliner.name(op.out)
    inliner.flush()
    start = inliner.use(op.args[1])
    inliner.emit(f"if not {set_}:")
    leave()
    if start.range == (0, 0):
        bit = inliner.temporary()
        inliner.emit(f"{bit} = {set_} & -{set_}")
        inliner.emit(f"{set_} ^= {bit}")
        inliner.emit(f"{member} = {bit}.bit_length() - 1")
    else:
        inliner.emit(f"{member} = first({set_}, {start.text})")
        inliner.emit(f"{set_} ^= 1 << {member}")
    inliner.note(op.out, (0, HIGH))


# ---------------------------------------------------------------------------------------------------------- pure functions
def pure_text(namespace: Namespace, number: int) -> Text:
    """The text of pure function `number`: `f<n>(s, r0, r1 …)`; with one result it returns it, else a tuple."""
    program = namespace.program
    function = program.functions[number]
    text = Text()
    text.origin = function.origin
    text.emit(f"def f{number}({', '.join(['s', *(f'r{index}' for index in range(len(function.parameters)))])}):")
    text.depth = 1
    inliner = Inliner(program, namespace.layout, function, lambda register: f"r{register}" if register >= 0 else "_", text.emit)
    nothing = "0" if function.results == 1 else f"({'0, ' * function.results})"
    opened: list[tuple[str, int]] = []

    def leave() -> None:
        text.depth += 1
        text.emit("break")
        text.depth -= 1

    for op in function.code:
        text.origin = op.origin
        if assign(inliner, program, op):
            continue
        match op.code:
            case "if":
                condition = inliner.use(op.args[0]).condition
                inliner.flush()
                text.emit(f"if {condition}:")
                opened.append(("if", 0))
                text.depth += 1
                text.emit("pass")
            case "else":
                inliner.flush()
                text.depth -= 1
                text.emit("else:")
                text.depth += 1
                text.emit("pass")
            case "loop":
                inliner.flush()
                text.emit(f"for _ in range({op.args[0] + 1}):" if op.args[0] >= 0 else "while True:")
                opened.append(("loop", op.args[0]))
                text.depth += 1
                text.emit("pass")
            case "end":
                inliner.flush()
                text.depth -= 1
                kind, bound = opened.pop()
                if kind == "loop" and bound >= 0:
                    text.emit("else:")
                    text.depth += 1
                    text.emit(f"too_often({bound})")
                    text.depth -= 1
            case "break":
                inliner.flush()
                text.emit("break")
            case "break_if":
                condition = inliner.use(op.args[0]).condition
                inliner.flush()
                text.emit(f"if {condition}:")
                leave()
            case "next":
                take_next(inliner, op, leave)
            case "return":
                values = [inliner.use(operand).text for operand in op.args]
                inliner.flush()
                text.emit(f"return {values[0]}" if function.results == 1 else f"return ({''.join(f'{value}, ' for value in values)})")
            case _:
                raise AssertionError(f"{op.code} in the pure function {function.name}")
    inliner.flush()
    text.emit(f"return {nothing}")
    return text


def define_pure(namespace: Namespace) -> None:
    """Puts a function in the namespace for each pure function of the program that translates itself when it is first called."""
    for number, function in enumerate(namespace.program.functions):
        if function.pure:
            namespace.names[f"f{number}"] = namespace.pure[number] = _untranslated(namespace, number)


def _untranslated(namespace: Namespace, number: int) -> Callable[..., Any]:
    def translate(*arguments: Any) -> Any:
        namespace.load(f"f{number}", pure_text(namespace, number))
        translated: Callable[..., Any] = namespace.names[f"f{number}"]
        namespace.pure[number] = translated
        return translated(*arguments)

    return translate
