"""The tables of sentences: each language has all of them, with all the forms that its numbers ask for."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import pytest

from rulelang.machine.languages import BASE, COUNT, LANGUAGES
from rulelang.machine.sayings import SAYINGS
from rulelang.play.forms import PLACEHOLDER, Name, filled, placeholders
from rulelang.play.wording import Entry, locales, name_of, wording
from rulelang.refusal import Refusal
from tests.project.sources import modules

OTHERS = [locale for locale in locales() if locale != "en"]
FILE = "rulelang/play/messages/{}.yaml"


def test_languages() -> None:
    assert set(locales()) == set(LANGUAGES) >= {"en", "ru"}
    with pytest.raises(Refusal, match="does not speak `tlh`"):
        wording("tlh")


# ------------------------------------------------------------------------------------------------------------- the tables
@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_has_every_sentence(locale: str) -> None:
    english, other = set(wording().sentences), set(wording(locale).sentences)
    assert not english - other, f"write these in {FILE.format(locale)}: {sorted(english - other)}"
    assert not other - english, f"nobody says these of {FILE.format(locale)}: {sorted(other - english)}"


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_has_the_sayings_of_the_machine(locale: str) -> None:
    texts = wording(locale).texts
    missing = [saying for saying in SAYINGS if saying not in texts]
    assert not missing, f"write these below `texts` in {FILE.format(locale)}: {missing}"
    assert not set(texts) - set(SAYINGS), f"the machine does not say these of {FILE.format(locale)}"
    for saying, text in texts.items():
        assert placeholders(text) == placeholders(saying), f"{FILE.format(locale)}: {text}"


@pytest.mark.parametrize("locale", locales())
def test_sentences_take_the_same_values(locale: str) -> None:
    for key, english in wording().sentences.items():
        other = wording(locale).sentences[key]
        where = f"{FILE.format(locale)}, {key}"
        assert placeholders(_sentence(other)) == placeholders(_sentence(english)), where
        assert isinstance(other, str) or (COUNT in other) == (COUNT in english), where
        for text in [other] if isinstance(other, str) else other.values():
            for name, form in PLACEHOLDER.findall(text):
                assert not form or LANGUAGES[locale].reads(form), f"{where}: {name} has no form {form}"


@pytest.mark.parametrize("locale", locales())
def test_forms_are_complete(locale: str) -> None:
    language = LANGUAGES[locale]
    for key, sentence in wording(locale).sentences.items():
        if isinstance(sentence, Mapping):
            assert set(sentence) in ({COUNT, *language.numbers}, {BASE, *language.cases}), key
    for carrier in wording(locale).carriers.values():
        assert set(carrier) == set(language.cases)
        assert all(text.count("{name}") == 1 for text in carrier.values())


def _sentence(entry: Entry) -> Entry:
    return entry if isinstance(entry, str) or COUNT in entry else ""


def test_code_and_table_name_the_same_sentences() -> None:
    """A sentence that nobody says, or one that is said and missing, is an error; keys that are put together begin with their section."""
    said: set[str] = set()
    prefixes: set[str] = set()
    for module in modules():
        if not module.name.startswith(("rulelang.play", "rulelang.commands", "rulelang.lab")):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
                said.add(node.value)
            elif isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
                prefixes.add(str(node.values[0].value))
    composed = tuple(prefix for prefix in prefixes if prefix in ("event.", "person."))
    assert composed
    unsaid = [key for key in wording().sentences if key not in said and not key.startswith(composed)]
    assert not unsaid
    sections = {key.partition(".")[0] for key in wording().sentences}
    missing = [
        text
        for text in said
        if text.partition(".")[0] in sections and text.partition(".")[2]
        if text.replace(".", "").replace("_", "").isalpha() and not wording().has(text)
    ]
    assert not missing


# ---------------------------------------------------------------------------------------------------------------- numbers
RUSSIAN = {
    "one": [1, 21, 101],
    "few": [2, 3, 4, 22, 23, 24],
    "many": [0, *range(5, 21), 25, 11_000, 111],
    "other": [1.5],
}


def test_classes_of_number() -> None:
    russian, english = wording("ru"), wording("en")
    for name, numbers in RUSSIAN.items():
        assert [russian.number_class(number) for number in numbers] == [name] * len(numbers)
    assert sorted(number for numbers in RUSSIAN.values() for number in numbers if number <= 25) == sorted([*range(26), 1.5])
    assert [english.number_class(number) for number in (0, 1, 2, 21, 1.5)] == ["other", "one", "other", "other", "other"]


@pytest.mark.parametrize("locale", locales())
def test_languages_name_the_classes_that_whole_numbers_reach(locale: str) -> None:
    reached = {wording(locale).number_class(number) for number in (*range(201), 1000, 10**6)}
    assert set(LANGUAGES[locale].numbers) == reached


def test_numbers_as_the_language_writes_them() -> None:
    assert [wording("en").number(number) for number in (0, 9999, 10_000, 1_234_567)] == ["0", "9999", "10,000", "1,234,567"]
    assert [wording("ru").number(number) for number in (0, 9999, 10_000)] == ["0", "9999", "10\N{NO-BREAK SPACE}000"]
    assert wording("en").percent(10) == "10%"
    assert wording("ru").percent(10) == "10\N{NO-BREAK SPACE}%"


# ------------------------------------------------------------------------------------------------------------------ forms
HUT = {"one": "хижина", "few": "хижины", "many": "хижин", "acc one": "хижину"}
TRAY = {"nom": "копилка", "gen": "копилки", "acc": "копилку"}


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0 хижин"), (1, "1 хижина"), (2, "2 хижины"), (4, "4 хижины"), (5, "5 хижин"), (11, "11 хижин"), (12, "12 хижин"),
     (20, "20 хижин"), (21, "21 хижина"), (22, "22 хижины"), (25, "25 хижин"), (101, "101 хижина"), (111, "111 хижин")],
)  # fmt: skip
def test_a_name_after_a_number(number: int, said: str) -> None:
    assert wording("ru").fill("{n} {hut:n}", {"n": number, "hut": name_of(HUT)}) == said


def test_case_and_number() -> None:
    hut = name_of(HUT)
    assert [hut.said(form) for form in ("", "nom", "acc one", "acc few", "gen many", "gen")] == [
        "хижина", "хижина", "хижину", "хижины", "хижин", "хижина",
    ]  # fmt: skip
    assert wording("ru").fill("видит {n} {hut:acc n}", {"n": 21, "hut": hut}) == "видит 21 хижину"


def test_a_name_without_forms_stands_beside_a_noun() -> None:
    russian = wording("ru")
    assert russian.fill("платит {who:dat}", {"who": russian.player("Ada")}) == "платит игроку Ada"
    assert russian.fill("платит {who:dat}", {"who": russian.player("Боря")}) == "платит Боре"
    assert russian.fill("{Who} платит", {"who": russian.player("Ada")}) == "Ada платит"
    assert name_of(TRAY, russian.carriers["pot"]).said("acc") == "копилку"
    assert name_of("Котёл", russian.carriers["pot"]).said("acc") == "копилку «Котёл»"


def test_a_plural_without_forms() -> None:
    english = Name("hut", {"one": "hut", "other": "huts"})
    assert [english.said(form) for form in ("one", "few", "many", "acc few", "acc")] == ["hut", "huts", "huts", "huts", "hut"]


def test_lists_take_the_form_that_is_asked_for() -> None:
    russian = wording("ru")
    who = russian.together([russian.player(name) for name in ("Аня", "Боря", "Ada")])
    assert russian.fill("{Who}", {"who": who}) == "Аня, Боря и Ada"
    assert russian.fill("платят {who:dat}", {"who": who}) == "платят Ане, Боре и игроку Ada"
    assert wording().listed([]) == "none"
    assert wording().listed(["a", "b", "c"]) == "a, b and c"


# ----------------------------------------------------------------------------------------------------------- placeholders
def test_placeholders() -> None:
    assert placeholders("{Payer} pays {amount:dat}") == {"payer", "amount"}
    assert placeholders({"count": "n", "one": "{a}", "other": "{b}"}) == {"n", "a", "b"}
    assert placeholders("{player's money}") == {"player's money"}


def test_filling() -> None:
    english = wording()
    assert english.fill({"count": "n", "one": "one {what}", "other": "{n} {what}s"}, {"n": 1, "what": "hut"}) == "one hut"
    assert filled("{What} costs {money}.", {"what": "hut", "money": "5 u."}, english.number_class) == "Hut costs 5 u."
    assert filled("{player's money}", {"player's money": "€5"}, english.number_class) == "€5"
    with pytest.raises(KeyError):
        filled("{whatever}", {}, english.number_class)
