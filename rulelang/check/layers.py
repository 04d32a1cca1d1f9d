"""Which sections of which files make an edition, and in which order.

Lowest first: libraries; the edition's ancestors, root first; what an edition `uses`, then the edition; then the variants chosen
beside it, which have no order among them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulelang.check.model import Layer
from rulelang.diagnostics import Diagnostics, Label, nearest
from rulelang.source import Source, Span
from rulelang.syntax import ast

Finder = Callable[[str, Source], "ast.File | None"]
"""Finds the file that declares a name, looking beside the given source first."""


@dataclass
class Layers:
    """Collects layers; `find` loads files, `known` lists names that could have been meant."""

    find: Finder
    known: Callable[[], list[str]]
    diagnostics: Diagnostics
    found: list[Layer] = field(default_factory=list)
    strategies: list[ast.Strategy] = field(default_factory=list)
    _libraries: list[Layer] = field(default_factory=list)
    _seen: dict[str, Layer] = field(default_factory=dict)
    _level: int = 0

    def edition(self, section: ast.Section, trail: tuple[tuple[str, Span], ...] = ()) -> None:
        """Adds an edition with its ancestors and what they use."""
        head = section.head
        name = head.name.text
        if any(name == n for n, _ in trail):
            self.diagnostics.error(
                "extends-cycle",
                f"`{name}` extends itself, through {' → '.join(n for n, _ in trail)}",
                head.name.span,
                labels=[Label(s, "from here") for _, s in trail[-1:]],
                help="an edition's ancestors must end somewhere",
            )
            return
        if head.extends is not None:
            parent = self.section(head.extends, ("edition",), head.span.source)
            if parent is not None:
                self.edition(parent, (*trail, (name, head.extends.span)))
        self.uses(head)
        self._level += 1
        self._add(Layer(name, "edition", self._level, section, tuple(w.text for w in head.over)))
        self.strategies.extend(section.strategies)

    def add_strategies(self, file: ast.File) -> None:
        """Strategies that stand in a file on their own, with those that they extend."""
        for item in file.loose:
            if isinstance(item, ast.Strategy) and item not in self.strategies:
                self.strategies.append(item)
                if item.parent is not None and not any(s.name.text == item.parent.text for s in self.strategies):
                    parent = self.find(item.parent.text, file.source)
                    if parent is not None:
                        self.add_strategies(parent)

    def _strategy(self, word: ast.Word, near: Source) -> bool:
        """Is it a strategy that is used? Then it is added."""
        file = self.find(word.text, near)
        if file is None or not any(isinstance(x, ast.Strategy) and x.name.text == word.text for x in file.loose):
            return False
        self.add_strategies(file)
        return True

    def uses(self, head: ast.Head) -> None:
        variants: list[ast.Section] = []
        for word in head.uses:
            if self._strategy(word, head.span.source):
                continue
            section = self.section(word, ("library", "variant"), head.span.source)
            if section is None:
                continue
            if section.head.kind == "library":
                self.library(section, ())
            else:
                variants.append(section)
        if variants:
            self.variants(variants)

    def library(self, section: ast.Section, trail: tuple[str, ...]) -> None:
        name = section.head.name.text
        if name in trail:
            self.diagnostics.error("uses-cycle", f"library `{name}` uses itself, through {' → '.join(trail)}", section.head.name.span)
            return
        if name in self._seen:
            return
        for word in section.head.uses:
            used = self.section(word, ("library",), section.span.source)
            if used is not None:
                self.library(used, (*trail, name))
        layer = Layer(name, "library", 0, section)
        self._seen[name] = layer
        self._libraries.append(layer)

    def variants(self, sections: list[ast.Section]) -> None:
        """Variants of one level, with what they use: by `over`, then by name."""
        wanted: dict[str, ast.Section] = {}
        stack = list(sections)
        while stack:
            section = stack.pop()
            name = section.head.name.text
            if name in wanted or name in self._seen:
                continue
            wanted[name] = section
            for word in section.head.uses:
                used = self.section(word, ("library", "variant"), section.span.source)
                if used is None:
                    continue
                if used.head.kind == "library":
                    self.library(used, ())
                else:
                    stack.append(used)
        self._level += 1
        placed: list[str] = []

        def place(name: str, trail: tuple[str, ...]) -> None:
            if name in placed or name in trail:
                return
            head = wanted[name].head
            # What a variant uses lies below it, and so does what it says it is over.
            for lower in (*head.over, *head.uses):
                if lower.text in wanted:
                    place(lower.text, (*trail, name))
            placed.append(name)

        for name in sorted(wanted):
            place(name, ())
        for name in placed:
            head = wanted[name].head
            over = tuple(w.text for w in (*head.over, *head.uses))
            self._add(Layer(name, "variant", self._level, wanted[name], over))

    def section(self, word: ast.Word, kinds: tuple[str, ...], near: Source) -> ast.Section | None:
        """The section that declares a name; a diagnostic if there is none."""
        file = self.find(word.text, near)
        if file is not None:
            for section in file.sections:
                if section.head.name.text == word.text and section.head.kind in kinds:
                    return section
            for section in file.sections:
                if section.head.name.text == word.text:
                    self.diagnostics.error(
                        "wrong-section",
                        f"`{word.text}` is a {section.head.kind}, and {' or '.join(kinds)} is wanted here",
                        word.span,
                        labels=[Label(section.head.name.span, "declared here")],
                    )
                    return None
        close = nearest(word.text, self.known())
        self.diagnostics.error(
            "unknown-section",
            f"there is no {' or '.join(kinds)} `{word.text}`, neither beside this file nor among the bundled ones",
            word.span,
            help=f"did you mean `{close[0]}`?" if close else None,
        )
        return None

    def _add(self, layer: Layer) -> None:
        if layer.name not in self._seen:
            self._seen[layer.name] = layer
            self.found.append(layer)

    @property
    def ordered(self) -> list[Layer]:
        return [*self._libraries, *self.found]
