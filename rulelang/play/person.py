"""A person at the terminal: what can be done is listed and numbered; a number, a name or a wish in words answers.

What is not legal is answered with the reason. `?` explains, `board`, `not` (what cannot be done now, and why), `wait`, `undo`, `save`,
`quit`. When a person is left in peace: `rulelang/play/patience.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TextIO

from rulelang.engine.actions import Act, Answer, Member, Number, Pass, Yes
from rulelang.engine.state import Waiting
from rulelang.play import typed
from rulelang.play.bundles import Bundles
from rulelang.play.choices import Choice, answer_text, choices, deeper, next_depth, number_type, spoken
from rulelang.play.forms import Value
from rulelang.play.heads import head
from rulelang.play.patience import Patience
from rulelang.play.reasons import not_here, refusal, unnamed, why_not, why_not_so, why_nothing
from rulelang.play.session import Leave, Session, Undo
from rulelang.play.wishes import Wish, understand, words_of
from rulelang.play.wording import wording
from rulelang.refusal import Refusal
from rulelang.report.style import Style, printable

Asked = Callable[[str], str]
"""Shows a prompt and returns a line; EOFError when there is no more."""


class PersonAtTerminal:
    """Answers for all seats of people; `ask` reads a line."""

    def __init__(self, stream: TextIO, style: Style, show_board: Callable[[], None], ask: Asked | None = None) -> None:
        self.stream = stream
        self.style = style
        self.show_board = show_board
        self.ask = ask or self._read
        self.patience = Patience()
        self.said: list[Answer] = []
        """What a line about a bundle says besides the step that was taken: the next steps."""

    # ------------------------------------------------------------------------------------------------------ one decision
    def answer(self, session: Session, waiting: Waiting) -> Answer:
        self.session = session
        if self.said:
            step = self.said.pop(0)
            if waiting.kind == "goods" and session.game.is_legal(step).ok:
                return step
            self.said.clear()
        if waiting.kind == "act":
            legal = session.game.legal_actions()
            if self.patience.lets_pass(session.view, waiting, legal):
                return Pass()
        for text in head(session, waiting):
            self.say(text)
        match waiting.kind:
            case "number":
                return self._number(waiting)
            case "goods":
                first, *self.said = Bundles(self, waiting).answers()
                return first
            case "act":
                answer = self._from_list(waiting)
                self.patience.heard(session.view, waiting, legal, answer)
                return answer
            case _:
                return self._from_list(waiting)

    def _from_list(self, waiting: Waiting) -> Answer:
        session = self.session
        legal = session.game.legal_actions()
        shown = choices(session, waiting, legal)
        shown = [replace(one, note=self._hint(waiting, legal)) if one.answers == (Pass(),) else one for one in shown]
        self.list(shown)
        while True:
            line = self.line(waiting)
            if not line and len(legal) == 1:
                return legal[0]
            if not line and self._enter_passes(waiting, legal):
                return Pass()
            if waiting.kind == "act" and self.is_wait(line) and self.patience.may_wait(session.view, waiting) and Pass() in legal:
                self.patience.wait(waiting.who)
                return Pass()
            if line.isdecimal():
                chosen = self._numbered(waiting, shown, int(line))
            elif waiting.kind == "act":
                chosen = self._wish(waiting, legal, line)
            else:
                chosen = self._named(waiting, legal, line)
            if chosen is not None and (chosen != Pass() or self._may_go_on(waiting)):
                return chosen
            if not line or chosen is not None:
                self.list(shown)

    def _enter_passes(self, waiting: Waiting, legal: list[Answer]) -> bool:
        """Who owes something is asked to say so in words: going on may cost the game."""
        return waiting.kind == "act" and Pass() in legal and not self.session.view.owes(waiting.who)

    def _hint(self, waiting: Waiting, legal: list[Answer]) -> str:
        """How else one may go on."""
        if self.patience.may_wait(self.session.view, waiting):
            return self.words("person.pass_or_wait")
        return self.words("person.pass_by_enter") if self._enter_passes(waiting, legal) else ""

    def _may_go_on(self, waiting: Waiting) -> bool:
        """Who would leave a debt unpaid is asked whether he wants to."""
        view = self.session.view
        if not view.is_short(waiting.who):
            return True
        money = self.session.values.money
        self.say(self.words("person.sure", debt=money(view.debt(waiting.who)), money=money(view.money(waiting.who))))
        return self._is(self.line(waiting), "person.yes_words")

    def _is(self, line: str, key: str) -> bool:
        """Is it one of these words? In every language the English ones are understood, too."""
        return any(line.casefold() in table.words(key) for table in (self.session.wording, wording()))

    def is_wait(self, line: str) -> bool:
        return self._is(line, "person.wait_words")

    def _numbered(self, waiting: Waiting, shown: list[Choice], number: int) -> Answer | None:
        while 1 <= number <= len(shown):
            choice = shown[number - 1]
            if len(choice.answers) == 1:
                return choice.answers[0]
            acts = [answer for answer in choice.answers if isinstance(answer, Act)]
            shown = deeper(self.session, waiting.who, acts, next_depth(choice))
            self.list(shown)
            line = self.line(waiting)
            if not line.isdecimal():
                return self._wish(waiting, acts, line) if line else None
            number = int(line)
        self.say(self.words("person.no_number", most=len(shown)))
        return None

    def _named(self, waiting: Waiting, legal: list[Answer], line: str) -> Answer | None:
        """An answer of a list by its words, or the beginning of them."""
        wanted = line.casefold()
        if not wanted:
            return None
        fitting = [answer for answer in legal if answer_text(self.session, waiting, answer).casefold().startswith(wanted)]
        if len(fitting) == 1:
            return fitting[0]
        small = self.small_words
        texts = [words_of(answer_text(self.session, waiting, answer), small) for answer in legal]
        fitting = [answer for answer, text in zip(legal, texts, strict=True) if set(words_of(line, small)) <= set(text)]
        if len(fitting) == 1:
            return fitting[0]
        if waiting.kind == "yes" and set(words_of(line, small)) <= set(words_of(self.session.spoken.question(waiting), small)):
            return Yes()  # `buy` is an answer to “Buy it for 100?”
        member = self._member_by_name(waiting, line)
        if member is not None:
            verdict = self.session.game.is_legal(member)
            self.say(refusal(self.session, line, verdict.reason))
        else:
            self.unclear(line)
        return None

    def unclear(self, line: str) -> None:
        """What is no answer to a question."""
        if self.is_wait(line):
            self.say(self.words("person.no_wait_now"))
        else:
            self.say(self.words("person.not_understood", line=line))

    def _member_by_name(self, waiting: Waiting, line: str) -> Answer | None:
        if waiting.kind != "member":
            return None
        domain = self.session.program.decisions[waiting.index].domain
        for member, names in enumerate(self.session.values.names(domain)):
            if any(name.casefold() == line.casefold() for name in names):
                return Member(member)
        return None

    def _wish(self, waiting: Waiting, legal: list[Answer] | list[Act], line: str) -> Answer | None:
        """An action in the person's words: done if it is legal, else the reason."""
        if not line:
            return None
        session = self.session
        if self.is_wait(line):
            self.say(self.words("person.no_wait"))
            return None
        if self._means_pass(waiting, line):
            passing: Answer = Pass()
            verdict = session.game.is_legal(passing)
            if verdict.ok:
                return passing
            self.say(refusal(session, line, verdict.reason))
            return None
        here = session.program.moments[waiting.index].actions
        wish = understand(session, line, here)
        if wish.act is not None:
            verdict = session.game.is_legal(wish.act)
            if verdict.ok:
                return wish.act
            self.say(refusal(session, answer_text(session, waiting, wish.act), verdict.reason))
        elif wish.missing:
            acts = [answer for answer in legal if isinstance(answer, Act) and answer.action == wish.action]
            return acts[0] if len(acts) == 1 and not wish.stray else self._which(waiting, wish, acts)
        elif self._goes_on(line):
            self.say(self.words("person.say_so", phrase=self.words("person.give_up")))
        else:
            self.say(not_here(session, line, here))
        return None

    def _means_pass(self, waiting: Waiting, line: str) -> bool:
        """Where going on leaves a debt unpaid, a small word does not mean it."""
        said = line.casefold()
        if self.session.view.is_short(waiting.who):
            return said in (self.words("person.give_up"), self.words("person.pass_owing"))
        return self._goes_on(line)

    def _goes_on(self, line: str) -> bool:
        return line.casefold() == self.words("person.pass") or self._is(line, "person.pass_words")

    def _which(self, waiting: Waiting, wish: Wish, acts: list[Act]) -> Answer | None:
        """An action of which it is not said what it is about: the legal ones to choose from, or why there are none."""
        session = self.session
        for text in unnamed(session, wish):
            self.say(text)
        if not acts:
            for text in why_not(session, waiting, wish.action):
                self.say(text)
            return None
        self.say(self.words("person.which", what=session.values.texts.word(wish.missing)))
        shown = deeper(session, waiting.who, acts, 1)
        self.list(shown)
        line = self.line(waiting)
        if line.isdecimal():
            return self._numbered(waiting, shown, int(line))
        # `bob` after “Which player?”
        alone = understand(session, line, session.program.moments[waiting.index].actions)
        whole = understand(session, f"{spoken(session, session.program.actions[wish.action])} {line}", [wish.action])
        if line and alone.action < 0 and whole.act is not None and session.game.is_legal(whole.act).ok:
            return whole.act
        return self._wish(waiting, list(acts), line)

    def _number(self, waiting: Waiting) -> Answer:
        [span] = self.session.game.legal_actions()
        self.say("  " + answer_text(self.session, waiting, span))
        while True:
            line = self.line(waiting)
            is_money = number_type(self.session, waiting) == "money"
            found = typed.money(line, self.session.values) if is_money else typed.number(line)
            if self.is_wait(line):
                self.unclear(line)
                continue
            if found is None:
                whole = typed.number(typed.without_sign(line, self.session.values)) is not None and is_money
                self.say(self.words("person.a_number", range=answer_text(self.session, waiting, span)))
                if whole:
                    self.say(self.words("person.whole_amounts", unit=self.session.values.money(1)))
                continue
            answer = Number(found)
            verdict = self.session.game.is_legal(answer)
            if verdict.ok:
                return answer
            wish = self.session.values.text(number_type(self.session, waiting), answer.value)
            self.say(refusal(self.session, wish, answer_text(self.session, waiting, span)))

    # --------------------------------------------------------------------------------------------------------- the lines
    def line(self, waiting: Waiting) -> str:
        """A line that is for the decision; what is for the table (board, save …) is done here."""
        while True:
            name = self.session.values.text("player", waiting.who)
            try:
                line = self.ask(self.style.paint(f"{name}> ", "bold")).strip()
            except EOFError:
                raise Leave from None
            command, _, rest = line.partition(" ")
            match self._command(command):
                case "help":
                    self.say(self.words("person.help"))
                case "board":
                    self.show_board()
                case "not":
                    self._why_not(waiting, rest)
                case "undo" if self.session.can_undo:
                    self.patience.start_anew(waiting.who)
                    raise Undo
                case "undo":
                    self.say(self.words("person.no_undo"))
                case "save":
                    self._save(rest.strip())
                case "quit":
                    if self._save(rest.strip(), tell=False):
                        raise Leave
                case _:
                    return line

    def _save(self, path: str, tell: bool = True) -> bool:
        """Whether the game is saved now. If it cannot be, that is said, and nothing is lost: the game goes on."""
        try:
            written = self.session.save(path or None)
        except Refusal as refusal:
            self.say(self.words("person.not_saved", reason=refusal.message, mend=refusal.help or ""))
            return False
        if tell:
            self.say(self.session.saved(written))
        return True

    def _command(self, word: str) -> str:
        """What is for the table, by its English name; in every language the English words are understood, too."""
        return next((name for name in ("help", "board", "not", "undo", "save", "quit") if self._is(word, f"person.{name}_words")), "")

    def _why_not(self, waiting: Waiting, wish: str) -> None:
        if waiting.kind != "act":
            self.say(self.words("person.only_moments"))
            return
        lines = list(why_not_so(self.session, waiting, wish) if wish else why_nothing(self.session, waiting))
        for text in lines or [self.words("person.all_possible")]:
            self.say(text)

    @property
    def small_words(self) -> list[str]:
        return self.session.wording.words("person.small_words")

    # ------------------------------------------------------------------------------------------------------- the terminal
    def list(self, shown: list[Choice]) -> None:
        width = max((len(choice.text) for choice in shown), default=0)
        for number, choice in enumerate(shown, 1):
            note = f"  {choice.note}" if choice.note else ""
            self.say(f"  {number:>2}  {choice.text.ljust(width if note else 0)}{note}")

    def words(self, key: str, **values: Value) -> str:
        return self.session.narrator.wording.say(key, **values)

    def say(self, text: str) -> None:
        self.stream.write(printable(text) + "\n")

    def _read(self, prompt: str) -> str:
        self.stream.write(prompt)
        self.stream.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")
