"""A file of rulings → its cases. What a case says stands in the place of what its ruling says."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.diagnostics import Diagnostics, Label
from rulelang.rulings.form import misfits
from rulelang.rulings.tree import Branch, Leaf, Series, Tree, read
from rulelang.source import Source, Span


@dataclass(frozen=True, slots=True)
class Setup:
    """What a case is compiled with."""

    edition: str
    variants: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]

    @property
    def shown(self) -> str:
        settings = [f"{name}={value}" for name, value in self.settings]
        return " + ".join([self.edition, *self.variants, *settings])


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a ruling. `span` is all of the ruling, `played` where it says what is played, as far as it says more than the edition;
    `acts` are (steps, outcomes) in order."""

    id: str
    title: str
    name: str
    """of the case, where a ruling has several; else empty"""
    file: str
    """the title of the file"""
    head: Span
    span: Span
    played: Span
    sources: tuple[str, ...]
    setup: Setup
    given: tuple[Tree, ...]
    acts: tuple[tuple[tuple[Tree, ...], tuple[Tree, ...]], ...]

    @property
    def full_title(self) -> str:
        return f"{self.id} {self.title}" + (f" ({self.name})" if self.name else "")


def cases_in(source: Source, diagnostics: Diagnostics) -> list[Case]:
    """The cases that are well-formed; what is not is reported."""
    tree = read(source, diagnostics)
    if tree is None:
        return []
    spans = [*misfits(tree, diagnostics), *(d.span for d in diagnostics if d.span.source is source)]
    rulings = tree.get("rulings") if isinstance(tree, Branch) else None
    if not isinstance(rulings, Series) or not isinstance(tree, Branch):
        return []
    title = _text(tree, "title")
    found: list[Case] = []
    known: dict[str, Span] = {}
    for ruling in rulings.items:
        if any(ruling.span.start <= span.start < ruling.span.end for span in spans) or not isinstance(ruling, Branch):
            continue
        head = ruling.get("id")
        assert isinstance(head, Leaf)
        if head.text in known:
            first = [Label(known[head.text], "it is here, too")]
            diagnostics.error("bad-ruling", f"there are two rulings `{head.text}`", head.span, help="give one another id", labels=first)
            continue
        known[head.text] = head.span
        found += _cases(ruling, title, diagnostics)
    return found


def _cases(ruling: Branch, title: str, diagnostics: Diagnostics) -> list[Case]:
    cases = ruling.get("cases")
    if cases is None:
        return [_case(ruling, None, title)]
    found: list[Case] = []
    _unused(ruling, _items(cases), diagnostics)
    for case in _items(cases):
        assert isinstance(case, Branch)
        if _part(ruling, case, "then") is None:
            head = case.entries[0][0].span
            diagnostics.error("bad-ruling", "neither this case nor its ruling has a `then`", head, help="say what must hold: `then:`")
            continue
        found.append(_case(ruling, case, title))
    return found


def _unused(ruling: Branch, cases: tuple[Tree, ...], diagnostics: Diagnostics) -> None:
    """What every case replaces was never run, so nobody knows whether it is right."""
    for key, _ in ruling.entries:
        if all(isinstance(case, Branch) and case.get(key.text) is not None for case in cases):
            message = f"every case has `{key.text}` of its own, so this one is never used"
            diagnostics.error("bad-ruling", message, key.span, help="leave it out, or leave it out of a case")


def _case(ruling: Branch, case: Branch | None, title: str) -> Case:
    head = ruling.get("id") if case is None else case.get("case")
    assert head is not None
    edition, settings = _part(ruling, case, "edition"), _part(ruling, case, "settings")
    assert isinstance(edition, Leaf)
    setup = Setup(
        edition.text,
        tuple(leaf.text for leaf in _items(_part(ruling, case, "variants")) if isinstance(leaf, Leaf)),
        tuple((key.text, value.text) for key, value in settings.entries if isinstance(value, Leaf)) if isinstance(settings, Branch) else (),
    )
    acts = [(_items(_part(ruling, case, "when")), _items(_part(ruling, case, "then")))]
    for act in _items(_part(ruling, case, "later")):
        assert isinstance(act, Branch)
        acts.append((_items(act.get("when")), _items(act.get("then"))))
    return Case(
        _text(ruling, "id"),
        _text(ruling, "title"),
        _text(case, "case") if case is not None else "",
        title,
        head.span,
        ruling.span,
        _played(edition, _part(ruling, case, "variants"), settings),
        tuple(leaf.text for leaf in _items(ruling.get("source")) if isinstance(leaf, Leaf)),
        setup,
        _items(_part(ruling, case, "given")),
        tuple(acts),
    )


def _played(edition: Leaf, *more: Tree | None) -> Span:
    """The settings if there are any, else the variants, else the edition."""
    return next((tree.span for tree in reversed(more) if tree is not None), edition.span)


def _part(ruling: Branch, case: Branch | None, key: str) -> Tree | None:
    own = case.get(key) if case is not None else None
    return own if own is not None else ruling.get(key)


def _items(tree: Tree | None) -> tuple[Tree, ...]:
    return tree.items if isinstance(tree, Series) else ()


def _text(branch: Branch, key: str) -> str:
    leaf = branch.get(key)
    return leaf.text if isinstance(leaf, Leaf) else ""
