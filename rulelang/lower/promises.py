"""Promises: lines that hold between two players for a while. Each kind has a table of its declared length.

A row has a giver (who keeps it), a holder (who owns it: it is dealt in and inherited like a thing), the declared fields, and the
round in which it ends. New promises are made in deals, existing ones change hands there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulelang.check.model import Entry, HookEntry
from rulelang.ir.program import Component, Message, Promise, PromiseField
from rulelang.lower.conditions import condition
from rulelang.lower.emit import Code, Value
from rulelang.lower.env import Env, Variable
from rulelang.lower.expressions import expression
from rulelang.lower.types import COUNT, PLAYER, Type
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.compiler import Compiler

MOST_AMOUNT = 1_000_000
"""The largest amount that a new promise may name, where its field has no range."""
MOST_COUNT = 100
_HOLE = re.compile(r"(\{[^{}]*\})")


@dataclass(slots=True)
class PromiseInfo:
    """A kind of promise. Slots: `promise.NAME.in force` (the set of rows in use), and one array a
    field, and for who gave it, who holds it and when it is due; these have spaces in their names, so that a field may have any name."""

    name: str
    entry: Entry
    most: int
    fields: dict[str, tuple[Type, str | None]] = field(default_factory=dict)
    """name → (type, rounding of a percent)"""
    reach: dict[str, tuple[int, int]] = field(default_factory=dict)
    """name → (least, most) of an amount that says so"""
    ends_after: ast.EndsAfter | None = None
    ends_if: list[ast.EndsIf] = field(default_factory=list)
    title: Message = field(default_factory=lambda: Message(("",), ()))
    """its values are (index of a field, type)"""
    components: list[int] = field(default_factory=list)
    """indexes of the components that name the fields of a new one"""
    expire: int = -1
    look: int = -1
    """the function that says whether a row is at its end"""

    def slot(self, part: str) -> str:
        return f"promise.{self.name}.{part}"


class Promises:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.all: dict[str, PromiseInfo] = {}

    def collect(self) -> None:
        """Lays out the tables, and reads the hooks of every kind of promise."""
        world = self.compiler.world
        for name, entry in world.model.values_of("promise"):
            node: ast.Promise = entry.value
            info = PromiseInfo(name, entry, max(1, min(node.most, 64)))
            if not 1 <= node.most <= 64:
                self.compiler.diagnostics.error(
                    "out-of-range", f"at most 1 to 64 promises of a kind, not {node.most}", node.span, help="choose a number from 1 to 64"
                )
            rows = ((f"promise.{name}", info.most),)
            title = name.replace("_", " ")  # what the declaration says is about one of them: it has holes
            world.store.add_slot(info.slot("in force"), f"set of promise.{name}", (), (0,), 0, 0, True, title)
            world.store.add_slot(info.slot("the giver"), PLAYER.key, rows, (-1,), -1)
            # Who holds one is told when it passes on.
            world.store.add_slot(info.slot("the holder"), PLAYER.key, rows, (-1,), -1, public=True, title=title)
            world.store.add_slot(info.slot("due in round"), COUNT.key, rows, (0,))
            for item in node.items:
                match item:
                    case ast.FieldDef(name=word, type=type_name):
                        type_ = world.type_named(type_name.name)
                        if type_ is None or (type_.base not in ("thing", "group") and not type_.is_number):
                            world.unknown(
                                "unknown-type",
                                "type",
                                type_name.name,
                                type_name.span,
                                ["money", "count", "percent", *world.kinds],
                            )
                            continue
                        if word.text in info.fields:
                            self.compiler.diagnostics.error(
                                "declared-twice", f"`{word.text}` is declared twice", item.span, help="give one of them another name"
                            )
                            continue
                        info.fields[word.text] = (type_, item.rounding)
                        self._slot(info, item, type_, rows)
                    case ast.EndsAfter():
                        info.ends_after = item
                    case ast.EndsIf():
                        info.ends_if.append(item)
            info.title = self._title(info, node.title)
            self.all[name] = info
        for info in self.all.values():
            for item in info.entry.value.items:
                match item:
                    case ast.Hook():
                        hook = self.compiler.hooks.add(
                            HookEntry(item, info.entry.layer, info.name, "promise"), 1, item.body, item.condition
                        )
                        if hook is not None:
                            hook.promise = info.name
                    case ast.EndsWhen(event=event, condition=condition):
                        ending = HookEntry(ast.Hook(item.span, "when", event, condition, ()), info.entry.layer, info.name, "promise")
                        hook = self.compiler.hooks.add(ending, 9, (), condition)
                        if hook is not None:
                            hook.promise = info.name
                            hook.ends_promise = True

    def _slot(self, info: PromiseInfo, node: ast.FieldDef, type_: Type, rows: tuple[tuple[str, int], ...]) -> None:
        """The column of a field. Its range holds for new promises and for what the field becomes; none is in force before the first."""
        name = node.name.text
        low, high = -(2**63), 2**63 - 1
        if node.low is not None and node.high is not None:
            low, high = info.reach[name] = (node.low, node.high)
            if not type_.is_number:
                self.compiler.diagnostics.error(
                    "bad-range", f"{name} cannot go from {low} to {high}", node.span, help="only numbers and amounts have a range"
                )
        initial = -1 if type_.is_entity else max(low, 0)
        self.compiler.world.store.add_slot(info.slot(name), type_.key, rows, (initial,), min(low, initial), max(high, initial))

    def _title(self, info: PromiseInfo, text: ast.Text) -> Message:
        """The title with its holes, each the name of a field."""
        literals, values = [""], []
        fields = list(info.fields)
        for part in _HOLE.split(text.value):
            if not part.startswith("{"):
                literals[-1] += part
                continue
            name = part.strip("{} ")
            if name not in fields:
                self.compiler.world.unknown("bad-text", f"field of {info.name} called", name, text.span, fields)
                continue
            values.append((fields.index(name), info.fields[name][0].key))
            literals.append("")
        return Message(tuple(literals), tuple(values), text.value)

    def rows(self) -> tuple[Promise, ...]:
        """The kinds of promises as the Program has them."""
        index = self.compiler.world.store.slot_index
        return tuple(
            Promise(
                info.name,
                info.title,
                index[info.slot("in force")],
                index[info.slot("the giver")],
                index[info.slot("the holder")],
                tuple(
                    PromiseField(name, type_.key, index[info.slot(name)], info.components[number] if info.components else -1)
                    for number, (name, (type_, _)) in enumerate(info.fields.items())
                ),
            )
            for info in self.all.values()
        )

    # -------------------------------------------------------------------------------------------------------- goods
    def components(self, first: int) -> list[Component]:
        """For `goods promise`: the set of promises one holds, and the fields of a new one of each kind."""
        rows: list[Component] = []
        for info in self.all.values():
            rows.append(Component("promises", f"promise.{info.name}", -1, -1, self._held(info), info.name.replace("_", " ")))
            for name, (type_, _) in info.fields.items():
                info.components.append(first + len(rows))
                kind, domain = ("things", "thing") if type_.base == "thing" else ("amount", type_.key)
                least, most = info.reach.get(name, (1, {"money": MOST_AMOUNT, "percent": 100}.get(type_.base, MOST_COUNT)))
                title = f"{info.name}: {name}".replace("_", " ")
                least = max(0, least) if kind == "amount" else 0
                rows.append(Component(kind, domain, -1, -1, self._offered(info, type_, most), title, least))
        return rows

    def _pure(self, name: str, emit: object) -> int:
        store = self.compiler.world.store
        index = store.reserve_function()
        code = Code(store, name, True, False)
        env = Env(self.compiler, code, name)
        env.bind_player(code.parameter("player", PLAYER).operand)
        code.results = 1
        assert callable(emit)
        code.op("return", emit(env))
        self.compiler.finish(index, code)
        return index

    def _held(self, info: PromiseInfo) -> int:
        def emit(env: Env) -> int:
            code = env.code
            assert env.player is not None
            result = code.register()
            code.move(result, code.const(0))
            with code.members(code.load(info.slot("in force")), bound=64) as row:
                with code.when(code.op("eq", code.load(info.slot("the holder"), row), env.player.operand)):
                    code.op("with", result, row, out=result)
            return result

        return self._pure(f"promises {info.name} held", emit)

    def _offered(self, info: PromiseInfo, type_: Type, most: int) -> int:
        """The most, or the set, that a field of a new promise may name: nothing while the table is full."""

        def emit(env: Env) -> int:
            code = env.code
            assert env.player is not None
            room = code.op("lt", code.op("size", code.load(info.slot("in force"))), code.const(info.most))
            if type_.base == "thing":
                held = code.op("meet", code.load("holdings", env.player.operand), code.const(self.compiler.world.mask(type_.kind)))
                result = code.register()
                code.move(result, code.const(0))
                with code.when(room):
                    code.move(result, held)
                return result
            return code.op("mul", room, code.const(most))

        return self._pure(f"new {info.name}", emit)

    # ------------------------------------------------------------------------------------------------------------- rows
    def names(self, env: Env, info: PromiseInfo, row: int) -> None:
        """Binds giver, holder and the fields of a row; fields may become something else."""
        code = env.code
        env.bind("giver", Value(PLAYER, code.load(info.slot("the giver"), row)))
        env.bind("holder", Value(PLAYER, code.load(info.slot("the holder"), row)))
        for name, (type_, _) in info.fields.items():
            register = code.register()
            code.move(register, code.load(info.slot(name), row))
            slot = info.slot(name)

            def assign(e: Env, value: Value, slot: str = slot, register: int = register) -> None:
                e.code.store_slot(slot, value.operand, row)
                e.code.move(register, value.operand)
                self._end_if(e, info, row)

            env.names[name] = Variable(Value(type_, register), True, None, assign)
            if type_.base == "thing":
                env.subjects.append(Value(type_, register))

    def make(self, env: Env, info: PromiseInfo, giver: int, holder: int, fields: dict[str, int]) -> None:
        """Writes a new row; a deal for which the table has no room is not legal."""
        code = env.code
        everything = code.const((1 << info.most) - 1)
        row = code.op("first", code.op("less", everything, code.load(info.slot("in force"))), code.const(0))
        with code.when(code.op("lt", row, code.const(0))):
            code.op("fault", self.compiler.messages.plain(f"there are {info.most} promises of {info.name} already, and no more at once"))
        code.store_slot(info.slot("the giver"), giver, row)
        code.store_slot(info.slot("the holder"), holder, row)
        for name, operand in fields.items():
            code.store_slot(info.slot(name), operand, row)
        if info.ends_after is not None:
            inner = env.child()
            self.names(inner, info, row)
            rounds = expression(inner, info.ends_after.rounds, COUNT)
            code.store_slot(info.slot("due in round"), code.op("add", code.load("round"), rounds.operand), row)
        code.store_slot(info.slot("in force"), code.op("with", code.load(info.slot("in force")), row))
        self._end_if(env, info, row)

    def _end_if(self, env: Env, info: PromiseInfo, row: int) -> None:
        """A promise ends as soon as what it says holds: looked at when it is made and when one of its fields becomes something else."""
        if not info.ends_if:
            return
        if info.look < 0:
            info.look = self._look(info)
        with env.code.when(env.code.call(info.look, row, results=1)):
            self.end(env, info, row)

    def _look(self, info: PromiseInfo) -> int:
        """The pure function (row): is it at its end?"""
        store = self.compiler.world.store
        index = store.reserve_function()
        code = Code(store, f"promise {info.name} is at its end", True, False)
        env = Env(self.compiler, code, f"promise {info.name}", info.entry.chain_text)
        env.at(info.ends_if[0].span)
        row = code.parameter("row", Type(f"promise.{info.name}"))
        code.results = 1

        def finish() -> None:
            self.names(env, info, row.operand)
            for node in info.ends_if:
                with code.when(condition(env.child(), node.condition)):
                    code.mark("rule", node.span)
                    code.op("return", code.const(1))
            code.op("return", code.const(0))
            self.compiler.finish(index, code)

        self.compiler.later(finish)
        return index

    def end(self, env: Env, info: PromiseInfo, row: int) -> None:
        env.code.store_slot(info.slot("in force"), env.code.op("without", env.code.load(info.slot("in force")), row))

    def give_drafts(self, env: Env, giver: Value, receiver: Value, values: list[int]) -> None:
        """Makes the promises whose fields a bundle names: all of them, or none is made."""
        code = env.code
        for info in self.all.values():
            if not info.components:
                continue
            registers = {name: values[index] for name, index in zip(info.fields, info.components, strict=True)}
            things = [n for n, (t, _) in info.fields.items() if t.base == "thing"]
            opened = 0
            for name, register in registers.items():
                empty = code.op("size", register) if name in things else register
                code.op("if", code.op("gt", empty, code.const(0)))
                opened += 1
            if things:
                with code.members(registers[things[0]], bound=512) as thing:
                    self.make(env, info, giver.operand, receiver.operand, {**registers, things[0]: thing})
            else:
                self.make(env, info, giver.operand, receiver.operand, registers)
            for _ in range(opened):
                code.op("end")

    def pass_on(self, env: Env, info: PromiseInfo, rows: int, receiver: Value) -> None:
        """Promises change hands; what would come to the bank, or to the one who gave it, is void."""
        code = env.code
        with code.members(rows, bound=64) as row:
            kept = code.op("lt", receiver.operand, code.const(self.compiler.world.most_players))
            other = code.op("ne", receiver.operand, code.load(info.slot("the giver"), row))
            code.op("if", code.op("mul", kept, other))
            code.store_slot(info.slot("the holder"), receiver.operand, row)
            code.otherwise()
            self.end(env, info, row)
            code.op("end")

    def give_everything(self, env: Env, giver: Value, receiver: Value) -> None:
        for info in self.all.values():
            code = env.code
            mine = code.register()
            code.move(mine, code.const(0))
            with code.members(code.load(info.slot("in force")), bound=64) as row:
                with code.when(code.op("eq", code.load(info.slot("the holder"), row), giver.operand)):
                    code.op("with", mine, row, out=mine)
            self.pass_on(env, info, mine, receiver)

    def left(self, env: Env, player: Value) -> None:
        """Who has left keeps no promise."""
        for info in self.all.values():
            code = env.code
            with code.members(code.load(info.slot("in force")), bound=64) as row:
                with code.when(code.op("eq", code.load(info.slot("the giver"), row), player.operand)):
                    self.end(env, info, row)

    # -------------------------------------------------------------------------------------------------------------- time
    def expire(self, env: Env) -> None:
        """At the beginning of a round: promises that are due do what they say, and end."""
        code = env.code
        for info in self.all.values():
            if info.ends_after is None:
                continue
            with code.members(code.load(info.slot("in force")), bound=64) as row:
                with code.when(code.op("le", code.load(info.slot("due in round"), row), code.load("round"))):
                    giver = code.load(info.slot("the giver"), row)
                    function = self._expire(info)
                    code.call(function, giver, row)
                    self.end(env, info, row)

    def _expire(self, info: PromiseInfo) -> int:
        if info.expire < 0:
            assert info.ends_after is not None
            node = info.ends_after
            store = self.compiler.world.store
            info.expire = store.reserve_function()
            code = Code(store, f"promise {info.name} is due", False, True)
            env = Env(self.compiler, code, f"promise {info.name}", info.entry.chain_text)
            env.at(node.span)
            code.mark("rule", node.span)
            env.bind_player(code.parameter("player", PLAYER).operand)
            row = code.parameter("row", Type(f"promise.{info.name}"))

            def finish() -> None:
                self.names(env, info, row.operand)
                self.compiler.body(env, node.body)
                self.compiler.finish(info.expire, code)

            self.compiler.later(finish)
        return info.expire
