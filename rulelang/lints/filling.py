"""A table of translations to fill in: everything that a file says, in the order of the source, with what an older table has of it.

Entries keep the lines in which they were written, comments above them and all. What the file no longer says goes below `stale`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulelang.check.translations import NAMES, STALE, TEXTS, Entry, Table, language_of, title_of
from rulelang.diagnostics import nearest
from rulelang.lints.spoken import Spoken, names_of, texts_of
from rulelang.lower.compiler import Compiler
from rulelang.machine.languages import COUNT, LANGUAGES
from rulelang.source import Source
from rulelang.syntax import ast

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_ /-]*[A-Za-z0-9_]")
_NOT_PLAIN = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


@dataclass(frozen=True, slots=True)
class Filling:
    """The text of a table; how many entries it has, how many of them are empty, how many stand below `stale`."""

    text: str
    entries: int
    empty: int
    stale: int


def to_fill_in(file: ast.File, compilers: Sequence[Compiler], locale: str, old: Table | None) -> Filling:
    """`compilers` are of the games in which the sections of the file take part. In the file's own language only what stands after
    numbers is asked for: all else is in the file."""
    pieces = {name for compiler in compilers for name in compiler.world.piece_names}
    texts = texts_of(file, pieces)
    found = sorted((one for compiler in compilers for one in names_of(file, compiler).values()), key=lambda one: one.span.start)
    names: dict[str, Spoken] = {}
    for one in found:
        names.setdefault(one.key, one)
    old = old or Table(Source("", ""))
    if locale == language_of(file):
        texts = {key: one for key, one in texts.items() if one.counted or key in old.texts}
        names = {key: one for key, one in names.items() if key in old.names}
    table = _Text(file, locale, old)
    table.section(TEXTS, texts, old.texts)
    table.section(NAMES, names, old.names)
    table.left_over(texts, names)
    return Filling("".join(f"{line}\n" for line in table.lines), table.entries, table.empty, table.stale)


class _Text:
    def __init__(self, file: ast.File, locale: str, old: Table) -> None:
        self.locale = locale
        self.old = old
        self.written = dict(_chunks(old))
        self.lines = list(_head(old)) or [
            f"# {title_of(file)}.{locale}.yaml - what {file.source.path.rpartition('/')[2]} says, in {locale}.",
            *_explained(locale),
        ]
        self.entries = self.empty = self.stale = 0

    def section(self, name: str, spoken: Mapping[str, Spoken], entries: Mapping[str, Entry]) -> None:
        if not spoken:
            return
        self.lines += ["", f"{name}:"]
        gone = {key: entry for key, entry in {**self.old.stale, **entries}.items() if key not in spoken and entry.is_filled_in}
        for one in spoken.values():
            self.entries += 1
            entry = entries.get(one.key) or self.old.stale.get(one.key)
            if entry is not None and entry.is_filled_in:
                self.lines += self._kept(entry)
                continue
            self.empty += 1
            close = nearest(one.key, list(gone))
            if close:
                was = "; ".join(text for form, text in gone[close[0]].forms.items() if form != COUNT)
                self.lines.append(f"  # was {_quoted(close[0])}: {was}")
            self.lines.append(f"  {_key(one.key, name)}: {self._blank(one)}")

    def left_over(self, texts: Mapping[str, Spoken], names: Mapping[str, Spoken]) -> None:
        gone = [
            entry
            for entries, spoken in ((self.old.texts, texts), (self.old.names, names), (self.old.stale, {**texts, **names}))
            for entry in entries.values()
            if entry.key not in spoken and entry.is_filled_in
        ]
        if not gone:
            return
        self.stale = len(gone)
        self.lines += ["", "# What the file no longer says.", f"{STALE}:"]
        for entry in gone:
            self.lines += self._kept(entry)

    def _kept(self, entry: Entry) -> list[str]:
        written = self.written.get(id(entry))
        if written is not None:
            return written
        forms = ", ".join(f"{form}: {_quoted(text)}" for form, text in entry.forms.items())
        value = _quoted(entry.forms[""]) if "" in entry.forms else f"{{{forms}}}"
        return [f"  {_quoted(entry.key)}: {value}"]

    def _blank(self, one: Spoken) -> str:
        language = LANGUAGES.get(self.locale)
        if one.counted and language is not None:
            return "{" + ", ".join(f'{form}: ""' for form in language.numbers) + "}"
        return '""'


def _explained(locale: str) -> Iterator[str]:
    yield "# What is empty is shown as it stands in the source. `{…}` are values: they stand in the translation under the same names."
    language = LANGUAGES.get(locale)
    if language is not None and language.cases:
        case = language.cases[0]
        yield f"# A name may have forms, {{nom: …, {case}: …}}, which sentences ask for: {{name:{case}}}."
        yield f"# Cases: {', '.join(language.cases)}; after numbers: {', '.join(language.numbers)}."


def _head(old: Table) -> Iterator[str]:
    """The comments before the first section."""
    for line in old.source.text.split("\n"):
        if line.strip() and not line.startswith("#"):
            return
        if line.strip():
            yield line


def _chunks(old: Table) -> Iterator[tuple[int, list[str]]]:
    """For each entry its lines, with the comments above it."""
    lines = old.source.text.split("\n")
    for entries in (old.texts, old.names, old.stale):
        ordered = sorted(entries.values(), key=lambda entry: entry.span.start)
        first = [_above(lines, entry.span.line - 1) for entry in ordered]
        for number, entry in enumerate(ordered):
            own = lines[entry.span.line - 1]
            if own[: entry.span.column - 1].strip():
                continue  # several on one line
            end = first[number + 1] if number + 1 < len(ordered) else _end(lines, entry.span.line)
            yield id(entry), _stripped(lines[first[number] : end])


def _above(lines: Sequence[str], line: int) -> int:
    while line > 0 and lines[line - 1].startswith(" ") and lines[line - 1].lstrip().startswith("#"):
        line -= 1
    return line


def _end(lines: Sequence[str], line: int) -> int:
    """Where a section ends: at the next line at the margin."""
    while line < len(lines) and (not lines[line].strip() or lines[line].startswith(" ")):
        line += 1
    return line


def _stripped(lines: Sequence[str]) -> list[str]:
    return [line.rstrip() for line in lines if line.strip() and not line.lstrip().startswith("# was ")]


def _key(text: str, section: str) -> str:
    plain = section == NAMES and _PLAIN.fullmatch(text) and text not in _NOT_PLAIN
    return text if plain else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
