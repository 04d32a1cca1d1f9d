"""Languages: the same game in another one, what is shown in it, and tables of translations to fill in."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.engine.events import Digest
from rulelang.ir.program import Program
from rulelang.pipeline import load
from rulelang.play.saves import Seat
from rulelang.play.session import Rules, Session
from tests.cli.terminal import run

GAME = """edition toy "Toy"
  players 2 to 4
  locales en, ru

piece hut "hut" supply 99

rule game
  take turns among players as player, up to 2 rounds
    take 2 huts from bank
    say "{player} waits."
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


# ------------------------------------------------------------------------------------------------------------ the same game
def _rows(program: Program, locale: str) -> tuple[int, list[str]]:
    digest, told = Digest(), []
    seats = [Seat(name, "steady") for name in ("Аня", "Боря", "Вера")]
    session = Session(Rules(program, program.edition), seats, locale=locale, last_round=25)
    session.watchers.append(lambda one: (digest.append(one.row), one.quiet or told.append(one.sentence)))
    session.begin(3)
    session.play()
    return digest.value, told


@pytest.mark.parametrize("name", ["classic", "disney", "kids"])
def test_a_language_changes_no_event(name: str) -> None:
    program = load(name).spoken(["ru"])
    (english, in_english), (russian, in_russian) = _rows(program, "en"), _rows(program, "ru")
    assert english == russian
    assert len(in_english) == len(in_russian) > 100
    assert program.rules_hash == load(name).program.rules_hash
    latin = [line for line in in_russian if any("a" <= letter <= "z" for letter in line.casefold())]
    assert not latin, "these are still in another language"


# ---------------------------------------------------------------------------------------------------------------- snapshots
@pytest.mark.parametrize(("edition", "rounds"), [("disney", "3"), ("kids", "3")])
def test_a_transcript_in_russian(edition: str, rounds: str, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion) -> None:
    code, out, err = run(capsys, "run", edition, "--locale", "ru", "--seed", "3", "--rounds", rounds, "--transcript", "-")
    assert (code, err) == (0, "")
    assert out == snapshot


def test_show_in_russian(capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    shown = []
    for part in ("spaces", "decks", "settings", "actions", "strategies"):
        code, out, err = run(capsys, "show", "kids", "--locale", "ru", "--only", part)
        assert (code, err) == (0, "")
        shown.append(out)
    assert "".join(shown) == snapshot


def test_an_edition_speaks_its_own_language(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "run", "roubles", "--rounds", "3", "--transcript", "-", "--quiet")
    assert (code, err) == (0, "")
    assert "Игру начинают 4 игрока." in out
    assert "на Варшавское шоссе" in out
    code, out, err = run(capsys, "run", "roubles", "--rounds", "1", "--quiet", "--locale", "en")
    assert code == 0
    assert "stopped after one round" in out
    assert "warning: " in err and "no translation into en" in err


def test_a_transcript_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "run", "kids", "--locale", "ru", "--rounds", "2", "--transcript", "a.jsonl", "--quiet")
    run(capsys, "run", "kids", "--rounds", "2", "--transcript", "b.jsonl", "--quiet")
    russian, english = ([json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()] for name in ("a.jsonl", "b.jsonl"))
    assert russian[0]["title"] == "Монополия для детей: парк аттракционов"
    assert russian[1]["text"] == "Игру начинают 4 игрока."
    for one, other in zip(russian[1:], english[1:], strict=True):
        one.pop("text"), other.pop("text")
    assert json.dumps(russian[1:], ensure_ascii=False).replace("Аня", "Ann").replace("Боря", "Bob").replace("Вера", "Cat").replace(
        "Гриша", "Dan"
    ) == json.dumps(english[1:], ensure_ascii=False)


# --------------------------------------------------------------------------------------------------------------- at a table
def test_a_person_is_asked_in_russian(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "?", "нельзя", "доска", "предложить сделку Боре", "100", "готово", "", "что-то", "выход игра.save")
    code, out, err = run(capsys, "run", "classic", "--human", "Маша", "--seed", "4", "--locale", "ru")
    assert (code, err) == (0, "")
    assert "Маша, перед броском: что делаете? (у вас 1500 £)" in out
    assert "   3  Предложить сделку Боре" in out
    assert "Заплатить 50 £ и выйти из тюрьмы: вы не в тюрьме." in out
    assert "Маша отдаёт: ничего" in out
    assert "деньги от 0 £ до 1500 £: назовите сколько" in out
    assert "Маша: предложить сделку Боре." in out
    assert "Сохранено: игра.save" in out
    code, out, _ = run(capsys, "resume", "игра.save", "--locale", "ru", "--as-saved")
    assert code == 0


def test_names_that_nobody_can_decline(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, *["дальше"] * 3)
    _, out, _ = run(capsys, "run", "classic", "--human", "Ada", "--seed", "4", "--locale", "ru")
    assert "Предложить сделку Ане" in out
    typed(monkeypatch, *["1"] * 40)
    _, out, _ = run(capsys, "run", "kids", "--human", "Ada", "--human", "Eva", "--players", "2", "--locale", "ru", "--seed", "2")
    assert "Ada платит игроку Eva" in out or "Eva платит игроку Ada" in out


# ------------------------------------------------------------------------------------------------------- what is not there
def test_a_language_that_is_not_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (("run", "kids", "--quiet"), ("show", "kids"), ("test", "kids")):
        code, out, err = run(capsys, *command, "--locale", "tlh")
        assert (code, out) == (2, "")
        assert "does not speak `tlh`" in err
        assert "it speaks en and ru" in err


def test_an_edition_without_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "toy.mono").write_text(GAME.replace("  locales en, ru\n", ""), "utf-8")
    code, out, err = run(capsys, "run", "toy.mono", "--locale", "ru", "--transcript", "-", "--quiet")
    assert code == 0
    assert "  Аня получает от банка 2 huts." in out
    assert "3 texts of toy have no translation into ru" in err
    assert "`rulelang locale toy.mono ru`" in err


def test_what_is_not_in_the_game_lacks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The speed die comes after variants that nobody asked for: they are read for that, and say nothing."""
    code, _, err = run(capsys, "run", "classic", "--variant", "speed_die", "--locale", "ru", "--rounds", "1", "--quiet")
    assert code == 0
    assert " texts of speed_die have no translation into ru" in err
    assert "`rulelang locale speed_die ru`" in err


def test_a_table_that_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "toy.mono").write_text(GAME, "utf-8")
    (folder / "locales").mkdir()
    (folder / "locales/toy.ru.yaml").write_text("texts: [", "utf-8")
    code, _, err = run(capsys, "run", "toy.mono", "--locale", "ru", "--quiet")
    assert code == 1
    assert "bad-table" in err


def test_a_placeholder_that_is_wrong_does_no_harm(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is an error; but a program that was compiled by others may have anything in it."""
    (folder / "toy.mono").write_text(GAME, "utf-8")
    (folder / "locales").mkdir()
    (folder / "locales/toy.ru.yaml").write_text('texts: {"{player} waits.": "{player} ждёт."}', "utf-8")
    assert run(capsys, "compile", "toy.mono", "-o", "toy.json")[0] == 0
    text = (folder / "toy.json").read_text("utf-8")
    (folder / "toy.json").write_text(text.replace("{player} ждёт.", "{plaeyr} ждёт."), "utf-8")
    code, out, err = run(capsys, "run", "toy.json", "--locale", "ru", "--transcript", "-", "--quiet")
    assert (code, err) == (0, "")
    assert "Аня waits." in out


def test_compiled_with_its_languages(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "compile", "kids", "-o", "kids.json")[0] == 0
    code, out, err = run(capsys, "run", "kids.json", "--locale", "ru", "--rounds", "1", "--quiet")
    assert (code, err) == (0, "")
    assert "парк аттракционов: остановка после 1 круга" in out


def test_a_failed_test_is_told_in_russian(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'variant odd "Odd" fits classic\ntest "nobody pays"\n  when ann lands on income_tax\n  then ann has 1500\n'
    (folder / "odd.mono").write_text(text, "utf-8")
    code, out, _ = run(capsys, "test", "odd.mono", "--locale", "ru")
    assert code == 1
    assert "платит банку 200 £ (налог: «Подоходный налог»)" in out


# ------------------------------------------------------------------------------------------------------------------ tables
def test_a_table_to_fill_in(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "toy.mono").write_text(GAME, "utf-8")
    code, out, err = run(capsys, "locale", "toy.mono")
    assert (code, err) == (0, "")
    assert out == "locales/toy.ru.yaml: 3 entries, 3 to fill in\n"
    path = folder / "locales/toy.ru.yaml"
    assert path.read_text("utf-8").split("\n\n")[1] == (
        'texts:\n  "Toy": ""\n  "hut": {one: "", few: "", many: ""}\n  "{player} waits.": ""\n'
    )
    assert "missing-translation" in run(capsys, "check", "toy.mono")[1]
    path.write_text(
        '# Translated by Ann.\n\ntexts:\n  "{player} waits.": "{player} ждёт."  # for ever\n  # an old one\n  "Next": Дальше\n'
        '  "hut":\n    one: хижина\n    few: хижины\n    many: хижин\n',
        "utf-8",
    )
    (folder / "toy.mono").write_text(GAME + '    say "Next!"\n', "utf-8")
    code, out, _ = run(capsys, "locale", "toy.mono", "ru")
    assert out == "locales/toy.ru.yaml: 4 entries, 2 to fill in, 1 that nothing fits any more, below `stale`\n"
    assert path.read_text("utf-8") == (
        "# Translated by Ann.\n"
        '\ntexts:\n  "Toy": ""\n  "hut":\n    one: хижина\n    few: хижины\n    many: хижин\n'
        '  "{player} waits.": "{player} ждёт."  # for ever\n  # was "Next": Дальше\n  "Next!": ""\n'
        '\n# What the file no longer says.\nstale:\n  # an old one\n  "Next": Дальше\n'
    )
    again = path.read_text("utf-8")
    run(capsys, "locale", "toy.mono", "ru")
    assert path.read_text("utf-8") == again


def test_what_comes_back_is_found_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "toy.mono").write_text(GAME.replace("waits", "sleeps"), "utf-8")
    (folder / "locales").mkdir()
    path = folder / "locales/toy.ru.yaml"
    path.write_text('texts:\n  "{player} waits.": "{player} ждёт."\n', "utf-8")
    run(capsys, "locale", "toy.mono", "ru")
    assert "stale:" in path.read_text("utf-8")
    (folder / "toy.mono").write_text(GAME, "utf-8")
    run(capsys, "locale", "toy.mono", "ru")
    text = path.read_text("utf-8")
    assert "stale:" not in text
    assert '  "{player} waits.": "{player} ждёт."\n' in text


def test_names_of_all_games_of_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = 'variant more "More"\nreplace rule game\n  take turns among players as player, up to 2 rounds\n    choose way from 1 to 2\n'
    (folder / "toy.mono").write_text(GAME + more, "utf-8")
    _, out, _ = run(capsys, "locale", "toy.mono", "ru", "-o", "-")
    assert 'names:\n  way: ""\n' in out


def test_bundled_files_are_not_written_to(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, out, _ = run(capsys, "locale", "disney", "de", "-o", "de.yaml")
    assert (code, (folder / "de.yaml").exists()) == (0, True)
    code, out, _ = run(capsys, "locale", "mega", "ru")
    assert code == 0
    assert out.startswith("# mega.ru.yaml - what mega.mono says, in ru.\n")
    code, out, _ = run(capsys, "locale", "kids", "ru")  # has a table already, which is shown as it would become
    assert (code, out.splitlines()[0][:15]) == (0, "# kids.ru.yaml ")


def test_which_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "toy.mono").write_text(GAME.replace("  locales en, ru\n", ""), "utf-8")
    code, _, err = run(capsys, "locale", "toy.mono")
    assert code == 2
    assert "into which language?" in err
    (folder / "tests.mono").write_text('test "nothing"\n  then ann has 1500\n', "utf-8")
    code, _, err = run(capsys, "locale", "tests.mono", "ru")
    assert code == 2
    assert "nothing to translate" in err
