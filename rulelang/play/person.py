"""A person at the terminal: what can be done is listed and numbered; a number, a name or a wish in words answers.

What is not legal is answered with the reason. `?` explains, `board`, `not` (what cannot be done now, and why), `wait`, `undo`, `save`,
`quit`. When a person is left in peace: `rulelang/play/patience.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TextIO

from rulelang.engine.actions import Act, Answer, Member, Number, Pass, Yes
from rulelang.engine.faults import Fault
from rulelang.engine.state import Waiting
from rulelang.ir.program import Action
from rulelang.play.bundles import Bundles
from rulelang.play.choices import Choice, answer_text, choices, deeper, next_depth, number_type, spoken
from rulelang.play.forms import Value
from rulelang.play.patience import Patience
from rulelang.play.session import Leave, Session, Undo
from rulelang.play.wishes import understand, words_of
from rulelang.play.wording import wording
from rulelang.refusal import Refusal
from rulelang.report.style import Style, printable

HELD = "held"
"""The need of a kept card that whoever plays it holds it."""

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

    # ------------------------------------------------------------------------------------------------------ one decision
    def answer(self, session: Session, waiting: Waiting) -> Answer:
        self.session = session
        if waiting.kind == "act":
            legal = session.game.legal_actions()
            if self.patience.lets_pass(session.view, waiting, legal):
                return Pass()
        self._head(waiting)
        match waiting.kind:
            case "number":
                return self._number(waiting)
            case "goods":
                return Bundles(self, waiting).answer()
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
            if line.casefold() in self.wait_words and waiting.kind == "act" and Pass() in legal:
                if self.patience.may_wait(session.view, waiting):
                    self.patience.wait(waiting.who)
                    return Pass()
                self.say(self.words("person.no_wait"))
                continue
            if line.isdecimal():
                chosen = self._numbered(waiting, shown, int(line))
            elif waiting.kind == "act":
                chosen = self._wish(waiting, legal, line)
            else:
                chosen = self._named(waiting, legal, line)
            if chosen is not None:
                return chosen
            if not line:
                self.list(shown)

    def _enter_passes(self, waiting: Waiting, legal: list[Answer]) -> bool:
        """Who owes something is asked to say so in words: going on may cost the game."""
        return waiting.kind == "act" and Pass() in legal and not self.session.view.owes(waiting.who)

    def _hint(self, waiting: Waiting, legal: list[Answer]) -> str:
        """How else one may go on."""
        if self.patience.may_wait(self.session.view, waiting):
            return self.words("person.pass_or_wait")
        return self.words("person.pass_by_enter") if self._enter_passes(waiting, legal) else ""

    @property
    def wait_words(self) -> set[str]:
        return {word for table in (self.session.wording, wording()) for word in table.words("person.wait_words")}

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
            self.say(self.refusal(line, verdict.reason))
        else:
            self.say(self.words("person.not_understood", line=line))
        return None

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
        if line.casefold() in self.session.wording.words("person.pass_words"):
            passing: Answer = Pass()
            verdict = session.game.is_legal(passing)
            if verdict.ok:
                return passing
            self.say(self.refusal(line, verdict.reason))
            return None
        here = session.program.moments[waiting.index].actions
        wish = understand(session, line, here)
        if wish.act is None:
            if wish.missing:
                acts = [answer for answer in legal if isinstance(answer, Act) and answer.action == wish.action]
                if len(acts) == 1:
                    return acts[0]
                self.say(self.words("person.which", what=self.session.values.texts.word(wish.missing)))
                self._why_not(waiting, [wish.action])
            else:
                self._not_here(line, here)
            return None
        verdict = session.game.is_legal(wish.act)
        text = answer_text(session, waiting, wish.act)
        if verdict.ok:
            return wish.act
        self.say(self.refusal(text, verdict.reason))
        return None

    def _not_here(self, line: str, here: Sequence[int]) -> None:
        """A wish that is for another moment is told so."""
        session = self.session
        elsewhere = [action for action in range(len(session.program.actions)) if action not in here]
        wish = understand(session, line, elsewhere)
        if wish.action < 0:
            self.say(self.words("person.not_understood", line=line))
        else:
            self.say(self.words("person.not_now", wish=session.values.texts.word(session.program.actions[wish.action].name)))

    def _number(self, waiting: Waiting) -> Answer:
        [span] = self.session.game.legal_actions()
        self.say("  " + answer_text(self.session, waiting, span))
        while True:
            line = self.line(waiting)
            digits = "".join(line.replace(",", "").split())
            if not digits.lstrip("-").isdecimal():
                self.say(self.words("person.a_number", range=answer_text(self.session, waiting, span)))
                continue
            answer = Number(int(digits))
            verdict = self.session.game.is_legal(answer)
            if verdict.ok:
                return answer
            wish = self.session.values.text(number_type(self.session, waiting), answer.value)
            self.say(self.refusal(wish, answer_text(self.session, waiting, span)))

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
                    self._why_not(waiting, None, rest)
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
            self.say(self.words("person.saved", path=written))
        return True

    def _command(self, word: str) -> str:
        """What is for the table, by its English name; in every language the English words are understood, too."""
        for name in ("help", "board", "not", "undo", "save", "quit"):
            if any(word.casefold() in table.words(f"person.{name}_words") for table in (self.session.wording, wording())):
                return name
        return ""

    @property
    def small_words(self) -> list[str]:
        return self.session.wording.words("person.small_words")

    def _head(self, waiting: Waiting) -> None:
        session = self.session
        player = session.values.name("player", waiting.who)
        money = session.values.money(session.view.money(waiting.who))
        if waiting.kind == "act":
            moment = session.program.moments[waiting.index]
            title = session.values.texts.name(moment.title) if moment.title else session.values.texts.word(moment.name)
            self.say(self.words("person.moment", player=player, moment=title, money=money))
            return
        question = session.spoken.question(waiting)
        if waiting.kind == "option":
            self.say(self.words("person.way", player=player, money=money))
        elif question.endswith("?"):
            self.say(self.words("person.question", player=player, question=question, money=money))
        else:
            self.say(self.words("person.decision", player=player, decision=question, money=money))
        for name, text in self._context(waiting, question):
            self.say("  " + self.words("person.about", name=session.values.texts.word(name), value=text))

    def _context(self, waiting: Waiting, question: str) -> list[tuple[str, str]]:
        """What the decision is about, as far as it can be named and the question does not say it.

        A bundle is handed over as one value a component, all of one name.
        """
        session = self.session
        parts: dict[str, list[tuple[str, int]]] = {}
        for (name, type_name), value in zip(session.program.decisions[waiting.index].context, waiting.context, strict=False):
            parts.setdefault(name, []).append((type_name, value))
        shown: list[tuple[str, str]] = []
        told: list[list[tuple[str, int]]] = []
        for name, values in parts.items():
            if len(values) == len(session.program.components) > 1:
                inside = session.narrator.bundle([value for _, value in values])
                shown.append((name, session.narrator.listed(inside)))
            elif values != [("player", waiting.who)] and values not in told:  # one player may stand there in several roles
                told.append(values)
                texts = [session.values.text(type_name, value) for type_name, value in values]
                shown += [(name, text) for text in texts if text not in question]
        return shown

    def _why_not(self, waiting: Waiting, actions: list[int] | None, wish: str = "") -> None:
        """What cannot be done in this moment, each with one reason."""
        session = self.session
        if waiting.kind != "act":
            self.say(self.words("person.only_moments"))
            return
        here = list(session.program.moments[waiting.index].actions)
        if wish:
            understood = understand(session, wish, here)
            if understood.act is not None:
                verdict = session.game.is_legal(understood.act)
                text = answer_text(session, waiting, understood.act)
                key = "person.it_is_legal" if verdict.ok else "person.not_so"
                self.say(self.refusal(text, verdict.reason, key))
                return
            actions = [understood.action] if understood.action >= 0 else None
        legal = {answer.action for answer in session.game.legal_actions() if isinstance(answer, Act)}
        asked = actions is not None
        for action in actions or [action for action in here if action not in legal]:
            for text, reason in self._refused(waiting, action, 3 if asked else 1):
                self.say("  " + self.refusal(text, reason))

    def refusal(self, wish: str, reason: str, key: str = "person.not_so") -> str:
        """What a wish comes to. A card's text is a sentence, or several: no mark stands before the colon, unless it is the currency's."""
        currency = self.session.values.money(1).lstrip("1 ")
        wish = wish if wish.endswith(currency) else wish.removesuffix(".")
        return self.words(key, wish=wish, reason=reason)

    def _refused(self, waiting: Waiting, action: int, most: int) -> list[tuple[str, str]]:
        """Up to `most` different reasons against an action, each with a thing it is about: first what fails last of its needs, and of
        that what is one's own. Cards in other hands are no news."""
        session = self.session
        declared = session.program.actions[action]
        order = [need.name for need in declared.needs]
        found: dict[str, tuple[int, Act]] = {}
        for act in session.candidates(waiting.who, action, declared.parameters):
            try:
                verdict = session.game.is_legal(act)
            except Fault:  # a reason that cannot be told of such a thing
                continue
            if verdict.ok or verdict.need == HELD:
                continue
            near = order.index(verdict.need) if verdict.need in order else -1 if verdict.need == "choice" else len(order)
            if near > found.get(verdict.reason, (-2, act))[0]:
                found[verdict.reason] = near, act
        nearest = sorted(found.items(), key=lambda one: -one[1][0])[:most]
        shown: list[tuple[str, str]] = []
        for reason, (near, act) in nearest:
            # Where the first need fails of what is not one's own, the thing is nobody's wish: the action alone is named.
            far = most == 1 and near == 0 and bool(act.params) and not self._is_own(waiting.who, declared, act)
            shown.append((spoken(session, declared) if far else answer_text(session, waiting, act), reason))
        return shown

    def _is_own(self, who: int, declared: Action, act: Act) -> bool:
        return declared.parameters[0][2] == "thing" and self.session.view.owner(act.params[0]) == who

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
