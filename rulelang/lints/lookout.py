"""`Lookout`: what a lint looks at, and how it speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rulelang.check.model import Entry, Layer, Model
from rulelang.check.translations import Table
from rulelang.diagnostics import Diagnostics, Label
from rulelang.lints.mentions import Mentions
from rulelang.source import Source, Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.ir.program import Program
    from rulelang.lower.compiler import Compiler
    from rulelang.lower.world import World


@dataclass
class Lookout:
    """`checked` are the texts that somebody asked about: what is merely unused is said of these, not of the libraries below them."""

    compiler: Compiler
    program: Program
    checked: frozenset[Source]
    diagnostics: Diagnostics
    files: Sequence[ast.File] = ()
    """What is checked, whole: also sections that are not part of this game."""
    table: Callable[[ast.File, str], Table | None] = lambda file, locale: None
    """The table of translations of a file into a language, if there is one."""
    machine: dict[str, list[int]] | None = None
    """The machine's own functions by name, once somebody has looked for them."""

    @property
    def world(self) -> World:
        return self.compiler.world

    @property
    def model(self) -> Model:
        return self.compiler.world.model

    @cached_property
    def mentions(self) -> Mentions:
        return Mentions(self.model)

    def warning(self, slug: str, message: str, span: Span, help: str | None = None, labels: Sequence[Label] = ()) -> None:
        self.diagnostics.warning(slug, message, span, help=help, labels=labels)

    def error(self, slug: str, message: str, span: Span, help: str | None = None, labels: Sequence[Label] = ()) -> None:
        self.diagnostics.error(slug, message, span, help=help, labels=labels)

    def is_checked(self, span: Span) -> bool:
        return span.source in self.checked

    @property
    def locales(self) -> list[str]:
        """The languages that the edition or one of its ancestors declares."""
        return self.model.locales

    def own(self, category: str, *, libraries: bool = True) -> Iterator[tuple[str, Entry]]:
        """Declarations of a category that stand in what is checked. What a library offers need not be used by each edition."""
        for name, entry in self.model.values_of(category):
            if self.is_checked(entry.span) and (libraries or entry.layer.kind != "library"):
                yield name, entry

    def bodies(self) -> Iterator[tuple[Layer, object]]:
        """Everything that has lines to be done, with the layer it stands in: rules, actions, cards, hooks, promises."""
        for category in ("rule", "action", "card", "promise"):
            for _, entry in self.model.values_of(category):
                yield entry.layer, entry.value
        for hook in self.model.hooks:
            yield hook.layer, hook.hook
