"""A Program as JSON and back, exactly.

The form is described by `spec/program.schema.json`; in short: an object per dataclass with a member per field, and

- `format` names this form and its version; a reader refuses any other
- whole numbers beyond ±(2^53 - 1), which most readers of JSON would round, are strings of digits
- an op is an array: code, out, origin, then its args
- `domains` and `strategies` are arrays, since their order is meant and an object has none; each entry carries its name
- keys of `plans` and `answers` are numbers, written as JSON must: as strings

The text form puts each entry of a table on a line of its own, so that two Programs can be compared by a line diff.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from rulelang.bundled import data_dir
from rulelang.ir.program import Op, Program

FORMAT = "rulelang/program/1"
EXACT = 2**53 - 1
"""The largest number that every reader of JSON keeps."""

_ORDERED = ("domains", "strategies")
"""Dicts of a Program whose order is meant: arrays in JSON, keyed by the `name` of their entries."""


class ProgramFormatError(ValueError):
    """A text or an object is no Program: `where` in it, and `what` is wrong."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


def write_program(program: Program) -> str:
    """The text of a program file."""
    return "".join(_lines(to_json(program)))


def read_program(text: str) -> Program:
    """The Program of a text that `write_program` made; `ProgramFormatError` if it is none."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise ProgramFormatError(f"line {error.lineno}, column {error.colno}", f"no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        # Numbers of thousands of digits and brackets without end, which no Program has.
        raise ProgramFormatError("file", f"no JSON that can be read: {error}") from None
    return from_json(document)


def to_json(program: Program) -> dict[str, Any]:
    """The Program as objects, arrays, strings, numbers and truth values."""
    document = {"format": FORMAT, **_encode(program)}
    for name in _ORDERED:
        document[name] = list(document[name].values())
    return document


def from_json(document: object) -> Program:
    """The Program of an object that `to_json` made; `ProgramFormatError` if the schema does not allow it.

    The schema says whether the form is right; whether the Program is sound, indexes and all, says `verify`.
    """
    if not isinstance(document, dict):
        raise ProgramFormatError("file", "a program is a JSON object")
    # A file of another version has many faults by this schema; only this one is worth saying.
    if document.get("format") != FORMAT:
        raise ProgramFormatError("format", f"{document.get('format')!r} is not {FORMAT!r}, the form that is read here")
    fault = best_match(_validator().iter_errors(document))
    if fault is not None:
        raise ProgramFormatError(_path(fault), _brief(fault))
    keyed = dict(document)
    del keyed["format"]
    for name in _ORDERED:
        keyed[name] = {entry["name"]: entry for entry in document[name]}
        if len(keyed[name]) != len(document[name]):
            raise ProgramFormatError(name, "a name stands twice")
    program = _decoder(Program)(keyed)
    assert isinstance(program, Program)
    return program


# ------------------------------------------------------------------------------------------------------------ writing


def _encode(value: Any) -> Any:
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if -EXACT <= value <= EXACT else str(value)
        case Op():
            return [value.code, value.out, value.origin, *(_encode(arg) for arg in value.args)]
        case tuple():
            return [_encode(item) for item in value]
        case dict():
            return {str(key): _encode(item) for key, item in value.items()}
    assert is_dataclass(value), value
    return {field.name: _encode(getattr(value, field.name)) for field in fields(value)}


def _lines(document: dict[str, Any]) -> Iterator[str]:
    """JSON with a line per member of the document, and per entry of those that are arrays of tables."""
    opening = "{\n"
    for key, value in document.items():
        yield f"{opening}{_compact(key)}:"
        opening = ",\n"
        if isinstance(value, list) and value and isinstance(value[0], dict | list):
            yield "[\n" + ",\n".join(_compact(item) for item in value) + "\n]"
        else:
            yield _compact(value)
    yield "\n}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# ------------------------------------------------------------------------------------------------------------ reading


@cache
def _decoder(kind: Any) -> Callable[[Any], Any]:
    """What turns the JSON of a value of this type into the value. The schema has been met."""
    if kind is int:
        return int
    if kind in (str, bool):
        return lambda value: value
    if kind is Op:
        return lambda value: Op(value[0], int(value[1]), tuple(map(int, value[3:])), int(value[2]))
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        members = [(field.name, _decoder(hints[field.name])) for field in fields(kind)]
        make: Callable[..., Any] = kind  # type: ignore[assignment]
        return lambda value: make(**{name: decode(value[name]) for name, decode in members})
    if get_origin(kind) is tuple:
        return _tuple_decoder(get_args(kind))
    if get_origin(kind) is dict:
        key, item = map(_decoder, get_args(kind))
        return lambda value: {key(name): item(entry) for name, entry in value.items()}
    assert get_origin(kind) in (Union, types.UnionType), kind
    some = _decoder(next(option for option in get_args(kind) if option is not types.NoneType))
    return lambda value: None if value is None else some(value)


def _tuple_decoder(items: tuple[Any, ...]) -> Callable[[Any], Any]:
    if items[1:] == (Ellipsis,):
        item = _decoder(items[0])
        return lambda value: tuple(map(item, value))
    decoders = [_decoder(item) for item in items]
    return lambda value: tuple(decode(item) for decode, item in zip(decoders, value, strict=True))


# --------------------------------------------------------------------------------------------------------- the schema


@cache
def _validator() -> Validator:
    # JSON Schema holds 1.0 for an integer. A Program has no such numbers, not even whole ones.
    types_ = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool))
    schema = json.loads((data_dir("spec") / "program.schema.json").read_text(encoding="utf-8"))
    validator: Validator = extend(Draft202012Validator, type_checker=types_)(schema)  # type: ignore[no-untyped-call]
    return validator


def _path(fault: ValidationError) -> str:
    """`functions[3].code[2]` for the place of a fault."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault.absolute_path)
    return text.lstrip(".") or "file"


def _brief(fault: ValidationError) -> str:
    """The validator's message on one line; it quotes the faulty value, which may be a whole table."""
    message = " ".join(fault.message.split())
    return message if len(message) <= 160 else f"{message[:100]} … {message[-50:]}"
