"""Tables of translations: what they lack, and what they have too much."""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic
from rulelang.pipeline import load
from tests.check.found import BOARD, HEAD, NAME, SMALL, TURNS, WALK, marked

GAME = SMALL.replace("  players 2 to 4\n", "  players 2 to 4\n  locales en, ru\n")
ALL = ["Small", "Last", "Home", "Meadow", "Forest", "River"]


def table(*texts: str) -> str:
    return "texts:\n" + "".join(f'  "{text}": "…"\n' for text in texts)


def found(text: str, content: str) -> list[Diagnostic]:
    return load(NAME, buffers={NAME: text, "table/locales/small.ru.yaml": content}).diagnostics.sorted()


def test_no_table_no_word() -> None:
    assert not len(load(NAME, buffers={NAME: GAME}).diagnostics)


def test_a_whole_table() -> None:
    assert found(GAME, table(*ALL)) == []
    assert found(GAME, table(*ALL).replace('"Last": "…"', '"Last": {one: "…", few: "…", many: "…"}')) == []


def test_missing() -> None:
    (one,) = found(GAME, table(*ALL[:2]))
    assert one.slug == "missing-translation"
    assert marked(one) == '"Home"'
    assert "“Home”, “Meadow”, “Forest”, “River”" in one.message


def test_many_missing_are_one_message() -> None:
    rows = "".join(f'  field f{i} "F{i}"\n' for i in range(20))
    (one,) = found(HEAD.replace("4\n", "4\n  locales ru\n") + TURNS + WALK + BOARD + rows, table(*ALL))
    assert one.message.endswith("and 15 more")


def test_misspelt_and_stale() -> None:
    missing, stale = sorted(found(GAME, table(*ALL[:-1], "Rivr")), key=lambda one: one.slug)
    assert (missing.slug, stale.slug) == ("missing-translation", "stale-translation")
    assert marked(stale) == '"Rivr"'
    assert stale.help == "did you mean “River”?"
    (old,) = found(GAME, table(*ALL, "An old name"))
    assert old.help == "leave the entry out"


def test_a_table_that_is_none() -> None:
    for content in ("", "- 1", "texts: 3", "texts: [", "other: {}", "\0", "texts: {? [a] : b}", "&a [*a]", "!!python/object:os.x {}"):
        assert [one.slug for one in found(GAME, content)][:1] in (["bad-table"], ["missing-translation"]), content


def test_other_locales_are_not_looked_for() -> None:
    assert not len(load(NAME, buffers={NAME: SMALL, "table/locales/small.ru.yaml": table()}).diagnostics)
