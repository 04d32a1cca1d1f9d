"""What a layer does to what lower layers declared: set, rename, replace, remove; `change` and `add to` are in `parts`.

Each override needs something to override, is remembered in its chain, and is noted in `touches`, where the rivalry of layers of one
level shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.check.conflicts import Part, Touches
from rulelang.check.keys import category_word, key_of
from rulelang.check.model import Change, Entry, HookEntry, Layer, header_key
from rulelang.check.parts import Parts
from rulelang.diagnostics import Label, nearest
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.assemble import Assembly

NOT_NAMES = ("rule", "action", "value", "field", "card", "place", "shown", "goods", "starts", "hook")
"""Categories whose keys are no names of their own."""


class Overrides:
    def __init__(self, assembly: Assembly) -> None:
        self.assembly = assembly
        self.model = assembly.model
        self.diagnostics = assembly.diagnostics
        self.touches = Touches()
        self.parts = Parts(self)

    def apply(self, node: ast.Override, layer: Layer) -> None:
        match node:
            case ast.Set():
                self.set(node, layer)
            case ast.Replace(declaration=declaration):
                self.replace(declaration, layer, node.span)
            case ast.Change():
                self.parts.change(node, layer)
            case ast.Remove():
                self.remove(node, layer)
            case ast.AddTo():
                self.parts.add_to(node, layer)
            case ast.Rename():
                self.rename(node, layer)

    # ------------------------------------------------------------------------------------------------- what isn't there
    def missing(self, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        known = list(known)
        # Of a header with prepositions its beginning is remembered best.
        close = [one.replace(":", ": ") for one in known if one.startswith(f"{name} ")] or nearest(name, known)
        self.diagnostics.error(
            "nothing-to-change",
            f"there is no {what} `{name}` below this layer",
            span,
            help=f"did you mean `{close[0]}`?" if close else "only what a lower layer declares can be changed",
        )

    def gone(self, category: str, key: str, what: str, layer: Layer, span: Span, name: str, *, labelled: Part | None = None) -> None:
        """Says why there is nothing: a layer of this level removed it (a conflict, if anything), a lower one did, or it never was."""
        change = self.model.removed.get((category, key))
        if change is not None:
            rival = next((x for x in self.model.layers if x.name == change.layer), None)
            if rival is not None and rival.level == layer.level and rival is not layer:
                self.touches.touch(layer, labelled or whole(category, key), (), span)
                return
            labels = change.labels("removed here")
            self.diagnostics.error(
                "nothing-to-change", f"the {what} `{name}` is there no more: {change.layer} removed it", span, labels=labels
            )
            return
        known = [k.split(".")[-1] if category == "card" else k.lstrip(".") for k in self.model.of(category)]
        self.missing(what, name.split(".")[-1] if category == "card" else name, span, known)

    # ----------------------------------------------------------------------------------------------------- set, rename
    def set(self, node: ast.Set, layer: Layer) -> None:
        entry = self.model.find("setting", node.name.text)
        if entry is None:
            self.gone("setting", self.model.canonical(node.name.text), "setting", layer, node.name.span, node.name.text)
            return
        entry.value = replace(entry.value, values=node.values)
        entry.note(layer, node.span, "set")
        self.touches.touch(layer, whole("setting", entry.name), node.values, node.span)

    def rename(self, node: ast.Rename, layer: Layer) -> None:
        old = self.model.canonical(node.old.text)
        same = self.model.aliases.get(node.new.text) == old
        taken = node.new.text in self.model.aliases or any(
            node.new.text in entries for category, entries in self.model.entries.items() if category not in NOT_NAMES
        )
        if taken and not same:
            self.diagnostics.error(
                "name-taken",
                f"`{node.new.text}` is the name of something else already",
                node.new.span,
                help="choose another name; the old one stays valid beside it",
            )
            return
        if not any(old in entries for category, entries in self.model.entries.items() if category not in NOT_NAMES):
            for deck, card in (key.split(".") for key in self.model.of("card")):
                if card == old:
                    self.diagnostics.error(
                        "nothing-to-change",
                        f"`{old}` is a card, and cards keep their names",
                        node.old.span,
                        help=f'for other words on it, `replace card {old} of {deck} "…"`, with no lines below',
                    )
                    return
            known = self._all_names()
            self.missing("name", node.old.text, node.old.span, known)
            # The new name is taken for what was meant, so that each mention of it is not a mistake of its own.
            for meant in nearest(old, known):
                self.model.aliases[node.new.text] = self.model.canonical(meant)
            return
        self.model.aliases[node.new.text] = old
        self.model.shown_names[old] = node.new.text
        if node.plural:
            self.model.plurals[node.plural.text] = old
        if node.title:
            self.model.titles[old] = node.title.value
        for category, entries in self.model.entries.items():
            if old in entries and category not in NOT_NAMES:
                entries[old].note(layer, node.span, f"renamed {node.new.text}")
        self.touches.touch(layer, (f"the name of `{old}`",), node, node.span)

    def _all_names(self) -> list[str]:
        names = {n for c, e in self.model.entries.items() if c not in NOT_NAMES for n in e}
        return sorted(names | set(self.model.aliases))

    # --------------------------------------------------------------------------------------------------------- replace
    def replace(self, node: ast.Declaration, layer: Layer, span: Span) -> None:
        match node:
            case ast.Cards(deck=deck, cards=cards):
                self._replace_cards(deck, cards, layer, span)
            case ast.CardOf(card=card, deck=deck, body=body):
                key = f"{self.model.canonical(deck.text)}.{card.text}"
                entry = self.model.of("card").get(key)
                if entry is None:
                    self.missing("card", card.text, card.span, [k.split(".")[1] for k in self.model.of("card")])
                    return
                if not (body.title.value or body.does):
                    self.diagnostics.error(
                        "nothing-to-change",
                        "this changes nothing of the card",
                        span,
                        help="give it another text, other lines below, or both",
                    )
                    return
                title = body.title if body.title.value else entry.value.title
                does = body if body.does else entry.value
                body = replace(does, span=body.span, name=body.name, title=title, copies=entry.value.copies)
                self._replaced(entry, body, layer, span, (f"cards of `{self.model.canonical(deck.text)}`", f"card `{card.text}`"))
            case ast.RowOf():
                self._replace_row(node, layer, span)
            case ast.Hook(name=None):
                self.diagnostics.error(
                    "hook-has-no-name",
                    "this hook has no name by which it could be replaced",
                    span,
                    help="end the line with `named NAME`, as where it is declared",
                )
            case ast.Hook():
                self._replace_hook(node, layer, span)
            case ast.Has_():
                self.diagnostics.error(
                    "nothing-to-change", "fields are replaced one by one", span, help="`replace` a rule, a worked-out value or a kind"
                )
            case ast.Dice():
                if self.model.dice is None:
                    self.missing("line `dice`", "dice", span, ())
                    return
                self._replaced(self.model.dice, node, layer, span, ("dice",))
            case ast.Table():
                self._replace_table(node, layer, span)
            case _:
                self._replace_entry(node, layer, span)

    def _replace_hook(self, node: ast.Hook, layer: Layer, span: Span) -> None:
        """The new one comes where the old one came."""
        assert node.name is not None
        entry = self.model.of("hook").get(node.name.text)
        if entry is None:
            self.gone("hook", node.name.text, "hook", layer, node.name.span, node.name.text)
            return
        place = next(n for n, one in enumerate(self.model.hooks) if one.hook is entry.value)
        old = self.model.hooks[place]
        self.model.hooks[place] = HookEntry(node, layer, old.owner, old.owner_kind)
        self._replaced(entry, node, layer, span, whole("hook", entry.name))

    def _replace_cards(self, deck: ast.Word, cards: tuple[ast.Card, ...], layer: Layer, span: Span) -> None:
        name = self.model.canonical(deck.text)
        if name not in self.model.of("deck"):
            self.missing("deck", deck.text, deck.span, self.model.of("deck"))
            return
        self._drop_cards(name, layer, span, "replaced with all its deck")
        self.assembly.cards(cards, name, layer)
        self.model.of("deck")[name].note(layer, span, "cards replaced")
        self.touches.touch(layer, (f"cards of `{name}`",), cards, span)

    def _drop_cards(self, deck: str, layer: Layer, span: Span, what: str) -> None:
        for key in [k for k in self.model.of("card") if k.startswith(f"{deck}.")]:
            self.model.lose("card", key, layer, span, what)

    def _replace_table(self, node: ast.Table, layer: Layer, span: Span) -> None:
        name = "board" if node.board else "things"
        old = [key for key, place in self.model.of("place").items() if place.name == name]
        if not old:
            self.missing("table", name, span, ())
            return
        for key in old:
            del self.model.of("place")[key]
            self.model.lose("row", key, layer, span, f"replaced with the {name}")
        if node.board:
            self.model.board_loops = not node.line
        self.assembly.table(node, layer)
        self.touches.touch(layer, (name,), node, span)

    def rename_row(self, old: ast.Word, row: ast.Row, layer: Layer) -> None:
        """A row that takes the place of another may have another name: the old one stays valid, and the id, as if it were renamed."""
        if row.name.text not in (old.text, self.model.canonical(old.text)) and self.model.find("row", old.text) is not None:
            self.rename(ast.Rename(row.name.span, old, row.name, None, None), layer)

    def _replace_row(self, node: ast.RowOf, layer: Layer, span: Span) -> None:
        if node.columns:
            columns = node.columns[0].span.to(node.columns[-1].span)
            self.diagnostics.error(
                "unexpected-word",
                "what takes the place of a space is a whole row, in the line below",
                columns,
                help=f"for columns alone, `change space {node.name.text} {columns.text}`",
            )
        if node.row is None:
            return  # which is said where it is read
        key = self.model.canonical(node.name.text)
        entry = self.model.of("row").get(key)
        if entry is None:
            self.gone("row", key, "space", layer, node.name.span, node.name.text)
            return
        self._warn_of_lost(entry, "space", layer, span)
        table = self.model.of("place")[key].name
        # The title in the row is the newest, whatever a layer below called it. The id is that of the first declaration.
        self.model.titles.pop(key, None)
        row = replace(node.row, name=replace(node.row.name, text=key))
        self.model.of("place")[key] = Entry(table, row, layer, row.span)
        self._replaced(entry, row, layer, span, (table, f"`{key}`"))

    def _replace_entry(self, node: ast.Declaration, layer: Layer, span: Span) -> None:
        category, key = key_of(node, "", self.model.canonical)
        if isinstance(node, ast.ValueDef):
            key = self.value_key(node.target)
        entry = self.model.of(category).get(key) or self.model.of(category).get(self.model.canonical(key))
        word = category_word(category)
        if entry is None:
            self.gone(category, key, word, layer, span, key.lstrip("."))
            return
        self._warn_of_lost(entry, word, layer, span)
        old = entry.value
        self._replaced(entry, node, layer, span, whole(category, entry.name))
        if isinstance(node, ast.Kind):
            self._drop_items(old, entry.name, layer, span, "replaced with all its kind")
            self.assembly.kind_items(node, layer)
        elif isinstance(node, ast.Deck):
            self._drop_cards(entry.name, layer, span, "replaced with all its deck")
            self.assembly.cards(node.cards, entry.name, layer)

    def _warn_of_lost(self, entry: Entry, word: str, layer: Layer, span: Span) -> None:
        """Of what a layer below changed, if this one replaces the whole."""
        lost = [c for c in entry.chain if c.what.startswith("change") and c.layer != layer.name]
        if lost and lost[-1].span is not None:
            self.diagnostics.warning(
                "replace-drops-change",
                f"this replaces the whole of {word} `{entry.name.lstrip('.')}`, and with it what {lost[-1].layer} changed",
                span,
                labels=[Label(lost[-1].span, "this change is lost")],
                help="`change` only the parts that differ",
            )

    def _drop_items(self, kind: ast.Kind, name: str, layer: Layer, span: Span, what: str) -> None:
        """What stood in the block of a kind goes with it."""
        items = {id(item) for item in kind.items}
        for category in ("field", "value", "shown"):
            for key in [k for k, e in self.model.of(category).items() if id(e.value) in items]:
                self.model.lose(category, key, layer, span, what)
        self.model.hooks[:] = [h for h in self.model.hooks if not (h.owner == name and id(h.hook) in items)]

    def _replaced(self, entry: Entry, node: ast.Node, layer: Layer, span: Span, part: Part) -> None:
        entry.value = node
        entry.span = node.span
        entry.note(layer, span, "replaced")
        self.touches.touch(layer, part, node, span)

    def value_key(self, target: ast.Path) -> str:
        """`owner.name`, the owner by its first name: a worked-out value may have been declared in the block of a kind."""
        words = [w.text for w in target.words]
        if len(words) > 1:
            words[0] = self.model.canonical(words[0])
        return ".".join(words) if len(words) > 1 else f".{words[0]}"

    # ---------------------------------------------------------------------------------------------------------- remove
    def remove(self, node: ast.Remove, layer: Layer) -> None:
        category, key = self._target(node.target)
        if key not in self.model.of(category):
            self.gone(category, key, category_word(category), layer, node.span, key.lstrip("."))
            return
        entry = self.model.lose(category, key, layer, node.span, "removed")
        part = whole(category, key)
        match category:
            case "row":
                place = self.model.of("place").pop(key, None)
                part = (place.name if place is not None else "board", f"`{key}`")
            case "deck":
                self._drop_cards(key, layer, node.span, "removed with its deck")
            case "kind":
                self._drop_items(entry.value, key, layer, node.span, "removed with its kind")
            case "card":
                part = (f"cards of `{key.split('.')[0]}`", f"card `{key.split('.')[1]}`")
            case "hook":
                self.model.hooks[:] = [one for one in self.model.hooks if one.hook is not entry.value]
        self.model.removed[(category, key)] = Change(layer.name, node.span, "removed")
        self.touches.touch(layer, part, node.target, node.span)

    def _target(self, target: ast.Target) -> tuple[str, str]:
        """(category, key) of what a `remove` names."""
        canonical = self.model.canonical
        if target.header is not None:
            return target.kind, header_key(target.header, canonical)
        if target.path is not None:
            key = self.value_key(target.path)
            return ("field" if key in self.model.of("field") and key not in self.model.of("value") else "value"), key
        if target.kind == "card":
            return "card", f"{canonical(target.words[1].text)}.{target.words[0].text}"
        return "row" if target.kind == "space" else target.kind, canonical(" ".join(w.text for w in target.words))


def whole(category: str, key: str) -> Part:
    """A declaration as a part that is touched."""
    return (f"{category_word(category)} `{key.lstrip('.').replace('.', chr(39) + 's ')}`",)
