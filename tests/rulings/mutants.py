"""Wrong rulings: a case with one word of its outcomes changed, for each outcome. Every one of them must fail, or the case shows nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulelang.ir.scenes import PEOPLE
from rulelang.rulings.reading import Case
from rulelang.rulings.tree import Branch, Leaf, Series, Tree
from rulelang.source import Span


@dataclass(frozen=True, slots=True)
class Mutant:
    """`changed` is the outcome that was changed, `said` what was changed in it."""

    case: Case
    changed: Tree
    said: str


def mutants(case: Case, spaces: tuple[str, ...]) -> Iterator[Mutant]:
    """`spaces` are two spaces of the edition."""
    winners = {subject.text for _, then in case.acts for tree in then for subject, said in _entries(tree) if _is(said, "wins")}
    for number, (when, then) in enumerate(case.acts):
        for index, tree in enumerate(then):
            for changed, said in _outcome(tree, spaces, winners):
                acts = (*case.acts[:number], (when, (*then[:index], changed, *then[index + 1 :])), *case.acts[number + 1 :])
                yield Mutant(replace(case, title=f"{case.title} [{said}]", acts=acts), tree, said)


def _outcome(tree: Tree, spaces: tuple[str, ...], winners: set[str]) -> Iterator[tuple[Branch, str]]:
    """Each way of making the outcome a wrong one, with what was done."""
    [(subject, said)] = _entries(tree)

    def made(new: Tree, who: Leaf = subject) -> Branch:
        return Branch(tree.span, ((who, new),))

    if isinstance(said, Leaf):
        if said.value == "wins":
            loser = next(name for name in PEOPLE if name not in winners)
            yield made(said, replace(subject, value=loser)), f"{loser} wins"
        else:
            yield made(_single(said.span, "is_not", Leaf(said.span, said.value))), f"not {said.text}"
        return
    other = replace(subject, value="bob" if subject.value == "ann" else "ann")
    assert isinstance(said, Branch)
    for key, value in said.entries:
        for new_key, new_value in _changes(key, value, spaces):
            entries = tuple((new_key, new_value) if k is key else (k, v) for k, v in said.entries)
            if key.text == "cannot":
                entries = tuple((k, v) for k, v in entries if k.text != "because")
            yield made(Branch(said.span, entries)), f"{new_key.text} {' '.join(_texts(new_value))}"
        if key.text in ("owns", "asked"):
            yield made(Branch(said.span, said.entries), other), f"{other.text} {key.text}"


def _changes(key: Leaf, value: Tree, spaces: tuple[str, ...]) -> Iterator[tuple[Leaf, Tree]]:
    # A need has no name where something is chosen, so it can only be turned round.
    swapped = {"holds": "lacks", "lacks": "holds", "is": "is_not", "is_not": "is", "can": "cannot", "cannot": "can"}
    match key.text, value:
        case ("money" | "pays"), Leaf(value=int() as amount):
            yield key, replace(value, value=amount + 1)
        case ("has" | "each"), Branch():
            yield from ((key, changed) for changed in _counts(value))
        case "state", Branch():
            yield from ((key, changed) for changed in _states(value))
        case word, _ if word in swapped:
            yield replace(key, value=swapped[word]), value
        case "at", Leaf():
            yield key, replace(value, value=next(space for space in spaces if space != value.value))
        case "owner", Leaf():
            yield key, replace(value, value="nobody" if value.value != "nobody" else "ann")
        case "to", Leaf():
            yield key, replace(value, value="ann" if value.value == "bank" else "bank")
        case "because", Leaf():
            yield key, replace(value, value="limit" if value.value != "limit" else "choice")
        case "asked", Leaf():
            yield key, replace(value, value="draw" if value.value != "draw" else "roll")


def _counts(branch: Branch) -> Iterator[Branch]:
    """One piece less, or more where there is none."""
    for key, value in branch.entries:
        if isinstance(value, Leaf) and isinstance(value.value, int):
            changed: list[Tree] = [replace(value, value=value.value - 1 if value.value else 1)]
        else:
            assert isinstance(value, Branch)
            changed = list(_counts(value))
        yield from (_with(branch, key, new) for new in changed)


def _states(branch: Branch) -> Iterator[Branch]:
    for key, value in branch.entries:
        assert isinstance(value, Leaf)
        match value.value:
            case bool() as flag:
                yield _with(branch, key, replace(value, value=not flag))
            case int() as number:
                yield _with(branch, key, replace(value, value=number + 1))
            case str() as name if name in PEOPLE:
                yield _with(branch, key, replace(value, value="bob" if name == "ann" else "ann"))


def _with(branch: Branch, key: Leaf, value: Tree) -> Branch:
    return Branch(branch.span, tuple((k, value if k is key else v) for k, v in branch.entries))


def _single(span: Span, key: str, value: Tree) -> Branch:
    return Branch(span, ((Leaf(span, key), value),))


def _entries(tree: Tree) -> tuple[tuple[Leaf, Tree], ...]:
    return tree.entries if isinstance(tree, Branch) else ()


def _is(tree: Tree, word: str) -> bool:
    return isinstance(tree, Leaf) and tree.value == word


def _texts(tree: Tree) -> Iterator[str]:
    match tree:
        case Leaf():
            yield tree.text
        case Series(items=items):
            for item in items:
                yield from _texts(item)
        case Branch(entries=entries):
            for key, value in entries:
                yield key.text
                yield from _texts(value)
