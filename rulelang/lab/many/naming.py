"""What figures are about, in words for people and as ids for programs; and estimates as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.ir.program import Measure
from rulelang.lab.many.figures import Role, Unit
from rulelang.lab.many.intervals import Estimate
from rulelang.lab.many.plan import DEFAULTS, RANDOM, Plan
from rulelang.play.values import Values
from rulelang.play.wording import Wording

_LEAST_DIGITS = {Unit.share: 1, Unit.number: 2, Unit.money: 0, Unit.minutes: 0, Unit.ratio: 2}


_MEASURES = {
    "rounds": "simulate.rounds",
    "turns": "simulate.turns",
    "throws": "simulate.throws",
    "minutes": "simulate.minutes",
    "decisions": "simulate.decisions",
    "ended": "compare.m_ended",
    "endings": "simulate.ending",
    "wins": "simulate.wins",
    "lead changes": "simulate.lead",
    "payments": "simulate.payments",
    "paid": "compare.m_paid",
    "received": "compare.m_received",
    "money for": "compare.m_money",
    "landings": "simulate.landings",
    "purchases": "compare.m_purchases",
    "buyers": "compare.m_buyers",
    "cards": "compare.m_cards",
    "actions": "compare.m_actions",
    "leavers": "simulate.leaves",
    "rules": "simulate.rule",
    "settings": "simulate.setting",
}


class Names:
    """The words of one plan's games. `people`: what those at the table are called, if not by their seats."""

    def __init__(self, plan: Plan, wording: Wording, people: Sequence[str] = ()) -> None:
        self.plan = plan
        self.wording = wording
        called = people or [wording.say("word.seat", number=seat + 1) for seat in range(plan.players)]
        self.people = tuple(called)
        self.values = Values(plan.program, self.people, wording)

    # ------------------------------------------------------------------------------------------------------------ roles
    def text(self, role: Role) -> str:
        """For people."""
        program, value = self.plan.program, role.value
        match role.type:
            case "seat":
                return self.wording.say("simulate.first_seat" if value == 0 else "simulate.other_seat", number=value + 1)
            case "player":
                return self.people[value] if 0 <= value < len(self.people) else self.values.text("player", -1)
            case "strategy":
                return self.strategy(list(dict.fromkeys(self.plan.strategies))[value])
            case "ending":
                ran_out = self.wording.say("result.ran_out")
                return str(self.values.texts.name(program.endings[value].title)) if value >= 0 else ran_out
            case "function":
                return program.origins[program.functions[value].origin].rule
            case "action":
                return str(self.values.texts.word(program.actions[value].name))
            case "decision":
                return str(self.values.texts.word(program.decisions[value].word))
            case "step":
                return str(value)
            case "setting":
                return program.settings[value].name
            case "purpose" if value < 0:
                return self.wording.say("simulate.no_purpose")
            case "thing" if value < 0:
                return self.wording.say("simulate.no_thing")
        return self.values.text(role.type, value)

    def plain(self, role: Role) -> str | int | bool | None:
        """For programs: ids as declared, seats from 1 on, numbers as numbers."""
        program, value = self.plan.program, role.value
        match role.type:
            case "seat" | "player":
                return value + 1 if value >= 0 else None
            case "holder" if 0 <= value < program.players[1]:
                return value + 1
            case "strategy":
                return list(dict.fromkeys(self.plan.strategies))[value]
            case "ending":
                return program.endings[value].name if value >= 0 else None
            case "function":
                return program.functions[value].name
            case "action":
                return program.actions[value].name
            case "decision":
                return program.decisions[value].name
            case "setting":
                return program.settings[value].name
        plain = self.values.plain(role.type, value)
        return None if isinstance(plain, list) else plain

    def place(self, role: Role) -> str:
        """Where a rule stands."""
        origin = self.plan.program.origins[self.plan.program.functions[role.value].origin]
        return f"{origin.file}:{origin.line}"

    def question(self, decision: int) -> str:
        """A decision by its word, with the rule or card that asks."""
        program = self.plan.program
        word = str(self.values.texts.word(program.decisions[decision].word))
        asking = (
            program.origins[op.origin].rule
            for function in program.functions
            for op in function.code
            if op.code.startswith("ask_") and op.args[0] == decision
        )
        rule = next(asking, "")
        return f"{word} ({rule})" if rule else word

    def measure(self, name: str) -> str:
        """What one of the machine's own measures is called."""
        return self.wording.say(_MEASURES[name])

    def title(self, measure: Measure) -> str:
        """What one of the edition's measures is called."""
        return str(self.values.texts.name(measure.title))

    def strategy(self, name: str) -> str:
        if name == RANDOM:
            return self.wording.say("simulate.random")
        if name == DEFAULTS:
            return self.wording.say("simulate.defaults")
        return str(self.values.texts.name(self.plan.program.strategies[name].title))

    def seated(self) -> dict[str, str | int]:
        """Who plays by which chance, as what all reports begin with has it."""
        plan = self.plan
        return {"players": self.wording.say("simulate.players", count=plan.players), "strategies": self.strategies(), "seed": plan.seed}

    def circumstances(self) -> Iterator[str]:
        """Where games begin, and with whom, if not as usual."""
        if self.plan.beginning is not None:
            yield self.wording.say("simulate.from_position", position=self.plan.beginning.name)
        if self.plan.rotate:
            yield self.wording.say("simulate.rotated")

    def strategies(self) -> str:
        """All that take part."""
        return self.wording.listed([self.strategy(name) for name in dict.fromkeys(self.plan.strategies)])

    # -------------------------------------------------------------------------------------------------------- estimates
    def number(self, unit: Unit, value: float, spread: float = 0.0) -> str:
        """A number with so many digits as mean something when it may be wrong by `spread`."""
        digits = _digits(unit, value, spread)
        match unit:
            case Unit.share:
                return self.wording.say("simulate.percent", number=self.wording.decimal(100 * value, digits))
            case Unit.money:
                return self.values.money_of(value, digits)
        return self.wording.decimal(value, digits)

    def mean(self, unit: Unit, estimate: Estimate) -> str:
        return self.number(unit, estimate.mean, _half(estimate)) if estimate.games else ""

    def about(self, unit: Unit, estimate: Estimate) -> str:
        """`31.2 ± 0.4`, where many stand side by side."""
        half = _half(estimate)
        if not half:
            return self.mean(unit, estimate)
        digits = _digits(unit, estimate.mean, half)
        wide = 100 * half if unit is Unit.share else half
        times = self.plan.program.currency.times if unit is Unit.money else 1
        return self.wording.say("simulate.about", mean=self.mean(unit, estimate), half=self.wording.decimal(wide * times, digits))

    def interval(self, unit: Unit, estimate: Estimate) -> str:
        """`30.9 to 31.5`; nothing where there are too few games, or the same in each."""
        if estimate.low is None or estimate.high is None or estimate.low == estimate.high:
            return ""
        half = _half(estimate)
        return self.wording.say("simulate.from_to", low=self.number(unit, estimate.low, half), high=self.number(unit, estimate.high, half))


def _half(estimate: Estimate) -> float:
    return 0.0 if estimate.low is None or estimate.high is None else (estimate.high - estimate.low) / 2


def _digits(unit: Unit, value: float, spread: float) -> int:
    """Digits after the point: two that tell where the interval ends, no more than four."""
    shown = 100 * spread if unit is Unit.share else spread
    if shown <= 0:
        return 0 if value == int(value) else _LEAST_DIGITS[unit]
    digits = 0
    while shown < 1.5 and digits < 4:
        shown *= 10
        digits += 1
    return digits
