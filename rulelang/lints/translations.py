"""Tables of translations beside what they translate: texts that a table lacks, entries that nothing fits any more, and translations that
cannot be right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from rulelang.check.translations import Entry, Table, language_of, title_of
from rulelang.diagnostics import Label, nearest
from rulelang.lints.lookout import Lookout
from rulelang.lints.spoken import Spoken, names_of, texts_of
from rulelang.machine.languages import BASE, COUNT, LANGUAGES, Language
from rulelang.source import Span
from rulelang.syntax import ast

_SHOWN = 5
"""So many missing texts are named in a message."""
_HOLE = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_NUMBER = re.compile(r"\d+")
_SIGN = "amount"
"""What the translation of a currency's sign has in it: where the number stands."""


def tables(look: Lookout) -> None:
    """The tables of the files that are checked, in the languages that their edition declares."""
    for file in look.files:
        own = language_of(file)
        promised = {word.text: word for section in file.sections for word in section.head.locales if word.text != own}
        for locale in dict.fromkeys([*look.locales, *promised]):
            table = look.table(file, locale)
            if table is not None:
                _Comparison(look, file, locale, table).compare(complete=locale != own and table.readable)
            elif locale in promised:
                name = f"{title_of(file)}.{locale}.yaml"
                look.warning(
                    "missing-translation",
                    f"there is no table locales/{name}",
                    promised[locale].span,
                    help=f"`rulelang locale {file.source.path} {locale}` writes one to fill in",
                )


class _Comparison:
    """One file with one table."""

    def __init__(self, look: Lookout, file: ast.File, locale: str, table: Table) -> None:
        self.look = look
        self.file = file
        self.locale = locale
        self.table = table
        self.language = LANGUAGES.get(locale)
        compiled = {layer.section for layer in look.model.layers if layer.section is not None}
        self.whole = all(section in compiled for section in file.sections)
        """Are all sections part of the game? If not, there may be names that are not seen."""
        here = [section for section in file.sections if section in compiled]
        self.beside = [section for section in here if section.head.kind == "variant"] if here and here[0].head.kind == "edition" else []
        """Variants beside their edition: what the edition lacks is said when it is looked at alone."""

    def compare(self, complete: bool) -> None:
        texts, names = texts_of(self.file), names_of(self.file, self.look.compiler)
        stale = [entry for entry in self.table.texts.values() if entry.key not in texts]
        if len(stale) * 2 > len(self.table.texts) and len(stale) > 1:
            self._other_version(stale)
            return
        self._section("texts", texts, self.table.texts, complete)
        self._section("names", names, self.table.names, complete)

    def _other_version(self, stale: list[Entry]) -> None:
        head = self.file.sections[0].head.name.span if self.file.sections else Span(self.file.source, 0, 0)
        path = self.file.source.path
        gone = f"{len(stale)} of its {len(self.table.texts)} texts do not stand there"
        self.look.warning(
            "other-version",
            f"this table is for another version of `{title_of(self.file)}`: {gone}",
            stale[0].span,
            labels=[Label(head, "this was read")],
            help=f"`rulelang locale {path} {self.locale}` writes it anew: what fits is kept, the rest is marked",
        )

    def _section(self, name: str, spoken: Mapping[str, Spoken], entries: Mapping[str, Entry], complete: bool) -> None:
        missing = [one for key, one in spoken.items() if key not in entries or not entries[key].is_filled_in]
        told = [one for one in missing if name == "texts" or not self.beside or self._section_of(one.span) in self.beside]
        if told and complete:
            self._missing(name, told)
        unwritten = [one.key for one in missing if one.key not in entries]
        for entry in entries.values():
            if entry.key in spoken:
                self._fits(spoken[entry.key], entry)
            elif name == "texts" or self.whole:
                self._stale(entry, {key: spoken[key] for key in unwritten})

    def _section_of(self, span: Span) -> ast.Section | None:
        before = [section for section in self.file.sections if section.head.span.start <= span.start]
        return before[-1] if before else None

    def _missing(self, section: str, missing: list[Spoken]) -> None:
        named = ", ".join(f"“{one.key}”" for one in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        key = f'"{missing[0].key}"' if section == "texts" else missing[0].key
        self.look.warning(
            "missing-translation",
            f"{self.table.source.path} has no translation into {self.locale} of {named}{more}",
            missing[0].span,
            help=f"write below `{section}` there: {key}: …",
        )

    def _stale(self, entry: Entry, unwritten: Mapping[str, Spoken]) -> None:
        close = nearest(entry.key, list(unwritten))
        self.look.warning(
            "stale-translation",
            f"nothing in {self.file.source.path} reads “{entry.key}”",
            entry.span,
            labels=[Label(unwritten[close[0]].span, "this reads nearly so")] if close else [],
            help=f"did you mean “{close[0]}”?" if close else "leave the entry out, or put it below `stale`",
        )

    # ------------------------------------------------------------------------------------------------- one translation
    def _fits(self, spoken: Spoken, entry: Entry) -> None:
        if not entry.is_filled_in:
            return
        values = {_SIGN} if spoken.signed else {hole for hole, _ in _HOLE.findall(spoken.key)}
        self._forms(entry, values)
        for form, text in entry.forms.items():
            if form != COUNT:
                self._placeholders(spoken, entry, form, text, values)
        said = {hole for text in entry.forms.values() for hole in _named(text, values)} | {entry.forms.get(COUNT, "")}
        lost = values - said
        if lost:
            self.look.warning(
                "placeholder-left-out",
                f"the translation of “{entry.key}” says nothing of {_listed(lost)}",
                entry.span,
                labels=[Label(spoken.span, "it stands here")],
                help=f"put it where it belongs: {_listed(lost)}",
            )
        numbers = Counter(_NUMBER.findall(_HOLE.sub("", spoken.key)))
        other = [number for text in entry.forms.values() for number in _NUMBER.findall(_HOLE.sub("", text)) if number not in numbers]
        if other:
            self.look.warning(
                "numbers-differ",
                f"the translation of “{entry.key}” says {other[0]}, the text does not",
                entry.span,
                labels=[Label(spoken.span, "the text is here")],
                help="write the numbers of the text, or none",
            )

    def _forms(self, entry: Entry, values: set[str]) -> None:
        """The names of the forms, and whether all are there that a number asks for."""
        language = self.language
        if language is None or set(entry.forms) == {""}:
            return
        for form in entry.forms:
            if form == COUNT and values:
                self._count(entry, values)
            elif not language.reads(form) or (COUNT in entry.forms and form not in language.numbers):
                self._unknown_form(entry.places[form], form, language)
        numbers = [form for form in entry.forms if form in language.numbers]
        lacking = [form for form in language.numbers if form not in entry.forms] if numbers or COUNT in entry.forms else []
        if lacking:
            self.look.warning(
                "missing-form",
                f"“{entry.key}” has no form {_quoted(lacking)} in {self.locale}",
                entry.span,
                help=f"{self.locale} has {_quoted(language.numbers)} after numbers; write them all",
            )

    def _count(self, entry: Entry, values: set[str]) -> None:
        if entry.forms[COUNT] not in values:
            self.look.error(
                "unknown-placeholder",
                f"`count: {entry.forms[COUNT]}` names no value of “{entry.key}”",
                entry.places[COUNT],
                help=f"it has {_listed(values)}",
            )

    def _unknown_form(self, span: Span, form: str, language: Language) -> None:
        known = [BASE, *language.cases, *language.numbers]
        close = nearest(form, known)
        self.look.error(
            "unknown-form",
            f"{self.locale} has no form `{form}`",
            span,
            help=f"did you mean `{close[0]}`?" if close else f"it has {_quoted(known)}, and a case with a number",
        )

    def _placeholders(self, spoken: Spoken, entry: Entry, form: str, text: str, values: set[str]) -> None:
        for name, asked in _HOLE.findall(text):
            if not (name in values or _small(name) in values):
                close = nearest(name, sorted(values))
                known = f"it has {_listed(values)}" if values else "leave it out: the text has none"
                mend = f"did you mean `{{{close[0]}}}`?" if close else known
                self.look.error(
                    "unknown-placeholder",
                    f"`{{{name}}}` names no value of “{entry.key}”",
                    entry.places[form],
                    labels=[Label(spoken.span, "the text is here")],
                    help=mend,
                )
            elif asked and self.language is not None:
                words = " ".join(self.language.numbers[0] if word in values else word for word in asked.split())
                if not self.language.reads(words):
                    self._unknown_form(entry.places[form], asked, self.language)


def _named(text: str, values: set[str]) -> Iterator[str]:
    for name, asked in _HOLE.findall(text):
        yield name if name in values else _small(name)
        yield from asked.split()


def _small(name: str) -> str:
    """`{Site}` with a capital begins a sentence."""
    return name[:1].lower() + name[1:]


def _listed(names: set[str]) -> str:
    return ", ".join(f"`{{{name}}}`" for name in sorted(names))


def _quoted(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
