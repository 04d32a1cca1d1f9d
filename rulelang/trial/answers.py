"""A step of a test → the answer to what the game waits for, if it is one."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.engine.actions import Act, Answer, Bundle, ChanceOutcome, Member, No, Number, Option, Yes
from rulelang.engine.legality import allowed
from rulelang.engine.state import Waiting
from rulelang.ir.program import Component, Decision
from rulelang.ir.scenes import Acting, Adding, Choosing, Declining, Drawing, Part, Picking, Reading, Saying, Step, Throw
from rulelang.trial.failure import Failed
from rulelang.trial.table import Table

NUMBERS = ("money", "count", "step", "percent")


class Answers:
    """`rest` is what a step said and the game has not yet asked for: the number of `bob raises to 10`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rest: tuple[Step, tuple[Part, ...]] | None = None
        self.added: list[tuple[Step, int, int]] = []
        """What goes into the next bundle beside what is chosen, as (step, component, value)."""

    def of(self, step: Step, waiting: Waiting) -> Answer | None:
        """None if the step is no answer to this question. Raises: Failed if it is one that cannot be given."""
        answer = self.read(step, waiting)
        if answer is not None:
            self._legal(step, answer)
        return answer

    def read(self, step: Step, waiting: Waiting) -> Answer | None:
        """The same, whether it may be given or not."""
        if waiting.who != step.who and waiting.kind != "pick":
            return None
        return next((a for reading in step.readings if (a := self._read(step, reading, waiting)) is not None), None)

    def adds(self, step: Step, waiting: Waiting) -> bool:
        """Whether a step puts something into the bundle that is asked for; the bundle is not ready yet. It is said of whose goods it is."""
        if waiting.kind != "goods" or waiting.owner != step.who:
            return False
        parts = [part for reading in step.readings if isinstance(reading, Adding) for part in reading.parts]
        self.added += [(step, component, self.table.value(part)) for component, part in parts]
        return bool(parts)

    def of_rest(self, waiting: Waiting) -> Answer | None:
        """What is left of the last step, if that is asked now."""
        if self.rest is None or self.rest[0].who != waiting.who or waiting.kind not in ("number", "member", "goods"):
            return None
        step, parts = self.rest
        self.rest = None
        answer = self._chosen(step, parts, waiting, self.table.program.decisions[waiting.index])
        self._legal(step, answer)
        return answer

    def of_number(self, who: int, decision: int, number: int) -> bool:
        """Whether what is left of the last step was this number, which was the only one. Raises: Failed if it was another."""
        if self.rest is None or self.rest[0].who != who:
            return False
        step, parts = self.rest
        self.rest = None
        if not (all(part.type in NUMBERS for part in parts) and sum(self.table.value(part) for part in parts) == number):
            raise Failed(step.place, "this number to be possible", f"{number} is the only one")
        return True

    def names_number(self, step: Step, who: int, decision: int, number: int) -> bool:
        """Whether a step names a number that was the only one."""
        if step.who != who:
            return False
        name = self.table.program.decisions[decision].word
        for reading in step.readings:
            if isinstance(reading, Choosing) or (isinstance(reading, Saying) and name in reading.words):
                parts = reading.parts
                if parts and all(part.type in NUMBERS for part in parts) and sum(self.table.value(part) for part in parts) == number:
                    return True
        return False

    def _legal(self, step: Step, answer: Answer) -> None:
        verdict = self.table.game.is_legal(answer)
        if not verdict.ok:
            need = f" ({verdict.need})" if verdict.need and " " not in verdict.need else ""
            raise Failed(step.place, "this to be possible", f"{verdict.reason}{need}")

    def _read(self, step: Step, reading: Reading, waiting: Waiting) -> Answer | None:
        match reading, waiting.kind:
            case Throw(faces), "roll":
                return self._throw(step, faces, waiting.index)
            case Drawing(cards), "draw":
                found = next((card for deck, card, _ in cards if deck == waiting.index and waiting.choices >> card & 1), None)
                if found is None:
                    deck = self.table.program.decks[waiting.index].title
                    raise Failed(step.place, "this card to be drawn", f"it is not in {deck}, from which a card is drawn")
                return ChanceOutcome((found,))
            case Picking(part), "pick":
                return ChanceOutcome((self.table.value(part),))
            case Acting(action, parts), "act" if action in self.table.program.moments[waiting.index].actions:
                return Act(action, tuple(self.table.value(part) for part in parts))
            case Declining(), "yes":
                return No()
            case Saying(words, parts), ("yes" | "option" | "member" | "number" | "goods"):
                return self._said(step, words, parts, waiting, self.table.program.decisions[waiting.index])
            case Choosing(word, parts), ("option" | "member" | "number" | "goods"):
                return self._choice(step, word, parts, waiting, self.table.program.decisions[waiting.index])
        return None

    def _throw(self, step: Step, faces: tuple[int | str, ...], dice: int) -> Answer:
        count, die = self.table.program.dice[dice]
        words = self.table.program.dies[die].words
        if len(faces) != count:
            raise Failed(step.place, "this throw", f"{'one die is' if count == 1 else f'{count} dice are'} rolled here")
        for face in faces:
            if isinstance(face, str) and face not in words:
                raise Failed(step.place, "this throw", f"the dice that are rolled have no `{face}`")
        return ChanceOutcome(tuple(face if isinstance(face, int) else -1 - words.index(face) for face in faces))

    def _said(self, step: Step, words: tuple[str, ...], parts: tuple[Part, ...], waiting: Waiting, decision: Decision) -> Answer | None:
        if waiting.kind == "option":
            index = next((i for i, option in enumerate(decision.options) if option in words), None)
            if index is None:
                return None
            self._leave(step, parts, decision, waiting)
            return Option(index)
        if decision.word not in words:
            return None
        if waiting.kind == "yes":
            self._leave(step, parts, decision, waiting)
            return Yes()
        return self._chosen(step, parts, waiting, decision)

    def _leave(self, step: Step, parts: tuple[Part, ...], decision: Decision, waiting: Waiting) -> None:
        """Numbers are for the next question; what else is named must be what this one is about."""
        about = list(zip(decision.context, waiting.context, strict=True))
        for part in parts:
            if part.type not in NUMBERS:
                value = self.table.value(part)
                if not any(type_ == part.type and value == known for (_, type_), known in about):
                    raise Failed(step.place, "this to be asked", "the question is about something else")
        numbers = tuple(part for part in parts if part.type in NUMBERS)
        if numbers:
            self.rest = (step, numbers)

    def _choice(self, step: Step, word: str, parts: tuple[Part, ...], waiting: Waiting, decision: Decision) -> Answer | None:
        if waiting.kind == "option":
            if word not in decision.options:
                return None
            return Option(decision.options.index(word))
        if not parts and word not in ("nothing", "nobody"):
            return None
        return self._chosen(step, parts, waiting, decision)

    def _chosen(self, step: Step, parts: Sequence[Part], waiting: Waiting, decision: Decision) -> Answer:
        values = [self.table.value(part) for part in parts]
        match waiting.kind:
            case "goods":
                return Bundle(self._bundle(step, parts, values, waiting))
            case "number" if parts and all(part.type in NUMBERS for part in parts):
                return Number(sum(values))
            case "member" if len(parts) == 1 and (parts[0].type == decision.domain or parts[0].type in NUMBERS):
                return Member(values[0])
            case "member" if not parts:
                return Member(-1)
        raise Failed(step.place, f"{'a number' if waiting.kind == 'number' else decision.domain} to be chosen", "something else")

    def _bundle(self, step: Step, parts: Sequence[Part], values: Sequence[int], waiting: Waiting) -> tuple[int, ...]:
        """What is put in, in the registers of the components."""
        components = self.table.program.components
        registers = [0] * len(components)
        for part, value in zip(parts, values, strict=True):
            index = next((i for i, component in enumerate(components) if _takes(component, part)), None)
            if index is None:
                raise Failed(step.place, "this to be put into a deal", f"a {part.type} cannot be dealt in")
            if components[index].kind == "money":
                registers[index] += value
            elif components[index].kind == "promises":
                his = value & allowed(self.table.game.machine, waiting)[index]
                if not his:
                    raise Failed(step.place, "this to be put into a deal", "whose goods these are has none")
                registers[index] |= his if part.type.startswith("set of ") else his & -his
            else:
                registers[index] |= value if part.type.startswith("set of ") else 1 << value
        for _, index, value in self.added:
            registers[index] |= 1 << value if components[index].kind == "things" else value
        self.added.clear()
        return tuple(registers)


def _takes(component: Component, part: Part) -> bool:
    match component.kind:
        case "money":
            return part.type in NUMBERS
        case "things" | "cards" if component.title:
            return False  # a field of a new promise
        case "things" | "cards" | "promises":
            return part.type in (component.domain, f"set of {component.domain}")
    return False
