"""`change X` and `add to X`: overrides of named parts of a declaration, each of which must be there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.check.conflicts import Part
from rulelang.check.keys import category_word
from rulelang.check.model import Entry, Layer, header_key
from rulelang.diagnostics import nearest
from rulelang.source import Span
from rulelang.syntax import ast

if TYPE_CHECKING:
    from rulelang.check.overrides import Overrides


class Parts:
    def __init__(self, overrides: Overrides) -> None:
        self.overrides = overrides
        self.model = overrides.model
        self.diagnostics = overrides.diagnostics
        self.touch = overrides.touches.touch

    # ---------------------------------------------------------------------------------------------------------- change
    def change(self, node: ast.Change, layer: Layer) -> None:
        target = node.target
        match target.kind:
            case "action":
                assert target.header is not None
                key = header_key(target.header, self.model.canonical)
                entry = self.model.of("action").get(key)
            case "goods":
                key = " ".join(w.text for w in target.words)
                entry = self.model.of("goods").get(key)
            case "moment":
                key = self.model.canonical(target.words[0].text)
                entry = self.model.of("moment").get(key)
            case "value":
                self._worked_out(target, layer, node.span, only=node.only)
                return
            case "space" | "group":
                category = "row" if target.kind == "space" else "group"
                self.columns(category, target.words[0], node.columns, node.removals, layer, node.span)
                return
            case "rule":
                self.diagnostics.error(
                    "change-of-rule",
                    "a rule is one body: it has no named parts to change",
                    node.span,
                    help="`replace` it, or hook it: `before`, `when` or `instead of` its header",
                )
                return
            case _:
                self.diagnostics.error(
                    "nothing-to-change",
                    "only actions, goods, moments, spaces, groups and worked-out values have parts that can be changed",
                    node.span,
                    help="`replace` it, or `set` the setting",
                )
                return
        if entry is None:
            same_verb = [k for k in self.model.of(target.kind) if k.split()[0] == key.split()[0] and k != key]
            if same_verb and (target.kind, key) not in self.model.removed:
                self._other_header(target.kind, key, same_verb, node.span)
                return
            self.overrides.gone(target.kind, key, target.kind, layer, node.span, key)
            return
        self._change(entry, node, layer, (f"{target.kind} `{entry.name}`",))
        entry.note(layer, node.span, "changed")

    def _other_header(self, kind: str, key: str, same_verb: list[str], span: Span) -> None:
        self.diagnostics.error(
            "nothing-to-change",
            f"there is no {kind} `{key}` below this layer",
            span,
            help=f"did you mean `{(nearest(key, same_verb) or same_verb)[0]}`?",
        )

    def _change(self, entry: Entry, node: ast.Change, layer: Layer, part: Part) -> None:
        base = entry.value
        needs = {n.name.text: n for n in base.needs}
        limits: tuple[ast.Limit, ...] = getattr(base, "limits", ())
        for removal in node.part.removals if node.part is not None else node.removals:
            if removal.what == "limit":
                if not limits:
                    self.overrides.missing("limit", entry.name, removal.span, ())
                limits = ()
                self.touch(layer, (*part, "the limit"), removal, removal.span)
            elif removal.name is not None:
                if removal.name.text not in needs:
                    self.overrides.missing("need", removal.name.text, removal.name.span, needs)
                    continue
                del needs[removal.name.text]
                self.touch(layer, (*part, f"needs {removal.name.text}"), removal, removal.span)
        if node.part is not None:
            for need in node.part.needs:
                needs[need.name.text] = need
                self.touch(layer, (*part, f"needs {need.name.text}"), need, need.span)
        base = replace(base, needs=tuple(needs.values()))
        if isinstance(node.part, ast.Action):
            changed = node.part
            if changed.limits:
                limits = (*limits, *changed.limits)
                self.touch(layer, (*part, "the limit"), changed.limits, changed.limits[0].span, adds=True)
            if changed.body:
                self.diagnostics.error(
                    "change-has-body",
                    "`change` names needs, limits and moments; what the action does is replaced as a whole",
                    changed.body[0].span,
                    help="write `replace action …` with all its lines",
                )
            if changed.allowed:
                base = replace(base, allowed=changed.allowed)
                self.touch(layer, (*part, "its moments"), changed.allowed, changed.allowed[0].span.to(changed.allowed[-1].span))
            base = replace(base, limits=limits)
        entry.value = base

    def columns(
        self, category: str, name: ast.Word, columns: tuple[ast.Column, ...], removals: tuple[ast.Removal, ...], layer: Layer, span: Span
    ) -> None:
        """New values for named columns of a space or group, or none."""
        entry = self.model.find(category, name.text)
        if entry is None:
            self.overrides.gone(category, self.model.canonical(name.text), category_word(category), layer, name.span, name.text)
            return
        place = self.model.of("place").get(entry.name) if category == "row" else None
        part = (place.name, f"`{entry.name}`") if place is not None else (f"{category} `{entry.name}`",)
        have = {c.name.text: c for c in entry.value.columns}
        for column in columns:
            if column.name.text not in have and not self._is_column(column.name.text, category):
                self.overrides.missing(f"column of {name.text}", column.name.text, column.name.span, have)
                continue
            have[column.name.text] = column
            self.touch(layer, (*part, column.name.text), column, column.span)
        for removal in removals:
            word = removal.name
            if word is None or word.text not in have:
                self.overrides.missing(f"column of {name.text}", word.text if word else "", removal.span, have)
                continue
            del have[word.text]
            self.touch(layer, (*part, word.text), removal, removal.span)
        entry.value = replace(entry.value, columns=tuple(have.values()))
        entry.note(layer, span, "changed")

    def _is_column(self, name: str, category: str) -> bool:
        """A column that a row leaves to its default is there to be changed too."""
        return any(
            key.split(".", 1)[1] == name and (key.startswith("group.") == (category == "group")) and not entry.value.state
            for key, entry in self.model.of("field").items()
        )

    def _worked_out(
        self, target: ast.Target, layer: Layer, span: Span, *, added: tuple[ast.Expr, ...] = (), only: tuple[ast.Noun, ...] = ()
    ) -> None:
        """What a value is more, or what is left of it: both may be done by several layers, whichever comes first."""
        assert target.path is not None
        key = self.overrides.value_key(target.path)
        entry = self.model.of("value").get(key)
        if entry is None:
            self.overrides.gone("value", key, category_word("value"), layer, span, key.lstrip("."))
            return
        node: ast.ValueDef = entry.value
        entry.value = replace(node, added=(*node.added, *added), only=(*node.only, *only))
        entry.note(layer, span, "changed")
        part = (f"{category_word('value')} `{key.lstrip('.').replace('.', chr(39) + 's ')}`", "what is added" if added else "what is left")
        self.touch(layer, part, (*added, *only), span, adds=True)

    # ---------------------------------------------------------------------------------------------------------- add to
    def add_to(self, node: ast.AddTo, layer: Layer) -> None:
        if node.target.kind == "value":
            self._worked_out(node.target, layer, node.span, added=node.added)
            return
        word = node.target.words[0] if node.target.words else None
        if node.cards and word is not None:
            self._add_cards(word, node, layer)
            return
        if node.target.kind != "moment" or word is None:
            self.diagnostics.error(
                "nothing-to-change",
                "cards are added to a deck, actions to a moment, amounts and members to a worked-out value",
                node.span,
                help="write `add to deck NAME`, `add to moment NAME` or `add to WHOSE'S VALUE`",
            )
            return
        if self.model.find("moment", word.text) is None:
            self.overrides.gone("moment", self.model.canonical(word.text), "moment", layer, word.span, word.text)
            return
        for verb in node.words:
            found = [e for k, e in self.model.of("action").items() if k.split()[0] == verb.text]
            if not found:
                self.overrides.missing("action", verb.text, verb.span, [k.split()[0] for k in self.model.of("action")])
            for entry in found:
                entry.value = replace(entry.value, allowed=(*entry.value.allowed, word))
                entry.note(layer, node.span, "changed")
                self.touch(layer, (f"action `{entry.name}`", "its moments"), verb, verb.span, adds=True)

    def _add_cards(self, word: ast.Word, node: ast.AddTo, layer: Layer) -> None:
        name = self.model.canonical(word.text)
        if name not in self.model.of("deck"):
            self.overrides.gone("deck", name, "deck", layer, word.span, word.text)
            return
        self.overrides.assembly.cards(node.cards, name, layer)
        self.model.of("deck")[name].note(layer, node.span, "cards added")
        for card in node.cards:
            self.touch(layer, (f"cards of `{name}`", f"card `{card.name.text}`"), card, card.span, adds=True)
