"""The map of the compiler: a name or path, and one lazily computed property for each stage.

    load("disney")  →  .files  →  .layers  →  .model  →  .program          (and .diagnostics, all that was found on the way)

Files are found by path, else beside the file that asks, else among the bundled ones. Only this module reads `.mono` files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rulelang.diagnostics import Diagnostics, nearest
from rulelang.given import settings_section
from rulelang.loader import Library as Library
from rulelang.loader import bundled_names as bundled_names
from rulelang.loader import bundled_path as bundled_path
from rulelang.loader import locate as locate
from rulelang.loader import read_text as read_text
from rulelang.loader import without_ending
from rulelang.refusal import Refusal
from rulelang.source import Source, Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.layers import Layers
    from rulelang.check.model import Layer, Model
    from rulelang.check.translations import Table
    from rulelang.ir.program import Program, Translation
    from rulelang.lints import Lookout
    from rulelang.lower.compiler import Compiler


def load(
    name: str | Path,
    *,
    edition: str | None = None,
    variants: str | Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    strategies: Sequence[str] = (),
    turned: Sequence[ast.Set] = (),
    buffers: Mapping[str, str] | None = None,
    open_settings: Sequence[str] = (),
    keeps: bool = False,
) -> Compilation:
    """Everything about one edition: `name` is a path, or that of a bundled one; `variants` and `strategies` likewise. Nothing is read
    before it is asked for, so what is not there is told by the first stage that is looked at, `.program` at the latest.

    `settings` are values as they are written in a `set` line. `buffers` are texts that stand for files, by path. `turned` are settings
    as a test has them, above all others; `open_settings` are read from the state, so that one program serves all their values
    (`Compilation.is_open`). `keeps`: the program may come from the store, and is put there; then nothing warns of what is worth a look.
    """
    wanted = (variants,) if isinstance(variants, str) else tuple(variants)
    named = wanted, dict(settings or {}), tuple(strategies), dict(buffers or {})
    return Compilation(str(name), edition, *named, tuple(turned), tuple(open_settings), keeps and not turned)


@dataclass
class Compilation:
    """The stages of one edition. `diagnostics` runs them all; a stage that cannot go on leaves the next ones empty."""

    name: str
    edition: str | None
    variants: tuple[str, ...]
    settings: dict[str, str]
    strategies: tuple[str, ...]
    buffers: dict[str, str]
    turned: tuple[ast.Set, ...] = ()
    open_settings: tuple[str, ...] = ()
    keeps: bool = False
    found: Diagnostics = field(default_factory=Diagnostics)
    _tables: dict[tuple[str, str], Table | None] = field(default_factory=dict)
    _looked_through: bool = False
    _lookout: Lookout | None = None

    @cached_property
    def library(self) -> Library:
        return Library(self.found, self.buffers)

    @cached_property
    def file(self) -> ast.File:
        """The file that was named."""
        if self.name in self.buffers:
            return self.library.read(Path(self.name))
        return self.library.read(locate(self.name))

    @cached_property
    def files(self) -> list[Source]:
        """Sources that were read, the named one first."""
        self.layers  # noqa: B018  (reading the layers reads the files)
        return [f.source for f in self.library.files.values()]

    def _near(self, source: Source) -> Path | None:
        for key, file in self.library.files.items():
            if file.source is source:
                return Path(key)
        return None

    @cached_property
    def _layers(self) -> tuple[list[Layer], list[ast.Strategy], str]:
        from rulelang.check.layers import Layers
        from rulelang.check.siblings import Wanted

        def find(name: str, near: Source) -> ast.File | None:
            own = next((f for f in self.library.files.values() if f.source is near), None)
            if own is not None and any(s.head.name.text == name for s in own.sections):
                return own
            return self.library.find(name, self._near(near))

        def known() -> list[str]:
            names = [*bundled_names(), *bundled_names("rules"), *bundled_names("variants"), *bundled_names("strategies")]
            return [*names, *(s.head.name.text for s in self.file.sections)]

        layers = Layers(find, known, self.found)
        main = self._main(layers)
        if main is not None:
            chosen = [s for v in self.variants if (s := self._variant(v)) is not None]
            own = [s for s in self.file.sections if s.head.kind == "variant" and s is not main and s.head.name.text in self.variants]
            layers.edition(main)
            wanted = [*chosen, *[s for s in own if s not in chosen], *self._checked_variants(main)]
            if wanted:
                layers.variants([Wanted(section) for section in wanted])
            self._libraries_alone(layers)
        layers.add_strategies(self.file)
        for name in self.strategies:
            # The edition's own and its ancestors' come first: a bundled one of that name is for other games.
            known_here = [s.name.text for s in layers.strategies]
            if name not in known_here:
                layers.add_strategies(self.library.strategy(name, self._near(self.file.source), known_here))
        edition = main.head.name.text if main is not None else self.file.source.path
        return layers.ordered, layers.strategies, edition

    def _main(self, layers: object) -> ast.Section | None:
        """The edition to compile: that of the file, else the one that `--edition` or a variant's `fits` names."""
        editions = [s for s in self.file.sections if s.head.kind == "edition"]
        if len(editions) > 1:
            from rulelang.diagnostics import Label

            self.found.error(
                "two-editions",
                "a file holds one edition",
                editions[1].head.name.span,
                labels=[Label(editions[0].head.name.span, "the first one is here")],
                help="move the second edition to a file of its own",
            )
        if editions:
            return editions[0]
        wanted = self.edition or self._fitting()
        if not self.file.sections and not self.file.loose:
            if not len(self.found):
                self.found.error(
                    "empty-file", "there is nothing in this file", Span(self.file.source, 0, 0), help='begin with `edition NAME "Title"`'
                )
            return None
        section = self.library.edition(wanted, self._near(self.file.source))
        if section is None:
            raise Refusal(f"there is no edition `{wanted}`", f"bundled editions: {', '.join(bundled_names())}")
        return section

    def _fitting(self) -> str:
        """The first edition that a variant of the file says it fits."""
        near = self._near(self.file.source)
        words = [w.text for s in self.file.sections for w in s.head.fits]
        return next((word for word in words if self.library.edition(word, near) is not None), "classic")

    def _libraries_alone(self, layers: Layers) -> None:
        """A library is checked as part of an edition that uses it; alone it has no board, no game and no end."""
        for section in self.file.sections:
            if section.head.kind == "library" and not any(x.section is section for x in layers.ordered):
                self.found.warning(
                    "library-alone",
                    f"`{section.head.name.text}` was read, but not checked: the edition it is checked with does not use it",
                    section.head.name.span,
                    help=f"check an edition that says `uses {section.head.name.text}`, or name one with --edition",
                )

    def _checked_variants(self, main: ast.Section) -> list[ast.Section]:
        """A file without an edition is checked on top of one: its variants are the ones to check, or those of them that are named."""
        if main in self.file.sections or any(s.head.name.text in self.variants for s in self.file.sections):
            return []
        return [s for s in self.file.sections if s.head.kind == "variant"]

    def says_variant(self, word: ast.Word) -> bool:
        """Whether there is a variant that a test or a position names; a diagnostic if not."""
        if any(layer.name == word.text for layer in self.layers):
            return True
        try:
            return self._variant(word.text) is not None
        except Refusal as refusal:
            self.found.error("unknown-section", refusal.message, word.span, help=refusal.help)
            return False

    def _variant(self, name: str) -> ast.Section | None:
        """A variant from the command line: in the file itself, a path, beside it, or bundled."""
        for section in self.file.sections:
            if section.head.kind == "variant" and section.head.name.text == name:
                return section
        path = Path(name)
        if path.suffix == ".mono" and (path.is_file() or "/" in name):
            file: ast.File | None = self.library.read(path)
        else:
            file = self.library.find(name, self._near(self.file.source))
        if file is not None:
            for section in file.sections:
                if section.head.kind == "variant" and (section.head.name.text == name or path.suffix == ".mono"):
                    return section
            if any(found.span.source is file.source for found in self.found):
                return None  # what is wrong in the file is said, and that is why there is no variant in it
            if path.suffix == ".mono":
                raise Refusal(f"{name} holds no variant", 'a variant begins `variant NAME "Title"`')
        if path.suffix == ".mono":
            raise Refusal(f"{name}: no such file", "give the path of a variant's file, or the name of a bundled one without `.mono`")
        close = without_ending(name) or nearest(name, bundled_names("variants"))
        mend = f"did you mean `{close[0]}`?" if close else f"`rulelang show {self.name} --only variants` lists those that fit"
        raise Refusal(f"there is no variant `{name}`", mend)

    @property
    def layers(self) -> list[Layer]:
        return self._layers[0]

    @cached_property
    def model(self) -> Model:
        """The resolved edition, before anything is lowered."""
        from rulelang.check.assemble import assemble
        from rulelang.check.model import Layer

        layers, strategies, edition = self._layers
        if self.settings:
            layers = [*layers, Layer("the command line", "settings", 10**6, settings_section(self.settings))]
        if self.turned:
            section = replace(settings_section({}), declarations=self.turned)
            layers = [*layers, Layer("the test", "settings", 10**6 + 1, section)]
        model = assemble(layers, edition, self.found)
        model.strategies.extend(s for s in strategies if s not in model.strategies)
        for item in self.file.loose:
            if isinstance(item, ast.Test):
                model.tests.append((item, layers[-1]))
            elif isinstance(item, ast.Position):
                model.positions.append((item, layers[-1]))
        return model

    @cached_property
    def program(self) -> Program:
        """The compiled edition.

        Raises: Refusal if there are errors (their diagnostics say what they are).
        """
        from rulelang import kept

        key = kept.key(self) if self.keeps else None
        found = kept.fetch(key) if key is not None else None
        if found is not None:
            return found
        program = self._lowered
        if program is None or self.found.has_errors:
            raise Refusal(f"{self.name} has errors{self.found.first_error}", f"`rulelang check {self.name}` shows them", code=1)
        if key is not None:
            kept.keep(key, program)
        return program

    @property
    def compiler(self) -> Compiler:
        """What made the program, with all that it came to know on the way."""
        self._lowered  # noqa: B018  (makes it)
        return self._compiler

    @cached_property
    def idle_settings(self) -> frozenset[str]:
        """Settings that nothing reads in this game, though something in a library or an ancestor does.

        Raises: Refusal if there are errors.
        """
        from rulelang.lower.reachable import idle_settings

        return idle_settings(self.compiler, self.program)

    def is_open(self, setting: str) -> bool:
        """Whether the program reads a setting from its slot, `setting NAME`, wherever it reads it. Not so if it is a list or a share, or if
        something was laid out by it."""
        world = self.compiler.world
        return setting in world.open and ("in a declaration", setting) not in world.used

    @cached_property
    def _lowered(self) -> Program | None:
        from rulelang.lower.compiler import Compiler
        from rulelang.lower.depth import deep_recursion
        from rulelang.syntax.holes import Holes

        if not self.layers:
            return None
        model = self.model
        holes = Holes()

        def parse(text: str, span: Span, said: Diagnostics) -> ast.Expr | None:
            own = Diagnostics()
            node = holes.parse(Source(span.source.path, text, span), own)
            for wrong in own:
                said.error("bad-text", f"`{{{text}}}` in this text cannot be worked out: {wrong.message}", span, help=wrong.help)
            return cast("ast.Expr | None", node)

        with deep_recursion():
            self._compiler = Compiler(model, self.found, parse, self.open_settings)
            program = self._compiler.compile()
            holes.save()
            self._grave(program)
        self._point_elsewhere()
        return program

    def _point_elsewhere(self) -> None:
        if self.found.has_errors:
            from rulelang.elsewhere import point_elsewhere

            point_elsewhere(self.found, self.layers, self.library.files.values())

    def _grave(self, program: Program | None) -> None:
        """What makes a game that breaks no rule of the language impossible to play."""
        if program is not None and not self.found.has_errors:
            from rulelang.lints import GRAVE, Lookout

            chosen = {x.section.span.source for x in self.layers if x.section is not None and x.name in self.variants}
            checked = frozenset({self.file.source, *chosen})
            files = [file for file in self.library.files.values() if file.source in checked]
            self._lookout = Lookout(self._compiler, program, checked, self.found, files, self.table)
            for lint in GRAVE:
                lint(self._lookout)

    @cached_property
    def diagnostics(self) -> Diagnostics:
        """All that was found, after every stage has run as far as it goes. The tests of a variant are for the first edition it fits."""
        elsewhere = (
            self.edition is not None and self.edition != self._fitting() and not any(s.head.kind == "edition" for s in self.file.sections)
        )
        if self._lowered is not None and not self.found.has_errors and not self._looked_through and not elsewhere:
            from rulelang.staging import look_through_scenes

            self._looked_through = True
            look_through_scenes(self)
            self._point_elsewhere()
        self._lints()
        return self.found

    # ------------------------------------------------------------------------------------------------------- languages
    def table(self, file: ast.File, locale: str) -> Table | None:
        """The table of translations of a file into a language, if there is one. What is wrong in it is among the diagnostics."""
        from rulelang.check.translations import read_table, title_of

        key = file.source.path, locale
        if key not in self._tables:
            name = title_of(file)
            source = self.library.table(f"{name}.{locale}.yaml", self._near(file.source)) if name else None
            self._tables[key] = read_table(source, self.found) if source is not None else None
        return self._tables[key]

    def translation(self, locale: str) -> Translation:
        """All that the layers of the game, lowest first, and its strategies say in a language."""
        from rulelang.check.translations import merged

        sources = [layer.section.span.source for layer in self.layers if layer.section is not None]
        files = {file.source: file for file in self.library.files.values()}
        ordered = dict.fromkeys([*sources, *files])
        return merged([table for source in ordered if source in files and (table := self.table(files[source], locale)) is not None])

    def untranslated(self, locale: str) -> dict[str, int]:
        """How many texts of each file have no translation into a language, by the name of the file's table. Files that were read only to
        learn the order of variants say nothing in the game."""
        from rulelang.check.translations import language_of, title_of
        from rulelang.lints.spoken import texts_of

        found: dict[str, int] = {}
        layers, strategies, _ = self._layers
        heard = {x.section.span.source for x in layers if x.section is not None} | {strategy.span.source for strategy in strategies}
        for file in self.library.files.values():
            if file.source in heard and language_of(file) != locale and title_of(file):
                table = self.table(file, locale)
                entries = table.texts if table is not None else {}
                lacking = [text for text in texts_of(file) if text not in entries or not entries[text].is_filled_in]
                if lacking:
                    found[title_of(file)] = len(lacking)
        return found

    def spoken(self, locales: Sequence[str] = ()) -> Program:
        """The program with what it says in these languages and, for forms, in its own.

        Raises: Refusal if there are errors, in the tables too.
        """
        program = self.program
        found = {locale: self.translation(locale) for locale in dict.fromkeys([program.locale, *locales])}
        if self.found.has_errors:
            raise Refusal(f"{self.name} has errors", f"`rulelang check {self.name}` shows them", code=1)
        return replace(program, locales={locale: said for locale, said in found.items() if said.texts or said.names})

    def _lints(self) -> None:
        """What authors get wrong without breaking a rule of the language; not before everything else is right."""
        if self._lookout is None or self.found.has_errors:
            return
        from rulelang.lints import OTHERS

        for lint in OTHERS:
            lint(self._lookout)
