"""Files of rulings with mistakes: what is said, where, and how to mend it; what is right costs nothing for the mistakes of others."""

from __future__ import annotations

import random

import pytest

from rulelang.diagnostics import Diagnostics
from rulelang.report.style import Style
from rulelang.report.text import render_all
from rulelang.rulings import shelf
from rulelang.source import Source

HEAD = """title: Ours
rulings:
  - id: V1
    title: A visit
    source: [our table]
    edition: classic
"""
GOOD = HEAD + """    given:
      - bob: {owns: strand}
    when:
      - ann: {lands_on: strand}
    then:
      - ann: {money: 1482}
"""


def said_of(text: str) -> list[tuple[str, str, str]]:
    """(message, the words it is about, mend) of everything that is wrong in a file."""
    found = Diagnostics()
    cases = shelf.cases([Source("ours.yaml", text)], found)
    ready = [shelf.ready(setup, members) for setup, members in shelf.grouped(cases).items()]
    every = [*found, *(one for stage in ready for one in stage.found)]
    return [(one.message, one.span.text, one.help or "") for one in every]


def test_a_ruling_without_a_file_around_it() -> None:
    """As the recipe in CONTRIBUTING.md shows one."""
    [(message, words, mend)] = said_of("- id: V1\n  title: A visit\n  edition: classic\n")
    assert message.endswith("stands where a file of rulings is wanted") and words == "id"
    assert mend == "write a file of rulings with `title:` and `rulings:`"


def test_nothing_wrong() -> None:
    assert said_of(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "message", "words", "mend"),
    [
        ("title: Ours", "titel: Ours", "a file of rulings has no `titel`", "titel", "did you mean `title`?"),
        ("{money: 1482}", "{mony: 1482}", "an outcome has no `mony`", "mony", "did you mean `money`?"),
        ("{money: 1482}", "{money: much}", "`much` stands where a whole number is wanted", "much", "write a whole number"),
        ("{money: 1482}", "{money: }", "`nothing` stands where a whole number is wanted", "", "write a whole number"),
        ("{owns: strand}", "{money: -1}", "`-1` is less than 0", "-1", "write an amount of at least 0"),
        ("{owns: strand}", "{each: {house: 1}}", "`each` goes with `owns`, which is not there", "each", "add `owns:`, or leave out `each`"),
        ("{owns: strand}", "{}", "a fact is empty", "{}", "leave it out, or write a fact"),
        ("{lands_on: strand}", "{}", "a step needs one of `rolls`", "{}", "write one of them, such as `rolls:`"),
        ("{lands_on: strand}", "{lands_on: strand, says: buy}", "a step says two things: `lands_on` and `says`", "says", "make them two"),
        ("{lands_on: strand}", "declins", "`declins` is no word that can stand here", "declins", "did you mean `declines`?"),
        ("{lands_on: strand}", "{rolls: []}", "what each die shows is empty", "[]", "leave it out, or write what each die shows"),
        ("{lands_on: strand}", "{lands_on: the strand}", "`the strand` is not a name", "the strand", "write a name"),
        ("edition: classic", "edition: [classic]", "`[classic]` stands where an edition by name", "classic", "write an edition by name"),
        ("    source: [our table]\n", "", "a ruling has no `source`", "id", "write `source:` with a list of sources"),
        ("    then:\n      - ann: {money: 1482}\n", "", "a ruling needs one of `then` or `cases`", "id", "write one of them"),
        ("    id: V1", "    id: V1\n    id: V2", "`id` stands twice", "id", "leave one out"),
        ("- bob: {owns", "- 1st: {owns", "`1st` is no name", "1st", "a name begins with a letter and has letters, digits and `_`"),
        ("- ann: {lands_on", "- anna: {lands_on", "nobody is called `anna`", "anna", "players are called ann, bob, cat"),
        ("- ann: {money: 1482}", "- anna: {asked: roll}", "nobody is called `anna`", "anna", "players are called ann, bob, cat"),
        ("- ann: {money: 1482}", "- ann: {pays: 5, to: bob, as: rnt}", "there is no purpose `rnt`", "rnt", "did you mean `rent`?"),
        ("- ann: {money: 1482}", "- ann: {asked: bye}", "there is no question or option `bye`", "bye", "did you mean `buy`?"),
        ("{money: 1482}", "{can: {biuld: strand}}", "there is no action `biuld`", "can: {biuld: strand}", "did you mean `build`?"),
        ("{money: 1482}", "{can: {build: [strand, mayfair]}}", "`build` is done to 1, and 2 are named", "[strand, mayfair]", "name 1"),
        ("{money: 1482}", "{can: {trade: bob}, owns: strnd}", "there is no name `strnd`", "strnd", "did you mean `strand`?"),
        ("- bob: {owns: strand}", "- bob: {owns: strnd}", "there is no name `strnd`", "strnd", "did you mean `strand`?"),
        ("- bob: {owns: strand}", "- bob: {holds: strand}", "there is no kept card `strand`", "strand", ""),
        ("- bob: {owns: strand}", "- bob: {owns: strand, each: {house: 7}}", "no step has exactly 7 of `house`", "house", "the steps are"),
        ("title: Ours", "title: [Ours", "this is no YAML", "", "indent with spaces"),
    ],
)  # fmt: skip
def test_a_mistake(old: str, new: str, message: str, words: str, mend: str) -> None:
    text = GOOD if old in GOOD else GOOD.replace("  - id", "  -\n    id")
    assert old in text
    found = said_of(text.replace(old, new, 1))
    assert found, "nothing is said"
    said, about, help_ = found[0]
    assert said.startswith(message)
    assert about == words
    assert help_.startswith(mend)
    assert len(found) == 1, found


def test_a_mistake_costs_no_other_ruling() -> None:
    other = GOOD.partition("rulings:\n")[2].replace("V1", "V2")
    third = other.replace("V2", "V3").replace("lands_on: strand", "land_on: strand")
    found = Diagnostics()
    cases = shelf.cases([Source("ours.yaml", GOOD.replace("owns: strand", "owns: strnd") + other + third)], found)
    assert [case.id for case in cases] == ["V1", "V2"]
    assert [one.span.text for one in found] == ["land_on"]
    [(setup, members)] = shelf.grouped(cases).items()
    ready = shelf.ready(setup, members)
    assert [case.id for case in ready.left_out] == ["V1"]
    assert [case.id for case in ready.cases] == ["V2"]
    assert ready.stage is not None
    assert len(ready.stage.trials) == 1


def test_two_with_one_id() -> None:
    other = GOOD.partition("rulings:\n")[2]
    [(message, _, mend)] = said_of(GOOD + other)
    assert (message, mend) == ("there are two rulings `V1`", "give one another id")


def test_two_files_with_one_id() -> None:
    found = Diagnostics()
    shelf.cases([Source("ours.yaml", GOOD), Source("theirs.yaml", GOOD)], found)
    assert [one.message for one in found] == ["there is a ruling `V1` in ours.yaml, too"]


def test_a_case_without_an_outcome() -> None:
    text = HEAD + "    cases:\n      - case: one\n"
    [(message, words, _)] = said_of(text)
    assert (message, words) == ("neither this case nor its ruling has a `then`", "case")


def test_what_every_case_replaces_is_never_used() -> None:
    text = GOOD + "    cases:\n      - case: one\n        given:\n          - bob: {owns: strand, money: 7}\n"
    assert [(message, words) for message, words, _ in said_of(text)] == [
        ("every case has `given` of its own, so this one is never used", "given")
    ]


def test_what_a_case_says_stands_in_the_place_of_what_its_ruling_says() -> None:
    second = "      - case: two\n        settings: {salary: 300}\n        given:\n          - bob: {money: 7}\n"
    text = GOOD + "    cases:\n      - case: one\n" + second
    found = Diagnostics()
    one, two = shelf.cases([Source("ours.yaml", text)], found)
    assert (one.setup.settings, two.setup.settings) == ((), (("salary", "300"),))
    assert len(two.given) == 1
    assert one.acts == two.acts


def test_an_edition_with_errors_is_no_fault_of_the_rulings() -> None:
    found = Diagnostics()
    [case] = shelf.cases([Source("ours.yaml", GOOD)], found)
    broken = 'edition broken "Broken" extends classic\n  plyers 2\n'
    ready = shelf.ready(case.setup, [case], on="broken.mono", buffers={"broken.mono": broken})
    assert ready.stage is None
    assert ready.left_out == (case,)
    assert {one.span.source.path for one in ready.found} == {"broken.mono"}
    assert {label.span.text for one in ready.found for label in one.labels} == {"classic"}


@pytest.mark.parametrize(
    ("line", "message", "words", "mend"),
    [
        ("edition: clasic", "clasic: no such file, and no bundled edition of that name", "clasic", "did you mean `classic`?"),
        ("edition: classic\n    variants: [rent_clams]", "there is no variant `rent_clams`", "[rent_clams]", "did you mean `rent_claims`?"),
        (
            "edition: classic\n    settings: {salry: 5}",
            "there is no setting `salry` below this layer",
            "{salry: 5}",
            "did you mean `salary`?",
        ),
    ],
)
def test_what_is_played_is_not_there(line: str, message: str, words: str, mend: str) -> None:
    [found] = said_of(GOOD.replace("edition: classic", line))
    assert found == (message, words, mend)


@pytest.mark.parametrize("seed", range(40))
def test_no_text_is_a_bug(seed: int) -> None:
    """Whatever a file says, it is told in diagnostics, and those can be shown."""
    chance = random.Random(seed)
    text = GOOD + GOOD.partition("rulings:\n")[2].replace("V1", "V2")
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(text))
        match chance.randrange(3):
            case 0:
                text = text[:at] + text[at + chance.randrange(1, 9) :]
            case 1:
                text = text[:at] + chance.choice("{}[]:,-\"'&*!|>%#\n\t 0aй") + text[at:]
            case _:
                lines = text.split("\n")
                lines.insert(chance.randrange(len(lines)), chance.choice(lines))
                text = "\n".join(lines)
    found = Diagnostics()
    shelf.cases([Source("ours.yaml", text)], found)
    assert render_all(found, Style()).count("--> ours.yaml:") >= len(found)
