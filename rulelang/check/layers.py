"""Which sections of which files make an edition, and in which order.

Lowest first: libraries; the edition's ancestors, root first; what an edition `uses`, then the edition; then the variants chosen
beside it, which have no order among them (`siblings` sees to those).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rulelang.check.model import Layer
from rulelang.check.siblings import Wanted, in_order
from rulelang.diagnostics import Diagnostics, Label, alternatives, nearest, together
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
            way = "" if len(trail) == 1 else f", through {' → '.join(n for n, _ in trail)}"
            self.diagnostics.error(
                "extends-cycle",
                f"`{name}` extends itself{way}",
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
        self._add(Layer(name, "edition", self._level, section))
        file = self.find(name, head.span.source)
        if file is not None:
            self.add_strategies(file)

    def add_strategies(self, file: ast.File) -> None:
        """The strategies of a file, whatever they stand below, with those that they extend."""
        self._take(file.strategies, file.source)

    def _take(self, strategies: Iterable[ast.Strategy], near: Source) -> None:
        new = [strategy for strategy in strategies if strategy not in self.strategies]
        self.strategies += new
        for strategy in new:
            if strategy.parent is not None and not any(s.name.text == strategy.parent.text for s in self.strategies):
                parent = self.find(strategy.parent.text, near)
                if parent is not None:
                    self.add_strategies(parent)

    def _strategy(self, word: ast.Word, near: Source) -> bool:
        """Is it a strategy that is used? Then it is added."""
        file = self.find(word.text, near)
        if file is None or any(section.head.name.text == word.text for section in file.sections):
            return False
        if not any(strategy.name.text == word.text for strategy in file.strategies):
            return False
        self.add_strategies(file)
        return True

    def uses(self, head: ast.Head) -> None:
        variants: list[Wanted] = []
        for word in head.uses:
            section = self._used(word, head)
            if section is not None:
                variants.append(Wanted(section, word))
        if variants:
            self.variants(variants, head.name.text)

    def _used(self, word: ast.Word, head: ast.Head) -> ast.Section | None:
        """The variant that a `uses` names; libraries and strategies are added at once."""
        if self._strategy(word, head.span.source):
            return None
        section = self.section(word, ("library", "variant"), head.span.source)
        if section is not None and section.head.kind == "library":
            self.library(section, ())
            return None
        return section

    def library(self, section: ast.Section, trail: tuple[str, ...]) -> None:
        name = section.head.name.text
        if name in trail:
            self.diagnostics.error(
                "uses-cycle",
                f"library `{name}` uses itself, through {' → '.join(trail)}",
                section.head.name.span,
                help="take one of these `uses` out",
            )
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

    def variants(self, wanted: list[Wanted], edition: str = "") -> None:
        """Variants of one level, with what they use. `edition` is the one that uses them and comes after them."""
        chosen: dict[str, Wanted] = {}
        stack = list(wanted)
        while stack:
            one = stack.pop()
            head = one.section.head
            if head.name.text in chosen or head.name.text in self._seen:
                continue
            chosen[head.name.text] = one
            for word in head.uses:
                used = self._used(word, head)
                if used is not None:
                    stack.append(Wanted(used, word))
        for one in list(chosen.values()):
            if not self._fits(one, edition, chosen):
                del chosen[one.section.head.name.text]  # what else is wrong with it here would only follow from that
                continue
            for word in (*one.section.head.over, *one.section.head.after):
                if word.text not in chosen and word.text not in self._seen:
                    self.section(word, ("variant",), word.span.source)  # only to say so if there is none
            for word in one.section.head.fits:
                if word.text not in chosen and word.text not in self._seen and word.text not in self.known():
                    self.section(word, ("edition", "library", "variant"), word.span.source)
        self._level += 1
        for name, over, behind in in_order(chosen, self.diagnostics):
            self._add(Layer(name, "variant", self._level, chosen[name].section, over, behind))

    def _fits(self, one: Wanted, edition: str, beside: dict[str, Wanted]) -> bool:
        """A variant that says what it fits stands on one of these: an edition, one of its ancestors, a library or a variant."""
        head = one.section.head
        names = [w.text for w in head.fits]
        if not names or any(name == edition or name in self._seen or name in beside for name in names):
            return True
        below = next((x for x in reversed(self.found) if x.kind == "edition"), None)
        host = edition or (below.name if below is not None else "this edition")
        labels = [Label(head.fits[0].span.to(head.fits[-1].span), "what it fits is said here")] if one.word is not None else []
        if one.word is None and below is not None and below.section is not None:
            labels = [Label(below.section.head.name.span, f"`{host}` is this edition")]
        place = one.word.span if one.word is not None else head.fits[0].span.to(head.fits[-1].span)
        lost = next((word.text for word in head.fits if self.find(word.text, word.span.source) is None), None)
        close = nearest(lost, [*self._seen, *self.known()]) if lost is not None else []
        self.diagnostics.error(
            "does-not-fit",
            f"the variant `{head.name.text}` fits {together(names)}, and `{host}` is none of these",
            place,
            labels=labels,
            help=f"did you mean `{close[0]}`?" if close else f"leave it out; if its rules suit `{host}`, add that name to its `fits`",
        )
        return False

    def section(self, word: ast.Word, kinds: tuple[str, ...], near: Source) -> ast.Section | None:
        """The section that declares a name; a diagnostic if there is none."""
        file = self.find(word.text, near)
        if file is not None:
            for section in file.sections:
                if section.head.name.text == word.text and section.head.kind in kinds:
                    return section
            for section in file.sections:
                if section.head.name.text == word.text:
                    article = "an" if section.head.kind == "edition" else "a"
                    self.diagnostics.error(
                        "wrong-section",
                        f"`{word.text}` is {article} {section.head.kind}, and {alternatives(kinds)} is wanted here",
                        word.span,
                        labels=[Label(section.head.name.span, "declared here")],
                        help="an edition is built on with `extends`; libraries and variants are added with `uses`",
                    )
                    return None
        close = nearest(word.text, self.known())
        self.diagnostics.error(
            "unknown-section",
            f"there is no {alternatives(kinds)} `{word.text}`, neither beside this file nor among the bundled ones",
            word.span,
            help=f"did you mean `{close[0]}`?" if close else f"put it into a file `{word.text}.mono` beside this one",
        )
        return None

    def _add(self, layer: Layer) -> None:
        if layer.name not in self._seen:
            self._seen[layer.name] = layer
            self.found.append(layer)
            if layer.section is not None:
                self._take(layer.section.strategies, layer.section.span.source)

    @property
    def ordered(self) -> list[Layer]:
        return [*self._libraries, *self.found]
