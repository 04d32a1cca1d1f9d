"""Whether a file of rulings has the form that `spec/rulings.schema.json` asks for: the schema's complaints in an author's words, each with
the place and a mend. What something is called in a message is the `title` that the schema gives it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from rulelang.bundled import data_dir
from rulelang.diagnostics import Diagnostics, nearest, together
from rulelang.rulings.tree import Branch, Leaf, Series, Tree, at, data
from rulelang.source import Span

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

_SHOWN = 60
"""Characters of a value that is shown in a message."""


@cache
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data_dir("spec") / "rulings.schema.json").read_text("utf-8"))
    return found


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


def misfits(tree: Tree, diagnostics: Diagnostics) -> list[Span]:
    """Reports what does not fit, and returns the places."""
    errors = sorted(_validator().iter_errors(data(tree)), key=lambda error: [str(step).zfill(6) for step in error.absolute_path])
    meant = {(tuple(error.absolute_path), word) for error in errors for word in _meant(error)}
    found = [_say(error, tree, diagnostics) for error in errors if not _misspelt(error, meant)]
    return [span for spans in found for span in spans]


def _meant(error: ValidationError) -> Iterator[str]:
    """The keys that misspelt ones are taken for."""
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = _keys(error)
        for key in error.instance:
            if key not in known:
                yield from nearest(key, known)


def _misspelt(error: ValidationError, meant: set[tuple[tuple[str | int, ...], str]]) -> bool:
    """Whether what is missing is there, with a slip in it: that is said already."""
    path = tuple(error.absolute_path)
    match error.validator:
        case "required":
            return any((path, key) in meant for key in _lacking(error))
        case "oneOf" | "anyOf":
            keys = _ways(error)
            return not any(key in error.instance for key in keys) and any((path, key) in meant for key in keys)  # type: ignore[operator]
    return False


def _lacking(error: ValidationError) -> list[str]:
    """The one key that a complaint of `required` is about."""
    missing = [key for key in error.validator_value if key not in error.instance]  # type: ignore[union-attr,operator]
    return [key for key in missing if repr(key) in error.message] or missing


def _ways(error: ValidationError) -> list[str]:
    return [key for entry in error.validator_value for key in entry["required"]]  # type: ignore[union-attr]


def _say(error: ValidationError, tree: Tree, diagnostics: Diagnostics) -> list[Span]:
    path = list(error.absolute_path)
    here = at(tree, path)
    schema = error.schema if isinstance(error.schema, dict) else {}
    what = str(schema.get("title") or _title_above(error))
    spans: list[Span] = []

    def said(message: str, help_: str, span: Span) -> None:
        diagnostics.error("bad-ruling", message, span, help=help_)
        spans.append(span)

    explain = _EXPLAIN.get(str(error.validator), _otherwise)
    explain(error, here, what, said)
    return spans


def _title_above(error: ValidationError) -> str:
    """The schema behind `then` and `propertyNames` may have no title of its own."""
    return str(error.parent.schema.get("title", "this")) if error.parent is not None and isinstance(error.parent.schema, dict) else "this"


Said = Callable[[str, str, Span], None]


def _shown(tree: Tree) -> str:
    text = " ".join(tree.span.text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _head(tree: Tree) -> Span:
    """The first word of something that may go on over many lines."""
    match tree:
        case Branch(entries=[(leaf, _), *_]):
            return leaf.span
        case Series(items=[first, *_]):
            return _head(first)
        case _:
            return tree.span


def _keys(error: ValidationError) -> list[str]:
    properties = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
    return list(properties)


def _further(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    known = _keys(error)
    assert isinstance(here, Branch)
    for leaf, _ in here.entries:
        if leaf.text not in known:
            close = nearest(leaf.text, known)
            said(f"{what} has no `{leaf.text}`", f"did you mean `{close[0]}`?" if close else f"it may have {_listed(known)}", leaf.span)


def _missing(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    name = _lacking(error)[0]
    said(f"{what} has no `{name}`", f"write `{name}:` with {_wanted(error, name)}", _head(here))


def _wanted(error: ValidationError, key: str) -> str:
    """What a key wants, by its title in the schema."""
    entry: Mapping[str, Any] = error.schema.get("properties", {}).get(key, {}) if isinstance(error.schema, dict) else {}
    reference = str(entry.get("$ref", ""))
    if reference:
        entry = schema()["$defs"][reference.rpartition("/")[2]]
    return str(entry.get("title", "what it is"))


def _choice(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    """`oneOf` and `anyOf` over keys that must be there."""
    keys = _ways(error)
    there = [key for key in keys if key in error.instance]  # type: ignore[operator]
    if not there:
        said(f"{what} needs one of {_listed(keys)}", f"write one of them, such as `{keys[0]}:`", _head(here))
        return
    assert isinstance(here, Branch)
    second = here.key(there[1])
    assert second is not None
    said(f"{what} says two things: `{there[0]}` and `{there[1]}`", "make them two, each with a line of its own", second.span)


def _together(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    assert isinstance(here, Branch)
    for key, wanted in error.validator_value.items():  # type: ignore[union-attr]
        missing = [other for other in wanted if other not in error.instance]  # type: ignore[operator]
        leaf = here.key(key)
        if leaf is not None and missing:
            said(f"`{key}` goes with `{missing[0]}`, which is not there", f"add `{missing[0]}:`, or leave out `{key}`", leaf.span)


def _kind(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    shown = _shown(here) if not isinstance(here, Leaf) or here.value is not None else "nothing"
    keys = error.schema.get("required", []) if isinstance(error.schema, dict) else []
    with_keys = f" with {together([f'`{key}:`' for key in keys])}" if keys else ""
    said(f"`{shown}` stands where {what} is wanted", f"write {what}{with_keys}", _head(here))


def _word(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    known = [str(value) for value in error.validator_value]  # type: ignore[union-attr]
    close = nearest(str(error.instance), known)
    mend = f"did you mean `{close[0]}`?" if close else f"write {_listed(known)}"
    said(f"`{_shown(here)}` is no word that can stand here", mend, here.span)


def _pattern(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    if not isinstance(here, Leaf):
        # It is a key that is no name.
        assert isinstance(here, Branch)
        leaf = here.key(str(error.instance))
        said(f"`{error.instance}` is no name", "a name begins with a letter and has letters, digits and `_`", (leaf or _first(here)).span)
        return
    said(f"`{_shown(here)}` is not {what}", f"write {what}", here.span)


def _first(here: Branch) -> Leaf:
    return here.entries[0][0]


def _few(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    said(f"{what} is empty", f"leave it out, or write {what}", here.span)


def _many(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    assert isinstance(here, Branch)
    first, second = here.entries[0][0], here.entries[1][0]
    message = f"{what} is about one: this is about `{first.text}` and `{second.text}`"
    said(message, "make them two, each with a line of its own", second.span)


def _low(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    said(f"`{_shown(here)}` is less than {error.validator_value}", f"write {what} of at least {error.validator_value}", here.span)


def _otherwise(error: ValidationError, here: Tree, what: str, said: Said) -> None:
    said(f"this does not fit: {error.message}", f"write {what}", _head(here))


def _listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


_EXPLAIN: dict[str, Callable[[ValidationError, Tree, str, Said], None]] = {
    "additionalProperties": _further,
    "required": _missing,
    "oneOf": _choice,
    "anyOf": _choice,
    "dependentRequired": _together,
    "type": _kind,
    "enum": _word,
    "pattern": _pattern,
    "minItems": _few,
    "minProperties": _few,
    "minLength": _few,
    "maxProperties": _many,
    "minimum": _low,
}
