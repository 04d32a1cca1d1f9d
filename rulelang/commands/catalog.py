"""The contents of an edition as tables; the columns of spaces are those that their kinds declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from rulelang.diagnostics import Diagnostics
from rulelang.ir.program import Action, Message
from rulelang.pipeline import Compilation, Library, bundled_names, bundled_path
from rulelang.play.tables import write_table
from rulelang.play.values import Values, members
from rulelang.play.wording import wording
from rulelang.report.style import printable
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.fields import FieldInfo


class Catalog:
    """Writes one edition's tables to a stream."""

    def __init__(self, compilation: Compilation, stream: TextIO) -> None:
        self.compilation = compilation
        self.program = compilation.program
        self.stream = stream
        self.values = Values(self.program, [], wording())

    def head(self) -> None:
        program, say = self.program, self.values.wording.say
        least, most = program.players
        self.stream.write(printable(say("show.head", title=program.title, name=program.edition, least=least, most=most)) + "\n")
        layers = [layer.name for layer in self.compilation.layers]
        self.stream.write(printable(say("show.made_of", layers=", ".join(layers))) + "\n\n")

    # ---------------------------------------------------------------------------------------------------------- the board
    def spaces(self) -> None:
        for kind in dict.fromkeys(self.program.kind_of):
            things = [thing for thing, of in enumerate(self.program.kind_of) if of == kind]
            columns = list(self._columns(kind))
            grouped = any(self.program.group_of[thing] >= 0 for thing in things)
            columns = [info for info in columns if any(self._cell(info, thing) not in ("", "0") for thing in things)]
            rows = []
            for thing in things:
                place = str(thing) if thing < self.program.spaces else ""
                group = [self.values.text("group", self.program.group_of[thing])] if grouped else []
                rows.append([place, self._title("thing", thing), *group, *(self._cell(info, thing) for info in columns)])
            names = [info.name.replace("_", " ") for info in columns]
            headers = [*self._words("show.number", "show.title"), *(self._words("show.group") if grouped else []), *names]
            numbers = [0, *(len(headers) - len(columns) + at for at, info in enumerate(columns) if self._is_number(info))]
            write_table(self.stream, self.compilation.model.shown_names.get(kind, kind).replace("_", " "), headers, rows, numbers)

    def _columns(self, kind: str) -> Iterator[FieldInfo]:
        """The printed columns of a kind and of those it is made from, and of its groups."""
        fields = self.compilation.compiler.fields.by_owner
        kinds = {name for name, of in self.program.kinds.items() if self.program.kinds[kind] & ~of == 0}
        for (owner, _), info in fields.items():
            if info.source == "column" and info.table >= 0 and (owner in kinds or (owner == "group" and self._has_groups(kind))):
                yield info

    def _has_groups(self, kind: str) -> bool:
        return any(self.program.group_of[thing] >= 0 for thing in members(self.program.kinds[kind]))

    def _cell(self, info: FieldInfo, thing: int) -> str:
        table = self.program.tables[info.table]
        row = self.program.group_of[thing] if info.owner == "group" else thing
        if row < 0:
            return ""
        width = table.sizes[1] if len(table.sizes) > 1 else 1
        shown = width if info.by_step or info.type.listed else 1
        listed = table.values[row * width : row * width + shown]
        return ", ".join(self._value(info.type.key, value) for value in listed)

    def _value(self, type_name: str, value: int) -> str:
        return str(value) if type_name == "money" else self.values.text(type_name, value)

    def _is_number(self, info: FieldInfo) -> bool:
        return info.type.is_number and not info.by_step and not info.type.listed

    # ------------------------------------------------------------------------------------------------------ decks, settings
    def decks(self) -> None:
        domain = self.program.domains.get("card")
        kept = {key.rpartition(".")[2] for key, entry in self.compilation.model.values_of("card") if getattr(entry.value, "keep", False)}
        for deck in self.program.decks:
            assert domain is not None
            counts: dict[str, list[int]] = {}
            for card in deck.cards:
                counts.setdefault(domain.names[card].partition("#")[0], []).append(card)
            rows = [
                [str(len(cards)), name.rpartition(".")[2], domain.titles[cards[0]], self._yes(name.rpartition(".")[2] in kept)]
                for name, cards in counts.items()
            ]
            write_table(self.stream, deck.title, self._words("show.copies", "show.name", "show.text", "show.kept"), rows, (0,))

    def settings(self) -> None:
        rows = []
        for setting in self.program.settings:
            low = "" if setting.low is None else str(setting.low)
            high = "" if setting.high is None else str(setting.high)
            reach = self.values.wording.say("show.range", low=low, high=high) if low or high else ""
            rows.append([setting.name, setting.text, reach, setting.help, setting.chain[-1] if setting.chain else ""])
        headers = self._words("show.name", "show.value", "show.range_header", "show.meaning", "show.origin")
        write_table(self.stream, self._word("show.settings"), headers, rows, (1,))

    # -------------------------------------------------------------------------------------------------------------- actions
    def actions(self) -> None:
        rows = []
        for number, action in enumerate(self.program.actions):
            moments = [moment.title or moment.name for moment in self.program.moments if number in moment.actions]
            reasons = [_pattern(need.reason) or need.name for need in action.needs]
            rows.append([_pattern(action.title) or action.name, "; ".join(moments) or self._asked(action), "; ".join(reasons)])
        if rows:
            write_table(self.stream, self._word("show.actions"), self._words("show.action", "show.when", "show.refused"), rows)

    def _asked(self, action: Action) -> str:
        return self._word("show.by_rules") if action.offered else ""

    def strategies(self) -> None:
        rows = [[name, strategy.title] for name, strategy in self.program.strategies.items()]
        found = Diagnostics()
        for name in bundled_names("strategies"):
            path = bundled_path(name)
            if path is not None and name not in self.program.strategies:
                file = Library(found).read(path, True)
                rows += [[loose.name.text, loose.title.value] for loose in file.loose if isinstance(loose, ast.Strategy)]
        if rows:
            write_table(self.stream, self._word("show.strategies"), self._words("show.name", "show.title"), rows)

    def variants(self) -> None:
        """Bundled variants that say they fit this edition or one that it extends, and those in its own file."""
        fitting = {layer.name for layer in self.compilation.layers if layer.kind == "edition"}
        rows = []
        found = Diagnostics()
        files = [path for name in bundled_names("variants") if (path := bundled_path(name)) is not None]
        sections = [section for path in files for section in Library(found).read(path, True).sections]
        for section in [*self.compilation.file.sections, *sections]:
            head = section.head
            if head.kind == "variant" and (not head.fits or fitting & {word.text for word in head.fits}):
                rows.append([head.name.text, head.title.value, head.span.source.path])
        if rows:
            write_table(self.stream, self._word("show.variants"), self._words("show.name", "show.title", "show.file"), rows)

    # ---------------------------------------------------------------------------------------------------------------- words
    def _title(self, type_name: str, value: int) -> str:
        return self.values.text(type_name, value)

    def _yes(self, value: bool) -> str:
        return self.values.wording.say("word.yes") if value else ""

    def _word(self, key: str) -> str:
        return self.values.wording.say(key)

    def _words(self, *keys: str) -> list[str]:
        return [self._word(key) for key in keys]


def _pattern(message: Message) -> str:
    """A message with the types of its values in their places: `Buy ‹site› for ‹money›`."""
    parts = [message.literals[0] if message.literals else ""]
    for (_, type_name), literal in zip(message.values, message.literals[1:], strict=False):
        parts += [f"‹{type_name}›", literal]
    return "".join(parts)
