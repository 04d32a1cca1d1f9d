"""A Program as JSON: exact both ways, described by the schema, and a bad file is one clear line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from rulelang.bundled import data_dir
from rulelang.ir import program as ir
from rulelang.ir.codec import EXACT, FORMAT, ProgramFormatError, from_json, read_program, to_json, write_program
from rulelang.ir.ops import OPS
from rulelang.ir.program import Program
from tests.ir.programs import PROGRAMS
from tests.ir.samples import sample

SCHEMA = json.loads((data_dir("spec") / "program.schema.json").read_text("utf-8"))
Document = dict[str, Any]


@given(PROGRAMS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_round_trip(program: Program) -> None:
    document = to_json(program)
    assert from_json(document) == program
    assert to_json(from_json(json.loads(json.dumps(document)))) == document
    text = write_program(program)
    assert read_program(text) == program
    assert list(read_program(text).domains) == list(program.domains)


def test_sample_round_trip() -> None:
    program = sample()
    assert read_program(write_program(program)) == program
    assert write_program(read_program(write_program(program))) == write_program(program)


@pytest.mark.parametrize("number", [EXACT, -EXACT, EXACT + 1, -EXACT - 1, 2**63 - 1, -(2**63), 2**200])
def test_large_numbers_are_strings(number: int) -> None:
    program = replace(sample(), constants=(number,))
    written = to_json(program)["constants"][0]
    assert isinstance(written, int if abs(number) <= EXACT else str)
    assert from_json(to_json(program)).constants == (number,)


def test_text_has_an_entry_a_line() -> None:
    lines = write_program(sample()).splitlines()
    assert sum('"registers"' in line for line in lines) == len(sample().functions) == len([line for line in lines if '"registers"' in line])


# --------------------------------------------------------------------------------------------------------- the schema


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_schema_knows_every_op() -> None:
    assert SCHEMA["$defs"]["op"]["prefixItems"][0]["enum"] == list(OPS)


def test_schema_names_the_format() -> None:
    assert SCHEMA["properties"]["format"]["const"] == FORMAT


def _classes() -> dict[str, type]:
    names = {"setting": "SettingValue", "promise_field": "PromiseField"}
    return {
        name: getattr(ir, names.get(name, name.title()))
        for name, schema in SCHEMA["$defs"].items()
        if schema.get("type") == "object" and "properties" in schema
    }


def test_schema_has_a_definition_for_every_class() -> None:
    classes = {value for value in vars(ir).values() if isinstance(value, type) and is_dataclass(value)}
    assert classes - set(_classes().values()) == {ir.Op, ir.Program}


@pytest.mark.parametrize(("name", "class_"), [*_classes().items(), ("", Program)], ids=lambda value: getattr(value, "__name__", ""))
def test_schema_has_the_fields_of_the_class(name: str, class_: type) -> None:
    schema = SCHEMA["$defs"][name] if name else SCHEMA
    wanted = [field.name for field in fields(class_)]
    assert set(schema["properties"]) - ({"format"} if not name else set()) == set(wanted)
    assert schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    assert schema["title"] and schema["description"]


@pytest.mark.parametrize(("name", "class_"), _classes().items(), ids=lambda value: value if isinstance(value, str) else "")
def test_schema_describes_every_field(name: str, class_: type) -> None:
    assert all(field.get("description") for field in SCHEMA["$defs"][name]["properties"].values())
    assert get_args(get_type_hints(class_)) == ()  # a plain class: nothing generic to describe


# ------------------------------------------------------------------------------------------------------------ bad files


def _set(*path: str | int, to: object) -> Callable[[Document], None]:
    def mutate(document: Document) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return mutate


def _drop(*path: str | int) -> Callable[[Document], None]:
    def mutate(document: Document) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return mutate


MUTATIONS = [
    ("format", _drop("format")),
    ("format", _set("format", to="rulelang/program/2")),
    ("file", _drop("entry")),
    ("file", _set("note", to="hello")),
    ("title", _set("title", to=7)),
    ("players", _set("players", to=[2])),
    ("players[0]", _set("players", to=[0, 4])),
    ("loop", _set("loop", to=1)),
    ("constants[0]", _set("constants", 0, to=2**60)),
    ("constants[0]", _set("constants", 0, to=1.5)),
    ("constants[0]", _set("constants", 0, to="12")),
    ("constants[0]", _set("constants", 0, to="0x123456789abcdef01")),
    ("spaces", _set("spaces", to=True)),
    ("slots[0]", _set("slots", 0, "extra", to=1)),
    ("slots[0]", _drop("slots", 0, "base")),
    ("slots[0].initial", _set("slots", 0, "initial", to=[])),
    ("slots[2].domains", _set("slots", 2, "domains", to=["a", "b", "c"])),
    ("tables[0].sizes", _set("tables", 0, "sizes", to=[])),
    ("functions[1].code[2][0]", _set("functions", 1, "code", 2, 0, to="loup")),
    ("functions[1].code[2][1]", _set("functions", 1, "code", 2, 1, to=-2)),
    ("functions[1].code[2][3]", _set("functions", 1, "code", 2, 3, to="5")),
    ("functions[1].code[2]", _set("functions", 1, "code", 2, to=["end"])),
    ("functions[1].pure", _set("functions", 1, "pure", to=None)),
    ("functions[2].parameters[0]", _set("functions", 2, "parameters", 0, to=["player"])),
    ("decisions[0].kind", _set("decisions", 0, "kind", to="maybe")),
    ("decks[0].cards", _set("decks", 0, "cards", to=[1, 1])),
    ("actions[0].needs[0].reason.literals", _set("actions", 0, "needs", 0, "reason", "literals", to=[])),
    ("actions[0].limits[0].period", _set("actions", 0, "limits", 0, "period", to="day")),
    ("strategies[0].plans", _set("strategies", 0, "plans", to={"first": [1]})),
    ("domains", _set("domains", to={})),
    ("domains[0].names", _set("domains", 0, "names", to=["p1", "p1"])),
    ("entry", _set("entry", to=-1)),
]


@pytest.mark.parametrize(("where", "mutate"), MUTATIONS, ids=[f"{number}-{where}" for number, (where, _) in enumerate(MUTATIONS)])
def test_mutations_are_refused(where: str, mutate: Callable[[Document], None]) -> None:
    document = copy.deepcopy(to_json(sample()))
    mutate(document)
    with pytest.raises(ProgramFormatError) as caught:
        from_json(document)
    assert caught.value.where == where
    assert str(caught.value) == f"{where}: {caught.value.what}"
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 260


def test_whole_floats_are_refused() -> None:
    # JSON Schema holds 1.0 for an integer; a Program does not.
    document = to_json(sample())
    document["spaces"] = 5.0
    with pytest.raises(ProgramFormatError, match=r"^spaces: "):
        from_json(document)


def test_a_domain_twice_is_refused() -> None:
    document = to_json(sample())
    document["domains"].append(document["domains"][0])
    with pytest.raises(ProgramFormatError, match=r"^domains: a name stands twice$"):
        from_json(document)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"^line 1, column 1: no JSON: "),
        ('{\n"format": }', r"^line 2, column 11: no JSON: "),
        ("[]", r"^file: a program is a JSON object$"),
        ("{}", r"^format: None is not 'rulelang/program/1'"),
        ('{"constants": [' + "9" * 5000 + "]}", r"^file: no JSON that can be read: "),
        ("[" * 100_000, r"^file: no JSON that can be read: "),
        ('{"format": "rulelang/program/1", "spaces": NaN}', r"^file: "),
        ("\ufeff{}", r"^(line 1|file)"),
    ],
    ids=["empty", "syntax", "array", "no-format", "digits", "depth", "nan", "mark"],
)
def test_texts_that_are_no_program(text: str, message: str) -> None:
    with pytest.raises(ProgramFormatError, match=message):
        read_program(text)
