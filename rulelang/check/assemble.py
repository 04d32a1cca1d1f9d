"""Layers → Model: declarations added, overrides applied lowest layer first, every change remembered.

Declaring a thing twice, changing what isn't there, and two layers of one level that give one part different contents are
diagnostics. Nothing here looks into rules: that is the lowering's.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.check.bounds import keep_bounds
from rulelang.check.keys import category_word, key_of
from rulelang.check.model import Entry, HookEntry, Layer, Model
from rulelang.check.overrides import Overrides
from rulelang.diagnostics import Diagnostics, Label
from rulelang.source import Span
from rulelang.syntax import ast


def assemble(layers: list[Layer], edition: str, diagnostics: Diagnostics) -> Model:
    """Applies the layers in order (lowest level first; within a level by `over`, then by name)."""
    head = next((x.section.head for x in reversed(layers) if x.kind == "edition" and x.section), None)
    model = Model(edition, head.title.value if head else edition, head, list(layers))
    work = Assembly(model, diagnostics)
    for layer in layers:
        if layer.section is not None:
            work.layer(layer)
    work.overrides.touches.report(diagnostics)
    keep_bounds(model, diagnostics)
    return model


class Assembly:
    """Adds what layers declare; what they override goes to `overrides`."""

    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        self.overrides = Overrides(self)

    def layer(self, layer: Layer) -> None:
        section = layer.section
        assert section is not None
        head = section.head
        if layer.kind == "edition":
            if head.players:
                self.model.players = head.players
            if head.currency:
                self.model.currency = head.currency
        if head.locales:
            self.model.locale = head.locales[0].text
        self.model.locales.extend(w.text for w in head.locales if w.text not in self.model.locales)
        # Names first: a rename may stand anywhere in its section.
        for declaration in section.declarations:
            match declaration:
                case ast.Rename():
                    self.overrides.rename(declaration, layer)
                case ast.Replace(declaration=ast.RowOf(name=old, row=ast.Row() as row)):
                    self.overrides.rename_row(old, row, layer)
        for declaration in section.declarations:
            if not isinstance(declaration, ast.Rename):
                self.declaration(declaration, layer)
        self.model.strategies.extend(section.strategies)
        self.model.tests.extend((t, layer) for t in section.tests)
        self.model.positions.extend((p, layer) for p in section.positions)

    def declaration(self, node: ast.Declaration | ast.Override, layer: Layer) -> None:
        match node:
            case ast.Set() | ast.Replace() | ast.Change() | ast.Remove() | ast.AddTo():
                self.overrides.apply(node, layer)
            case ast.Hook():
                self.hook(HookEntry(node, layer))
            case ast.ByDefault(items=items):
                self.model.defaults.append((node, layer))
                for item in items:
                    if isinstance(item, ast.ValueDef):
                        self.add(item, layer)
            case ast.Has_():
                owner = node.owner.text if node.owner else "game"
                for field in node.fields:
                    self.add(field, layer, owner)
            case ast.Kind():
                self.add(node, layer)
                self.kind_items(node, layer)
            case ast.Table():
                self.table(node, layer)
            case ast.Deck():
                self.add(node, layer)
                self.cards(node.cards, node.name.text, layer)
            case ast.Dice():
                if self.model.dice is not None:
                    self.twice("dice", "dice", node.span, self.model.dice, layer)
                self.model.dice = Entry.declared("dice", node, layer)
            case ast.Cards() | ast.CardOf() | ast.RowOf():
                self.diagnostics.error(
                    "override-word",
                    "this line says what changes, but not how",
                    node.span,
                    help="write `replace` or `add to` before it" if isinstance(node, ast.Cards) else "write `replace` before it",
                )
            case ast.Goods(removals=removals) | ast.Action(removals=removals) | ast.Moment(removals=removals):
                self.stray_removal(removals)
                self.add(node, layer)
            case _:
                self.add(node, layer)

    def stray_removal(self, removals: Iterable[ast.Removal]) -> None:
        for removal in removals:
            self.diagnostics.error(
                "removal-outside-change",
                "there is nothing to remove in a new declaration",
                removal.span,
                help="`remove` lines belong under `change`",
            )

    def add(self, node: ast.Node, layer: Layer, owner: str = "") -> None:
        category, key = key_of(node, self.model.canonical(owner), self.model.canonical)
        entries = self.model.of(category)
        there = entries.get(key if category in COMPOSED else self.model.canonical(key))
        if there is not None:
            self.twice(category, key, node.span, there, layer)
            return
        entries[key] = Entry.declared(key, node, layer)
        self.model.removed.pop((category, key), None)

    def twice(self, category: str, key: str, span: Span, there: Entry, layer: Layer) -> None:
        # Two variants of one level cannot override one another: what both need is a variant of its own.
        beside = there.layer is not layer and there.layer.level == layer.level and layer.kind == "variant"
        self.diagnostics.error(
            "declared-twice",
            f"{category_word(category)} `{key.lstrip('.')}` is declared twice",
            span,
            labels=[Label(there.span, "first declared here")],
            help="declare it in a variant of its own, and let both say `uses` that one; if they are two things, choose another name"
            if beside
            else "to change what a lower layer says, put `replace`, `change` or `set` before it; else choose another name",
        )

    def kind_items(self, node: ast.Kind, layer: Layer) -> None:
        kind = self.model.canonical(node.name.text)
        for item in node.items:
            match item:
                case ast.Hook():
                    self.hook(HookEntry(item, layer, kind, "kind"))
                case ast.FieldDef():
                    self.add(item, layer, item.owner.text if item.owner else kind)
                case ast.ValueDef():
                    self.add(item, layer, kind)
                case ast.ShownBy():
                    self.model.of("shown")[kind] = Entry.declared(kind, item, layer)

    def hook(self, entry: HookEntry) -> None:
        """One that has a name is a declaration as well, which a layer above may replace or remove."""
        if entry.hook.name is not None:
            self.add(entry.hook, entry.layer)
            if self.model.of("hook")[entry.hook.name.text].value is not entry.hook:
                return
        self.model.hooks.append(entry)

    def table(self, node: ast.Table, layer: Layer) -> None:
        there = next((place for place in self.model.of("place").values() if place.name == "board" and place.layer is not layer), None)
        if node.board and there is not None:
            self.diagnostics.error(
                "declared-twice",
                f"there is a board already: that of `{there.layer.name}`",
                node.span,
                labels=[Label(there.span, "its first space is here")],
                help="write `replace board`, with all its spaces below; for one of them alone, `replace space NAME`",
            )
            return
        if node.line:
            self.model.board_loops = False
        for row in node.rows:
            self.add(row, layer)
            entry = self.model.of("row").get(row.name.text)
            if entry is not None and entry.value is row:
                self.model.of("place")[row.name.text] = Entry("board" if node.board else "things", row, layer, row.span)

    def cards(self, cards: Iterable[ast.Card], deck: str, layer: Layer) -> None:
        entries = self.model.of("card")
        for card in cards:
            key = f"{self.model.canonical(deck)}.{card.name.text}"
            if key in entries:
                self.twice("card", card.name.text, card.span, entries[key], layer)
            else:
                entries[key] = Entry.declared(key, card, layer)


COMPOSED = ("rule", "action", "value", "field")
"""Categories whose keys are made of several names."""
