"""Reads a table of translations: `locales/NAME.LOCALE.yaml`, where NAME is the first section of the file that it is for.

    texts:
      "Old Kent Road": "Олд-Кент-роуд"
      "hut": {one: хижина, few: хижины, many: хижин}
      "Buy {site} for {price}": "Купить {site:acc} за {price}"
    names:
      accept: принять

An entry is a text, or its forms by name. What a table says, and not whether it fits its file: that is `rulelang/lints/translations.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulelang import store
from rulelang.diagnostics import Diagnostics, Label, nearest
from rulelang.ir.program import Translation
from rulelang.source import Source, Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from yaml import Node

TEXTS, NAMES, STALE = "texts", "names", "stale"
SECTIONS = (TEXTS, NAMES, STALE)
"""`stale` keeps what translators wrote for texts that are no more."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A text or name with its translation, by form: `""` for a plain text. `places`: where each form stands."""

    key: str
    span: Span
    forms: dict[str, str]
    places: dict[str, Span]

    @property
    def is_filled_in(self) -> bool:
        return any(text.strip() for form, text in self.forms.items() if form != "count")


@dataclass(frozen=True, slots=True)
class Table:
    source: Source
    texts: dict[str, Entry] = field(default_factory=dict)
    names: dict[str, Entry] = field(default_factory=dict)
    stale: dict[str, Entry] = field(default_factory=dict)
    readable: bool = True
    """Is this all that stands in the file? If not, what it lacks says nothing."""


def title_of(file: ast.File) -> str:
    """The name under which a file's table is found: that of its first section or strategy. Empty if it has neither."""
    heads = [section.head.name.text for section in file.sections]
    return next(iter([*heads, *(loose.name.text for loose in file.loose if isinstance(loose, ast.Strategy))]), "")


def language_of(file: ast.File) -> str:
    """The language in which a file is written: the first of its `locales`; English if it has none."""
    words = [word.text for section in file.sections for word in section.head.locales]
    return words[0] if words else "en"


def read_table(source: Source, diagnostics: Diagnostics) -> Table:
    """What is wrong in it is left out and said. Tables that are read again and again come from the store, if nothing is wrong in them."""
    version = store.sources_of(__file__)
    key = store.fingerprint(*version, source.text) if version is not None else ""
    stored = store.fetch("table", key) if version is not None else None
    if stored is not None and (found := _unpacked(stored, source)) is not None:
        return found
    said_before = len(diagnostics)
    table = _read(source, diagnostics)
    if version is not None and table.readable and len(diagnostics) == said_before:
        store.keep("table", key, _packed(table))
    return table


def _packed(table: Table) -> bytes:
    """Entries of each section: key, its place, and of each form its name, text and place. Places are offsets of characters."""
    return json.dumps([[_entry_packed(entry) for entry in getattr(table, name).values()] for name in SECTIONS], ensure_ascii=False).encode()


def _entry_packed(entry: Entry) -> list[object]:
    forms = [[form, text, entry.places[form].start, entry.places[form].end] for form, text in entry.forms.items()]
    return [entry.key, entry.span.start, entry.span.end, forms]


def _unpacked(data: bytes, source: Source) -> Table | None:
    try:
        sections = [{entry.key: entry for entry in (_entry_unpacked(packed, source) for packed in part)} for part in json.loads(data)]
        texts, names, stale = sections
        return Table(source, texts, names, stale)
    except (ValueError, TypeError):  # written by something else, or nothing that was written
        return None


def _entry_unpacked(packed: list[Any], source: Source) -> Entry:
    key, start, end, forms = packed
    texts = {form: text for form, text, _, _ in forms}
    return Entry(key, Span(source, start, end), texts, {form: Span(source, first, last) for form, _, first, last in forms})


def _read(source: Source, diagnostics: Diagnostics) -> Table:
    import yaml  # only for tables that are not in the store

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(source.text, loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        at = min(mark.index, len(source.text)) if mark is not None else 0
        diagnostics.error("bad-table", f"this table cannot be read: {getattr(error, 'problem', None) or error}", Span(source, at, at))
        return Table(source, readable=False)
    reader = _Reader(source, diagnostics)
    sections = dict(reader.pairs(root)) if isinstance(root, yaml.MappingNode) else {}
    for key, (name, _) in sections.items():
        if key not in SECTIONS:
            close = nearest(key, SECTIONS)
            mend = f"did you mean `{close[0]}`?" if close else f"a table has {', '.join(f'`{word}`' for word in SECTIONS)}"
            diagnostics.error("bad-table", f"a table has no `{key}`", reader.span(name), help=mend)
    if not sections.keys() & set(SECTIONS):
        if not sections:
            diagnostics.error(
                "bad-table", "this table has no `texts`", Span(source, 0, 0), help='write `texts:` and, below it, `"text": "translation"`'
            )
        return Table(source, readable=False)
    texts, names, stale = (reader.entries(key, sections.get(key)) for key in SECTIONS)
    return Table(source, texts, names, stale, not reader.wrong and sections.keys() <= set(SECTIONS))


class _Reader:
    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.wrong = False

    def span(self, node: Node) -> Span:
        return Span(self.source, node.start_mark.index, node.end_mark.index)

    def pairs(self, node: Node) -> Iterator[tuple[str, tuple[Node, Node]]]:
        """Keys with their nodes and values; what stands twice is said."""
        import yaml

        seen: dict[str, Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._wrong(key, "a text or a name is wanted here")
            elif key.value in seen:
                first = Label(self.span(seen[key.value]), "the first time")
                self.diagnostics.error(
                    "bad-table", f"“{key.value}” stands twice in this table", self.span(key), labels=[first], help="leave one of them out"
                )
            else:
                seen[key.value] = key
                yield key.value, (key, value)

    def entries(self, section: str, found: tuple[Node, Node] | None) -> dict[str, Entry]:
        import yaml

        if found is None or (isinstance(found[1], yaml.ScalarNode) and not found[1].value):
            return {}
        if not isinstance(found[1], yaml.MappingNode):
            self._wrong(found[1], f"below `{section}` stand lines of the form `text: translation`")
            return {}
        return {key: entry for key, (node, value) in self.pairs(found[1]) if (entry := self._entry(key, node, value)) is not None}

    def _entry(self, key: str, node: Node, value: Node) -> Entry | None:
        import yaml

        match value:
            case yaml.ScalarNode():
                return Entry(key, self.span(node), {"": value.value}, {"": self.span(value)})
            case yaml.MappingNode():
                forms = dict(self.pairs(value))
                if all(isinstance(text, yaml.ScalarNode) for _, text in forms.values()):
                    named = {" ".join(form.split()): nodes for form, nodes in forms.items()}
                    texts = {form: text.value for form, (_, text) in named.items()}
                    return Entry(key, self.span(node), texts, {form: self.span(name) for form, (name, _) in named.items()})
        self._wrong(value, "a translation is a text, or its forms: `{one: …, other: …}`")
        return None

    def _wrong(self, node: Node, message: str) -> None:
        self.wrong = True
        self.diagnostics.error("bad-table", message, self.span(node), help='write `"text": "translation"`')


def merged(tables: Sequence[Table]) -> Translation:
    """What several tables say together, the lowest layer first: a higher one wins. What is not filled in is left out."""
    texts: dict[str, dict[str, str]] = {}
    names: dict[str, dict[str, str]] = {}
    for table in tables:
        texts.update(_filled_in(table.texts))
        names.update(_filled_in(table.names))
    return Translation(texts, names)


def _filled_in(entries: Mapping[str, Entry]) -> dict[str, dict[str, str]]:
    return {key: entry.forms for key, entry in entries.items() if entry.is_filled_in}
