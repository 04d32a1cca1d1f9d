"""The contents of an edition as tables; the columns of spaces are those that their kinds declare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from rulelang.check.translations import merged
from rulelang.commands.declared import hooks, kind_words, named, place, rules
from rulelang.commands.fitting import about, fitting
from rulelang.ir.program import Action, Message, Program, SettingValue, Translation
from rulelang.pipeline import Compilation, bundled_names, bundled_path, load
from rulelang.play.tables import write_table
from rulelang.play.texts import Texts, own_locale
from rulelang.play.values import Values, members
from rulelang.play.wording import wording
from rulelang.refusal import Refusal
from rulelang.report.style import printable
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.lower.fields import FieldInfo

_ORIGINS = {"declared": "show.declared", "set": "show.set", "replaced": "show.replaced", "changed": "show.changed"}
"""What a layer does to a setting, as its chain names it."""


class Catalog:
    """Writes one edition's tables to a stream. Without a compilation, of a compiled program: what that knows."""

    def __init__(self, compilation: Compilation | None, program: Program, stream: TextIO, locale: str | None = None) -> None:
        self.compilation = compilation
        self.program = program
        self.stream = stream
        self.locale = locale or own_locale(program)
        self.values = Values(self.program, [], wording(self.locale))
        self.texts = self.values.texts

    def head(self) -> None:
        program, say = self.program, self.values.wording.say
        least, most = program.players
        title = self.texts.name(program.title)
        self.stream.write(printable(say("show.head", title=title, name=program.edition, least=least, most=most)) + "\n")
        layers = [layer.name for layer in self.compilation.layers] if self.compilation else [program.edition, *program.variants]
        self.stream.write(printable(say("show.made_of", layers=self.values.wording.joined(layers))) + "\n")
        if program.currency.times > 1:
            self.stream.write(printable(say("show.unit", amount=self.values.money(1))) + "\n")
        self.stream.write("\n")

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
            names = [self._named(info.name) for info in columns]
            headers = [*self._words("show.number", "show.title"), *(self._words("show.group") if grouped else []), *names]
            numbers = [0, *(len(headers) - len(columns) + at for at, info in enumerate(columns) if self._is_number(info))]
            # In the language of the edition by its second name; tables of translations know names as they were declared first.
            second = self.compilation.model.shown_names if self.compilation and self.locale == self.program.locale else {}
            shown = second.get(kind, kind)
            write_table(self.stream, self._named(shown), headers, rows, numbers)

    def _columns(self, kind: str) -> Iterator[FieldInfo]:
        """The printed columns of a kind and of those it is made from, and of its groups."""
        fields = self.compilation.compiler.fields.by_owner if self.compilation else {}
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
        return self.values.wording.joined([self._value(info.type.key, value) for value in listed])

    def _value(self, type_name: str, value: int) -> str:
        return str(value) if type_name == "money" else self.values.text(type_name, value)

    def _is_number(self, info: FieldInfo) -> bool:
        return info.type.is_number and not info.by_step and not info.type.listed

    # ------------------------------------------------------------------------------------------------------ decks, settings
    def decks(self) -> None:
        domain = self.program.domains.get("card")
        declared = self.compilation.model.values_of("card") if self.compilation else ()
        kept = {key.rpartition(".")[2] for key, entry in declared if getattr(entry.value, "keep", False)}
        for deck in self.program.decks:
            assert domain is not None
            counts: dict[str, list[int]] = {}
            for card in deck.cards:
                counts.setdefault(domain.names[card].partition("#")[0], []).append(card)
            rows = [
                [str(len(cards)), name.rpartition(".")[2], self._title("card", cards[0]), self._yes(name.rpartition(".")[2] in kept)]
                for name, cards in counts.items()
            ]
            headers = self._words("show.copies", "show.name", "show.text", "show.kept")
            if self.compilation is None:
                headers, rows = headers[:3], [row[:3] for row in rows]
            write_table(self.stream, self._text(deck.title), headers, rows, (0,))

    def settings(self) -> None:
        idle = self.compilation.idle_settings if self.compilation else frozenset()
        rows = []
        for setting in self.program.settings:
            low = "" if setting.low is None else str(setting.low)
            high = "" if setting.high is None else str(setting.high)
            reach = self.values.wording.say("show.range", low=low, high=high) if low or high else ""
            meaning = self._text(setting.help)
            if setting.name in idle:
                meaning = self.values.wording.say("show.idle", meaning=meaning)
            rows.append([setting.name, self._setting(setting), reach, meaning, self._origin(setting)])
        headers = self._words("show.name", "show.value", "show.range_header", "show.meaning", "show.origin")
        write_table(self.stream, self._word("show.settings"), headers, rows, (1,))

    def _origin(self, setting: SettingValue) -> str:
        """Who gave it its value, and where."""
        chain = setting.chain[-1] if setting.chain else ""
        what, _, where = chain.partition(" by ")
        return self.values.wording.say(_ORIGINS[what], where=where) if what in _ORIGINS else chain

    # -------------------------------------------------------------------------------------------------------------- actions
    def actions(self) -> None:
        rows = []
        for number, action in enumerate(self.program.actions):
            moments = [self._text(moment.title or moment.name) for moment in self.program.moments if number in moment.actions]
            reasons = [self._values(need.reason) or need.name for need in action.needs]
            rows.append([self._pattern(action.title) or action.name, "; ".join(moments) or self._asked(action), "; ".join(reasons)])
        if rows:
            write_table(self.stream, self._word("show.actions"), self._words("show.action", "show.when", "show.refused"), rows)

    def _asked(self, action: Action) -> str:
        return self._word("show.by_rules") if action.offered else ""

    def strategies(self) -> None:
        rows = [[name, self._text(strategy.title)] for name, strategy in self.program.strategies.items()]
        for file in self._loose_strategies():
            said = self._texts_of(file)
            rows += [[loose.name.text, str(said.name(loose.title.value))] for loose in file.loose if isinstance(loose, ast.Strategy)]
        if rows:
            write_table(self.stream, self._word("show.strategies"), self._words("show.name", "show.title"), rows)

    def _loose_strategies(self) -> list[ast.File]:
        """Those of the bundled strategies that the edition does not use and that can play it: they compile with it."""
        if self.compilation is None:
            return []
        asked = self.compilation
        names = [name for name in bundled_names("strategies") if name not in self.program.strategies]
        tried = load(asked.name, edition=asked.edition, variants=asked.variants, settings=asked.settings, strategies=names)
        with suppress(Refusal):
            tried.program  # noqa: B018  (compiles)
        wrong = {one.span.source.path for one in tried.found if one.severity == "error"}
        files = [asked.library.read(path) for name in names if (path := bundled_path(name)) is not None]
        return [file for file in files if file.source.path not in wrong]

    def chosen(self) -> None:
        """The variants that are in the game, with what they say about themselves, to be read out at the table."""
        if self.compilation is not None:
            files = {file.source: file for file in self.compilation.library.files.values()}
            sections = [layer.section for layer in self.compilation.layers if layer.kind == "variant" and layer.section is not None]
            self._variants("show.chosen", [(files[section.span.source], section) for section in sections])

    def variants(self) -> None:
        """Other variants in its own file, and bundled ones that say they fit this edition or one that it extends."""
        if self.compilation is not None:
            there = {layer.name for layer in self.compilation.layers}
            others = fitting(self.compilation, own=True)
            self._variants("show.variants", [(file, section) for file, section in others if section.head.name.text not in there])

    def _variants(self, title: str, found: Sequence[tuple[ast.File, ast.Section]]) -> None:
        rows = []
        for file, section in found:
            head = section.head
            rows.append([head.name.text, str(self._texts_of(file).name(head.title.value)), about(section)])
        if rows:
            write_table(self.stream, self._word(title), self._words("show.name", "show.title", "show.about"), rows)

    # --------------------------------------------------------------------------------------------------- what can be hooked on
    def kinds(self) -> None:
        if self.compilation is None:
            return
        model = self.compilation.model
        rows = []
        for name, entry, title in named(model, "kind"):
            parent, fields = kind_words(model, entry.value)
            rows.append([name, self._text(title), parent, self._yes(entry.value.owned), fields, place(entry.value.span)])
        headers = self._words("show.name", "show.title", "show.parent", "show.owned", "show.fields", "show.origin")
        self._listed("show.kinds", headers, rows)

    def moments(self) -> None:
        if self.compilation is None:
            return
        actions = {moment.name: moment.actions for moment in self.program.moments}
        rows = []
        for name, entry, title in named(self.compilation.model, "moment"):
            there = [self.program.actions[number].name for number in actions.get(entry.name, ())]
            rows.append([name, self._text(title), "; ".join(there), place(entry.value.span)])
        self._listed("show.moments", self._words("show.name", "show.title", "show.actions_there", "show.origin"), rows)

    def purposes(self) -> None:
        if self.compilation is not None:
            rows = [[name, self._text(title), place(entry.value.span)] for name, entry, title in named(self.compilation.model, "purpose")]
            self._listed("show.purposes", self._words("show.name", "show.title", "show.origin"), rows)

    def rules(self) -> None:
        if self.compilation is not None:
            self._listed("show.rules", self._words("show.header", "show.origin"), rules(self.compilation.model))

    def hooks(self) -> None:
        if self.compilation is not None:
            self._listed("show.hooks", self._words("show.hook", "show.below", "show.origin"), hooks(self.compilation.model))

    def _listed(self, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table without the columns in which nothing stands."""
        filled = [at for at in range(len(headers)) if any(row[at] for row in rows)]
        if rows:
            write_table(self.stream, self._word(title), [headers[at] for at in filled], [[row[at] for at in filled] for row in rows])

    # ---------------------------------------------------------------------------------------------------------------- words
    def _texts_of(self, file: ast.File) -> Texts:
        """The texts of a file that is not part of the game."""
        table = self.compilation.table(file, self.locale) if self.compilation else None
        said = merged([table]) if table is not None else Translation({}, {})
        return Texts(replace(self.program, locales={self.locale: said}), self.values.wording)

    def _text(self, text: str) -> str:
        return str(self.texts.name(text)) if text else ""

    def _named(self, name: str) -> str:
        return str(self.texts.word(name))

    def _setting(self, setting: SettingValue) -> str:
        return self.values.text("yes/no", setting.value[0]) if setting.type == "yes/no" else setting.text

    def _pattern(self, message: Message) -> str:
        return self.values.wording.say("show.pattern", text=self._values(message))

    def _values(self, message: Message) -> str:
        """A message with the types of its values in their places: `Buy ‹site› for ‹money›`."""
        return self.texts.message(message, [self._placed(function, type_name) for function, type_name in message.values])

    def _placed(self, function: int, type_name: str) -> str:
        """What stands in a place of a message: its type, or the text itself where it is always the same."""
        [op, *more] = self.program.functions[function].code
        if type_name == "text" and not more and op.code == "return" and op.args[0] < 0:
            return self.values.text(type_name, self.program.constants[~op.args[0]])
        return f"‹{self._named(type_name)}›"

    def _title(self, type_name: str, value: int) -> str:
        return self.values.text(type_name, value)

    def _yes(self, value: bool) -> str:
        return self.values.wording.say("word.yes") if value else ""

    def _word(self, key: str) -> str:
        return self.values.wording.say(key)

    def _words(self, *keys: str) -> list[str]:
        return [self._word(key) for key in keys]
