"""What a person at the terminal types in a moment, from a position: debts, wishes that say too little, what is for the table."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.terminal import run

POOR = """edition poor "Poor" extends classic


position debt "Debt"
  ann has 20, ann owns old_kent_road, ann stands on leicester_square
  bob has 30, bob owns green with 3 houses each, bob owns yellow with 2 houses each
  ann begins
"""
GOODS = """edition dealing "Dealing" extends disney


position goods "Goods"
  ann owns bambi, ann owns dumbo
  bob owns tarzan
  ann begins
"""
Play = Callable[..., list[str]]
OWES = "Ada, while only your creditor can save you: what do you do?"


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Types lines at a position; the screen between the prompts of Ada and Bob."""
    monkeypatch.chdir(tmp_path)

    def played(text: str, position: str, *lines: str, seats: tuple[str, ...] = ("Ada", "Bob"), locale: str = "en") -> list[str]:
        (tmp_path / "position.mono").write_text(text, "utf-8")
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        people = [word for name in seats for word in ("--human", name)]
        code, out, err = run(capsys, "run", "position.mono", "--from", position, *people, "--seed", "2", "--locale", locale)
        assert code == 0
        assert err == "" or locale != "en", err  # the position's own title has no translation
        for name in seats:
            out = out.replace(f"{name}> ", "\0")
        return out.split("\0")

    return played


# ------------------------------------------------------------------------------------------------------------- a debt
def owing(play: Play, *lines: str, locale: str = "en", seats: tuple[str, ...] = ("Ada", "Bob")) -> list[str]:
    """Both go on; then Ada owes more than she has."""
    shown = play(POOR, "debt", "", "", *lines, seats=seats, locale=locale)
    first = next(number for number, part in enumerate(shown) if "1  give up: what you owe stays unpaid" in part or "сдаться:" in part)
    return shown[first:]


def test_giving_up_is_called_so_and_confirmed(play: Play) -> None:
    shown = owing(play, "1", "no", "give up", "yes")
    assert OWES in shown[0]
    assert "go on" not in shown[0].split(OWES)[1]
    assert shown[1] == "You owe £900, and have £20. If that stays unpaid, you may be out of the game. Give up? (yes or no)\n"
    assert "1  give up" in shown[2]
    assert "Give up? (yes or no)" in shown[3]
    assert "Ada is out of the game." in shown[4]


@pytest.mark.parametrize("said", ["nothing", "next", "go on", "go", "pass", "Next"])
def test_no_small_word_gives_up(play: Play, said: str) -> None:
    shown = owing(play, said, "", "wait")
    assert shown[1] == "You owe more than you have, and that would stay unpaid. If you want this, say “give up”.\n"
    assert "1  give up" in shown[2]
    assert shown[3] == "This cannot wait: it is your turn, or you owe something.\n"


def test_all_can_be_done(play: Play) -> None:
    assert owing(play, "not")[1] == "All that there is to do here you can do now.\n"


def test_giving_up_in_russian(play: Play) -> None:
    shown = owing(play, "дальше", "сдаться", "нет", "1", "да", locale="ru", seats=("Маша", "Боря"))
    assert "Если вы этого хотите, скажите «сдаться»." in shown[1]
    assert "Ваш долг: 900 £, а у вас 20 £." in shown[2]
    assert "1  Сдаться" in shown[3] or "1  сдаться" in shown[3]
    assert "Маша выбывает из игры." in shown[5]


# -------------------------------------------------------------------------------------------------------------- wishes
def test_going_on_is_said_as_it_is_called(play: Play) -> None:
    assert "Ada rolls" in play(GOODS, "goods", "go on", "Go On")[2]


def test_a_wish_that_does_not_say_with_whom(play: Play) -> None:
    """What is legal is listed, and a number or a name answers; what is not legal is no news."""
    people = ("Ada", "Bob", "Cleo")
    lines = ("trade", "2", "undo", "trade", "bob", "undo", "deal with Zorro", "", "deal", "mortgage dumbo")
    shown = play(GOODS, "goods", *lines, seats=people)
    assert shown[1] == "Which player?\n   1  Propose a deal to Bob\n   2  Propose a deal to Cleo\n"
    assert "Ada: Propose a deal to Cleo." in shown[2]
    assert "Ada: Propose a deal to Bob." in shown[5]
    assert shown[7].startswith("There is no player “zorro”.\nWhich player?\n   1  Propose a deal to Bob\n")
    assert "Ada: Mortgage Dumbo for 70 u." in shown[10]


def test_a_wish_about_nothing(play: Play) -> None:
    """The word that named nothing is told, and one reason is enough where nothing is the player's own."""
    poor = GOODS.replace("ann owns bambi, ann owns dumbo", "ann has 1500")
    shown = play(poor, "goods", "build on nowhere", "mortgage", "mortgage the nowhere")
    assert shown[1].split("\n")[0] == "There is no site “nowhere”."
    assert shown[1].count("is not yours") == 1
    assert shown[2].count("is not yours") == 1
    assert "There is no" not in shown[2]
    assert shown[3].startswith("There is no deed “nowhere”.")


def test_one_way_is_not_taken_for_a_name_that_is_none(play: Play) -> None:
    shown = play(GOODS, "goods", "deal with Zorro", "")
    assert shown[1] == "There is no player “zorro”.\nWhich player?\n   1  Propose a deal to Bob\n"


def test_why_not_this(play: Play) -> None:
    shown = play(GOODS, "goods", "not dance", "not buy mayfair", "not build nowhere", "not mortgage dumbo")
    assert shown[1] == "I don't understand “dance”. Type a number, or ? for help.\n"
    assert shown[2] == "Buy: not now.\n"
    assert shown[3].startswith("There is no site “nowhere”.\n  Build")
    assert shown[4] == "Mortgage Dumbo for 70 u.: you can.\n"


def test_rent_that_nobody_needs_to_ask_for(play: Play) -> None:
    shown = play(GOODS, "goods", "not", "not demand dumbo")
    assert "nobody for" not in shown[1]
    assert "Demand: rent is paid here without being asked for." in shown[1]


def test_waiting_at_a_question(play: Play) -> None:
    """`wait` is for moments; that is said at a question, a bundle and a number."""
    shown = play(GOODS, "goods", "deal bob", "wait", "", "", "wait")
    assert shown[2] == "This cannot wait: it is a question to you.\n"
    assert shown[5] == "This cannot wait: it is a question to you.\n"


# --------------------------------------------------------------------------------------------------------- the table
def test_a_save_with_a_space_in_its_name(play: Play, tmp_path: Path) -> None:
    """The command that is shown works in a shell as it stands."""
    shown = play(GOODS, "goods", "save my game.save", "quit it's.save")
    assert shown[1] == "Saved: my game.save. Go on with it: rulelang resume 'my game.save'\n"
    assert "rulelang resume 'it'\"'\"'s.save'" in shown[2]
    assert (tmp_path / "my game.save").exists()


# ------------------------------------------------------------------------------------------------- what a question is about
def test_a_deal_is_read_before_it_is_accepted(play: Play) -> None:
    """Who is asked reads who gives what; nothing of it stands there twice."""
    shown = play(GOODS, "goods", "deal bob", "dumbo, 100", "", "tarzan", "", "accept")
    assert "  1  Accept: Ada gives 100 u. and Dumbo, Bob gives Tarzan\n" in shown[5]
    assert "given:" not in shown[5] and "asked:" not in shown[5] and "proposer:" not in shown[5]
    assert "Bob: Accept: Ada gives 100 u. and Dumbo, Bob gives Tarzan." in shown[6]
    assert "Ada now owns Tarzan." in shown[6] or "Tarzan passes from Bob to Ada." in shown[6]


def test_a_deal_is_read_in_russian(play: Play) -> None:
    shown = play(GOODS, "goods", "сделка Боря", "Дамбо, 100", "", "", locale="ru", seats=("Маша", "Боря"))
    assert any("1  Принять: Маша отдаёт 100" in part for part in shown)


AUCTION = """edition lots "Lots" extends classic


position lot "Lot"
  ann has 50, ann owns brown, ann stands on leicester_square
  bob has 500
  ann begins
"""


def test_an_auction_says_what_is_sold(play: Play) -> None:
    """The lot, who leads, and all that one could pay: more than the cash where what could be raised counts."""
    shown = play(AUCTION, "lot", "", "", "", "yes", "20", "yes", "25", "no")
    asked = [part for part in shown if re.search(r"Will you bid .*you have", part)]
    assert len(asked) >= 2
    assert all(re.search(r"\n  on sale: [A-Z]", part) for part in asked)
    assert "leading:" not in asked[0]
    assert re.search(r"\n  leading: (Ada|Bob)\n", asked[1])
    bids = [part for part in shown if "Your bid? (you have" in part]
    assert all(re.search(r"\n  on sale: [A-Z]", part) for part in bids)
    assert any("(you have £50)" in part and "could pay: £110" in part for part in [*asked, *bids])
