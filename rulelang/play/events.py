"""A row of the engine's events → its sentence, and the same as an object for programs.

Which sentence fits is decided here from the numbers of the row; how it reads is the table's business (`wording.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.engine.events import EVENTS, Kind, Row
from rulelang.ir.program import NOBODY, Program, Slot
from rulelang.machine.slots import ON_TABLE
from rulelang.play.values import Plain, Values
from rulelang.play.wording import Wording, ended

ActionTitle = Callable[[int, int, Sequence[int]], str]
"""(action, player, parameters) → the action's title with its values."""


class Narrator:
    """Sentences of one game. `title_of` renders an action's title, which may need the state of the game."""

    def __init__(self, program: Program, values: Values, wording: Wording, title_of: ActionTitle) -> None:
        self.program = program
        self.values = values
        self.wording = wording
        self.title_of = title_of

    def sentence(self, row: Row) -> str:
        """One line for people, without a line end."""
        kind, fields = Kind(row[0]), row[2:]
        text = self.values.text
        say = self.wording.say
        match kind, fields:
            case Kind.GAME_BEGIN, (players,):
                return say("event.game_begin", players=players)
            case Kind.TURN, (player, number):
                return say("event.turn", player=text("player", player), number=number)
            case Kind.ROUND, (number,):
                return say("event.round", number=number)
            case Kind.ROLL, (player, dice, _, *faces):
                shown = self.wording.listed([str(self.values.face(dice, face)) for face in faces])
                return say("event.roll", player=text("player", player), faces=shown)
            case Kind.DRAW, (player, deck, card):
                known = {"player": text("player", player), "deck": text("deck", deck)}
                return say("event.draw_empty", **known) if card < 0 else say("event.draw", card=text("card", card), **known)
            case Kind.PICK, (domain, member):
                if member < 0:
                    return say("event.pick_none")
                return say("event.pick", member=text(self._domain_name(domain), member))
            case Kind.MOVE, (player, origin, to, way):
                key = ("move_put", "move_forwards", "move_backwards")[way] if origin >= 0 else "move_first"
                return say(f"event.{key}", player=text("player", player), to=text("space", to))
            case Kind.PAY, (payer, receiver, amount, purpose, thing):
                return self._payment(payer, receiver, amount, purpose, thing)
            case Kind.OWN, (thing, origin, to):
                key = "own_ends" if to == NOBODY else "own_first" if origin in (NOBODY, self.values.bank) else "own_passes"
                people = {"from": text("holder", origin), "to": text("holder", to)}
                return say(f"event.{key}", thing=text("thing", thing), **people)
            case Kind.STEP, (thing, before, after):
                key = "step_up" if after > before else "step_down"
                return say(f"event.{key}", thing=text("thing", thing), stands=self.standing(thing, after))
            case Kind.PIECES, (piece, group, origin, to, count):
                key = "pieces_of" if self.program.pieces[piece].subs > 1 else "pieces"
                people = {"from": text("holder", origin), "to": text("holder", to)}
                return say(f"event.{key}", pieces=self.counted(piece, count), group=text("group", group), **people)
            case Kind.CARD, (card, origin, to):
                key = "card_shown" if to == ON_TABLE else "card_back" if to < 0 else "card_passes" if origin >= 0 else "card_kept"
                people = {"from": text("holder", origin), "to": text("holder", to)} if to >= 0 else {}
                return say(f"event.{key}", card=text("card", card), **people)
            case Kind.SET, (slot, first, second, _, after):
                return self._set(self.program.slots[slot], first, second, after)
            case Kind.OUT, (player,):
                return say("event.out", player=text("player", player))
            case Kind.ACT, (player, action, *parameters):
                return say("event.act", player=text("player", player), action=self.title_of(action, player, parameters))
            case Kind.DECIDE, (player, decision, *chosen):
                return self._decision(player, decision, chosen)
            case Kind.SAY, (message, *spoken):
                return self.message(message, spoken)
            case Kind.MARK, (mark, *_):
                return say("event.mark", mark=self.program.marks[mark])
            case Kind.OVER, (ending, winners):
                names = text("set of player", winners)
                key = "over" + ("_ending" if ending >= 0 else "") + ("" if winners else "_nobody")
                title = self.program.endings[ending].title if ending >= 0 else ""
                return say(f"event.{key}", ending=title, winners=names)
        raise AssertionError(f"an event of kind {kind} with {fields}")

    def plain(self, row: Row) -> dict[str, Plain]:
        """The row for programs: its kind, its fields by name; names as declared, not as titled."""
        kind, fields = Kind(row[0]), row[2:]
        declared = EVENTS[kind]
        told: dict[str, Plain] = {"kind": kind.name.lower()}
        for (name, type_name), value in zip(declared.fields, fields, strict=False):
            told[name] = self._plain_field(type_name, value, row)
        if declared.rest is not None:
            name, _ = declared.rest
            told[name + "s"] = [self._plain_rest(row, index, value) for index, value in enumerate(fields[len(declared.fields) :])]
        return told

    def is_bookkeeping(self, row: Row) -> bool:
        """What rules keep for themselves: marks for measures, and state to which the author gave no title."""
        return row[0] == Kind.MARK or (row[0] == Kind.SET and not self.program.slots[row[2]].title)

    # ------------------------------------------------------------------------------------------------------------ parts
    def standing(self, thing: int, step: int) -> str:
        """What stands on a thing at a step of its ladder, as counted pieces."""
        for ladder in self.program.ladders:
            if ladder.members >> thing & 1:
                pieces = [self.counted(piece, count) for piece, count in enumerate(ladder.counts[step]) if count]
                return self.wording.listed(pieces) if pieces else self.wording.say("word.nothing")
        return str(step)

    def counted(self, piece: int, count: int) -> str:
        declared = self.program.pieces[piece]
        return self.wording.say("word.pieces", number=count, piece=declared.title if abs(count) == 1 else declared.plural)

    def message(self, message: int, spoken: Sequence[int]) -> str:
        declared = self.program.messages[message]
        shown = [self.values.text(type_name, value) for (_, type_name), value in zip(declared.values, spoken, strict=False)]
        return ended("".join(part for pair in zip(declared.literals, [*shown, ""], strict=False) for part in pair))

    def bundle(self, registers: Sequence[int]) -> list[str]:
        """What is in a bundle, one text an entry; nothing for what is not there."""
        shown: list[str] = []
        for component, value in zip(self.program.components, registers, strict=False):
            if not value:
                continue
            match component.kind:
                case "money":
                    shown.append(self.values.money(value))
                case "pieces":
                    shown.append(self.counted(component.index, value))
                case _:
                    domain = component.domain
                    shown += [self.values.text(domain, member) for member in range(value.bit_length()) if value >> member & 1]
        return shown

    def decided(self, decision: int, chosen: Sequence[int]) -> str:
        """What was answered to a question that is not of yes or no."""
        declared = self.program.decisions[decision]
        match declared.kind:
            case "option":
                return declared.options[chosen[0]].replace("_", " ")
            case "goods":
                return self.wording.listed(self.bundle(chosen)) if any(chosen) else self.wording.say("word.nothing")
            case _:
                return self.values.text(declared.domain, chosen[0])

    def _payment(self, payer: int, receiver: int, amount: int, purpose: int, thing: int) -> str:
        key = "get" if payer >= self.values.bank and receiver < self.values.bank else "pay"
        key += "_nothing" if amount == 0 else ""
        key += ("_both" if thing >= 0 else "_purpose") if purpose >= 0 else ("_thing" if thing >= 0 else "")
        return self.wording.say(
            f"event.{key}",
            payer=self.values.text("holder", payer),
            receiver=self.values.text("holder", receiver),
            amount=self.values.money(amount),
            purpose=self.values.text("purpose", purpose),
            thing=self.values.text("thing", thing),
        )

    def _set(self, slot: Slot, first: int, second: int, after: int) -> str:
        title = slot.title or slot.name.rpartition(".")[2].replace("_", " ")
        yes_no = slot.type == "yes/no"
        ending = ("_yes" if after else "_no") if yes_no else ""
        after_text = self.values.text(slot.type, after)
        say = self.wording.say
        if not slot.domains:
            return say(f"event.set{ending}", title=title, to=after_text)
        whose = self.values.text(slot.domains[0], first)
        if len(slot.domains) == 1:
            return say(f"event.set_of{ending}", whose=whose, title=title, to=after_text)
        return say("event.set_of_two", whose=whose, other=self.values.text(slot.domains[1], second), title=title, to=after_text)

    def _decision(self, player: int, decision: int, chosen: Sequence[int]) -> str:
        declared = self.program.decisions[decision]
        known = {"player": self.values.text("player", player), "decision": declared.title or declared.name.replace("_", " ")}
        if declared.kind == "yes":
            return self.wording.say("event.decide_yes" if chosen[0] else "event.decide_no", **known)
        key = "event.decide_goods" if declared.kind == "goods" else "event.decide"
        return self.wording.say(key, value=self.decided(decision, chosen), **known)

    def _domain_name(self, number: int) -> str:
        names = list(self.program.domains)
        return names[number] if 0 <= number < len(names) else "count"

    def _plain_field(self, type_name: str, value: int, row: Row) -> Plain:
        program = self.program
        match type_name:
            case "deck":
                return program.decks[value].name
            case "decision":
                return program.decisions[value].name
            case "action":
                return program.actions[value].name
            case "slot":
                return program.slots[value].name
            case "mark":
                return program.marks[value]
            case "ending":
                return program.endings[value].name if value >= 0 else None
            case "domain":
                return self._domain_name(value)
            case "message":
                return value
            case "value" if row[0] == Kind.SET:
                return self.values.plain(program.slots[row[2]].type, value)
            case "value" if row[0] == Kind.PICK:
                return self.values.plain(self._domain_name(row[2]), value)
            case "step":
                return value
            case _:
                return self.values.plain(type_name, value)

    def _plain_rest(self, row: Row, index: int, value: int) -> Plain:
        program, values = self.program, self.values
        match row[0]:
            case Kind.ROLL:
                return values.face(row[3], value)
            case Kind.ACT:
                parameters = program.actions[row[3]].parameters
                return values.plain(parameters[index][1], value) if index < len(parameters) else value
            case Kind.DECIDE:
                decision = program.decisions[row[3]]
                match decision.kind:
                    case "yes":
                        return bool(value)
                    case "option":
                        return decision.options[value]
                    case "goods":
                        component = program.components[index]
                        return values.plain(f"set of {component.domain}", value) if component.domain else value
                    case _:
                        return values.plain(decision.domain, value)
            case Kind.SAY:
                return values.plain(program.messages[row[2]].values[index][1], value)
            case _:
                return value
