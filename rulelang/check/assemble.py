"""Layers → Model: declarations added, overrides applied lowest layer first, every change remembered.

Declaring a thing twice, changing what isn't there, and two layers of one level that give one part different contents are
diagnostics. Nothing here looks into rules: that is the lowering's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulelang.check.conflicts import Touches
from rulelang.check.keys import category_word, key_of, path_key
from rulelang.check.model import Change, Entry, HookEntry, Layer, Model, header_key
from rulelang.diagnostics import Diagnostics, Label, nearest
from rulelang.source import Span
from rulelang.syntax import ast


def assemble(layers: list[Layer], edition: str, diagnostics: Diagnostics) -> Model:
    """Applies the layers in order (lowest level first; within a level by `over`, then by name)."""
    head = next((x.section.head for x in reversed(layers) if x.kind == "edition" and x.section), None)
    model = Model(edition, head.title.value if head else edition, head, list(layers))
    work = _Assembly(model, diagnostics)
    for layer in layers:
        if layer.section is not None:
            work.layer(layer)
    work.touches.report(diagnostics, layers)
    return model


class _Assembly:
    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        self.touches = Touches()

    def layer(self, layer: Layer) -> None:
        section = layer.section
        assert section is not None
        head = section.head
        if layer.kind == "edition":
            if head.players:
                self.model.players = head.players
            if head.currency:
                self.model.currency = head.currency
        self.model.locales.extend(w.text for w in head.locales if w.text not in self.model.locales)
        # Names first: a rename may stand anywhere in its section.
        for declaration in section.declarations:
            if isinstance(declaration, ast.Rename):
                self.rename(declaration, layer)
        for declaration in section.declarations:
            if not isinstance(declaration, ast.Rename):
                self.declaration(declaration, layer)
        self.model.strategies.extend(section.strategies)
        self.model.tests.extend((t, layer) for t in section.tests)
        self.model.positions.extend((p, layer) for p in section.positions)

    def declaration(self, node: ast.Declaration | ast.Override, layer: Layer) -> None:
        match node:
            case ast.Set():
                self.set(node, layer)
            case ast.Replace(declaration=declaration):
                self.replace(declaration, layer, node.span)
            case ast.Change():
                self.change(node, layer)
            case ast.Remove():
                self.remove(node, layer)
            case ast.AddTo():
                self.add_to(node, layer)
            case ast.Hook():
                self.model.hooks.append(HookEntry(node, layer))
            case ast.Has_():
                owner = node.owner.text if node.owner else "game"
                for field in node.fields:
                    self.add(field, layer, owner)
            case ast.Kind():
                self.add(node, layer)
                self.kind_items(node, layer)
            case ast.Table():
                if node.line:
                    self.model.board_loops = False
                for row in node.rows:
                    self.row(row, node.board, layer)
            case ast.Deck():
                self.add(node, layer)
                for card in node.cards:
                    self.card(card, node.name.text, layer)
            case ast.Dice():
                if self.model.dice is not None:
                    self.twice("dice", "dice", node.span, self.model.dice)
                self.model.dice = Entry("dice", node, layer, node.span, [Change(layer.name, node.span, "declared")])
            case ast.Cards() | ast.CardOf() | ast.SpaceColumns():
                self.diagnostics.error(
                    "override-word",
                    "this line says what changes, but not how",
                    node.span,
                    help="write `replace` or `add to` before it",
                )
            case ast.Goods(removals=removals):
                if removals:
                    self.stray_removal(removals)
                self.add(node, layer)
            case ast.Action(removals=removals):
                if removals:
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

    # -- adding
    def add(self, node: ast.Node, layer: Layer, owner: str = "") -> None:
        category, key = key_of(node, owner)
        entries = self.model.of(category)
        there = entries.get(self.model.canonical(key)) if category not in ("rule", "action", "value", "field") else entries.get(key)
        if there is not None:
            self.twice(category, key, node.span, there)
            return
        entries[key] = Entry(key, node, layer, node.span, [Change(layer.name, node.span, "declared")])
        self.model.removed.pop((category, key), None)

    def twice(self, category: str, key: str, span: Span, there: Entry) -> None:
        self.diagnostics.error(
            "declared-twice",
            f"{category_word(category)} `{key.lstrip('.')}` is declared twice",
            span,
            labels=[Label(there.span, "first declared here")],
            help="to change what a lower layer says, put `replace`, `change` or `set` before it; else choose another name",
        )

    def kind_items(self, node: ast.Kind, layer: Layer) -> None:
        for item in node.items:
            match item:
                case ast.Hook():
                    self.model.hooks.append(HookEntry(item, layer, node.name.text, "kind"))
                case ast.FieldDef():
                    self.add(item, layer, item.owner.text if item.owner else node.name.text)
                case ast.ValueDef():
                    self.add(item, layer, node.name.text)
                case ast.ShownBy():
                    self.model.of("shown")[node.name.text] = Entry(node.name.text, item, layer, item.span)

    def row(self, row: ast.Row, board: bool, layer: Layer) -> None:
        self.add(row, layer)
        entry = self.model.of("row").get(row.name.text)
        if entry is not None and entry.value is row:
            self.model.of("place")[row.name.text] = Entry("board" if board else "things", row, layer, row.span)

    def card(self, card: ast.Card, deck: str, layer: Layer) -> None:
        entries = self.model.of("card")
        key = f"{self.model.canonical(deck)}.{card.name.text}"
        if key in entries:
            self.twice("card", card.name.text, card.span, entries[key])
            return
        entries[key] = Entry(key, card, layer, card.span, [Change(layer.name, card.span, "declared")])

    # -- overriding
    def rename(self, node: ast.Rename, layer: Layer) -> None:
        old = self.model.canonical(node.old.text)
        if node.new.text in self.model.aliases or any(node.new.text in e for c, e in self.model.entries.items() if c not in _NOT_NAMES):
            self.diagnostics.error("name-taken", f"`{node.new.text}` is the name of something else already", node.new.span)
            return
        if not any(old in entries for category, entries in self.model.entries.items() if category not in _NOT_NAMES):
            self.missing("name", node.old.text, node.old.span, self.all_names())
            return
        self.model.aliases[node.new.text] = old
        self.model.shown_names[old] = node.new.text
        if node.plural:
            self.model.plurals[node.plural.text] = old
        if node.title:
            self.model.titles[old] = node.title.value
        for category, entries in self.model.entries.items():
            if old in entries and category not in _NOT_NAMES:
                entries[old].chain.append(Change(layer.name, node.span, f"renamed {node.new.text}"))

    def all_names(self) -> list[str]:
        names = {n for c, e in self.model.entries.items() if c not in _NOT_NAMES for n in e}
        return sorted(names | set(self.model.aliases))

    def missing(self, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        known = list(known)
        close = nearest(name, known)
        self.diagnostics.error(
            "nothing-to-change",
            f"there is no {what} `{name}` below this layer",
            span,
            help=f"did you mean `{close[0]}`?" if close else "only what a lower layer declares can be changed",
        )

    def set(self, node: ast.Set, layer: Layer) -> None:
        entry = self.model.find("setting", node.name.text)
        if entry is None:
            self.missing("setting", node.name.text, node.name.span, self.model.of("setting"))
            return
        entry.value = replace(entry.value, values=node.values)
        entry.chain.append(Change(layer.name, node.span, "set"))
        self.touches.touch(layer, f"setting {entry.name}", node.span)

    def replace(self, node: ast.Declaration, layer: Layer, span: Span) -> None:
        match node:
            case ast.Cards(deck=deck, cards=cards):
                name = self.model.canonical(deck.text)
                if name not in self.model.of("deck"):
                    self.missing("deck", deck.text, deck.span, self.model.of("deck"))
                    return
                for key in [k for k in self.model.of("card") if k.startswith(f"{name}.")]:
                    del self.model.of("card")[key]
                for card in cards:
                    self.card(card, name, layer)
                self.model.of("deck")[name].chain.append(Change(layer.name, span, "cards replaced"))
                self.touches.touch(layer, f"cards of {name}", span)
                return
            case ast.CardOf(card=card, deck=deck, body=body):
                key = f"{self.model.canonical(deck.text)}.{card.text}"
                entry = self.model.of("card").get(key)
                if entry is None:
                    self.missing("card", card.text, card.span, [k.split(".")[1] for k in self.model.of("card")])
                    return
                self._replace_entry(entry, body, layer, span, f"card {key}")
                return
            case ast.SpaceColumns(name=name, columns=columns):
                self.columns("row", name, columns, layer, span)
                return
            case ast.Hook():
                self.diagnostics.error(
                    "hook-has-no-name", "a hook has no name to be replaced by", span, help="replace the rule that it belongs to"
                )
                return
            case ast.Table() | ast.Has_() | ast.Dice():
                if isinstance(node, ast.Dice) and self.model.dice is not None:
                    self._replace_entry(self.model.dice, node, layer, span, "dice")
                    return
                if isinstance(node, ast.Table):
                    for key, entry in list(self.model.of("place").items()):
                        if entry.name == ("board" if node.board else "things"):
                            del self.model.of("place")[key]
                            del self.model.of("row")[key]
                    self.model.board_loops = not node.line if node.board else self.model.board_loops
                    for row in node.rows:
                        self.row(row, node.board, layer)
                    self.touches.touch(layer, "board", span)
                    return
                self.diagnostics.error(
                    "nothing-to-change", "fields are replaced one by one", span, help="`replace` a rule, value or setting"
                )
                return
            case ast.ValueDef(target=target):
                key = self.value_key(target)
                entry = self.model.of("value").get(key)
            case _:
                category, key = key_of(node)
                known = self.model.of(category)
                entry = known.get(key) or (known.get(self.model.canonical(key)) if category not in ("rule", "action") else None)
        if entry is None:
            category, key = key_of(node)
            self.missing(category_word(category), key.lstrip("."), span, self.model.of(category))
            return
        category = key_of(node)[0]
        lost = [c for c in entry.chain if c.what.startswith("change")]
        if lost and lost[-1].span is not None:
            self.diagnostics.warning(
                "replace-drops-change",
                f"this replaces the whole of {category_word(category)} `{entry.name.lstrip('.')}`, and with it what "
                f"{lost[-1].layer} changed",
                span,
                labels=[Label(lost[-1].span, "this change is lost")],
                help="`change` only the parts that differ",
            )
        self._replace_entry(entry, node, layer, span, f"{category} {entry.name}")
        if isinstance(node, ast.Kind):
            self.kind_items(node, layer)

    def value_key(self, target: ast.Path) -> str:
        """A worked-out value may have been declared in the block of a kind: `replace deed's worth` finds it there."""
        words = [w.text for w in target.words]
        if len(words) > 1:
            words[0] = self.model.canonical(words[0])
        return path_key(target) if len(words) == 1 else ".".join(words)

    def _replace_entry(self, entry: Entry, node: ast.Node, layer: Layer, span: Span, part: str) -> None:
        entry.value = node
        entry.span = node.span
        entry.chain.append(Change(layer.name, span, "replaced"))
        self.touches.touch(layer, part, span)

    def columns(self, category: str, name: ast.Word, columns: tuple[ast.Column, ...], layer: Layer, span: Span) -> None:
        entry = self.model.find(category, name.text)
        if entry is None:
            self.missing(category_word(category), name.text, name.span, self.model.of(category))
            return
        node = entry.value
        have = {c.name.text: c for c in node.columns}
        for column in columns:
            if column.name.text not in have:
                self.missing(f"column of {name.text}", column.name.text, column.name.span, have)
                continue
            have[column.name.text] = column
            self.touches.touch(layer, f"{category} {entry.name} {column.name.text}", column.span)
        entry.value = replace(node, columns=tuple(have.values()))
        entry.chain.append(Change(layer.name, span, "changed"))

    def change(self, node: ast.Change, layer: Layer) -> None:
        target = node.target
        match target.kind:
            case "rule":
                self.diagnostics.error(
                    "change-of-rule",
                    "a rule is one body: it has no named parts to change",
                    node.span,
                    help="`replace` it, or hook it: `before`, `when` or `instead of` its header",
                )
                return
            case "action":
                assert target.header is not None
                key = header_key(target.header)
                entry = self.model.of("action").get(key)
                if entry is None:
                    by_verb = [e for k, e in self.model.of("action").items() if k.split()[0] == key.split()[0]]
                    entry = by_verb[0] if len(by_verb) == 1 else None
            case "goods":
                key = " ".join(w.text for w in target.words)
                entry = self.model.of("goods").get(key)
            case "space" | "group":
                self.columns("row" if target.kind == "space" else "group", target.words[0], node.columns, layer, node.span)
                return
            case _:
                self.diagnostics.error(
                    "nothing-to-change",
                    "only actions, goods, spaces and groups have named parts that can be changed",
                    node.span,
                    help="`replace` it, or `set` the setting",
                )
                return
        if entry is None:
            self.missing(target.kind, key, node.span, self.model.of(target.kind))
            return
        self._change_parts(entry, node, layer, f"{target.kind} {entry.name}")
        entry.chain.append(Change(layer.name, node.span, "changed"))

    def _change_parts(self, entry: Entry, node: ast.Change, layer: Layer, part: str) -> None:
        base = entry.value
        needs = {n.name.text: n for n in base.needs}
        limits: tuple[ast.Limit, ...] = getattr(base, "limits", ())
        for removal in node.removals:
            if removal.what == "limit":
                limits = ()
                self.touches.touch(layer, f"{part} limit", removal.span)
            elif removal.name is not None:
                if removal.name.text not in needs:
                    self.missing("need", removal.name.text, removal.name.span, needs)
                    continue
                del needs[removal.name.text]
                self.touches.touch(layer, f"{part} needs {removal.name.text}", removal.span)
        if node.part is not None:
            for need in node.part.needs:
                needs[need.name.text] = need
                self.touches.touch(layer, f"{part} needs {need.name.text}", need.span)
            if isinstance(node.part, ast.Action):
                if node.part.limits:
                    limits = (*limits, *node.part.limits)
                    self.touches.touch(layer, f"{part} limit", node.part.limits[0].span)
                if node.part.body:
                    self.diagnostics.error(
                        "change-has-body",
                        "`change` names needs, limits and moments; what the action does is replaced as a whole",
                        node.part.body[0].span,
                        help="write `replace action …` with all its lines",
                    )
                if node.part.allowed:
                    base = replace(base, allowed=node.part.allowed)
                    self.touches.touch(layer, f"{part} allowed", node.part.allowed[0].span)
        base = replace(base, needs=tuple(needs.values()))
        if isinstance(base, ast.Action):
            base = replace(base, limits=limits)
        entry.value = base

    def remove(self, node: ast.Remove, layer: Layer) -> None:
        target = node.target
        category = "row" if target.kind == "space" else target.kind
        if target.header is not None:
            key = header_key(target.header)
        elif target.path is not None:
            category, key = "value", self.value_key(target.path)
        elif target.kind == "card":
            key = f"{self.model.canonical(target.words[1].text)}.{target.words[0].text}"
        else:
            key = " ".join(w.text for w in target.words)
            key = self.model.canonical(key)
        entry = self.model.of(category).pop(key, None)
        if entry is None:
            self.missing(category_word(category), key, node.span, self.model.of(category))
            return
        if category == "row":
            self.model.of("place").pop(key, None)
        self.model.removed[(category, key)] = Change(layer.name, node.span, "removed")
        self.touches.touch(layer, f"{category} {key}", node.span)

    def add_to(self, node: ast.AddTo, layer: Layer) -> None:
        target = node.target
        if node.cards:
            name = self.model.canonical(target.words[0].text)
            if name not in self.model.of("deck"):
                self.missing("deck", target.words[0].text, target.words[0].span, self.model.of("deck"))
                return
            for card in node.cards:
                self.card(card, name, layer)
            self.model.of("deck")[name].chain.append(Change(layer.name, node.span, "cards added"))
            return
        for word in node.words:
            entry = next((e for k, e in self.model.of("action").items() if k.split()[0] == word.text), None)
            if entry is None:
                self.missing("action", word.text, word.span, [k.split()[0] for k in self.model.of("action")])
                continue
            entry.value = replace(entry.value, allowed=(*entry.value.allowed, target.words[0]))
            entry.chain.append(Change(layer.name, node.span, "changed"))


_NOT_NAMES = ("rule", "action", "value", "field", "card", "place", "shown", "goods", "starts")
"""Categories whose keys are no names of their own."""
