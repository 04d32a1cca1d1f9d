"""Tables of translations: what they lack, and what they have too much."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import store
from rulelang.bundled import data_dir
from rulelang.check import translations
from rulelang.check.translations import read_table
from rulelang.diagnostics import Diagnostic, Diagnostics
from rulelang.fitting import checks
from rulelang.pipeline import load
from rulelang.source import Source, Span
from tests.check.found import NAME, SMALL, marked

GAME = SMALL.replace("  players 2 to 4\n", "  players 2 to 4\n  locales en, ru\n")
ALL = ["Small", "Last", "Home", "Meadow", "Forest", "River"]


NAMES = "names: {field: поле}\n"


def table(*texts: str) -> str:
    return NAMES + "texts:\n" + "".join(f'  "{text}": "…"\n' for text in texts)


def found(text: str, content: str) -> list[Diagnostic]:
    return load(NAME, buffers={NAME: text, "table/locales/small.ru.yaml": content}).diagnostics.sorted()


def test_a_declared_language_has_a_table() -> None:
    (one,) = load(NAME, buffers={NAME: GAME}).diagnostics
    assert (one.slug, marked(one)) == ("missing-translation", "ru")
    assert one.help == "`rulelang locale table/game.mono ru` writes one to fill in"
    own = GAME.replace("locales en, ru", "locales ru")
    assert not len(load(NAME, buffers={NAME: own}).diagnostics)


def test_a_whole_table() -> None:
    assert found(GAME, table(*ALL)) == []
    assert found(GAME, table(*ALL).replace('"Last": "…"', '"Last": {one: "…", few: "…", many: "…"}')) == []


def test_missing() -> None:
    names, texts = found(GAME, table(*ALL[:2]).replace(NAMES, ""))
    assert texts.slug == names.slug == "missing-translation"
    assert (marked(texts), marked(names)) == ('"Home"', "field")
    assert "“Home”, “Meadow”, “Forest”, “River”" in texts.message
    assert texts.help == 'write below `texts` there: "Home": …'
    assert names.help == "write below `names` there: field: …"


def test_what_is_empty_is_missing() -> None:
    (one,) = found(GAME, table(*ALL).replace('"Home": "…"', '"Home": ""'))
    assert (one.slug, marked(one)) == ("missing-translation", '"Home"')


def test_many_missing_are_one_message() -> None:
    rows = "".join(f'  field f{i} "F{i}"\n' for i in range(20))
    (one,) = found(GAME.rstrip("\n") + "\n" + rows, table(*ALL))
    assert one.message.endswith("and 15 more")


def test_misspelt_and_stale() -> None:
    missing, stale = sorted(found(GAME, table(*ALL[:-1], "Rivr")), key=lambda one: one.slug)
    assert (missing.slug, stale.slug) == ("missing-translation", "stale-translation")
    assert marked(stale) == '"Rivr"'
    assert stale.help == "did you mean “River”?"
    assert [label.span.text for label in stale.labels] == ['"River"']
    (old,) = found(GAME, table(*ALL, "An old name"))
    assert old.help == "leave the entry out, or put it below `stale`"
    assert found(GAME, table(*ALL) + 'stale:\n  "An old name": "…"\n') == []


def test_a_misspelt_name() -> None:
    missing, stale = sorted(found(GAME, table(*ALL).replace("field", "feild")), key=lambda one: one.slug)
    assert (missing.slug, stale.slug, stale.help) == ("missing-translation", "stale-translation", "did you mean “field”?")


def test_another_version() -> None:
    (one,) = found(GAME, table("Small", "Last", "One", "Two", "Three"))
    assert one.slug == "other-version"
    assert marked(one) == '"One"'
    assert [label.span.text for label in one.labels] == ["small"]
    assert "3 of its 5 texts" in one.message
    assert one.help is not None and "`rulelang locale table/game.mono ru`" in one.help


# ------------------------------------------------------------------------------------------------- what a translation says
SAID = GAME.replace("rule turn\n", 'rule turn\n  say "{player} has {player\'s money}, 3 times."\n')
KEY = "{player} has {player's money}, 3 times."


def told(translation: str) -> list[Diagnostic]:
    return found(SAID, table(*ALL) + f'  "{KEY}": {translation}\n')


@pytest.mark.parametrize(
    ("translation", "slug", "mark", "mend"),
    [
        ('"{plyer}: {player\'s money}, {player}"', "unknown-placeholder", "{plyer}", "did you mean `{player}`?"),
        ('"{player:dat}, {Player}"', "placeholder-left-out", "", "put it where it belongs: `{player\'s money}`"),
        ('"{player:dtv} {player\'s money}"', "unknown-form", "", "did you mean `dat`?"),
        ('"{player:gen soon} {player\'s money}"', "unknown-form", "", "it has `nom`"),
        ('"{player} {player\'s money} 4"', "numbers-differ", "", "write the numbers of the text, or none"),
        ('{count: moneys, one: "{player} {player\'s money}", few: "", many: ""}', "unknown-placeholder", "", "it has `{player}`"),
        ('{count: player, one: "{player} {player\'s money}", few: ""}', "missing-form", "", "ru has `one`, `few`, `many` after numbers"),
        ('{count: player, one: "{player} {player\'s money}", few: "", many: "", few gen: ""}', "unknown-form", "", "did you mean `gen`?"),
    ],
)
def test_wrong_translations(translation: str, slug: str, mark: str, mend: str) -> None:
    (one,) = told(translation)
    assert one.slug == slug, one.message
    assert mark in one.message
    assert (one.help or "").startswith(mend)


@pytest.mark.parametrize(
    "translation",
    [
        '"{Player}: {player\'s money}"',
        '"3 раза у {player:gen} {player\'s money}"',
        '"{player\'s money} {player:dat} {player:acc one}"',
        '{count: player, one: "{player} {player\'s money}", few: "{player}", many: "{player:gen player}"}',
    ],
)
def test_right_translations(translation: str) -> None:
    assert told(translation) == []


def test_the_sign_of_a_currency() -> None:
    game = GAME.replace("  locales", '  currency "crown" symbol "kr"\n  locales')
    assert found(game, table(*ALL) + '  "kr": "{amount} крон"\n') == []
    (one,) = found(game, table(*ALL) + '  "kr": "крон"\n')
    assert one.slug == "placeholder-left-out"


def test_variants_beside_their_edition() -> None:
    """Each game is looked at by itself; what the variant lacks is said of it, and nothing is stale in the other."""
    game = GAME + 'variant more "More"\nreplace rule turn\n  roll dice\n  player chooses way from 1 to 2\n  advance way\n'
    buffers = {NAME: game, "table/locales/small.ru.yaml": table(*ALL, "More")}
    assert not load(NAME, buffers=buffers).diagnostics.sorted()
    (one,) = load(NAME, variants=("more",), buffers=buffers).diagnostics
    assert "“way”" in one.message
    buffers["table/locales/small.ru.yaml"] += "names: {field: поле, way: куда}\n"
    buffers["table/locales/small.ru.yaml"] = buffers["table/locales/small.ru.yaml"].replace(NAMES, "")
    for variants in ((), ("more",)):
        assert not len(load(NAME, variants=variants, buffers=buffers).diagnostics)


# ------------------------------------------------------------------------------------------------------- broken tables
@pytest.mark.parametrize(
    "content",
    ["", "- 1", "texts: 3", "texts: [", "other: {}", "\0", "texts: {? [a] : b}", "&a [*a]", "!!python/object:os.x {}", "texts: {a: [b]}",
     'texts:\n  "Small": a\n  "Small": b\n', "texts: {a: {b: {c: d}}}", "txets: {a: b}"],
)  # fmt: skip
def test_a_table_that_is_none(content: str) -> None:
    assert "bad-table" in {one.slug for one in found(GAME, content)}
    assert "missing-translation" not in {one.slug for one in found(GAME, content)} or content.startswith("texts:\n")


def test_places_in_the_table() -> None:
    (one,) = found(GAME, table(*ALL).replace("texts:", "txets:\n  a: б\ntexts:"))
    assert (one.span.line, one.help) == (2, "did you mean `texts`?")
    (one,) = found(GAME, "# Привет, мир\n" + table(*ALL, "Старое имя"))
    assert marked(one) == '"Старое имя"'


def test_other_locales_are_not_looked_for() -> None:
    assert not len(load(NAME, buffers={NAME: SMALL, "table/locales/small.ru.yaml": table()}).diagnostics)


# ---------------------------------------------------------------------------------------------------------- bundled tables
TABLES = sorted((data_dir("editions") / "locales").glob("*.yaml"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_bundled_tables(path: Path) -> None:
    """Whoever adds a text to a bundled file adds its translations: `rulelang locale FILE LOCALE` shows the place."""
    name, locale = path.name.split(".")[:2]
    wrong = []
    for edition, variants in checks(name, None, ()):
        compilation = load(name, edition=edition, variants=variants)
        compilation.model.locales.append(locale)
        wrong += [f"{one.span}: {one.message} ({one.help})" for one in compilation.diagnostics]
    assert not wrong, f"fill in {path}:\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", ["classic", "disney", "kids"])
def test_bundled_editions_say_everything_in_russian(name: str) -> None:
    compilation = load(name)
    assert compilation.program is not None
    assert compilation.untranslated("ru") == {}, "`rulelang locale NAME ru` writes what is missing"


def test_a_table_read_again_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    text = (data_dir("editions") / "locales" / "classic.ru.yaml").read_text("utf-8")
    first = read_table(Source("first", text), Diagnostics())
    assert [path.name.split("-")[0] for path in tmp_path.iterdir()] == ["table"]
    source = Source("second", text)
    monkeypatch.setattr(translations, "_read", None)
    again = read_table(source, Diagnostics())
    assert again.source is source and len(again.texts) > 50
    for name in ("texts", "names", "stale"):
        old, new = getattr(first, name), getattr(again, name)
        assert list(old) == list(new)
        for key, entry in old.items():
            assert new[key].forms == entry.forms
            assert new[key].span == Span(source, entry.span.start, entry.span.end)
            assert new[key].places == {form: Span(source, place.start, place.end) for form, place in entry.places.items()}


def test_what_is_wrong_in_a_table_is_said_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    for _ in range(2):
        said = Diagnostics()
        read_table(Source("twice", "texts:\n  a: b\n  a: c\n"), said)
        assert [one.slug for one in said] == ["bad-table"]


@pytest.mark.parametrize("record", [b"", b"[]", b"[1, 2, 3]", b'{"texts": 1}', b"\xff", b'[[["a", 0]], [], []]', b"[[], [], [], []]"])
def test_a_record_that_is_no_table(record: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    text = "texts:\n  a: b\n"
    read_table(Source("first", text), Diagnostics())
    (path,) = tmp_path.iterdir()
    store.keep("table", path.name.removeprefix("table-"), record)
    assert list(read_table(Source("again", text), Diagnostics()).texts) == ["a"]
