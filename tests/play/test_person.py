"""A person at a real edition: wishes in words, reasons, deals put together step by step, taken back, countered."""

from __future__ import annotations

import io
import re

import pytest

from rulelang.engine.actions import Act, Answer, Pass
from rulelang.engine.state import Waiting
from rulelang.ir.program import Program
from rulelang.pipeline import load
from rulelang.play.patience import Patience
from rulelang.play.person import PersonAtTerminal
from rulelang.play.saves import Seat
from rulelang.play.session import Leave, Rules, Session
from rulelang.play.wishes import understand
from rulelang.report.style import Style


@pytest.fixture(scope="module")
def disney() -> Program:
    return load("disney").program


def table(program: Program, *lines: str, people: int = 1, seed: int = 4) -> tuple[Session, io.StringIO]:
    """A game in which the lines are typed; then the person leaves."""
    screen = io.StringIO()
    waiting = iter(lines)

    def ask(prompt: str) -> str:
        for line in waiting:
            screen.write(f"{prompt}{line}\n")
            return line
        raise EOFError

    names = ("Ada", "Bob", "Cat")
    seats = [Seat(name, "person" if index < people else "steady") for index, name in enumerate(names)]
    session = Session(Rules(program, "disney"), seats, PersonAtTerminal(screen, Style(), lambda: None, ask))
    session.watchers.append(lambda told: screen.write(f"* {told.sentence}\n"))
    session.begin(seed)
    with pytest.raises(Leave):
        session.play()
    return session, screen


@pytest.mark.parametrize(
    ("wish", "action", "about"),
    [
        ("build tarzan", "build", "Tarzan"),
        ("Build on Tarzan", "build", "Tarzan"),
        ("biuld on tarzn", "build", "Tarzan"),
        ("mortgage toy story", "mortgage", "Toy Story"),
        ("mortgage the Lion King", "mortgage", "The Lion King"),
        ("deal with bob", "propose", "Bob"),
        ("propose a deal to Cat", "propose", "Cat"),
    ],
)
def test_wishes(disney: Program, wish: str, action: str, about: str) -> None:
    session, _ = table(disney)
    actions = [index for moment in disney.moments for index in moment.actions]
    understood = understand(session, wish, actions)
    assert isinstance(understood.act, Act), understood
    title = session.spoken.action(understood.act.action, 0, understood.act.params)
    assert about in title, title
    assert action[:4] in title.casefold() or action in disney.actions[understood.act.action].name


@pytest.mark.parametrize("wish", ["", "xyzzy", "42", "?!", "the"])
def test_no_wish(disney: Program, wish: str) -> None:
    session, _ = table(disney)
    assert understand(session, wish, [0, 1, 2]).act is None


def test_the_reason_why_not(disney: Program) -> None:
    _, screen = table(disney, "build tarzan", "not mortgage bambi", "not")
    shown = screen.getvalue()
    assert "Tarzan for 50 u.: Tarzan is not yours." in shown
    assert "Bambi is not yours." in shown
    assert "you do not hold" not in shown  # cards in other hands are no news
    assert not re.search(r"[.?!](: you|”?\.$)", shown, re.MULTILINE)


def asked(screen: io.StringIO, player: str = "Ada") -> int:
    """How often somebody was asked what he does in a moment."""
    return screen.getvalue().count(f"{player}, before the dice: what do you do?")


def test_what_was_declined_is_not_asked_again(disney: Program) -> None:
    """Deals are possible before every throw; who does not want one is asked once a round, and in the own turn."""
    _, screen = table(disney, "", seed=4)
    assert "* Turn 1: Ada" not in screen.getvalue()
    lines = screen.getvalue().split("\n")
    first_turns = lines[: next(index for index, line in enumerate(lines) if line.startswith("* Turn") and "Ada" in line)]
    assert sum(line.startswith("* Turn") for line in first_turns) >= 2
    assert asked(screen) == 2  # once in the turns of others, and now in the own


def test_waiting(disney: Program) -> None:
    """`wait` goes on to the own turn, past what is new on the way; there it is no answer."""
    _, screen = table(disney, "", "", "wait", "wait", seed=4)
    shown = screen.getvalue()
    assert "wait: until your turn" in shown
    before, between, after = shown.split("Ada> wait\n")
    assert "* Turn 4: Bob" in before and "* Turn 5: Cat" in between and "* Turn 6: Ada" in between
    assert between.count("what do you do?") == 1
    assert after.startswith("This cannot wait")


def test_who_owes_is_asked_in_any_case() -> None:
    """Neither Enter nor `wait` goes on past a debt: that would lose the game."""
    program = load("classic").program
    session, screen = table(program)
    state = session.game.state
    view = session.view
    waiting = Waiting("act", 0, 0)
    patience = Patience()
    other = 1 if view.turn_player != 1 else 2
    waiting = Waiting("act", 0 if view.turn_player != 0 else other, 0)
    legal: list[Answer] = [Pass(), Act(1, (3,))]
    patience.wait(waiting.who)
    assert patience.lets_pass(view, waiting, legal)
    state.slots[view.layout.debt + waiting.who] = 7
    assert not patience.lets_pass(view, waiting, legal)
    assert not patience.may_wait(view, waiting)
    state.slots[view.layout.debt + waiting.who] = 0
    patience.start_anew(waiting.who)
    assert not patience.lets_pass(view, waiting, legal)
    patience.heard(view, waiting, legal, Pass())
    assert patience.lets_pass(view, waiting, legal)
    assert not patience.lets_pass(view, waiting, [*legal, Act(2, (3,))])  # something new
    assert not patience.lets_pass(view, Waiting("act", waiting.who, 1), legal)  # another moment
    assert "owe" not in screen.getvalue()


def test_undo_asks_anew(disney: Program) -> None:
    """Who takes back that he went on wants to do something."""
    _, screen = table(disney, "deal bob", "undo", "", seed=4)
    assert asked(screen) >= 2


def test_the_verb_of_a_question_is_a_yes(disney: Program) -> None:
    _, screen = table(disney, *["buy", ""] * 8, seed=4)
    shown = screen.getvalue()
    assert re.search(r"Ada> buy\n\* Ada says yes: Buy ", shown), shown
    assert "deed:" not in shown  # the question names it


def test_a_wish_for_another_moment(disney: Program) -> None:
    _, screen = table(disney, "buy", "pay dance", "not")
    shown = screen.getvalue()
    assert "Ada> buy\nBuy: not now.\n" in shown
    assert "Mortgage: Tarzan is not yours." in shown  # no example of what nobody would try
    assert "GO" not in shown.split("Ada> not\n")[1]
    assert "helps you to escape" not in shown  # cards in other hands


def test_costs_are_listed(disney: Program) -> None:
    """What a listed action costs stands behind it."""
    session, screen = table(disney, *["1", "yes"] * 60)
    assert "for 50 u." in screen.getvalue() or "u.\n" in screen.getvalue()
    assert session.game.state.rows > 20


def test_a_deal(disney: Program) -> None:
    """Proposed by one person, put together in small steps, answered by another. Whoever is asked first proposes it."""
    _, screen = table(disney, "deal bob", "deal ada", "money 50", "money 99999", "nonsense", "done", "2 10", "", "accept", people=2)
    shown = screen.getvalue()
    assert re.search(r"From (Ada|Bob): 50 u\.", shown)
    assert "may not be put into the bundle" in shown
    assert "I don't understand “nonsense”" in shown
    assert re.search(r"(Ada|Bob): What shall \1 give\? \(you have", shown)
    assert re.search(r"\* (Ada|Bob): What shall \1 give\? 50 u\.", shown)
    assert re.search(r"  given: 50 u\.\n", shown)
    assert re.search(r"\* (Ada pays Bob|Bob pays Ada) 50 u\.", shown)


def test_a_promise_in_a_deal() -> None:
    """Said field by field; until all is said it is shown with gaps, and is none."""
    lending = load("disney", variants=("loans_between_players",)).program
    typed = ("deal bob", "deal ada", "due 120", "term 31", "term 3", "done", "money 100", "done", "accept")
    session, screen = table(lending, *typed, people=2)
    shown = screen.getvalue()
    assert re.search(r"From (Ada|Bob): 120 u\. to be paid in … rounds", shown)
    assert "may not be put into the bundle" in shown
    assert re.search(r"From (Ada|Bob): 120 u\. to be paid in 3 rounds", shown)
    assert re.search(r"\* (Ada promises Bob|Bob promises Ada): 120 u\. to be paid in 3 rounds\.", shown)
    # In the next deal of who holds it, it can be passed on: it is listed with what it says.
    holder = re.search(r"(Ada|Bob) promises (Ada|Bob)", shown)
    assert holder is not None
    assert session.narrator.promised.of_domain("promise.loan", 0) == "120 u. to be paid in 3 rounds"


def test_undo_in_the_middle_of_a_deal(disney: Program) -> None:
    session, screen = table(disney, "deal bob", "money 50", "undo", "undo", "undo")
    shown = screen.getvalue()
    assert "From Ada: nothing" in shown.split("undo")[1]
    assert "There is nothing to take back" in shown
    assert session.game.state.rows == table(disney)[0].game.state.rows


def test_any_line_is_answered(disney: Program) -> None:
    """Nothing that is typed stops the game."""
    lines = ["", " ", "0", "-1", "999", "1 2 3", "not not", "why", "é漢\u202e", "a" * 5000, "undo", "done", "yes", "{x}", "\x1b[31m"]
    for start in range(0, len(lines), 6):
        session, screen = table(disney, *lines[start : start + 6], "1", *lines)
        assert session.game.result is None
        assert "\x1b[31m" not in "".join(line for line in screen.getvalue().split("\n") if not line.startswith("Ada> "))
