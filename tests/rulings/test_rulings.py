"""The bundled rulings: all hold, by the ordinary rules; each can fail; every public case with an agreed answer is among them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import jsonschema
import pytest
import yaml

from rulelang.diagnostics import Diagnostics
from rulelang.pipeline import load
from rulelang.rulings import shelf
from rulelang.rulings.form import schema
from rulelang.rulings.reading import Case, Setup
from rulelang.rulings.tree import data, read
from rulelang.source import Source
from rulelang.trial.run import run
from tests.rulings.mutants import Mutant, mutants

HERE = Path(__file__).parent
README = (HERE.parents[1] / "README.md").read_text("utf-8")
CONTRIBUTING = (HERE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")


@cache
def bundled() -> tuple[Case, ...]:
    said = Diagnostics()
    found = tuple(shelf.cases(shelf.sources(()), said))
    assert [f"{one.span}: {one.message}" for one in said] == []
    return found


@pytest.mark.parametrize(("setup", "cases"), shelf.grouped(bundled()).items(), ids=lambda value: getattr(value, "shown", ""))
def test_rulings(setup: Setup, cases: list[Case]) -> None:
    """Every case holds; and it does not with another number, name, owner or reason in its outcomes, in that place."""
    wrong = [mutant for case in cases for mutant in mutants(case, _two_spaces(setup.edition))]
    ready = shelf.ready(setup, [*cases, *(mutant.case for mutant in wrong)])
    assert [f"{one.span}: {one.message}" for one in ready.found] == []
    assert ready.stage is not None
    trials = ready.stage.trials
    failures = [failure for trial in trials[: len(cases)] if (failure := run(ready.stage, trial)) is not None]
    assert not failures, "\n" + "\n".join(map(str, failures))
    for mutant, trial in zip(wrong, trials[len(cases) :], strict=True):
        failure = run(ready.stage, trial)
        assert failure is not None, f"{mutant.case.full_title} holds, too"
        assert _there(mutant, failure.place.line), f"{mutant.case.full_title}: {failure}"
    assert {mutant.case.head for mutant in wrong} == {case.head for case in cases}, "a case whose outcomes cannot be wrong"


@cache
def _two_spaces(edition: str) -> tuple[str, ...]:
    return tuple(load(edition).program.domains["thing"].names[:2])


def _there(mutant: Mutant, line: int) -> bool:
    span = mutant.changed.span
    return span.line <= line <= span.source.line_of(span.end)


def _ids(name: str) -> set[str]:
    return set((HERE / name).read_text("utf-8").split())


def test_every_public_case_is_there() -> None:
    """`ids.txt` lists the cases with an agreed answer that this library was given."""
    assert not _ids("ids.txt") - {case.id for case in bundled()}


def test_how_many_there_are() -> None:
    ids = {case.id for case in bundled()}
    assert len(_ids("ids.txt")) == 89
    assert len(ids - _ids("ids.txt")) >= 60
    shown = re.search(r"(\d+) rulings in (\d+) cases", README)
    assert shown is not None
    assert (int(shown[1]), int(shown[2])) == (len(ids), len(bundled()))


@pytest.mark.parametrize("source", shelf.sources(()), ids=lambda source: source.path)
def test_any_reader_of_yaml_reads_the_same(source: Source) -> None:
    """Nothing hangs on how this library reads YAML: a plain reader and the schema are enough."""
    plain = yaml.safe_load(source.text)
    jsonschema.validate(plain, schema(), cls=jsonschema.Draft202012Validator)
    tree = read(source, Diagnostics())
    assert tree is not None
    assert data(tree) == plain


def test_the_recipe_holds() -> None:
    [recipe] = re.findall(r"^```yaml\n(.*?)^```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    said = Diagnostics()
    [case] = shelf.cases([Source("recipe.yaml", f"title: A recipe\n\nrulings:\n{recipe}")], said)
    ready = shelf.ready(case.setup, [case])
    assert not [*said, *ready.found]
    assert ready.stage is not None
    assert run(ready.stage, ready.stage.trials[0]) is None


CHECKED = re.compile(
    r"rulings [A-Z]\d\d|faults F\d\d|seed 00[013]:\d+(-\d+)?|house_rules \w+|(classic_us|classic_uk|disney|junior|variants)( \w+)*"
)
"""Where an answer can be looked up: a key of the facts, or lines of a rule text."""
SHEETS = re.compile(r"US05|US09|NEW|JR|SPD|WB|SE49702|SD266684|R16|WIKI|QGR|deed|card text")


@pytest.mark.parametrize("case", bundled(), ids=lambda case: f"{case.id} {case.name}".strip())
def test_sources_are_named(case: Case) -> None:
    unknown = [source for source in case.sources if not CHECKED.fullmatch(source) and not SHEETS.fullmatch(source)]
    assert not unknown
    assert any(CHECKED.fullmatch(source) for source in case.sources)
