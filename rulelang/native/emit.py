"""LLVM text under construction: a `Module` of functions, and a `Body` with the few forms of instruction that the rest uses.

Text and not objects: it is written once and parsed by LLVM at once, which is several times faster than building trees of values in
Python. A value is a name (`%v7`) or a constant as digits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

WORD = "i64"
LARGE = 90
"""Lines of a function that LLVM does not copy to where it is called."""
SMALL = 60
"""Lines of one that it does without weighing up, where it is told to be brief."""
HINTED = 400
"""Lines of one with a hint, if it is called at one place only."""
_NAME = re.compile(r"@([\w.]+)")


class Module:
    """What is declared and defined. `width` is that of sets in bits."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.set = f"i{width}"
        self.functions: dict[str, Body] = {}
        self._declared: dict[str, str] = {}
        self._alike: dict[str, str] = {}

    def declare(self, name: str, text: str) -> str:
        """A function of LLVM's or of the machine's, declared once."""
        self._declared.setdefault(name, f"declare {text}")
        return name

    def constant(self, name: str, type_: str, values: Sequence[int]) -> str:
        """An array that never changes; its name."""
        items = ", ".join(f"{type_} {value}" for value in values)
        self._declared.setdefault(name, f"@{name} = private unnamed_addr constant [{len(values)} x {type_}] [{items}]")
        return f"@{name}"

    def define(self, body: Body, *, unique: bool = False) -> str:
        """Takes a finished function in; its name, or that of another with the same text."""
        if not unique:
            key = f"{body.result} {body.signature()}\n{body.code()}"
            if key in self._alike:
                return self._alike[key]
            self._alike[key] = body.name
        self.functions[body.name] = body
        return body.name

    def text(self, names: Collection[str], end: str, *, brief: bool = False) -> str:
        """The text of some functions; what else they call is declared. `end` follows. `brief`: LLVM is to be told which ones to copy."""
        copied = self._copied(names) if brief else frozenset()
        texts = [self.functions[name].text(copied=name in copied) for name in names]
        called = {name for name in _NAME.findall("\n".join(texts)) if name in self._declared or name in self.functions}
        declared = [self._declared.get(name) or self.functions[name].declaration() for name in sorted(called - set(names))]
        return "\n".join([*declared, *texts, end, ""])

    def _copied(self, names: Collection[str]) -> frozenset[str]:
        """Of some functions those that are copied to where they are called: small ones, and larger ones with a hint that are called at one
        place only."""
        calls = Counter(name for body in names for name in _NAME.findall(self.functions[body].code()))
        found = set()
        for name in names:
            body = self.functions[name]
            small = len(body.lines) <= SMALL or ("inlinehint" in body.attributes and len(body.lines) <= HINTED and calls[name] == 1)
            if small and body.linkage and "noinline" not in body.attributes:
                found.add(name)
        return frozenset(found)

    def weight(self, name: str) -> int:
        """How many lines a function has, with all that it calls."""
        return sum(len(self.functions[called].lines) for called in self.reached((name,)))

    def reached(self, roots: Collection[str]) -> list[str]:
        """The functions that are called from some, these included, in the order in which they were made."""
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += (called for called in _NAME.findall(self.functions[name].code()) if called in self.functions)
        return [name for name in self.functions if name in found]


class Body:
    """One function. `%s` is the block of the game. `ended`: the block of code at hand has its jump already."""

    def __init__(self, module: Module, name: str, result: str, parameters: Sequence[str] = (), linkage: str = "internal ") -> None:
        self.module = module
        self.name = name
        self.result = result
        self.types = list(parameters)
        self.parameters = [f"%p{index}" for index in range(len(parameters))]
        self.linkage = linkage
        self.attributes = "nounwind"
        self.lines: list[str] = []
        self.locals: list[str] = []
        self.block = "start"
        self.ended = False
        self.traps: list[tuple[str, str, int]] = []
        """From where control goes to the function's fault: block, origin, kind."""
        self._count = 0
        self._code = ""

    def signature(self) -> str:
        return ", ".join(["ptr nocapture noundef nonnull %s", *(f"{t} {n}" for t, n in zip(self.types, self.parameters, strict=True))])

    def code(self) -> str:
        if not self._code:
            self._code = "\n".join(["start:", *self.locals, *self.lines])
        return self._code

    def text(self, *, copied: bool = False) -> str:
        """The finished function. A large one is not copied into those that call it: that takes LLVM long and gains little; `copied` says
        that this one is."""
        how = ""
        if copied and "alwaysinline" not in self.attributes:
            how = " alwaysinline"
        elif len(self.lines) > LARGE and "inline" not in self.attributes:
            how = " noinline"
        return f"define {self.linkage}{self.result} @{self.name}({self.signature()}) {self.attributes}{how} {{\n{self.code()}\n}}\n"

    def declaration(self) -> str:
        return f"declare {self.result} @{self.name}({', '.join(['ptr', *self.types])})"

    # ------------------------------------------------------------------------------------------------------ instructions
    def let(self, text: str) -> str:
        self._count += 1
        name = f"%v{self._count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def local(self, type_: str = WORD) -> str:
        """A variable of the function: its address."""
        self._count += 1
        name = f"%l{self._count}"
        self.locals.append(f"  {name} = alloca {type_}")
        return name

    def load(self, address: str, type_: str = WORD, extra: str = "") -> str:
        return self.let(f"load {type_}, ptr {address}, align 8{extra}")

    def store(self, value: str, address: str, type_: str = WORD) -> None:
        self.do(f"store {type_} {value}, ptr {address}, align 8")

    def at(self, place: int | str, base: str = "%s") -> str:
        """The address of a word of the block."""
        return self.let(f"getelementptr inbounds i64, ptr {base}, i64 {place}")

    def add(self, a: str | int, b: str | int) -> str:
        if str(b) == "0":
            return str(a)
        if str(a) == "0":
            return str(b)
        if isinstance(a, int) and isinstance(b, int):
            return str(a + b)
        return self.let(f"add i64 {a}, {b}")

    def compare(self, how: str, a: str | int, b: str | int, type_: str = WORD) -> str:
        return self.let(f"icmp {how} {type_} {a}, {b}")

    def choose(self, condition: str, a: str | int, b: str | int, type_: str = WORD) -> str:
        return self.let(f"select i1 {condition}, {type_} {a}, {type_} {b}")

    def call(self, result: str, name: str, *arguments: str) -> str:
        """Calls a function that takes the block first; `arguments` are `type value`."""
        text = f"call {result} @{name}({', '.join(['ptr %s', *arguments])})"
        if result == "void":
            self.do(text)
            return ""
        return self.let(text)

    def count_up(self, word: int | str, by: str | int = 1) -> str:
        address = self.at(word)
        value = self.let(f"add i64 {self.load(address)}, {by}")
        self.store(value, address)
        return value

    # ------------------------------------------------------------------------------------------------------------ jumps
    def label(self) -> str:
        self._count += 1
        return f"b{self._count}"

    def place(self, label: str) -> None:
        """What follows stands under a label; control falls through to it unless the block has ended."""
        if not self.ended:
            self.lines.append(f"  br label %{label}")
        self.lines.append(f"{label}:")
        self.block = label
        self.ended = False

    def jump(self, label: str) -> None:
        self.lines.append(f"  br label %{label}")
        self.ended = True

    def branch(self, condition: str, yes: str, no: str, odds: str = "") -> None:
        self.lines.append(f"  br i1 {condition}, label %{yes}, label %{no}{odds}")
        self.ended = True

    def give(self, value: str = "") -> None:
        """Returns."""
        self.lines.append(f"  ret {self.result} {value}" if self.result != "void" else "  ret void")
        self.ended = True

    def unless(self, bad: str, label: str) -> None:
        """Goes to a label that is seldom gone to, if the condition holds."""
        on = self.label()
        self.branch(bad, label, on, ", !prof !0")
        self.place(on)

    @contextmanager
    def when(self, condition: str, odds: str = "") -> Iterator[None]:
        yes, on = self.label(), self.label()
        self.branch(condition, yes, on, odds)
        self.place(yes)
        yield
        self.place(on)

    @contextmanager
    def each_bit(self, word: str) -> Iterator[str]:
        """What is done for each bit of a word that is 1, the lowest first: its place."""
        self.module.declare("llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
        start, again, inside, last, after = self.block, self.label(), self.label(), self.label(), self.label()
        rest, under, less = (f"%{name}_{again}" for name in ("rest", "under", "less"))
        self.place(again)
        self.do(f"{rest} = phi i64 [ {word}, %{start} ], [ {less}, %{last} ]")
        self.branch(self.compare("ne", rest, 0), inside, after)
        self.place(inside)
        yield self.let(f"call i64 @llvm.cttz.i64(i64 {rest}, i1 true)")
        self.place(last)
        self.do(f"{under} = add i64 {rest}, -1")
        self.do(f"{less} = and i64 {rest}, {under}")
        self.jump(again)
        self.place(after)
